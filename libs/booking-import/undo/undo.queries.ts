import type { Role } from '#libs/accounts/access/permissions';
import type { Sql } from '#libs/core/database/transaction';
import type { JobState } from '#libs/jobs/jobs.queries';
import type { ImportUndoResponse } from '#libs/booking-import/import-responses.dto';
import type { StoredResult } from '#libs/booking-import/commit/results.queries';

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

const COLUMNS = `i.id AS import_id, i.undo_job_id AS job_id, u.state AS job_state, j.state AS import_state, i.undone_at, i.undo_answer
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

const START = `
UPDATE imports SET undo_job_id = $3, undo_user_id = $4, undo_role = $5, undo_api_key_id = $6, undo_key_role = $7
WHERE site_id = $1 AND id = $2`;
export const startUndo = (sql: Sql, siteId: string, importId: string, jobId: string, by: UndoStarter) =>
  sql.rows(START, [siteId, importId, jobId, by.userId, by.role, by.apiKeyId, by.keyRole]);

const STARTED = `
SELECT i.id AS import_id, i.undo_user_id AS "userId", i.undo_role AS role, i.undo_api_key_id AS "apiKeyId", i.undo_key_role AS "keyRole",
  j.request_id AS "requestId"
FROM imports i JOIN jobs j ON j.site_id = i.site_id AND j.id = i.undo_job_id WHERE i.site_id = $1 AND i.undo_job_id = $2`;
/** The import that a job takes back, and who requested it. */
export const findStartedUndo = async (sql: Sql, siteId: string, jobId: string) =>
  (await sql.rows<UndoStarter & { import_id: string; requestId: string }>(STARTED, [siteId, jobId]))[0];

const TO_UNDO = `site_id = $1 AND import_id = $2 AND outcome IN ('created', 'updated')`;
const NEXT = `
SELECT position, row_index, outcome, reason, booking_id, booking_version, person_id, person_created, overridden_booking_id, changes, issues
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

const UNCHANGED = `
SELECT s.id FROM students s WHERE s.site_id = $1 AND s.id = ANY($2::uuid[]) AND (s.version = $3 OR s.deleted_at IS NOT NULL)
ORDER BY s.id FOR NO KEY UPDATE`;

/** Those of some people who still have a version, or are deleted; they stay so until the transaction changes them or ends. */
export const lockUnchanged = async (sql: Sql, siteId: string, ids: string[], version: number): Promise<Set<string>> =>
  new Set((await sql.rows<{ id: string }>(UNCHANGED, [siteId, ids, version])).map(({ id }) => id));

export type UndoRow = ImportUndoResponse['results'][number];

const RECORD = `
UPDATE import_rows i SET undo_outcome = r.outcome, undo_reason = r.reason, undo_person_outcome = r.person_outcome
FROM jsonb_to_recordset($3) AS r (position integer, outcome text, reason text, person_outcome text)
WHERE i.site_id = $1 AND i.import_id = $2 AND i.position = r.position`;
export const recordUndo = (sql: Sql, siteId: string, importId: string, rows: (UndoRow & { position: number })[]) =>
  sql.rows(RECORD, [siteId, importId, JSON.stringify(rows)]);

export const endUndo = (sql: Sql, siteId: string, importId: string, now: Date) =>
  sql.rows('UPDATE imports SET undone_at = $3 WHERE site_id = $1 AND id = $2', [siteId, importId, now]);

const SUMMARY = `
SELECT count(*) FILTER (WHERE undo_outcome = 'reversed')::int AS reversed, count(*) FILTER (WHERE undo_outcome = 'kept')::int AS kept,
  count(*) FILTER (WHERE undo_outcome = 'blocked')::int AS blocked
FROM import_rows WHERE ${TO_UNDO}`;
export const summariseUndo = async (sql: Sql, siteId: string, importId: string) =>
  (await sql.rows<ImportUndoResponse['summary']>(SUMMARY, [siteId, importId]))[0] as ImportUndoResponse['summary'];

const RESULTS = `
SELECT row_index, booking_id, undo_outcome AS outcome, undo_reason AS reason, CASE WHEN person_created THEN person_id END AS person_id,
  undo_person_outcome AS person_outcome
FROM import_rows WHERE ${TO_UNDO} AND undo_outcome IS NOT NULL ORDER BY position`;
export const findUndone = (sql: Sql, siteId: string, importId: string) =>
  sql.rows<UndoRow>(RESULTS, [siteId, importId]);
