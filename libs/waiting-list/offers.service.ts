import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { updatedChanges } from '#libs/accounts/audit/audit-changes';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { CreateBookingService } from '#libs/bookings/create-booking.service';
import type { CreateBookingRequest } from '#libs/bookings/bookings.dto';
import type { OfferRequest, OfferResponse } from '#libs/waiting-list/offers.dto';
import type { WaitingEntryResponse } from '#libs/waiting-list/waiting-list.dto';
import { setOffer } from '#libs/waiting-list/waiting-list.queries';
import { requireState, WaitingListService } from '#libs/waiting-list/waiting-list.service';

/** Offers places to those who wait: a provisional booking that is held until some time. */
@Injectable()
export class OffersService {
  constructor(
    private readonly database: Database,
    private readonly list: WaitingListService,
    private readonly creation: CreateBookingService,
  ) {}

  /**
   * Books the place for an entry that waits, and holds it: both or neither. An entry that has only a name gets the person whom the booking is for.
   * @throws NotFound, VersionMismatch, BookingConflict, UnknownReference, InvalidField, DomainError `waiting_state`
   */
  offer(access: SiteAccess, id: string, request: OfferRequest, version?: number): Promise<OfferResponse> {
    return this.database.joined(async (tx) => {
      const entry = await this.list.lock(tx, access, id, version);
      requireState(entry, ['waiting']);
      const lead = leadOf(entry, request);
      if (entry.person === null) await this.list.requireNamesake(tx, access, entry, lead);
      const booking = await this.creation.create(access, bookingOf(access, entry, request, lead));
      const offered = { booking: booking._id, ...(entry.person === null && { person: lead, name: null }) };
      await setOffer(tx, access.site.id, id, { ...entry, ...offered }, this.list.by(access));
      await this.list.note(tx, access, id, 'offered', updatedChanges(entry, offered));
      return { entry: await this.list.get(access, id), booking };
    });
  }
}

function leadOf(entry: WaitingEntryResponse, request: OfferRequest): string {
  const lead = request.lead_person ?? entry.person;
  if (!lead) throw new InvalidField('validation_failed', '/lead_person', 'is required: the entry has only a name');
  return lead;
}

function bookingOf(
  { site }: SiteAccess,
  entry: WaitingEntryResponse,
  request: OfferRequest,
  lead_person: string,
): CreateBookingRequest {
  const { location, hold_until, contract_start = entry.from, contract_end = entry.to, notes = null } = request;
  return { site: site.id, lead_person, location, hold_until, contract_start, contract_end, notes };
}
