import type { DateOrder } from '#libs/core/time/date-orders';

/** How the days of a column are written, as its header says: `Arrival (DD/MM/YYYY)`. */
export interface HeaderNotation {
  /** The header without the notation. */
  name: string;
  order: DateOrder;
  /** The character between the numbers. */
  separator: string;
}

const NOTATION = /^(.*[\p{L}\p{N}])[\s:,[(–-]+([dtjgmyar]{1,4})([./-])([dtjgm]{1,4})\3([dtjgmyar]{1,4})\s*[)\]]?\s*$/iu;
/** Days and years in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish: TT.MM.JJJJ, jj/mm/aaaa, gg/mm/aaaa, dd-mm-jjjj, dd.mm.rrrr. */
const [DAY, MONTH, YEAR] = [/^(?:d{1,2}|t{1,2}|j{1,2}|g{1,2})$/i, /^m{1,4}$/i, /^(?:[yar]{2}|([yjar])\1{3})$/i];
const PARTS: Record<DateOrder, [RegExp, RegExp, RegExp]> = { dmy: [DAY, MONTH, YEAR], mdy: [MONTH, DAY, YEAR], ymd: [YEAR, MONTH, DAY] }; // prettier-ignore

/** The notation that a header ends with. */
export function notationIn(header: string): HeaderNotation | undefined {
  const [, name, first, separator, second, third] = NOTATION.exec(header) ?? [];
  if (name === undefined || separator === undefined) return undefined;
  const parts = [first, second, third].map(String);
  for (const [order, tests] of Object.entries(PARTS) as [DateOrder, RegExp[]][])
    if (tests.every((test, index) => test.test(parts[index] as string))) return { name, order, separator };
  return undefined;
}

/** The notation of all headers that have one; null when they contradict each other, undefined when none has one. */
export function notationOf(headers: Iterable<string>): Omit<HeaderNotation, 'name'> | null | undefined {
  let found: HeaderNotation | undefined;
  for (const header of headers) {
    const notation = notationIn(header);
    if (notation && found && (notation.order !== found.order || notation.separator !== found.separator)) return null;
    found ??= notation;
  }
  return found;
}
