import { Temporal } from 'temporal-polyfill';
import type { Values } from '#libs/booking-import/columns';
import { dateOf, instantOf, isAcceptedDate, isAcceptedInstant } from '#libs/core/time/site-time';

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** What a cell says about a day: one date, several that it could be, or none. */
export type ReadDate = { date: string } | { candidates: string[] } | undefined;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;
// Spreadsheets count days from here; the years 2000 to 2100 are these numbers.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];
const SERIAL = /^\d{5}(\.\d+)?$/;

function dateFrom(year: number, month: number, day: number): string | undefined {
  const full = year < 100 ? 2000 + year : year;
  const text = `${String(full).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isAcceptedDate(text) ? text : undefined;
}

const read = (dates: (string | undefined)[]): ReadDate => {
  const [date, ...others] = new Set(dates.filter((each) => each !== undefined));
  if (date === undefined) return undefined;
  return others.length > 0 ? { candidates: [date, ...others] } : { date };
};

/**
 * Reads a date: ISO, numbers in the site's order, day and month by name, or a spreadsheet's serial number. Without an
 * order, numbers that read two ways stay two dates; nothing is guessed.
 */
export function readDate(text: string, order: DateOrder | null, timeZone: string): ReadDate {
  if (SERIAL.test(text)) return readSerial(Number(text));
  const [, year, month, day] = /^(20\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year) return read([dateFrom(Number(year), Number(month), Number(day))]);
  const bare = text.replace(/[ T]00:00(:00(\.0+)?)?$/, '');
  if (isAcceptedDate(bare)) return read([dateOf(bare, timeZone)].filter(isAcceptedDate));
  return readNumbers(bare, order) ?? readWords(bare);
}

function readSerial(serial: number): ReadDate {
  const day = Math.floor(serial);
  if (day < FIRST_SERIAL || day > LAST_SERIAL) return undefined;
  return { date: new Date(SERIAL_ZERO + day * DAY_MS).toISOString().slice(0, 10) };
}

/** The local time of a serial number, whose fraction is the part of the day; spreadsheets round it, so this does to seconds. */
const serialTime = (serial: number): string =>
  new Date(SERIAL_ZERO + Math.round((serial * DAY_MS) / 1_000) * 1_000).toISOString().slice(0, 19);

function readNumbers(text: string, order: DateOrder | null): ReadDate {
  const [, a, b, c] = /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})\.?$/.exec(text) ?? [];
  if (!a || !b || !c) return undefined;
  const [first, second, third] = [Number(a), Number(b), Number(c)];
  if (a.length === 4) return read([dateFrom(first, second, third)]);
  if (a.length > 2 || c.length === 3 || c.length === 1) return undefined;
  const ymd = c.length === 2 ? dateFrom(first, second, third) : undefined;
  const readings = { dmy: dateFrom(third, second, first), mdy: dateFrom(third, first, second), ymd };
  if (order) return read([readings[order] ?? (order === 'ymd' ? undefined : otherReading(readings, order))]);
  return read([readings.dmy, readings.mdy, readings.ymd]);
}

/** By the order of a site: dates that can only be meant in the other order. JavaScript and PostgreSQL read them alike. */
export const FOREIGN_DATES = {
  dmy: '^ *(0?[1-9]|1[0-2])[./ -](1[3-9]|2[0-9]|3[01])[./ -]([0-9]{4}|[0-9]{2})($|[^0-9])',
  mdy: '^ *(1[3-9]|2[0-9]|3[01])[./ -](0?[1-9]|1[0-2])[./ -]([0-9]{4}|[0-9]{2})($|[^0-9])',
};
export const DATE_FIELDS = ['contract_start', 'contract_end', 'parking_expiry', 'departure_slot'] as const;

/** The order in which a file is read: the site's, unless one of its dates is against it. Then none is: the rest may be, too. */
export function orderOf(rows: Values[], order: DateOrder | null): DateOrder | null {
  if (order !== 'dmy' && order !== 'mdy') return order;
  const foreign = new RegExp(FOREIGN_DATES[order]);
  return rows.some((row) => DATE_FIELDS.some((field) => foreign.test(String(row.get(field) ?? '')))) ? null : order;
}

// 25/12 in a file that says month first can only be the 25th: one reading is left.
const otherReading = (readings: Record<DateOrder, string | undefined>, order: DateOrder) =>
  order === 'dmy' ? readings.mdy : readings.dmy;

function readWords(text: string): ReadDate {
  const [, day, month, year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ .\-/]+([A-Za-z]{3,9})\.?[ .,\-/]+(\d{4}|\d{2})$/.exec(text) ?? [];
  const [, monthFirst, dayLast, yearLast] =
    /^([A-Za-z]{3,9})\.?[ .\-/]+(\d{1,2})(?:st|nd|rd|th)?,?[ .\-/]+(\d{4})$/.exec(text) ?? [];
  const named = month ?? monthFirst;
  if (!named) return undefined;
  const index = MONTHS.indexOf(named.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : read([dateFrom(Number(year ?? yearLast), index + 1, Number(day ?? dayLast))]);
}

/**
 * Reads an instant: RFC 3339, a date that `readDate` reads with a time of day behind it (midnight without one), or a
 * spreadsheet's serial number, the fraction of which is the time of day.
 */
export function readInstant(
  text: string,
  order: DateOrder | null,
  timeZone: string,
): { at: string } | { candidates: string[] } | undefined {
  if (SERIAL.test(text) && readSerial(Number(text)))
    return { at: instantOf(serialTime(Number(text)), timeZone).toISOString() };
  const rfc = text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
  if (/T/i.test(rfc) && isAcceptedInstant(rfc)) return { at: instantOf(rfc, timeZone).toISOString() };
  const [, day = text, hour = '0', minute = '00', second = '00'] =
    /^(.+?)[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  const found = readDate(day, order, timeZone);
  if (!found || 'candidates' in found) return found;
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`;
  return isAcceptedInstant(`${found.date}T${time}`)
    ? { at: instantOf(`${found.date}T${time}`, timeZone).toISOString() }
    : undefined;
}

/** The instant at which a date begins in the site. */
export const startOfDay = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds);

/** The nights of a stay, or of several; `to` is null when it is open-ended. */
export interface Nights {
  from: string;
  to: string | null;
}

/** The first and the last day of stays together; there must be one. */
export function nightsOf(stays: Nights[]): Nights {
  let [{ from, to }] = stays as [Nights];
  for (const stay of stays) {
    if (stay.from < from) from = stay.from;
    to = to === null || stay.to === null ? null : stay.to > to ? stay.to : to;
  }
  return { from, to };
}
