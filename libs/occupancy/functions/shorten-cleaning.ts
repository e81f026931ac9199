import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const shortenCleaning: SqlFunction = {
  signature: 'shorten_cleaning(uuid,uuid[],uuid,smallint,date)',
  text: `
-- Ends the nights for cleaning that bookings keep in a location where somebody arrives on a date: in one of its places, or in all. They
-- remember how many they had (lengthen_cleaning).
CREATE OR REPLACE FUNCTION shorten_cleaning(site uuid, bookings uuid[], location uuid, place smallint, arrival date) RETURNS void
LANGUAGE sql VOLATILE AS $$
  UPDATE occupancies o SET full_turnaround = coalesce(o.full_turnaround, o.turnaround),
    turnaround = arrival - (upper(o.period) - o.turnaround), period = nights(lower(o.period), arrival)
  WHERE o.site_id = site AND o.booking_id = ANY(bookings) AND o.location_id = location AND (place IS NULL OR o.slot = place)
    AND arrival >= upper(o.period) - o.turnaround AND arrival < upper(o.period)
$$`,
};
