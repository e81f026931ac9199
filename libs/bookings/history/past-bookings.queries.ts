import { foldEntries } from '#libs/core/database/past';
import {
  columnOf,
  expressionOf,
  isList,
  listOf,
  ROW_FIELDS,
  type RowField,
  STORED_FIELDS,
  type StoredField,
} from '#libs/bookings/booking-fields';
import { columnList } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

/** The positions of the values of a query for the past in its parameters. */
export interface PastPlaces {
  site: string;
  at: string;
  /** The only booking that is wanted; without it all of the site. */
  booking?: string;
}

const LISTS = ROW_FIELDS.filter(isList);

// What the entries of a trail say in columns of their own, or by being there at all.
const SPECIAL: Partial<Record<StoredField, string>> = {
  _id: 'p.id',
  site: 'p.site_id',
  status: 'e.to_status',
  version: 'p.version - p.since',
  created_at: 'p.created_at',
  created_by: 'p.created_by',
  updated_at: 'e.recorded_at',
  updated_by: 'e.by',
};

const PLANNED = `(
  SELECT json_build_object('location', coalesce(o.part_of, o.location_id), 'from', lower(o.period)) FROM public.occupancies o
  WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.segment > b.segment AND o.live LIMIT 1)`;

// The tables of now by their whole names: those of the past have the same.
const inPublic = (expression: string): string => expression.replace(/ FROM (\w+) x /, ' FROM public.$1 x ');
const NOW = `jsonb_build_object('planned_move', ${PLANNED}, ${ROW_FIELDS.filter((name) => !(name in SPECIAL))
  .map((name) => `'${name}', ${inPublic(expressionOf(name))}`)
  .join(', ')})`;

const value = (name: StoredField): string => {
  const { name: column, type } = columnOf(name);
  return `${SPECIAL[name] ?? `(p.state ->> '${name}')::${type}`} AS ${column}`;
};
const COLUMNS = STORED_FIELDS.map((name) => columnOf(name).name).join(', ');

const listTable = (name: RowField & (typeof LISTS)[number], { site }: PastPlaces): string => {
  const { table, column } = listOf(name);
  return `${table} AS MATERIALIZED (
  SELECT x.site_id, x.booking_id, x.${column}, x.position::int FROM public.${table} x
  WHERE x.site_id = ${site} AND x.booking_id IN (SELECT id FROM bookings_unchanged)
  UNION ALL
  SELECT p.site_id, p.id, u.id::uuid, u.position::int FROM bookings_past p
  CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(nullif(p.state -> '${name}', 'null'), '[]')) WITH ORDINALITY AS u (id, position))`;
};

/**
 * The rooms that bookings have left for another one, by their moves: the nights `began` to `ended` in each, in order. A stay that
 * began anew has left none, and of two moves on one day the second one replaces the first, also when the stay is said later to have begun
 * before that day.
 */
const roomsLeft = ({ site, at }: PastPlaces): string => `rooms_left AS MATERIALIZED (
  SELECT m.id, row_number() OVER (PARTITION BY m.id ORDER BY m.sequence)::int AS segment, m.location_id, m.began, m.ended
  FROM (
    SELECT k.id, k.sequence, k.location_id, k.ended, coalesce(lag(k.ended) OVER (PARTITION BY k.id ORDER BY k.sequence), k.since) AS began
    FROM (
      SELECT p.id, t.sequence, (c.change ->> 'from')::uuid AS location_id, d.ended, (p.state ->> 'occupied_from')::date AS since,
        coalesce(lag(d.ended) OVER (PARTITION BY p.id ORDER BY t.sequence), (
          SELECT (y.change ->> 'from')::date FROM booking_transactions x CROSS JOIN LATERAL jsonb_array_elements(x.changes) y (change)
          WHERE x.site_id = ${site} AND x.booking_id = p.id AND x.sequence > t.sequence AND x.recorded_at <= ${at}
            AND y.change ->> 'field' = 'occupied_from'
          ORDER BY x.sequence LIMIT 1), (p.state ->> 'occupied_from')::date) AS since_then
      FROM bookings_past p
      JOIN booking_transactions t ON t.site_id = ${site} AND t.booking_id = p.id AND t.type = 'moved' AND t.recorded_at <= ${at}
      CROSS JOIN LATERAL jsonb_array_elements(t.changes) c (change)
      CROSS JOIN LATERAL (SELECT (t.occurred_at AT TIME ZONE (SELECT time_zone FROM sites WHERE id = ${site}))::date AS ended) d
      WHERE c.change ->> 'field' = 'location' AND NOT EXISTS (
        SELECT FROM booking_transactions x WHERE x.site_id = ${site} AND x.booking_id = p.id AND x.sequence > t.sequence AND x.recorded_at <= ${at}
          AND (x.type = 'undo_check_in' OR x.type = 'reinstate' AND x.to_status <> 'checked_out'))) k
    WHERE k.ended > k.since_then) m
  WHERE m.ended > m.began)`;

/**
 * The tables of bookings as they were at a moment, as common table expressions of their names, from the trails: a query that
 * follows reads the past by the same words as the present. `bookings_past` has those that changed since, with `emptied_at`.
 */
export const pastBookings = (places: PastPlaces): string => {
  const { site, at, booking } = places;
  const which = booking ? ` AND b.id = ${booking}` : '';
  const entries = `
    SELECT t.booking_id AS id, t.sequence AS n, t.recorded_at AS at, t.changes FROM booking_transactions t
    WHERE t.site_id = ${site} AND t.booking_id IN (SELECT id FROM bookings_changed)`;
  // Of one booking everything comes from its trail.
  const changed = booking ? '' : ` AND b.updated_at > ${at}`;
  return `bookings_changed AS MATERIALIZED (
  SELECT b.id FROM public.bookings b WHERE b.site_id = ${site} AND b.created_at <= ${at}${changed}${which}),
bookings_unchanged AS MATERIALIZED (
  SELECT b.id FROM public.bookings b WHERE ${booking ? 'false' : `b.site_id = ${site} AND b.updated_at <= ${at}`}),
bookings_past AS MATERIALIZED (
  SELECT b.site_id, b.id, b.version, b.created_at, b.created_by, f.since, ${NOW} || f.fields AS state
  FROM (${foldEntries(entries, at)}) f JOIN public.bookings b ON b.site_id = ${site} AND b.id = f.id),
${roomsLeft(places)},
bookings AS MATERIALIZED (
  SELECT ${COLUMNS}, segment, segment_from FROM public.bookings WHERE site_id = ${site} AND id IN (SELECT id FROM bookings_unchanged)
  UNION ALL
  SELECT ${STORED_FIELDS.map(value).join(', ')}, coalesce(r.rooms, 0) + 1, coalesce(r.ended, (p.state ->> 'occupied_from')::date) FROM bookings_past p
  LEFT JOIN (SELECT id, count(*)::int AS rooms, max(ended) AS ended FROM rooms_left GROUP BY id) r ON r.id = p.id
  CROSS JOIN LATERAL (
    SELECT t.to_status, t.recorded_at, coalesce(k.user_id, t.actor_id) AS by FROM booking_transactions t
    LEFT JOIN api_keys k ON t.actor_type = 'api_key' AND k.id = t.actor_id
    WHERE t.site_id = ${site} AND t.booking_id = p.id AND t.recorded_at <= ${at} ORDER BY t.sequence DESC LIMIT 1) e),
${LISTS.map((name) => listTable(name, places)).join(',\n')},
occupancies AS MATERIALIZED (
  SELECT ${columnList(Occupancy, 'siteId bookingId segment locationId partOf period turnaround live inHouse', 'o')} FROM public.occupancies o
  WHERE o.site_id = ${site} AND o.booking_id IN (SELECT id FROM bookings_unchanged)
  UNION ALL
  -- A check-out may be dated before the move.
  SELECT b.site_id, b.id, r.segment, r.location_id, NULL, nights(r.began, CASE WHEN b.status = 'checked_out' THEN least(r.ended, b.occupied_to) ELSE r.ended END), 0, true, false
  FROM rooms_left r JOIN bookings b ON b.id = r.id
  UNION ALL
  SELECT b.site_id, b.id, b.segment + 1, (p.state #>> '{planned_move,location}')::uuid, NULL, nights((p.state #>> '{planned_move,from}')::date, NULL), 0, true, false
  FROM bookings_past p JOIN bookings b ON b.id = p.id WHERE p.state #>> '{planned_move,location}' IS NOT NULL)`;
};
