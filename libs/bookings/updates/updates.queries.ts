import { actorOf, type Caller } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import { columnOf, isList, listOf, type StoredField, typeOf, UPDATE_FIELDS } from '#libs/bookings/booking-fields';
import type { TransactionType } from '#libs/bookings/booking-status';
import { stayChanges } from '#libs/bookings/stay-changes';
import type { ReadUpdate } from '#libs/bookings/updates/wanted-update';
import { insertInto } from '#libs/core/database/columns';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';

const STORED = UPDATE_FIELDS.filter((name): name is typeof name & StoredField => !isList(name));
const LISTS = UPDATE_FIELDS.filter(isList);
const STAY = { segment: 'integer', segment_from: 'date', occupied_from: 'date', occupied_to: 'date' };

// A stay that does not change may have been pushed by another one of the same request.
// A changed end of a hold is announced again.
const WARNED = `hold_warned_at = CASE WHEN g.hold_until IS DISTINCT FROM b.hold_until THEN NULL ELSE b.hold_warned_at END`;

const stayColumns = Object.keys(STAY).map((name) => `${name} = CASE WHEN g.restays THEN g.${name} ELSE b.${name} END`);
const plainColumns = STORED.map((name) => `${columnOf(name).name} = g.${name}`);

const replaceList = (name: (typeof LISTS)[number]): string => {
  const { table, column } = listOf(name);
  return `left_${name} AS (
  DELETE FROM ${table} x USING given g WHERE x.site_id = $1 AND x.booking_id = g.id AND NOT x.${column} = ANY(g.${name})),
set_${name} AS (
  INSERT INTO ${table} (site_id, booking_id, ${column}, position)
  SELECT $1, g.id, u.id, u.position FROM given g, unnest(g.${name}) WITH ORDINALITY AS u (id, position)
  ON CONFLICT (site_id, booking_id, ${column}) DO UPDATE SET position = excluded.position)`;
};

// Bookings, their lists and their trails in one statement, however many they are.
const WRITE = `
WITH given AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2) AS g (id uuid, restays boolean, ${[
    ...UPDATE_FIELDS.map((name) => `${name} ${typeOf(name)}`),
    ...Object.entries(STAY).map(([name, type]) => `${name} ${type}`),
  ].join(', ')}, entry uuid, type text, status text, changes jsonb, cause_kind text, cause_id uuid)),
written AS (
  UPDATE bookings b SET ${[...plainColumns, WARNED, ...stayColumns].join(', ')}, version = b.version + 1, updated_at = $3, updated_by = $4
  FROM given g WHERE b.site_id = $1 AND b.id = g.id),
${LISTS.map(replaceList).join(',\n')}
${insertInto(BookingTransaction, 'siteId bookingId sequence id type fromStatus toStatus occurredAt recordedAt actorType actorId actorName changes requestId causeKind causeId')}
SELECT $1, g.id, (SELECT coalesce(max(x.sequence), 0) + 1 FROM booking_transactions x WHERE x.site_id = $1 AND x.booking_id = g.id),
  g.entry, g.type, g.status, g.status, $3, $3, $5, $6::uuid, $7, g.changes, $8, g.cause_kind, g.cause_id
FROM given g`;

/** Writes changes of bookings that are locked and whose places are settled, with a trail entry each. */
export async function writeUpdates(
  sql: Sql,
  siteId: string,
  updates: ReadUpdate[],
  { caller, now }: { caller: Caller; now: Date },
): Promise<void> {
  if (updates.length === 0) return;
  const actor = actorOf(caller);
  const records = JSON.stringify(updates.map(recordOf));
  await sql.rows(WRITE, [siteId, records, now, caller.userId, actor.type, actor.id, actor.name, caller.requestId]);
}

const recordOf = ({ row, wanted, changes, restay, cause }: ReadUpdate) => ({
  ...Object.fromEntries(UPDATE_FIELDS.map((name) => [name, wanted[name]])),
  id: row._id,
  restays: restay !== undefined,
  ...restay?.columns,
  entry: newId(),
  type: typeOfEntry(row.status, changes),
  status: row.status,
  changes: [...changes, ...(restay ? stayChanges(row, restay) : [])],
  cause_kind: cause?.kind ?? null,
  cause_id: cause?.id ?? null,
});

const typeOfEntry = (status: string, changes: ReadUpdate['changes']): TransactionType =>
  status === 'checked_in' && changes.some(({ field }) => field === 'location') ? 'moved' : 'updated';
