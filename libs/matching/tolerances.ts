import { normalized } from '#libs/core/text/normalized';
import { isPlain } from '#libs/matching/text';

/*
 * Every difference between a cell and a record that is tolerated is in this file: as a form of the text in which the difference is
 * gone, or as a relation of two words. One rule goes with all of them: a difference is tolerated only while it tells nobody
 * and nothing else apart. Whoever compares by one of these forms has to look at everything in the site and the file that
 * has the same form, and to ask when there is more than one. What is not here (nicknames, typing errors, other signs on a letter,
 * words more or less, zeros of a room, digits beyond a separator) makes a candidate, and never a match.
 */

const QUOTES = /[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u0060\u00b4\u2032\uff07]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

// Letters and digits of ASCII with one blank between words, as most names are: nothing in them needs a look.
const SIMPLE = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** The text letter by letter: composed, without blanks around it. */
export const letterForm = (text: string): string => (SIMPLE.test(text) ? text : text.normalize('NFC').trim());

/** The text itself: composed, and blanks that nobody can count are one. */
export const exactForm = (text: string): string =>
  SIMPLE.test(text) ? text : text.normalize('NFC').replace(/\s+/gu, ' ').trim();

const caseless = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Tolerated: case, and which apostrophes, dashes and blanks were used. */
export const writtenForm = (text: string): string => (SIMPLE.test(text) ? text.toLowerCase() : composedForm(text));
const composedForm = (text: string): string =>
  caseless(exactForm(text).replace(QUOTES, "'").replace(DASHES, '-'))
    .replace(/[\s-]+/gu, ' ')
    .trim();

/** Tolerated beside: the order of the words, and the commas that come with another one. */
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

const withoutSigns = (word: string): string =>
  word.replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1').replaceAll('е\u0308', 'е');

/** A word with the signs that German and Danish keyboards spell out: ö as oe, å as aa. */
const spelledOut = (word: string): string =>
  bare(normalized(word).replace(/[äöüøå]/g, (letter) => DIGRAPHS[letter] ?? letter));

/** Tolerated beside: signs that were lost or added. Never another sign in place of one. */
export const sameButSigns = (one: string, other: string): boolean =>
  one === other || hasLost(one, other) || hasLost(other, one);
const hasLost = (signed: string, plain: string): boolean => bare(signed) === plain || spelledOut(signed) === plain;

/** Words that differ in no more than signs, or in how these are spelled out, have the same form; others may have it, too. */
export const looseWord = (word: string): string => bare(word).replace(/([ou])e|a[ae]/g, (pair) => pair.charAt(0));

/** The words of a name or of a room without what stands between them; marks of doubt and emphasis are words. */
export const looseWords = (written: string): string[] =>
  SIMPLE.test(written)
    ? written.split(' ')
    : written
        .replace(/['\p{So}\p{Cf}\ufe0f]/gu, '')
        .split(/[\s,.;]+/u)
        .filter(Boolean);

/** Letters and numbers of a room's name one by one, so that no digit moves beyond what parts it from others. */
export const roomWords = (text: string): string[] =>
  writtenForm(text)
    .replaceAll("'", '')
    .match(/\p{N}+|[\p{L}\p{M}]+|[^\p{L}\p{M}\p{N}\s/\\.,:;>|_#·•‒–—-]/gu) ?? [];
