import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { pipelined, type Transaction } from '#libs/core/database/transaction';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { LocationQueue } from '#libs/occupancy/location-queue';
import {
  ATTEMPTS,
  findFreeLocations,
  findRivals,
  type FreeLocation,
  lockPlaces,
  type Stay,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import { matchFreed } from '#libs/bookings/freed';
import { type BookingFactsRow, peopleOf, toDetail } from '#libs/bookings/booking-rows';
import { updateHomes } from '#libs/bookings/homes.queries';
import type { CreateBookingRequest } from '#libs/bookings/bookings.dto';
import type { BookingDetailResponse } from './booking-responses.dto.js';
import { createAtOnce, createBooking } from '#libs/bookings/create-bookings.queries';
import { requireSlot } from '#libs/bookings/departure-slots/take-slots';
import { readWanted, stayOf, type Wanted } from '#libs/bookings/new-booking';
import { OverridesService } from '#libs/bookings/overrides.service';
import { mayWait, referenceError, requireReferences } from '#libs/bookings/references';
import { findReferences, namedByAll } from '#libs/bookings/references.queries';

/** Everybody who was in the way is gone again: worth another attempt from the start. */
class RivalsVanished extends Error {}

@Injectable()
export class CreateBookingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly overrides: OverridesService,
    private readonly queue: LocationQueue,
  ) {}

  /**
   * Books a location: by one statement when nothing is in the way, else in a transaction, which says what is.
   * PostgreSQL decides who gets a place; the loser learns who has it.
   * @throws BookingConflict, UnknownReference, InvalidField
   */
  async create(access: SiteAccess, request: CreateBookingRequest, id = newId()): Promise<BookingDetailResponse> {
    const wanted = readWanted(access, request, this.clock.now(), id);
    // A request in a joined transaction does not wait for others: it holds a connection, and they would wait for that.
    const takesSlot = wanted.booking.departure_slot_at !== null;
    if (wanted.override || takesSlot || this.database.isJoined) return this.inTransaction(access, wanted);
    return this.queue.run(
      `${access.site.id}/${wanted.booking.location}`,
      () => this.requireFree(access, wanted),
      async () => (await this.atOnce(access, wanted)) ?? this.inTransaction(access, wanted),
    );
  }

  /** Creates the booking when nothing is in its way, as is usual; otherwise returns undefined. */
  private async atOnce(access: SiteAccess, { booking, creation }: Wanted): Promise<BookingDetailResponse | undefined> {
    const { lead_person, location, flags, block_booking: block } = booking;
    const people = peopleOf(booking);
    const ids = [...people, location, ...flags, ...(block === null ? [] : [block])];
    const mayFail = new Set(people).size < people.length || (lead_person === null && !mayWait(booking));
    if (booking.status === 'checked_in' || mayFail || !ids.every(isId)) return undefined;
    const created = await createAtOnce(this.database, booking, creation);
    return created && toDetail(created, access, creation.now);
  }

  /** Checks by reading alone, with the errors of a write. @throws UnknownReference, InvalidField, BookingConflict */
  private async requireFree(access: SiteAccess, { booking, creation }: Wanted): Promise<void> {
    const stay = stayOf(access.site.id, creation.today, booking);
    const { siteId, locationId } = stay;
    const wish = JSON.stringify([siteId, locationId, stay.from, stay.to, stay.resident, stay.turnaround]);
    const rivals = pipelined(this.queue.together(wish, stay, ([first]) => findRivals(this.database, first)));
    const place = JSON.stringify([siteId, locationId, booking.block_booking]);
    const known = await this.queue.together(place, booking, (all) =>
      findReferences(this.database, siteId, { ...all[0], ...namedByAll(all) }, { lock: false }),
    );
    const error = referenceError(booking, known);
    if (error) throw error;
    const { blockers, free } = await rivals;
    if (blockers.length > 0) throw new BookingConflict(blockers, access, { free });
  }

  private async inTransaction(access: SiteAccess, wanted: Wanted): Promise<BookingDetailResponse> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.write(tx, access, wanted));
      } catch (error) {
        if (!(error instanceof RivalsVanished)) throw error;
        if (attempt === ATTEMPTS) throw new BookingConflict([], access, { free: [] });
      }
    }
  }

  private async write(tx: Transaction, access: SiteAccess, wanted: Wanted): Promise<BookingDetailResponse> {
    const { booking, creation, override } = wanted;
    const { siteId, now, today } = creation;
    const stay = stayOf(siteId, today, booking);
    const references = pipelined(requireReferences(tx, siteId, booking));
    const locked = override ? undefined : pipelined(lockPlaces(tx, siteId, [booking.location]));
    let free: Promise<FreeLocation[]> | undefined;
    let cleared: BookingFactsRow[] = [];
    if (override) {
      await references;
      // Free locations are read before the override: a refused request has overridden no booking.
      free = pipelined(findFreeLocations(tx, stay));
      cleared = await this.overrides.clear(tx, access, stay, override, today);
    }
    if (booking.departure_slot_at !== null) {
      await locked;
      await requireSlot(tx, access.site, booking);
    }
    // On their way together with the references: if those turn out wrong, all of it is rolled back.
    const sent = pipelined(createBooking(tx, booking, creation));
    // Without a booking nobody arrives.
    const arrived = booking.status === 'checked_in' && pipelined(updateHomes(tx, siteId, [booking._id], creation));
    await references;
    await locked;
    const created = (await sent) ?? (await refuse(tx, access, stay, { free, cleared }));
    await arrived;
    const detail = toDetail(created, access, now);
    if (cleared.length === 0) return detail;
    const freed = await matchFreed(tx, { siteId, today, now }, cleared);
    return { ...detail, waiting: [...freed.values()].flat() };
  }
}

/**
 * Says why a stay did not get its places. `free` is what was free before anybody made way for it, `cleared` are the bookings that did, as
 * they were and are again after the refusal.
 * @throws BookingConflict, RivalsVanished
 */
async function refuse(
  tx: Transaction,
  access: SiteAccess,
  stay: Stay,
  before: { free: Promise<FreeLocation[]> | undefined; cleared: BookingFactsRow[] },
): Promise<never> {
  const { blockers, free } = await findRivals(tx, stay, before.free);
  if (blockers.length === 0) throw new RivalsVanished();
  const statuses = new Map(before.cleared.map(({ _id, status }) => [_id, status]));
  const asBefore = blockers.map((each) => ({ ...each, status: statuses.get(each.booking_id ?? '') ?? each.status }));
  throw new BookingConflict(asBefore, access, { free });
}
