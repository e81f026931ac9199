import { pipelined, type Sql } from '#libs/core/database/transaction';
import type { Role } from '#libs/accounts/access/permissions';
import type { DateStyle } from '#libs/booking-import/dates/date-style';
import type { StatusWords } from '#libs/booking-import/columns/declared';
import type { GivenRow } from '#libs/booking-import/draft';
import { columnList, columnsAs, insertInto, columnTypes, update } from '#libs/core/database/columns';
import { Job } from '#libs/jobs/job.entity';
import { Import, ImportRow } from '#libs/booking-import/commit/import.entity';

export interface ImportRecord {
  id: string;
  user_id: string;
  fingerprint: string;
  role: Role;
  api_key_id: string | null;
  key_role: Role | null;
  request_id: string;
  dates: DateStyle;
  status_words: StatusWords;
  emptied_at: string | null;
}

const OWN = columnList(Import, 'id userId fingerprint role apiKeyId keyRole dates statusWords emptiedAt', 'i');
const COLUMNS = `${OWN}, ${columnList(Job, 'requestId', 'j')}`;
const FROM = 'FROM imports i JOIN jobs j ON j.site_id = i.site_id AND j.id = i.id';

export const findImport = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<ImportRecord>(`SELECT ${COLUMNS} ${FROM} WHERE i.site_id = $1 AND i.id = $2`, [siteId, id]))[0];

export const findImportByKey = async (sql: Sql, siteId: string, userId: string, key: string) =>
  (
    await sql.rows<ImportRecord>(`SELECT ${COLUMNS} ${FROM} WHERE i.site_id = $1 AND i.user_id = $2 AND i.key = $3`, [
      siteId,
      userId,
      key,
    ])
  )[0];

const INSERT = `
${insertInto(Import, 'siteId id userId key fingerprint role apiKeyId keyRole createdAt dates statusWords')}
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT ON CONSTRAINT imports_key_1 DO NOTHING RETURNING id`;

export interface NewImport {
  siteId: string;
  id: string;
  userId: string;
  key: string;
  fingerprint: string;
  role: Role;
  apiKeyId: string | null;
  keyRole: Role | null;
  now: Date;
  /** How its dates are read: what all the columns of the file prove. */
  dates: DateStyle;
  statusWords: StatusWords;
}

/** Makes the record of an import; false when its key is taken, after waiting for who is just taking it. */
export async function insertImport(sql: Sql, i: NewImport): Promise<boolean> {
  const values = [
    i.siteId,
    i.id,
    i.userId,
    i.key,
    i.fingerprint,
    i.role,
    i.apiKeyId,
    i.keyRole,
    i.now,
    i.dates,
    i.statusWords,
  ];
  return (await sql.rows(INSERT, values)).length > 0;
}

/** Lets imports of a site write one after the other, so that each sees what the one before it has booked. */
export async function lockSite(sql: Sql, siteId: string): Promise<void> {
  // Others may take long, and each of them only as long as its statements may.
  await sql.rows('SET LOCAL statement_timeout = 0');
  await sql.rows(`SELECT pg_advisory_xact_lock(hashtextextended('bookings import/' || $1::uuid, 0))`, [siteId]);
  await sql.rows('SET LOCAL statement_timeout TO DEFAULT');
}

const INSERT_ROWS = `
${insertInto(ImportRow, 'siteId importId position rowIndex cells resolution')}
SELECT $1, $2, ${columnList(ImportRow, 'position rowIndex cells resolution', 'r')}
FROM jsonb_to_recordset($3) AS r (${columnTypes(ImportRow, 'position rowIndex cells resolution')})`;
/** Writes the rows of an import down, in pieces: nobody else waits for the whole. */
export async function insertRows(sql: Sql, siteId: string, importId: string, rows: GivenRow[]): Promise<void> {
  const records = rows.map(({ values: cells, ...row }, position) => ({ ...row, cells, position }));
  let before: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    const piece = JSON.stringify(records.slice(from, from + ROWS_AT_ONCE));
    await before;
    // PostgreSQL writes a piece while the next is prepared.
    before = pipelined(sql.rows(INSERT_ROWS, [siteId, importId, piece]));
  }
  await before;
}
const ROWS_AT_ONCE = 1_000;

const ROW = columnsAs(ImportRow, {
  position: 'position',
  row_index: 'rowIndex',
  values: 'cells',
  resolution: 'resolution',
});
const OF_IMPORT = `SELECT ${ROW} FROM import_rows WHERE site_id = $1 AND import_id = $2 AND position > $3`;
const NEXT = `${OF_IMPORT} AND outcome IS NULL ORDER BY position LIMIT $4`;
const ALL = `${OF_IMPORT} ORDER BY position LIMIT $4`;
const findRows =
  (query: string) =>
  async (sql: Sql, siteId: string, importId: string, after: number, limit: number): Promise<StoredRow[]> => {
    const rows = await sql.rows<StoredRow>(query, [siteId, importId, after, limit]);
    return rows.map((row) => ({ ...row, resolution: row.resolution ?? undefined }));
  };
/** The next rows after a position that have no outcome yet. */
export const nextRows = findRows(NEXT);
/** The next rows after a position, with or without an outcome. */
export const allRows = findRows(ALL);

/** A row of a file at its position in it, from 0. */
export type StoredRow = GivenRow & { position: number };

const ROWS_OF = `
SELECT ${columnList(ImportRow, 'bookingId')}, min(row_index) AS row FROM import_rows
WHERE site_id = $1 AND import_id = $2 AND booking_id = ANY($3::uuid[]) AND outcome IS NOT NULL GROUP BY booking_id`;
/** Which rows of an import were about bookings. */
export async function findRowsOf(sql: Sql, siteId: string, importId: string, bookings: string[]) {
  if (bookings.length === 0) return new Map<string, number>();
  const rows = await sql.rows<{ booking_id: string; row: number }>(ROWS_OF, [siteId, importId, bookings]);
  return new Map(rows.map(({ booking_id, row }) => [booking_id, row]));
}

const EMPTY = `
WITH due AS (
  SELECT ${columnList(Import, 'siteId id', 'i')} FROM imports i JOIN jobs j ON j.site_id = i.site_id AND j.id = i.id
  WHERE i.emptied_at IS NULL AND j.finished_at < $1 LIMIT 1 FOR UPDATE OF i SKIP LOCKED),
noted AS (${update(Import, { emptiedAt: '$2' }, 'i')} FROM due d WHERE i.site_id = d.site_id AND i.id = d.id),
emptied AS (
  ${update(ImportRow, { cells: `'{}'`, resolution: 'NULL', issues: 'issues_without_texts(r.issues)' }, 'r')}
  FROM due d WHERE r.site_id = d.site_id AND r.import_id = d.id)
SELECT count(*)::int AS n FROM due`;
/** Empties the rows of one import that ended before a time, and keeps what became of them; false when there is none. */
export const emptyImport = async (sql: Sql, before: Date, now: Date): Promise<boolean> =>
  (await sql.rows<{ n: number }>(EMPTY, [before, now]))[0]?.n === 1;
