import type { Sql, Transaction } from '#libs/core/database/transaction';

const OF_PERSON = `
SELECT b.id FROM bookings b WHERE b.site_id = $1 AND (b.lead_person_id = $2
  OR b.id IN (SELECT p.booking_id FROM booking_people p WHERE p.site_id = $1 AND p.student_id = $2)) ORDER BY b.id`;

/** The bookings that name a person, as lead or additional one. */
export const bookingsOf = async (sql: Sql, siteId: string, id: string): Promise<string[]> =>
  (await sql.rows<{ id: string }>(OF_PERSON, [siteId, id])).map((row) => row.id);

const LOCK_MERGES = `SELECT pg_advisory_xact_lock(hashtextextended('student merges/' || $1::uuid, 0))`;

/** Lets merges of a site run one after the other: each locks bookings a second time, when it has its people. */
export const lockMerges = (tx: Transaction, siteId: string) => tx.rows(LOCK_MERGES, [siteId]);

const LOCK_BOTH = 'SELECT FROM students WHERE site_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE';

/** Locks people in the order of their ids: they cannot be booked meanwhile. */
export const lockPeople = (tx: Transaction, siteId: string, ids: string[]) => tx.rows(LOCK_BOTH, [siteId, ids]);

const GIVE_PICTURE = `
UPDATE pictures p SET student_id = $3 WHERE p.site_id = $1 AND p.student_id = $2
  AND NOT EXISTS (SELECT FROM pictures x WHERE x.site_id = $1 AND x.student_id = $3) RETURNING p.id`;
/** Gives the picture of one person to another who has none; returns its id. */
export const givePicture = async (tx: Transaction, siteId: string, from: string, to: string): Promise<string | null> =>
  (await tx.rows<{ id: string }>(GIVE_PICTURE, [siteId, from, to]))[0]?.id ?? null;

const TAKE_PICTURE =
  'UPDATE pictures SET student_id = $4 WHERE site_id = $1 AND student_id = $3 AND id = $2 RETURNING id';
/** Takes a picture back, if it is still that of the person; returns whether it was. */
export const takePicture = async (tx: Transaction, siteId: string, id: string, from: string, to: string) =>
  (await tx.rows(TAKE_PICTURE, [siteId, id, from, to])).length > 0;

const give = (table: string) =>
  `UPDATE ${table} SET student_id = $3 WHERE site_id = $1 AND student_id = $2 RETURNING id`;
const returnRecords = (table: string) =>
  `UPDATE ${table} SET student_id = $4 WHERE site_id = $1 AND student_id = $3 AND id = ANY($2::uuid[])`;
const TABLES = ['waiting_entries', 'calendar_feeds'] as const;
type Belongings = Record<(typeof TABLES)[number], string[]>;

/** Gives what else belongs to one person to another; returns the ids. */
export async function giveBelongings(tx: Transaction, siteId: string, from: string, to: string): Promise<Belongings> {
  const given = {} as Belongings;
  for (const table of TABLES)
    given[table] = (await tx.rows<{ id: string }>(give(table), [siteId, from, to])).map(({ id }) => id);
  return given;
}

/** Takes back what was given, as far as it is still there. */
export async function takeBelongings(
  tx: Transaction,
  siteId: string,
  given: Belongings,
  from: string,
  to: string,
): Promise<void> {
  for (const table of TABLES)
    if (given[table].length > 0) await tx.rows(returnRecords(table), [siteId, given[table], from, to]);
}
