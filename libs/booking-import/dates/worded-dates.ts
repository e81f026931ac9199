import { type DateContext, dateFrom, isNear, dateAmong, type ReadDate } from '#libs/booking-import/dates/date-style';
import { monthsOf } from '#libs/matching/calendar-words';

const ORDINAL = '(?:st|nd|rd|th|er|ère|re|º|ª|o|e|\\.|ain|af|il|ydd|fed|eg)?';
const DAY_FIRST = new RegExp(`^(\\d{1,2}${ORDINAL})[ .\\-/]*(?:de |of |d[’'])?\\s*([\\p{L}\\p{M}]{3,})\\.?[ .,\\-/]*(?:de )?\\s*(\\d{4}|[’']?\\d{2})$`, 'iu'); // prettier-ignore
const MONTH_FIRST = new RegExp(`^([\\p{L}\\p{M}]{3,})\\.?[ .\\-/]*(\\d{1,2}${ORDINAL}),?[ .\\-/]+(\\d{4})$`, 'iu');
const YEAR_FIRST = /^(\d{4})[ .\-/]*([\p{L}\p{M}]{3,})\.?[ .\-/]*(\d{1,2})\.?$/iu;

const ROMAN_MONTHS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
/** As Polish and Hungarian write months: 10.IX.2027. */
const ROMAN = new RegExp(`^(?<day>\\d{1,2})[ .\\-/]+(?<month>${ROMAN_MONTHS.join('|')})[ .\\-/]+(?<year>\\d{4})$`, 'u');
/** As Chinese and Japanese write days. */
const SIGNS = /^(?<year>\d{4})年\s?(?<month>\d{1,2})月\s?(?<day>\d{1,2})日$/u;

/** A day whose month is a word. 27 Sep 05 is of 2005, unless that is long ago and 5 September 2027 is not. */
export function readWords(text: string, { today, monthLanguages }: DateContext): ReadDate {
  const clear = (ROMAN.exec(text) ?? SIGNS.exec(text))?.groups;
  if (clear) {
    const month = ROMAN_MONTHS.indexOf(clear.month ?? '') + 1 || Number(clear.month);
    return dateAmong([dateFrom(Number(clear.year), month, Number(clear.day))]);
  }
  const [, day, month, year] = DAY_FIRST.exec(text) ?? [];
  const [, monthFirst, dayLast, yearLast] = MONTH_FIRST.exec(text) ?? [];
  const [, yearFirst, monthMiddle, dayBehind] = YEAR_FIRST.exec(text) ?? [];
  const named = month ?? monthFirst ?? monthMiddle;
  const months = named === undefined ? [] : monthsOf(named, monthLanguages);
  const ordinal = day ?? dayLast ?? dayBehind ?? '';
  if (!hasOwnSuffix(ordinal)) return undefined;
  const days = Number.parseInt(ordinal, 10);
  const years = Number((year ?? yearLast ?? yearFirst)?.replace(/^[’']/u, '20'));
  if (years > 99) return dateAmong(months.map((month) => dateFrom(years, month, days)));
  return dateAmong(
    months.flatMap((month) => {
      const [date, turned] = [dateFrom(2000 + years, month, days), dateFrom(2000 + days, month, years)];
      const isTurned = turned !== undefined && isNear(turned, today) && !(date !== undefined && isNear(date, today));
      return isTurned ? [date, turned] : [date];
    }),
  );
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
