import type { Sql } from '#libs/core/database/database';
import { SiteAccess } from '#libs/accounts/access';
import type { Role } from '#libs/accounts/permissions';

const FIND = `
SELECT u.email, u.first_name || ' ' || u.last_name AS name, u.owner, s.name AS site_name, s.time_zone, s.early_check_in_days,
  s.history_window_days, s.require_confirmed_for_check_in
FROM users u, sites s WHERE u.id = $1 AND s.id = $2`;

interface Row {
  email: string;
  name: string;
  owner: boolean;
  site_name: string;
  time_zone: string;
  early_check_in_days: number;
  history_window_days: number;
  require_confirmed_for_check_in: boolean;
}

/** The access with which somebody started work that goes on behind the request: the role is the one of then. */
export async function storedAccess(
  sql: Sql,
  { userId, siteId, role, requestId }: { userId: string; siteId: string; role: Role; requestId: string },
): Promise<SiteAccess> {
  const [row] = await sql.rows<Row>(FIND, [userId, siteId]);
  if (!row) throw new Error('a job without its user or site');
  const caller = { userId, name: row.name, email: row.email, owner: row.owner, sessionId: '', requestId };
  const site = {
    id: siteId,
    name: row.site_name,
    timeZone: row.time_zone,
    earlyCheckInDays: row.early_check_in_days,
    historyWindowDays: row.history_window_days,
    requireConfirmedForCheckIn: row.require_confirmed_for_check_in,
  };
  return new SiteAccess(caller, site, role);
}
