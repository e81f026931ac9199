/** The placeholder for the number in a name or a code of many locations. */
export const NUMBER = '{n}';
const RANGE = /^(\d{1,6})\s*[-–]\s*(\d{1,6})$/;

/**
 * The numbers of a range such as "101-130", with the leading zeros of its first number; what is wrong with it as a text: no range, one
 * that runs backwards, or more than `most`.
 */
export function numbersOf(range: string, most: number): string[] | string {
  const [, first, last] = RANGE.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined) return 'must be two numbers such as 101-130';
  const [from, to] = [Number(first), Number(last)];
  if (to < from) return `must not run backwards: ${to} is less than ${from}`;
  if (to - from >= most) return `has ${to - from + 1} numbers; at most ${most} locations can be made at once`;
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index).padStart(first.length, '0'));
}
