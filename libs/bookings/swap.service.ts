import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, toDetail } from '#libs/bookings/booking-rows';
import { matchFreed } from '#libs/bookings/freed';
import { isLive } from '#libs/bookings/booking-status';
import { findBooking, lockBookingsWithPlaces } from '#libs/bookings/bookings.queries';
import { requireReferences } from '#libs/bookings/references';
import type { SwapRequest, SwapResponse } from '#libs/bookings/swap.dto';
import { moveOn, restay } from '#libs/bookings/itinerary';
import { type MoveDay, requireMoveDay } from '#libs/bookings/moves/move-day';
import { recordMove } from '#libs/bookings/moves/record-move';
import { siteDate } from '#libs/bookings/stay-dates';
import { settleRestays } from '#libs/bookings/updates/settle-updates';

/** Two bookings exchange their rooms, both or neither. */
@Injectable()
export class SwapService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, UnknownReference, BookingClosed, BookingConflict, VersionMismatch */
  swap(access: SiteAccess, id: string, request: SwapRequest, version?: number): Promise<SwapResponse> {
    const { with_booking: other } = request;
    if (!isId(other)) throw new UnknownReference([{ pointer: '/with_booking', what: 'booking' }]);
    if (other === id) throw new InvalidField('validation_failed', '/with_booking', 'must be another booking');
    return this.database.transaction((tx) => this.exchange(tx, access, [id, other], request, version));
  }

  private async exchange(
    tx: Transaction,
    access: SiteAccess,
    ids: [string, string],
    request: SwapRequest,
    version?: number,
  ): Promise<SwapResponse> {
    const now = this.clock.now();
    const today = localDate(now, access.site.timeZone);
    const day = { today, on: siteDate(request.on, access.site.timeZone) ?? today, notes: request.notes };
    const [one, other] = await lockBoth(tx, access.site.id, ids, today, version);
    for (const row of [one, other]) if (!isLive(row.status)) throw new BookingClosed(row.status, ['location']);
    if (one.location === other.location)
      throw new InvalidField(
        'validation_failed',
        '/with_booking',
        'is in the same room: a swap exchanges two rooms, and nobody is assigned to one of the beds of a room',
      );
    const pairs = [
      { row: one, location: other.location },
      { row: other, location: one.location },
    ];
    // Without a day the swap is of today, regardless of the contracts.
    if (request.on !== undefined) for (const { row } of pairs) requireMoveDay(access, row, day);
    const moves = pairs.map(({ row, location }) => ({ row, ...stayAfter(row, location, request, day) }));
    for (const { row, next, planned } of moves) await requireSuited(tx, row, planned?.location ?? next.location);
    const restays = moves.map(({ row, next }) => ({ bookingId: row._id, restay: next }));
    await settleRestays(tx, access, restays, { now, today });
    for (const move of moves) await recordMove(tx, access, move, day, now);
    const rows = pairs.map(({ row }) => row);
    const freed = await matchFreed(tx, { siteId: access.site.id, today, now }, rows);
    const [booking, withBooking] = await Promise.all([
      this.read(tx, access, ids[0], now, today),
      this.read(tx, access, ids[1], now, today),
    ]);
    const waitingFor = (id: string) => ({ waiting: freed.get(id) ?? [] });
    return {
      booking: { ...booking, ...waitingFor(booking._id) },
      with_booking: { ...withBooking, ...waitingFor(withBooking._id) },
    };
  }

  private async read(tx: Transaction, access: SiteAccess, id: string, now: Date, today: string) {
    const row = await findBooking(tx, access.site.id, id, today);
    if (!row) throw new Error('the booking vanished');
    return toDetail(row, access, now);
  }
}

function stayAfter(row: BookingFactsRow, location: string, request: SwapRequest, { on, today }: MoveDay) {
  if (request.on !== undefined) return moveOn(row, location, today, on);
  return { next: restay(row, { ...row, location }, today), planned: null };
}

async function lockBoth(
  tx: Transaction,
  siteId: string,
  ids: [string, string],
  today: string,
  version?: number,
): Promise<[BookingFactsRow, BookingFactsRow]> {
  const [locked, one, other] = await Promise.all([
    lockBookingsWithPlaces(tx, siteId, ids),
    findBooking(tx, siteId, ids[0], today),
    findBooking(tx, siteId, ids[1], today),
  ]);
  const first = locked.find(({ id }) => id === ids[0]);
  if (!first) throw new NotFound('The booking');
  requireVersion(first.version, version);
  if (locked.length < 2) throw new UnknownReference([{ pointer: '/with_booking', what: 'booking' }]);
  if (!one || !other) throw new NotFound('The booking');
  return [one, other];
}

async function requireSuited(tx: Transaction, row: BookingFactsRow, location: string): Promise<void> {
  await requireReferences(tx, row.site, { ...row, location });
}
