import { PROBLEMS, type ProblemCode } from '#libs/core/errors/problem-codes';
import * as ar from '#libs/core/languages/ar';
import type { Forms, Language, Problems, TextKey, Texts } from '#libs/core/languages/catalogue';
import * as cy from '#libs/core/languages/cy';
import * as de from '#libs/core/languages/de';
import * as en from '#libs/core/languages/en';
import * as es from '#libs/core/languages/es';
import * as fr from '#libs/core/languages/fr';
import { problems as arProblems } from '#libs/core/languages/problem-titles/ar';
import { problems as cyProblems } from '#libs/core/languages/problem-titles/cy';
import { problems as deProblems } from '#libs/core/languages/problem-titles/de';
import { problems as esProblems } from '#libs/core/languages/problem-titles/es';
import { problems as frProblems } from '#libs/core/languages/problem-titles/fr';

const TEXTS: Record<Language, Texts> = {
  en: en.texts,
  de: de.texts,
  fr: fr.texts,
  es: es.texts,
  cy: cy.texts,
  ar: ar.texts,
};
const TITLES: Record<Exclude<Language, 'en'>, Problems> = {
  de: deProblems,
  fr: frProblems,
  es: esProblems,
  cy: cyProblems,
  ar: arProblems,
};
// Arabic uses the same digits as references, rooms and telephone numbers.
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es', cy: 'cy', ar: 'ar-u-nu-latn' };

type Values = Record<string, string | number>;

/** How a language writes texts, numbers and dates. */
export interface Speaker {
  language: Language;
  direction: 'ltr' | 'rtl';
  /** A text with its values; of one that has forms, the form of `count`. */
  say: (key: TextKey, values?: Values) => string;
  number: (value: number) => string;
  /** `Saturday 12 September 2026` of a calendar date. */
  date: (date: string) => string;
  /** `21 November 2026, 12:00` of an instant, on the clock of a time zone. */
  moment: (instant: string | Date, timeZone: string) => string;
  /** `12:00` of an instant, on the clock of a time zone. */
  time: (instant: string | Date, timeZone: string) => string;
  /** `Monday` of `monday`. */
  weekday: (day: string) => string;
}

const MONDAY_MS = Date.UTC(2024, 0, 1);
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function make(language: Language): Speaker {
  const locale = LOCALES[language];
  const [numbers, plurals] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)];
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const long = new Intl.DateTimeFormat(locale, { ...day, weekday: 'long', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const written = (value: string | number = '') => (typeof value === 'number' ? numbers.format(value) : value);
  const formOf = (forms: Forms, count: unknown) => forms[plurals.select(Number(count))] ?? forms.other;
  const time = (instant: string | Date, timeZone: string) => {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return new Intl.DateTimeFormat(locale, { ...clock, timeZone }).format(new Date(instant));
  };
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say: (key, values = {}) => {
      const text = TEXTS[language][key];
      const form = typeof text === 'string' ? text : formOf(text, values.count);
      return form.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]));
    },
    number: (value) => numbers.format(value),
    date: (date) => long.format(new Date(`${date}T00:00:00Z`)),
    moment: (instant, timeZone) =>
      `${new Intl.DateTimeFormat(locale, { ...day, timeZone }).format(new Date(instant))}, ${time(instant, timeZone)}`,
    time,
    weekday: (name) => capital(weekdays.format(MONDAY_MS + DAYS.indexOf(name) * 86_400_000)),
  };
}

const speakers = new Map<Language, Speaker>();

/** The speaker of a language. */
export function speakerOf(language: Language): Speaker {
  let found = speakers.get(language);
  if (!found) speakers.set(language, (found = make(language)));
  return found;
}

/** The title of a problem. */
export const titleOf = (code: ProblemCode, language: Language): string =>
  language === 'en' ? PROBLEMS[code][1] : TITLES[language][code];

/** Every text of a language, for the spec that compares them. */
export const textsOf = (language: Language): Texts => TEXTS[language];
