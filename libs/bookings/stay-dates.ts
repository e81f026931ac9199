import { InvalidField } from '#libs/core/errors/domain-error';
import { addYears, dateOf, isAcceptedDate } from '#libs/core/time/site-time';

/** How long a stay may be. */
export const MAX_YEARS = 5;
const yearOf = (date: string): number => Number(date.slice(0, 4));

/** @throws InvalidField `invalid_date_range` when the dates do not make a stay of at least a night and at most 5 years */
export function requireStay(start: string, end: string | null): void {
  requireYears('/contract_start', start);
  if (end === null) return;
  requireYears('/contract_end', end);
  if (end <= start)
    throw new InvalidField('invalid_date_range', '/contract_end', `must lie after contract_start, ${start}`);
  if (yearOf(end) - yearOf(start) >= MAX_YEARS && end > addYears(start, MAX_YEARS))
    throw new InvalidField('invalid_date_range', '/contract_end', `must lie at most ${MAX_YEARS} years after ${start}`);
}

/** A moment of the first or the last day there is may be of another one on the calendar of the site. */
function requireYears(pointer: string, date: string): void {
  if (!isAcceptedDate(date)) throw new InvalidField('invalid_date_range', pointer, `is ${date} in this site: too far`);
}

/** A requested date as the site's date; undefined and null stay as they are. */
export function siteDate<T extends string | null | undefined>(text: T, timeZone: string): T extends string ? string : T;
export function siteDate(text: string | null | undefined, timeZone: string): string | null | undefined {
  return typeof text === 'string' ? dateOf(text, timeZone) : text;
}
