import type { ProblemCode } from '#libs/core/errors/problem-codes';
import type { texts } from '#libs/core/languages/en';

/** The languages of documents, mails and the titles of problems. The first is the default. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'cy', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text with a form per plural category of its language (CLDR). */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type TextKey = keyof typeof texts;
/** Every text of a language: a missing one does not compile. */
export type Texts = Record<TextKey, string | Forms>;
/** The title of every problem. */
export type Problems = Record<ProblemCode, string>;
