// The SQL of the limit, written by hand for exactly the work that is measured. The columns are Lodge's, so that the
// answers are the same.
import { BOOKING_COLUMNS, TRANSACTION_COLUMNS } from '#libs/bookings/booking-rows';

export const SESSION = `
SELECT u.id, u.email, u.first_name || ' ' || u.last_name AS name, u.owner, m.role, t.time_zone, t.early_check_in_days,
  t.history_window_days, t.require_confirmed_for_check_in
FROM sessions s JOIN users u ON u.id = s.user_id
JOIN sites t ON t.id = $2
LEFT JOIN memberships m ON m.site_id = t.id AND m.user_id = u.id
WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now() AND u.disabled_at IS NULL`;

const KEYS = 'ARRAY[b.contract_start::text, b.id::text] AS key_values';
const ORDER = 'ORDER BY b.contract_start, b.id';
const page = (where, rest) => `SELECT ${BOOKING_COLUMNS}, ${KEYS} FROM bookings b WHERE ${where} ${ORDER} ${rest}`;
const HITS = `WITH hits AS MATERIALIZED (
  WITH people AS (SELECT id FROM students WHERE site_id = $1
    AND folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || student_id) LIKE '%' || folded($2) || '%')
  SELECT id FROM bookings WHERE site_id = $1 AND folded(reference || ' ' || coalesce(vehicle_registration, '')) LIKE '%' || folded($2) || '%'
  UNION SELECT o.id FROM people JOIN bookings o ON o.site_id = $1 AND o.lead_person_id = people.id
  UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = $1 AND p.student_id = people.id
  UNION SELECT o.id FROM locations l JOIN bookings o ON o.site_id = $1 AND o.location_id = l.id
    WHERE l.site_id = $1 AND folded(l.name || ' ' || coalesce(l.code, '')) LIKE '%' || folded($2) || '%'
  UNION SELECT o.id FROM block_bookings k JOIN bookings o ON o.site_id = $1 AND o.block_booking_id = k.id
    WHERE k.site_id = $1 AND folded(k.name) LIKE '%' || folded($2) || '%')`;

export const PAGES = {
  status: page('b.site_id = $1 AND b.status = $2', 'LIMIT $3'),
  skip: `SELECT ${BOOKING_COLUMNS}, ${KEYS} FROM (SELECT * FROM bookings b WHERE b.site_id = $1 ${ORDER} LIMIT $2 OFFSET $3) b ${ORDER}`,
  cursor: page('b.site_id = $1 AND (b.contract_start, b.id) > ($2::date, $3::uuid)', 'LIMIT $4'),
  q: `${HITS} SELECT c.total, p.* FROM (SELECT count(*)::int AS total FROM hits) c
    LEFT JOIN (${page('b.site_id = $1 AND b.id IN (SELECT id FROM hits)', 'LIMIT $3')}) p ON true`,
};

const counted = (where) => ({
  count: `SELECT count(*)::int AS total FROM (SELECT FROM bookings b WHERE ${where} LIMIT 10001) counted`,
  estimate: `EXPLAIN (FORMAT JSON) SELECT FROM bookings b WHERE ${where}`,
});
export const TOTALS = { status: counted('b.site_id = $1 AND b.status = $2'), all: counted('b.site_id = $1') };

export const PEOPLE = `
SELECT id AS _id, student_id, first_name, last_name, last_name || ', ' || first_name AS record_name, email, photo_url
FROM students WHERE site_id = $1 AND id = ANY($2::uuid[])`;
export const LOCATIONS = `
SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active
FROM locations WHERE site_id = $1 AND id = ANY($2::uuid[])`;
export const FLAGS = 'SELECT id AS _id, name, colour FROM flags WHERE site_id = $1 AND id = ANY($2::uuid[])';

/** A booking of a free single room, or no row. The constraint decides; foreign keys check the rest. */
export const CREATE = `
WITH taken AS (
  INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
  VALUES ($1, $2, 1, $4, 1, nights($5, $6), true, false) ON CONFLICT DO NOTHING RETURNING 1),
b AS (
  INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
    segment_from, notes, source, created_at, created_by, updated_at, updated_by)
  SELECT $1, $2, $3, $4, 'confirmed', $5, $6, $5, $6, $5, $7, 'manual', $8, $9, $8, $9 FROM taken RETURNING site_id, id)
INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, to_status, occurred_at, recorded_at, actor_type, actor_id,
  actor_name, request_id)
SELECT site_id, id, 1, $10, 'created', 'confirmed', $8, $8, 'user', $9, $11, $12 FROM b RETURNING booking_id`;

export const LOCK = 'SELECT location_id FROM bookings WHERE site_id = $1 AND id = $2 FOR UPDATE';

const entry = (type, from, to) => `
INSERT INTO booking_transactions AS t (site_id, booking_id, sequence, id, type, from_status, to_status, occurred_at, recorded_at,
  actor_type, actor_id, actor_name, notes, request_id)
SELECT $1, $2, (SELECT max(sequence) + 1 FROM booking_transactions WHERE site_id = $1 AND booking_id = $2), $3, '${type}', '${from}',
  '${to}', $4, $4, 'user', $5, $6, $7, $8 FROM b RETURNING ${TRANSACTION_COLUMNS}`;

/** A resident of the room is in nobody's way, or the unique index says so. */
export const MOVES = {
  check_in: `
WITH b AS (
  UPDATE bookings SET status = 'checked_in', checked_in_at = $4, occupied_from = least(occupied_from, $9::date),
    segment_from = least(occupied_from, $9::date), version = version + 1, updated_at = $4, updated_by = $5
  WHERE site_id = $1 AND id = $2 RETURNING *),
places AS (
  UPDATE occupancies o SET in_house = true, period = nights(b.segment_from, b.contract_end) FROM b
  WHERE o.site_id = $1 AND o.booking_id = $2 AND o.segment = b.segment),
homes AS (
  UPDATE students s SET location_id = b.location_id, version = s.version + 1, updated_at = $4 FROM b
  WHERE s.site_id = $1 AND s.location_id <> b.location_id
    AND (s.id = b.lead_person_id OR s.id IN (SELECT student_id FROM booking_people WHERE site_id = $1 AND booking_id = $2)))
${entry('check_in', 'confirmed', 'checked_in')}`,
  undo_check_in: `
WITH b AS (
  UPDATE bookings SET status = 'confirmed', checked_in_at = NULL, occupied_from = contract_start, segment_from = contract_start,
    version = version + 1, updated_at = $4, updated_by = $5
  WHERE site_id = $1 AND id = $2 AND $9::date IS NOT NULL RETURNING *),
places AS (
  UPDATE occupancies o SET in_house = false, period = nights(b.contract_start, b.contract_end) FROM b
  WHERE o.site_id = $1 AND o.booking_id = $2 AND o.segment = b.segment)
${entry('undo_check_in', 'checked_in', 'confirmed')}`,
};
