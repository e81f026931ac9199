/** A figure that is computed from the file first and requested from Lodge afterwards. */
export interface Figure {
  name: string;
  expected: number;
  found: number;
  /** Some examples of the deviations. */
  examples?: string[];
}

export const holds = ({ expected, found }: Figure): boolean => expected === found;

/** A figure that counts how many of the items a test is true for; all should be. */
export function figureOfAll<T>(
  name: string,
  items: Iterable<T>,
  test: (item: T) => boolean,
  tell: (item: T) => string,
): Figure {
  const all = [...items];
  const off = all.filter((item) => !test(item));
  return { name, expected: all.length, found: all.length - off.length, examples: off.slice(0, 3).map(tell) };
}
