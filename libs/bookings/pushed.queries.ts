import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import type { Pushed } from '#libs/occupancy/exchange.queries';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { appendTransaction, changesBetween } from '#libs/bookings/booking-trail';
import type { BookingStatus } from '#libs/bookings/booking-status';
import { update } from '#libs/core/database/columns';
import { Booking } from '#libs/bookings/booking.entity';

// The first night that is left: if all nights before a planned move are gone, that of the move.
const FIRST = `least($3::date, (SELECT min(lower(p.period)) FROM occupancies p
  WHERE p.site_id = $1 AND p.booking_id = $2 AND p.live AND NOT isempty(p.period)))`;
// Only the first nights of a booking are in its own row; those after a planned move are not.
const PUSHED = {
  version: 'b.version + 1',
  updatedAt: '$5',
  updatedBy: '$6',
  occupiedFrom: `CASE WHEN b.segment = $4 THEN ${FIRST} ELSE b.occupied_from END`,
  segmentFrom: `CASE WHEN b.segment = $4 THEN ${FIRST} ELSE b.segment_from END`,
  occupiedTo: 'CASE WHEN b.segment = $4 AND b.occupied_to < $3::date THEN $3::date ELSE b.occupied_to END',
};
const PUSH = `
${update(Booking, PUSHED, 'b')}
FROM bookings o WHERE b.site_id = $1 AND b.id = $2 AND o.site_id = b.site_id AND o.id = b.id
RETURNING b.status, b.segment = $4 AS is_first,
  json_build_object('occupied_from', o.occupied_from, 'occupied_to', o.occupied_to, 'planned_move', (
    SELECT c -> 'to' FROM booking_transactions t, jsonb_array_elements(t.changes) c
    WHERE t.site_id = $1 AND t.booking_id = $2 AND c ->> 'field' = 'planned_move' ORDER BY t.sequence DESC LIMIT 1)) AS before,
  json_build_object('occupied_from', b.occupied_from, 'occupied_to', b.occupied_to, 'planned_move', (
    SELECT json_build_object('location', coalesce(p.part_of, p.location_id), 'from', lower(p.period)) FROM occupancies p
    WHERE p.site_id = $1 AND p.booking_id = $2 AND p.segment > b.segment AND p.live AND NOT isempty(p.period) LIMIT 1)) AS after`;

type Nights = Pick<BookingFactsRow, 'occupied_from' | 'occupied_to' | 'planned_move'>;
interface Row {
  status: BookingStatus;
  /** Whether the nights are those of the room where the booking is, and not of a planned move. */
  is_first: boolean;
  before: Nights;
  after: Nights;
}

/** Bookings whose nights begin later because of a stay that lasted longer, by the booking of that stay. */
export interface PushedBy {
  by: string;
  pushed: Pushed[];
}

/** Writes down, in the bookings and in their trails, that their nights begin later. A closure has no trail. */
export async function recordPushed(
  tx: Transaction,
  { site, caller }: SiteAccess,
  pushes: PushedBy[],
  now: Date,
): Promise<void> {
  for (const { by, pushed } of pushes)
    for (const { holder_id: id, held_from: from, segment, closure } of pushed) {
      if (closure) continue;
      const values = [site.id, id, from, segment, now, caller.userId];
      const [row] = await tx.rows<Row>(PUSH, values);
      if (!row) throw new Error('a booking without a row');
      await appendTransaction(tx, {
        siteId: site.id,
        bookingId: id,
        type: 'updated',
        from: row.status,
        to: row.status,
        occurredAt: now,
        recordedAt: now,
        caller,
        notes: 'The nights begin later: the stay before lasted until then.',
        changes: changesBetween(
          row.before,
          row.after,
          row.is_first ? ['occupied_from', 'occupied_to'] : ['planned_move'],
        ),
        cause: { kind: 'overstay', id: by },
      });
    }
}
