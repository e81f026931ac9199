import { InvalidField } from '#libs/core/errors/domain-error';
import { addYears, dateOf } from '#libs/core/time/site-time';

/** How long a stay may be. */
export const MAX_YEARS = 5;
const yearOf = (date: string): number => Number(date.slice(0, 4));

/** @throws InvalidField `invalid_date_range` when the dates do not make a stay of at least a night and at most 5 years */
export function requireStay(start: string, end: string | null): void {
  if (end === null) return;
  if (end <= start)
    throw new InvalidField('invalid_date_range', '/contract_end', `must lie after contract_start, ${start}`);
  if (yearOf(end) - yearOf(start) >= MAX_YEARS && end > addYears(start, MAX_YEARS))
    throw new InvalidField('invalid_date_range', '/contract_end', `must lie at most ${MAX_YEARS} years after ${start}`);
}

/** A requested date as the site's date; undefined and null stay as they are. */
export function siteDate<T extends string | null | undefined>(text: T, timeZone: string): T extends string ? string : T;
export function siteDate(text: string | null | undefined, timeZone: string): string | null | undefined {
  return typeof text === 'string' ? dateOf(text, timeZone) : text;
}
