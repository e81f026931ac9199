import { isDeepStrictEqual } from 'node:util';

/** The given fields that differ from what is stored. */
export function changesOf<Row extends object>(stored: Row, given: Partial<Row>): Partial<Row> {
  const changes = Object.entries(given).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, stored[key as keyof Row]),
  );
  return Object.fromEntries(changes) as Partial<Row>;
}
