import type { Sql } from '#libs/core/database/transaction';

const EXISTS = 'SELECT FROM locations WHERE site_id = $1 AND id = $2';

/** Whether a site has a location. */
export const locationExists = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(EXISTS, [siteId, id])).length > 0;
