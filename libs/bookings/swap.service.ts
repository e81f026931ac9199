import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, toDetail } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import { appendTransaction, updateHomes, updateBooking } from '#libs/bookings/booking-trail';
import { findBooking, lockBookingsWithPlaces } from '#libs/bookings/bookings.queries';
import { requireReferences } from '#libs/bookings/references';
import type { SwapRequest, SwapResponse } from '#libs/bookings/swap.dto';
import { restay } from '#libs/bookings/itinerary';
import { settleRestays } from '#libs/bookings/settle-restay';

/** Two bookings exchange their rooms, both or neither. */
@Injectable()
export class SwapService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, UnknownReference, BookingClosed, BookingConflict, VersionMismatch */
  swap(access: SiteAccess, id: string, request: SwapRequest, version?: number): Promise<SwapResponse> {
    const { with_booking: other, notes } = request;
    if (!isId(other)) throw new UnknownReference([{ pointer: '/with_booking', what: 'booking' }]);
    if (other === id) throw new InvalidField('validation_failed', '/with_booking', 'must be another booking');
    return this.database.transaction((tx) => this.exchange(tx, access, [id, other], notes, version));
  }

  private async exchange(
    tx: Transaction,
    access: SiteAccess,
    ids: [string, string],
    notes: string | undefined,
    version?: number,
  ): Promise<SwapResponse> {
    const now = this.clock.now();
    const today = localDate(now, access.site.timeZone);
    const [one, other] = await lockBoth(tx, access.site.id, ids, today, version);
    for (const row of [one, other]) if (!isLive(row.status)) throw new BookingClosed(row.status, ['location']);
    const exchanged = [
      { row: one, location: other.location },
      { row: other, location: one.location },
    ];
    const pairs = exchanged.filter(({ row, location }) => row.location !== location);
    const moves = pairs.map(({ row, location }) => ({
      bookingId: row._id,
      row,
      restay: restay(row, { ...row, location }, today),
    }));
    for (const { row, restay: next } of moves) await requireSuited(tx, row, next.location);
    await settleRestays(tx, access, moves, { now, today });
    for (const { row, restay: next } of moves)
      await this.settle(tx, access, row, next.columns, next.location, now, notes);
    const [booking, withBooking] = await Promise.all([
      this.read(tx, access, ids[0], now, today),
      this.read(tx, access, ids[1], now, today),
    ]);
    return { booking, with_booking: withBooking };
  }

  private async settle(
    tx: Transaction,
    { site, caller }: SiteAccess,
    row: BookingFactsRow,
    columns: Record<string, unknown>,
    location: string,
    now: Date,
    notes?: string,
  ): Promise<void> {
    const resident = row.status === 'checked_in';
    const entry = {
      siteId: site.id,
      bookingId: row._id,
      from: row.status,
      to: row.status,
      occurredAt: now,
      recordedAt: now,
      caller,
      notes,
    };
    const changes = [{ field: 'location', from: row.location, to: location }];
    await Promise.all([
      updateBooking(tx, site.id, row._id, { ...columns, location_id: location }, { caller, now }),
      resident && updateHomes(tx, site.id, [row._id], now),
      appendTransaction(tx, { ...entry, type: resident ? 'moved' : 'updated', changes }),
    ]);
  }

  private async read(tx: Transaction, access: SiteAccess, id: string, now: Date, today: string) {
    const row = await findBooking(tx, access.site.id, id, today);
    if (!row) throw new Error('the booking vanished');
    return toDetail(row, access, now);
  }
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
  await requireReferences(tx, row.site, { ...row, location, block_booking: null });
}
