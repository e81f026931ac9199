import { expressionOf, type RowField } from '#libs/bookings/booking-fields';

/** The positions of the values of a query about a person in its parameters: the site, and the ids of all records of the person. */
export interface PersonPlaces {
  site: string;
  people: string;
}

// Who led a booking until somebody else did, or shared it until that changed, is in the entry about the change.
const LED = `jsonb_build_object('field', 'lead_person', 'from', person)`;
const SHARED = `jsonb_build_object('field', 'additional_people', 'from', jsonb_build_array(person))`;
const saysThat = (changes: string, { people }: PersonPlaces): string => `${changes} @> ANY(ARRAY(
    SELECT jsonb_build_array(part) FROM unnest(${people}::uuid[]) AS person CROSS JOIN LATERAL (VALUES (${LED}), (${SHARED})) v (part)))`;

// Former ones are only in the trails: all entries of the site that may change a person are read, once.
const bookingsOf = (places: PersonPlaces): string => `
  SELECT b.id FROM bookings b WHERE b.site_id = ${places.site} AND b.lead_person_id = ANY(${places.people}::uuid[])
  UNION SELECT p.booking_id FROM booking_people p WHERE p.site_id = ${places.site} AND p.student_id = ANY(${places.people}::uuid[])
  UNION SELECT t.booking_id FROM booking_transactions t WHERE t.site_id = ${places.site} AND t.type IN ('updated', 'moved') AND ${saysThat('t.changes', places)}`;

/**
 * What a field of the booking `b` was before the first of the entries of its trail that a condition over `x` selects, as JSON: what the
 * first of them that changed it says, else what it is now.
 */
export const valueBefore = (name: RowField, entries: string, change = 'true'): string => `coalesce((
  SELECT c.change -> 'from' FROM booking_transactions x CROSS JOIN LATERAL jsonb_array_elements(x.changes) c (change)
  WHERE x.site_id = b.site_id AND x.booking_id = b.id AND ${entries} AND c.change ->> 'field' = '${name}' AND ${change}
  ORDER BY x.sequence LIMIT 1), to_jsonb(${expressionOf(name)}))`;

// A booking of a block without a lead person is about the one who becomes it.
const LEAD = valueBefore('lead_person', 'x.sequence > t.sequence', `c.change ->> 'from' IS NOT NULL`);
const OTHERS = valueBefore('additional_people', 'x.sequence > t.sequence');

/**
 * The trails of the bookings that a person leads or shares, or once did, as a common table expression `their_entries`: each entry with the
 * part that the person had in the booking before it (`was`) and after it (`role`): `lead`, `additional` or null. The first entry of a
 * booking has the same before and after.
 */
export const entriesOf = (places: PersonPlaces): string => `their_entries AS MATERIALIZED (
  SELECT e.*, row_number() OVER trail = 1 AS is_first, CASE WHEN row_number() OVER trail = 1 THEN e.role ELSE lag(e.role) OVER trail END AS was
  FROM (
    SELECT t.*, CASE WHEN ${LEAD} #>> '{}' = ANY(${places.people}::uuid[]::text[]) THEN 'lead'
      WHEN ${OTHERS} ?| ${places.people}::uuid[]::text[] THEN 'additional' END AS role
    FROM booking_transactions t JOIN bookings b ON b.site_id = t.site_id AND b.id = t.booking_id
    WHERE t.site_id = ${places.site} AND t.booking_id IN (${bookingsOf(places)})) e
  WINDOW trail AS (PARTITION BY e.booking_id ORDER BY e.sequence))`;
