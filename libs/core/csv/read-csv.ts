import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type BYTES, decoded, type Encoding } from '#libs/core/csv/encodings';
import { delimiterOf, headEnd, LONGEST_NAMED, namedDelimiter } from '#libs/core/csv/delimiter';
import { type ColumnOf, type FileRow, FileRows, MOST_COLUMNS, requireFewColumns } from '#libs/core/csv/file-rows';
import { DomainError } from '#libs/core/errors/domain-error';

/** The most bytes of one row: what is longer is a quotation mark that is not closed, or no table. */
const MOST_OF_A_ROW = 1_048_576;

/** What there is to know of a CSV file before it is read. */
export interface CsvHints {
  /** Returns the name of the column of a known header. */
  columnOf: ColumnOf;
  /** Its encoding, or `bytes` when it is unknown: then each byte becomes a character. */
  encoding: Encoding | typeof BYTES;
}

/**
 * Reads a CSV file: the first line names the columns and determines the delimiter: commas, semicolons or tabs, or what a line `sep=` before it names. Lines may end
 * in any way; quotes inside cells are forgiven.
 * @throws DomainError `payload_too_large`, `validation_failed`
 */
export async function readCsv(file: Buffer, { columnOf, encoding }: CsvHints): Promise<FileRow[]> {
  const table = new FileRows(columnOf);
  const isColumn = (header: string) => columnOf(header) !== undefined;
  try {
    for await (const { raw, record, delimiter } of linesOf(decoded(file, encoding), isColumn)) {
      requireClosedQuotes(raw, record, table.lines + 1);
      table.add(record, BREAK.test(raw.trimEnd()) ? whySwallowed(record, table.headers ?? [], delimiter) : undefined);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE') requireFewColumns(MOST_COLUMNS + 1);
    throw new DomainError('validation_failed', `The file is not CSV: ${(error as Error).message}`);
  }
  table.finish(!endsWithBreak(file, encoding));
  return table.rows;
}

const endsWithBreak = (file: Buffer, encoding: CsvHints['encoding']): boolean =>
  /[\r\n]/.test(file.subarray(encoding.startsWith('utf-16') ? -2 : -1).toString('latin1'));

/** The lines of a file, after its first one has determined the delimiter. */
async function* linesOf(
  file: Iterable<Buffer>,
  isColumn: (header: string) => boolean,
): AsyncGenerator<{ raw: string; record: string[]; delimiter: string }> {
  const chunks = file[Symbol.iterator]();
  let head = Buffer.alloc(0);
  const readUntil = (isEnough: () => boolean) => {
    while (!isEnough()) {
      const next = chunks.next();
      if (next.done) return;
      head = Buffer.concat([head, next.value]);
    }
  };
  readUntil(() => head.length >= LONGEST_NAMED);
  const named = namedDelimiter(head);
  head = head.subarray(named?.bytes ?? 0);
  readUntil(() => headEnd(head) !== undefined);
  const delimiter = delimiterOf(head.subarray(0, headEnd(head)), isColumn, named?.delimiter);
  const lines = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    raw: true,
    skip_empty_lines: true,
    max_record_size: MOST_OF_A_ROW,
    // What comes after one column too many stays one cell, however many separators it has.
    ignore_last_delimiters: MOST_COLUMNS + 1,
  });
  const whole = Readable.from(after(head, chunks), { objectMode: false });
  whole.on('error', (error) => lines.destroy(error));
  const records = whole.pipe(lines) as AsyncIterable<{ raw: string; record: string[] }>;
  for await (const line of records) yield { ...line, delimiter };
}

function* after(head: Buffer, chunks: Iterator<Buffer>): Generator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = chunks.next(); !next.done; next = chunks.next()) yield next.value;
}

const BREAK = /[\r\n]/;
/** The columns that Lodge itself adds to the cells of a file contain lists. */
const OF_LODGE = /^lodge_/;
const LEAST_OF_A_ROW = 3;

/** A quotation mark before a text, and the next one in another row, make one cell of all that is between them: the rows there would be gone. */
function whySwallowed(cells: string[], headers: string[], delimiter: string): string | undefined {
  const column = cells.findIndex(
    (cell, index) =>
      BREAK.test(cell) &&
      !OF_LODGE.test(headers[index]?.trim() ?? '') &&
      cell.split(/[\r\n]+/).some((line) => line.split(delimiter).length >= LEAST_OF_A_ROW),
  );
  if (column === -1) return undefined;
  return `the cell of "${headers[column] ?? `column ${column + 1}`}" has a line break, and a line that may be a row of the file: a quotation mark may be missing`;
}

/** A quote that is never closed takes the lines after it into its cell: they would be gone without a word. */
function requireClosedQuotes(raw: string, cells: string[], row: number): void {
  const open = cells.find(
    (cell) => cell.startsWith('"') && /[\r\n]/.test(cell) && !raw.includes(`"${cell.replaceAll('"', '""')}"`),
  );
  if (open !== undefined)
    throw new DomainError('validation_failed', `The file is not CSV: in row ${row} a quotation mark is not closed.`);
}
