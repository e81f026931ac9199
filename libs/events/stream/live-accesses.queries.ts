import type { SiteAccess } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';

const LIVE = `
SELECT l.n::int AS n
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[])
  WITH ORDINALITY AS l (user_id, site_id, session_id, key_id, role, key_role, n)
JOIN users u ON u.id = l.user_id AND u.disabled_at IS NULL
LEFT JOIN memberships m ON m.site_id = l.site_id AND m.user_id = u.id
WHERE CASE WHEN u.owner THEN 'admin' ELSE m.role END = l.role AND CASE
  WHEN l.key_id IS NULL THEN EXISTS (
    SELECT FROM sessions s WHERE s.id = l.session_id AND s.user_id = u.id AND s.ended_at IS NULL AND s.expires_at > $7)
  ELSE NOT u.password_change_required AND EXISTS (
    SELECT FROM api_keys k JOIN api_key_scopes c ON c.api_key_id = k.id AND c.site_id = l.site_id
    WHERE k.id = l.key_id AND k.user_id = u.id AND c.role = l.key_role AND k.ended_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $7)) END`;

/** Which accesses are still as they were: the session or key lives, and the role is the same. In one statement. */
export async function findLive(sql: Sql, accesses: SiteAccess[], now: Date): Promise<Set<SiteAccess>> {
  const values = [
    accesses.map(({ caller }) => caller.userId),
    accesses.map(({ site }) => site.id),
    accesses.map(({ caller }) => caller.sessionId ?? null),
    accesses.map(({ caller }) => caller.apiKey?.id ?? null),
    accesses.map(({ role }) => role),
    accesses.map(({ keyRole }) => keyRole ?? null),
  ];
  const rows = await sql.rows<{ n: number }>(LIVE, [...values, now]);
  return new Set(rows.flatMap(({ n }) => accesses[n - 1] ?? []));
}
