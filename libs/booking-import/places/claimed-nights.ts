import { addDays, addYears, isAcceptedDate } from '#libs/core/time/site-time';
import { isPossibleStay } from '#libs/booking-import/dates/stay-range';
import type { Issue } from '#libs/booking-import/issues';
import type { Normalized } from '#libs/booking-import/rows/read-row';

/** Nights that a row may mean. `from` is null when that may be any. */
export interface Claim {
  from: string | null;
  to: string | null;
}

/** Days by which a date that cannot be read may be off, and the days of a month. */
const OFF = 14;
const MONTH = 31;
const FULL_DATE = /\d{4}-\d{2}-\d{2}/g;

/**
 * The nights of a row; when it has a date that cannot be read, all those that it may mean: between the two readings of an ambiguous date, about the
 * month of a day that does not exist, else within two weeks of the other date.
 */
export function claimedNights({ contract_start: start, contract_end: end }: Normalized, issues: Issue[]): Claim {
  const isUnread = (field: string) => issues.find((each) => each.field === field && each.severity === 'error');
  const [badStart, badEnd] = [isUnread('contract_start'), isUnread('contract_end')];
  // A departure that is not after the arrival may be one of the year after it.
  if (start !== null && end !== null)
    return end <= start ? { from: end, to: addYears(start, 1) } : { from: start, to: end };
  const first = daysIn(badStart).first;
  const last = badEnd && daysIn(badEnd).last;
  if (end !== null) return { from: first && isPossibleStay(first, end) ? first : addDays(end, -OFF), to: end };
  if (!badEnd) return { from: start ?? first ?? null, to: null };
  if (start !== null) return { from: start, to: last && isPossibleStay(start, last) ? last : addDays(start, OFF) };
  return { from: first ?? null, to: last ?? null };
}

/** The first and the last day that a date may mean which cannot be read. */
function daysIn(issue: Issue | undefined): { first: string | undefined; last: string | undefined } {
  const read = `${issue?.suggestion ?? issue?.value}`.match(FULL_DATE)?.filter(isAcceptedDate).sort() ?? [];
  if (read.length > 0) return { first: read[0], last: read.at(-1) };
  const months = monthsIn(issue?.value ?? '')
    .filter(isAcceptedDate)
    .sort();
  const [first, last] = [months[0], months.at(-1)];
  return { first: first && addDays(first, -OFF), last: last && addDays(last, MONTH + OFF) };
}

/** The first days of the months that numbers name. */
function monthsIn(text: string): string[] {
  const [, year, ...parts] = /^\D*(20\d{2})\D{1,3}(\d{1,2})(?:\D{1,3}(\d{1,2}))?/.exec(text) ?? [];
  const [, one, other, last] = /^\D*(\d{1,2})\D{1,3}(\d{1,2})\D{1,3}(20\d{2})/.exec(text) ?? [];
  const named = year === undefined ? [one, other] : [parts[0]];
  return named.flatMap((month) =>
    Number(month) >= 1 && Number(month) <= 12 ? [`${year ?? last}-${month?.padStart(2, '0')}-01`] : [],
  );
}
