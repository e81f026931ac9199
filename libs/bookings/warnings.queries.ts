import type { Sql } from '#libs/core/database/transaction';
import { LIVE_IN_SQL } from '#libs/occupancy/live';
import { contractEndOf, isGivenTonight, isLate, sleepsElsewhere } from '#libs/occupancy/functions/late-stays';
import type { WarningResponse } from '#libs/bookings/warnings.dto';
import { columnList } from '#libs/core/database/columns';
import { Occupancy } from '#libs/occupancy/occupancy.entity';

/** The warnings of a booking, as ids: other bookings of its people, residents who are still in its places, and its people who are not active. */
export interface WarningColumns {
  overlapping: string[];
  overstays: string[];
  inactive: string[];
}

/** The sources of the facts: queries of the people of `b` in addition to its lead person, and of its places, and the site's date. */
interface WarningSource {
  others: string;
  places: string;
  today: string;
}

/** The places of a booking that is stored. */
export const OWN_PLACES = `
  SELECT ${columnList(Occupancy, 'locationId slot period', 'p')} FROM occupancies p
  WHERE p.site_id = b.site_id AND p.booking_id = b.id AND p.live AND NOT p.in_house`;

/** Whether the room of `x`, of which a booking `b` has the place `w`, is full in a night with its other bookings and its residents `y` who stay. */
const isFull = (x: string, night: string, stays: string): string => `(
    SELECT l.capacity FROM locations l WHERE l.site_id = b.site_id AND l.id = ${x}.location_id) <= (
    SELECT count(DISTINCT y.slot) FROM occupancies y WHERE y.site_id = b.site_id AND y.location_id = ${x}.location_id AND y.slot <> w.slot AND y.live
      AND y.booking_id IS DISTINCT FROM b.id AND y.period @> ${night}) + (
    SELECT count(*) FROM occupancies y WHERE y.site_id = b.site_id AND y.location_id = ${x}.location_id AND y.in_house AND ${stays})`;

/** Whether the room of `w`, which is the guest's tonight, is full with the resident of the place `x`, who is late to leave it although another guest has it by now. */
const isFullTonight = (x: string, today: string): string =>
  `(lower(w.period) <= ${today} AND ${isGivenTonight(x, today)} AND ${isFull(x, today, sleepsElsewhere('y', today))})`;

/** Whether the room is full in the first night of the place `w`, if nobody leaves who is late to leave the room. */
const isFullLater = (x: string, today: string): string =>
  `(lower(w.period) > ${today} AND ${isFull(x, 'lower(w.period)', isLate('y', contractEndOf('y'), today))})`;

/** Residents who are late to leave the places to which the guests of `b` are still to come: of a resident, those of a planned move. */
const overstaysOf = (places: string, today: string): string => `ARRAY(
  SELECT DISTINCT x.booking_id FROM (${places}) w
  -- By the index of the place: late_stays() would look through all residents of the site for each booking.
  JOIN occupancies x ON x.site_id = b.site_id AND x.location_id = w.location_id AND x.in_house
  WHERE x.booking_id <> b.id AND ${isLate('x', contractEndOf('x'), today)} AND (x.slot = w.slot OR ${isFullTonight('x', today)} OR ${isFullLater('x', today)})
    AND b.status IN ${LIVE_IN_SQL} AND (b.status <> 'checked_in' OR lower(w.period) > ${today})
    AND (b.contract_end IS NULL OR b.contract_end > ${today})
  LIMIT 100)`;

/** The columns of bookings `b` that its warnings are made of. */
export const selectWarnings = ({ others, places, today }: WarningSource): string => `
ARRAY(
  WITH people AS (SELECT b.lead_person_id AS id UNION ${others}),
  theirs AS (
    SELECT o.id FROM people JOIN bookings o ON o.site_id = b.site_id AND o.lead_person_id = people.id
    UNION SELECT p.booking_id FROM people JOIN booking_people p ON p.site_id = b.site_id AND p.student_id = people.id)
  SELECT o.id FROM theirs JOIN bookings o ON o.site_id = b.site_id AND o.id = theirs.id
  WHERE o.id <> b.id AND b.status IN ${LIVE_IN_SQL} AND o.status IN ${LIVE_IN_SQL}
    AND nights(o.occupied_from, o.occupied_to) && nights(b.occupied_from, b.occupied_to)
  ORDER BY o.id LIMIT 100) AS overlapping,
${overstaysOf(places, today)} AS overstays,
ARRAY(
  SELECT s.id FROM (SELECT b.lead_person_id AS id UNION ${others}) people
  JOIN students s ON s.site_id = b.site_id AND s.id = people.id
  WHERE NOT s.active AND b.status IN ${LIVE_IN_SQL} ORDER BY s.id) AS inactive`;

const FIND = `
SELECT b.id, ${selectWarnings({
  others: 'SELECT p.student_id FROM booking_people p WHERE p.site_id = b.site_id AND p.booking_id = b.id',
  places: OWN_PLACES,
  today: '$3::date',
})} FROM bookings b WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;

/** The warnings of bookings, by id, in one statement. `today` is the site's date. */
export async function findWarnings(
  sql: Sql,
  siteId: string,
  ids: string[],
  today: string,
): Promise<Map<string, WarningResponse[]>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<WarningColumns & { id: string }>(FIND, [siteId, ids, today]);
  return new Map(rows.map((row) => [row.id, warningsOf(row)]));
}

// Where nobody is late, as nearly always, nothing is looked up for each booking.
const OVERSTAYS = `
SELECT b.id, x.overstays FROM bookings b CROSS JOIN LATERAL (SELECT ${overstaysOf(OWN_PLACES, '$3::date')} AS overstays) x
WHERE b.site_id = $1 AND b.id = ANY($2::uuid[]) AND cardinality(x.overstays) > 0
  AND EXISTS (SELECT FROM occupancies l WHERE l.site_id = $1 AND l.in_house AND upper(l.period) - l.turnaround <= $3::date)`;

/** Of bookings those with residents who are still in their places, and these. `today` is the site's date. */
export async function findOverstays(
  sql: Sql,
  siteId: string,
  ids: string[],
  today: string,
): Promise<Map<string, string[]>> {
  // prettier-ignore
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<{ id: string; overstays: string[] }>(OVERSTAYS, [siteId, ids, today]);
  return new Map(rows.map(({ id, overstays }) => [id, overstays]));
}

export const OVERSTAY = 'overstay_in_place';

const warning = (code: string, message: string, { bookings = [] as string[], people = [] as string[] }) =>
  bookings.length + people.length > 0 ? [{ code, message, booking_ids: bookings, person_ids: people }] : [];

export const warningsOf = ({ overlapping, overstays, inactive }: WarningColumns): WarningResponse[] => [
  ...warning('person_overlap', 'One of the people has another live booking for some of the nights.', {
    bookings: overlapping,
  }),
  ...warning(OVERSTAY, 'Somebody is still in the place after the end of the stay: look before the arrival.', {
    bookings: overstays,
  }),
  ...warning('inactive_person', 'One of the people is not active any more.', { people: inactive }),
];
