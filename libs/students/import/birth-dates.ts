import { isBirthDate } from '#libs/core/time/site-time';
import type { ReadRow } from '#libs/students/import/rows';

type Order = 'dmy' | 'mdy';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const NUMBERS = /^(\d{1,2})\s?[./\- ]\s?(\d{1,2})\s?[./\- ]\s?(\d{4})\.?$/;

const written = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The days that a cell can mean, by the order in which it would be written. */
function readingsOf(text: string, today: string): Partial<Record<Order, string>> {
  const [, iso] = ISO.exec(text) ?? [];
  const [, first = '', second = '', year = ''] = NUMBERS.exec(text) ?? [];
  const days = iso ? { dmy: iso, mdy: iso } : { dmy: written(year, second, first), mdy: written(year, first, second) };
  return Object.fromEntries(Object.entries(days).filter(([, day]) => isBirthDate(day) && day <= today));
}

const isSure = ({ dmy, mdy }: Partial<Record<Order, string>>): boolean => dmy === mdy || !dmy || !mdy;

/** The order in which all cells are written that can be read in one only; undefined when there are none, null when they differ. */
function provedOrder(cells: Partial<Record<Order, string>>[]): Order | null | undefined {
  const orders = new Set(cells.flatMap(({ dmy, mdy }) => (dmy && !mdy ? ['dmy' as const] : mdy && !dmy ? ['mdy' as const] : []))); // prettier-ignore
  const [order] = orders;
  return orders.size > 1 ? null : order;
}

/**
 * Rows with the dates of birth as days. A day that reads two ways is read as the others of the list are written, or where
 * they say nothing as the site writes dates; else it is refused, and so is what is no day from 1900 until today.
 */
export function withBirthDates(
  rows: ReadRow[],
  { siteOrder, today }: { siteOrder: string | null; today: string },
): ReadRow[] {
  const cells = rows.map(({ date_of_birth: text }) => (text === null ? null : readingsOf(text, today)));
  const proved = provedOrder(cells.filter((cell) => cell !== null));
  const order = proved === undefined && (siteOrder === 'dmy' || siteOrder === 'mdy') ? siteOrder : proved;
  return rows.map((row, n) => {
    const cell = cells[n];
    if (!cell) return row;
    const date = isSure(cell) ? (cell.dmy ?? cell.mdy) : order ? cell[order] : undefined;
    const cause = isSure(cell) ? 'invalid_date' : 'ambiguous_date';
    return { ...row, date_of_birth: date ?? null, cause: row.cause ?? (date ? null : cause) };
  });
}
