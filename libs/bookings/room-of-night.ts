import { EXPECTED_IN_SQL } from '#libs/occupancy/live';

/** A night as an expression of SQL, in a query for bookings `b` of a site. */
export interface Night {
  site: string;
  night: string;
}

const roomOf = ({ site }: Night, nights: string): string => `coalesce((
  SELECT coalesce(o.part_of, o.location_id) FROM occupancies o
  WHERE o.site_id = ${site} AND o.booking_id = b.id AND o.live AND ${nights} ORDER BY o.segment LIMIT 1), b.location_id)`;

/** The room in which a booking has a night to come: the present one, unless a move is planned by then. */
export const roomHeld = (night: Night): string =>
  roomOf(night, `o.segment > b.segment AND lower(o.period) <= ${night.night}`);

/** The room in which somebody who has arrived had a night: the present one, unless it was another one before a move. */
export function roomSleptIn(night: Night): string {
  const before = `o.segment < b.segment AND lower(o.period) <= ${night.night} AND upper(o.period) - o.turnaround > ${night.night}`;
  return `CASE WHEN b.segment > 1 AND b.segment_from > ${night.night} THEN ${roomOf(night, before)} ELSE b.location_id END`;
}

/** Of a stay that is over by the day: the room of its last night. */
export const lastRoom = ({ site, night }: Night): string =>
  roomSleptIn({ site, night: `least(${night}, b.occupied_to - 1)` });

/** The room of any booking on a day: both dates are the site's. */
export function roomOn(night: Night, on: string, today: string): string {
  if (on > today) return roomHeld(night);
  const resident = on < today ? roomSleptIn(night) : 'b.location_id';
  return `CASE WHEN b.status IN ${EXPECTED_IN_SQL} THEN ${roomHeld(night)} WHEN b.status = 'checked_out' THEN ${lastRoom(night)} ELSE ${resident} END`;
}

/** The bookings that are to have moved by a night, of which there are few. */
export const movedBy = ({ site, night }: Night): string => `
  SELECT b.id FROM occupancies o JOIN bookings b ON b.site_id = ${site} AND b.id = o.booking_id AND b.segment < o.segment
  WHERE o.site_id = ${site} AND o.live AND o.segment > 1 AND NOT o.in_house AND lower(o.period) <= ${night}
    AND (upper_inf(o.period) OR upper(o.period) >= ${night})`;

/**
 * The bookings that may have one of some rooms on a day: those that have it now, and those with the night there, or the one
 * before. `among` is a condition for a column with a location.
 */
export const nearRooms = ({ site, night }: Night, among: (column: string) => string): string => `
  SELECT b.id FROM bookings b WHERE b.site_id = ${site} AND ${among('b.location_id')}
  UNION SELECT o.booking_id FROM occupancies o
  WHERE o.site_id = ${site} AND o.live AND o.period && daterange(${night} - 1, ${night} + 1) AND ${among('o.location_id')}`;
