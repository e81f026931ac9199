import type { Sql } from '#libs/core/database/transaction';
import { UnknownReference } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';

const EXISTS = 'SELECT FROM locations WHERE site_id = $1 AND id = $2';

/** Whether a site has a location. */
export const locationExists = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(EXISTS, [siteId, id])).length > 0;

/** @throws UnknownReference when a site does not have the location that a request names */
export async function requireLocation(sql: Sql, siteId: string, id: string): Promise<void> {
  if (!isId(id) || !(await locationExists(sql, siteId, id)))
    throw new UnknownReference([{ pointer: '/location', what: 'location' }]);
}
