import type { Sql, Transaction } from '#libs/core/database/transaction';
import { ApiKeyScope } from '#libs/accounts/api-keys/api-key-scope.entity';
import type { ApiKeyResponse } from '#libs/accounts/api-keys/api-keys.dto';
import type { Role } from '#libs/accounts/access/permissions';
import { columnList, columnsAs, update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

const LIST = `
SELECT ${columnsAs(ApiKey, { _id: 'id' }, 'k')}, ${columnList(ApiKey, 'name prefix createdAt expiresAt lastUsedAt', 'k')},
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

/** A key as it is stored, and what it may do where. */
type NewApiKey = Pick<ApiKey, 'id' | 'userId' | 'name' | 'prefix' | 'keyHash' | 'createdAt' | 'expiresAt'> & {
  scopes: { site: string; role: Role }[];
};

export async function insertApiKey(tx: Transaction, { scopes, ...key }: NewApiKey): Promise<void> {
  await tx.repository(ApiKey).insert(key);
  await tx.repository(ApiKeyScope).insert(scopes.map(({ site, role }) => ({ apiKeyId: key.id, siteId: site, role })));
}

const END = `${update(ApiKey, { endedAt: '$3' })} WHERE user_id = $1 AND id = $2 AND ended_at IS NULL RETURNING ${columnList(ApiKey, 'name')}`;

/** Ends a key of a user and returns its name; the row stays, since trails name it. */
export const endApiKey = async (sql: Sql, userId: string, id: string, now: Date): Promise<string | undefined> =>
  (await sql.rows<{ name: string }>(END, [userId, id, now]))[0]?.name;
