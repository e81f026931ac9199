import { Temporal } from 'temporal-polyfill';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
// These days exist in every month and year, so that most dates are checked without a calendar.
const PLAIN_DATE = /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?$/;
const OFFSET = /([Zz]|[+-]\d{2}:\d{2})$/;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const FIRST_YEAR_OF_BIRTH = 1900;

const inRange = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR;

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a text is a real calendar date `YYYY-MM-DD` or an RFC 3339 date-time, from 2000 to 2100. */
export function isAcceptedDate(text: string): boolean {
  if (PLAIN_DATE.test(text)) return true;
  if (!DATE.test(text)) return isAcceptedInstant(text);
  const date = attempt(() => Temporal.PlainDate.from(text, { overflow: 'reject' }));
  return date !== undefined && inRange(date.year);
}

/** Whether a text is a real calendar date `YYYY-MM-DD` on which somebody can have been born, from 1900 on. */
export function isBirthDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = attempt(() => Temporal.PlainDate.from(text, { overflow: 'reject' }));
  return date !== undefined && date.year >= FIRST_YEAR_OF_BIRTH && date.year <= LAST_YEAR;
}

/** Whether a text is an RFC 3339 date-time (the offset may be missing), from 2000 to 2100. */
export function isAcceptedInstant(text: string): boolean {
  if (!DATE_TIME.test(text)) return false;
  const time = attempt(() => Temporal.PlainDateTime.from(text.replace(OFFSET, ''), { overflow: 'reject' }));
  return (
    time !== undefined &&
    inRange(time.year) &&
    (!OFFSET.test(text) || attempt(() => Temporal.Instant.from(text)) !== undefined)
  );
}

/** Whether a name is an IANA time zone that this server knows. */
export function isTimeZone(name: string): boolean {
  // Intl alone also knows abbreviations like PST and IST, which Temporal does not reckon in: they mean several zones.
  return (
    /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(name) &&
    attempt(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)) !== undefined
  );
}

/**
 * The instant of an accepted date-time. Without an offset it is read in the site's zone: in a gap shifted forward,
 * in an overlap the first occurrence (RFC 9557, disambiguation `compatible`).
 */
export function instantOf(text: string, timeZone: string): Date {
  if (OFFSET.test(text)) return new Date(Temporal.Instant.from(text).epochMilliseconds);
  return new Date(
    Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds,
  );
}

/** The last instant of an accepted date-time: the second occurrence of a time that an offset does not settle when the clocks go back. */
export function laterInstantOf(text: string, timeZone: string): Date {
  if (OFFSET.test(text)) return instantOf(text, timeZone);
  return new Date(
    Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds,
  );
}

/** Whether a date-time without an offset is one that the clocks of a zone leave out when they go forward. */
export function isSkipped(text: string, timeZone: string): boolean {
  if (OFFSET.test(text)) return false;
  const time = Temporal.PlainDateTime.from(text);
  return !time.toZonedDateTime(timeZone).toPlainDateTime().equals(time);
}

/** The instant at which a date `YYYY-MM-DD` begins in a zone: midnight, or what follows where midnight is skipped. */
export const startOfDay = (date: string, timeZone: string): Date => instantOf(`${date}T00:00`, timeZone);

/** The site-local calendar date `YYYY-MM-DD` of an accepted date or date-time. */
export function dateOf(text: string, timeZone: string): string {
  return DATE.test(text) ? text : localDate(instantOf(text, timeZone), timeZone);
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
// Per zone, the minute that was read last and its date: a request reads the same one a dozen times.
const lastDates = new Map<string, { minute: number; date: string }>();

/** The site-local calendar date `YYYY-MM-DD` of an instant. */
export function localDate(instant: Date, timeZone: string): string {
  // No zone has changed its date within a minute since 1972.
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  const last = lastDates.get(timeZone);
  if (last?.minute === minute) return last.date;
  const date = readDate(instant, timeZone);
  lastDates.set(timeZone, { minute, date });
  return date;
}

function readDate(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** A calendar date some days later (or earlier, when negative). */
export function addDays(date: string, days: number): string {
  // In UTC, where every day is as long. A calendar library takes many times as long, for each booking in a response.
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A calendar date some years later; 29 February becomes the 28th. */
export function addYears(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years;
  if (PLAIN_DATE.test(date) && inRange(year)) return `${year}${date.slice(4)}`;
  return Temporal.PlainDate.from(date).add({ years }).toString();
}
