import { addTo } from '#libs/core/collections/grouped';
import { localDate } from '#libs/core/time/site-time';
import { monthOf } from '#libs/matching/calendar-words';
import type { LocationIndex } from '#libs/matching/location-index';
import type { LocationRow } from '#libs/matching/location-tree';
import { nameOf, type PersonName } from '#libs/matching/person-name';
import { PERSON_CELLS, ROOM_CELLS } from '#libs/booking-import/columns/columns';
import type { Draft } from '#libs/booking-import/draft';
import type { Surroundings } from '#libs/booking-import/matching/match-rows';
import { claimIn, takesBack } from '#libs/booking-import/rows/note-claims';
import { isAcademicYear } from '#libs/booking-import/rows/short-notes';

const MOST_WORDS = 60;
/** Whom and where the row means: said again, it is no other. */
const OTHERS = [...PERSON_CELLS, ...ROOM_CELLS];

/** The words of notes that speak against other cells of their row: by what they say, or with a day, a room or a person that is another one. */
export function againstNotes(draft: Draft, { rooms, people, file, calendar }: Surroundings): string | null {
  const { notes } = draft.normalized;
  if (notes === null || OTHERS.some((field) => draft.normalized[field] === notes)) return null;
  const own = [draft.normalized.contract_start, draft.normalized.contract_end, ...MOMENTS.map((field) => draft.normalized[field] ?? null)]; // prettier-ignore
  const days = own.flatMap((each) => (each === null ? [] : each.length > 10 ? localDate(new Date(each), calendar.timeZone) : each)); // prettier-ignore
  const words = notes.split(/[\s,;:!?()"“”„]+/u).map((word) => word.replace(/^['’.]+|['’.]+$/gu, '')).filter(Boolean).slice(0, MOST_WORDS); // prettier-ignore
  const ofDays = /\d/.test(notes) ? (otherYear(notes, days) ?? otherDay(notes, days) ?? withYear(notes)) : undefined;
  return claimIn(notes) ?? ofDays ?? otherMonth(notes, days) ?? otherRoom(words, draft, rooms) ?? otherPerson(words, draft, { people, file }) ?? null; // prettier-ignore
}
const MOMENTS = ['departure_slot', 'parking_expiry', 'hold_until'] as const;

const NUMBERS = /(?<![\p{L}\p{N}./:-])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})([./-])(\d{1,2})(?:\5(\d{4}|\d{2}))?)(?![\p{N}:%]|[./-]\p{N})/gu; // prettier-ignore
const DAY_MONTH = /(?<!\p{N})(\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?[ -]?(?:of |de )?(\p{L}{3,})(?!\p{L})/gu;
const MONTH_DAY = /(?<!\p{L})(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}])/gu;

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
/** Few words about a year, which may be that the stay is only a part of it, or is not in it: `not 2027/28`, `Jan 2028 start`. The academic year alone says nothing. */
function withYear(notes: string): string | undefined {
  if (isAcademicYear(notes.trim())) return undefined;
  // Whole days are looked at above.
  const isDay = (text: string) => !YEARS.test(text) && (!/\p{L}/u.test(text) || (text.match(/\p{L}+/gu) ?? []).some((word) => monthOf(word) !== undefined)); // prettier-ignore
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

/** A day in notes that is not a day of the row, in whatever order it is written. */
function otherDay(notes: string, days: readonly string[]): string | undefined {
  const isOwn = (year: string | undefined, month: number, day: number) =>
    days.some((each) => Number(each.slice(5, 7)) === month && Number(each.slice(8)) === day && each.slice(0, 4).endsWith(year ?? '')); // prettier-ignore
  const isDay = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
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
    if (!isDay(second, first) && !isDay(first, second)) continue;
    if (!isOwn(year, second, first) && !isOwn(year, first, second)) return text;
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

/** In, until or from a month in which the row has no day of its own: `moves out in Dec`. */
const IN_MONTH =
  /(?<!\p{L})(?:in|im|until|till|from|since|by|bis|ab|seit|ende|en|depuis|fin|desde|hasta|dal|da|tot|vanaf|em|w|do|od|ym) (\p{L}{3,})(?!\p{L})/giu;
const MOST_WORDS_OF_MONTH = 6;
function otherMonth(notes: string, days: readonly string[]): string | undefined {
  const clauses = days.length === 0 ? [] : notes.split(/[.,;!?\r\n]+/u);
  const short = clauses.filter((clause) => clause.trim().split(/\s+/u).length <= MOST_WORDS_OF_MONTH);
  for (const [text, word = ''] of short.flatMap((clause) => [...clause.matchAll(IN_MONTH)])) {
    const month = monthOf(word);
    if (month !== undefined && !days.some((day) => Number(day.slice(5, 7)) === month)) return text;
  }
  return undefined;
}

const LONGEST_PLACE = 4;
const LEAST_LETTERS = 5;
const SMALL_NUMBER = /^\d{1,2}$/;

/** The name of a location elsewhere than the row's. */
function otherRoom(words: readonly string[], draft: Draft, index: LocationIndex): string | undefined {
  const own = draft.location.location_id === null ? undefined : index.get(draft.location.location_id);
  if (!own) return undefined;
  const isElsewhere = (row: LocationRow) => !index.isWithin(own, row) && !index.isWithin(row, own);
  const isDenied = words.length <= LONGEST_DENIAL && words.some(takesBack);
  for (const text of [
    ...runsOf(words, LONGEST_PLACE),
    ...words.flatMap((word) => (word.includes('/') ? word.split('/') : [])),
  ]) {
    if (SMALL_NUMBER.test(text) || text === '') continue;
    const places = /\d/.test(text) ? index.meant(text).called.map(({ row }) => row) : (namesIn(index).get(text.toLowerCase()) ?? []); // prettier-ignore
    if (places.length > 0 && (isDenied || places.every(isElsewhere))) return text;
  }
  return words.length > LONGEST_SHORT ? undefined : words.find((word) => isOtherNumber(word, own, index));
}
/** So many words, or fewer, are about the room if they name one: `not E301`. */
const LONGEST_DENIAL = 5;
/** So many words, or fewer, may be the short form of a room or a person. */
const LONGEST_SHORT = 3;

/** Whether a word has the number of other rooms, and not that of the row's: 305 beside E301. */
function isOtherNumber(word: string, own: LocationRow, index: LocationIndex): boolean {
  const [number] = /\d{3,}/.exec(word) ?? [];
  if (number === undefined || numbersOf(own).includes(number)) return false;
  return numbersIn(index).has(number);
}
const numbersOf = ({ code, name }: LocationRow): string[] => `${code ?? ''} ${name}`.match(/\d{3,}/g) ?? [];

const NUMBERS_OF_SITES = new WeakMap<LocationIndex, Set<string>>();
function numbersIn(index: LocationIndex): Set<string> {
  let numbers = NUMBERS_OF_SITES.get(index);
  if (!numbers) NUMBERS_OF_SITES.set(index, (numbers = new Set(index.rows.flatMap(numbersOf))));
  return numbers;
}

const NAMES = new WeakMap<LocationIndex, Map<string, LocationRow[]>>();
/** The locations of a site whose names have no digit. */
function namesIn(index: LocationIndex): Map<string, LocationRow[]> {
  let names = NAMES.get(index);
  if (names) return names;
  NAMES.set(index, (names = new Map()));
  for (const row of index.rows)
    for (const name of new Set([row.name, row.code ?? '']))
      if (!/\d/.test(name) && name.length >= LEAST_LETTERS) addTo(names, name.toLowerCase(), row);
  return names;
}

/** The id, the email or the name of somebody else, of the site or of another row. */
function otherPerson(
  words: readonly string[],
  draft: Draft,
  { people, file }: Pick<Surroundings, 'people' | 'file'>,
): string | undefined {
  const own = draft.person.person_id;
  if (own === null) return undefined;
  for (const word of words) {
    const found = word.includes('@') ? [people.withEmail(word) ?? []].flat() : word.length > 3 && /\d/.test(word) ? people.withStudentId(word) : []; // prettier-ignore
    if (found.length > 0 && !found.some(({ id }) => id === own)) return word;
  }
  for (const text of runsOf(words, LONGEST_NAME, 2)) {
    if (!NAME.test(text)) continue;
    const name = nameOf({ first_name: text, last_name: null });
    const found = people.nearly(name);
    if (found.some(({ id }) => id === own) || name.loose === nameOf(draft.normalized).loose) continue;
    if (found.length > 0 || file.people.isNamed(name)) return text;
  }
  return shortNameIn(words, (name) => {
    const ownWords = [...nameOf(draft.normalized).looseWords, ...(people.get(own)?.name.looseWords ?? [])];
    if (name.looseWords.some((word) => ownWords.includes(word))) return false;
    return people.sharing(name).length > 0 || file.people.hasWord(name);
  });
}

/** One name of somebody, alone, with initials or with a word for company: `with Blackwood`, `O. Blackwood`. */
function shortNameIn(words: readonly string[], isOther: (name: PersonName) => boolean): string | undefined {
  const [last = '', ...before] = [...words].reverse();
  const isShort =
    before.length < LONGEST_SHORT &&
    before.every((word) => COMPANY.test(word) || takesBack(word) || /^\p{Lu}$/u.test(word));
  if (!isShort || !/^\p{Lu}\p{L}{2,}/u.test(last)) return undefined;
  return isOther(nameOf({ first_name: last, last_name: null })) ? last : undefined;
}
const COMPANY =
  /^(?:w\/?|with|and|see|mit|und|siehe|avec|et|con|y|e|ed|met|en|com|z|i|gyda|mr|mrs|ms|miss|herr|frau|mme)$/iu;
const LONGEST_NAME = 4;
/** Words that begin with a capital letter, with others in between: `Jan de Vries`. Other scripts have none. */
const NAME = /^[\p{Lu}\p{Lo}]\P{N}* [\p{Lu}\p{Lo}]\P{N}*$/u;

/** The texts of so many words one after the other, longer ones first. */
function* runsOf(words: readonly string[], most: number, least = 1): Generator<string> {
  for (let count = Math.min(most, words.length); count >= least; count--)
    for (let from = 0; from + count <= words.length; from++) yield words.slice(from, from + count).join(' ');
}
