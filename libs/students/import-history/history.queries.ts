import { onlyUndone } from '#libs/accounts/audit/only-undone';
import type { Sql } from '#libs/core/database/transaction';
import type { StudentImportResponse } from '#libs/students/import-history/history.dto';
import { LIVE, LOCK_STUDENTS } from '#libs/students/import/import.queries';
import type { Change } from '#libs/students/student-changes';
import {
  assignments,
  recordTypes,
  RESTORED_FIELDS,
  type RestoredField,
  selectFields,
  type Values,
} from '#libs/students/student-fields';
import {
  columnList,
  columnsAs,
  columnTypes,
  insertInto,
  setList,
  update,
  updateFrom,
} from '#libs/core/database/columns';
import { StudentImport, StudentImportRow } from '#libs/students/import-history/student-import.entity';
import { Student } from '#libs/students/student.entity';

export type Action = 'created' | 'changed' | 'unchanged' | 'deactivated';

/** What an import did to a student. */
export interface Done {
  id: string;
  action: Action;
  changes: Change[];
}

const INSERT = `
${insertInto(StudentImport, 'siteId id type userId createdAt')} VALUES ($1, $2, $3, $4, $5)`;
// The version is read after everything has been written: an undo leaves alone what has another one by then.
const INSERT_ROWS = `
${insertInto(StudentImportRow, 'siteId importId position studentId action version changes')}
SELECT $1, $2, r.position, r.id, r.action, s.version, r.changes
FROM jsonb_to_recordset($3) AS r (position integer, id uuid, action text, changes jsonb)
JOIN students s ON s.site_id = $1 AND s.id = r.id`;
const AT_ONCE = 2_000;

/** Writes down what an import did, in the transaction that did it. */
export async function recordImport(
  sql: Sql,
  of: { siteId: string; id: string; type: string; userId: string; now: Date },
  done: Done[],
): Promise<void> {
  await sql.rows(INSERT, [of.siteId, of.id, of.type, of.userId, of.now]);
  const rows = done.map((row, position) => ({ ...row, position }));
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await sql.rows(INSERT_ROWS, [of.siteId, of.id, JSON.stringify(rows.slice(from, from + AT_ONCE))]);
}

const COLUMNS = columnsAs(StudentImport, {
  import_id: 'id',
  site: 'siteId',
  type: 'type',
  created_at: 'createdAt',
  created_by: 'userId',
  undone_at: 'undoneAt',
});
const FIND = `SELECT ${COLUMNS} FROM student_imports WHERE site_id = $1 AND id = $2`;
type Record = Pick<StudentImportResponse, 'import_id' | 'site' | 'type' | 'created_at' | 'created_by'>;
export const findStudentImport = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<Record & { undone_at: string | null }>(FIND, [siteId, id]))[0];

export const lockStudentImport = async (sql: Sql, siteId: string, id: string) =>
  (
    await sql.rows<{ undone_at: string | null }>(
      `SELECT ${columnList(StudentImport, 'undoneAt')} FROM student_imports WHERE site_id = $1 AND id = $2 FOR UPDATE`,
      [siteId, id],
    )
  )[0];

/** A row with what it did, and what its undo did. */
export interface HistoryRow {
  position: number;
  student: string;
  action: Action;
  version: number;
  changes: Change[];
  undo_outcome: string | null;
  undo_reason: string | null;
}

const ROWS = `
SELECT ${columnList(StudentImportRow, 'position')}, ${columnsAs(StudentImportRow, { student: 'studentId' })},
  ${columnList(StudentImportRow, 'action version changes undoOutcome undoReason')}
FROM student_import_rows
WHERE site_id = $1 AND import_id = $2 ORDER BY position`;
export const findHistory = (sql: Sql, siteId: string, id: string) => sql.rows<HistoryRow>(ROWS, [siteId, id]);

const RECORD_UNDO = `
${updateFrom(StudentImportRow, 'undoOutcome undoReason', 'h', 'r')}
FROM jsonb_to_recordset($3) AS r (${columnTypes(StudentImportRow, 'position undoOutcome undoReason')})
WHERE h.site_id = $1 AND h.import_id = $2 AND h.position = r.position`;
export const recordUndone = (
  sql: Sql,
  siteId: string,
  id: string,
  rows: { position: number; outcome: string; reason: string | null }[],
) => {
  const records = rows.map(({ position, outcome, reason }) => ({
    position,
    undo_outcome: outcome,
    undo_reason: reason,
  }));
  return sql.rows(RECORD_UNDO, [siteId, id, JSON.stringify(records)]);
};

export const markUndone = (sql: Sql, siteId: string, id: string, now: Date) =>
  sql.rows(`${update(StudentImport, { undoneAt: '$3' })} WHERE site_id = $1 AND id = $2`, [siteId, id, now]);

/** A student as the undo finds it. */
export interface Current extends Values<RestoredField> {
  id: string;
  version: number;
  deleted: boolean;
  live: boolean;
}

const CURRENT = `
SELECT s.id, s.version, s.deleted_at IS NOT NULL AS deleted, ${selectFields(RESTORED_FIELDS)},
  ${LIVE} AS live
FROM students s WHERE s.site_id = $1 AND s.id = ANY($2::uuid[])`;
/** Keeps students as they are until the transaction ends, and reads them. */
export async function lockCurrent(sql: Sql, siteId: string, ids: string[]): Promise<Map<string, Current>> {
  // A statement of its own: only the next one sees the bookings that came in while the lock was waited for.
  await sql.rows(LOCK_STUDENTS, [siteId, ids]);
  return new Map((await sql.rows<Current>(CURRENT, [siteId, ids])).map((row) => [row.id, row]));
}

const SINCE = `
SELECT a.cause_kind, a.cause_id FROM audit_events a WHERE a.site_id = s.site_id AND a.subject_id = s.id
ORDER BY a.id DESC LIMIT s.version - r.version`;
const AS_WRITTEN = `
SELECT s.id FROM jsonb_to_recordset($2) AS r (student uuid, version integer)
JOIN students s ON s.site_id = $1 AND s.id = r.student AND (s.version = r.version OR (s.version > r.version AND ${onlyUndone(SINCE)}))`;
/** Whom nobody has changed since an import, or only later imports that are undone. */
export const findAsWritten = async (sql: Sql, siteId: string, rows: HistoryRow[]): Promise<Set<string>> => {
  const records = rows.map(({ student, version }) => ({ student, version }));
  return new Set((await sql.rows<{ id: string }>(AS_WRITTEN, [siteId, JSON.stringify(records)])).map(({ id }) => id));
};

const TAKEN = `
SELECT g.id FROM jsonb_to_recordset($2) AS g (id uuid, student_id text, email text)
JOIN students s ON s.site_id = $1 AND s.deleted_at IS NULL AND s.id <> g.id AND s.id <> ALL($3::uuid[])
  AND (lower(s.student_id) = lower(g.student_id) OR lower(s.email) = lower(g.email))`;
/** Students whose previous student id or email now belongs to another student who is not among the given ones. */
export const findTaken = async (sql: Sql, siteId: string, records: object[], ids: string[]): Promise<Set<string>> =>
  new Set((await sql.rows<{ id: string }>(TAKEN, [siteId, JSON.stringify(records), ids])).map(({ id }) => id));

const RELEASE = `
${update(Student, { email: 'NULL', studentId: `'undo ' || id` })} WHERE site_id = $1 AND id = ANY($2::uuid[])`;
const RESTORE = `
UPDATE students s SET ${assignments(RESTORED_FIELDS)}, ${setList(Student, { version: 's.version + 1', updatedAt: '$3' })}
FROM jsonb_to_recordset($2) AS g (id uuid, ${recordTypes(RESTORED_FIELDS)})
WHERE s.site_id = $1 AND s.id = g.id`;
/** Gives students the values of before; two may have exchanged theirs. */
export async function restoreStudents(sql: Sql, siteId: string, records: { id: string }[], now: Date): Promise<void> {
  await sql.rows(RELEASE, [siteId, records.map(({ id }) => id)]);
  await sql.rows(RESTORE, [siteId, JSON.stringify(records), now]);
}

const REMOVE = `
${update(Student, { active: 'false', deletedAt: '$3', version: 'version + 1', updatedAt: '$3' })}
WHERE site_id = $1 AND id = ANY($2::uuid[])`;
export const removeStudents = (sql: Sql, siteId: string, ids: string[], now: Date) =>
  sql.rows(REMOVE, [siteId, ids, now]);

const EMPTY = `
WITH due AS (
  ${update(StudentImport, { emptiedAt: '$2' })} WHERE emptied_at IS NULL AND created_at < $1 RETURNING ${columnList(StudentImport, 'siteId id')})
${update(StudentImportRow, { changes: `'[]'` }, 'r')} FROM due d WHERE r.site_id = d.site_id AND r.import_id = d.id`;
/** Removes from what to what imports before a time changed students. */
export const emptyStudentImports = (sql: Sql, before: Date, now: Date) => sql.rows(EMPTY, [before, now]);
