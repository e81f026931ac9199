import { type AuditEntry, recordAudits } from '#libs/accounts/audit/audit';
import type { Caller } from '#libs/accounts/access/access';
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

const TABLES = ['waiting_entries', 'calendar_feeds'] as const;
type Table = (typeof TABLES)[number];
type Belongings = Record<Table, string[]>;

// Only an entry of the waiting list has versions that a caller may know.
const CHANGED: Record<Table, string> = {
  waiting_entries: ', version = version + 1, updated_at = $5, updated_by = $6',
  calendar_feeds: '',
};
const give = (table: Table) => `
UPDATE ${table} SET student_id = $4${CHANGED[table]}
WHERE site_id = $1 AND student_id = $3 AND ($2::uuid[] IS NULL OR id = ANY($2)) RETURNING id`;

/** Between whom something changes hands. */
interface Handover {
  siteId: string;
  from: string;
  to: string;
  now: Date;
  caller: Caller;
}

/** Gives what else belongs to one person to another: everything, or what is named and is still there. Returns the ids. */
export async function giveBelongings(
  tx: Transaction,
  { siteId, from, to, now, caller }: Handover,
  named?: Belongings,
): Promise<Belongings> {
  const given = {} as Belongings;
  for (const table of TABLES) {
    const values = [siteId, named?.[table] ?? null, from, to, ...(CHANGED[table] ? [now, caller.userId] : [])];
    given[table] = (await tx.rows<{ id: string }>(give(table), values)).map(({ id }) => id);
  }
  const auditEntries = given.waiting_entries.map((id): AuditEntry => ({
    ...{ siteId, action: 'waiting_entry.updated', subjectKind: 'waiting_entry', subjectId: id },
    changes: [{ field: 'person', from, to }],
  }));
  await recordAudits(tx, caller, now, auditEntries);
  return given;
}
