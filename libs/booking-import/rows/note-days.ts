import { localDate } from '#libs/core/time/site-time';
import { monthOf } from '#libs/matching/calendar-words';
import type { DateStyle } from '#libs/booking-import/dates/date-style';
import type { Normalized, ReadingSite } from '#libs/booking-import/rows/read-row';
import { isAcademicYear } from '#libs/booking-import/rows/short-notes';

const MOMENTS = ['departure_slot', 'parking_expiry', 'hold_until'] as const;

/** What a row says of its days. */
export type DaysInRow = Pick<Normalized, 'contract_start' | 'contract_end' | (typeof MOMENTS)[number]>;

/** The days of a row, with those of its moments. */
export function daysOf(row: DaysInRow, { timeZone }: ReadingSite): string[] {
  const all = [row.contract_start, row.contract_end, ...MOMENTS.map((field) => row[field])];
  return all.flatMap((each) => (each === null ? [] : each.length > 10 ? localDate(new Date(each), timeZone) : each));
}

/** A date in notes that is not one of some days: a day, a year, or an academic year. */
export const otherDate = (notes: string, days: readonly string[], calendar: ReadingSite): string | undefined =>
  /\d/.test(notes) ? (otherYear(notes, days) ?? otherDay(notes, days, calendar) ?? withYear(notes)) : undefined;

/** A day in notes, written with its month, that is not a day of a row. */
export const dayAgainst = (notes: string, row: DaysInRow, calendar: ReadingSite): string | undefined =>
  /\d/.test(notes) ? otherDay(notes, daysOf(row, calendar), calendar) : undefined;

const NUMBERS = /(?<![\p{L}\p{N}./:-])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([./-])(\d{1,2})(?:\5(\d{4}|\d{2}))?)(?![\p{N}%]|[:./-]\p{N})/gu; // prettier-ignore
const DAY_MONTH = /(?<!\p{N})(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?[ -]?(?:of |de )?(\p{L}{3,})(?!\p{L})/gu;
const MONTH_DAY =
  /(?<!\p{L})(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}]|[/.:-]\p{N}| ?(?:h|uhr|am|pm)(?!\p{L}))/giu;

/** 2028/29, AY 26/27 or 2027-28: an academic year, in which the row has no night. */
const ACADEMIC = /(?<![\p{N}./-])(?:20)?(\d{2})\s?[/\u2013-]\s?(?:20)?(\d{2})(?![\p{N}./-])/gu;
function otherYear(notes: string, days: readonly string[]): string | undefined {
  const years = days.map((day) => Number(day.slice(2, 4)));
  for (const [text, one, other] of notes.matchAll(ACADEMIC)) {
    const isYears = Number(other) === Number(one) + 1 && Number(one) > 15 && Number(one) < 60;
    if (isYears && years.length > 0 && !years.every((year) => year === Number(one) || year === Number(other)))
      return text;
  }
  return undefined;
}

/** A year of the next or the last decades that is no part of a longer number, or an academic year. */
const YEAR = /(?<![\p{L}\p{N}])(?<!\p{N}[\s()./-])(?:20[1-5]\d(?:\s?[/\u2013-]\s?(?:20)?\d{2})?|\d{2}\/\d{2})(?![\p{L}\p{N}]|[\s()./-]\p{N})/u; // prettier-ignore
const MOST_WORDS_OF_YEAR = 4;
const YEARS = /^(?:1[6-9]|[2-5]\d)\/\d{2}$/u;
const WHOLE_DAYS = [
  NUMBERS,
  ...[DAY_MONTH, MONTH_DAY].map(({ source }) => new RegExp(`${source}(?:,? \\d{4})?`, 'gu')),
];
const isDay = (text: string): boolean =>
  !YEARS.test(text) &&
  (!/\p{L}/u.test(text) || (text.match(/\p{L}+/gu) ?? []).some((word) => monthOf(word) !== undefined));

/** Few words about a year, which may be that the stay is only a part of it, or is not in it: `not 2027/28`, `Jan 2028 start`. The academic year alone says nothing. */
function withYear(notes: string): string | undefined {
  if (isAcademicYear(notes.trim())) return undefined;
  // Whole days are looked at above.
  const clauses = WHOLE_DAYS.reduce((text, days) => text.replace(days, (day) => (isDay(day) ? ' ' : day)), notes).split(/[.,;!?\r\n]+/u); // prettier-ignore
  return clauses
    .map((clause) => clause.trim())
    .find((clause) => {
      const [year = ''] = YEAR.exec(clause) ?? [];
      const [, one, other] = /(\d{2})\D+(?:20)?(\d{2})$/u.exec(year) ?? [];
      const isYear = year !== '' && (one === undefined || Number(other) === Number(one) + 1);
      return isYear && !isAcademicYear(clause) && clause.split(/\s+/u).length <= MOST_WORDS_OF_YEAR;
    });
}

/** Before the day of a payment, a paper or a birth, which says nothing of the stay: `deposit paid 01/08`. */
const PAID =
  /(?<!\p{L})(?:paid(?: deposit| in full| by \p{L}+)?|received|sent|signed|inspected|cleaned|ordered|due|birthday|dob|d\.o\.b\.|born|(?:be|ge)zahlt|überwiesen|unterschrieben|signé|geb\.|geboren|payée?|versée?|née?|pagad[oa]|abonad[oa]|nacid[oa]|pagat[oa]|versat[oa]|nat[oa]|betaald|pag[oa]|nascid[oa]|wpłacon[oay]|zapłacon[oay]|podpisan[oay]|firmad[oa]|firmat[oa]|assinad[oa]|getekend|ur\.|talwyd|dalu)(?: (?:on|am|le|el|il|op|em|dnia))?[ :]*$/iu;
const withoutPayments = (notes: string): string =>
  WHOLE_DAYS.reduce(
    (text, days) =>
      text.replace(days, (day, ...more) => (isDay(day) && PAID.test(text.slice(0, more.at(-2))) ? ' ' : day)),
    notes,
  );

/** A day in notes that is not a day of the row, in the order of the file or, if that is not known, in any. */
function otherDay(written: string, days: readonly string[], { dateOrder, separators }: DateStyle): string | undefined {
  const notes = withoutPayments(written);
  const isOwn = (year: string | undefined, month: number, day: number) =>
    days.some((each) => Number(each.slice(5, 7)) === month && Number(each.slice(8)) === day && each.slice(0, 4).endsWith(year ?? '')); // prettier-ignore
  const isPossible = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
  for (const match of notes.matchAll(NUMBERS)) {
    const { 0: text, index } = match;
    const [, isoYear, isoMonth, isoDay, one, sign, other, year] = match;
    if (isoYear !== undefined) {
      if (!isOwn(isoYear, Number(isoMonth), Number(isoDay))) return text;
      continue;
    }
    const [first, second] = [Number(one), Number(other)];
    // "1.5" is a number; "1.5." and "01.05" are days.
    if (year === undefined && sign === '.' && !/\b0/.test(text) && notes[index + text.length] !== '.') continue;
    // "2-3 bags" is a number of bags, and "24/7" is always.
    if (year === undefined && (sign === '-' || text === '24/7')) continue;
    if (!isPossible(second, first) && !isPossible(first, second)) continue;
    const order = separators?.includes(sign ?? '') === false ? null : dateOrder;
    const isMeant = (order !== 'mdy' && isOwn(year, second, first)) || (order !== 'dmy' && isOwn(year, first, second));
    if (!isMeant) return text;
  }
  const worded = [
    ...[...notes.matchAll(DAY_MONTH)].map(([text, day, month]) => [text, day, month] as const),
    ...[...notes.matchAll(MONTH_DAY)].map(([text, month, day]) => [text, day, month] as const),
  ];
  for (const [text, day, word] of worded) {
    const month = monthOf(word ?? '');
    if (month !== undefined && !isOwn(undefined, month, Number(day))) return text;
  }
  return undefined;
}
