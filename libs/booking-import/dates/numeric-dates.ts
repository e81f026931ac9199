import {
  type DateContext,
  dateFrom,
  type DateStyle,
  isNear,
  dateAmong,
  type ReadDate,
} from '#libs/booking-import/dates/date-style';
import type { DateOrder } from '#libs/core/time/date-orders';
import { monthOf, weekdayOf } from '#libs/matching/calendar-words';

/**
 * A date without midnight and without the day of the week before or after it; `weekday` is that day, from 1 for Monday.
 */
export function partsOf(text: string): { bare: string; weekday: number | undefined } {
  const bare = text
    .replace(/[ T]+0?0:00(:00(\.0+)?)?$/, '')

    .trim();
  const [, before, rest] = /^((?:dydd\s+)?\p{L}[\p{L}\p{M}-]*)[.,]*\s+(.*\d.*)$/iu.exec(bare) ?? [];
  const [, start, after] = /^(.*\d.*?)[\s,(]+((?:dydd\s+)?\p{L}[\p{L}\p{M}-]*)[.)]*$/iu.exec(bare) ?? [];
  // Before three numbers, a word that may be a month is a day of the week: mar. 14/09/2027.
  const isWeekday = before !== undefined && (monthOf(before) === undefined || numbersOf(rest ?? '') !== undefined);
  const first = isWeekday ? weekdayOf(before) : undefined;
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

/** The three numbers of a date that is written in numbers, the number of digits of the outer two, and the characters between them. */
export function numbersOf(bare: string): DateNumbers | undefined {
  const [, a = '', first, b, second, c = ''] = NUMBERS.exec(bare) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const separator = first === second ? first : first + second;
  return { parts: [Number(a), Number(b), Number(c)], digits: [a.length, c.length], separator };
}

const TIME = /[ T,]+(\d{1,2})(?::(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?| ?([ap])\.?m\.?)$/i;
/** What is before a time of day, and its minute; undefined for a text that ends with none, or with one that no clock shows. */
export function timed(text: string): { day: string; minute: number } | undefined {
  const [found, hours = '', minutes = '00', ofMinutes, ofHour] = TIME.exec(text) ?? [];
  if (found === undefined) return undefined;
  const half = ofMinutes ?? ofHour;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const isTime = hour < 24 && Number(minutes) < 60 && (half === undefined || (Number(hours) > 0 && Number(hours) < 13));
  return isTime ? { day: text.slice(0, -found.length), minute: hour * 60 + Number(minutes) } : undefined;
}

/** The numbers of a date, of whatever time of the day. */
export const numbersOfDay = (text: string): DateNumbers | undefined =>
  numbersOf(partsOf(timed(text)?.day ?? text).bare);

/** The numbers of a date with the year at the end, or with a short one. */
export function numbersWithoutTime(text: string): DateNumbers | undefined {
  const numbers = numbersOfDay(text);
  return numbers && numbers.digits[0] <= 2 ? numbers : undefined;
}

/** The numbers of a date that begins with its year, of whatever time of the day. */
export function numbersAfterYear(text: string): DateNumbers['parts'] | undefined {
  const numbers = numbersOfDay(text.replace(/^(20\d{2})(\d{2})(\d{2})$/, '$1-$2-$3').replace(/T.*$/, ''));
  return numbers?.digits[0] === 4 ? numbers.parts : undefined;
}

/** The days that three numbers with a year of two digits may be. */
export const shortDays = ([first, second, third]: DateNumbers['parts']): Record<DateOrder, string | undefined> => ({
  dmy: dateFrom(2000 + third, second, first),
  mdy: dateFrom(2000 + third, first, second),
  ymd: dateFrom(2000 + first, second, third),
});

/** Reads a date that is written in numbers only. */
export function readNumbers(text: string, file: DateContext): ReadDate {
  const numbers = numbersOf(text);
  if (!numbers) return undefined;
  const isProved = file.separators?.includes(numbers.separator) ?? true;
  const context = isProved ? file : { ...file, dateOrder: null, yearPlace: null };
  const [[first, second, third], [firstDigits, lastDigits]] = [numbers.parts, numbers.digits];
  if (firstDigits === 4) return dateAmong([dateFrom(first, second, third)]);
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
  if (isContradicted && dmy !== undefined && mdy !== undefined) return dateAmong([dmy, mdy]);
  if (dateOrder === 'dmy') return dateAmong([dmy ?? (isDeclared ? undefined : mdy)]);
  if (dateOrder === 'mdy') return dateAmong([mdy ?? (isDeclared ? undefined : dmy)]);
  return dateAmong([dmy, mdy]);
}

/**
 * Years of two digits are near, unless no reading is: those are left to a person who knows the century. What is near is no reading against the one that
 * the order of the site has, however long ago that is, unless the file or somebody says that its order is another one.
 */
function readShortYears(parts: DateNumbers['parts'], context: DateContext): ReadDate {
  const days = shortDays(parts);
  const inLast = (style: DateStyle) => datesOf(inOrder(days, style));
  const readings = { last: inLast(context), first: datesOf(dateAmong([days.ymd])) };
  const { yearPlace } = context;
  const wanted = yearPlace && readings[yearPlace].length > 0 ? readings[yearPlace] : [...readings.last, ...readings.first]; // prettier-ignore
  const near = wanted.filter((date) => isNear(date, context.today));
  const found = near.length > 0 ? near : wanted;
  if (context.siteOrder === undefined || context.isDeclared) return dateAmong(found);
  const { siteOrder, dateOrder } = context;
  const usual = siteOrder === 'ymd' ? readings.first : inLast({ ...context, dateOrder: dateOrder ?? siteOrder });
  return dateAmong([...found, ...usual]);
}

/** All dates that a cell can mean. */
export const datesOf = (found: ReadDate): string[] =>
  found === undefined ? [] : 'date' in found ? [found.date] : found.candidates;
