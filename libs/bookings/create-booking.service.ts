import { Injectable } from '@nestjs/common';
import { actorOf, type SiteAccess } from '#libs/accounts/access/access';
import { ahead, Database, type Sql, type Transaction } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { instantOf, localDate } from '#libs/core/time/site-time';
import {
  ATTEMPTS,
  type Blocker,
  findBlockers,
  findFreeLocations,
  type FreeLocation,
  lockPlaces,
  type Stay,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import { toDetail } from '#libs/bookings/booking-rows';
import { type BookingStatus, INITIAL } from '#libs/bookings/booking-status';
import { movePeople } from '#libs/bookings/booking-trail';
import type { BookingDetailResponse, CreateBookingRequest, OverrideRequest } from '#libs/bookings/bookings.dto';
import { Contests } from '#libs/bookings/contests';
import { createAtOnce, createBooking, type NewBooking } from '#libs/bookings/create-booking.queries';
import { OverridesService, requireOverride } from '#libs/bookings/overrides.service';
import { requireBookable, requireReferences } from '#libs/bookings/references';
import { requireStay, siteDate } from '#libs/bookings/stay-dates';

/** Every rival was gone again when we looked: worth another attempt from the start. */
class RivalsVanished extends Error {}

@Injectable()
export class CreateBookingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly overrides: OverridesService,
    private readonly contests: Contests,
  ) {}

  /**
   * Books a location. The database decides who gets a place; the loser is told who has it.
   * @throws BookingConflict, UnknownReference, InvalidField
   */
  async create(access: SiteAccess, request: CreateBookingRequest, id = newId()): Promise<BookingDetailResponse> {
    const { override } = request;
    if (override) requireOverride(access, override);
    const booking = this.read(access, request, id);
    // In a joined transaction nobody is waited for: it holds a connection, and others would wait for that.
    if (override || this.database.isJoined) return this.attempt(access, booking, override);
    const write = async () => (await this.atOnce(access, booking)) ?? this.attempt(access, booking);
    return this.contests.enter(`${booking.siteId}/${booking.location}`, () => this.requireFree(access, booking), write);
  }

  /** The booking that nothing is in the way of, as most are; undefined for the others, whose attempt says what it is. */
  private async atOnce(access: SiteAccess, booking: NewBooking): Promise<BookingDetailResponse | undefined> {
    const { leadPerson, additionalPeople, location, flags, block } = booking;
    const ids = [leadPerson, ...additionalPeople, location, ...flags, ...(block === null ? [] : [block])];
    if (booking.status === 'checked_in' || additionalPeople.includes(leadPerson) || !ids.every(isId)) return undefined;
    const created = await createAtOnce(this.database, booking);
    return created && toDetail(created, access, booking.now);
  }

  private async attempt(
    access: SiteAccess,
    booking: NewBooking,
    override?: OverrideRequest,
  ): Promise<BookingDetailResponse> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.transaction((tx) => this.write(tx, access, booking, override, attempt > 1));
      } catch (error) {
        if (!(error instanceof RivalsVanished)) throw error;
        if (attempt === ATTEMPTS) throw new BookingConflict([], access, { free: [] });
      }
    }
  }

  /** What a write would say, by reading alone. @throws UnknownReference, InvalidField, BookingConflict */
  private async requireFree(access: SiteAccess, booking: NewBooking): Promise<void> {
    const stay = stayOf(booking);
    const question = [stay.siteId, stay.locationId, stay.from, stay.to, stay.resident].join(' ');
    const rivals = ahead(this.contests.ask(question, () => findRivals(this.database, stay)));
    requireBookable(await requireReferences(this.database, booking, { lock: false }));
    const { blockers, free } = await rivals;
    if (blockers.length > 0) throw new BookingConflict(blockers, access, { free });
  }

  private read({ site, caller }: SiteAccess, request: CreateBookingRequest, id: string): NewBooking {
    const now = this.clock.now();
    const today = localDate(now, site.timeZone);
    const contractStart = siteDate(request.contract_start, site.timeZone) ?? today;
    const contractEnd = siteDate(request.contract_end, site.timeZone) ?? null;
    requireStay(contractStart, contractEnd);
    const status = request.status ?? 'confirmed';
    requireInitial(status);
    if (status === 'checked_in') requireArrived(contractStart, contractEnd, today);
    const instant = (text: string | null | undefined) => (text ? instantOf(text, site.timeZone) : null);
    return {
      siteId: site.id,
      id,
      transactionId: newId(),
      leadPerson: request.lead_person,
      additionalPeople: request.additional_people ?? [],
      location: request.location,
      status,
      contractStart,
      contractEnd,
      vehicleRegistration: request.vehicle_registration || null,
      parkingExpiryAt: instant(request.parking_expiry_at),
      departureSlotAt: instant(request.departure_slot_at),
      flags: request.flags ?? [],
      notes: request.notes || null,
      block: request.block_booking ?? null,
      source: 'manual',
      now,
      today,
      userId: caller.userId,
      actor: actorOf(caller),
      requestId: caller.requestId,
      cause: request.override ? { kind: 'override', id: request.override.conflict_booking_id } : null,
    };
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    booking: NewBooking,
    override?: OverrideRequest,
    inLine = false,
  ): Promise<BookingDetailResponse> {
    const references = ahead(requireReferences(tx, booking));
    // Who was beaten to a bed while others are free does not run for the next one against all who were beaten, too.
    if (inLine && !override) await lockPlaces(tx, booking.siteId, [booking.location]);
    let free: Promise<FreeLocation[]> | undefined;
    if (override) {
      await references;
      // What is free before anybody makes way: whoever is refused has overridden nobody.
      free = ahead(findFreeLocations(tx, stayOf(booking)));
      await this.overrides.clear(tx, access, stayOf(booking), override);
    }
    // On its way together with the references: if they turn out wrong, all of it is rolled back.
    let sent = send(tx, booking, { locked: override !== undefined });
    const known = await references;
    requireBookable(known);
    if (known.has_children && !override) {
      await lockPlaces(tx, booking.siteId, [booking.location]);
      sent = send(tx, booking, { locked: true });
    }
    const created = (await sent.created) ?? (await refuse(tx, access, booking, free));
    await sent.arrived;
    return toDetail(created, access, booking.now);
  }
}

/** Sends the statements that write a booking. Without its places none of them does anything. */
function send(tx: Transaction, booking: NewBooking, { locked }: { locked: boolean }) {
  const { siteId, id, now, status } = booking;
  return {
    created: ahead(createBooking(tx, booking, { locked })),
    arrived: status === 'checked_in' ? ahead(movePeople(tx, siteId, [id], now)) : undefined,
  };
}

const stayOf = ({ siteId, id, location, contractStart, contractEnd, status }: NewBooking): Stay => ({
  siteId,
  bookingId: id,
  segment: 1,
  locationId: location,
  from: contractStart,
  to: contractEnd,
  resident: status === 'checked_in',
});

function requireInitial(status: BookingStatus): void {
  if (INITIAL.includes(status)) return;
  throw new InvalidField('initial_status_not_allowed', '/status', `must be one of ${INITIAL.join(', ')}`);
}

function requireArrived(start: string, end: string | null, today: string): void {
  if (start > today)
    throw new InvalidField(
      'invalid_date_range',
      '/contract_start',
      'must not be later than today for a booking that starts checked in',
    );
  if (end !== null && end <= today)
    throw new InvalidField(
      'invalid_date_range',
      '/contract_end',
      'must be later than today for a booking that starts checked in',
    );
}

async function refuse(
  tx: Transaction,
  access: SiteAccess,
  booking: NewBooking,
  freeBefore?: Promise<FreeLocation[]>,
): Promise<never> {
  const { blockers, free } = await findRivals(tx, stayOf(booking), freeBefore);
  if (blockers.length === 0) throw new RivalsVanished();
  throw new BookingConflict(blockers, access, { free });
}

/** Who is in the way of a stay, and what could be had instead. */
async function findRivals(
  sql: Sql,
  stay: Stay,
  free = ahead(findFreeLocations(sql, stay)),
): Promise<{ blockers: Blocker[]; free: FreeLocation[] }> {
  const blockers = await findBlockers(sql, stay);
  return { blockers, free: blockers.length > 0 ? await free : [] };
}
