import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { LIVE_IN_SQL } from '#libs/occupancy/live';

/** A live booking that has, or will have, a night at a location or below it. */
interface LiveBooking {
  booking_id: string;
  status: string;
  location: string;
  contract_start: string;
  contract_end: string | null;
  lead_person_name: string;
}

const MOST = 50;

// Those in house, and those with a night from today on; also those who are to move here.
const LIVE_BELOW = `
WITH RECURSIVE below AS (
  SELECT id FROM locations WHERE site_id = $1 AND id = $2
  UNION SELECT l.id FROM below b JOIN locations l ON l.site_id = $1 AND l.parent_id = b.id),
live AS (
  SELECT DISTINCT b.id FROM below x
  JOIN occupancies o ON o.site_id = $1 AND o.location_id = x.id AND o.live AND NOT isempty(o.period)
    AND (o.in_house OR nights(lower(o.period), upper(o.period) - o.turnaround) && daterange($3, NULL))
  JOIN bookings b ON b.site_id = $1 AND b.id = o.booking_id AND o.segment >= b.segment AND b.status IN ${LIVE_IN_SQL})
SELECT count(*) OVER ()::int AS total, b.id AS booking_id, b.status, b.location_id AS location, b.contract_start, b.contract_end,
  ${holderName('b', 'p')} AS lead_person_name
FROM live x JOIN bookings b ON b.site_id = $1 AND b.id = x.id LEFT JOIN students p ON p.site_id = $1 AND p.id = b.lead_person_id
ORDER BY b.contract_start, b.id LIMIT ${MOST}`;

/**
 * Lets a location be closed with live bookings in it, or below it, only when their number was confirmed. `today` is the site's; the
 * caller has locked the branch.
 * @throws DomainError `has_live_bookings` with their number and the first 50 of them
 */
export async function requireConfirmed(
  sql: Sql,
  { siteId, id, today }: { siteId: string; id: string; today: string },
  confirmed: number | undefined,
): Promise<void> {
  const rows = await sql.rows<LiveBooking & { total: number }>(LIVE_BELOW, [siteId, id, today]);
  const live = rows[0]?.total ?? 0;
  if (live === (confirmed ?? 0)) return;
  const conflicts = rows.map(({ total: _total, ...booking }) => booking);
  const detail = `${live} live ${live === 1 ? 'booking has' : 'bookings have'} nights here or below. To close it all the same, send confirm_live_bookings: ${live}.`;
  throw new DomainError('has_live_bookings', detail, { live_bookings: live, conflicts });
}
