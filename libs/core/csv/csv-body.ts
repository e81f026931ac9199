import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse } from 'csv-parse';
import { cellText } from '#libs/core/csv/cells';
import { delimiterOf, headEnd } from '#libs/core/csv/delimiter';
import { DomainError } from '#libs/core/errors/domain-error';
import type { LargeRoute } from '#libs/core/http/large-body';

const MOST_ROWS = 20_000;
const MOST_COLUMNS = 1_000;
const MOST_BYTES = 16 * 1_048_576;

/**
 * Lets a route that asks for it take `text/csv`: the first line names the columns, each other line becomes a row of
 * `{row_index, values}`, and the site comes from the query. Lines may end in any way; quotes inside cells are forgiven.
 * The first line also says what separates the cells: commas, semicolons or tabs.
 */
export function acceptCsv(server: FastifyInstance): void {
  server.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
    const { csv: isColumn } = request.routeOptions.config as LargeRoute;
    if (!isColumn) throw new DomainError('unsupported_media_type', 'Send Content-Type: application/json.');
    return { site: (request.query as { site?: unknown }).site, rows: await readRows(payload, isColumn) };
  });
}

/** A line as its cells by column name; two cells where two columns have one name and differ. */
interface CsvRow {
  row_index: number;
  values: Record<string, string | string[]>;
}

async function readRows(payload: Readable, isColumn: (header: string) => boolean): Promise<CsvRow[]> {
  const file = new PassThrough();
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => {
    if ((bytes += chunk.length) > MOST_BYTES)
      payload.destroy(new DomainError('payload_too_large', 'The file is larger than 16 MiB.'));
  });
  payload.on('error', (error) => file.destroy(error));
  payload.pipe(file);
  const rows: CsvRow[] = [];
  let headers: string[] | undefined;
  let index = 0;
  try {
    for await (const { raw, record: cells } of linesOf(file, isColumn)) {
      requireClosedQuotes(raw, cells, index + 1);
      if (cells.length > MOST_COLUMNS)
        throw new DomainError(
          'payload_too_large',
          `A file may have at most ${MOST_COLUMNS} columns. Leave out those that are not needed, and check what separates the cells.`,
        );
      const isBlank = cells.every((cell) => cellText(cell) === undefined);
      if (headers && !isBlank) rows.push({ row_index: index, values: valuesOf(headers, cells) });
      // A line of separators is no row, but keeps its number: those behind it are counted as a spreadsheet counts them.
      if (headers) index++;
      else if (!isBlank) headers = cells.map((cell, column) => cell.trim() || `column ${column + 1}`);
      if (rows.length > MOST_ROWS)
        throw new DomainError('payload_too_large', `A file may have at most ${MOST_ROWS} rows.`);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError('validation_failed', `The file is not CSV: ${(error as Error).message}`);
  } finally {
    file.destroy();
  }
  return rows;
}

/** The lines of a file, once its first one has told what separates the cells. */
async function* linesOf(
  file: Readable,
  isColumn: (header: string) => boolean,
): AsyncGenerator<{ raw: string; record: string[] }> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  let end: number | undefined;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
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
    max_record_size: MOST_BYTES,
    // What comes behind one column too many stays one cell, however many separators it has.
    ignore_last_delimiters: MOST_COLUMNS + 1,
  });
  const whole = Readable.from(behind(head, chunks), { objectMode: false });
  whole.on('error', (error) => lines.destroy(error));
  yield* whole.pipe(lines) as AsyncIterable<{ raw: string; record: string[] }>;
}

async function* behind(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** A quote that is never closed takes the lines behind it into its cell: they would be gone without a word. */
function requireClosedQuotes(raw: string, cells: string[], row: number): void {
  const open = cells.find(
    (cell) => cell.startsWith('"') && /[\r\n]/.test(cell) && !raw.includes(`"${cell.replaceAll('"', '""')}"`),
  );
  if (open !== undefined)
    throw new DomainError('validation_failed', `The file is not CSV: in row ${row} a quotation mark is not closed.`);
}

// Not assigned one by one: a column called __proto__ would become the prototype.
function valuesOf(headers: string[], cells: string[]): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [index, cell] of cells.entries()) {
    const header = headers[index] ?? `column ${index + 1}`;
    const other = values.get(header);
    // Of two columns with one name the one that is filled counts; both, when they differ.
    if (other === undefined || [other].flat().join('').trim() === '') values.set(header, cell);
    else if (cell.trim() !== '' && ![other].flat().includes(cell)) values.set(header, [other, cell].flat());
  }
  return Object.fromEntries(values);
}
