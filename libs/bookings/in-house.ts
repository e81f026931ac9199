import { LIVE_IN_SQL } from '#libs/occupancy/live';

/** A condition over `b` for those who had come by an instant: a room that is held for a guest who is late is empty. */
export const hadCome = (by: string): string => `coalesce(b.checked_in_at < ${by}, true)`;

/** A day of a site, and the places of the day and of the instant at which it ends in the query. */
interface AskedDay {
  date: string;
  today: string;
  night: () => string;
  ends: () => string;
}

/**
 * A condition over `b` for those who have the night that begins on a date: today those who are there, earlier those who were, later
 * those who will be. Both dates are the site's.
 */
export function inHouseOn({ date, today, night: place, ends }: AskedDay): string {
  // Whatever the dates of arrivals and departures are: in another time zone of the site they may be those of tomorrow.
  if (date === today) return `b.status = 'checked_in'`;
  const night = place();
  const began = `b.occupied_from <= ${night}`;
  if (date > today)
    return `b.status IN ${LIVE_IN_SQL} AND ${began} AND (b.contract_end IS NULL OR b.contract_end > ${night})`;
  return `b.status IN ('checked_in', 'checked_out') AND ${began} AND (b.status = 'checked_in' OR b.occupied_to > ${night}) AND ${hadCome(ends())}`;
}
