import type { Sql } from '#libs/core/database/transaction';
import { SiteAccess } from '#libs/accounts/access/access';
import type { Role } from '#libs/accounts/access/permissions';
import { settingsOf, siteSettings, type SiteSettingsRow } from '#libs/accounts/access/site-settings';

const FIND = `
SELECT u.email, u.first_name || ' ' || u.last_name AS name, u.owner, ${siteSettings('s')}, k.name AS key_name
FROM users u JOIN sites s ON s.id = $2 LEFT JOIN api_keys k ON k.id = $3 AND k.user_id = u.id WHERE u.id = $1`;

interface Row extends SiteSettingsRow {
  email: string;
  name: string;
  owner: boolean;
  key_name: string | null;
}

/** The user who started the work, perhaps by an API key, with the roles of that time. */
interface Starter {
  userId: string;
  siteId: string;
  role: Role;
  apiKeyId: string | null;
  keyRole: Role | null;
  requestId: string;
}

/** The access of the user who started work that continues after the request. */
export async function storedAccess(
  sql: Sql,
  { userId, siteId, role, apiKeyId, keyRole, requestId }: Starter,
): Promise<SiteAccess> {
  const [row] = await sql.rows<Row>(FIND, [userId, siteId, apiKeyId]);
  if (!row) throw new Error('a job without its user or site');
  const { name, email, owner, key_name: keyName } = row;
  const caller =
    apiKeyId !== null && keyName !== null
      ? { userId, name, email, owner: false, apiKey: { id: apiKeyId, name: keyName }, requestId }
      : { userId, name, email, owner, sessionId: '', requestId };
  return new SiteAccess(caller, settingsOf(row), role, keyRole ?? undefined);
}
