import type { Sql } from '#libs/core/database/transaction';
import { purge } from '#libs/core/database/purge';
import { columnList, columnsAs, update } from '#libs/core/database/columns';
import { Session } from '#libs/accounts/sessions/session.entity';

const ROTATED = { refreshHash: '$3', previousRefreshHash: 'refresh_hash', rotatedAt: '$4', idleExpiresAt: '$5' };
const ROTATE = `
${update(Session, ROTATED, 's')}
FROM users u
WHERE s.id = $1 AND s.refresh_hash = $2 AND s.ended_at IS NULL AND s.idle_expires_at > $4 AND s.expires_at > $4
  AND u.id = s.user_id AND u.disabled_at IS NULL
RETURNING s.id`;

/** Puts the successor in the place of the current refresh credential, if it still is the current one. */
export async function rotateSession(
  sql: Sql,
  id: string,
  current: Buffer,
  successor: Buffer,
  now: Date,
  idleUntil: Date,
): Promise<boolean> {
  return (await sql.rows(ROTATE, [id, current, successor, now, idleUntil])).length > 0;
}

const STANDING = `
SELECT s.user_id, s.ended_at IS NULL AND s.idle_expires_at > $2 AND s.expires_at > $2 AND u.disabled_at IS NULL AS live,
  ${columnList(Session, 'refreshHash previousRefreshHash rotatedAt', 's')},
  NOT u.password_change_required AND (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)
    OR EXISTS (SELECT FROM invitations i WHERE lower(i.email) = lower(u.email) AND i.accepted_at IS NULL AND i.ended_at IS NULL
      AND i.expires_at > $2)) AS may_work
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`;

interface SessionStateRow {
  user_id: string;
  live: boolean;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  rotated_at: string | null;
  may_work: boolean;
}

/** The state of a session: whether it is live, its two latest refresh hashes, whether its user belongs to any site. */
export async function findSessionState(sql: Sql, id: string, now: Date): Promise<SessionStateRow | undefined> {
  return (await sql.rows<SessionStateRow>(STANDING, [id, now]))[0];
}

const ENDED = { endedAt: '$2', endReason: '$3' };
const END = `${update(Session, ENDED)} WHERE id = $1 AND ended_at IS NULL`;
export const endSession = (sql: Sql, id: string, now: Date, reason: string) => sql.rows(END, [id, now, reason]);

const END_ALL = `${update(Session, ENDED)} WHERE user_id = $1 AND ended_at IS NULL`;
export const endSessionsOf = (sql: Sql, userId: string, now: Date, reason: string) =>
  sql.rows(END_ALL, [userId, now, reason]);

/** Removes sessions that ended for good before an instant. */
export const purgeSessions = (sql: Sql, before: Date) => purge(sql, 'sessions', 'expires_at < $1', [before]);

const LIST = `
SELECT ${columnsAs(Session, { _id: 'id' })}, id IS NOT DISTINCT FROM $2::uuid AS current,
  ${columnsAs(Session, { created_at: 'createdAt', renewed_at: 'rotatedAt' })}, least(idle_expires_at, expires_at) AS expires_at,
  ${columnList(Session, 'address userAgent')}
FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND idle_expires_at > $3 AND expires_at > $3 ORDER BY created_at DESC, id DESC`;

/** The live sessions of a user, the newest first. */
export const listSessions = <Row>(sql: Sql, userId: string, current: string | null, now: Date): Promise<Row[]> =>
  sql.rows<Row>(LIST, [userId, current, now]);

const ENDED_OF_USER = { endedAt: '$3', endReason: '$4' };
const END_OWN = `
${update(Session, ENDED_OF_USER)}
WHERE user_id = $1 AND id = $2 AND ended_at IS NULL AND idle_expires_at > $3 AND expires_at > $3 RETURNING id`;

/** Ends a live session of a user; false when there is none. */
export const endOwnSession = async (
  sql: Sql,
  userId: string,
  id: string,
  now: Date,
  reason: string,
): Promise<boolean> => (await sql.rows(END_OWN, [userId, id, now, reason])).length > 0;

const END_OTHERS = `
${update(Session, ENDED_OF_USER)} WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL`;
export const endOtherSessions = (sql: Sql, userId: string, kept: string, now: Date, reason: string) =>
  sql.rows(END_OTHERS, [userId, kept, now, reason]);
