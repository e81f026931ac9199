import type { Sql } from '#libs/core/database/transaction';
import type { Letterhead } from '#libs/core/pages/letterhead';

const LETTERHEAD = `
SELECT s.name, s.address, s.phone, s.email, s.colour, s.language, l.png AS logo FROM sites s LEFT JOIN site_logos l ON l.site_id = s.id WHERE s.id = $1`;

/** The letterhead of a site that exists. */
export async function getLetterhead(sql: Sql, siteId: string): Promise<Letterhead> {
  const [found] = await sql.rows<Letterhead>(LETTERHEAD, [siteId]);
  if (!found) throw new Error('a letterhead of no site');
  return found;
}
