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

/** The delimiter of a file: the one that gives the most known columns in its first line. */
export function delimiterOf(head: Buffer, isColumn: (header: string) => boolean): string {
  const known = DELIMITERS.map((delimiter) => headersOf(head, delimiter).filter(isColumn).length);
  return DELIMITERS[known.indexOf(Math.max(...known))] ?? ',';
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
