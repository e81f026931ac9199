import type { Lodge } from './lodge.js';

/** Whatever can run SQL on the database of a Lodge. */
export type Asked = Pick<Lodge, 'sql'>;

interface Row {
  booking_id: string;
  location_id: string;
  slot: number;
  first: string;
  last: string | null;
  in_house: boolean;
}

const overlap = (one: Row, other: Row): boolean =>
  (other.last === null || one.first < other.last) && (one.last === null || other.first < one.last);

/** Pairs of live occupancies, past or future, that share a night of a place, found in JavaScript and not by the constraint. */
export async function findDoubleBookings(lodge: Asked, siteId?: string): Promise<[string, string][]> {
  const rows = await lodge.sql<Row>(
    `SELECT booking_id, location_id, slot, lower(period)::text AS first, upper(period)::text AS last, in_house
     FROM occupancies WHERE live AND NOT isempty(period) AND ($1::uuid IS NULL OR site_id = $1) ORDER BY location_id, slot`,
    [siteId ?? null],
  );
  const places = new Map<string, Row[]>();
  for (const row of rows)
    places.set(`${row.location_id} ${row.slot}`, [...(places.get(`${row.location_id} ${row.slot}`) ?? []), row]);
  return [...places.values()].flatMap((place) =>
    place.flatMap((one, index) =>
      place
        .slice(index + 1)
        .flatMap((other): [string, string][] => (overlap(one, other) ? [[one.booking_id, other.booking_id]] : [])),
    ),
  );
}

// The names stand for the rows of one site, or of all. A resident whose check-out was taken back after the contract can have a row that ends
// before it, on the day of that check-out: the nights since then have none (decision 340).
const FAULTS = `
WITH places AS NOT MATERIALIZED (SELECT * FROM occupancies WHERE $1::uuid IS NULL OR site_id = $1),
stays AS NOT MATERIALIZED (SELECT * FROM bookings WHERE $1::uuid IS NULL OR site_id = $1),
trail AS NOT MATERIALIZED (SELECT * FROM booking_transactions WHERE $1::uuid IS NULL OR site_id = $1),
told AS (SELECT booking_id, (array_agg(to_status ORDER BY sequence DESC))[1] AS status, count(*) AS entries FROM trail GROUP BY booking_id)
SELECT 'two live in one place' AS fault, location_id::text AS subject FROM places WHERE in_house GROUP BY location_id, slot HAVING count(*) > 1
UNION ALL SELECT 'somebody stayed with a resident who never left', o.booking_id::text FROM places x JOIN places o ON o.location_id = x.location_id
  AND o.slot = x.slot AND o.booking_id <> x.booking_id AND o.live AND NOT o.in_house AND NOT isempty(o.period)
  AND o.period && daterange(lower(x.period), NULL) JOIN stays b ON b.id = o.booking_id AND b.status = 'checked_out' WHERE x.in_house
UNION ALL SELECT 'live without a place', b.id::text FROM stays b WHERE b.status IN ('provisional', 'confirmed', 'checked_in')
  AND NOT EXISTS (SELECT FROM places o WHERE o.booking_id = b.id AND o.live AND o.segment = b.segment)
UNION ALL SELECT 'closed but holding a place', b.id::text FROM stays b WHERE b.status IN ('cancelled', 'no_show', 'void')
  AND EXISTS (SELECT FROM places o WHERE o.booking_id = b.id AND o.live)
UNION ALL SELECT 'in house is not checked in', o.booking_id::text FROM places o JOIN stays b ON b.id = o.booking_id
  WHERE o.live AND o.in_house <> (b.status = 'checked_in' AND o.segment = b.segment)
UNION ALL SELECT 'a past stay that is not under the constraint', o.booking_id::text FROM places o JOIN stays b ON b.id = o.booking_id
  WHERE NOT o.live AND (b.status = 'checked_out' OR b.status = 'checked_in' AND o.segment < b.segment)
UNION ALL SELECT 'a place without a booking', o.booking_id::text FROM places o WHERE o.closure_id IS NULL AND NOT EXISTS (SELECT FROM stays b WHERE b.id = o.booking_id)
UNION ALL SELECT 'places of another range', o.booking_id::text FROM places o JOIN stays b ON b.id = o.booking_id AND b.segment = o.segment
  WHERE o.live AND NOT isempty(o.period) AND nights(lower(o.period), upper(o.period) - o.turnaround) <> nights(b.segment_from, CASE
    WHEN b.status = 'checked_out' THEN b.occupied_to
    WHEN EXISTS (SELECT FROM places n WHERE n.booking_id = b.id AND n.segment > b.segment) THEN upper(o.period) - o.turnaround
    WHEN o.in_house AND EXISTS (
      SELECT FROM trail t JOIN sites s ON s.id = t.site_id WHERE t.booking_id = b.id AND t.type = 'undo_check_out'
        AND (t.recorded_at AT TIME ZONE s.time_zone)::date > b.contract_end) THEN upper(o.period) - o.turnaround
    WHEN o.in_house THEN greatest(b.contract_end, upper(o.period) - o.turnaround) ELSE b.contract_end END)
UNION ALL SELECT 'a planned move to the end of another range', o.booking_id::text FROM places o JOIN stays b ON b.id = o.booking_id AND o.segment > b.segment
  WHERE o.live AND upper(o.period) - o.turnaround IS DISTINCT FROM b.contract_end AND NOT isempty(o.period)
UNION ALL SELECT 'a planned move before the stay', o.booking_id::text FROM places o JOIN stays b ON b.id = o.booking_id AND o.segment > b.segment
  WHERE lower(o.period) < (SELECT max(upper(p.period) - p.turnaround) FROM places p WHERE p.booking_id = b.id AND p.segment = b.segment)
UNION ALL SELECT 'trail and status differ', b.id::text FROM stays b JOIN told t ON t.booking_id = b.id WHERE b.status <> t.status
UNION ALL SELECT 'trail with a gap', t.booking_id::text FROM trail t GROUP BY t.booking_id
  HAVING max(sequence) <> count(*) OR min(sequence) <> 1
UNION ALL SELECT 'trail that does not chain', t.booking_id::text FROM trail t
  JOIN trail p ON p.booking_id = t.booking_id AND p.sequence = t.sequence - 1 WHERE t.from_status <> p.to_status
UNION ALL SELECT 'version and trail differ', b.id::text FROM stays b LEFT JOIN told t ON t.booking_id = b.id
  WHERE b.version <> coalesce(t.entries, 0)`;

/** Everything that must hold of the tables, whatever happened; of one site, or of all. */
export async function findViolations(lodge: Asked, siteId?: string): Promise<unknown[]> {
  const doubles = await findDoubleBookings(lodge, siteId);
  return [
    ...doubles.map((pair) => ({ fault: 'a place sold twice', subject: pair.join(' and ') })),
    ...(await lodge.sql(FAULTS, [siteId ?? null])),
  ];
}
