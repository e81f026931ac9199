import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { DomainError } from '#libs/core/errors/domain-error';

/** Encodings that a file may be declared to have, as the WHATWG Encoding Standard names them. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * In place of an encoding: each character of a row is a byte of its file (as ISO 8859-1 has it), and what the bytes mean is what was remembered of
 * files with the same headers.
 */
export const BYTES = 'bytes';

const MARKS: [Encoding, Buffer][] = [
  ['utf-8', Buffer.from('efbbbf', 'hex')],
  ['utf-16le', Buffer.from('fffe', 'hex')],
  ['utf-16be', Buffer.from('feff', 'hex')],
];
const ONE_BYTE = /^(windows|iso|macintosh)/;
/** No text has these: they are what is left when bytes are read in an encoding that they are not in. */
export const NO_TEXT = /[\u0080-\u009f\ufffd]/u;

const refused = (code: string, detail: string): DomainError =>
  new DomainError('validation_failed', `/encoding ${detail}`, {}, [{ pointer: '/encoding', code, detail }]);

const notIn = (encoding: string): DomainError =>
  refused('encoding_wrong', `is not that of the file: its bytes are no text in ${encoding}`);

/**
 * The encoding of a file: as was declared, as its byte order mark says, or as its bytes prove. Undefined when they prove nothing.
 * @throws DomainError `validation_failed` when the bytes prove another one than was declared
 */
export function encodingOf(file: Buffer, declared?: Encoding): Encoding | undefined {
  const proved = MARKS.find(([, mark]) => file.subarray(0, mark.length).equals(mark))?.[0] ?? utf16Of(file);
  // Signs of UTF-8 come together by chance only where a character has more than one byte.
  const isUtf = proved === undefined && isUtf8(file);
  const isClear = declared === undefined || ONE_BYTE.test(declared);
  const encoding = proved ?? (isUtf && isClear && !isAscii(file) ? 'utf-8' : undefined);
  if (declared !== undefined && encoding !== undefined && declared !== encoding)
    throw refused('encoding_wrong', `is not that of the file, which is ${encoding}`);
  if (declared === 'utf-8' && !isUtf && proved === undefined) throw notIn(declared);
  return encoding ?? declared ?? (isUtf ? 'utf-8' : undefined);
}

/** UTF-16 without its mark: every line ends with the same two bytes, and every other byte of plain letters is zero. */
function utf16Of(file: Buffer): Encoding | undefined {
  if (file.length % 2 !== 0) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < Math.min(file.length, SAMPLE); at++) if (file[at] === 0) zeros[at % 2]!++;
  const [first = 0, second = 0] = zeros;
  const least = Math.min(file.length, SAMPLE) / 16;
  if (second > least && second > 20 * first) return 'utf-16le';
  return first > least && first > 20 * second ? 'utf-16be' : undefined;
}
const SAMPLE = 65_536;

/** A text as it is in an encoding; undefined when its bytes are not valid in it. */
export function decodedText(bytes: Buffer, encoding: Encoding): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return NO_TEXT.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A stream of text as UTF-8 whose byte order mark says when it is UTF-16. */
export async function* decodedByMark(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of file) {
    const piece: Buffer = head ? Buffer.concat([head, chunk]) : chunk;
    if (head && piece.length < 2) {
      head = piece;
      continue;
    }
    const marked = head && MARKS.find(([, mark]) => piece.subarray(0, mark.length).equals(mark))?.[0];
    if (marked && marked !== 'utf-8') decoder = new TextDecoder(marked);
    head = undefined;
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
  if (head) yield head;
  const rest = decoder?.decode();
  if (rest) yield Buffer.from(rest);
}

const PIECE = 65_536;

/**
 * A file as UTF-8, piece by piece; with `bytes`, each byte as a character.
 * @throws DomainError `validation_failed` when its bytes are no text in the encoding
 */
export function* decoded(file: Buffer, encoding: Encoding | typeof BYTES): Generator<Buffer> {
  const decoder = encoding === 'utf-8' || encoding === BYTES ? undefined : new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Buffer): Buffer => {
    const text = decoder?.decode(piece, { stream: piece !== undefined }) ?? '';
    if (NO_TEXT.test(text)) throw notIn(encoding);
    return Buffer.from(text);
  };
  try {
    for (let at = 0; at < file.length; at += PIECE) {
      const piece = file.subarray(at, at + PIECE);
      yield decoder ? decode(piece) : encoding === BYTES ? Buffer.from(piece.toString('latin1')) : piece;
    }
    if (decoder) yield decode();
  } catch (error) {
    throw error instanceof DomainError ? error : notIn(encoding);
  }
}

/** The encodings of most files of offices that are not UTF-8, by what distinguishes them. */
const LIKELY: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1251', 'macintosh', 'windows-1253', 'windows-1254', 'iso-8859-15', 'shift_jis', 'gb18030', 'big5', 'euc-kr']; // prettier-ignore
const [MOST_SHOWN, MOST_OF_LINE] = [6, 60];

/** The error that demands the encoding of a file, with its first ambiguous text. */
export function askOfEncoding(sample: Buffer): DomainError {
  const readings = new Map<string, Encoding>();
  for (const encoding of LIKELY) {
    const text = decodedText(sample, encoding)?.trim().slice(0, MOST_OF_LINE);
    if (text !== undefined && !readings.has(text)) readings.set(text, encoding);
  }
  const shown = [...readings].slice(0, MOST_SHOWN).map(([text, encoding]) => `${encoding}: "${text}"`);
  const how = shown.length > 0 ? ` One of its texts reads as ${shown.join(', ')}.` : '';
  return refused('encoding_unknown', `is required: the file is not UTF-8, and nothing in it says what it is.${how}`);
}

/** The first bytes of a file that are no ASCII, as far as their cell goes. */
export function sampleOf(file: Buffer): Buffer {
  const at = file.findIndex((byte) => byte > 0x7f);
  const isEnd = (byte: number) => byte < 0x20 || byte === 0x2c || byte === 0x3b || byte === 0x22;
  const around = file.subarray(Math.max(0, at - MOST_OF_LINE), at + MOST_OF_LINE);
  const middle = Math.min(at, MOST_OF_LINE);
  const start = around.subarray(0, middle).findLastIndex(isEnd) + 1;
  const end = around.subarray(middle).findIndex(isEnd);
  return around.subarray(start, end === -1 ? undefined : middle + end);
}

// UTF-8 that was read as Windows-1252 once, and written as UTF-8 again: "MÃ¼ller". Only pairs that no word has.
const MISREAD = /\u00ef\u00bf\u00bd|[\u00c2\u00c3][\u00a0-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2020-\u2022\u2026\u2030\u2039\u20ac\u2122]|\u00e2\u20ac[\u00a0-\u00bf\u0152\u0153\u02dc\u2122\u201c\u201d\u2018\u2019\u2020-\u2022]|[\u00c4\u00c5][\u00a1-\u00a9\u00ac-\u00ba\u00bc-\u00bf\u0178\u201a\u201e\u2021\u0192\u02c6]/u; // prettier-ignore

// The same with Mac Roman ("M√ºller", "â" as "‚Ä"), and with the encodings of DOS: signs that no word has between its letters ("M³ller", "Mu¨ller").
const MISREAD_ELSEWHERE = /[√ƒ≈](?!\s)[\u0080-\uffff]|‚Ä|\p{L}[³¾÷±▀▄─¿¡¢£¤™„‰¨˜ˆ¸˙˚˛˝](?=\p{L})/u;
// windows-1252 that was read as Mac Roman: capitals with signs within words of small letters ("GarcÌa", "JosÈ"). Mac, Fitz and the like end before a capital.
const MISREAD_CAPITAL =
  /(?<=\p{L}\p{Ll}{2})(?<!(?<!\p{L})(?:[Mm]ac|[Ff]itz|[Vv][ao]n|[Dd][eo][ls]|[Ll]es))[ÀÂÈËÌÎÏÒÓÔÙÛÁÚÍ](?!\p{Lu})|(?<=\p{Lu})[ÈËÌÒÛ](?=\p{Ll})/u;

/** Whether a text was read in a wrong encoding before it came here. */
export const isMisread = (text: string): boolean =>
  !isAsciiText(text) && (MISREAD.test(text) || MISREAD_ELSEWHERE.test(text) || MISREAD_CAPITAL.test(text));
// eslint-disable-next-line no-control-regex -- all of ASCII is plain
const isAsciiText = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);
