import { addDays, addYears, isBirthDate } from '#libs/core/time/site-time';
import { isByHand, languagesOf, monthsOf } from '#libs/matching/calendar-words';
import { LEAST_COUNTED, runsOf } from '#libs/matching/next-value';
import { type NumberOrder, provedOrder } from '#libs/matching/proved-order';
import type { ReadRow } from '#libs/students/import/rows';
import { open, type Verdict } from '#libs/students/import/verdicts';

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
// 3 April 2005, 3rd of Apr. 2005, 3-Apr-2005; April 3, 2005; 2005 April 3
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th|er|º|ª|\\.)?';
const WORDS = new RegExp(
  `^(?:${ORDINAL}[ .\\-/]*(?:of |de |d[’'])?(\\p{L}{3,})\\.?,?[ \\-/]*(?:de )?(\\d{4})|(\\p{L}{3,})\\.?[ \\-/]*${ORDINAL},?[ \\-/]+(\\d{4})|(\\d{4})[ \\-/]+(\\p{L}{3,})\\.?[ \\-/]+(\\d{1,2}))\\.?$`,
  'iu',
);
const NUMBERS = /^(\d{1,2})\s?([./\- ])\s?(\d{1,2})\s?[./\- ]\s?(\d{4})\.?$/;

/** A list with such a day, 2005-13-04, may have turned all of them round, if none has its month there. */
const DAY_BEFORE_MONTH = /^\d{4}-(?:1[3-9]|2\d|3[01])-(?:0\d|1[0-2])(?:[T ]|$)/;
const MONTH_BEFORE_DAY = /^\d{4}-(?:0\d|1[0-2])-(?:1[3-9]|2\d|3[01])(?:[T ]|$)/;
/** A day that a spreadsheet may have turned round. */
const TURNABLE = /^\d{4}-(?:0\d|1[0-2])-(?:0\d|1[0-2])(?:[T ]|$)/;
const turned = (iso: string): string => iso.replace(/-(\d{2})-(\d{2})$/, '-$2-$1');

/**
 * Whether a spreadsheet may have turned the days round that it took for days, and left the others as texts: each of the first could be turned,
 * and none of the others.
 */
function isHalfConverted(texts: readonly string[], languages: string[]): boolean {
  const days = texts.flatMap((text) => (isByHand(text) ? [] : (shownDay(text, languages) ?? [])));
  const numbers = texts.filter((text) => NUMBERS.test(text));
  const isTurnable = (text: string) => {
    const [, first, , second] = NUMBERS.exec(text) ?? [];
    return Number(first) <= 12 && Number(second) <= 12;
  };
  return days.length > 0 && days.every((day) => TURNABLE.test(day)) && numbers.length > 0 && !numbers.some(isTurnable);
}

const written = (year: string, month: string, day: string) =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** The days that a cell can mean, by the order in which it would be written. */
function readingsOf(
  text: string,
  today: string,
  languages: string[],
  isTurned: (text: string) => boolean,
): Partial<Record<NumberOrder, string>> {
  const read = shownDay(text, languages);
  const [, first = '', , second = '', year = ''] = NUMBERS.exec(text) ?? [];
  const days = read
    ? { dmy: read, mdy: isTurned(text) ? turned(read) : read }
    : { dmy: written(year, second, first), mdy: written(year, first, second) };
  return Object.fromEntries(Object.entries(days).filter(([, day]) => isBirthDate(day) && day <= today));
}

/** What programs make of nothing. */
const NO_DAYS: readonly string[] = ['1900-01-01', '1904-01-01', '1970-01-01'];
const LEAST_AGE = 10;

/** Refuses new dates that stand for none, and those of children. A wrong date is worse than none, because it refuses the right one later. */
export function refuseUnlikelyBirths(verdicts: Verdict[], today: string): void {
  const latest = `${Number(today.slice(0, 4)) - LEAST_AGE}${today.slice(4)}`;
  for (const verdict of open(verdicts)) {
    const born = verdict.row.date_of_birth;
    const isUnlikely = born !== null && (born > latest || NO_DAYS.includes(born));
    if (isUnlikely && born !== verdict.known?.date_of_birth) verdict.cause = 'invalid_date';
  }
}

/** Refuses new dates that a spreadsheet made when one was dragged down: the same one, the next day or the same day of the next year, from row to row. */
export function refuseDraggedBirths(verdicts: Verdict[]): void {
  const rows = verdicts.map((verdict) => ({ verdict, value: verdict.row.date_of_birth }));
  const ofOthers = rows.filter(({ verdict }, at) => verdict.person !== verdicts[at - 1]?.person);
  const dragged = runsOf(ofOthers, (above, born) => born === above || born === addDays(above, 1) || born === addYears(above, 1)); // prettier-ignore
  for (const { verdict, value } of dragged.filter(({ length }) => length >= LEAST_COUNTED).flat())
    if (verdict.cause === null && value !== verdict.known?.date_of_birth) verdict.cause = 'invalid_date';
}

/** The day of a text with the year first or a month in words; undefined if the word is another month in another language. */
function shownDay(text: string, languages: string[]): string | undefined {
  const [, iso] = ISO.exec(text) ?? [];
  if (iso !== undefined) return iso;
  const [, day, month, year, monthFirst, dayNext, yearLast, yearFirst, monthNext, dayLast] = WORDS.exec(text) ?? [];
  const [number, ...others] = monthsOf(month ?? monthFirst ?? monthNext ?? '', languages);
  if (number === undefined || others.length > 0) return undefined;
  return written(year ?? yearLast ?? yearFirst ?? '', String(number), day ?? dayNext ?? dayLast ?? '');
}

/** What parts the numbers of a day. */
const separatorOf = (text: string | null | undefined): string | undefined => NUMBERS.exec(text ?? '')?.[2];
const isSure = ({ dmy, mdy }: Partial<Record<NumberOrder, string>>): boolean => dmy === mdy || !dmy || !mdy;

/**
 * Rows with the dates of birth as days. A day that reads two ways is read as the others of the list with the same sign between their numbers are
 * written; where they prove nothing it is refused, since the site says how its house writes, and not who made the list. So is what is no day from 1900
 * until today.
 */
export function withBirthDates(
  rows: ReadRow[],
  { siteOrder, today }: { siteOrder: string | null; today: string },
): ReadRow[] {
  const texts = rows.flatMap(({ date_of_birth: text }) => text ?? []);
  const languages = languagesOf(new Set(texts.flatMap((text) => text.match(/\p{L}{3,}/gu) ?? [])));
  const has = (form: RegExp) => texts.some((text) => form.test(text));
  const [isDayNext, isHalf] = [has(DAY_BEFORE_MONTH) && !has(MONTH_BEFORE_DAY), isHalfConverted(texts, languages)];
  const isTurned = (text: string) => (isDayNext && ISO.test(text)) || (isHalf && !isByHand(text));
  const cells = rows.map(({ date_of_birth: text }) =>
    text === null ? null : readingsOf(text, today, languages, isTurned),
  );
  // A line that is there twice proves as much as once.
  const proving = (order: NumberOrder, other: NumberOrder) =>
    new Set(
      cells.flatMap((cell, n) => {
        const text = rows[n]?.date_of_birth;
        return cell?.[order] && !cell[other] && separatorOf(text) ? [text] : [];
      }),
    );
  const proofs = { dmy: proving('dmy', 'mdy'), mdy: proving('mdy', 'dmy') };
  const order = provedOrder({ dmy: proofs.dmy.size, mdy: proofs.mdy.size }, siteOrder);
  const separators = new Set(order === null ? [] : [...proofs[order]].map(separatorOf));
  return rows.map((row, n) => {
    const cell = cells[n];
    if (!cell) return row;
    const sign = separatorOf(row.date_of_birth);
    const proved = order && sign && separators.has(sign) ? cell[order] : undefined;
    const date = isSure(cell) ? (cell.dmy ?? cell.mdy) : proved;
    const cause = isSure(cell) ? 'invalid_date' : 'ambiguous_date';
    return { ...row, date_of_birth: date ?? null, cause: row.cause ?? (date ? null : cause) };
  });
}
