import { isNeutral, sheetWords } from '#libs/core/csv/sheet-names';
import { monthOf } from '#libs/matching/calendar-words';
import { LocationIndex, readLocationIndex } from '#libs/matching/location-index';
import type { Sql } from '#libs/core/database/transaction';

/** What the name of a sheet is compared with. */
export interface SheetRows {
  /** The first days of the rows, as far as they can be read. */
  days: readonly string[];
  /** The rooms that the rows name. */
  rooms: Iterable<string>;
}

/** Those names of sheets that say something of their rows. */
export async function sayingSheets(
  sql: Sql,
  { id, name }: { id: string; name: string },
  titles: readonly string[],
  rows: SheetRows,
): Promise<ReadonlySet<string>> {
  const saying = (all: readonly string[], rooms: LocationIndex) => all.filter((title) => !isPlainSheet(title, { name, rooms }, rows)); // prettier-ignore
  return new Set(titles.length === 0 ? [] : saying(titles, await readLocationIndex(sql, id)));
}

const YEAR = /^(?:19|20)\d{2}$/;
/** An academic year begins in June at the earliest, and nobody arrives for it after the next July. */
const [FIRST_MONTH, LAST_MONTH] = ['06', '07'];
const MOST_WORDS = 12;

/**
 * Whether the name of a sheet says nothing that its rows do not say: it is what programs call sheets, or what lists of people and stays are called, a
 * year or a month in which all of them arrive, the site, or a location in which all of their rooms are. Anything else may be the reason that they
 * are in a sheet of their own: `Leavers`, `Draft`, `2019`.
 */
function isPlainSheet(name: string, site: { name: string; rooms: LocationIndex }, rows: SheetRows): boolean {
  if (hasPart(name, rows.days) || hasOtherDay(name, rows.days)) return false;
  const title = name.toLowerCase().replace(site.name.toLowerCase(), ' ');
  const words = sheetWords(title);
  if (!words || words.length > MOST_WORDS) return false;
  const isSaid = [...words.keys()].map((index) => isNeutral(words[index] ?? '') || isOfDays(words, index, rows.days));
  if (namesOtherPlace(words, site.rooms, rows.rooms)) return false;
  if (!isSaid.includes(false)) return true;
  // The other words have to be one location, together with words next to them that may be parts of its name.
  const [first, last] = [isSaid.indexOf(false), isSaid.lastIndexOf(false)];
  for (let from = 0; from <= first; from++)
    for (let to = last + 1; to <= words.length; to++)
      if (isTheirPlace(words.slice(from, to).join(' '), site.rooms, rows.rooms)) return true;
  return false;
}

/** Term 2, Week 3, 26-27: a part of a year, or a year, that the rows do not say. */
const PART =
  /\b(?:term|terms|semester|week|woche|year|jahr|semestre|semaine|semana|a\u00f1o|settimana|anno|jaar|ano|rok|tydzie\u0144)\W*\d|(?<!\d)(\d{2})\s?[-\u2013/]\s?(\d{2})(?!\d)/iu;
function hasPart(name: string, days: readonly string[]): boolean {
  const [found, one, other] = PART.exec(name) ?? [];
  if (found === undefined || one === undefined) return found !== undefined;
  return Number(other) === Number(one) + 1 && !(days.length > 0 && areWithin(days, 2000 + Number(one)));
}

/** 19 Sept and 19.9.27: a day on which not all rows arrive. */
const WORDED_DAY = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?\s*(\p{L}{3,})/u;
const NUMBERED_DAY = /(?<!\d)(\d{1,2})([./-])(\d{1,2})(?:\2(?:20)?(\d{2})(?!\d))?(?!\d)/u;
function hasOtherDay(name: string, days: readonly string[]): boolean {
  const [, wordedDay, word = ''] = WORDED_DAY.exec(name) ?? [];
  const month = wordedDay === undefined ? undefined : monthOf(word);
  if (month !== undefined) return !days.every((day) => day.slice(5) === dayOf(month, Number(wordedDay)));
  const [, one, , other, year] = NUMBERED_DAY.exec(name) ?? [];
  // 27-28 is no day.
  if (one === undefined || other === undefined || Math.min(Number(one), Number(other)) > 12) return false;
  const either = [dayOf(Number(other), Number(one)), dayOf(Number(one), Number(other))];
  return !days.every((day) => either.includes(day.slice(5)) && (year ?? day.slice(2, 4)) === day.slice(2, 4));
}
const dayOf = (month: number, day: number): string =>
  `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Whether words of a name are the name of a location in which not all rooms are: 2 in a site with a house 2, and Garden. */
function namesOtherPlace(words: readonly string[], index: LocationIndex, rooms: Iterable<string>): boolean {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_PLACE); to++) {
      const text = words.slice(from, to).join(' ');
      // A part of a longer name is no name: Court in Elm Court.
      if (isPlace(text, index) && !isTheirPlace(text, index, rooms) && !isInLonger(words, from, to, index)) return true;
    }
  return false;
}
const LONGEST_PLACE = 4;
/** Short numbers are those of sheets more often than of rooms, and longer ones may be years. */
const isRoomNumber = (text: string): boolean => /\d/.test(text) && /\p{L}.*\p{L}|\p{L} ?\d{2}|\d{3}/u.test(text) && !YEAR.test(text); // prettier-ignore
const isPlace = (text: string, index: LocationIndex): boolean =>
  index.meant(text).called.some(({ row }) => !row.allocatable || isRoomNumber(text));
function isInLonger(words: readonly string[], first: number, end: number, index: LocationIndex): boolean {
  for (let from = 0; from <= first; from++)
    for (let to = end; to <= Math.min(words.length, from + LONGEST_PLACE); to++)
      if (to - from > end - first && isPlace(words.slice(from, to).join(' '), index)) return true;
  return false;
}

function isTheirPlace(text: string, index: LocationIndex, rooms: Iterable<string>): boolean {
  const places = index.meant(text).called;
  if (places.length === 0) return false;
  for (const room of rooms) {
    const { only } = index.find(room);
    if (only && !places.some(({ row }) => index.isWithin(only, row))) return false;
  }
  return true;
}

/** Whether a word is a year or a month in which all rows begin. */
function isOfDays(words: readonly string[], index: number, days: readonly string[]): boolean {
  const word = words[index] ?? '';
  if (days.length === 0) return false;
  if (YEAR.test(word)) {
    const [next, before] = [words[index + 1], words[index - 1]];
    if (isYearAfter(word, next)) return areWithin(days, Number(word));
    if (before !== undefined && YEAR.test(before) && isYearAfter(before, word)) return areWithin(days, Number(before));
    return days.every((day) => day.startsWith(word));
  }
  if (/\d/.test(word)) return false;
  const months = new Set(words.map((each) => (/\d/.test(each) ? undefined : monthOf(each))));
  return monthOf(word) !== undefined && days.every((day) => months.has(Number(day.slice(5, 7))));
}

const isYearAfter = (year: string, word = ''): boolean =>
  [String(Number(year) + 1), String(Number(year) + 1).slice(2)].includes(word);

const areWithin = (days: readonly string[], year: number): boolean =>
  days.every((day) => day >= `${year}-${FIRST_MONTH}` && day < `${year + 1}-${LAST_MONTH}-32`);
