import { monthNamed } from '#libs/matching/calendar-words';
import { beforeSpreadsheet } from '#libs/matching/tolerances';

/** What a text may have been before a program or a person altered it, and how likely that is beside the text itself, which is 1. */
export interface RoomReading {
  text: string;
  weight: number;
  /** Whether it is only a part of the text. */
  isPart?: boolean;
}

// What a spreadsheet does to every such cell is likelier than a slip.
const [AS_IT_IS, UNDONE, LOOKED_LIKE, IN_PART, LESS_EACH] = [1, 1.05, 0.9, 0.6, 0.03];
/** Longer lists of rooms are remarks. */
const MOST_PARTS = 4;
const MARKS = /[?()[\]{}*~!]/g;

/** The texts that one may have been: rooms are sought by each, and offered. */
export function readingsOf(given: string): RoomReading[] {
  const text = given.replace(MARKS, ' ').trim();
  const readings = [
    { text, weight: AS_IT_IS },
    ...undone(text).map((each) => ({ text: each, weight: UNDONE })),
    { text: withNumerals(text), weight: LOOKED_LIKE },
    { text: withDigits(text), weight: LOOKED_LIKE },
    ...partsOf(given).map((part, index) => ({ text: part, weight: IN_PART - index * LESS_EACH, isPart: true })),
  ];
  return readings.filter((each, index) => readings.findIndex((other) => other.text === each.text) === index);
}

/** What spreadsheets and programs made this text of: 012.0 of 012, 4-Jan of 4-1 or 1-4, 1.20E+02 of 12E1. */
const undone = (text: string): string[] => [
  ...(/^\d+(?=[.,]0+$)/.exec(text) ?? []),
  ...beforeSpreadsheet(text),
  ...beforeExponent(text),
  ...beforeDate(text),
];

function beforeExponent(text: string): string[] {
  const [, whole, part, exponent] = /^(\d)(?:[.,](\d+))?E\+?(\d{1,3})$/i.exec(text) ?? [];
  if (whole === undefined) return [];
  const digits = `${whole}${(part ?? '').replace(/0+$/, '')}`;
  const rest = Number(exponent) - digits.length + 1;
  return rest < 0 ? [] : [`${digits}E${rest}`, `${digits}0E${rest - 1}`, `${digits}E0${rest}`];
}

const DATE_WITH_WORD = /^(\d{1,2})[-./ ]+(\p{L}+)\.?(?:[-./ ]+\d{2,4})?$/u;
const WORD_FIRST = /^(\p{L}+)[-./ ]+(\d{1,2})$/u;
const YEAR_FIRST = /^\d{4}[-./](\d{1,2})[-./](\d{1,2})(?:[T ]00?:00(?::00)?(?:\.0+)?Z?)?$/;
const YEAR_LAST = /^(\d{1,2})[-./](\d{1,2})[-./](?:\d{2}|\d{4})(?: 00?:00(?::00)?)?$/;

/** The two numbers of which a spreadsheet made a date, in both orders: it adds the year by itself. */
function beforeDate(text: string): string[] {
  const [, day, word] = DATE_WITH_WORD.exec(text) ?? [];
  const [, first, second] = WORD_FIRST.exec(text) ?? [];
  const [, one, other] = YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text) ?? [];
  const [month, number] = [monthNamed(word ?? first ?? ''), day ?? second];
  const [left, right] = month !== undefined && number !== undefined ? [number, month] : [one, other];
  return left === undefined || right === undefined ? [] : [`${Number(left)}-${Number(right)}`, `${Number(right)}-${Number(left)}`]; // prettier-ignore
}

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const NUMERAL = /(?<![\p{L}\p{N}])[IVX]{1,4}(?![\p{L}\p{N}])/gu;

/** With Roman numbers in digits: Block II is Block 2. */
const withNumerals = (text: string): string =>
  text.replace(NUMERAL, (numeral) => (NUMERALS.includes(numeral) ? String(NUMERALS.indexOf(numeral) + 1) : numeral));

const LOOKS: Record<string, string> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };

/** A text in which letters that look like digits are these: what was read from paper. */
export const withLooksOfDigits = (text: string): string =>
  text.replace(/[oilzsb]/gi, (letter) => LOOKS[letter.toLowerCase()] as string);

/** A text in which those letters are digits that stand between two digits, or before or after several. */
const withDigits = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])[\dOIlZSB]+(?![\p{L}\p{N}])/gu, (piece) =>
    /\d/.test(piece) ? withLooksOfDigits(piece) : piece,
  );

/** The parts of a text that have digits, those outside of brackets first: it may name a room, and say more of it or name others. */
function partsOf(text: string): string[] {
  const outside = text.replace(/\([^)]*\)?|\[[^\]]*\]?/g, ' ');
  const pieces = [outside, text].flatMap((each) => each.replace(MARKS, ' ').split(/[\s,;|→>+&=]+/u));
  const parts = pieces.map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(parts)].filter((part) => /\d/.test(part)).slice(0, MOST_PARTS);
}
