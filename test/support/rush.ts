import type { Answer } from './lodge.js';

/** Calls something many times, a number of them at once, and returns all results in order. */
export async function rush<T>(times: number, width: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < times; index = next++) results[index] = await call(index);
  };
  await Promise.all(Array.from({ length: Math.min(width, times) }, worker));
  return results;
}

const TRIES = 10;

/**
 * As `rush`, by clients who send again what a machine that is too slow for the queue of a room refused: that response says that nothing
 * was written.
 */
export const patientRush = (
  times: number,
  width: number,
  call: (index: number) => Promise<Answer>,
): Promise<Answer[]> =>
  rush(times, width, async (index) => {
    let answer = await call(index);
    for (let tries = 1; tries < TRIES && answer.body.code === 'dependency_unavailable'; tries++)
      answer = await call(index);
    return answer;
  });
