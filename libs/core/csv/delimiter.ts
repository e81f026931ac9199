import { parse } from 'csv-parse/sync';

/** The possible delimiters; the first is the default. */
const DELIMITERS = [',', ';', '\t'];
/** A line that names columns is shorter than this. */
const LONGEST_HEAD = 65_536;
const [TAB, LF, CR, QUOTE] = [0x09, 0x0a, 0x0d, 0x22];
const NOTHING = new Set([TAB, LF, CR, ...Buffer.from('\ufeff "",;')]);

/** Where the first line with anything in its cells ends, ignoring quoted line breaks; undefined when it continues. */
export function headEnd(head: Buffer): number | undefined {
  let [isQuoted, isFilled] = [false, false];
  for (const [position, byte] of head.subarray(0, LONGEST_HEAD).entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!NOTHING.has(byte)) isFilled = true;
    else if ((byte === LF || byte === CR) && isFilled && !isQuoted) return position;
  }
  return head.length < LONGEST_HEAD ? undefined : LONGEST_HEAD;
}

/** `sep=;` in a line before the header: Excel writes and reads it where a comma is a decimal point. */
const NAMED = /^\ufeff?"?sep=([^"\r\n])"?[ \t,;]*(?:\r\n|\n|\r(?!$))/i;
/** Such a line with all that may be in it is shorter. */
export const LONGEST_NAMED = 64;

/** The delimiter that the first line of a file names instead of columns, and the bytes of this line. */
export function namedDelimiter(head: Buffer): { delimiter: string; bytes: number } | undefined {
  const [line, delimiter] = NAMED.exec(head.toString('utf8', 0, LONGEST_NAMED)) ?? [];
  return line !== undefined && delimiter !== undefined ? { delimiter, bytes: Buffer.byteLength(line) } : undefined;
}

/** The delimiter of a file: the one that gives the most known columns in its first line, or else the one that the file names. */
export function delimiterOf(head: Buffer, isColumn: (header: string) => boolean, named?: string): string {
  const delimiters = named === undefined ? DELIMITERS : [named, ...DELIMITERS];
  const known = delimiters.map((delimiter) => headersOf(head, delimiter).filter(isColumn).length);
  return delimiters[known.indexOf(Math.max(...known))] ?? ',';
}

function headersOf(head: Buffer, delimiter: string): string[] {
  try {
    const lines: string[][] = parse(head, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
    return lines.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? [];
  } catch {
    // A quote that is not closed is reported when the file is read.
    return [];
  }
}
