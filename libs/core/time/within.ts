import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a piece of work comes to, if it does so in time. The work itself goes on.
 * @throws what `late` makes, after so many milliseconds
 */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const ended = new AbortController();
  const limit = sleep(milliseconds, undefined, { signal: ended.signal, ref: false }).then(
    () => Promise.reject(late()),
    () => undefined as never,
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    ended.abort();
  }
}
