import type { SqlFunction } from '#libs/occupancy/functions/sql-function';

export const exchangePlacesInTurn: SqlFunction = {
  signature: 'exchange_places_in_turn(uuid,date,jsonb)',
  text: `
-- Runs steps in their order. A step gives up the places of bookings, takes places, or does both; one that cannot have all it
-- wants changes nothing. Bookings that exchange their places in one step leave no nights for cleaning between them, and remember how many they
-- owe (lengthen_cleaning), as does a stay that is taken with what it owed before. A stay whose
-- earlier nights somebody has who has not left (since) is taken from its start, and then has those nights, too, as far as nobody is
-- recorded in them: it waits for them. From when it has its nights is in what is pushed, as its own. A subtransaction is only made
-- where there is something to take back.
CREATE OR REPLACE FUNCTION exchange_places_in_turn(site uuid, today date, steps jsonb)
RETURNS TABLE (step integer, done boolean, pushed jsonb)
LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
DECLARE
  s record;
  x record;
  later jsonb;
  is_exchange boolean;
  usual smallint;
  free integer;
  held date;
BEGIN
  FOR s IN SELECT * FROM jsonb_to_recordset(steps) AS t (step integer, leaves jsonb, takes jsonb) LOOP
    step := s.step;
    done := true;
    pushed := NULL;
    IF s.leaves IS NULL AND jsonb_array_length(s.takes) = 1 AND NOT is_whole(site, (s.takes -> 0 ->> 'location')::uuid) THEN
      SELECT take_places(site, today, t.booking, t.segment, t.location, t.starts, t.ends, t.turnaround, t.resident) INTO done
      FROM jsonb_to_recordset(s.takes) AS t (booking uuid, segment integer, location uuid, starts date, ends date,
        resident boolean, turnaround smallint);
    ELSE
      BEGIN
        FOR x IN SELECT * FROM jsonb_to_recordset(coalesce(s.leaves, '[]'))
          AS t (booking uuid, segment integer, how text, ended date)
        LOOP
          SELECT jsonb_agg(p) INTO later FROM leave_places(site, x.booking, x.segment, x.how, x.ended) p;
          pushed := coalesce(pushed || later, later, pushed);
        END LOOP;
        is_exchange := s.leaves IS NOT NULL AND jsonb_array_length(s.takes) > 1;
        IF is_exchange THEN
          PERFORM shorten_cleaning(site, ARRAY(
            SELECT l.booking FROM jsonb_to_recordset(s.leaves) AS l (booking uuid) WHERE l.booking <> t.booking), c.location_id, NULL, t.starts)
          FROM jsonb_to_recordset(s.takes) AS t (booking uuid, location uuid, starts date)
          CROSS JOIN LATERAL allocatable_below(site, t.location) c;
        END IF;
        FOR x IN SELECT * FROM jsonb_to_recordset(coalesce(s.takes, '[]'))
          AS t (booking uuid, segment integer, location uuid, starts date, since date, ends date, resident boolean, turnaround smallint, owed smallint)
        LOOP
          IF is_exchange THEN
            SELECT min(coalesce(x.turnaround, k.turnaround_days)), min(n.starts) - x.ends INTO usual, free
            FROM jsonb_to_recordset(s.takes) AS n (booking uuid, location uuid, starts date)
            JOIN locations l ON l.site_id = site AND l.id = n.location
            JOIN location_types k ON k.site_id = site AND k.id = l.location_type_id
            WHERE n.booking <> x.booking AND n.location = x.location AND n.starts >= x.ends;
            IF free < usual THEN
              x.turnaround := free;
              x.owed := coalesce(x.owed, usual);
            END IF;
          END IF;
          IF NOT take_places(site, today, x.booking, x.segment, x.location, x.starts, x.ends, x.turnaround, x.resident) THEN
            RAISE EXCEPTION SQLSTATE 'LD001';
          END IF;
          IF x.owed > x.turnaround THEN
            UPDATE occupancies o SET full_turnaround = x.owed
            WHERE o.site_id = site AND o.booking_id = x.booking AND o.segment = x.segment AND o.turnaround < x.owed AND NOT isempty(o.period);
          END IF;
          CONTINUE WHEN x.since IS NULL;
          -- A stay that is over by now took no night, and of a room for several the first place: it has the one where it gets the most.
          IF x.ends <= x.starts AND NOT is_whole(site, x.location) THEN
            UPDATE occupancies o SET slot = (
              SELECT s FROM locations l CROSS JOIN generate_series(1, l.capacity) s
              WHERE l.site_id = site AND l.id = o.location_id
              ORDER BY (
                SELECT max(upper(p.period)) FROM occupancies p
                WHERE p.location_id = o.location_id AND p.slot = s AND p.site_id = site AND p.live AND p.booking_id <> x.booking
                  AND p.period && nights(x.since, x.ends)) NULLS FIRST, s LIMIT 1)
            WHERE o.site_id = site AND o.booking_id = x.booking AND o.segment = x.segment;
          END IF;
          SELECT greatest(x.since, max(upper(p.period))) INTO held FROM occupancies o
          JOIN occupancies p ON p.location_id = o.location_id AND p.slot = o.slot AND p.site_id = site AND p.live
            AND p.period && nights(x.since, least(x.starts, x.ends)) AND (p.booking_id <> x.booking OR p.segment <> x.segment)
          WHERE o.site_id = site AND o.booking_id = x.booking AND o.segment = x.segment;
          UPDATE occupancies o SET period = nights(held, coalesce(upper(o.period), x.ends))
          WHERE o.site_id = site AND o.booking_id = x.booking AND o.segment = x.segment;
          IF FOUND THEN
            pushed := coalesce(pushed, '[]') || jsonb_build_object('holder_id', x.booking, 'segment', x.segment, 'held_from', held, 'own', true);
          END IF;
        END LOOP;
        IF s.leaves IS NOT NULL THEN
          PERFORM lengthen_cleaning(site, ARRAY(SELECT l.booking FROM jsonb_to_recordset(s.leaves) AS l (booking uuid)));
        END IF;
      EXCEPTION WHEN SQLSTATE 'LD001' OR exclusion_violation OR unique_violation THEN
        done := false;
        pushed := NULL;
      END;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$`,
};
