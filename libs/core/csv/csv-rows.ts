import { Transform, type TransformCallback } from 'node:stream';

const LF = 0x0a;
const QUOTE = 0x22;
const CRLF = Buffer.from('\r\n');
// Spreadsheets take a file without it for one in the local code page.
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Makes an RFC 4180 file of PostgreSQL's CSV: byte order mark, header, and CRLF after each row, while line breaks
 * inside cells stay as they are. It needs every cell quoted and the last one not empty: then a row ends where an odd
 * number of quotes precedes a line feed.
 */
export class CsvRows extends Transform {
  private quotesBefore = 0;

  constructor(columns: readonly string[], delimiter: ',' | ';' = ',') {
    super();
    this.push(`${BYTE_ORDER_MARK}${columns.map((column) => `"${column}"`).join(delimiter)}\r\n`);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) {
      if (this.quotesAt(chunk, at) % 2 === 0) continue;
      pieces.push(chunk.subarray(from, at), CRLF);
      from = at + 1;
    }
    this.quotesBefore = this.quotesAt(chunk, chunk.length);
    pieces.push(chunk.subarray(from));
    done(null, pieces.length === 1 ? chunk : Buffer.concat(pieces));
  }

  /** How many quotes are directly before a position, those of the chunk before included. */
  private quotesAt(chunk: Buffer, position: number): number {
    let start = position;
    while (start > 0 && chunk[start - 1] === QUOTE) start--;
    return position - start + (start === 0 ? this.quotesBefore : 0);
  }
}
