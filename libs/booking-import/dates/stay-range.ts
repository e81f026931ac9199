import { addYears } from '#libs/core/time/site-time';
import { MAX_YEARS } from '#libs/bookings/stay-dates';

/** Whether a stay would be longer than one may be. */
export const isTooLong = (start: string, end: string): boolean => end > addYears(start, MAX_YEARS);

/** Whether two days make a stay. */
export const isPossibleStay = (start: string, end: string): boolean => rangeError(start, end) === undefined;

/** What is wrong with the last day of a stay, as the end of a sentence; undefined when nothing is. */
export function rangeError(start: string, end: string | null): string | undefined {
  if (end === null) return undefined;
  if (end <= start) return `must lie after contract_start, ${start}`;
  return isTooLong(start, end) ? `must lie at most ${MAX_YEARS} years after ${start}` : undefined;
}
