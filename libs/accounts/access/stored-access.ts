import type { Sql } from '#libs/core/database/transaction';
import { SiteAccess } from '#libs/accounts/access/access';
import type { Role } from '#libs/accounts/access/permissions';

const FIND = `
SELECT u.email, u.first_name || ' ' || u.last_name AS name, u.owner, s.name AS site_name, s.time_zone, s.early_check_in_days,
  s.history_window_days, s.correction_minutes, s.require_confirmed_for_check_in, k.name AS key_name
FROM users u JOIN sites s ON s.id = $2 LEFT JOIN api_keys k ON k.id = $3 AND k.user_id = u.id WHERE u.id = $1`;

interface Row {
  email: string;
  name: string;
  owner: boolean;
  site_name: string;
  time_zone: string;
  early_check_in_days: number;
  history_window_days: number;
  correction_minutes: number;
  require_confirmed_for_check_in: boolean;
  key_name: string | null;
}

/** Who started the work: a user, perhaps by an API key, with the roles of then. */
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
  const site = {
    id: siteId,
    name: row.site_name,
    timeZone: row.time_zone,
    earlyCheckInDays: row.early_check_in_days,
    historyWindowDays: row.history_window_days,
    correctionMinutes: row.correction_minutes,
    requireConfirmedForCheckIn: row.require_confirmed_for_check_in,
  };
  return new SiteAccess(caller, site, role, keyRole ?? undefined);
}
