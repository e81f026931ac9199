import type { Sql } from '#libs/core/database/transaction';
import type { ApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import type { Role } from '#libs/accounts/access/permissions';

const LIST = `
SELECT k.id AS _id, k.name, k.prefix, k.created_at, k.expires_at, k.last_used_at,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('site', c.site_id, 'role', c.role) ORDER BY c.site_id), '[]')
   FROM api_key_scopes c WHERE c.api_key_id = k.id) AS scopes
FROM api_keys k WHERE k.user_id = $1 AND k.ended_at IS NULL AND ($2::uuid IS NULL OR k.id = $2) ORDER BY k.created_at DESC, k.id DESC`;

/** The keys of a user that were not ended, the newest first; with an id that one only. */
export const listApiKeys = (sql: Sql, userId: string, id: string | null = null): Promise<ApiKeyResponse[]> =>
  sql.rows<ApiKeyResponse>(LIST, [userId, id]);

const OWN_ROLES = `
SELECT s.id AS site, CASE WHEN u.owner THEN 'admin' ELSE m.role END AS role
FROM users u JOIN sites s ON s.id = ANY ($2) LEFT JOIN memberships m ON m.site_id = s.id AND m.user_id = u.id
WHERE u.id = $1 AND (u.owner OR m.role IS NOT NULL)`;

/** The role that a user has in each of these sites; without those where there is none. */
export async function findOwnRoles(sql: Sql, userId: string, sites: string[]): Promise<Map<string, Role>> {
  const rows = await sql.rows<{ site: string; role: Role }>(OWN_ROLES, [userId, sites]);
  return new Map(rows.map(({ site, role }) => [site, role]));
}

const INSERT = `
INSERT INTO api_keys (id, user_id, name, prefix, key_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const INSERT_SCOPES = `
INSERT INTO api_key_scopes (api_key_id, site_id, role) SELECT $1, site, role FROM unnest($2::uuid[], $3::text[]) AS each (site, role)`;

interface NewApiKey {
  id: string;
  userId: string;
  name: string;
  prefix: string;
  hash: Buffer;
  createdAt: Date;
  expiresAt: Date | null;
  scopes: { site: string; role: Role }[];
}

export async function insertApiKey(sql: Sql, key: NewApiKey): Promise<void> {
  await sql.rows(INSERT, [key.id, key.userId, key.name, key.prefix, key.hash, key.createdAt, key.expiresAt]);
  await sql.rows(INSERT_SCOPES, [key.id, key.scopes.map(({ site }) => site), key.scopes.map(({ role }) => role)]);
}

const END = 'UPDATE api_keys SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL RETURNING name';

/** Ends a key of a user and returns its name; the row stays, since trails name it. */
export const endApiKey = async (sql: Sql, userId: string, id: string, now: Date): Promise<string | undefined> =>
  (await sql.rows<{ name: string }>(END, [userId, id, now]))[0]?.name;
