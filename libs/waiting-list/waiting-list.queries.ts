import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import { pageOf } from '#libs/core/database/page-of';
import type { ExportCell } from '#libs/core/csv/cells';
import { type ExportStyle, selectedCells } from '#libs/core/csv/export-cells';
import { isId } from '#libs/core/http/ids';
import { literal, type ValueInSql } from '#libs/bookings/listing/asked';
import { isBelow } from '#libs/locations/below.queries';
import { isWaiting, QUEUE } from '#libs/occupancy/waiting.queries';
import type { ListWaitingQuery, WaitingEntryResponse, WaitingFilters } from '#libs/waiting-list/waiting-list.dto';
import { columnList, columnsAs, insertInto, update } from '#libs/core/database/columns';
import { WaitingEntry } from '#libs/occupancy/waiting-entry.entity';

/** The state of the entry `w` with its booking `b`, on a day. */
const stateOf = (
  today: string,
): string => `CASE WHEN w.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN b.status = 'provisional' THEN 'offered'
  WHEN b.status IN ('confirmed', 'checked_in', 'checked_out') THEN 'placed' WHEN ${isWaiting(today)} THEN 'waiting' ELSE 'lapsed' END`;

const NAME = `coalesce(${recordName('s')}, w.name)`;
const FROM = `waiting_entries w
  LEFT JOIN bookings b ON b.site_id = w.site_id AND b.id = w.booking_id
  LEFT JOIN students s ON s.site_id = w.site_id AND s.id = w.student_id`;

const WANTED = {
  contact: 'contact',
  location_type: 'locationTypeId',
  location_tree: 'locationId',
  from: 'starts',
  to: 'ends',
  since: 'since',
  priority: 'priority',
  notes: 'notes',
  booking: 'bookingId',
  freed_at: 'freedAt',
  freed_location: 'freedLocationId',
} as const;
const columns = (
  today: string,
) => `${columnsAs(WaitingEntry, { _id: 'id', site: 'siteId' }, 'w')}, ${stateOf(today)} AS state,
  ${columnsAs(WaitingEntry, { person: 'studentId' }, 'w')}, ${NAME} AS name, ${columnsAs(WaitingEntry, WANTED, 'w')},
  ${columnList(WaitingEntry, 'version createdAt createdBy updatedAt updatedBy', 'w')}`;

const FIND = `SELECT ${columns('$3::date')} FROM ${FROM} WHERE w.site_id = $1 AND w.id = $2`;

export const findEntry = async (
  sql: Sql,
  siteId: string,
  id: string,
  today: string,
): Promise<WaitingEntryResponse | undefined> => (await sql.rows<WaitingEntryResponse>(FIND, [siteId, id, today]))[0];

const LOCK = 'SELECT FROM waiting_entries WHERE site_id = $1 AND id = $2 FOR NO KEY UPDATE';

/** The same, locked for the rest of the transaction; read after the lock, so that it says what others did before. */
export async function lockEntry(sql: Sql, siteId: string, id: string, today: string) {
  await sql.rows(LOCK, [siteId, id]);
  return findEntry(sql, siteId, id, today);
}

/** The conditions over `w`; a value that is not an id matches nothing. Dates are the site's. */
function conditionsOf(query: WaitingFilters, site: string, today: string, value: ValueInSql): string {
  const reference = (id: string | undefined, condition: (place: string) => string) =>
    id !== undefined && (isId(id) ? condition(value(id)) : 'false');
  return [
    `w.site_id = ${site}`,
    query.state && `${stateOf(today)} = ANY(${value(query.state)}::text[])`,
    reference(query.person, (id) => `w.student_id = ${id}`),
    reference(query.location_type, (id) => `w.location_type_id = ${id}`),
    reference(query.location_tree, (id) => `(w.location_id IS NULL OR ${isBelow('w.location_id', site, id)})`),
    query.from !== undefined && `(w.ends IS NULL OR w.ends > ${value(query.from)}::date)`,
    query.to !== undefined && `w.starts < ${value(query.to)}::date`,
  ]
    .filter(Boolean)
    .join(' AND ');
}

/** A page of entries in the order in which they are served, and how many match. */
export async function listEntries(sql: Sql, siteId: string, query: ListWaitingQuery, today: string) {
  const values: unknown[] = [siteId, today];
  const value: ValueInSql = (given) => `$${values.push(given)}`;
  const found = `FROM ${FROM} WHERE ${conditionsOf(query, '$1', '$2::date', value)}`;
  const page = `SELECT ${columns('$2::date')} ${found} ORDER BY ${QUEUE} LIMIT ${value(query.limit)} OFFSET ${value(query.skip)}`;
  const text = `SELECT n.total, p.* FROM (SELECT count(*)::int AS total ${found}) n LEFT JOIN (${page}) p ON true`;
  return pageOf<WaitingEntryResponse>(await sql.rows<WaitingEntryResponse & { total: number }>(text, values), '_id');
}

/** An entry as it is stored. Dates are the site's. */
export type StoredEntry = Pick<
  WaitingEntryResponse,
  'person' | 'contact' | 'location_type' | 'location_tree' | 'from' | 'to' | 'since' | 'priority' | 'notes'
> & { name: string | null };

const INSERT = `
${insertInto(WaitingEntry, 'siteId id studentId name contact locationTypeId locationId starts ends since priority notes createdAt createdBy updatedAt updatedBy')}
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $13, $14)`;
const REWRITTEN = {
  studentId: '$3',
  name: '$4',
  contact: '$5',
  locationTypeId: '$6',
  locationId: '$7',
  starts: '$8',
  ends: '$9',
  since: '$10',
  priority: '$11',
  notes: '$12',
  version: 'version + 1',
  updatedAt: '$13',
  updatedBy: '$14',
};
const UPDATE = `${update(WaitingEntry, REWRITTEN)} WHERE site_id = $1 AND id = $2`;

interface By {
  now: Date;
  userId: string | null;
}
const valuesOf = (siteId: string, id: string, e: StoredEntry, { now, userId }: By) =>
  [siteId, id, e.person, e.name, e.contact, e.location_type, e.location_tree, e.from, e.to, e.since, e.priority, e.notes, now, userId]; // prettier-ignore

export const insertEntry = (sql: Sql, siteId: string, id: string, entry: StoredEntry, by: By) =>
  sql.rows(INSERT, valuesOf(siteId, id, entry, by));
export const updateEntry = (sql: Sql, siteId: string, id: string, entry: StoredEntry, by: By) =>
  sql.rows(UPDATE, valuesOf(siteId, id, entry, by));

const CHANGED = { version: 'version + 1', updatedAt: '$4', updatedBy: '$5' };
const OFFER = `${update(WaitingEntry, { bookingId: '$3', ...CHANGED, studentId: '$6', name: 'NULL' })} WHERE site_id = $1 AND id = $2`;
const WITHDRAW = `${update(WaitingEntry, { withdrawnAt: '$3', ...CHANGED })} WHERE site_id = $1 AND id = $2`;

/** Notes the booking that was offered, and the person whom it is for. */
export const setOffer = (
  sql: Sql,
  siteId: string,
  id: string,
  { booking, person }: Pick<WaitingEntryResponse, 'booking' | 'person'>,
  { now, userId }: By,
) => sql.rows(OFFER, [siteId, id, booking, now, userId, person]);
export const setWithdrawn = (sql: Sql, siteId: string, id: string, { now, userId }: By) =>
  sql.rows(WITHDRAW, [siteId, id, now, now, userId]);

const REFERENCES = {
  person: 'SELECT FROM students WHERE site_id = $1 AND id = $2 AND deleted_at IS NULL FOR KEY SHARE',
  location_type: 'SELECT FROM location_types WHERE site_id = $1 AND id = $2 FOR SHARE',
  location_tree: 'SELECT FROM locations WHERE site_id = $1 AND id = $2 FOR KEY SHARE',
};
export type Reference = keyof typeof REFERENCES;

/** Whether a site has what an entry refers to; it stays there until the transaction ends. */
export const hasReference = async (sql: Sql, siteId: string, what: Reference, id: string): Promise<boolean> =>
  isId(id) && (await sql.rows(REFERENCES[what], [siteId, id])).length > 0;

const NAME_OF = `SELECT ${recordName('s')} AS name FROM students s WHERE s.site_id = $1 AND s.id = $2`;

/** The name of a student of the site. */
export const findNameOf = async (sql: Sql, siteId: string, id: string): Promise<string | undefined> =>
  isId(id) ? (await sql.rows<{ name: string }>(NAME_OF, [siteId, id]))[0]?.name : undefined;

const HAS_ONE_OF = `SELECT FROM students WHERE site_id = $1 AND deleted_at IS NULL AND name_key IN (name_key($2), name_key($3))
  AND id IS DISTINCT FROM $4 LIMIT 1`;

/** Whether a student of the site other than somebody has one of two names, in any order of its words. */
export const hasOneOfNames = async (
  sql: Sql,
  siteId: string,
  names: readonly [string, string],
  but: string | null,
): Promise<boolean> => (await sql.rows(HAS_ONE_OF, [siteId, ...names, but])).length > 0;

const ALLOCATABLE = 'SELECT FROM location_types WHERE site_id = $1 AND id = $2 AND can_be_allocated_to_bookings';

/** Whether places of a type of location can be booked. */
export const isAllocatable = async (sql: Sql, siteId: string, id: string): Promise<boolean> =>
  (await sql.rows(ALLOCATABLE, [siteId, id])).length > 0;

const text = (sql: string): ExportCell => ({ sql, kind: 'text' });
const CELLS = (today: string): Record<string, ExportCell> => ({
  student_id: text('s.student_id'),
  name: text(NAME),
  contact: text('coalesce(w.contact, s.email)'),
  state: { sql: stateOf(today), kind: 'code' },
  location_type: text('k.name'),
  location_tree: text('coalesce(l.code, l.name)'),
  from: { sql: 'w.starts', kind: 'date' },
  to: { sql: 'w.ends', kind: 'date' },
  since: { sql: 'w.since', kind: 'instant' },
  priority: { sql: 'w.priority', kind: 'number' },
  booking: { sql: 'b.reference', kind: 'code' },
  notes: text('w.notes'),
});

/** The entries of a site as the columns of an export, in the order in which they are served. */
export function exportEntries(
  siteId: string,
  filters: WaitingFilters,
  { today, ...style }: ExportStyle & { today: string },
) {
  const [site, day] = [`${literal(siteId)}::uuid`, `${literal(today)}::date`];
  const cells = CELLS(day);
  const query = `SELECT ${selectedCells(Object.fromEntries(Object.entries(cells).map(([name, cell]) => [`"${name}"`, cell])), style)} FROM ${FROM}
    JOIN location_types k ON k.site_id = w.site_id AND k.id = w.location_type_id
    LEFT JOIN locations l ON l.site_id = w.site_id AND l.id = w.location_id
    WHERE ${conditionsOf(filters, site, day, literal)} ORDER BY ${QUEUE}`;
  return { columns: Object.keys(cells), query };
}
