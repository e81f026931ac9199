import type { Sql } from '#libs/core/database/transaction';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

/** A site that says after how many years people go. */
export interface RetentionSite {
  id: string;
  time_zone: string;
  retention_years: number | null;
}

const SITES = `
SELECT id, time_zone, retention_years FROM sites WHERE retention_years IS NOT NULL ORDER BY id`;
const SITE = 'SELECT id, time_zone, retention_years FROM sites WHERE id = $1';

export const findRetentionSites = (sql: Sql) => sql.rows<RetentionSite>(SITES);

export async function findRetention(sql: Sql, siteId: string): Promise<RetentionSite | undefined> {
  return (await sql.rows<RetentionSite>(SITE, [siteId]))[0];
}

// A stay is over with its contract, and one that was called off when that was done. Who never stayed counts from the
// last change of the record, and nobody goes whose record was changed since.
const KEEPS = `b.status IN ${LIVE_IN_SQL} OR LEAST(b.contract_end, b.updated_at::date) >= $2::date`;
const DUE = `
FROM students s WHERE s.site_id = $1 AND s.erased_at IS NULL AND s.updated_at < $2::date
  AND NOT EXISTS (SELECT FROM bookings b WHERE b.site_id = $1 AND b.lead_person_id = s.id AND (${KEEPS}))
  AND NOT EXISTS (SELECT FROM booking_people p JOIN bookings b ON b.site_id = p.site_id AND b.id = p.booking_id
    WHERE p.site_id = $1 AND p.student_id = s.id AND (${KEEPS}))`;

const NEXT = `SELECT s.id ${DUE} AND s.id > $3 ORDER BY s.id LIMIT $4`;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Ids of people, after an id, whose last stay ended before a date `YYYY-MM-DD`. */
export async function findDue(
  sql: Sql,
  siteId: string,
  before: string,
  limit: number,
  after = FIRST,
): Promise<string[]> {
  return (await sql.rows<{ id: string }>(NEXT, [siteId, before, after, limit])).map(({ id }) => id);
}

const IS_DUE = `SELECT s.id ${DUE} AND s.id = $3`;

/** Whether a person is still due. */
export const isDue = async (sql: Sql, siteId: string, before: string, id: string): Promise<boolean> =>
  (await sql.rows(IS_DUE, [siteId, before, id])).length > 0;

const COUNT = `
WITH due AS (SELECT s.id ${DUE})
SELECT (SELECT count(*)::int FROM due) AS people,
  (SELECT count(*)::int FROM bookings b WHERE b.site_id = $1 AND b.lead_person_id IN (SELECT id FROM due)) AS stays`;

/** How many people are due, and how many stays become anonymous with them. */
export async function countDue(sql: Sql, siteId: string, before: string): Promise<{ people: number; stays: number }> {
  const [row] = await sql.rows<{ people: number; stays: number }>(COUNT, [siteId, before]);
  return row ?? { people: 0, stays: 0 };
}
