import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import { isBelow } from '#libs/locations/below.queries';

/** How many there are, how many are free all the time, and how many each night. */
interface Counts {
  total: number;
  free: number;
  days: { date: string; total: number; free: number }[];
}

/** What can be had in a range of nights, of one type of location: its places, and what can only be had as a whole. */
export interface TypeRow extends Counts {
  location_type: string;
  name: string;
  whole: Counts | null;
}

export interface FreeRow {
  _id: string;
  name: string;
  code: string | null;
  location_type: string;
  parent: string | null;
  floor: string | null;
  capacity: number;
  free: number;
  whole: boolean;
  occupied_by: { booking_id: string; lead_person_name: string; contract_end: string | null } | null;
}

// A unit is what can be booked on its own: each slot of a room, or a whole (a flat with rooms below it) as one. A whole is another
// way to have the places below it, so it is counted apart from them. A unit is taken while any place that it needs is: its own,
// and for a whole all below. The nights for cleaning after the departure have to be free, too, but are not among the nights that are counted.
// A crowded room has somebody in a slot that it no longer has, or who is late to leave a slot that is another's tonight: there, no night
// takes more than all of its places.
const UNITS = `
RECURSIVE bookable AS MATERIALIZED (SELECT l.* FROM bookable_locations($1) l),
branches AS (
  SELECT b.id AS root, b.id FROM bookable b WHERE b.open AND b.allocatable AND ($4::uuid IS NULL OR b.location_type_id = $4)
    AND ($6::uuid IS NULL OR ${isBelow('b.id', '$1', '$6')})
  UNION ALL
  SELECT r.root, l.id FROM branches r JOIN bookable l ON l.parent_id = r.id),
needs AS MATERIALIZED (
  SELECT r.root, r.id, count(*) OVER each > 1 AS whole, first_value(b.capacity) OVER (each ORDER BY r.id <> r.root) AS capacity,
    first_value(b.cleaning) OVER (each ORDER BY r.id <> r.root) AS cleaning
  FROM branches r JOIN bookable b ON b.id = r.id WHERE b.allocatable WINDOW each AS (PARTITION BY r.root)),
units AS MATERIALIZED (
  SELECT b.*, n.whole, CASE WHEN n.whole THEN 1 ELSE b.capacity END AS places
  FROM needs n JOIN bookable b ON b.id = n.id WHERE n.id = n.root),
taken AS MATERIALIZED (
  SELECT n.root, CASE WHEN n.whole THEN 0 ELSE h.slot END AS slot, NOT n.whole AND (h.slot > n.capacity OR h.slot < 0) AS gone,
    range_agg(h.nights * daterange($2, $3)) AS nights
  FROM taken_nights($1, $2, $3::date + (SELECT max(cleaning) FROM bookable), $5) h JOIN needs n ON n.id = h.location_id
  WHERE h.nights && daterange($2, $3::date + n.cleaning)
  GROUP BY 1, 2, 3),
-- One step up where a stretch of taken nights begins, one down on the day after it; their running sum is what is taken.
steps AS (
  SELECT t.root, s.day, sum(s.change)::int AS change
  FROM taken t CROSS JOIN LATERAL unnest(t.nights) AS n (stretch)
  CROSS JOIN LATERAL (VALUES (lower(n.stretch), 1), (upper(n.stretch), -1)) AS s (day, change)
  GROUP BY 1, 2),
crowded AS MATERIALIZED (
  SELECT s.root, s.day, least(u.places, sum(s.change) OVER (PARTITION BY s.root ORDER BY s.day)) AS level
  FROM steps s JOIN units u ON u.id = s.root WHERE s.root IN (SELECT t.root FROM taken t WHERE t.gone)),
free AS MATERIALIZED (
  SELECT u.*, u.places - greatest(coalesce(t.n, 0), coalesce(c.level, 0))::int AS free
  FROM units u LEFT JOIN (SELECT root, count(*) FILTER (WHERE NOT gone) AS n FROM taken GROUP BY root) t ON t.root = u.id
  LEFT JOIN (SELECT root, max(level) AS level FROM crowded GROUP BY root) c ON c.root = u.id)`;

const BY_TYPE = `
WITH ${UNITS},
totals AS (
  SELECT f.location_type_id, f.whole, sum(f.places)::int AS total, sum(f.free)::int AS free FROM free f GROUP BY 1, 2),
changes AS (
  SELECT u.location_type_id, u.whole, s.day, sum(s.change)::int AS change
  FROM (
    SELECT root, day, change FROM steps WHERE root NOT IN (SELECT root FROM crowded)
    UNION ALL
    SELECT root, day, level - lag(level, 1, 0) OVER (PARTITION BY root ORDER BY day) FROM crowded) s
  JOIN units u ON u.id = s.root GROUP BY 1, 2, 3),
days AS (
  SELECT t.location_type_id, t.whole, d::date AS day, t.total,
    t.total - coalesce(sum(s.change) OVER (PARTITION BY t.location_type_id, t.whole ORDER BY d), 0)::int AS free
  FROM totals t CROSS JOIN generate_series($2::date, coalesce($3::date, $2::date + 366) - 1, interval '1 day') AS d
  LEFT JOIN changes s ON s.location_type_id = t.location_type_id AND s.whole = t.whole AND s.day = d::date),
counts AS (
  SELECT t.location_type_id, t.whole, t.total, t.free, (
    SELECT jsonb_agg(jsonb_build_object('date', d.day, 'total', d.total, 'free', d.free) ORDER BY d.day)
    FROM days d WHERE d.location_type_id = t.location_type_id AND d.whole = t.whole) AS days
  FROM totals t)
SELECT y.id AS location_type, y.name, coalesce(p.total, 0) AS total, coalesce(p.free, 0) AS free, coalesce(p.days, '[]') AS days,
  CASE WHEN w.total IS NOT NULL THEN jsonb_build_object('total', w.total, 'free', w.free, 'days', w.days) END AS whole
FROM (SELECT * FROM counts WHERE NOT whole) p
FULL JOIN (SELECT * FROM counts WHERE whole) w ON w.location_type_id = p.location_type_id
JOIN location_types y ON y.site_id = $1 AND y.id = coalesce(p.location_type_id, w.location_type_id) ORDER BY y.name, y.id`;

const FREE = `
WITH ${UNITS}
SELECT c.total, p.* FROM (SELECT count(*)::int AS total FROM free WHERE free > 0) c
LEFT JOIN LATERAL (
  SELECT f.id AS _id, f.name, f.code, f.location_type_id AS location_type, f.parent_id AS parent, f.floor, f.capacity, f.free, f.whole, (
    SELECT jsonb_build_object('booking_id', b.id, 'lead_person_name', ${holderName('b', 'p')}, 'contract_end', b.contract_end)
    FROM needs n JOIN late_stays($1, $5::date) o ON o.location_id = n.id
    JOIN bookings b ON b.site_id = $1 AND b.id = o.booking_id LEFT JOIN students p ON p.site_id = $1 AND p.id = b.lead_person_id
    WHERE n.root = f.id AND $2::date > $5::date ORDER BY lower(o.nights), b.id LIMIT 1) AS occupied_by
  FROM free f WHERE f.free > 0 ORDER BY f.name COLLATE natural_order, f.id LIMIT $7 OFFSET $8) p ON true`;

export interface Nights {
  siteId: string;
  from: string;
  /** Null: open-ended. */
  to: string | null;
  /** The site's date. */
  today: string;
  locationType: string | null;
  locationTree: string | null;
}

const valuesOf = ({ siteId, from, to, locationType, today, locationTree }: Nights) => [
  siteId,
  from,
  to,
  locationType,
  today,
  locationTree,
];

/** How many places of each type there are, are free all the time, and are free each night; and how many wholes. */
export const countByType = (sql: Sql, nights: Nights) => sql.rows<TypeRow>(BY_TYPE, valuesOf(nights));

/** A page of the locations that have a place free for all of the nights. */
export async function listFree(sql: Sql, nights: Nights, limit: number, skip: number) {
  const rows = await sql.rows<FreeRow & { total: number }>(FREE, [...valuesOf(nights), limit, skip]);
  return pageOf<FreeRow>(rows, '_id');
}
