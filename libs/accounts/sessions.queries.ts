import type { Sql } from '#libs/core/database/database';
import type { Role } from '#libs/accounts/permissions';
import type { SiteSettings } from '#libs/accounts/access';

interface PrincipalRow {
  user_id: string;
  email: string;
  name: string;
  owner: boolean;
  role: Role | null;
  site_id: string | null;
  site_name: string;
  time_zone: string;
  early_check_in_days: number;
  history_window_days: number;
  require_confirmed_for_check_in: boolean;
}

const PRINCIPAL = `
SELECT u.id AS user_id, u.email, u.first_name || ' ' || u.last_name AS name, u.owner, m.role, t.id AS site_id, t.name AS site_name,
  t.time_zone, t.early_check_in_days, t.history_window_days, t.require_confirmed_for_check_in
FROM sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN sites t ON t.id = $2
LEFT JOIN memberships m ON m.site_id = t.id AND m.user_id = u.id
WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > $3 AND u.disabled_at IS NULL`;

/** The user of a live session, with the site and the role there; one statement per request. */
export async function findPrincipal(sql: Sql, sessionId: string, siteId: string | null, now: Date) {
  const [row] = await sql.rows<PrincipalRow>(PRINCIPAL, [sessionId, siteId, now]);
  if (!row) return undefined;
  const user = { userId: row.user_id, name: row.name, email: row.email, owner: row.owner };
  const site: SiteSettings | undefined = row.site_id
    ? {
        id: row.site_id,
        name: row.site_name,
        timeZone: row.time_zone,
        earlyCheckInDays: row.early_check_in_days,
        historyWindowDays: row.history_window_days,
        requireConfirmedForCheckIn: row.require_confirmed_for_check_in,
      }
    : undefined;
  return { user, site, role: row.role };
}

const ROTATE = `
UPDATE sessions s SET refresh_hash = $3, previous_refresh_hash = refresh_hash, rotated_at = $4, idle_expires_at = $5
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
  s.refresh_hash, s.previous_refresh_hash, s.rotated_at,
  NOT u.password_change_required AND (u.owner OR EXISTS (SELECT FROM memberships m WHERE m.user_id = u.id)) AS may_work
FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`;

interface StandingRow {
  user_id: string;
  live: boolean;
  refresh_hash: Buffer;
  previous_refresh_hash: Buffer | null;
  rotated_at: string | null;
  may_work: boolean;
}

/** How a session stands: whether it lives, its two latest refresh hashes, whether its user has anything to work on. */
export async function findStanding(sql: Sql, id: string, now: Date): Promise<StandingRow | undefined> {
  return (await sql.rows<StandingRow>(STANDING, [id, now]))[0];
}

const END = 'UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE id = $1 AND ended_at IS NULL';
export const endSession = (sql: Sql, id: string, now: Date, reason: string) => sql.rows(END, [id, now, reason]);

const END_ALL = 'UPDATE sessions SET ended_at = $2, end_reason = $3 WHERE user_id = $1 AND ended_at IS NULL';
export const endSessionsOf = (sql: Sql, userId: string, now: Date, reason: string) =>
  sql.rows(END_ALL, [userId, now, reason]);

const PURGE = 'DELETE FROM sessions WHERE expires_at < $1';
/** Removes sessions that ended for good before an instant. */
export const purgeSessions = (sql: Sql, before: Date) => sql.rows(PURGE, [before]);
