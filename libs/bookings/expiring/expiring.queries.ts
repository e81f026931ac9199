import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { type Page, pageOf } from '#libs/core/database/page-of';
import type { TreeFilter } from '#libs/locations/below.queries';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import type { ExpiringEntryResponse } from '#libs/bookings/expiring/expiring.dto';

/** What ends in a range of days: dates are the site's, `starts` and `ends` are the first and last instant of the range. */
export interface Ending {
  siteId: string;
  from: string;
  to: string;
  starts: Date;
  ends: Date;
  tree: TreeFilter;
  limit: number;
  /** The tables as they were at a moment, as common table expressions; without them those of now. */
  past?: { tables: (at: string) => string; at: Date };
}

// Permits and holds have an index of their ends; contracts are read by the index of the status.
const LISTS = {
  parking: [
    `b.status IN ${LIVE_IN_SQL} AND b.parking_expiry_at >= $2 AND b.parking_expiry_at < $3`,
    'b.parking_expiry_at',
  ],
  contracts: [`b.status = 'checked_in' AND b.contract_end BETWEEN $2 AND $3`, 'b.contract_end'],
  holds: [`b.status = 'provisional' AND b.hold_until >= $2 AND b.hold_until < $3`, 'b.hold_until'],
} as const;

const query = (list: keyof typeof LISTS, { tree, past }: Ending): string => {
  const [ending, end] = LISTS[list];
  return `
WITH ${past ? past.tables(`$${5 + tree.values.length}`) : ''}found AS MATERIALIZED (SELECT b.id, ${end} AS ends FROM bookings b WHERE b.site_id = $1 AND ${ending}${tree.and('b.location_id', '$5')})
SELECT c.total, p.* FROM (SELECT count(*)::int AS total FROM found) c LEFT JOIN (
  SELECT b.id AS _id, b.reference, b.status, b.lead_person_id AS lead_person, ${holderName('b', 's')} AS record_name, s.student_id,
    s.email, b.location_id AS location, l.name AS location_name, b.vehicle_registration, b.contract_end, b.parking_expiry_at, b.hold_until
  FROM (SELECT * FROM found ORDER BY ends, id LIMIT $4) f
  JOIN bookings b ON b.site_id = $1 AND b.id = f.id
  LEFT JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id
  JOIN locations l ON l.site_id = $1 AND l.id = b.location_id
  ORDER BY f.ends, b.id) p ON true`;
};

/** What ends soon, the soonest first, with its count. */
export async function listEnding(
  sql: Sql,
  list: keyof typeof LISTS,
  ending: Ending,
): Promise<Page<ExpiringEntryResponse>> {
  const { siteId, from, to, starts, ends, tree, limit, past } = ending;
  const between = list === 'contracts' ? [from, to] : [starts, ends];
  return pageOf<ExpiringEntryResponse>(
    await sql.rows(query(list, ending), [siteId, ...between, limit, ...tree.values, ...(past ? [past.at] : [])]),
    '_id',
  );
}
