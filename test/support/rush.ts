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
