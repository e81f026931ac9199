import { setTimeout as sleep } from 'node:timers/promises';

// A process that was suspended has waited for only one of them: the result may have arrived meanwhile, and be unread.
const SLICES = 5;

/**
 * What a piece of work comes to, if it does so in time. The work itself continues.
 * @throws the error that `late` creates, after this number of milliseconds
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
