import { actorOf, type Caller } from '#libs/accounts/access/access';
import type { Sql } from '#libs/core/database/transaction';
import { type BookingFactsRow, TRANSACTION_COLUMNS, type TransactionRow } from '#libs/bookings/booking-rows';
import { type Cause, type Change, changesBetween } from '#libs/bookings/booking-trail';
import { recordHomes, setHomes } from '#libs/bookings/homes.queries';
import { plannedAfter } from '#libs/bookings/stay-changes';
import type { Effect, CheckedTransition } from '#libs/bookings/transitions/effect';
import { columnTypes, insertInto, setFrom, setList } from '#libs/core/database/columns';
import { BookingTransaction } from '#libs/bookings/booking-transaction.entity';
import { Booking } from '#libs/bookings/booking.entity';

const EFFECT =
  'status checkedInAt checkedOutAt cancelledAt noShowAt cancellationCode cancellationReason occupiedFrom occupiedTo segment segmentFrom holdUntil';
const DERIVED = {
  locationId: 'm.location',
  // A new hold is announced anew.
  holdWarnedAt: 'CASE WHEN m.hold_until IS NOT DISTINCT FROM b.hold_until THEN b.hold_warned_at END',
  version: 'b.version + 1',
  updatedAt: '$3',
  updatedBy: '$4',
};

// Bookings, people and trail in one statement: a transition is whole or not there.
const SETTLE = `
WITH transitions AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($2) AS m (${columnTypes(Booking, `id ${EFFECT}`)}, position integer,
    location uuid, changes jsonb, sets_homes boolean, type text, from_status text, occurred_at timestamptz, notes text, given_code text, given_reason text, cause_kind text, cause_id uuid)),
changed AS (
  UPDATE bookings b SET ${setFrom(Booking, EFFECT, 'm')}, ${setList(Booking, DERIVED)}
  FROM transitions m WHERE b.site_id = $1 AND b.id = m.id),
arrivals AS (
  SELECT b.lead_person_id AS id, m.location AS location_id, m.position FROM transitions m JOIN bookings b ON b.site_id = $1 AND b.id = m.id
  WHERE m.sets_homes
  UNION ALL
  SELECT p.student_id, m.location, m.position FROM transitions m JOIN bookings b ON b.site_id = $1 AND b.id = m.id
    JOIN booking_people p ON p.site_id = $1 AND p.booking_id = b.id WHERE m.sets_homes),
${setHomes('arrivals')},
recorded AS (${recordHomes('homes', { type: '$7', id: '$8', name: '$5', request: '$6' })})
${insertInto(BookingTransaction, 'siteId bookingId sequence id type fromStatus toStatus occurredAt recordedAt actorType actorId actorName notes cancellationCode cancellationReason requestId causeKind causeId changes', 't')}
SELECT $1, m.id, (SELECT coalesce(max(x.sequence), 0) + 1 FROM booking_transactions x WHERE x.site_id = $1 AND x.booking_id = m.id),
  uuidv7(), m.type, m.from_status, m.status, m.occurred_at, $3, $7, $8::uuid, $5, m.notes, m.given_code, m.given_reason, $6,
  m.cause_kind, m.cause_id, coalesce(m.changes, '[]')
FROM transitions m`;
const SETTLE_AND_TELL = `${SETTLE} RETURNING ${TRANSACTION_COLUMNS}`;

/** A transition whose places are settled: its start, its effect and its cause. */
export interface SettledTransition extends CheckedTransition {
  effect: Effect;
  cause?: Cause | undefined;
}

/**
 * Writes what transitions do to their bookings and people, and their trail entries, which it returns by booking unless nobody asks for
 * them. Without a caller it was the system.
 */
export async function settleTransitions(
  sql: Sql,
  siteId: string,
  transitions: SettledTransition[],
  { caller, now }: { caller: Caller | undefined; now: Date },
  isAsked = true,
): Promise<Map<string, TransactionRow>> {
  if (transitions.length === 0) return new Map();
  const records = JSON.stringify(transitions.map(recordOf));
  const actor = actorOf(caller);
  const entries = await sql.rows<TransactionRow>(isAsked ? SETTLE_AND_TELL : SETTLE, [
    siteId,
    records,
    now,
    caller?.userId ?? null,
    actor.name,
    caller?.requestId ?? null,
    actor.type,
    actor.id,
  ]);
  return new Map(entries.map((entry) => [entry.booking, entry]));
}

/** What the trail records in addition to the statuses. */
const changesOf = ({ row, holdUntil, effect }: SettledTransition): Change[] => {
  const { segment: _, segment_from: __, ...state } = effect.state;
  const after = { ...state, planned_move: plannedAfter(row, effect), hold_until: holdUntil };
  return changesBetween<BookingFactsRow>(row, after);
};

const recordOf = (transition: SettledTransition, position: number) => {
  const { row, type, to, occurredAt, request, effect, cause } = transition;
  return {
    position,
    id: row._id,
    checked_in_at: row.checked_in_at,
    checked_out_at: row.checked_out_at,
    cancelled_at: row.cancelled_at,
    no_show_at: row.no_show_at,
    cancellation_code: row.cancellation_code,
    cancellation_reason: row.cancellation_reason,
    occupied_from: row.occupied_from,
    occupied_to: row.occupied_to,
    segment: row.segment,
    segment_from: row.segment_from,
    hold_until: transition.holdUntil,
    location: row.location,
    ...effect.state,
    status: to,
    changes: changesOf(transition),
    sets_homes: effect.setsHomes ?? false,
    type,
    from_status: row.status,
    occurred_at: occurredAt,
    notes: request.notes ?? null,
    given_code: request.cancellation_code ?? null,
    given_reason: request.cancellation_reason ?? null,
    cause_kind: cause?.kind ?? null,
    cause_id: cause?.id ?? null,
  };
};
