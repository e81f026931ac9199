import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type BYTES, decoded, type Encoding } from '#libs/core/csv/encodings';
import { delimiterOf, headEnd } from '#libs/core/csv/delimiter';
import { type ColumnOf, type FileRow, FileRows, MOST_COLUMNS, requireFewColumns } from '#libs/core/csv/file-rows';
import { DomainError } from '#libs/core/errors/domain-error';

/** The most bytes of one row: what is longer is a quotation mark that is not closed, or no table. */
const MOST_OF_A_ROW = 1_048_576;

/** What there is to know of a CSV file before it is read. */
export interface CsvHints {
  /** What a header is called that somebody knows. */
  columnOf: ColumnOf;
  /** Its encoding, or `bytes` when nobody knows: then each byte becomes a character. */
  encoding: Encoding | typeof BYTES;
}

/**
 * Reads a CSV file: the first line names the columns and tells what separates the cells: commas, semicolons or tabs. Lines may end
 * in any way; quotes inside cells are forgiven.
 * @throws DomainError `payload_too_large`, `validation_failed`
 */
export async function readCsv(file: Buffer, { columnOf, encoding }: CsvHints): Promise<FileRow[]> {
  const table = new FileRows(columnOf);
  const isColumn = (header: string) => columnOf(header) !== undefined;
  try {
    for await (const { raw, record } of linesOf(decoded(file, encoding), isColumn)) {
      requireClosedQuotes(raw, record, table.lines + 1);
      table.add(record);
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

/** The lines of a file, once its first one has told what separates the cells. */
async function* linesOf(
  file: Iterable<Buffer>,
  isColumn: (header: string) => boolean,
): AsyncGenerator<{ raw: string; record: string[] }> {
  const chunks = file[Symbol.iterator]();
  let head = Buffer.alloc(0);
  let end: number | undefined;
  for (let next = chunks.next(); !next.done; next = chunks.next()) {
    head = Buffer.concat([head, next.value]);
    end = headEnd(head);
    if (end !== undefined) break;
  }
  const lines = parse({
    bom: true,
    delimiter: delimiterOf(head.subarray(0, end), isColumn),
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
  yield* whole.pipe(lines) as AsyncIterable<{ raw: string; record: string[] }>;
}

function* after(head: Buffer, chunks: Iterator<Buffer>): Generator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = chunks.next(); !next.done; next = chunks.next()) yield next.value;
}

/** A quote that is never closed takes the lines after it into its cell: they would be gone without a word. */
function requireClosedQuotes(raw: string, cells: string[], row: number): void {
  const open = cells.find(
    (cell) => cell.startsWith('"') && /[\r\n]/.test(cell) && !raw.includes(`"${cell.replaceAll('"', '""')}"`),
  );
  if (open !== undefined)
    throw new DomainError('validation_failed', `The file is not CSV: in row ${row} a quotation mark is not closed.`);
}
