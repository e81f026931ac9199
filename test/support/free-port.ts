import { once } from 'node:events';
import { createServer } from 'node:net';

// Below those that the system gives away by itself, until somebody listens at last; even ones for one worker of Jest, odd ones
// for the other.
const [FIRST, COUNT] = [10_000, 22_000];
let next = FIRST + 2 * Math.floor(Math.random() * (COUNT / 2)) + (Number(process.env.JEST_WORKER_ID ?? 0) % 2);

/** A port of this machine that no other process takes before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next + 2 < FIRST + COUNT ? next + 2 : next + 2 - COUNT;
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
