import { remembered } from '#libs/core/text/remembered';
import { plain } from '#libs/core/text/plain';
import { monthNamed, monthOf, weekdayOf } from '#libs/matching/calendar-words';
import { isAboutStay } from '#libs/booking-import/rows/note-claims';
import { UNTIL_WORDS } from '#libs/booking-import/rows/short-notes';
import { Words } from '#libs/booking-import/rows/words';

/** Which days of a row words are about: the first one, the later ones, or any. */
type Meant = 'arrival' | 'departure' | 'any';
interface Named {
  text: string;
  number: number;
  of: Meant;
  /** The first and the last day of the part of a month that is named: late September. */
  part?: readonly [number, number] | undefined;
}
/** The days of a row: that of the arrival, and all. */
export interface DaysOfRow {
  arrival: string | null;
  all: readonly string[];
}

/** The dot of a shortened word ends no part: `arr. Fri 18:00`. */
const SHORTENED = /(?<!\p{L})(arr|dep)\./giu;
const MOST_WORDS = 8;
/** So many words, or fewer, are about the stay if they name a part of a year or of a week. */
const LONGEST_SHORT = 3;
const clausesOf = (notes: string): { words: string[]; isShort: boolean; of: Meant }[] => {
  const clauses = notes
    .replace(SHORTENED, '$1')
    .split(/[.,;!?()\r\n]+/u)
    .map((clause) => clause.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return clauses
    .filter(({ length }) => length > 0 && length <= MOST_WORDS)
    .map((words) => ({ words, isShort: words.length <= LONGEST_SHORT && clauses.length === 1, of: meantBy(words) }));
};

const ARRIVING =
  new Words(`arr arriv* checkin eta lands landing come comes coming anreis* ankunft ankomm* einzug einzieh* kommt kommen lleg* entrada vient viendra viene vendra verra vem aankomst* aankom* komt
  cheg* przyjaz* przyjed* przyjezdz* cyrraedd emmenag*`);
const LEAVING = new Words('dep depart* leave leaves leaving checkout out eruit parte sai sale wyjezdz* abreis* auszug auszieh* salida partenza vertrek* partida wyjaz* wyjed* gadael demenag*'); // prettier-ignore
/** Words at the beginning that say from when, or until when, somebody is there. */
const FROM = new Words('from ab vom desde depuis dal vanaf od');
const UNTIL = new Words(`${UNTIL_WORDS} tot ate`);
/** The same after a word that says from when: from October to June. */
const THEN_UNTIL = new Words(`${UNTIL_WORDS} tot ate to do`);
const MOVING = new Words('move moves moving check checks checking');

function meantBy(words: readonly string[]): Meant {
  const plainly = words.map(plain);
  const says = (list: Words, where: string) =>
    plainly.some((word, index) => list.has(word) || (MOVING.has(word) && plainly[index + 1] === where));
  const [first = '', ...others] = plainly;
  const isArrival = FROM.has(first) || (first === 'a' && others[0] === 'partir') || says(ARRIVING, 'in');
  const isDeparture =
    UNTIL.has(first) || says(LEAVING, 'out') || (FROM.has(first) && others.some((word) => THEN_UNTIL.has(word)));
  return isArrival === isDeparture ? 'any' : isArrival ? 'arrival' : 'departure';
}

const daysMeant = (of: Meant, { arrival, all }: DaysOfRow): readonly string[] =>
  of === 'any' ? all : all.filter((day) => (day === arrival) === (of === 'arrival'));

/** Whether notes say when somebody arrives or leaves. */
export const saysWhen = (notes: string): boolean => clausesOf(notes).some(({ of }) => of !== 'any');

/** What words name that no day of the row which they mean has. */
const otherThan = (found: readonly Named[], days: DaysOfRow, numberOf: (day: string) => number): string | undefined =>
  found.find(({ number, of, part: [first, last] = [1, 31] }) => {
    const meant = daysMeant(of, days);
    const isIn = (day: string) =>
      numberOf(day) === number && Number(day.slice(8)) >= first && Number(day.slice(8)) <= last;
    return meant.length > 0 && !meant.some(isIn);
  })?.text;

/** Words after which also the short form of a name is that of a month. */
const BEFORE_MONTHS =
  'in im until till from since by bis ab seit ende anfang mitte en depuis fin mi debut desde hasta finales principios mediados dal da fine meta tot vanaf eind begin half em fim w do od koniec ym';
const IN_MONTH = new Words(BEFORE_MONTHS);
/** Words that say from when, until when or in which month something is. */
const SPAN =
  new Words(`${BEFORE_MONTHS} til of to early mid late before after only start starts starter starting end ends intake leaver leavers leaving leaves joiner entry
  a ad de ate para dentro gennaio fino nel per naar mis fis tan o`);
/** Words for the beginning, the middle and the end of a month. */
const PARTS = [
  [new Words('early beginning begin start anfang debut inizio principios inicio poczatku'), [1, 15]],
  [new Words('mid middle mitte mi meta mediados half polowie'), [8, 23]],
  [new Words('late end ende eind fin fine finales fim koniec koncu'), [16, 31]],
] as const;
const OF = new Words('of de d di du do');
/** Words before a month that are no words of a language which writes months in small letters. */
const ENGLISH = new Words('to of after before only');
/** Forms that names of months and weekdays have after other words. */
const MONTH_FORMS = [
  'styczniu', 'lutym', 'marcu', 'kwietniu', 'maju', 'czerwcu', 'lipcu', 'sierpniu', 'wrzesniu', 'pazdzierniku', 'listopadzie', 'grudniu',
]; // prettier-ignore
const WEEKDAY_FORMS = [
  'mon', 'tue tues wtorku', 'wed srode mercher', 'thu thur thurs iau', 'fri gwener', 'sat sobote sadwrn', 'sun niedziele sul',
].map((forms) => new Words(forms)); // prettier-ignore
const SHORT_FORM = /^\p{L}{3,4}$/u;
const SHORTEST_NAME = 5;

const monthIn = (word: string): number | undefined => {
  const form = MONTH_FORMS.indexOf(plain(word));
  return form >= 0 ? form + 1 : monthNamed(word);
};

const monthsIn = remembered((notes: string): readonly Named[] => {
  const found: Named[] = [];
  for (const { words, isShort, of } of clausesOf(notes)) {
    const isOfStay = words.some(isAboutStay);
    words.forEach((word, index) => {
      const before = words[index - 1] ?? '';
      const isSpan = (other = '') => SPAN.has(plain(other));
      const isEnd = [ARRIVING, LEAVING].some((list) => list.has(plain(before)));
      const [isAfterSpan, isInMonth] = [isEnd || isSpan(before), IN_MONTH.has(plain(before))];
      const number = isInMonth && word.length >= 3 ? (monthIn(word) ?? monthOf(word)) : monthIn(word); // prettier-ignore
      if (number === undefined || /^\d/.test(before) || /^\d/.test(words[index + 1] ?? '')) return;
      const isLong = word.length >= SHORTEST_NAME;
      const isName = /^\p{Lu}/u.test(word) || (word.length > 3 && isAfterSpan && !ENGLISH.has(plain(before)));
      const named = plain((OF.has(plain(before)) ? words[index - 2] : before) ?? '');
      const part = of === 'any' && !isShort ? undefined : PARTS.find(([list]) => list.has(named))?.[1];
      // A short name may be another word, or the name of a person.
      const isMeant = isLong ? isOfStay || isAfterSpan || isShort : isName && (isSpan(words[index + 1]) || isAfterSpan || (isShort && words.length > 1 && words.every((each) => monthIn(each) !== undefined))); // prettier-ignore
      if (isMeant || isInMonth) found.push({ text: isAfterSpan ? `${before} ${word}` : word, number, of, part }); // prettier-ignore
    });
  }
  return found;
});

/** A month in which the row has no day of its own: `moves out in Dec`, `part en février`, `Feb leaver`. */
export const otherMonth = (notes: string, days: DaysOfRow): string | undefined =>
  otherThan(monthsIn(notes), days, (day) => Number(day.slice(5, 7)));

/** Before a word that is both, it is a day of the week: `dydd Mawrth`. */
const DAY = new Words('dydd ddydd nos on on am le el il');
const weekdayIn = (word: string, before: string): number | undefined => {
  const sought = plain(word);
  const form = WEEKDAY_FORMS.findIndex((forms) => forms.has(sought));
  if (form >= 0) return form + 1;
  const number = word.length < SHORTEST_NAME && !DAY.has(plain(before)) ? undefined : weekdayOf(word);
  return monthOf(word) !== undefined && !DAY.has(plain(before)) ? undefined : number;
};

const ORDINALS = new Words('segunda terca quarta quinta sexta');

const weekdaysIn = remembered((notes: string): readonly Named[] => {
  const found: Named[] = [];
  for (const { words, isShort, of } of clausesOf(notes)) {
    const isOfStay = words.some(isAboutStay);
    words.forEach((word, index) => {
      const number = weekdayIn(word, words[index - 1] ?? '');
      // The second floor is no Monday.
      const next = words[index + 1] ?? 'feira';
      if (
        number === undefined ||
        !(isOfStay || isShort || of !== 'any') ||
        (ORDINALS.has(plain(word)) && next !== 'feira')
      )
        return;
      // The sun and somebody who sat are no days.
      if (SHORT_FORM.test(word) && !/^\p{Lu}/u.test(word) && !DAY.has(plain(words[index - 1] ?? ''))) return;
      found.push({ text: word, number, of });
    });
  }
  return found;
});

/** A day of the week on which the row has no day of its own: `arriving Monday`, when the arrival is a Saturday. */
export const otherWeekday = (notes: string, days: DaysOfRow): string | undefined =>
  otherThan(weekdaysIn(notes), days, (day) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7);

const DAY_OF_MONTH = /^(\d{1,2})(st|nd|rd|th|er|e|go|eg|fed|ydd)?$/iu;
/** Before the number of a day without a month. */
const ON_DAY = new Words(
  'the am zum dem le el il op em dia dnia den dal vom ab from desde od vanaf depuis du del until till bis al au tot ate de',
);
/** After the number of a day: what follows is the hour. */
const AT_HOUR = new Words('at around about approx by um gegen vers alle om rond pelas');
const daysOfMonthIn = remembered((notes: string): readonly Named[] =>
  clausesOf(notes).flatMap(({ words, of }) =>
    words.flatMap((word, index) => {
      const [before = '', next] = [words[index - 1], words[index + 1]];
      const [, number, suffix] = DAY_OF_MONTH.exec(word) ?? [];
      if (of === 'any' || number === undefined || Number(number) > 31) return [];
      const isDay = suffix === undefined ? next === undefined && ON_DAY.has(plain(before)) : next === undefined || AT_HOUR.has(plain(next)); // prettier-ignore
      return isDay ? [{ text: word, number: Number(number), of }] : [];
    }),
  ),
);

/** A number of a day that the row does not have, without its month: `arrives on the 10th`. */
export const otherDayOfMonth = (notes: string, days: DaysOfRow): string | undefined =>
  otherThan(daysOfMonthIn(notes), days, (day) => Number(day.slice(8)));
