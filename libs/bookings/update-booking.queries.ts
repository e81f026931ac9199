import type { Sql } from '#libs/core/database/transaction';

const replace = (table: string, column: string) => `
WITH dropped AS (DELETE FROM ${table} x WHERE x.site_id = $1 AND x.booking_id = $2 AND NOT x.${column} = ANY($3::uuid[]))
INSERT INTO ${table} (site_id, booking_id, ${column}, position)
SELECT $1, $2, u.id, u.position FROM unnest($3::uuid[]) WITH ORDINALITY AS u (id, position)
ON CONFLICT (site_id, booking_id, ${column}) DO UPDATE SET position = excluded.position`;

const REPLACE_PEOPLE = replace('booking_people', 'student_id');
const REPLACE_FLAGS = replace('booking_flags', 'flag_id');

export const replacePeople = (sql: Sql, siteId: string, bookingId: string, ids: string[]) =>
  sql.rows(REPLACE_PEOPLE, [siteId, bookingId, ids]);
export const replaceFlags = (sql: Sql, siteId: string, bookingId: string, ids: string[]) =>
  sql.rows(REPLACE_FLAGS, [siteId, bookingId, ids]);
