import { LIVE_IN_SQL } from '#libs/occupancy/live';

/**
 * A condition over `b` for those who have the night that begins on a date: today those who are there, earlier those who were, later
 * those who will be. `place` gives the place of `date` in the query; both dates are the site's.
 */
export function inHouseOn(place: () => string, date: string, today: string): string {
  // Whatever the dates of arrivals and departures are: in another time zone of the site they may be those of tomorrow.
  if (date === today) return `b.status = 'checked_in'`;
  const night = place();
  const began = `b.occupied_from <= ${night}`;
  if (date > today)
    return `b.status IN ${LIVE_IN_SQL} AND ${began} AND (b.contract_end IS NULL OR b.contract_end > ${night})`;
  return `b.status IN ('checked_in', 'checked_out') AND ${began} AND (b.status = 'checked_in' OR b.occupied_to > ${night})`;
}
