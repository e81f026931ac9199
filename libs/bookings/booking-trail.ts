import { actorOf, type Caller } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import { TRANSACTION_COLUMNS, type TransactionRow } from '#libs/bookings/booking-rows';
import type { BookingStatus, TransactionType } from '#libs/bookings/booking-status';
import { insertInto } from '#libs/core/database/columns';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** What changes when fields of a record get other values. */
export const changesBetween = <Row extends object>(
  before: Row,
  after: Partial<Row>,
  fields: readonly (keyof Row & string)[] = Object.keys(after) as (keyof Row & string)[],
): Change[] =>
  fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));

/** The cause of an entry: another record, by its id. */
export interface Cause {
  kind: 'override' | 'bulk' | 'import' | 'undo' | 'overstay';
  id: string;
}

export interface TrailEntry {
  siteId: string;
  bookingId: string;
  type: TransactionType;
  from: BookingStatus;
  to: BookingStatus;
  occurredAt: Date;
  recordedAt: Date;
  caller: Caller;
  notes?: string | null;
  cancellationCode?: string | null;
  cancellationReason?: string | null;
  changes?: Change[];
  cause?: Cause | undefined;
}

const APPEND = `
${insertInto(BookingTransaction, 'siteId bookingId sequence id type fromStatus toStatus occurredAt recordedAt actorType actorId actorName notes cancellationCode cancellationReason changes requestId causeKind causeId', 't')}
SELECT $1, $2, coalesce(max(sequence), 0) + 1, $3, $4, $5, $6, $7, $8, $18, $9, $10, $11, $12, $13, $14, $15, $16, $17
FROM booking_transactions WHERE site_id = $1 AND booking_id = $2
RETURNING ${TRANSACTION_COLUMNS}`;

/** Adds an entry to the trail of a booking that the caller has locked. */
export async function appendTransaction(sql: Sql, entry: TrailEntry): Promise<TransactionRow> {
  const { siteId, bookingId, type, from, to, occurredAt, recordedAt, caller } = entry;
  const actor = actorOf(caller);
  const texts = [entry.notes ?? null, entry.cancellationCode ?? null, entry.cancellationReason ?? null];
  const values = [siteId, bookingId, newId(), type, from, to, occurredAt, recordedAt, actor.id, actor.name, ...texts];
  const [row] = await sql.rows<TransactionRow>(APPEND, [
    ...values,
    JSON.stringify(entry.changes ?? []),
    caller.requestId,
    entry.cause?.kind ?? null,
    entry.cause?.id ?? null,
    actor.type,
  ]);
  if (!row) throw new Error('the trail entry was not written');
  return row;
}

type Columns = Record<string, unknown>;

/** Sets columns of a booking that the caller has locked, and counts its version up. */
export async function updateBooking(
  sql: Sql,
  siteId: string,
  id: string,
  columns: Columns,
  by: { caller: Caller; now: Date },
): Promise<void> {
  const names = Object.keys(columns).sort();
  const sets = names.map((name, index) => `${name} = $${index + 5}`);
  await sql.rows(
    `UPDATE bookings SET ${[...sets, 'version = version + 1', 'updated_at = $3', 'updated_by = $4'].join(', ')} WHERE site_id = $1 AND id = $2`,
    [siteId, id, by.now, by.caller.userId, ...names.map((name) => columns[name])],
  );
}
