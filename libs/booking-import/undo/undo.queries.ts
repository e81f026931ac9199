import type { Role } from '#libs/accounts/access/permissions';
import { columnList, columnsAs, columnTypes, update, updateFrom } from '#libs/core/database/columns';
import type { Sql } from '#libs/core/database/transaction';
import { Job } from '#libs/jobs/job.entity';
import type { JobState } from '#libs/jobs/jobs.queries';
import type { ImportUndoResponse } from '#libs/booking-import/import-responses.dto';
import { Import, ImportRow } from '#libs/booking-import/commit/import.entity';
import { isAsWrittenAgain } from '#libs/booking-import/undo/as-written.queries';
import { STORED_RESULT, type StoredResult } from '#libs/booking-import/commit/results.queries';

/** What an import knows of its undo. */
export interface UndoRecord {
  import_id: string;
  job_id: string | null;
  job_state: JobState | null;
  import_state: JobState;
  undone_at: string | null;
  /** The response of an undo of an earlier release, which was written as a whole. */
  undo_answer: object | null;
}

const COLUMNS = `${columnsAs(Import, { import_id: 'id', job_id: 'undoJobId' }, 'i')}, ${columnsAs(Job, { job_state: 'state' }, 'u')},
  ${columnsAs(Job, { import_state: 'state' }, 'j')}, ${columnList(Import, 'undoneAt undoAnswer', 'i')}
FROM imports i JOIN jobs j ON j.site_id = i.site_id AND j.id = i.id LEFT JOIN jobs u ON u.site_id = i.site_id AND u.id = i.undo_job_id`;
export const findUndo = async (sql: Sql, siteId: string, importId: string) =>
  (await sql.rows<UndoRecord>(`SELECT ${COLUMNS} WHERE i.site_id = $1 AND i.id = $2`, [siteId, importId]))[0];

/** The same, and nobody else begins an undo of it before the transaction is over. */
export const lockUndo = async (sql: Sql, siteId: string, importId: string) => {
  await sql.rows('SELECT FROM imports WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE', [siteId, importId]);
  return findUndo(sql, siteId, importId);
};

export interface UndoStarter {
  userId: string;
  role: Role;
  apiKeyId: string | null;
  keyRole: Role | null;
}

const BY = { undoUserId: '$4', undoRole: '$5', undoApiKeyId: '$6', undoKeyRole: '$7' };
const START = `
${update(Import, { undoJobId: '$3', ...BY })}
WHERE site_id = $1 AND id = $2`;
export const startUndo = (sql: Sql, siteId: string, importId: string, jobId: string, by: UndoStarter) =>
  sql.rows(START, [siteId, importId, jobId, by.userId, by.role, by.apiKeyId, by.keyRole]);

const STARTER = columnsAs(
  Import,
  { import_id: 'id', userId: 'undoUserId', role: 'undoRole', apiKeyId: 'undoApiKeyId', keyRole: 'undoKeyRole' },
  'i',
);
const STARTED = `
SELECT ${STARTER}, ${columnsAs(Job, { requestId: 'requestId' }, 'j')}
FROM imports i JOIN jobs j ON j.site_id = i.site_id AND j.id = i.undo_job_id WHERE i.site_id = $1 AND i.undo_job_id = $2`;
/** The import that a job takes back, and who requested it. */
export const findStartedUndo = async (sql: Sql, siteId: string, jobId: string) =>
  (await sql.rows<UndoStarter & { import_id: string; requestId: string }>(STARTED, [siteId, jobId]))[0];

const TO_UNDO = `site_id = $1 AND import_id = $2 AND outcome IN ('created', 'updated')`;
const NEXT = `
SELECT ${STORED_RESULT}
FROM import_rows WHERE ${TO_UNDO} AND undo_outcome IS NULL AND position < $3 ORDER BY position DESC LIMIT $4`;
/** The next rows to take back: the last ones of the file first. */
export const nextToUndo = (sql: Sql, siteId: string, importId: string, before: number, limit: number) =>
  sql.rows<StoredResult>(NEXT, [siteId, importId, before, limit]);

export const countToUndo = async (sql: Sql, siteId: string, importId: string) =>
  (
    await sql.rows<{ total: number; done: number }>(
      `SELECT count(*)::int AS total, count(undo_outcome)::int AS done FROM import_rows WHERE ${TO_UNDO}`,
      [siteId, importId],
    )
  )[0] ?? { total: 0, done: 0 };

const AGAIN = `
${update(ImportRow, { undoOutcome: 'NULL', undoReason: 'NULL', undoPersonOutcome: 'NULL' })}
WHERE ${TO_UNDO} AND (undo_outcome = 'blocked' OR (undo_outcome = 'kept' AND (booking_id, booking_version) IN (
  SELECT b.id, r.booking_version FROM import_rows r JOIN bookings b ON b.site_id = r.site_id AND b.id = r.booking_id
  WHERE r.site_id = $1 AND r.import_id = $2 AND r.undo_outcome = 'kept' AND ${isAsWrittenAgain('r.booking_version')})))
RETURNING position`;
/** Lets rows be tried again that were blocked, or kept because of a later import that is undone by now, and returns whether there are any. */
export const tryLeftAgain = async (sql: Sql, siteId: string, importId: string): Promise<boolean> =>
  (await sql.rows(AGAIN, [siteId, importId])).length > 0;

const UNCHANGED = `
SELECT s.id FROM students s WHERE s.site_id = $1 AND s.id = ANY($2::uuid[]) AND (s.version = $3 OR s.deleted_at IS NOT NULL)
ORDER BY s.id FOR NO KEY UPDATE`;

/** Those of some people who still have a version, or are deleted; they stay so until the transaction changes them or ends. */
export const lockUnchanged = async (sql: Sql, siteId: string, ids: string[], version: number): Promise<Set<string>> =>
  new Set((await sql.rows<{ id: string }>(UNCHANGED, [siteId, ids, version])).map(({ id }) => id));

export type UndoRow = ImportUndoResponse['results'][number];

const UNDONE = 'undoOutcome undoReason undoPersonOutcome';
const RECORD = `
${updateFrom(ImportRow, UNDONE, 'i', 'r')}
FROM jsonb_to_recordset($3) AS r (${columnTypes(ImportRow, `position ${UNDONE}`)})
WHERE i.site_id = $1 AND i.import_id = $2 AND i.position = r.position`;
export const recordUndo = (sql: Sql, siteId: string, importId: string, rows: (UndoRow & { position: number })[]) =>
  sql.rows(RECORD, [siteId, importId, JSON.stringify(rows.map(recordOfUndo))]);
const recordOfUndo = ({ position, outcome, reason, person_outcome }: UndoRow & { position: number }) => ({
  position,
  undo_outcome: outcome,
  undo_reason: reason,
  undo_person_outcome: person_outcome,
});

export const endUndo = (sql: Sql, siteId: string, importId: string, now: Date) =>
  sql.rows(`${update(Import, { undoneAt: '$3' })} WHERE site_id = $1 AND id = $2`, [siteId, importId, now]);

const SUMMARY = `
SELECT count(*) FILTER (WHERE undo_outcome = 'reversed')::int AS reversed, count(*) FILTER (WHERE undo_outcome = 'kept')::int AS kept,
  count(*) FILTER (WHERE undo_outcome = 'blocked')::int AS blocked
FROM import_rows WHERE ${TO_UNDO}`;
export const summariseUndo = async (sql: Sql, siteId: string, importId: string) =>
  (await sql.rows<ImportUndoResponse['summary']>(SUMMARY, [siteId, importId]))[0] as ImportUndoResponse['summary'];

const RESULTS = `
SELECT ${columnList(ImportRow, 'rowIndex bookingId')}, ${columnsAs(ImportRow, { outcome: 'undoOutcome', reason: 'undoReason' })},
  CASE WHEN person_created THEN person_id END AS person_id, ${columnsAs(ImportRow, { person_outcome: 'undoPersonOutcome' })}
FROM import_rows WHERE ${TO_UNDO} AND undo_outcome IS NOT NULL ORDER BY position`;
export const findUndone = (sql: Sql, siteId: string, importId: string) =>
  sql.rows<UndoRow>(RESULTS, [siteId, importId]);
