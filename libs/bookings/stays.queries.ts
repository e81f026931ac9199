/** The stays of a booking as a column of JSON, the earliest first. The booking and the site's date are expressions of SQL. */
export const staysOf = (site: string, booking: string, today: string): string => `(
  SELECT coalesce(json_agg(json_build_object('location', x.location, 'from', x.first, 'to', x.departure, 'state', x.state)
    ORDER BY x.first, x.segment), '[]')
  FROM (
    SELECT t.segment, t.stay_location_id AS location, min(lower(t.nights)) AS first, nullif(max(coalesce(upper(t.nights), 'infinity')), 'infinity') AS departure,
      min(t.state) AS state
    FROM timeline(${site}, ${today}) t WHERE t.holder_id = ${booking} AND NOT isempty(t.nights)
    GROUP BY 1, 2) x)`;

/** The only stay of a booking that is being written, whose places the statement does not see yet. */
export const NEW_STAY = `json_build_array(json_build_object('location', b.location_id, 'from', b.occupied_from, 'to', b.occupied_to,
  'state', CASE WHEN b.status = 'checked_in' THEN 'in_house' ELSE 'held' END))`;
