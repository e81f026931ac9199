import { LIVE_IN_SQL } from '#libs/occupancy/live';

/**
 * A condition over `b` for those who have the night that begins on a date: up to today those who were there, later those who
 * will be. `date` is in the query as `place`; both dates are the site's.
 */
export function inHouseOn(place: string, date: string, today: string): string {
  const began = `b.occupied_from <= ${place}`;
  if (date > today)
    return `b.status IN ${LIVE_IN_SQL} AND ${began} AND (b.contract_end IS NULL OR b.contract_end > ${place})`;
  return `b.status IN ('checked_in', 'checked_out') AND ${began} AND (b.status = 'checked_in' OR b.occupied_to > ${place})`;
}
