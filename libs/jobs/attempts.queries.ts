import { columnList, update } from '#libs/core/database/columns';
import type { Sql } from '#libs/core/database/transaction';
import { Job } from '#libs/jobs/job.entity';
import { NOW } from '#libs/jobs/jobs.queries';

const TAKEN = {
  state: `'active'`,
  attempt: 'attempt + 1',
  deaths: `deaths + (state = 'active')::int`,
  heartbeatAt: NOW,
};
const CLAIM = `
${update(Job, TAKEN)}
WHERE site_id = $1 AND id = $2 AND (state = 'waiting' OR state = 'active' AND attempt = $3) RETURNING ${columnList(Job, 'attempt kind deaths')}`;
/**
 * Takes a job that no worker runs, or takes it over from the attempt that was too long silent, which finds itself
 * superseded. Undefined: it is done, or another attempt has begun. `deaths`: how many attempts went silent since the
 * job last made progress.
 */
export const claimJob = async (sql: Sql, siteId: string, id: string, silent: number) =>
  (await sql.rows<{ attempt: number; kind: string; deaths: number }>(CLAIM, [siteId, id, silent]))[0];

const HAND_BACK = `
${update(Job, { state: `'waiting'`, heartbeatAt: NOW })} WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active'`;
/** Lets a job wait for its next attempt. */
export const handBackJob = (sql: Sql, siteId: string, id: string, attempt: number) =>
  sql.rows(HAND_BACK, [siteId, id, attempt]);

// The sweep queues again what was silent for this long.
const QUIET_SECONDS = 15;
const [FIRST_WAIT_SECONDS, MOST_WAIT_SECONDS] = [5, 300];
const PAUSE = `make_interval(secs => least(${FIRST_WAIT_SECONDS} * 2 ^ least(waits, 10), ${MOST_WAIT_SECONDS}) - ${QUIET_SECONDS})`;
const WAIT = `
${update(Job, { state: `'waiting'`, stage: `'waiting'`, waits: 'waits + 1', heartbeatAt: `${NOW} + ${PAUSE}` })}
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active' AND created_at > ${NOW} - interval '24 hours' RETURNING id`;
/**
 * Lets a job wait for an unavailable dependency: 5 s, then twice as long each time, 5 minutes at most. False a day after
 * it was requested.
 */
export const letJobWait = async (sql: Sql, siteId: string, id: string, attempt: number): Promise<boolean> =>
  (await sql.rows(WAIT, [siteId, id, attempt])).length > 0;

const ADVANCED = {
  deaths: 'CASE WHEN $4 > done THEN 0 ELSE deaths END',
  waits: 'CASE WHEN $4 > done THEN 0 ELSE waits END',
  done: '$4',
  stage: '$5',
  total: 'coalesce($6, total)',
  heartbeatAt: NOW,
};
const ADVANCE = `
${update(Job, ADVANCED)}
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

const BEAT = `
${update(Job, { heartbeatAt: NOW })} WHERE (site_id, id) IN (
  SELECT ${columnList(Job, 'siteId id')} FROM jobs
  WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active' FOR UPDATE SKIP LOCKED)`;
/** Notes that the worker of an attempt lives; not while it is in a transaction that notes its progress. */
export const beatJob = (sql: Sql, siteId: string, id: string, attempt: number) => sql.rows(BEAT, [siteId, id, attempt]);

const ENDED = { finishedAt: NOW, heartbeatAt: NOW };
const COMPLETE = `
${update(Job, { state: `'completed'`, stage: `'completed'`, done: 'total', resultUrl: '$4', ...ENDED })}
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
${update(Job, { state: '$4', problem: '$5', stage: '$4', ...ENDED })}
WHERE site_id = $1 AND id = $2 AND attempt = $3 AND state = 'active'`;
export const finishJob = (
  sql: Sql,
  siteId: string,
  id: string,
  attempt: number,
  state: 'completed' | 'failed' | 'cancelled',
  problem: object | null,
) => sql.rows(FINISH, [siteId, id, attempt, state, problem === null ? null : JSON.stringify(problem)]);
