import type { Role } from '#libs/accounts/access/permissions';
import type { Sql } from '#libs/core/database/transaction';
import { insertInto } from '#libs/core/database/columns';
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
j.id AS _id, j.site_id AS site, kind, state, json_build_object('done', done, 'total', total, 'stage', stage) AS progress, result_url, problem,
j.created_at, finished_at`;

const INSERT = `
${insertInto(Job, 'siteId id kind total resultUrl createdBy requestId createdAt heartbeatAt')}
VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(), clock_timestamp())`;

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

const STATE = 'SELECT state FROM jobs WHERE site_id = $1 AND id = $2';
export const findState = async (sql: Sql, siteId: string, id: string): Promise<JobState | undefined> =>
  (await sql.rows<{ state: JobState }>(STATE, [siteId, id]))[0]?.state;

const CLAIM = `
UPDATE jobs SET state = 'active', attempt = attempt + 1, deaths = deaths + (state = 'active')::int, heartbeat_at = clock_timestamp()
WHERE site_id = $1 AND id = $2 AND (state = 'waiting' OR state = 'active' AND attempt = $3) RETURNING attempt, kind, deaths`;
/**
 * Takes a job that no worker runs, or takes it over from the attempt that was too long silent, which finds itself
 * superseded. Undefined: it is done, or another attempt has begun. `deaths`: how many attempts went silent since the
 * job last made progress.
 */
export const claimJob = async (sql: Sql, siteId: string, id: string, silent: number) =>
  (await sql.rows<{ attempt: number; kind: string; deaths: number }>(CLAIM, [siteId, id, silent]))[0];

const HAND_BACK = `
UPDATE jobs SET state = 'waiting', heartbeat_at = clock_timestamp() WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active'`;
/** Lets a job wait for its next attempt. */
export const handBackJob = (sql: Sql, siteId: string, id: string, attempt: number) =>
  sql.rows(HAND_BACK, [siteId, id, attempt]);

// The sweep queues again what was silent for this long.
const QUIET_SECONDS = 15;
const [FIRST_WAIT_SECONDS, MOST_WAIT_SECONDS] = [5, 300];
const WAIT = `
UPDATE jobs SET state = 'waiting', stage = 'waiting', waits = waits + 1,
  heartbeat_at = clock_timestamp() + make_interval(secs => least(${FIRST_WAIT_SECONDS} * 2 ^ least(waits, 10), ${MOST_WAIT_SECONDS}) - ${QUIET_SECONDS})
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active' AND created_at > clock_timestamp() - interval '24 hours' RETURNING id`;
/**
 * Lets a job wait for an unavailable dependency: 5 s, then twice as long each time, 5 minutes at most. False a day after
 * it was requested.
 */
export const letJobWait = async (sql: Sql, siteId: string, id: string, attempt: number): Promise<boolean> =>
  (await sql.rows(WAIT, [siteId, id, attempt])).length > 0;

const RESTART = `
UPDATE jobs SET state = 'waiting', stage = 'waiting', problem = NULL, finished_at = NULL, cancel_requested_at = NULL, deaths = 0, waits = 0, created_at = clock_timestamp(),
  heartbeat_at = clock_timestamp()
WHERE id = $1 AND state = 'failed' RETURNING site_id AS "siteId", id, kind, attempt`;
/** Queues a failed job again; undefined when no failed job has that id. */
export const restartJob = async (sql: Sql, id: string) =>
  (await sql.rows<{ siteId: string; id: string; kind: string; attempt: number }>(RESTART, [id]))[0];

const ADVANCE = `
UPDATE jobs SET deaths = CASE WHEN $4 > done THEN 0 ELSE deaths END, waits = CASE WHEN $4 > done THEN 0 ELSE waits END, done = $4, stage = $5, total = coalesce($6, total), heartbeat_at = clock_timestamp()
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active' RETURNING cancel_requested_at IS NOT NULL AS cancelled`;
/** Notes how far an attempt has come, and locks the job to it; undefined when another attempt has taken over. */
export const advanceJob = async (
  sql: Sql,
  siteId: string,
  id: string,
  attempt: number,
  done: number,
  stage: string,
  total: number | null,
): Promise<{ cancelled: boolean } | undefined> =>
  (await sql.rows<{ cancelled: boolean }>(ADVANCE, [siteId, id, attempt, done, stage, total]))[0];

const COMPLETE = `
UPDATE jobs SET state = 'completed', stage = 'completed', done = total, result_url = $4, finished_at = clock_timestamp(), heartbeat_at = clock_timestamp()
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active' RETURNING id`;
/** Ends a job with its result; false when another attempt has taken over. */
export const completeJob = async (
  sql: Sql,
  siteId: string,
  id: string,
  attempt: number,
  resultUrl: string,
): Promise<boolean> => (await sql.rows(COMPLETE, [siteId, id, attempt, resultUrl])).length > 0;

const FINISH = `
UPDATE jobs SET state = $4, problem = $5, stage = $4, finished_at = clock_timestamp(), heartbeat_at = clock_timestamp()
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active'`;
export const finishJob = (
  sql: Sql,
  siteId: string,
  id: string,
  attempt: number,
  state: 'completed' | 'failed' | 'cancelled',
  problem: object | null,
) => sql.rows(FINISH, [siteId, id, attempt, state, problem === null ? null : JSON.stringify(problem)]);

const MAY_CANCEL = `
SELECT j.site_id AS "siteId", j.kind, j.state, CASE WHEN u.owner THEN 'admin' ELSE m.role END AS role, k.role AS "keyRole"
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

const CANCEL = `
UPDATE jobs SET cancel_requested_at = coalesce(cancel_requested_at, clock_timestamp()),
  state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END, stage = CASE state WHEN 'waiting' THEN 'cancelled' ELSE stage END,
  finished_at = CASE state WHEN 'waiting' THEN clock_timestamp() END
WHERE site_id = $1 AND id = $2 AND state IN ('waiting', 'active') RETURNING id`;
/** Ends a job that no worker runs, or tells the worker that runs it to stop; false when it is over. */
export const requestCancel = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(CANCEL, [siteId, id])).length > 0;

export const QUIET_AT_ONCE = 100;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const QUIET = `
SELECT site_id AS "siteId", id, kind, attempt, heartbeat_at::text AS since FROM jobs WHERE state IN ('waiting', 'active') AND heartbeat_at < clock_timestamp() - make_interval(secs => $1)
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
UPDATE jobs SET heartbeat_at = clock_timestamp() WHERE (site_id, id) IN (
  SELECT site_id, id FROM jobs WHERE site_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED) RETURNING id`;
/**
 * Leaves a job alone for a while, because it is being queued now. False when a worker is in the middle of a batch of
 * it, at work or stalled: PostgreSQL ends a transaction that is idle, and waiting for that would hold up all other
 * jobs.
 */
export const touchJob = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(TOUCH, [siteId, id])).length > 0;
