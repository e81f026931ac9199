import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { TableEntry } from '#libs/core/backup/manifest';

const NEWLINE = 0x0a;

/**
 * Counts and hashes what flows through it. In PostgreSQL's text format a row is one line, because line breaks in texts
 * are escaped.
 */
export class Meter extends Transform {
  private readonly hash = createHash('sha256');
  private rows = 0;
  private bytes = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.rows++;
    done(null, chunk);
  }

  /** Call it once, when everything has flowed. */
  reading(): Pick<TableEntry, 'rows' | 'bytes' | 'sha256'> {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

export interface Table {
  name: string;
  columns: string[];
  /** By primary key, texts by code point, so that the same rows give the same bytes on every server. */
  order: string;
}

// Not the schema's own bookkeeping, which the migrations write again.
const TABLES = `
SELECT c.relname AS name,
  (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
  coalesce((SELECT string_agg(quote_ident(a.attname) || CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END, ', ' ORDER BY k.position)
   FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k (attnum, position), pg_attribute a
   WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.attnum),
   quote_ident(c.relname) || '::text COLLATE "C"') AS order
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('schema_migrations', 'schema_functions')
ORDER BY c.relname`;

export async function listTables(client: pg.Client): Promise<Table[]> {
  return (await client.query<Table>(TABLES)).rows;
}

/** The file of a table in a backup. */
export const fileOf = ({ name }: { name: string }): string => `${name}.copy.gz`;

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

export const copyOut = ({ name, columns, order }: Table): string =>
  `COPY (SELECT ${quoted(columns)} FROM public."${name}" ORDER BY ${order}) TO STDOUT`;

export const copyIn = ({ name, columns }: TableEntry): string =>
  `COPY public."${name}" (${quoted(columns)}) FROM STDIN`;

/** The count and checksum of the rows of a table, without keeping the rows. */
export async function measure(client: pg.Client, table: Table): Promise<Pick<TableEntry, 'rows' | 'bytes' | 'sha256'>> {
  const meter = new Meter();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(client.query(copyTo(copyOut(table))), meter, nowhere);
  return meter.reading();
}
