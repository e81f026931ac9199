import { normalized } from '#libs/core/text/normalized';
import { isPlain } from '#libs/matching/text';

/*
 * Every difference between a cell and a record that is tolerated is in this file: as a form of the text in which the difference is
 * gone, or as a relation of two words. One rule goes with all of them: a difference is tolerated only while it tells nobody
 * and nothing else apart. A comparison by one of these forms has to look at everything in the site and the file that
 * has the same form, and it is a question when there is more than one. What is not here (nicknames, typing errors, other signs on a letter,
 * words more or less, zeros of a room, digits beyond a separator) makes a candidate, and never a match.
 */

const QUOTES = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u0060\u00b4\u2032\uff07]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

// Letters and digits of ASCII with one blank between words, as most names are: nothing in them needs a look.
const SIMPLE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

// The same with any sign of ASCII in the words.
const ASCII_WORDS = /^[!-~]+(?: [!-~]+)*$/;

/** The text letter by letter: composed, without blanks around it. */
export const letterForm = (text: string): string => (ASCII_WORDS.test(text) ? text : text.normalize('NFC').trim());

/** The text itself: composed, and blanks that nobody can count are one. */
export const exactForm = (text: string): string =>
  ASCII_WORDS.test(text) ? text : text.normalize('NFC').replace(/\s+/gu, ' ').trim();

const caseless = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Tolerated: case, and which apostrophes, dashes and blanks were used. */
export const writtenForm = (text: string): string => (SIMPLE.test(text) ? text.toLowerCase() : composedForm(text));
const composedForm = (text: string): string =>
  caseless(exactForm(text).replace(QUOTES, "'").replace(DASHES, '-')).replace(BETWEEN, ' ').trim();
/** Dashes and blanks between two words. A dash before or after all of them may cross something out, or mean that something is missing. */
const BETWEEN = /(?<=[^\s-])[\s-]+(?=[^\s-])/gu;

/** Also tolerated: another order of the words, and the commas that it needs. */
export const orderedForm = (written: string): string => written.split(/[\s,]+/u).filter(Boolean).sort().join(' '); // prettier-ignore

// Letters that do not come apart into a plain one and its sign.
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th', ħ: 'h', ŧ: 't' }; // prettier-ignore
const DIGRAPHS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/**
 * A word in lower case as keyboards without signs have it. Only letters of Latin and Greek lose theirs, and the Russian
 * ё; elsewhere what looks like a sign is a letter: vowels in Devanagari, voicing in kana, й.
 */
export const bare = (word: string): string =>
  isPlain(word)
    ? word
    : normalized(withoutSigns(normalized(word, 'NFKD'))).replace(
        /[ßøłđðæœıþħŧ]/g,
        (letter) => LETTERS[letter] ?? letter,
      );

const withoutSigns = (word: string): string => word.replace(SIGNED, '$1').replaceAll('е\u0308', 'е');
// Strokes through a letter, and circles around it, are no signs of it: they cross it out.
const SIGNED = /([\p{Script=Latin}\p{Script=Greek}])(?:(?![\u0334-\u0338\u20d0-\u20ff\p{Me}])\p{M})+/gu;

/** A word with the signs that German and Danish keyboards spell out: ö as oe, å as aa. */
export const spelledOut = (word: string): string =>
  bare(normalized(word).replace(/[äöüøå]/g, (letter) => DIGRAPHS[letter] ?? letter));

/** Also tolerated: diacritics that were lost or added, but never another diacritic in place of one. */
export const sameButSigns = (one: string, other: string): boolean =>
  one === other || hasLostSigns(one, other) || hasLostSigns(other, one);
/** Whether a text is another one with some or all of its signs lost. */
export const hasLostSigns = (signed: string, plain: string): boolean =>
  bare(signed) === plain || spelledOut(signed) === plain || (!isPlain(plain) && hasLostSome(signed, plain));

/** Whether each letter is unchanged or has lost its diacritic: some keyboards have å and no ó. */
function hasLostSome(signed: string, plain: string): boolean {
  let rests = [plain];
  for (const [letter] of normalized(signed).matchAll(/\P{M}\p{M}*/gu))
    rests = rests.flatMap((rest) =>
      [...new Set([letter, bare(letter), spelledOut(letter)])].flatMap((form) =>
        rest.startsWith(form) ? [rest.slice(form.length)] : [],
      ),
    );
  return rests.includes('');
}

/** Words that differ in no more than signs, or in how these are spelled out, have the same form; others may have it, too. */
export const looseWord = (word: string): string => bare(word).replace(/([ou])e|a[ae]/g, (pair) => pair.charAt(0));

/** The words of a name or of a room without the characters between them; marks of doubt and emphasis are words. */
export const looseWords = (written: string): string[] =>
  SIMPLE.test(written)
    ? written.split(' ')
    : written
        .replace(/['\p{Cf}\ufe0f]/gu, '')
        .split(/[\s,.;]+/u)
        .filter(Boolean);

const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** What parts the words of a room's name. */
const PARTED = /[\p{Nd}]+|[\p{L}\p{M}]+|[^\p{L}\p{M}\p{Nd}\s/\\.,:;>|_#·•‒–—-]/gu;
const WORD = /^[\p{L}\p{M}\p{Nd}]/u;
/** "Room 21..." may be the start of "Room 214", and "B1-2-" that of "B1-2-14"; in "B12--14" something is missing, too. */
const CUT_OFF =
  /\.{2,}|[-\u2010-\u2015\u2212/\\_]{2,}|^\s*[-\u2010-\u2015\u2212/\\_>|:\u00b7\u2022\u2012]|(?<=\S\s*)[-\u2010-\u2015\u2212/\\_>|:,;#\u00b7\u2022\u2012]\s*$/gu;
/** Signs that lists have between two rooms: A-1;12. Beside another sign, a bar may be a one: 4.|2, MC-|2. */
const LISTED =
  /(?<=\p{Nd}[\s./,-]*)[;|]+(?=[\s./,-]*\p{Nd})|(?<=[\s./,-])\|(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])\|(?=[./,-])/gu;
/** An apostrophe within a word, or before all of them, as spreadsheets keep numbers as text. At the end it may be a prime or a quotation mark. */
const APOSTROPHE = /^'(?=.*[^'\s]$)|(?<=\p{L})'(?=[\p{L}\s])/gu;

/**
 * Letters and numbers of a room's name one by one, so that no digit moves beyond what parts it from others. Other signs are words of their
 * own, which no letter or digit is: a 2 that was raised is a footnote, or a part of the number, and nobody knows which.
 */
export const roomWords = (text: string): string[] =>
  SIMPLE_ROOM.test(text) ? simpleRoomWords(text) : partedRoomWords(text);
/** Words of ASCII with a single separator between them: `House 3 / Room 12`. */
const SIMPLE_ROOM = /^[A-Za-z0-9]+(?:(?: ?[-/.,] ?| )[A-Za-z0-9]+)*$/;
const simpleRoomWords = (text: string): string[] => text.toLowerCase().match(/[0-9]+|[a-z]+/g) ?? [];
const partedRoomWords = (text: string): string[] =>
  (
    writtenForm(
      text
        .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
        .replace(CUT_OFF, '…')
        .replace(LISTED, '&'),
    )
      .replace(APOSTROPHE, '')
      .match(PARTED) ?? []
  ).map((word) => (WORD.test(word) ? word : `!${word}`));

/**
 * Whether two texts with the same words separate them alike: one may omit the separator between a letter and a digit, but `B-3A1` is not `B3-A1`.
 */
export function arePartedAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [ones, others] = [one, other].map(partings) as [Set<number>, Set<number>];
  return isWithin(ones, others) || isWithin(others, ones);
}

/** Whether a text lacks a separator that a text with the same words has: A111 for A-111. */
export const lacksParting = (text: string, known: string): boolean => !isWithin(partings(known), partings(text));

/**
 * What a text may be with one of its parts put in, when it has more of them than a text with the same words: `W-12-C` for
 * `W-12C` may be W-12 with something added, and `G-G-10` for `G-G10` may be G-10.
 */
export function withoutOnePart(text: string, known: string): string[] {
  if (text === known || !lacksParting(known, text)) return [];
  const parts = partsOf(text);
  return parts.length > MOST_PARTS
    ? []
    : parts.map((_, left) => parts.filter((_part, index) => index !== left).join('-'));
}
const MOST_PARTS = 20;

const isWithin = (few: Set<number>, many: Set<number>): boolean => [...few].every((each) => many.has(each));

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}'\u2019]+/u).filter(Boolean);

/** After how many words there is a separator. */
function partings(text: string): Set<number> {
  const places = new Set<number>();
  let words = 0;
  for (const piece of partsOf(text)) places.add((words += roomWords(piece).length)); // prettier-ignore
  return places;
}

/** The texts that a spreadsheet makes this one of: it takes numbers for numbers, and 07 and 7 are one, as are 1.1 and 1.10, which some write 1,1. */
export function beforeSpreadsheet(text: string): string[] {
  const [, whole, part] = /^(\d+)(?:[.,](\d+))?[.,;:]?$/.exec(text.trim()) ?? [];
  if (whole === undefined || String(Number(whole)) !== whole) return [];
  const padded = ['0', '00', '000'].map((zeros) => `${zeros}${whole}`);
  if (part === undefined) return padded;
  // Programs that count with numbers write 101.0 for 101, and for 0101.
  return /^0*$/.test(part)
    ? [whole, ...padded]
    : part.endsWith('0')
      ? []
      : ['0', '00'].map((zeros) => `${whole}.${part}${zeros}`);
}

const GENERATION = /^(jr|jnr|junior|jun|sr|snr|senior|sen|i|ii|iii|iv|v|2nd|3rd|1st|fils|père|filho|neto|hijo)$/u;
/** Whether a word of a name, in lower case, distinguishes a son from his father: a row without it may mean the other one. */
export const isGeneration = (word: string): boolean => GENERATION.test(word);
