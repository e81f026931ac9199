import { dateFrom, isNear, dateAmong, type ReadDate } from '#libs/booking-import/dates/date-style';
import { monthOf } from '#libs/matching/calendar-words';

const ORDINAL = '(?:st|nd|rd|th|er|ère|re|º|ª|o|e|\\.|ain|af|il|ydd|fed|eg)?';
const DAY_FIRST = new RegExp(`^(\\d{1,2}${ORDINAL})[ .\\-/]*(?:de |d[’'])?\\s*([\\p{L}\\p{M}]{3,})\\.?[ .,\\-/]*(?:de )?\\s*(\\d{4}|\\d{2})$`, 'iu'); // prettier-ignore
const MONTH_FIRST = new RegExp(`^([\\p{L}\\p{M}]{3,})\\.?[ .\\-/]*(\\d{1,2}${ORDINAL}),?[ .\\-/]+(\\d{4})$`, 'iu');
const YEAR_FIRST = /^(\d{4})[ .\-/]*([\p{L}\p{M}]{3,})\.?[ .\-/]*(\d{1,2})\.?$/iu;

/** A day whose month is a word. 27 Sep 05 is of 2005, unless that is long ago and 5 September 2027 is not. */
export function readWords(text: string, today: string): ReadDate {
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  const [, monthFirst, dayLast, yearLast] = MONTH_FIRST.exec(text) ?? [];
  const [, yearFirst, monthMiddle, dayBehind] = YEAR_FIRST.exec(text) ?? [];
  const named = month ?? monthFirst ?? monthMiddle;
  const number = named === undefined ? undefined : monthOf(named);
  if (number === undefined) return undefined;
  const ordinal = day ?? dayLast ?? dayBehind ?? '';
  if (!hasOwnSuffix(ordinal)) return undefined;
  const days = Number.parseInt(ordinal, 10);
  const years = Number(year ?? yearLast ?? yearFirst);
  if (years > 99) return dateAmong([dateFrom(years, number, days)]);
  const [date, turned] = [dateFrom(2000 + years, number, days), dateFrom(2000 + days, number, years)];
  const isTurned = turned !== undefined && isNear(turned, today) && !(date !== undefined && isNear(date, today));
  return dateAmong(isTurned ? [date, turned] : [date]);
}

/** Whether an English ending is that of the number: in `2st` a digit was lost, or is another one. */
function hasOwnSuffix(ordinal: string): boolean {
  const [, number, suffix] = /^(\d+)(st|nd|rd|th)$/i.exec(ordinal) ?? [];
  if (number === undefined || suffix === undefined) return true;
  const isTeen = /1\d$/.test(number);
  const own = (!isTeen && ENDINGS[Number(number.slice(-1))]) || 'th';
  return own === suffix.toLowerCase();
}
const ENDINGS: Record<number, string> = { 1: 'st', 2: 'nd', 3: 'rd' };
