import anyAscii from 'any-ascii';
import { normalized } from '#libs/core/text/normalized';

// eslint-disable-next-line no-control-regex -- all of ASCII is plain
const PLAIN = /^[\u0000-\u007f]*$/;

/** Without any sign and case: only for searching, where too much is found rather than too little. */
export const searchable = (text: string): string =>
  (PLAIN.test(text) ? text : normalized(text, 'NFKD').replace(/\p{M}+/gu, '')).toLowerCase();

/** Whether a text has only letters that have no signs. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

// Letters and digits of ASCII, as most ids are: nothing came with them.
const PLAIN_ID = /^[A-Za-z0-9-]+$/;

// A raised or circled number beside an id may be a footnote.
const NO_MARKS = /\P{No}+/gu;
/** An id without the quotes, stops and odd dashes that came with it. */
export const bareId = (id: string): string =>
  PLAIN_ID.test(id)
    ? id.toLowerCase()
    : id
        .replace(NO_MARKS, (text) => normalized(text, 'NFKC'))
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/^[\s'"\u2018\u2019]+|[\s'"\u2018\u2019.,;:]+$/g, '')
        .toLowerCase();

/** Whether an id has something next to it that is not part of an id, such as a cross or a footnote mark: nobody knows what it says about the row. */
export const isMarked = (id: string): boolean =>
  /^-|-$|[^\p{L}\p{M}\p{Nd}\p{Nl}\s._/\\-]|[\u0334-\u0338\u20d0-\u20ff]/u.test(bareId(id));

/** An id without hyphens and leading zeros, which spreadsheets eat. */
export const idCore = (id: string): string => searchable(bareId(id)).replaceAll('-', '').replace(/^0+/, '');

/** Whether an id has more leading zeros than another one with the same core. */
export const hasMoreZeros = (id: string, other: string): boolean => unhyphened(id).length > unhyphened(other).length;
const unhyphened = (id: string): string => bareId(id).replaceAll('-', '');

/** The digits of an id without leading zeros: what is left when its letters were not copied. */
export const digitsOf = (id: string): string =>
  searchable(id)
    .replace(/\P{Nd}/gu, '')
    .replace(/^0+/, '');

// Letters that look like a digit, or like a letter of Latin.
const LOOKS = 'oilасеокрхтвмніјѕαβεηικμνορτυχ';
const LIKE = '011ace0kpxtbmh1jsabeh1kmv0ptyx';
/** The letters that `idShape` takes for others, and these, for `translate` in SQL. */
export const LOOK_ALIKES: readonly [string, string] = [LOOKS, LIKE];

/** An id as it looks on paper: O is 0, and I and l are 1, and letters of other scripts are those that they look like. */
export const idShape = (id: string): string =>
  [...idCore(id)].map((letter) => LIKE[LOOKS.indexOf(letter)] ?? letter).join('').replace(/^0+/, ''); // prettier-ignore

/** Whether a word has letters of Latin and of a script with letters that look like them: nobody writes that knowingly. */
export const isMixed = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
  );

const OTHER_LETTERS = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** A text of another script in Latin letters, as a passport or a keyboard may have it; null when it has none of another script. */
export const romanised = (text: string): string | null =>
  OTHER_LETTERS.test(text)
    ? anyAscii(text)
        .replace(/[^A-Za-z0-9 -]/g, '')
        .toLowerCase()
    : null;
