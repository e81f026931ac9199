import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';

/** Somebody who is in house, where they are and what they need. */
export interface PresentLine {
  student: string;
  student_id: string;
  first_name: string;
  last_name: string;
  record_name: string;
  photo_url: string | null;
  picture_id: string | null;
  booking: string;
  reference: string;
  lead: boolean;
  location: string;
  /** The location and everything above it. */
  above: string[];
  building_id: string;
  building: string;
  floor: string | null;
  /** The names below the building. */
  room: string | null;
  code: string | null;
  evacuation: { _id: string; name: string; colour: string }[];
}

// A room of somebody in house is the one that the booking is in now; a planned move is carried out by staff.
const PRESENT = `
WITH stays AS MATERIALIZED (
  SELECT b.id, b.reference, b.location_id, b.lead_person_id FROM bookings b WHERE b.site_id = $1 AND b.status = 'checked_in'),
present AS (
  SELECT b.*, b.lead_person_id AS student_id, true AS lead FROM stays b
  UNION ALL
  SELECT b.*, x.student_id, false FROM stays b JOIN booking_people x ON x.site_id = $1 AND x.booking_id = b.id),
needs AS MATERIALIZED (
  SELECT f.id, f.name, f.colour FROM flags f JOIN sites h ON h.id = f.site_id
  WHERE f.site_id = $1 AND (f.id = ANY (h.evacuation_flag_ids) OR cardinality(h.evacuation_flag_ids) = 0))
SELECT s.id AS student, s.student_id, s.first_name, s.last_name, ${recordName('s')} AS record_name, s.photo_url,
  i.id AS picture_id, b.id AS booking, b.reference, b.lead, b.location_id AS location, p.above, p.building_id, p.building, p.floor,
  p.room, CASE WHEN p.room IS NOT NULL THEN l.code END AS code,
  (SELECT coalesce(json_agg(json_build_object('_id', f.id, 'name', f.name, 'colour', f.colour) ORDER BY f.name, f.id), '[]') FROM needs f
    WHERE f.id IN (SELECT x.flag_id FROM student_flags x WHERE x.site_id = $1 AND x.student_id = s.id
      UNION ALL SELECT x.flag_id FROM booking_flags x WHERE x.site_id = $1 AND x.booking_id = b.id)) AS evacuation
FROM present b
JOIN students s ON s.site_id = $1 AND s.id = b.student_id
JOIN locations l ON l.site_id = $1 AND l.id = b.location_id
JOIN named_places($1) p ON p.id = b.location_id
LEFT JOIN pictures i ON i.site_id = $1 AND i.student_id = s.id
WHERE $2::uuid IS NULL OR $2 = ANY (p.above)
ORDER BY p.building COLLATE natural_order, p.building_id, p.floor COLLATE natural_order NULLS FIRST, p.room COLLATE natural_order NULLS FIRST,
  b.location_id, s.last_name, s.first_name, s.id`;

/** Everybody who is in house now, by building, floor and room; with `tree` only in a location and what is below it. */
export const listPresent = async (sql: Sql, siteId: string, tree?: string): Promise<PresentLine[]> =>
  tree !== undefined && !isId(tree) ? [] : sql.rows<PresentLine>(PRESENT, [siteId, tree ?? null]);

const ERASED = 'SELECT FROM students WHERE site_id = $1 AND id = ANY ($2) AND erased_at IS NOT NULL LIMIT 1';

/** Whether some of these people were erased. */
export const areErased = async (sql: Sql, siteId: string, ids: string[]): Promise<boolean> =>
  (await sql.rows(ERASED, [siteId, ids])).length > 0;

/** A location that people know by its code. */
export interface CodedLocation {
  _id: string;
  code: string;
  name: string;
}

const CODED = 'SELECT id AS _id, code, name FROM locations WHERE site_id = $1 AND code IS NOT NULL ORDER BY code, id';

export const listCodedLocations = (sql: Sql, siteId: string) => sql.rows<CodedLocation>(CODED, [siteId]);

/** A site of which a roll-call is kept. */
export interface KeptSite {
  id: string;
  name: string;
  time_zone: string;
}

export const listSites = (sql: Sql) => sql.rows<KeptSite>('SELECT id, name, time_zone FROM sites ORDER BY id');

const READERS = `
SELECT u.id AS user_id, NULL AS key_hash, u.owner, m.role, NULL AS key_role
FROM users u LEFT JOIN memberships m ON m.user_id = u.id AND m.site_id = $1
WHERE u.disabled_at IS NULL AND (u.owner OR m.role IS NOT NULL)
UNION ALL
SELECT u.id, encode(k.key_hash, 'hex'), u.owner, m.role, c.role
FROM api_keys k JOIN users u ON u.id = k.user_id JOIN api_key_scopes c ON c.api_key_id = k.id AND c.site_id = $1
LEFT JOIN memberships m ON m.user_id = u.id AND m.site_id = $1
WHERE u.disabled_at IS NULL AND k.ended_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2) AND (u.owner OR m.role IS NOT NULL)`;

export interface ReaderRow {
  user_id: string;
  key_hash: string | null;
  owner: boolean;
  role: string | null;
  key_role: string | null;
}

/** Users and API keys that have access to a site, with their roles. */
export const listReaders = (sql: Sql, siteId: string, now: Date) => sql.rows<ReaderRow>(READERS, [siteId, now]);
