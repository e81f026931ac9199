import type { DateContext } from '#libs/booking-import/dates/date-style';
import { addDays, dateOf, instantOf, isAcceptedDate, localDate } from '#libs/core/time/site-time';

/** So shortly before midnight an instant may be the midnight of another time zone. */
const EVENING_MS = 4 * 3_600_000;
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The days that ISO 8601 may mean. An instant with a zone is a day at the site, unless it may be one where it was
 * written. Midnight at the site that is written with the day before it is only a day at the site if the file proves that it writes these.
 */
export function daysOf(text: string, { timeZone, writesSiteMidnights }: DateContext): string[] {
  const local = dateOf(text, timeZone);
  if (ISO_DAY.test(text)) return [local];
  if (!isZoned(text)) return [local, ...nightOf(text, local)];
  const at = instantOf(text, timeZone).getTime();
  const dayAt = (ms: number) => localDate(new Date(ms), timeZone);
  if (!isSiteMidnight(text, timeZone)) return [text.slice(0, 10), local, dayAt(at + EVENING_MS)];
  return writesSiteMidnights ? [local] : [text.slice(0, 10), local];
}

/**
 * The other day that a time of the night may belong to: who arrives at 00:30 needs the night before, and a stay until 23:59 has the night that begins
 * then. Midnight itself is what programs write for a day.
 */
function nightOf(text: string, local: string): string[] {
  const [, hours = '', minutes = ''] = /[T ](\d{2}):?(\d{2})/.exec(text) ?? [];
  return otherDays(local, Number(hours) * 60 + Number(minutes));
}

/** The other days that a minute of a day may belong to. */
export function otherDays(local: string, minute: number): string[] {
  if (minute > 0 && minute < MORNING) return [addDays(local, -1)];
  return minute >= EVENING_ENDS ? [addDays(local, 1)] : [];
}
const [MORNING, EVENING_ENDS] = [6 * 60, 23 * 60 + 59];

/** Whether a text is an instant with its zone, so that it may be another day where it was written. */
export const isZoned = (text: string): boolean => ZONED.test(text);

/** Whether an instant is the beginning of a day at the site. */
export const isSiteMidnight = (text: string, timeZone: string): boolean => {
  const at = instantOf(text, timeZone).getTime();
  return localDate(new Date(at - 1), timeZone) !== localDate(new Date(at), timeZone);
};

// Of the days of all files there are few.
const DAYS = new Map<string, boolean>();
const MOST_DAYS = 40_000;
/** Whether a text that looks like a day in ISO 8601 is one. */
export function isDay(text: string): boolean {
  const known = DAYS.get(text);
  if (known !== undefined) return known;
  if (DAYS.size > MOST_DAYS) DAYS.clear();
  const isAccepted = isAcceptedDate(text);
  DAYS.set(text, isAccepted);
  return isAccepted;
}

export const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
