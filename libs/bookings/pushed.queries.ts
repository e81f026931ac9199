import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import type { Pushed } from '#libs/occupancy/exchange.queries';
import { appendTransaction } from '#libs/bookings/booking-trail';
import type { BookingStatus } from '#libs/bookings/booking-status';

// Only the first nights of a booking are in its own row; those after a planned move are not.
const PUSH = `
UPDATE bookings b SET version = b.version + 1, updated_at = $5, updated_by = $6,
  occupied_from = CASE WHEN b.segment = $4 THEN $3::date ELSE b.occupied_from END,
  segment_from = CASE WHEN b.segment = $4 THEN $3::date ELSE b.segment_from END,
  occupied_to = CASE WHEN b.segment = $4 THEN greatest(b.occupied_to, $3::date) ELSE b.occupied_to END
FROM bookings o WHERE b.site_id = $1 AND b.id = $2 AND o.site_id = b.site_id AND o.id = b.id
RETURNING b.status, o.occupied_from AS before`;

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
      const [row] = await tx.rows<{ status: BookingStatus; before: string }>(PUSH, values);
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
        changes: [{ field: 'occupied_from', from: row.before, to: from }],
        cause: { kind: 'overstay', id: by },
      });
    }
}
