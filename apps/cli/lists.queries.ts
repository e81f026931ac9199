import type { Sql } from '#libs/core/database/transaction';

export interface SiteLine {
  id: string;
  name: string;
  time_zone: string;
  members: number;
}

export interface UserLine {
  email: string;
  first_name: string;
  last_name: string;
  owner: boolean;
  disabled: boolean;
  /** Has not set a password yet. */
  waiting: boolean;
  /** Such as `Kings Court: reception`. */
  roles: string[];
}

const SITES = `
SELECT s.id, s.name, s.time_zone, (SELECT count(*)::int FROM memberships m WHERE m.site_id = s.id) AS members
FROM sites s ORDER BY lower(s.name), s.id`;

const USERS = `
SELECT u.email, u.first_name, u.last_name, u.owner, u.disabled_at IS NOT NULL AS disabled, u.password_hash IS NULL AS waiting,
  coalesce(array_agg(s.name || ': ' || m.role || m.state ORDER BY lower(s.name)) FILTER (WHERE m.role IS NOT NULL), '{}') AS roles
FROM users u
LEFT JOIN (
  SELECT site_id, user_id, role, '' AS state FROM memberships
  UNION ALL SELECT site_id, user_id, role, ', suspended' FROM suspended_members
) m ON m.user_id = u.id AND ($1::uuid IS NULL OR m.site_id = $1)
LEFT JOIN sites s ON s.id = m.site_id
WHERE $1::uuid IS NULL OR u.owner OR m.site_id = $1
GROUP BY u.id ORDER BY lower(u.email)`;

/** Every site, by name. */
export const listSites = (sql: Sql): Promise<SiteLine[]> => sql.rows<SiteLine>(SITES);

/** Every user, by email; of one site, its members and the owners. */
export const listUsers = (sql: Sql, siteId?: string): Promise<UserLine[]> =>
  sql.rows<UserLine>(USERS, [siteId ?? null]);
