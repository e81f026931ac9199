import type { Role } from '#libs/accounts/access/permissions';
import type { Sql } from '#libs/core/database/transaction';
import { columnList, columnsAs, insertInto, update } from '#libs/core/database/columns';
import { Job } from '#libs/jobs/job.entity';

export type JobState = 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';

/** Whether nothing will change any more. */
export const isOver = (state: JobState | undefined): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled';

export interface JobRow {
  _id: string;
  site: string;
  kind: string;
  state: JobState;
  progress: { done: number; total: number; stage: string };
  result_url: string | null;
  problem: object | null;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = `
${columnsAs(Job, { _id: 'id', site: 'siteId' }, 'j')}, ${columnList(Job, 'kind state', 'j')},
json_build_object('done', j.done, 'total', j.total, 'stage', j.stage) AS progress, ${columnList(Job, 'resultUrl problem createdAt finishedAt', 'j')}`;
export const NOW = 'clock_timestamp()';

const INSERT = `
${insertInto(Job, 'siteId id kind total resultUrl createdBy requestId createdAt heartbeatAt')}
VALUES ($1, $2, $3, $4, $5, $6, $7, ${NOW}, ${NOW})`;

export interface NewJob {
  siteId: string;
  id: string;
  kind: string;
  total: number;
  resultUrl: string | null;
  createdBy: string | null;
  requestId: string | null;
}

export const insertJob = (sql: Sql, { siteId, id, kind, total, resultUrl, createdBy, requestId }: NewJob) =>
  sql.rows(INSERT, [siteId, id, kind, total, resultUrl, createdBy, requestId]);

export const removeJob = (sql: Sql, siteId: string, id: string) =>
  sql.rows('DELETE FROM jobs WHERE site_id = $1 AND id = $2', [siteId, id]);

// Only those of the caller's sites, or of the key's: others do not exist for them.
const FIND = `
SELECT ${COLUMNS} FROM jobs j JOIN users u ON u.id = $2
WHERE j.id = $1 AND (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.site_id = j.site_id AND m.user_id = $2))
  AND ($3::uuid IS NULL OR EXISTS (SELECT FROM api_key_scopes k WHERE k.site_id = j.site_id AND k.api_key_id = $3))`;
/** A job that a caller may see. */
export const findJob = async (sql: Sql, id: string, userId: string, keyId: string | null) =>
  (await sql.rows<JobRow>(FIND, [id, userId, keyId]))[0];

/** A job of any site. */
export const findAnyJob = async (sql: Sql, id: string) =>
  (await sql.rows<JobRow>(`SELECT ${COLUMNS} FROM jobs j WHERE j.id = $1`, [id]))[0];

const STATE = `SELECT ${columnList(Job, 'state')} FROM jobs WHERE site_id = $1 AND id = $2`;
export const findState = async (sql: Sql, siteId: string, id: string): Promise<JobState | undefined> =>
  (await sql.rows<{ state: JobState }>(STATE, [siteId, id]))[0]?.state;

const ANEW = {
  state: `'waiting'`,
  stage: `'waiting'`,
  problem: 'NULL',
  finishedAt: 'NULL',
  cancelRequestedAt: 'NULL',
  deaths: '0',
  waits: '0',
  createdAt: NOW,
  heartbeatAt: NOW,
};
const QUEUED = columnsAs(Job, { siteId: 'siteId', id: 'id', kind: 'kind', attempt: 'attempt' });
const RESTART = `${update(Job, ANEW)} WHERE id = $1 AND state = 'failed' RETURNING ${QUEUED}`;
/** Queues a failed job again; undefined when no failed job has that id. */
export const restartJob = async (sql: Sql, id: string) =>
  (await sql.rows<{ siteId: string; id: string; kind: string; attempt: number }>(RESTART, [id]))[0];

const MAY_CANCEL = `
SELECT ${columnsAs(Job, { siteId: 'siteId', kind: 'kind', state: 'state' }, 'j')}, CASE WHEN u.owner THEN 'admin' ELSE m.role END AS role, k.role AS "keyRole"
FROM jobs j JOIN users u ON u.id = $2
LEFT JOIN memberships m ON m.site_id = j.site_id AND m.user_id = $2
LEFT JOIN api_key_scopes k ON k.site_id = j.site_id AND k.api_key_id = $3
WHERE j.id = $1 AND (u.owner OR m.role IS NOT NULL) AND ($3::uuid IS NULL OR k.role IS NOT NULL)`;
/** A job with the role that a caller has in its site; undefined when they may not even see it. */
export const findJobWithRole = async (sql: Sql, id: string, userId: string, keyId: string | null) =>
  (
    await sql.rows<{ siteId: string; kind: string; state: JobState; role: Role; keyRole: Role | null }>(MAY_CANCEL, [
      id,
      userId,
      keyId,
    ])
  )[0];

const CANCELLED = {
  cancelRequestedAt: `coalesce(cancel_requested_at, ${NOW})`,
  state: `CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END`,
  stage: `CASE state WHEN 'waiting' THEN 'cancelled' ELSE stage END`,
  finishedAt: `CASE state WHEN 'waiting' THEN ${NOW} END`,
};
const CANCEL = `
${update(Job, CANCELLED)}
WHERE site_id = $1 AND id = $2 AND state IN ('waiting', 'active') RETURNING id`;
/** Ends a job that no worker runs, or tells the worker that runs it to stop; false when it is over. */
export const requestCancel = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(CANCEL, [siteId, id])).length > 0;

export const QUIET_AT_ONCE = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const QUIET = `
SELECT ${QUEUED}, heartbeat_at::text AS since FROM jobs
WHERE state IN ('waiting', 'active') AND heartbeat_at < ${NOW} - make_interval(secs => $1)
  AND (heartbeat_at, id) > ($2::timestamptz, $3::uuid)
ORDER BY heartbeat_at, id LIMIT ${QUIET_AT_ONCE}`;

export interface QuietJob {
  siteId: string;
  id: string;
  kind: string;
  attempt: number;
  since: string;
}

/** Open jobs of which nothing was heard for so many seconds, those after another one in the order of their silence. */
export const findQuietJobs = (sql: Sql, seconds: number, after?: QuietJob): Promise<QuietJob[]> =>
  sql.rows<QuietJob>(QUIET, [seconds, after?.since ?? '-infinity', after?.id ?? NO_ID]);

const TOUCH = `
${update(Job, { heartbeatAt: NOW })} WHERE (site_id, id) IN (
  SELECT ${columnList(Job, 'siteId id')} FROM jobs WHERE site_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED) RETURNING id`;
/**
 * Leaves a job alone for a while, because it is being queued now. False when a worker is in the middle of a batch of
 * it, at work or stalled: PostgreSQL ends a transaction that is idle, and waiting for that would hold up all other
 * jobs.
 */
export const touchJob = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(TOUCH, [siteId, id])).length > 0;
