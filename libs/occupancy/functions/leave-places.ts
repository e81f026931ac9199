import { isUnused } from '#libs/occupancy/functions/slot-to-resume';
import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const leavePlaces: SqlFunction = {
  signature: 'leave_places(uuid,uuid,integer,text,date)',
  text: `
-- Gives up the places of a booking, or has them as before, in one of eight ways:
-- forget   segments from a number on vanish;
-- cut      the stay ended on a date: its segments keep the nights that were spent, and what was planned after them vanishes;
-- begin    a segment that was left began on another date, in the places that it had;
-- remain   the stay went on until a date in the places that its location still has, and ended before in the others;
-- restore  segments before a number have the nights again that a check-out before the move to the next one took from them;
-- suspend  the stay does not count any more, its rows are kept for its return;
-- resume   and it counts again: a stay that was over, in another place of the room if somebody used its own since;
-- clean    what was held last is cleaned until a date, or for as many nights as its type says.
-- A stay that happened takes precedence over one that did not: when a cut or a return reaches into nights that others hold, these nights
-- begin where the stay ended: of a booking in all of its places, of a closure in this one only. Returns whose did: their booking (or
-- closure) and the first night that they have left.
CREATE OR REPLACE FUNCTION leave_places(site uuid, booking uuid, from_segment integer, how text, ended date)
RETURNS TABLE (holder_id uuid, segment integer, closure boolean, held_from date)
LANGUAGE plpgsql VOLATILE ROWS 1 SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  had smallint;
BEGIN
  IF how = 'forget' THEN
    DELETE FROM occupancies o WHERE o.site_id = site AND o.booking_id = booking AND o.segment >= from_segment;
    RETURN;
  ELSIF how = 'remain' THEN
    UPDATE occupancies o SET full_turnaround = coalesce(o.full_turnaround, nullif(o.turnaround, 0)), turnaround = 0,
      period = nights(lower(o.period), ended)
    FROM bookings b CROSS JOIN LATERAL allocatable_below(site, b.location_id) c
    WHERE b.site_id = site AND b.id = booking AND o.site_id = site AND o.booking_id = booking AND o.segment = from_segment
      AND o.location_id = c.location_id AND o.slot <= c.capacity;
    RETURN;
  ELSIF how = 'begin' THEN
    UPDATE occupancies o SET period = nights(ended, upper(o.period))
    WHERE o.site_id = site AND o.booking_id = booking AND o.segment = from_segment AND NOT isempty(o.period);
    IF EXISTS (
      SELECT FROM occupancies o
      WHERE o.site_id = site AND o.booking_id = booking AND o.segment = from_segment AND (
        EXISTS (
          SELECT FROM occupancies x WHERE x.site_id = site AND x.location_id = o.location_id AND x.slot = o.slot AND x.in_house
            AND x.booking_id <> booking AND o.period && overstay(x.period, x.turnaround, upper(o.period)))
        OR is_full(site, o.location_id, (SELECT l.capacity FROM locations l WHERE l.site_id = site AND l.id = o.location_id),
          o.period, booking))) THEN
      RAISE EXCEPTION SQLSTATE 'LD001';
    END IF;
    RETURN;
  ELSIF how = 'clean' THEN
    UPDATE occupancies o SET turnaround = f.until - f.departure, full_turnaround = NULL, period = nights(lower(o.period), f.until)
    FROM (
      SELECT p.location_id, p.slot, p.segment, d.departure, coalesce(ended, d.departure + t.turnaround_days) AS until
      FROM occupancies p
      CROSS JOIN LATERAL (SELECT upper(p.period) - p.turnaround AS departure) d
      JOIN locations l ON l.site_id = site AND l.id = coalesce(p.part_of, p.location_id)
      JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
      WHERE p.site_id = site AND p.booking_id = booking AND NOT isempty(p.period) AND p.segment = (
        SELECT max(x.segment) FROM occupancies x WHERE x.site_id = site AND x.booking_id = booking AND NOT isempty(x.period))) f
    WHERE o.site_id = site AND o.booking_id = booking AND o.segment = f.segment AND o.location_id = f.location_id AND o.slot = f.slot;
    RETURN;
  ELSIF how = 'suspend' THEN
    UPDATE occupancies o SET live = false, in_house = false WHERE o.site_id = site AND o.booking_id = booking;
    RETURN;
  ELSIF how = 'restore' THEN
    IF EXISTS (
      SELECT FROM occupancies o JOIN locations l ON l.site_id = site AND l.id = o.location_id
      WHERE o.site_id = site AND o.booking_id = booking AND o.segment < from_segment AND o.uncut IS NOT NULL AND (
        EXISTS (
          SELECT FROM occupancies x WHERE x.site_id = site AND x.location_id = o.location_id AND x.slot = o.slot AND x.in_house
            AND x.booking_id <> booking AND o.uncut && overstay(x.period, x.turnaround, upper(o.uncut)))
        OR is_full(site, o.location_id, l.capacity, o.uncut, booking))) THEN
      RAISE EXCEPTION SQLSTATE 'LD001';
    END IF;
    -- A place in which the stay continued was not cleaned before.
    PERFORM shorten_cleaning(site, ARRAY[booking], o.location_id, o.slot, lower(o.uncut)) FROM occupancies o
    WHERE o.site_id = site AND o.booking_id = booking AND o.segment < from_segment AND o.uncut IS NOT NULL;
    UPDATE occupancies o SET period = o.uncut, turnaround = o.uncut_turnaround, uncut = NULL, uncut_turnaround = NULL
    WHERE o.site_id = site AND o.booking_id = booking AND o.segment < from_segment AND o.uncut IS NOT NULL;
    RETURN;
  END IF;
  IF how = 'resume' THEN
    IF retaken_by(site, booking) IS NOT NULL THEN
      RAISE EXCEPTION SQLSTATE 'LD001';
    END IF;
    UPDATE occupancies o SET slot = f.slot FROM (
      SELECT p.segment, p.location_id, p.slot AS had, slot_to_resume(site, booking, p.segment, p.location_id, p.slot) AS slot
      FROM occupancies p WHERE p.site_id = site AND p.booking_id = booking AND NOT isempty(p.period)) f
    WHERE o.site_id = site AND o.booking_id = booking AND o.segment = f.segment AND o.location_id = f.location_id AND o.slot = f.had
      AND o.slot <> f.slot;
  ELSE
    -- The stay keeps the nights for cleaning that it had, unless it had no end.
    had := (SELECT max(coalesce(o.full_turnaround, o.turnaround)) FROM occupancies o
      WHERE o.site_id = site AND o.booking_id = booking AND o.segment = from_segment AND NOT isempty(o.period)
      HAVING NOT bool_or(upper_inf(o.period)));
    DELETE FROM occupancies o WHERE o.site_id = site AND o.booking_id = booking AND o.segment > from_segment;
  END IF;
  RETURN QUERY
    WITH spent AS (
      SELECT o.location_id, o.slot, CASE how WHEN 'resume' THEN nights(lower(o.period), upper(o.period) - o.turnaround)
        ELSE overstay(o.period, o.turnaround, ended) END AS stay
      FROM occupancies o
      WHERE o.site_id = site AND o.booking_id = booking
        AND (how = 'resume' AND NOT isempty(o.period) OR o.segment = from_segment AND o.live)),
    reached AS (
      SELECT x.booking_id, x.segment, CASE WHEN x.closure_id IS NOT NULL THEN x.location_id END AS location_id,
        CASE WHEN x.closure_id IS NOT NULL THEN x.slot END AS slot, max(upper(o.stay)) AS until
      FROM spent o
      JOIN occupancies x ON x.location_id = o.location_id AND x.slot = o.slot AND x.site_id = site AND x.live
        AND x.period && o.stay AND x.booking_id <> booking AND NOT x.in_house
      LEFT JOIN bookings b ON b.site_id = site AND b.id = x.booking_id AND x.closure_id IS NULL
      WHERE x.closure_id IS NOT NULL OR ${isUnused('b', 'x')}
      GROUP BY 1, 2, 3, 4),
    pushed AS (
      UPDATE occupancies x SET
        period = CASE WHEN upper(x.period) - x.turnaround <= r.until THEN 'empty' ELSE nights(r.until, upper(x.period)) END,
        turnaround = CASE WHEN upper(x.period) - x.turnaround <= r.until THEN 0 ELSE x.turnaround END
      FROM reached r
      WHERE x.site_id = site AND x.booking_id = r.booking_id AND x.segment = r.segment AND lower(x.period) < r.until
        AND (r.location_id IS NULL OR x.location_id = r.location_id AND x.slot = r.slot)
      RETURNING x.booking_id, x.segment, x.closure_id, r.until)
    SELECT DISTINCT p.booking_id, p.segment, p.closure_id IS NOT NULL, p.until FROM pushed p;
  IF how = 'resume' THEN
    PERFORM shorten_cleaning(site, ARRAY[booking], o.location_id, o.slot, (
      SELECT min(lower(x.period)) FROM occupancies x
      WHERE x.location_id = o.location_id AND x.slot = o.slot AND x.site_id = site AND x.live AND x.period && o.period))
    FROM occupancies o WHERE o.site_id = site AND o.booking_id = booking AND o.turnaround > 0;
    UPDATE occupancies o SET live = true WHERE o.site_id = site AND o.booking_id = booking;
    RETURN;
  END IF;
  -- Of a room that was left later, it keeps those before, which are cleaned after, and remembers the others for its return.
  UPDATE occupancies o SET in_house = false,
    full_turnaround = CASE WHEN o.segment < from_segment THEN o.full_turnaround END,
    uncut = CASE WHEN o.segment < from_segment THEN o.period END,
    uncut_turnaround = CASE WHEN o.segment < from_segment THEN o.turnaround END,
    turnaround = CASE WHEN o.segment < from_segment AND lower(o.period) < ended THEN o.turnaround ELSE 0 END,
    period = CASE
      WHEN o.segment < from_segment AND lower(o.period) < ended THEN nights(lower(o.period), ended + o.turnaround)
      WHEN o.segment < from_segment THEN 'empty'
      ELSE nights(coalesce(lower(o.period), ended), ended) END
  WHERE o.site_id = site AND o.booking_id = booking AND (o.segment = from_segment OR upper(o.period) - o.turnaround > ended);
  -- As many of the nights for cleaning as are free before the next stay.
  UPDATE occupancies o SET turnaround = f.days, period = nights(lower(o.period), ended + f.days)
  FROM (
    SELECT p.location_id, p.slot, least(coalesce(had, k.turnaround_days, t.turnaround_days), (
      SELECT min(lower(x.period)) - ended FROM occupancies x
      WHERE x.location_id = p.location_id AND x.slot = p.slot AND x.site_id = site AND x.live AND x.booking_id <> booking
        AND x.period && daterange(ended, NULL) AND lower(x.period) >= ended))::smallint AS days
    FROM occupancies p
    JOIN bookings k ON k.site_id = site AND k.id = booking
    JOIN locations l ON l.site_id = site AND l.id = coalesce(p.part_of, p.location_id)
    JOIN location_types t ON t.site_id = site AND t.id = l.location_type_id
    WHERE p.site_id = site AND p.booking_id = booking AND p.segment = from_segment AND p.live AND NOT isempty(p.period)
      AND NOT EXISTS (
        SELECT FROM occupancies x
        WHERE x.location_id = p.location_id AND x.slot = p.slot AND x.site_id = site AND x.live AND x.booking_id <> booking
          AND x.period @> ended)) f
  WHERE o.site_id = site AND o.booking_id = booking AND o.segment = from_segment AND o.location_id = f.location_id
    AND o.slot = f.slot AND f.days > 0;
END $$`,
};
