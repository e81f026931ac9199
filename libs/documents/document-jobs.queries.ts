import type { Sql } from '#libs/core/database/database';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import type { DocumentKind, JobState } from '#libs/documents/document-job.entity';
import type { Paper } from '#libs/documents/page';
import type { StudentOrder } from '#libs/students/student-order';

/** What is to be printed. What the caller may see was decided when the document was asked for. */
export interface DocumentOrder {
  students: { sort_by?: StudentOrder; include_photo: boolean; paper: Paper; welfare: boolean };
  booking: { booking_id: string; reference: string; paper: Paper };
}

export type DocumentRow = { [Kind in DocumentKind]: { kind: Kind; parameters: DocumentOrder[Kind] } }[DocumentKind] & {
  id: string;
  site_id: string;
  state: JobState;
  progress_done: number;
  progress_total: number | null;
  progress_stage: string | null;
  object_key: string | null;
  bytes: number | null;
  etag: string | null;
  problem: { code: ProblemCode; detail: string } | null;
  created_at: string;
  finished_at: string | null;
  requested_by_name: string;
  site_name: string;
  time_zone: string;
};

const COLUMNS = `
j.id, j.site_id, j.kind, j.parameters, j.state, j.progress_done, j.progress_total, j.progress_stage, j.object_key, j.bytes, j.etag,
j.problem, j.created_at, j.finished_at, u.first_name || ' ' || u.last_name AS requested_by_name, h.name AS site_name, h.time_zone`;
const JOINS = 'JOIN users u ON u.id = j.requested_by JOIN sites h ON h.id = j.site_id';

const ADD = `
INSERT INTO document_jobs (site_id, id, kind, parameters, requested_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)`;

export async function addDocument<Kind extends DocumentKind>(
  sql: Sql,
  job: { siteId: string; id: string; kind: Kind; parameters: DocumentOrder[Kind]; by: string; now: Date },
): Promise<void> {
  const { siteId, id, kind, parameters, by, now } = job;
  await sql.rows(ADD, [siteId, id, kind, JSON.stringify(parameters), by, now]);
}

const FIND = `SELECT ${COLUMNS} FROM document_jobs j ${JOINS} WHERE j.site_id = $1 AND j.id = $2 AND j.requested_by = $3`;

/** A document, for the one who asked for it: another may not be allowed to see what is in it. */
export const findDocument = async (sql: Sql, siteId: string, id: string, by: string) =>
  (await sql.rows<DocumentRow>(FIND, [siteId, id, by]))[0];

const STATE = 'SELECT state FROM document_jobs WHERE site_id = $1 AND id = $2';
export const stateOf = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<{ state: JobState }>(STATE, [siteId, id]))[0]?.state;

const TAKE = `
UPDATE document_jobs j SET state = 'active' FROM users u, sites h
WHERE j.site_id = $1 AND j.id = $2 AND j.state IN ('waiting', 'active') AND u.id = j.requested_by AND h.id = j.site_id
RETURNING ${COLUMNS}`;

/** The document to print, unless it is finished. One that a worker left half done is taken again. */
export const takeDocument = async (sql: Sql, siteId: string, id: string) =>
  (await sql.rows<DocumentRow>(TAKE, [siteId, id]))[0];

const PROGRESS = `
UPDATE document_jobs SET progress_done = $3, progress_total = $4, progress_stage = $5 WHERE site_id = $1 AND id = $2`;
export const reportProgress = (sql: Sql, job: DocumentRow, done: number, total: number, stage: string) =>
  sql.rows(PROGRESS, [job.site_id, job.id, done, total, stage]);

const COMPLETE = `
UPDATE document_jobs SET state = 'completed', object_key = $3, bytes = $4, etag = $5, finished_at = $6
WHERE site_id = $1 AND id = $2 AND state = 'active' RETURNING id`;

/** False when somebody else was faster. */
export const completeDocument = async (
  sql: Sql,
  { site_id, id }: DocumentRow,
  result: { key: string; bytes: number; etag: string },
  now: Date,
) => (await sql.rows(COMPLETE, [site_id, id, result.key, result.bytes, result.etag, now])).length > 0;

const FAIL = `
UPDATE document_jobs SET state = 'failed', problem = $3, finished_at = $4
WHERE site_id = $1 AND id = $2 AND state IN ('waiting', 'active')`;
export const failDocument = (
  sql: Sql,
  siteId: string,
  id: string,
  problem: { code: ProblemCode; detail: string },
  now: Date,
) => sql.rows(FAIL, [siteId, id, JSON.stringify(problem), now]);

const PURGE = 'DELETE FROM document_jobs WHERE created_at < $1 RETURNING object_key';
/** Removes old documents; answers the keys of their files. */
export const purgeDocuments = async (sql: Sql, before: Date): Promise<string[]> =>
  (await sql.rows<{ object_key: string | null }>(PURGE, [before]))
    .map(({ object_key }) => object_key)
    .filter((key) => key !== null);

/** The keys in the object store that the rows name. */
export const DOCUMENT_KEYS = 'SELECT object_key AS key FROM document_jobs WHERE object_key IS NOT NULL';

const NAMED = 'SELECT object_key FROM document_jobs WHERE object_key = ANY($1)';
export const namedObjects = async (sql: Sql, keys: string[]): Promise<Set<string>> =>
  new Set((await sql.rows<{ object_key: string }>(NAMED, [keys])).map(({ object_key }) => object_key));
