// Months and weekdays in the languages of the people who send files: English, German, French, Spanish, Italian, Dutch,
// Portuguese, Polish, Welsh, Finnish. Within a language they are in their order, with the forms that a date has next to
// the plain one.
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'cy', 'fi'];
// Forms in addition to the abbreviations of Unicode.
const SHORT = [
  'jan janv gen ene sty ion tammi', 'feb fev févr lut chwef helmi', 'mar mär mrt maa maw maalis', 'apr avr abr kwi ebr huhti',
  'may mai mag mei maj touko', 'jun juin giu cze meh kesä', 'jul juil lug lip gor gorff heinä', 'aug aoû ago sie aws elo',
  'sep sept set wrz med syys', 'oct okt ott out paź hyd loka', 'nov lis tach marras', 'dec dez déc dic gru rhag joulu',
]; // prettier-ignore

const plain = (word: string): string =>
  word.toLowerCase().replaceAll('ł', 'l').normalize('NFKD').replace(/\p{M}/gu, '').replace(/\.$/, '');

/** Every name of a month or weekday by its number, from 0; null where languages do not agree. */
function tableOf(count: number, dateOf: (index: number) => Date, parts: Intl.DateTimeFormatOptions[], part: string) {
  const table = new Map<string, number | null>();
  const add = (word: string, index: number) =>
    table.set(word, (table.get(word) ?? index) === index && table.get(word) !== null ? index : null);
  for (const language of LANGUAGES)
    for (const options of parts) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let index = 0; index < count; index++) {
        const found = format.formatToParts(dateOf(index)).find(({ type }) => type === part);
        if (found && /\p{L}/u.test(found.value)) add(plain(found.value), index);
      }
    }
  return table;
}

const MONTHS = tableOf(
  12,
  (month) => new Date(Date.UTC(2027, month, 15)),
  [{ month: 'long' }, { month: 'long', day: 'numeric' }, { month: 'short' }, { month: 'short', day: 'numeric', year: 'numeric' }],
  'month',
); // prettier-ignore
SHORT.forEach((words, month) => words.split(' ').forEach((word) => MONTHS.set(plain(word), month)));

const WEEKDAYS = tableOf(
  7,
  // 2 August 2027 is a Monday.
  (day) => new Date(Date.UTC(2027, 7, 2 + day)),
  [{ weekday: 'long' }, { weekday: 'short' }],
  'weekday',
);

/** A word itself, or else the beginning of words that all have the same meaning. */
function lookUp(table: Map<string, number | null>, word: string): number | undefined {
  const sought = plain(word);
  const exact = table.get(sought);
  if (exact !== undefined || sought.length < 3) return exact ?? undefined;
  const [first, ...others] = new Set([...table].flatMap(([name, index]) => (name.startsWith(sought) ? [index] : [])));
  return others.length === 0 ? (first ?? undefined) : undefined;
}

/** The month that a word means, from 1. */
export function monthOf(word: string): number | undefined {
  const index = lookUp(MONTHS, word);
  return index === undefined ? undefined : index + 1;
}

/** The day of the week that a word means, from 1 for Monday. */
export function weekdayOf(word: string): number | undefined {
  const index = lookUp(WEEKDAYS, word);
  return index === undefined ? undefined : index + 1;
}
