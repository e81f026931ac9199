import { isOneSlip } from '#libs/matching/one-slip';
import { idShape, isMarked, searchable } from '#libs/matching/text';

/** How programs write a whole number that they take for a fraction: 1001.0. */
const FRACTION = /^(\p{Nd}+)[.,]0+$/u;

/** 1.001E3: how programs write a number that they take for a long one. */
const POWER = /^\p{Nd}+[.,]\p{Nd}+E\p{Nd}+$/iu;

const plain = (id: string): string => searchable(id.trim()).replace(FRACTION, '$1');

/** The letters and digits of an id, without leading zeros and without the characters between them. */
export const lettersOf = (id: string): string => plain(id).replace(/[^\p{L}\p{Nd}]+/gu, '').replace(/^0+/, ''); // prettier-ignore

/** The words and numbers of an id one by one. */
const partsOf = (id: string): string[] =>
  (plain(id).match(/\p{L}+|\p{Nd}+/gu) ?? []).map((part) => part.replace(/^0+(?=.)/, ''));

const LEAST_CONTAINED = 2;
const isContained = (few: string[], many: string[]): boolean =>
  few.join('').length >= LEAST_CONTAINED && ` ${many.join(' ')} `.includes(` ${few.join(' ')} `);

/** Whether one of two ids can be the other one after damage or with something added: 1001.0, #1001, 10 01, KC1001 and 1001/1002 compared with 1001. */
export function areFormsOfOne(one: string, other: string): boolean {
  const [letters, others] = [lettersOf(one), lettersOf(other)];
  if (letters === '' || others === '') return false;
  if (letters === others || idShape(one) === idShape(other)) return true;
  const [parts, otherParts] = [partsOf(one), partsOf(other)];
  return isContained(parts, otherParts) || isContained(otherParts, parts);
}

/** What people write before or after an id, in a word of its own: ID 1001, 1001 old, 1001 or 1002. */
const REMARK =
  /(^|[\s_])(id|ids|no|nr|num|number|ref|student|matr|or|and|und|oder|ou|et|old|new|alt|neu|former|formerly|now|was|see|temp|copy|left|tbc|tba|tbd)(?=$|[\s_:.])/iu;

/** Whether a text is more or less than an id: it has marks or words of doubt, an address, or the fraction of a spreadsheet. */
export const isDamagedId = (id: string): boolean =>
  isMarked(id.replace(/^=/, '')) || /[.,;:]$/.test(id) || FRACTION.test(id) || POWER.test(id) || REMARK.test(id);

const LEAST_OF_NEAR = 4;
/** Whether one of two ids can be the other one with one typing error. */
export const isNearId = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= LEAST_OF_NEAR && isOneSlip(one.toLowerCase(), other.toLowerCase());
