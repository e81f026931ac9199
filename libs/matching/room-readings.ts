import { serialDate, serialOf } from '#libs/core/time/spreadsheet-days';
import { monthNamed, weekdayOf } from '#libs/matching/calendar-words';
import { numberNamed } from '#libs/matching/number-words';
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
/** Of a text about two rooms, the one that it says is right, one of which it says nothing, and the one that it says was. */
const [NEW, NAMED, OLD] = [0.99, 0.95, 0.75];
/** Longer lists of rooms are remarks. */
const MOST_PARTS = 4;
const MARKS = /[?()[\]{}*~!]/g;
/** The number of a line of a list. */
const LINE = /^\s*\d{1,3}[).]\s+(?=\S)/u;

/** The texts that one may have been: rooms are sought by each, and offered. */
export function readingsOf(given: string): RoomReading[] {
  const text = given.replace(MARKS, ' ').trim();
  const unlisted = given.replace(LINE, '');
  const readings = [
    { text, weight: AS_IT_IS },
    ...undone(text).map((each) => ({ text: each, weight: UNDONE })),
    { text: unlisted.replace(MARKS, ' ').trim(), weight: LOOKED_LIKE },
    { text: withNumerals(text), weight: LOOKED_LIKE },
    { text: withDigits(text), weight: LOOKED_LIKE },
    ...phrasesOf(unlisted),
    ...partsOf(unlisted).map((part, index) => ({ text: part, weight: IN_PART - index * LESS_EACH, isPart: true })),
  ];
  return readings.filter(
    (each, index) => each.text !== '' && readings.findIndex((other) => other.text === each.text) === index,
  );
}

/** The words of a list; those of a phrase have a line between them. */
const words = (list: string): string =>
  list.trim().split(/\s+/u).map((word) => word.replaceAll('_', ' ')).join('|'); // prettier-ignore
const [BEFORE_OLD, BEFORE_NEW, BETWEEN] = [
  'instead_of rather_than replaces ersetzt(?!_durch) anstelle_von remplace(?!_par) au_lieu_de en_lugar_de en_vez_de invece_di in_plaats_van em_vez_de was ex formerly old previously not from instead statt anstatt war früher vorher alt nicht von vorm avant ancien pas depuis antes no anterior era prima vecchio non da eerst vroeger niet van antigo não wcześniej był nie zamiast gynt nid',
  'replaced_by replaced_with ersetzt_durch remplacé_par sustituido_por sostituito_da vervangen_door substituído_por correction correct korrektur corrected becomes became wird devient diventa wordt à now new to but nach jetzt neu sondern korr korrigiert maintenant vers mais ahora nueva pero ora nuovo ma nu nieuw naar maar agora novo para mas teraz nowy do ale nawr',
  'or and moved moves of oder und verlegt umgezogen ou et déplacé cambiado spostato en verhuisd ou mudado lub przeniesiony neu',
].map(words) as [string, string, string];
const CUT = new RegExp(`(?<![\\p{L}\\p{N}])(${BEFORE_OLD})(?![\\p{L}\\p{N}])|(->|=>|[→>]|(?<![\\p{L}\\p{N}])(?:${BEFORE_NEW})(?![\\p{L}\\p{N}]))|[,;|+&=()[\\]]|(?<![\\p{L}\\p{N}])(?:${BETWEEN})(?![\\p{L}\\p{N}])`, 'giu'); // prettier-ignore

/** The parts of a text about several rooms: `was Ash, now Birch`, `B1-016 (ex B1-014)`, `Room 14 → Room 12`. */
function phrasesOf(text: string): RoomReading[] {
  const phrases: RoomReading[] = [];
  let [from, weight] = [0, NAMED];
  const add = (to: number) => {
    const phrase = text
      .slice(from, to)
      .replace(MARKS, ' ')
      .replace(/^[\s.:,/]+|[\s.:,/]+$/gu, '');
    if (phrase !== '') phrases.push({ text: phrase, weight });
  };
  for (const match of text.matchAll(CUT)) {
    const [sign, old, isNew] = match;
    const before = phrases.length;
    add(match.index);
    from = match.index + sign.length;
    // `was B, now A` and `not A, but B`: what follows a sign alone is still what the word before it was about.
    if (old !== undefined) weight = OLD;
    else if (isNew !== undefined) weight = NEW;
    else if (phrases.length > before) weight = NAMED;
  }
  if (from === 0) return [];
  add(text.length);
  return phrases.slice(0, MOST_PARTS);
}

/** What spreadsheets, programs and keys that were pressed twice made this text of: 012.0 of 012, 4-Jan of 4-1 or 1-4, 1.20E+02 of 12E1. */
const undone = (text: string): string[] => [
  ...(/^\d+(?=[.,]0+$)/.exec(text) ?? []),
  ...beforeSpreadsheet(text),
  // 4.500 of 4.5
  ...(/^\d+[.,]\d*[1-9](?=0+$)/.exec(text) ?? []),
  ...beforeExponent(text),
  ...beforeDate(text),
  ...beforeSerial(text),
  ...beforeCurrency(text),
  ...beforeFirstYears(text),
  inLatin(text),
  ...beforeDecoding(text),
  // B1=014 of B1-014, 4.|2 of 4.12, 1616 and 16 16 of 16
  text.replace(/(?<=[\p{L}\p{N}])[=;+~*_](?=[\p{L}\p{N}])/gu, '-'),
  text.replaceAll('|', '1'),
  ...(/^(.+?)[\s,;/-]*\1$/u.exec(text)?.slice(1) ?? []),
];

/** ZÃ¼rich of Zürich: bytes of UTF-8 that were read as characters. */
function beforeDecoding(text: string): string[] {
  const decoded = /[\u0080-\u00ff]/.test(text) ? Buffer.from(text, 'latin1').toString() : text;
  return decoded === text || decoded.includes('\ufffd') ? [] : [decoded];
}

// 1 January of 2020 and of 2040, as spreadsheets count days.
const [LEAST_SERIAL, MOST_SERIAL] = [43_831, 51_136];

/** 46026 of 4-1: the day that a spreadsheet made of it, as a number. */
function beforeSerial(text: string): string[] {
  const serial = /^\d{5}(?=(?:\.0+)?$)/.exec(withoutThousands(text))?.[0];
  if (serial === undefined || Number(serial) < LEAST_SERIAL || Number(serial) > MOST_SERIAL) return [];
  return beforeDate(serialDate(Number(serial)));
}

/** £12.00 and 12,00 € of 12, £4.30 of 4.3 and 4.30, 1200% of 12 and 1200. */
function beforeCurrency(text: string): string[] {
  const amount = text.replace(/^[€$£]\s*|\s*(?:[€$£]|EUR|GBP|USD|PLN|zł)$/giu, '');
  const [percent] = /^\d+(?=(?:[.,]0+)? ?%$)/.exec(text) ?? [];
  if (percent !== undefined) return [percent, String(Number(percent) / 100)];
  if (amount === text || !/^\d[\d.,]*$/.test(amount)) return [];
  return [amount, amount.replace(/[.,]0+$/, ''), amount.replace(/(?<=[.,]\d*[1-9])0+$/, '')].map(withoutThousands);
}
/** 1016 of 1,016. */
const withoutThousands = (number: string): string => number.replace(/(?<=^\d{1,3})[.,'’ \u00a0\u202f](?=\d{3}(?:\D|$))/u, ''); // prettier-ignore

/** 12 January 1900 of 12: a number that is shown as a day. Programs count from a day before the one of spreadsheets, which have a leap day too many. */
function beforeFirstYears(text: string): string[] {
  const [, first, one = '', between = '', last] = /^(\d{4})?\D?(\d{1,2})\D(\d{1,2}|\p{L}{3,})(?:\D(\d{4}|00))?$/u.exec(text.replace(TIME, '')) ?? []; // prettier-ignore
  const other = String(monthNamed(between) ?? between);
  const year = Number(first ?? (last === '00' ? FIRST_YEAR : last));
  if (!(year >= FIRST_YEAR && year <= LAST_OF_NUMBERS) || (first !== undefined && last !== undefined)) return [];
  const days = first === undefined ? [[one, other], [other, one]] : [[one, other]]; // prettier-ignore
  return days
    .map(([month, day]) => serialOf(year, Number(month), Number(day)))
    .flatMap((count) => [String(count), String(count - 1)]);
}
/** Numbers of four digits are days until 1927. */
const [FIRST_YEAR, LAST_OF_NUMBERS] = [1900, 1927];

const LOOKS_LATIN: Record<string, string> = { А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: 'I', Ј: 'J', К: 'K', М: 'M', О: 'O', Р: 'P', Ѕ: 'S', Т: 'T', Х: 'X', У: 'Y', Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X' }; // prettier-ignore
const ZEROS = ['\u0660', '\u06f0', '\u0966'];

/** With Latin letters in place of Cyrillic and Greek ones that look the same, full-width ones, and digits of Arabic and Devanagari. */
function inLatin(text: string): string {
  return text.normalize('NFKC').replace(/[\u0300-\u{10ffff}]/gu, (sign) => {
    const zero = ZEROS.find((each) => sign >= each && sign.charCodeAt(0) - each.charCodeAt(0) < 10);
    if (zero !== undefined) return String(sign.charCodeAt(0) - zero.charCodeAt(0));
    return LOOKS_LATIN[sign.toUpperCase()] ?? sign;
  });
}

/** No room has a longer number. */
const MOST_ZEROS = 6;
function beforeExponent(text: string): string[] {
  const [, whole, part, exponent] = /^(\d)(?:[.,](\d+))?E\+?(\d{1,3})$/i.exec(text) ?? [];
  if (whole === undefined) return [];
  const digits = `${whole}${(part ?? '').replace(/0+$/, '')}`;
  const rest = Number(exponent) - digits.length + 1;
  return rest < 0
    ? []
    : [
        `${digits}${'0'.repeat(Math.min(rest, MOST_ZEROS))}`,
        `${digits}E${rest}`,
        `${digits}0E${rest - 1}`,
        `${digits}E0${rest}`,
      ];
}

const DATE_WITH_WORD = /^(\d{1,2})[-./ ]+(\p{L}+)\.?(?:[-./ ]+\d{2,4})?$/u;
const WORD_FIRST = /^(\p{L}+)[-./ ]+(\d{1,2})(?:st|nd|rd|th)?(?:,? \d{4})?$/u;
const YEAR_FIRST = /^\d{4}[-./](\d{1,2})[-./](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})[-./](\d{1,2})[-./](?:\d{2}|\d{4})$/;
/** The time that a day without one is shown with, and the day of the week before it. */
const TIME = /[T ](?:0?0|12):00(?::00)?(?:\.0+)?(?:Z| ?AM)?$/i;
const WEEKDAY = /^\p{L}{2,},?\s+(?=\d|\p{L})/u;

/** The two numbers of which a spreadsheet made a date, in both orders: it adds the year by itself. */
function beforeDate(shown: string): string[] {
  const text = withoutWeekday(shown.replace(TIME, ''));
  const [, day, word] = DATE_WITH_WORD.exec(text) ?? [];
  const [, first, second] = WORD_FIRST.exec(text) ?? [];
  const [, one, other] = YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text) ?? [];
  const [month, number] = [monthNamed(word ?? first ?? ''), day ?? second];
  const [left, right] = month !== undefined && number !== undefined ? [number, month] : [one, other];
  return left === undefined || right === undefined ? [] : [`${Number(left)}-${Number(right)}`, `${Number(right)}-${Number(left)}`]; // prettier-ignore
}

/** Saturday, 5 Sep 2026 without the weekday. */
const withoutWeekday = (text: string): string => {
  const [weekday] = WEEKDAY.exec(text) ?? [];
  return weekday !== undefined && weekdayOf(weekday.replace(/[,\s]+$/u, '')) !== undefined ? text.slice(weekday.length) : text; // prettier-ignore
};

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** With Roman numbers and number words in digits: Block II is Block 2, Flat two is Flat 2. */
const withNumerals = (text: string): string =>
  text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => String(NUMERALS.indexOf(word) + 1 || (numberNamed(word) ?? word)));

const LOOKS: Record<string, string> = {
  '|': '1',
  o: '0',
  d: '0',
  q: '0',
  i: '1',
  l: '1',
  z: '2',
  s: '5',
  g: '6',
  b: '8',
};

/** A text in which letters that look like digits are these: what was read from paper. */
export const withLooksOfDigits = (text: string): string =>
  text.replace(/[|odqilzsgb]/gi, (letter) => LOOKS[letter.toLowerCase()] as string);

/** A text in which those letters are digits that stand between two digits, or before or after several. */
const withDigits = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])[\d|ODQIlZSGB]+(?![\p{L}\p{N}])/gu, (piece) =>
    /\d/.test(piece) ? withLooksOfDigits(piece) : piece,
  );

/** The parts of a text that have digits, those outside of brackets first: it may name a room, and say more of it or name others. */
function partsOf(text: string): string[] {
  const outside = text.replace(/\([^)]*\)?|\[[^\]]*\]?/g, ' ');
  const pieces = [outside, text].flatMap((each) => each.replace(MARKS, ' ').split(/[\s,;|→>+&=]+/u));
  const parts = pieces.map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return [...new Set(parts)].filter((part) => /\d/.test(part)).slice(0, MOST_PARTS);
}
