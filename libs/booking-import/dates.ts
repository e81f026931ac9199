import { Temporal } from 'temporal-polyfill';
import { addYears, dateOf, instantOf, isAcceptedDate, localDate } from '#libs/core/time/site-time';
import { monthOf, weekdayOf } from '#libs/matching/calendar-words';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a file writes days, as far as it is known: what is null has to be told by each cell itself. */
export interface DateStyle {
  /** Where day and month are in numbers with the year at the end. */
  dateOrder: DateOrder | null;
  /** Where years of two digits are. */
  yearPlace: 'first' | 'last' | null;
  /**
   * Whether days are counted from 1900, as spreadsheets do unless they were made on old Macs, which count from 1904.
   */
  countsFrom1900: boolean;
  /** Whether it is known that they are counted from 1904. */
  countsFrom1904?: boolean;
  /** What stands between the numbers of the dates that proved the order: dates with something else in between may be written in another one. */
  separators?: string[];
  /** The fields whose days a spreadsheet may have taken the wrong way round, while it left those that it could not read as texts. */
  halfConverted?: string[];
  /** Whether a date of the file contradicts the order that was declared, so that no other date is sure. */
  isContradicted?: boolean;
  /** Whether somebody declared the order, so that a cell that contradicts it is not a date. */
  isDeclared?: boolean;
}

/** What reading a date depends on in addition to the file: the calendar of the site. */
export interface DateContext extends DateStyle {
  timeZone: string;
  today: string;
}

/** What a cell says about a day: one date, several that it could be, or none. */
export type ReadDate = { date: string } | { candidates: string[] } | undefined;

const DAY_MS = 86_400_000;
// Spreadsheets count days from here; the years 2000 to 2100 are these numbers.
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_415];
export const DAYS_FROM_1900_TO_1904 = 1_462;
export const SERIAL = /^\d{5}(\.\d+)?$/;
/** Years of two digits mean one so near; what is further away is of another century, or another part of the date. */
const [YEARS_BACK, YEARS_AHEAD] = [15, 10];

export function dateFrom(year: number, month: number, day: number): string | undefined {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isAcceptedDate(text) ? text : undefined;
}

const read = (dates: (string | undefined)[]): ReadDate => {
  const [date, ...others] = new Set(dates.filter((each) => each !== undefined));
  if (date === undefined) return undefined;
  return others.length > 0 ? { candidates: [date, ...others] } : { date };
};

/**
 * A date without midnight and without the day of the week before or after it; `weekday` is that day, from 1 for Monday.
 */
export function partsOf(text: string): { bare: string; weekday: number | undefined } {
  const bare = text
    .replace(/[ T]+0?0:00(:00(\.0+)?)?$/, '')

    .trim();
  const [, before, rest] = /^((?:dydd\s+)?\p{L}[\p{L}\p{M}-]*)[.,]*\s+(.*\d.*)$/iu.exec(bare) ?? [];
  const [, start, after] = /^(.*\d.*?)[\s,(]+((?:dydd\s+)?\p{L}[\p{L}\p{M}-]*)[.)]*$/iu.exec(bare) ?? [];
  const first = before && monthOf(before) === undefined ? weekdayOf(before) : undefined;
  if (first !== undefined) return { bare: rest ?? '', weekday: first };
  const last = after && monthOf(after) === undefined ? weekdayOf(after) : undefined;
  return last === undefined ? { bare, weekday: undefined } : { bare: start ?? '', weekday: last };
}

const NUMBERS = /^(\d{1,4})\s?([./\- ])\s?(\d{1,2})\s?([./\- ])\s?(\d{1,4})\.?$/;

interface DateNumbers {
  parts: [number, number, number];
  digits: [number, number];
  separator: string;
}

/** The three numbers of a date that is written in numbers, with how many digits the outer two have, and what stands between them. */
export function numbersOf(bare: string): DateNumbers | undefined {
  const [, a = '', first, b, second, c = ''] = NUMBERS.exec(bare) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const separator = first === second ? first : first + second;
  return { parts: [Number(a), Number(b), Number(c)], digits: [a.length, c.length], separator };
}

/**
 * Reads a date: ISO, numbers, day and month by name in ten languages, or a spreadsheet's serial number. What reads two
 * ways and is not settled by how the file writes days, or by a day of the week, stays two dates; nothing is guessed.
 */
export function readDate(text: string, context: DateContext): ReadDate {
  if (ISO_DAY.test(text)) return isDay(text) ? { date: text } : undefined;
  if (SERIAL.test(text)) return readSerial(Number(text), context);
  const [, year, month, day] = /^(20\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year) return read([dateFrom(Number(year), Number(month), Number(day))]);
  const [, either, or] = EITHER.exec(text) ?? [];
  if (either !== undefined && or !== undefined) return read([either, or].filter(isAcceptedDate));
  const { bare, weekday } = partsOf(text);
  if (isAcceptedDate(bare)) {
    const days = daysOf(bare, context.timeZone);
    return days.every(isAcceptedDate) ? onWeekday(read(days), weekday) : undefined;
  }
  if (weekday === undefined) return readNumbers(bare, context) ?? readWords(bare, context.today);
  const found = onWeekday(
    readNumbers(bare, { ...context, ...UNKNOWN_STYLE }) ?? readWords(bare, context.today),
    weekday,
  );
  // Two readings on that day of the week: the order of the file counts.
  return found && 'candidates' in found ? (onWeekday(readNumbers(bare, context), weekday) ?? found) : found;
}

/** So shortly before midnight an instant may be the midnight of another time zone. */
const EVENING_MS = 4 * 3_600_000;
const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The days that ISO 8601 may mean. An instant with a zone is a day at the site, unless it may be one where it was
 * written.
 */
function daysOf(text: string, timeZone: string): string[] {
  const local = dateOf(text, timeZone);
  if (ISO_DAY.test(text) || !ZONED.test(text)) return [local];
  const at = instantOf(text, timeZone).getTime();
  const dayAt = (ms: number) => localDate(new Date(ms), timeZone);
  const isMidnight = dayAt(at - 1) !== local;
  return isMidnight ? [local] : [text.slice(0, 10), local, dayAt(at + EVENING_MS)];
}

// Of the days of all files there are few.
const DAYS = new Map<string, boolean>();
const MOST_DAYS = 40_000;
function isDay(text: string): boolean {
  const known = DAYS.get(text);
  if (known !== undefined) return known;
  if (DAYS.size > MOST_DAYS) DAYS.clear();
  const isAccepted = isAcceptedDate(text);
  DAYS.set(text, isAccepted);
  return isAccepted;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** What a workbook says of a day that a spreadsheet may have taken the wrong way round. */
const EITHER = /^(\d{4}-\d{2}-\d{2}) or (\d{4}-\d{2}-\d{2})$/;
/** A day of a column that a spreadsheet has half converted may be the other way round, too. */
export function readHalfConverted(text: string): ReadDate {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[ T]00:00(?::00(?:\.0+)?)?)?$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  return read([dateFrom(Number(year), Number(month), Number(day)), dateFrom(Number(year), Number(day), Number(month))]);
}

const UNKNOWN_STYLE: DateStyle = { dateOrder: null, yearPlace: null, countsFrom1900: false };

/** The reading that is on a day of the week; none is a contradiction. */
function onWeekday(found: ReadDate, weekday: number | undefined): ReadDate {
  if (!found || weekday === undefined) return found;
  const dates = 'date' in found ? [found.date] : found.candidates;
  return read(dates.filter((date) => Temporal.PlainDate.from(date).dayOfWeek === weekday));
}

/** A serial number is a day of two calendars, four years apart. */
export function readSerial(serial: number, { countsFrom1900, countsFrom1904 }: DateStyle): ReadDate {
  const day = Math.floor(serial);
  const days = [...(countsFrom1904 ? [] : [day]), ...(countsFrom1900 && !countsFrom1904 ? [] : [day + DAYS_FROM_1900_TO_1904])]; // prettier-ignore
  return read(days.filter((each) => each >= FIRST_SERIAL && each <= LAST_SERIAL).map(serialDate));
}

/** The date of a serial number that counts from 1900. */
export const serialDate = (serial: number): string =>
  new Date(SERIAL_ZERO + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);

/**
 * The local time of a serial number, whose fraction is the part of the day; spreadsheets round it, so this does to
 * seconds.
 */
export const serialTime = (serial: number): string =>
  new Date(SERIAL_ZERO + Math.round((serial * DAY_MS) / 1_000) * 1_000).toISOString().slice(0, 19);

function readNumbers(text: string, file: DateContext): ReadDate {
  const numbers = numbersOf(text);
  if (!numbers) return undefined;
  const isProved = file.separators?.includes(numbers.separator) ?? true;
  const context = isProved ? file : { ...file, dateOrder: null };
  const [[first, second, third], [firstDigits, lastDigits]] = [numbers.parts, numbers.digits];
  if (firstDigits === 4) return read([dateFrom(first, second, third)]);
  if (firstDigits > 2 || lastDigits === 3 || lastDigits === 1) return undefined;
  if (lastDigits === 2) return readShortYears(numbers.parts, context);
  return inOrder({ dmy: dateFrom(third, second, first), mdy: dateFrom(third, first, second) }, context);
}

/**
 * The reading in the order of the file; what cannot be read in it can only be meant in the other one, unless somebody
 * declared it.
 */
function inOrder(
  { dmy, mdy }: Record<'dmy' | 'mdy', string | undefined>,
  { dateOrder, isDeclared, isContradicted }: DateStyle,
): ReadDate {
  if (isContradicted && dmy !== undefined && mdy !== undefined) return read([dmy, mdy]);
  if (dateOrder === 'dmy') return read([dmy ?? (isDeclared ? undefined : mdy)]);
  if (dateOrder === 'mdy') return read([mdy ?? (isDeclared ? undefined : dmy)]);
  return read([dmy, mdy]);
}

/** Years of two digits are near, unless no reading is: those are left to a person who knows the century. */
function readShortYears([first, second, third]: [number, number, number], context: DateContext): ReadDate {
  const [last, ahead] = [2000 + third, 2000 + first];
  const yearLast = inOrder({ dmy: dateFrom(last, second, first), mdy: dateFrom(last, first, second) }, context);
  const readings = {
    last: yearLast === undefined ? [] : 'date' in yearLast ? [yearLast.date] : yearLast.candidates,
    first: [dateFrom(ahead, second, third)].flatMap((date) => date ?? []),
  };
  const { yearPlace } = context;
  const wanted = yearPlace && readings[yearPlace].length > 0 ? readings[yearPlace] : [...readings.last, ...readings.first]; // prettier-ignore
  const near = wanted.filter((date) => isNear(date, context.today));
  return read(near.length > 0 ? near : wanted);
}

/** Whether a date is so near that its year may have two digits. */
export const isNear = (date: string, today: string): boolean =>
  date <= addYears(today, YEARS_AHEAD) && date >= addYears(today, -YEARS_BACK);

const ORDINAL = '(?:st|nd|rd|th|er|ère|re|º|ª|o|e|\\.|ain|af|il|ydd|fed|eg)?';
const DAY_FIRST = new RegExp(`^(\\d{1,2})${ORDINAL}[ .\\-/]*(?:de |d[’'])?\\s*([\\p{L}\\p{M}]{3,})\\.?[ .,\\-/]*(?:de )?\\s*(\\d{4}|\\d{2})$`, 'iu'); // prettier-ignore
const MONTH_FIRST = new RegExp(`^([\\p{L}\\p{M}]{3,})\\.?[ .\\-/]*(\\d{1,2})${ORDINAL},?[ .\\-/]+(\\d{4})$`, 'iu');
const YEAR_FIRST = /^(\d{4})[ .\-/]*([\p{L}\p{M}]{3,})\.?[ .\-/]*(\d{1,2})\.?$/iu;

/** A day whose month is a word. 27 Sep 05 is of 2005, unless that is long ago and 5 September 2027 is not. */
function readWords(text: string, today: string): ReadDate {
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  const [, monthFirst, dayLast, yearLast] = MONTH_FIRST.exec(text) ?? [];
  const [, yearFirst, monthMiddle, dayBehind] = YEAR_FIRST.exec(text) ?? [];
  const named = month ?? monthFirst ?? monthMiddle;
  const number = named === undefined ? undefined : monthOf(named);
  if (number === undefined) return undefined;
  const days = Number(day ?? dayLast ?? dayBehind);
  const years = Number(year ?? yearLast ?? yearFirst);
  if (years > 99) return read([dateFrom(years, number, days)]);
  const [date, turned] = [dateFrom(2000 + years, number, days), dateFrom(2000 + days, number, years)];
  const isTurned = turned !== undefined && isNear(turned, today) && !(date !== undefined && isNear(date, today));
  return read(isTurned ? [date, turned] : [date]);
}

/** The instant at which a date begins in the site. */
export const startOfDay = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds);
