import { Companion } from '#libs/core/database/companion';
import type { Sql } from '#libs/core/database/transaction';
import type { Caller, SiteSettings } from '#libs/accounts/access/access';
import type { Role } from '#libs/accounts/access/permissions';
import { settingsOf, siteSettings, type SiteSettingsRow } from '#libs/accounts/access/site-settings';

const COLUMNS = `u.id AS user_id, u.email, u.first_name || ' ' || u.last_name AS name, u.owner, m.role, ${siteSettings('t')}`;

export interface PrincipalRow extends Omit<SiteSettingsRow, 'siteId'> {
  user_id: string;
  email: string;
  name: string;
  owner: boolean;
  role: Role | null;
  /** Without a site, its settings are null as well. */
  siteId: string | null;
}

/** The user of a credential, with the site of the request and the user's role there. */
export interface Principal {
  user: { userId: string; name: string; email: string; owner: boolean };
  site: SiteSettings | undefined;
  role: Role | null;
}

const LIVE_SESSION = 's.ended_at IS NULL AND s.expires_at > $3 AND u.disabled_at IS NULL';
const LIVE_KEY = `k.ended_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $3)
  AND u.disabled_at IS NULL AND NOT u.password_change_required`;

/** The user of a session in a site, from the `session` and the `site` of a request. */
const sessions = (session: string, site: string): string => `sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN sites t ON t.id = ${site}
LEFT JOIN memberships m ON m.site_id = t.id AND m.user_id = u.id
WHERE s.id = ${session} AND ${LIVE_SESSION}`;

const SESSION = `SELECT ${COLUMNS} FROM ${sessions('$1', '$2')}`;
const SESSIONS = `
SELECT found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS given (session_id, site_id, place)
CROSS JOIN LATERAL (SELECT given.place::int, ${COLUMNS} FROM ${sessions('given.session_id', 'given.site_id')}) found`;

/** What a request says of its caller. */
export interface GivenSession {
  sessionId: string;
  siteId: string | null;
}

type Found = Promise<PrincipalRow | undefined>;

/** Looks up the user of a live session, together with the first statement of the request, or by `alone`. */
export const sessionLookUp = ({ sessionId, siteId }: GivenSession, now: Date, alone: () => Found) =>
  new Companion<PrincipalRow>(SESSION, [sessionId, siteId, now], async () => {
    const found = await alone();
    return found ? [found] : [];
  });

/** The users of live sessions. */
export async function findSessions(
  sql: Sql,
  given: GivenSession[],
  now: Date,
): Promise<Map<GivenSession, PrincipalRow>> {
  const values = [given.map(({ sessionId }) => sessionId), given.map(({ siteId }) => siteId), now];
  const rows = await sql.rows<PrincipalRow & { place: number }>(SESSIONS, values);
  return new Map(rows.map(({ place, ...row }) => [given[place - 1] as GivenSession, row]));
}

const API_KEY = `
SELECT ${COLUMNS}, k.id AS key_id, k.name AS key_name, c.role AS key_role,
  k.last_used_at IS NULL OR k.last_used_at <= $3::timestamptz - interval '1 minute' AS use_is_news
FROM api_keys k
JOIN users u ON u.id = k.user_id
LEFT JOIN api_key_scopes c ON c.api_key_id = k.id AND c.site_id = $2
LEFT JOIN sites t ON t.id = c.site_id
LEFT JOIN memberships m ON m.site_id = t.id AND m.user_id = u.id
WHERE k.key_hash = $1 AND ${LIVE_KEY}`;

interface KeyRow extends PrincipalRow {
  key_id: string;
  key_name: string;
  key_role: Role | null;
  use_is_news: boolean;
}

/** The user of a live API key, with the key's own role in the site. */
export async function findByApiKey(sql: Sql, hash: Buffer, siteId: string | null, now: Date) {
  const [row] = await sql.rows<KeyRow>(API_KEY, [hash, siteId, now]);
  const key = row && { id: row.key_id, name: row.key_name, role: row.key_role, useIsNews: row.use_is_news };
  return key && { ...principalOf(row), key };
}

const ROLES = `
SELECT m.role, c.role AS key_role FROM memberships m
LEFT JOIN api_key_scopes c ON c.api_key_id = $2 AND c.site_id = m.site_id
WHERE m.user_id = $1 AND ($2::uuid IS NULL OR c.site_id IS NOT NULL)
UNION ALL
SELECT 'admin', c.role FROM users u JOIN api_key_scopes c ON c.api_key_id = $2 WHERE u.id = $1 AND u.owner`;

/** The roles of a user in each of their sites; with an API key, in the sites of the key, together with the role of the key. */
export async function findRoles(sql: Sql, userId: string, apiKeyId: string | null): Promise<Role[][]> {
  const rows = await sql.rows<{ role: Role; key_role: Role | null }>(ROLES, [userId, apiKeyId]);
  return rows.map(({ role, key_role: keyRole }) => (keyRole ? [role, keyRole] : [role]));
}

const STILL_SESSION = `SELECT FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1 AND u.id = $2 AND ${LIVE_SESSION}`;
const STILL_KEY = `SELECT FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.id = $1 AND u.id = $2 AND ${LIVE_KEY}`;

/** Whether the session or API key of a caller still lets them in. */
export async function isStillLive(sql: Sql, { userId, sessionId, apiKey }: Caller, now: Date): Promise<boolean> {
  const rows = apiKey
    ? await sql.rows(STILL_KEY, [apiKey.id, userId, now])
    : await sql.rows(STILL_SESSION, [sessionId, userId, now]);
  return rows.length > 0;
}

export function principalOf(row: PrincipalRow): Principal {
  const site = row.siteId === null ? undefined : settingsOf({ ...row, siteId: row.siteId });
  const user = { userId: row.user_id, name: row.name, email: row.email, owner: row.owner };
  return { user, site, role: row.owner ? 'admin' : row.role };
}
