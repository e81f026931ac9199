import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { PRINTED_FIELDS, type PrintedField, selectFields } from '#libs/bookings/booking-fields';
import type { BookingStatus } from '#libs/bookings/booking-status';
import type { BookingRow } from '#libs/bookings/booking-rows';

/** A booking as its confirmation shows it. */
export interface BookingFacts extends Pick<BookingRow, PrintedField> {
  id: string;
  version: number;
  updated_at: string;
  reference: string;
  status: BookingStatus;
  contract_start: string;
  contract_end: string | null;
  nights: number | null;
  /** Its lead person, or the block booking that has not said who comes. */
  called: string;
  first_name: string | null;
  student_id: string | null;
  email: string | null;
  others: string[];
  /** From the building down to the place itself. */
  path: string[];
  code: string | null;
  floor: string | null;
  place_type: string;
  business_hours: { day: string; from: string; to: string }[];
}

const FACTS = `
WITH RECURSIVE above AS (
  SELECT l.id, l.parent_id, l.name, l.floor, 0 AS depth FROM bookings b
  JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id WHERE b.site_id = $1 AND b.id = $2
  UNION ALL
  SELECT l.id, l.parent_id, l.name, l.floor, a.depth + 1 FROM above a JOIN locations l ON l.site_id = $1 AND l.id = a.parent_id)
SELECT b.id, b.version, b.updated_at, b.reference, b.status, b.contract_start, b.contract_end, b.contract_end - b.contract_start AS nights,
  ${selectFields(PRINTED_FIELDS)}, coalesce(trim(s.first_name || ' ' || s.last_name), ${holderName('b', 's')}) AS called, s.first_name, s.student_id, s.email,
  ARRAY(SELECT trim(o.first_name || ' ' || o.last_name) FROM booking_people x
    JOIN students o ON o.site_id = x.site_id AND o.id = x.student_id
    WHERE x.site_id = b.site_id AND x.booking_id = b.id ORDER BY x.position) AS others,
  ARRAY(SELECT name FROM above ORDER BY depth DESC) AS path, l.code,
  (SELECT floor FROM above WHERE floor IS NOT NULL ORDER BY depth LIMIT 1) AS floor, t.name AS place_type, h.business_hours
FROM bookings b
JOIN sites h ON h.id = b.site_id
LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id
JOIN location_types t ON t.site_id = l.site_id AND t.id = l.location_type_id
WHERE b.site_id = $1 AND b.id = $2`;

export async function findBookingFacts(sql: Sql, siteId: string, id: string): Promise<BookingFacts | undefined> {
  return (await sql.rows<BookingFacts>(FACTS, [siteId, id]))[0];
}

const RECIPIENT = `
SELECT s.email FROM bookings b JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
WHERE b.site_id = $1 AND b.id = $2 FOR SHARE OF s`;

/** Where the confirmation of a booking goes: who erases or changes the student waits until the mail is promised. */
export const lockRecipient = async (tx: Sql, siteId: string, id: string): Promise<string | null> =>
  (await tx.rows<{ email: string | null }>(RECIPIENT, [siteId, id]))[0]?.email ?? null;
