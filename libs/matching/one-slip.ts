/** Whether two texts have the same characters, in whatever order. */
export const haveSameCharacters = (one: string, other: string): boolean =>
  [...one].sort().join('') === [...other].sort().join('');

/** Whether two texts differ by one letter that was omitted, inserted, changed, or swapped with its neighbour. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return right.length === 1 || (left.length === 2 && left[0] === right[1] && left[1] === right[0]);
}
