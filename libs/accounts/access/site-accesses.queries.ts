import { type Caller, SiteAccess } from '#libs/accounts/access/access';
import type { Role } from '#libs/accounts/access/permissions';
import { settingsOf, siteSettings, type SiteSettingsRow } from '#libs/accounts/access/site-settings';
import type { Sql } from '#libs/core/database/transaction';

const SETTINGS = siteSettings('s');

const MINE = `
SELECT ${SETTINGS}, CASE WHEN u.owner THEN 'admin' ELSE m.role END AS role, k.role AS key_role
FROM users u CROSS JOIN sites s
LEFT JOIN memberships m ON m.site_id = s.id AND m.user_id = u.id
LEFT JOIN api_key_scopes k ON k.site_id = s.id AND k.api_key_id = $2
WHERE u.id = $1 AND (u.owner OR m.role IS NOT NULL) AND ($2::uuid IS NULL OR k.role IS NOT NULL)`;

type Row = SiteSettingsRow & { role: Role; key_role: Role | null };

/** The access of a caller to each of their sites; with an API key, to the sites of the key. */
export async function findAccesses(sql: Sql, caller: Caller): Promise<SiteAccess[]> {
  const rows = await sql.rows<Row>(MINE, [caller.userId, caller.apiKey?.id ?? null]);
  return rows.map((row) => new SiteAccess(caller, settingsOf(row), row.role, row.key_role ?? undefined));
}

const OPERATOR: Caller = { userId: '', name: 'Lodge', email: '', owner: true, requestId: '' };

const SITE = `SELECT ${SETTINGS} FROM sites s WHERE s.id = $1`;

/** The access of Lodge itself to a site, with the view of a role; undefined when there is no such site. */
export async function ownAccess(
  sql: Sql,
  siteId: string,
  role: Role,
  Kind: typeof SiteAccess = SiteAccess,
): Promise<SiteAccess | undefined> {
  const [row] = await sql.rows<SiteSettingsRow>(SITE, [siteId]);
  return row && new Kind(OPERATOR, settingsOf(row), role);
}

/** The access of the operator to a site; undefined when it does not exist. */
export const operatorAccess = (sql: Sql, siteId: string): Promise<SiteAccess | undefined> =>
  ownAccess(sql, siteId, 'admin');
