import { setTimeout as sleep } from 'node:timers/promises';

// A process that stood still has waited for one of them only: the answer may have come meanwhile, and lie there unread.
const SLICES = 5;

/**
 * What a piece of work comes to, if it does so in time. The work itself continues.
 * @throws what `late` makes, after so many milliseconds
 */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const ended = new AbortController();
  const wait = async () => {
    for (let slice = 0; slice < SLICES; slice++)
      await sleep(milliseconds / SLICES, undefined, { signal: ended.signal, ref: false });
  };
  const limit = wait().then(
    () => Promise.reject(late()),
    () => undefined as never,
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    ended.abort();
  }
}
