import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { lockPlaces } from '#libs/occupancy/places.queries';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, toDetail } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import { appendTransaction, type Cause, type Change, movePeople, updateBooking } from '#libs/bookings/booking-trail';
import type { BookingDetailResponse, UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import { findBooking, lockBooking } from '#libs/bookings/bookings.queries';
import { requireBookable, requireReferences } from '#libs/bookings/references';
import { leavePlaces, moveInto, newStay } from '#libs/bookings/take-stay';
import { requireStay, siteDate } from '#libs/bookings/stay-dates';
import { replaceFlags, replacePeople } from '#libs/bookings/update-booking.queries';

const FROZEN = ['contract_start', 'contract_end', 'location', 'lead_person', 'additional_people'] as const;

const WHO_LIVES_WHERE: readonly string[] = ['location', 'lead_person', 'additional_people'];

/** A booking's fields that a PATCH can change, as stored. */
type Fields = Pick<
  BookingFactsRow,
  | 'lead_person'
  | 'additional_people'
  | 'location'
  | 'flags'
  | 'contract_start'
  | 'contract_end'
  | 'vehicle_registration'
  | 'parking_expiry_at'
  | 'departure_slot_at'
  | 'notes'
>;

const COLUMNS: Record<keyof Fields, string | null> = {
  lead_person: 'lead_person_id',
  additional_people: null,
  location: 'location_id',
  flags: null,
  contract_start: 'contract_start',
  contract_end: 'contract_end',
  vehicle_registration: 'vehicle_registration',
  parking_expiry_at: 'parking_expiry_at',
  departure_slot_at: 'departure_slot_at',
  notes: 'notes',
};

@Injectable()
export class UpdateBookingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Changes fields of a booking, never its status. @throws BookingConflict, BookingClosed, NotFound, VersionMismatch */
  update(
    access: SiteAccess,
    id: string,
    request: UpdateBookingRequest,
    version?: number,
    cause?: Cause,
  ): Promise<BookingDetailResponse> {
    return this.database.transaction((tx) => this.write(tx, access, id, request, version, cause));
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    id: string,
    request: UpdateBookingRequest,
    version?: number,
    cause?: Cause,
  ): Promise<BookingDetailResponse> {
    const { site, caller } = access;
    const now = this.clock.now();
    const today = localDate(now, site.timeZone);
    const locked = await lockBooking(tx, site.id, id);
    if (!locked) throw new NotFound('The booking');
    requireVersion(locked.version, version);
    const row = await findBooking(tx, site.id, id, today);
    if (!row) throw new NotFound('The booking');
    const wanted = wantedFields(request, row, site.timeZone);
    const changes = changesBetween(row, wanted);
    if (changes.length > 0) {
      const columns = await this.apply(tx, access, row, wanted, changes, today);
      const by = { caller, now };
      await updateBooking(tx, site.id, id, columns, by);
      const resident = row.status === 'checked_in';
      const moved = resident && changes.some(({ field }) => field === 'location');
      if (resident && changes.some(({ field }) => WHO_LIVES_WHERE.includes(field)))
        await movePeople(tx, site.id, [id], now);
      const trail = {
        siteId: site.id,
        bookingId: id,
        from: row.status,
        to: row.status,
        occurredAt: now,
        recordedAt: now,
        caller,
        changes,
        cause,
      };
      await appendTransaction(tx, { ...trail, type: moved ? 'moved' : 'updated' });
    }
    const after = await findBooking(tx, site.id, id, today);
    if (!after) throw new Error('the booking vanished');
    return toDetail(after, access, now);
  }

  /** Checks the changes, takes new places when the stay changes, and answers the columns to set. */
  private async apply(
    tx: Transaction,
    access: SiteAccess,
    row: BookingFactsRow,
    wanted: Fields,
    changes: Change[],
    today: string,
  ): Promise<Record<string, unknown>> {
    const { site } = access;
    const changed = (field: keyof Fields) => changes.some((change) => change.field === field);
    const frozen = isLive(row.status) ? [] : FROZEN.filter(changed);
    if (frozen.length > 0) throw new BookingClosed(row.status, frozen);
    const restay = changed('contract_start') || changed('contract_end') || changed('location');
    if (restay) {
      requireStay(wanted.contract_start, wanted.contract_end);
      await lockPlaces(tx, site.id, [row.location, wanted.location].filter(isId));
    }
    const { lead_person: leadPerson, additional_people: additionalPeople, location, flags } = wanted;
    const references = await requireReferences(
      tx,
      { siteId: site.id, location, leadPerson, additionalPeople, flags, block: null },
      // Who is deleted stays in the bookings of the past.
      { only: changes.map(({ field }) => field) },
    );
    if (changed('location')) requireBookable(references);
    if (changed('additional_people') || changed('lead_person'))
      await replacePeople(tx, site.id, row._id, additionalPeople);
    if (changed('flags')) await replaceFlags(tx, site.id, row._id, flags);
    const plain = Object.fromEntries(
      changes.flatMap(({ field, to }) =>
        COLUMNS[field as keyof Fields] ? [[COLUMNS[field as keyof Fields], to]] : [],
      ),
    );
    if (!restay) return plain;
    const stay = newStay(access, row, wanted, today);
    await leavePlaces(tx, row, stay, today);
    return { ...plain, ...(await moveInto(tx, access, row, stay)) };
  }
}

function wantedFields(request: UpdateBookingRequest, row: BookingFactsRow, timeZone: string): Fields {
  const given = <T>(value: T | undefined, current: T): T => (value === undefined ? current : value);
  const instant = (text: string | null | undefined) =>
    typeof text === 'string' ? instantOf(text, timeZone).toISOString() : text;
  const start = siteDate(request.contract_start, timeZone);
  return {
    lead_person: given(request.lead_person, row.lead_person),
    additional_people: given(request.additional_people, row.additional_people),
    location: given(request.location, row.location),
    flags: given(request.flags, row.flags),
    contract_start: start === null ? localDate(new Date(row.created_at), timeZone) : given(start, row.contract_start),
    contract_end: given(siteDate(request.contract_end, timeZone), row.contract_end),
    vehicle_registration: given(
      request.vehicle_registration === '' ? null : request.vehicle_registration,
      row.vehicle_registration,
    ),
    parking_expiry_at: given(instant(request.parking_expiry_at), row.parking_expiry_at),
    departure_slot_at: given(instant(request.departure_slot_at), row.departure_slot_at),
    notes: given(request.notes === '' ? null : request.notes, row.notes),
  };
}

function changesBetween(row: BookingFactsRow, wanted: Fields): Change[] {
  const fields = Object.keys(COLUMNS) as (keyof Fields)[];
  return fields
    .filter((field) => JSON.stringify(row[field]) !== JSON.stringify(wanted[field]))
    .map((field) => ({ field, from: row[field], to: wanted[field] }));
}
