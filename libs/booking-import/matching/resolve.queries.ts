import { holderName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { IMPORTED_FIELDS, selectFields } from '#libs/bookings/booking-fields';
import type { BookingRow } from '#libs/bookings/booking-rows';
import type { Nights } from '#libs/booking-import/places/nights';

/** A type holds at most so many nights for cleaning. */
const MOST_TURNAROUND_DAYS = 30;

const FIELDS = ['reference', 'lead_person', 'location', 'status', ...IMPORTED_FIELDS, 'version', 'updated_at'] as const;

/** A booking that a row may be about. */
export type KnownBooking = Pick<BookingRow, (typeof FIELDS)[number]> & { id: string; lead_student_id: string | null };

const KNOWN_COLUMNS = `b.id, ${selectFields(FIELDS)}, s.student_id AS lead_student_id
  FROM bookings b LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id WHERE b.site_id = $1`;
// What an undo of an import took back never was a stay, and the file may come again. What somebody voided is a decision.
const UNDONE = `(SELECT t.cause_kind FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id AND t.type = 'void'
  ORDER BY t.sequence DESC LIMIT 1) IS NOT DISTINCT FROM 'undo'`;
const KNOWN = `
SELECT ${KNOWN_COLUMNS} AND b.id = ANY($2::uuid[])
UNION ALL SELECT ${KNOWN_COLUMNS} AND b.reference = ANY($3::text[])
UNION ALL SELECT ${KNOWN_COLUMNS} AND b.lead_person_id = ANY($4::uuid[])
  AND NOT (b.status = 'void' AND ${UNDONE})
  AND (b.status = 'checked_in' OR b.contract_start <= coalesce($6::date, 'infinity') AND (b.contract_end IS NULL OR b.contract_end >= $5::date))`;
const OF_OTHERS = `
SELECT p.student_id AS person, b.id, ${selectFields(FIELDS)}, s.student_id AS lead_student_id
FROM booking_people p JOIN bookings b ON b.site_id = p.site_id AND b.id = p.booking_id LEFT JOIN students s ON s.site_id = b.site_id AND s.id = b.lead_person_id
WHERE p.site_id = $1 AND p.student_id = ANY($2::uuid[])
  AND (b.status = 'checked_in' OR b.contract_start <= coalesce($4::date, 'infinity') AND (b.contract_end IS NULL OR b.contract_end >= $3::date))`;
/** The stays in some nights in which people are in addition to somebody else. */
export const findStaysWithOthers = async (sql: Sql, siteId: string, people: string[], nights: Nights | undefined) =>
  nights === undefined || people.length === 0
    ? []
    : sql.rows<KnownBooking & { person: string }>(OF_OTHERS, [siteId, people, nights.from, nights.to]);
/** The bookings that rows name, and those that people whom they name have in some nights; without nights none of these. */
export async function findKnownBookings(
  sql: Sql,
  siteId: string,
  wanted: { ids: string[]; references: string[]; people: string[]; nights: Nights | undefined },
): Promise<KnownBooking[]> {
  const { ids, references, people, nights } = wanted;
  const values = [siteId, ids, references, nights ? people : [], nights?.from ?? null, nights?.to ?? null];
  const rows = await sql.rows<KnownBooking>(KNOWN, values);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** A place with nights that somebody holds or stayed in, or in which it is closed. Dates are the site's. */
export interface HeldPlace {
  /** The booking or the closure. */
  holder: string;
  location: string;
  slot: number;
  from: string;
  /** The end, with the nights for cleaning. */
  to: string | null;
  /** The end of the stay itself. */
  departure: string | null;
  in_house: boolean;
  /** Whether somebody stayed there and has left. */
  left: boolean;
  status: string | null;
  contract_start: string | null;
  contract_end: string | null;
  lead_person_name: string | null;
  closure: { from: string; to: string | null; kind: string; reason: string | null } | null;
}

const HELD = `
SELECT o.booking_id AS holder, o.location_id AS location, o.slot, lower(o.period) AS "from", upper(o.period) AS "to",
  upper(o.period) - o.turnaround AS departure, o.in_house,
  coalesce(b.status = 'checked_out' OR b.status = 'checked_in' AND b.segment > o.segment, false) AS left,
  b.status, b.contract_start, b.contract_end, ${holderName('b', 's')} AS lead_person_name,
  CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('from', c.starts, 'to', c.ends, 'kind', c.kind, 'reason', c.reason) END AS closure
FROM unnest($2::uuid[]) AS p (id)
JOIN occupancies o ON o.location_id = p.id AND o.site_id = $1 AND o.live AND NOT isempty(o.period)
  AND (o.in_house OR o.period && daterange($3, $4::date + ${MOST_TURNAROUND_DAYS}))
LEFT JOIN bookings b ON o.closure_id IS NULL AND b.site_id = $1 AND b.id = o.booking_id
LEFT JOIN students s ON s.site_id = $1 AND s.id = b.lead_person_id
LEFT JOIN closures c ON c.site_id = $1 AND c.id = o.closure_id`;
/** The bookings that hold places of locations in the nights between two days, or are in house there, and the closures. */
export const findHeldPlaces = (sql: Sql, siteId: string, locations: string[], from: string, to: string | null) =>
  sql.rows<HeldPlace>(HELD, [siteId, locations, from, to]);

const STUDENTS = 'SELECT id FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) AND deleted_at IS NULL';
/** Those of the ids that are students of the site. */
export const findStudents = async (sql: Sql, siteId: string, ids: string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await sql.rows<{ id: string }>(STUDENTS, [siteId, ids])).map(({ id }) => id);
