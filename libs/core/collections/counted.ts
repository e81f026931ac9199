/** How often each value comes, in the order in which they come first. */
export function countsOf<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The value that comes most often, and how often: the first of several. Undefined when there are no values. */
export function mostFrequent<T>(
  counts: Iterable<readonly [T, number]>,
): readonly [value: T, count: number] | undefined {
  let most: readonly [T, number] | undefined;
  for (const each of counts) if (!most || each[1] > most[1]) most = each;
  return most;
}
