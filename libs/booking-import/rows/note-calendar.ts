import { remembered } from '#libs/core/text/remembered';
import { monthNamed, monthOf, weekdayOf } from '#libs/matching/calendar-words';
import { isAboutStay } from '#libs/booking-import/rows/note-claims';
import { plain, Words } from '#libs/booking-import/rows/words';

interface Named {
  text: string;
  number: number;
}

const MOST_WORDS = 8;
/** So many words, or fewer, are about the stay if they name a part of a year or of a week. */
const LONGEST_SHORT = 3;
const clausesOf = (notes: string): { words: string[]; isShort: boolean }[] => {
  const clauses = notes.split(/[.,;:!?()\r\n]+/u).map((clause) => clause.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return clauses
    .filter(({ length }) => length > 0 && length <= MOST_WORDS)
    .map((words) => ({ words, isShort: words.length <= LONGEST_SHORT && clauses.length === 1 }));
};

/** Words after which also the short form of a name is that of a month. */
const BEFORE_MONTHS =
  'in im until till from since by bis ab seit ende en depuis fin desde hasta dal da tot vanaf em w do od ym';
const IN_MONTH = new Words(BEFORE_MONTHS);
/** Words that say from when, until when or in which month something is. */
const SPAN =
  new Words(`${BEFORE_MONTHS} til before after only start starts starter starting end ends intake leaver leavers leaving leaves joiner entry
  a ad de ate para dentro gennaio fino nel per naar mis fis tan o`);
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
  for (const { words, isShort } of clausesOf(notes)) {
    const isOfStay = words.some(isAboutStay);
    words.forEach((word, index) => {
      const before = words[index - 1] ?? '';
      const isSpan = (other = '') => SPAN.has(plain(other));
      const [isAfterSpan, isInMonth] = [isSpan(before), IN_MONTH.has(plain(before))];
      const number = isInMonth && word.length >= 3 ? (monthIn(word) ?? monthOf(word)) : monthIn(word); // prettier-ignore
      if (number === undefined || /^\d/.test(before) || /^\d/.test(words[index + 1] ?? '')) return;
      const isLong = word.length >= SHORTEST_NAME;
      // A short name may be another word, or the name of a person.
      const isMeant = isLong ? isOfStay || isAfterSpan || isShort : /^\p{Lu}/u.test(word) && (isSpan(words[index + 1]) || isAfterSpan || (isShort && words.length > 1 && words.every((each) => monthIn(each) !== undefined))); // prettier-ignore
      if (isMeant || isInMonth) found.push({ text: isAfterSpan ? `${before} ${word}` : word, number }); // prettier-ignore
    });
  }
  return found;
});

/** A month in which the row has no day of its own: `moves out in Dec`, `part en février`, `Feb leaver`. */
export function otherMonth(notes: string, days: readonly string[]): string | undefined {
  if (days.length === 0) return undefined;
  return monthsIn(notes).find(({ number }) => !days.some((day) => Number(day.slice(5, 7)) === number))?.text;
}

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
  for (const { words, isShort } of clausesOf(notes)) {
    const isOfStay = words.some(isAboutStay);
    words.forEach((word, index) => {
      const number = weekdayIn(word, words[index - 1] ?? '');
      // The second floor is no Monday.
      const next = words[index + 1] ?? 'feira';
      if (number === undefined || !(isOfStay || isShort) || (ORDINALS.has(plain(word)) && next !== 'feira')) return;
      // The sun and somebody who sat are no days.
      if (SHORT_FORM.test(word) && !/^\p{Lu}/u.test(word) && !DAY.has(plain(words[index - 1] ?? ''))) return;
      found.push({ text: word, number });
    });
  }
  return found;
});

/** A day of the week on which the row has no day of its own: `arriving Monday`, when the arrival is a Saturday. */
export function otherWeekday(notes: string, days: readonly string[]): string | undefined {
  if (days.length === 0) return undefined;
  const own = new Set(days.map((day) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7));
  return weekdaysIn(notes).find(({ number }) => !own.has(number))?.text;
}
