import type { DateContext } from '#libs/booking-import/dates/date-style';
import { readDate } from '#libs/booking-import/dates/dates';
import { timed } from '#libs/booking-import/dates/numeric-dates';
import { readSerial, SERIAL } from '#libs/booking-import/dates/serial-dates';
import {
  addDays,
  instantOf,
  isAcceptedInstant,
  isSkipped,
  laterInstantOf,
  startOfDay,
} from '#libs/core/time/site-time';
import { DAYS_FROM_1900_TO_1904, serialDate, serialTime } from '#libs/core/time/spreadsheet-days';

/** An instant; of a day without a time of day it is the beginning. */
interface ReadInstant {
  at: string;
  /** The day, if that is all that the text says. */
  day?: string;
}

// People write from when to when like this; programs that write an offset write seconds, or a T before the time.
const RANGE = /^\S+ \d{2}:\d{2}-\d{2}:\d{2}$/;

/**
 * Reads an instant: RFC 3339, a date that `readDate` reads with a time of day after it (midnight without one), or a
 * spreadsheet's serial number, the fraction of which is the time of day.
 */
export function readInstant(text: string, context: DateContext): ReadInstant | { candidates: string[] } | undefined {
  const { timeZone } = context;
  if (SERIAL.test(text)) {
    const found = readSerial(Number(text), context);
    if (!found || 'candidates' in found) return found;
    const shift = found.date === serialDate(Number(text)) ? 0 : DAYS_FROM_1900_TO_1904;
    const at = instantOf(serialTime(Number(text) + shift), timeZone).toISOString();
    return Number.isInteger(Number(text)) ? { at, day: found.date } : { at };
  }
  const rfc = text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
  if (/T/i.test(rfc) && !RANGE.test(text) && isAcceptedInstant(rfc)) return instantsOf(rfc, timeZone);
  const [, day = text, hour, minute = '00', second = '00'] =
    /^(.+?)[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  // What is left of a time that could not be read is no day.
  const found = timed(day) ? undefined : readDate(day, context);
  if (!found || 'candidates' in found) return found;
  if (hour === undefined) return { at: startOfDay(found.date, timeZone).toISOString(), day: found.date };
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`;
  return isAcceptedInstant(`${found.date}T${time}`) ? instantsOf(`${found.date}T${time}`, timeZone) : undefined;
}

/** The instants of a time of the site: none that the clocks leave out, and two when they go back. Midnight is a day, which begins once. */
function instantsOf(text: string, timeZone: string): { at: string } | { candidates: string[] } | undefined {
  const [first, second] = [instantOf(text, timeZone), laterInstantOf(text, timeZone)].map((at) => at.toISOString()) as [string, string]; // prettier-ignore
  if (/T00:00(:00)?$/.test(text)) return { at: first };
  if (isSkipped(text, timeZone)) return undefined;
  return first === second ? { at: first } : { candidates: [first, second] };
}

const SECOND_MS = 1_000;
/** The last second of a day: what ends on a day has that day. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(startOfDay(addDays(day, 1), timeZone).getTime() - SECOND_MS).toISOString();
