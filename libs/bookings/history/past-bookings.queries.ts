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
bookings AS MATERIALIZED (
  SELECT ${COLUMNS}, segment FROM public.bookings WHERE site_id = ${site} AND id IN (SELECT id FROM bookings_unchanged)
  UNION ALL
  SELECT ${STORED_FIELDS.map(value).join(', ')}, 1 FROM bookings_past p
  CROSS JOIN LATERAL (
    SELECT t.to_status, t.recorded_at, coalesce(k.user_id, t.actor_id) AS by FROM booking_transactions t
    LEFT JOIN api_keys k ON t.actor_type = 'api_key' AND k.id = t.actor_id
    WHERE t.site_id = ${site} AND t.booking_id = p.id AND t.recorded_at <= ${at} ORDER BY t.sequence DESC LIMIT 1) e),
${LISTS.map((name) => listTable(name, places)).join(',\n')},
occupancies AS MATERIALIZED (
  SELECT o.site_id, o.booking_id, o.segment, o.location_id, o.part_of, o.period, o.live FROM public.occupancies o
  WHERE o.site_id = ${site} AND o.booking_id IN (SELECT id FROM bookings_unchanged)
  UNION ALL
  SELECT p.site_id, p.id, 2, (p.state #>> '{planned_move,location}')::uuid, NULL, nights((p.state #>> '{planned_move,from}')::date, NULL), true
  FROM bookings_past p WHERE p.state #>> '{planned_move,location}' IS NOT NULL)`;
};
