import { setTimeout as sleep } from 'node:timers/promises';

// What a process says that waits for others on a busy machine.
const BUSY = /"code":"(?:dependency_unavailable|overloaded)"/;
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000];

/** What a request returns: where the machine was too busy for it, what it returns when it is sent again later. */
export async function calmly<T>(send: () => Promise<T>, bodyOf: (answer: T) => string): Promise<T> {
  for (const pause of PAUSES_MS) {
    const answer = await send();
    if (!BUSY.test(bodyOf(answer))) return answer;
    await sleep(pause);
  }
  return send();
}

const EVERY = 10_000;

/** Says how far a long run is: the runner shows what a spec logs when it is over. */
export function tell(done: number, before: number, statuses: Map<number, number>, faults: Map<string, unknown>): void {
  if (!process.env.FUZZ_REQUESTS || Math.floor(done / EVERY) === Math.floor(before / EVERY)) return;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stderr.write(`${new Date().toISOString()} ${done} requests (${counts.join(', ')}), ${faults.size} faults\n`);
  for (const [fault, request] of faults) process.stderr.write(`  ${fault} ${JSON.stringify(request)}\n`);
}
