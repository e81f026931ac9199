import { addYears } from '#libs/core/time/site-time';
import { MAX_YEARS } from '#libs/bookings/stay-dates';

/** What is wrong with the last day of a stay, as the end of a sentence; undefined when nothing is. */
export function rangeError(start: string, end: string | null): string | undefined {
  if (end === null) return undefined;
  if (end <= start) return `must lie after contract_start, ${start}`;
  return end > addYears(start, MAX_YEARS) ? `must lie at most ${MAX_YEARS} years after ${start}` : undefined;
}
