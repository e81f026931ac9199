import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { type Page, pageOf } from '#libs/core/database/page-of';

/** A stay or a closure in a place. */
export interface CalendarEntry {
  from: string;
  to: string | null;
  state: string;
  turnaround_days: number;
  booking: { _id: string; reference: string; status: string; lead_person: { _id: string | null; name: string } } | null;
  closure: { _id: string; kind: string; reason: string | null } | null;
}

export interface CalendarPlace {
  location: string;
  name: string;
  code: string | null;
  path: string;
  slot: number;
  entries: CalendarEntry[];
}

const CALENDAR = `
WITH RECURSIVE tree AS (
  SELECT l.id, l.name, l.code, l.capacity, l.version, l.location_type_id, l.name AS path, ARRAY[l.name COLLATE natural_order] AS sort
  FROM locations l WHERE l.site_id = $1 AND l.id = $2
  UNION ALL
  SELECT l.id, l.name, l.code, l.capacity, l.version, l.location_type_id, t.path || ' / ' || l.name, t.sort || (l.name COLLATE natural_order)
  FROM tree t JOIN locations l ON l.site_id = $1 AND l.parent_id = t.id),
places AS MATERIALIZED (
  SELECT t.id, t.name, t.code, t.path, t.sort, s::smallint AS slot FROM tree t
  JOIN location_types y ON y.site_id = $1 AND y.id = t.location_type_id
  -- A room that was made smaller, or that cannot be booked any more, still shows who was in it. Of a room that was never changed all
  -- places are known.
  CROSS JOIN generate_series(1, greatest(CASE WHEN y.can_be_allocated_to_bookings THEN t.capacity END, CASE
    WHEN NOT y.can_be_allocated_to_bookings OR t.version > 1 THEN (
      SELECT max(o.slot) FROM occupancies o
      WHERE o.location_id = t.id AND o.site_id = $1 AND o.live AND o.period && daterange($3, $4)) END)) s),
page AS (SELECT * FROM places ORDER BY sort, id, slot LIMIT $6 OFFSET $7)
SELECT c.total, p.id AS location, p.name, p.code, p.path, p.slot, coalesce((
  SELECT jsonb_agg(jsonb_build_object('from', x.first, 'to', nullif(x.departure, 'infinity'), 'state', x.state,
      'turnaround_days', coalesce(upper(x.cleaning) - lower(x.cleaning), 0),
      'booking', CASE WHEN b.id IS NOT NULL THEN jsonb_build_object('_id', b.id, 'reference', b.reference, 'status', b.status,
        'lead_person', jsonb_build_object('_id', s.id, 'name', ${holderName('b', 's')})) END,
      'closure', CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('_id', k.id, 'kind', k.kind, 'reason', k.reason) END)
    ORDER BY x.first, x.nights)
  FROM (
    SELECT t.*, coalesce(lower(t.nights), lower(t.cleaning)) AS first, coalesce(upper(t.nights), lower(t.cleaning)) AS departure
    FROM timeline($1, $5) t
    WHERE t.location_id = p.id AND t.slot = p.slot AND (t.period && daterange($3, $4) OR t.in_house) OFFSET 0) x
  LEFT JOIN bookings b ON x.closure_id IS NULL AND b.site_id = $1 AND b.id = x.holder_id
  LEFT JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id
  LEFT JOIN closures k ON k.site_id = $1 AND k.id = x.closure_id
  WHERE x.nights && daterange($3, $4) OR x.cleaning && daterange($3, $4)), '[]') AS entries
FROM (SELECT count(*)::int AS total FROM places) c LEFT JOIN page p ON true ORDER BY p.sort, p.id, p.slot`;

/** A page of the places at a location and below it, in the order of the tree, each with its stays and closures. */
export async function readCalendar(
  sql: Sql,
  siteId: string,
  location: string,
  { from, to, today, limit, skip }: { from: string; to: string; today: string; limit: number; skip: number },
): Promise<Page<CalendarPlace>> {
  const values = [siteId, location, from, to, today, limit, skip];
  return pageOf<CalendarPlace>(await sql.rows(CALENDAR, values), 'location');
}
