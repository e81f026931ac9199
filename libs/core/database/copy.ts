import { pipeline, type Readable, Transform } from 'node:stream';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { breakOff, serverProcessOf } from '#libs/core/database/driver-internals';

/** How PostgreSQL writes what it copies: CSV with every cell quoted, or lines of text. */
const CSV = `FORMAT csv, FORCE_QUOTE *, NULL ''`;
const FORMATS = { csv: CSV, semicolons: `${CSV}, DELIMITER ';'`, text: 'FORMAT text' } as const;
export type CopyFormat = keyof typeof FORMATS;

/** The rows of a query, streamed as fast as the reader takes them, through `rows`. A reader that stops ends the query. */
export async function copyRows(pool: Pool, query: string, rows: Transform, format: CopyFormat): Promise<Readable> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY; SET LOCAL statement_timeout = 0');
  } catch (error) {
    client.release(true);
    throw error;
  }
  const source = client.query(copyTo(`COPY (${query}) TO STDOUT (${FORMATS[format]})`));
  pipeline(source, rows, (error) => {
    if (!error)
      return void client.query('COMMIT').then(
        () => client.release(),
        (failure: Error) => client.release(failure),
      );
    // The server would notice a closed socket only when it has rows to send, which a long sort delays.
    pool.query('SELECT pg_cancel_backend($1)', [serverProcessOf(client)]).catch(() => undefined);
    // Unread rows are still in the socket: a regular end would wait for them for ever.
    breakOff(client);
    client.release(true);
  });
  return rows;
}
