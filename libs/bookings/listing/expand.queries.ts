import { recordName } from '#libs/core/database/record-name';
import type { Sql } from '#libs/core/database/transaction';
import type { Include } from '../read-booking.dto.js';
import type { BookingResponse } from '../booking-responses.dto.js';
import type { StayResponse } from '#libs/bookings/stays.dto';
import { TRANSACTION_COLUMNS, type TransactionRow } from '#libs/bookings/booking-rows';
import { expressionOf, type ListField } from '#libs/bookings/booking-fields';
import { staysOf } from '#libs/bookings/stays.queries';

const PEOPLE = `
SELECT id AS _id, student_id, first_name, last_name, ${recordName('students')} AS record_name, email, photo_url FROM students`;
const LOCATIONS = `
SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active FROM locations`;
const FLAGS = 'SELECT id AS _id, name, colour FROM flags';

const named = (records: string, id: string): string =>
  `(SELECT row_to_json(r) FROM (${records} WHERE site_id = b.site_id AND id = ${id}) r)`;
// As JSON.stringify writes a list.
const listed = (records: string, name: ListField): string =>
  `(SELECT ('[' || coalesce(string_agg(${named(records, 'one.id')}::text, ',' ORDER BY one.position), '') || ']')::json
    FROM unnest(${expressionOf(name)}) WITH ORDINALITY one (id, position))`;

/** The records that a booking `b` names, as JSON. */
const RECORDS = {
  lead_person: named(PEOPLE, 'b.lead_person_id'),
  additional_people: listed(PEOPLE, 'additional_people'),
  location: named(LOCATIONS, 'b.location_id'),
  block_booking: named('SELECT id AS _id, name, notes FROM block_bookings', 'b.block_booking_id'),
  flags: listed(FLAGS, 'flags'),
};
export type RecordKind = keyof typeof RECORDS;

const isRecord = (kind: Include): kind is RecordKind => kind in RECORDS;

/** The kinds of records that are requested, in the order in which they are returned. */
export const recordKinds = (include: readonly Include[] | undefined): RecordKind[] => include?.filter(isRecord) ?? [];

/** Begins the names of columns that hold records. */
export const RECORD_PREFIX = 'expanded_';

/** The columns of such kinds. Their order does not depend on the request, so that there are fewer statements. */
export const selectRecords = (kinds: readonly RecordKind[]): string[] =>
  [...kinds].sort().map((kind) => `${RECORDS[kind]} AS ${RECORD_PREFIX}${kind}`);

const TRAILS = `
SELECT ${TRANSACTION_COLUMNS} FROM booking_transactions t WHERE t.site_id = $1 AND t.booking_id = ANY($2::uuid[])
ORDER BY t.booking_id, t.sequence`;
const STAYS = `SELECT b.id, ${staysOf('b.site_id', 'b.id', '$3')} AS stays FROM bookings b WHERE b.site_id = $1 AND b.id = ANY($2::uuid[])`;

/** What is looked up of a booking in addition to records that it names. */
export interface Extras {
  stays?: StayResponse[] | undefined;
  transactions?: TransactionRow[] | undefined;
}

/** The trails and stays of bookings, if they are requested. `today` is the date of the site. */
export async function findExtras(
  sql: Sql,
  siteId: string,
  ids: string[],
  include: readonly Include[] | undefined,
  today: string,
): Promise<(id: string) => Extras> {
  const asks = (kind: Include) => ids.length > 0 && include?.includes(kind);
  const [trails, stays] = await Promise.all([
    asks('transactions') ? sql.rows<TransactionRow>(TRAILS, [siteId, ids]) : undefined,
    asks('stays') ? sql.rows<{ id: string; stays: StayResponse[] }>(STAYS, [siteId, ids, today]) : undefined,
  ]);
  const staysById = stays && new Map(stays.map((row) => [row.id, row.stays]));
  return (id) => ({
    stays: staysById && (staysById.get(id) ?? []),
    transactions: trails?.filter(({ booking }) => booking === id),
  });
}

/** What one booking names, in `expanded`, and its trail. */
export async function findExpanded(
  sql: Sql,
  siteId: string,
  id: string,
  include: readonly Include[],
): Promise<NonNullable<BookingResponse['expanded']>> {
  const kinds = recordKinds(include);
  const columns = ['b.id', ...selectRecords(kinds)].join(', ');
  const [[row], extras] = await Promise.all([
    kinds.length === 0
      ? [undefined]
      : sql.rows<Record<string, unknown>>(`SELECT ${columns} FROM bookings b WHERE b.site_id = $1 AND b.id = $2`, [siteId, id]),
    findExtras(sql, siteId, [id], include.filter((kind) => kind === 'transactions'), ''),
  ]); // prettier-ignore
  const { transactions } = extras(id);
  const records = kinds.map((kind) => [kind, row?.[RECORD_PREFIX + kind] ?? null]);
  return { ...Object.fromEntries(records), ...(transactions && { transactions }) } as never;
}
