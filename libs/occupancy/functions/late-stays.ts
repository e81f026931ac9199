import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

/**
 * Whether the resident of the place `o` with a contract until `end` is late to leave. The nights of somebody who moved there today after
 * the end of the contract end tomorrow.
 */
export const isLate = (o: string, end: string, today: string): string => {
  const left = `upper(${o}.period) - ${o}.turnaround`;
  return `(${left} < ${today} OR ${left} <= ${today} + 1 AND ${end} < ${today})`;
};

/** The end of the contract of the booking that has the place `o`, looked up by its id. */
export const contractEndOf = (o: string): string =>
  `(SELECT r.contract_end FROM bookings r WHERE r.site_id = ${o}.site_id AND r.id = ${o}.booking_id)`;

/** Whether another booking has tonight in the place `o` of somebody who is late to leave it. */
export const isGivenTonight = (o: string, today: string): string => `EXISTS (
        SELECT FROM occupancies g WHERE g.site_id = ${o}.site_id AND g.location_id = ${o}.location_id AND g.slot = ${o}.slot AND g.live
          AND g.booking_id <> ${o}.booking_id AND g.period @> ${today} AND (upper_inf(g.period) OR upper(g.period) - g.turnaround > ${today}))`;

/** Whether the resident of the place `o` is late to leave, and another booking has tonight there: the resident is in another place of the room. */
export const sleepsElsewhere = (o: string, today: string): string =>
  `${isLate(o, contractEndOf(o), today)} AND ${isGivenTonight(o, today)}`;

export const lateStays: SqlFunction = {
  signature: 'late_stays(uuid,date)',
  text: `
-- Residents who are in house after the end of the contract, or after the day of a planned move, and the nights since: tonight is one of them,
-- whatever the contract says. A resident who leaves today is not late.
CREATE OR REPLACE FUNCTION late_stays(site uuid, today date)
RETURNS TABLE (booking_id uuid, location_id uuid, slot smallint, nights daterange, contract_end date)
LANGUAGE sql STABLE AS $$
  SELECT o.booking_id, o.location_id, o.slot, overstay(o.period, o.turnaround, today + 1), b.contract_end
  FROM occupancies o JOIN bookings b ON b.site_id = site AND b.id = o.booking_id
  WHERE o.site_id = site AND o.in_house AND ${isLate('o', 'b.contract_end', 'today')}
$$`,
};
