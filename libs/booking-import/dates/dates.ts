import { Temporal } from 'temporal-polyfill';
import { isAcceptedDate } from '#libs/core/time/site-time';
import {
  type DateContext,
  dateAmong,
  dateFrom,
  type ReadDate,
  UNKNOWN_STYLE,
} from '#libs/booking-import/dates/date-style';
import { daysOf, ISO_DAY, isDay, otherDays } from '#libs/booking-import/dates/iso-days';
import { datesOf, numbersAfterYear, partsOf, readNumbers, timed } from '#libs/booking-import/dates/numeric-dates';
import { readSerial, SERIAL } from '#libs/booking-import/dates/serial-dates';
import { readWords } from '#libs/booking-import/dates/worded-dates';
import { isByHand } from '#libs/matching/calendar-words';

/**
 * Reads a date: ISO, numbers, day and month by name in ten languages, or a spreadsheet's serial number. What reads two
 * ways and is not settled by how the file writes days, or by a day of the week, stays two dates; nothing is guessed.
 */
export function readDate(text: string, context: DateContext): ReadDate {
  if (ISO_DAY.test(text)) return isDay(text) ? { date: text } : undefined;
  if (SERIAL.test(text)) return atMinute(readSerial(Number(text), context), Math.round((Number(text) % 1) * MINUTES));
  const [, year, month, day] = /^(20\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year) return dateAmong([dateFrom(Number(year), Number(month), Number(day))]);
  const [, either, or] = EITHER.exec(text) ?? [];
  if (either !== undefined && or !== undefined) return dateAmong([either, or].filter(isAcceptedDate));
  const { bare, weekday } = partsOf(text);
  if (isAcceptedDate(bare)) {
    const days = daysOf(bare, context);
    return days.every(isAcceptedDate) ? onWeekday(dateAmong(days), weekday) : undefined;
  }
  const withTime = timed(bare);
  if (withTime) return onWeekday(atMinute(readDate(withTime.day, context), withTime.minute), weekday);
  if (weekday === undefined) return readNumbers(bare, context) ?? readWords(bare, context);
  const found = onWeekday(readNumbers(bare, { ...context, ...UNKNOWN_STYLE }) ?? readWords(bare, context), weekday);
  const usual = readNumbers(bare, { ...context, dateOrder: context.dateOrder ?? context.usualOrder ?? null });
  // Two readings on that day of the week: the order of the file counts.
  if (found && 'candidates' in found) return onWeekday(usual, weekday) ?? found;
  // The day of the week is against the order of the other dates: one of them is wrong.
  return found && usual && 'date' in usual ? dateAmong([found.date, usual.date]) : found;
}

const MINUTES = 24 * 60;
/** The days that a time of day may belong to: at night it is the one before, or the next one. */
function atMinute(found: ReadDate, minute: number): ReadDate {
  if (!found) return found;
  const days = 'date' in found ? [found.date] : found.candidates;
  return dateAmong([...days, ...days.flatMap((day) => otherDays(day, minute))]);
}

/** What a workbook says of a day that a spreadsheet may have taken the wrong way round. */
const EITHER = /^(\d{4}-\d{2}-\d{2}) or (\d{4}-\d{2}-\d{2})$/;
type Numbers = [year: number, month: number, day: number];

/** The days that a text can be as a spreadsheet shows what it took for a day: with the year first, whether or not there is such a day, with the month in words, or as a serial number. */
export function shownDays(text: string, context: DateContext): Numbers[] {
  const numbers = numbersAfterYear(text);
  if (numbers) return [numbers];
  if (isByHand(text)) return [];
  const found = SERIAL.test(text) ? readSerial(Number(text), context) : readWords(partsOf(timed(text)?.day ?? text).bare, context); // prettier-ignore
  return datesOf(found).map((day) => day.split('-').map(Number) as Numbers);
}

/** A day of a column that a spreadsheet has half converted may be the other way round, and so may one of a file that writes the day before the month. */
export function readHalfConverted(text: string, context: DateContext): ReadDate {
  const shown = shownDays(text, context);
  if (shown.length === 0) return undefined;
  const turned = shown.flatMap(([year, month, day]) => [dateFrom(year, month, day), dateFrom(year, day, month)]);
  const { weekday } = partsOf(text);
  // A spreadsheet shows the day of the week of what it took for the day, so that only another one says something.
  if (!onWeekday(dateAmong(shown.map((day) => dateFrom(...day))), weekday)) return readDate(text, context);
  return dateAmong([...datesOf(readDate(text, context)), ...turned]);
}

/** The reading that is on a day of the week; none is a contradiction. */
function onWeekday(found: ReadDate, weekday: number | undefined): ReadDate {
  if (!found || weekday === undefined) return found;
  const dates = 'date' in found ? [found.date] : found.candidates;
  return dateAmong(dates.filter((date) => Temporal.PlainDate.from(date).dayOfWeek === weekday));
}

/** The instant at which a date begins in the site. */
export const startOfDay = (date: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds);
