import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '#apps/local/postgres-server';
import type { ServerProcess } from '#apps/local/server-process';

const [FIRST_PAUSE_MS, MOST_PAUSE_MS] = [1_000, 60_000];
/** A process that has run for this long gets a quick restart again. */
const STEADY_MS = 60_000;
const LOOK_MS = 1_000;
/** A single failed check may be an accident. */
const LOOKS = 2;

/** How long to wait before something is started again: twice as long each time. */
export class Backoff {
  private pause = FIRST_PAUSE_MS;
  private last = performance.now();

  next(): number {
    const now = performance.now();
    if (now - this.last > this.pause + STEADY_MS) this.pause = FIRST_PAUSE_MS;
    this.last = now;
    const pause = this.pause;
    this.pause = Math.min(2 * pause, MOST_PAUSE_MS);
    return pause;
  }
}

interface Supervision {
  /** Aborted when everything is to end. */
  signal: AbortSignal;
  say(line: string): void;
}

async function pauseBefore(what: string, backoff: Backoff, { signal, say }: Supervision): Promise<void> {
  const pause = backoff.next();
  say(`${what} Starting it again in ${pause / 1_000} s`);
  await sleep(pause, undefined, { signal }).catch(() => undefined);
}

/**
 * Starts the server process again whenever it ends by itself, until the signal.
 * @param first the running process, which has been ready once
 */
export async function keepServer(
  first: ServerProcess,
  start: () => ServerProcess,
  supervision: Supervision,
): Promise<void> {
  const backoff = new Backoff();
  for (let server = first; ; server = start()) {
    if (server !== first) void server.ready(() => undefined).then((ready) => ready && supervision.say('Lodge is ready again.')); // prettier-ignore
    const reason = await server.death;
    if (supervision.signal.aborted) return;
    await pauseBefore(reason, backoff, supervision);
    if (supervision.signal.aborted) return;
  }
}

/** Restarts PostgreSQL on its port whenever nothing listens there, until the signal. */
export async function keepPostgres(postgres: PostgresServer, supervision: Supervision): Promise<void> {
  const { signal, say } = supervision;
  const backoff = new Backoff();
  for (let missed = 0; !signal.aborted;) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    missed = signal.aborted || (await postgres.listens()) ? 0 : missed + 1;
    if (missed < LOOKS) continue;
    await pauseBefore('PostgreSQL has ended.', backoff, supervision);
    if (signal.aborted) return;
    const error = await postgres.restart().then(
      () => undefined,
      (fault: Error) => fault,
    );
    say(error ? error.message : 'PostgreSQL runs again.');
    missed = 0;
  }
}
