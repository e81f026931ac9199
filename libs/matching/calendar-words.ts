import { plain } from '#libs/core/text/plain';

// Months and weekdays in the languages of the people who send files: English, German, French, Spanish, Italian, Dutch,
// Portuguese, Polish, Welsh, Finnish. Within a language they are in their order, with the forms that a date has next to
// the plain one.
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cy', 'fi'];
// Languages of which only those words count that are another month, or prove which language a file is in.
const FURTHER = ['hr', 'cs', 'sk', 'sl', 'lt', 'hu', 'ro', 'tr', 'sv'];
// Forms in addition to the abbreviations of Unicode.
const SHORT = [
  'jan janv gen ene sty ion tammi', 'feb fev févr lut chwef helmi', 'mar mär mrt maa maw maalis', 'apr avr abr kwi ebr huhti',
  'may mai mag mei maj touko', 'jun juin giu cze meh kesä', 'jul juil lug lip gor gorff heinä', 'aug aoû ago sie aws elo',
  'sep sept set wrz med syys', 'oct okt ott out paź hyd loka', 'nov lis tach marras', 'dec dez déc dic gru rhag joulu',
]; // prettier-ignore

const keyOf = (word: string): string => plain(word).replace(/\.$/, '');

/** Every name of a month or weekday by its number, from 0; null where languages do not agree. */
function tableOf(
  count: number,
  dateOf: (index: number) => Date,
  parts: Intl.DateTimeFormatOptions[],
  part: string,
  languages = LANGUAGES,
) {
  const table = new Map<string, number | null>();
  const add = (word: string, index: number) =>
    table.set(word, (table.get(word) ?? index) === index && table.get(word) !== null ? index : null);
  for (const language of languages)
    for (const options of parts) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let index = 0; index < count; index++) {
        const found = format.formatToParts(dateOf(index)).find(({ type }) => type === part);
        if (found && /\p{L}/u.test(found.value)) add(keyOf(found.value), index);
      }
    }
  return table;
}

const monthsIn = (languages: string[]) =>
  tableOf(
    12,
    (month) => new Date(Date.UTC(2027, month, 15)),
    [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }, { month: 'short', day: 'numeric', year: 'numeric' }],
    'month',
    languages,
  ); // prettier-ignore
const MONTHS = monthsIn(LANGUAGES);
SHORT.forEach((words, month) => words.split(' ').forEach((word) => MONTHS.set(keyOf(word), month)));

const WEEKDAYS = tableOf(
  7,
  // 2 August 2027 is a Monday.
  (day) => new Date(Date.UTC(2027, 7, 2 + day)),
  [{ weekday: 'long' }, { weekday: 'short' }],
  'weekday',
);

/** The words of a table, and the beginnings, from three letters on, of words that all have the same meaning. */
function withBeginnings(table: Map<string, number | null>): Map<string, number | null> {
  const beginnings = new Map<string, number | null>();
  for (const [word, index] of table)
    for (let length = 3; length < word.length; length++) {
      const beginning = word.slice(0, length);
      beginnings.set(beginning, beginnings.has(beginning) && beginnings.get(beginning) !== index ? null : index);
    }
  return new Map([...beginnings, ...table]);
}
const MONTH_WORDS = withBeginnings(MONTHS);
const WEEKDAY_WORDS = withBeginnings(WEEKDAYS);

/** The month that a word means, from 1. */
export function monthOf(word: string): number | undefined {
  const index = MONTH_WORDS.get(keyOf(word)) ?? undefined;
  return index === undefined ? undefined : index + 1;
}

/** The month whose whole name, or usual short form, a word is, from 1. */
export function monthNamed(word: string): number | undefined {
  const index = MONTHS.get(keyOf(word));
  return index === undefined || index === null ? undefined : index + 1;
}

/** The months of each language by their words. */
const BY_LANGUAGE = new Map([...LANGUAGES, ...FURTHER].map((language) => [language, monthsIn([language])]));
/** The words that are different months in different languages: `listopada` is November in Polish, and October in Croatian. */
const DISPUTED = [...MONTHS.keys()].filter((word) => new Set(monthsByLanguage(word).values()).size > 1);

function monthsByLanguage(word: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [language, months] of BY_LANGUAGE) {
    const index = months.get(word);
    if (index !== undefined && index !== null) found.set(language, index + 1);
  }
  return found;
}

/** The languages that words are of, by those that are the same month in all languages. */
export function languagesOf(words: Iterable<string>): string[] {
  const languages = new Set<string>();
  for (const word of words)
    if (!DISPUTED.includes(keyOf(word)))
      for (const language of monthsByLanguage(keyOf(word)).keys()) languages.add(language);
  return [...languages].sort();
}

/** The months that a word means, from 1: several if languages differ, unless it is known that one of them is used. */
export function monthsOf(word: string, languages: readonly string[] = []): number[] {
  const sought = keyOf(word);
  const disputed = MONTHS.has(sought) ? sought : DISPUTED.find((each) => sought.length > 2 && each.startsWith(sought));
  const readings = disputed === undefined || !DISPUTED.includes(disputed) ? [] : [...monthsByLanguage(disputed)];
  if (readings.length === 0) return [monthOf(word) ?? []].flat();
  const used = readings.filter(([language]) => languages.includes(language));
  return [...new Set((used.length > 0 ? used : readings).map(([, month]) => month))];
}

/** The day of the week that a word means, from 1 for Monday. */
export function weekdayOf(word: string): number | undefined {
  const index = WEEKDAY_WORDS.get(keyOf(word)) ?? undefined;
  return index === undefined ? undefined : index + 1;
}

/** Whether a day is written as no program does: 3rd April, 3 of April. */
export const isByHand = (day: string): boolean => /\d(?:st|nd|rd|th)(?!\p{L})|\d of /iu.test(day);
