import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { lockPlaces } from '#libs/occupancy/places.queries';
import { BookingClosed } from '#libs/bookings/booking-errors';
import {
  columnOf,
  FROZEN_FIELDS,
  isList,
  type StoredField,
  UPDATE_FIELDS,
  type UpdateField,
} from '#libs/bookings/booking-fields';
import { type BookingFactsRow, toDetail } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import {
  appendTransaction,
  type Cause,
  type Change,
  changesBetween,
  updateBooking,
} from '#libs/bookings/booking-trail';
import type { UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import type { BookingDetailResponse } from './booking-responses.dto.js';
import { findBooking, lockBooking } from '#libs/bookings/bookings.queries';
import { matchFreed } from '#libs/bookings/freed';
import { leaveHomes, updateHomes } from '#libs/bookings/homes.queries';
import { givenFields } from '#libs/bookings/given-fields';
import { requireHold } from '#libs/bookings/holds/hold';
import { requireReferences } from '#libs/bookings/references';
import { settleRestays } from '#libs/bookings/settle-restay';
import { requireStay } from '#libs/bookings/stay-dates';
import { requireTurnaroundPermission } from '#libs/bookings/overrides.service';
import { type Restay, restay, stayChanges } from '#libs/bookings/itinerary';
import { replaceFlags, replacePeople } from '#libs/bookings/update-booking.queries';

const NIGHTS: readonly string[] = ['contract_start', 'contract_end', 'location', 'turnaround_days'];
const WHO_LIVES_WHERE: readonly string[] = ['location', 'lead_person', 'additional_people'];

/** The fields of a booking that a PATCH can change, as stored. */
type Fields = Pick<BookingFactsRow, UpdateField>;

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
    const changes = changesBetween<Fields>(row, wanted, UPDATE_FIELDS);
    if (changes.some(({ field }) => field === 'turnaround_days')) requireTurnaroundPermission(access, request);
    if (changes.length > 0) {
      const { plain, next } = await this.apply(tx, access, row, wanted, changes, { now, today });
      const by = { caller, now };
      await updateBooking(tx, site.id, id, { ...plain, ...next?.columns }, by);
      const resident = row.status === 'checked_in';
      const moved = resident && changes.some(({ field }) => field === 'location');
      if (resident && changes.some(({ field }) => WHO_LIVES_WHERE.includes(field))) {
        await updateHomes(tx, site.id, [id], by);
        const staying = peopleOf(wanted);
        await leaveHomes(tx, site.id, peopleOf(row).filter((person) => !staying.includes(person)), by); // prettier-ignore
      }
      const trail = {
        siteId: site.id,
        bookingId: id,
        from: row.status,
        to: row.status,
        occurredAt: now,
        recordedAt: now,
        caller,
        changes: [...changes, ...(next ? stayChanges(row, next) : [])],
        cause,
      };
      await appendTransaction(tx, { ...trail, type: moved ? 'moved' : 'updated' });
    }
    const after = await findBooking(tx, site.id, id, today);
    if (!after) throw new Error('the booking vanished');
    if (!changes.some(({ field }) => NIGHTS.includes(field))) return toDetail(after, access, now);
    const freed = await matchFreed(tx, { siteId: site.id, today, now }, [row]);
    return { ...toDetail(after, access, now), waiting: freed.get(id) ?? [] };
  }

  /** Checks the changes and takes new places when the stay changes; returns the columns to set and the new stay. */
  private async apply(
    tx: Transaction,
    access: SiteAccess,
    row: BookingFactsRow,
    wanted: Fields,
    changes: Change[],
    { now, today }: { now: Date; today: string },
  ): Promise<{ plain: Record<string, unknown>; next?: Restay }> {
    const { site } = access;
    const changed = (field: keyof Fields) => changes.some((change) => change.field === field);
    const frozen = isLive(row.status) ? [] : FROZEN_FIELDS.filter(changed);
    if (frozen.length > 0) throw new BookingClosed(row.status, frozen);
    if (changed('hold_until')) requireHold({ ...wanted, status: row.status }, now);
    const stays = (['contract_start', 'contract_end', 'location', 'turnaround_days'] as const).some(changed);
    const moves = stays && isLive(row.status);
    if (moves) {
      requireStay(wanted.contract_start, wanted.contract_end);
      await lockPlaces(tx, site.id, [row.location, wanted.location].filter(isId));
    }
    const { lead_person, additional_people, location, flags } = wanted;
    await requireReferences(
      tx,
      site.id,
      { lead_person, additional_people, location, flags, block_booking: null },
      // A deleted person may remain in closed bookings.
      { only: changes.map(({ field }) => field) },
    );
    if (changed('additional_people') || changed('lead_person'))
      await replacePeople(tx, site.id, row._id, additional_people);
    if (changed('flags')) await replaceFlags(tx, site.id, row._id, flags);
    const stored = UPDATE_FIELDS.filter(
      (field): field is UpdateField & StoredField => !isList(field) && changed(field),
    );
    const plain: Record<string, unknown> = Object.fromEntries(
      stored.map((field) => [columnOf(field).name, wanted[field]]),
    );
    if (changed('hold_until')) plain.hold_warned_at = null;
    if (!moves) return { plain };
    const next = restay({ ...row, turnaround_days: wanted.turnaround_days }, wanted, today);
    await settleRestays(tx, access, [{ bookingId: row._id, restay: next }], { now, today });
    return { plain, next };
  }
}

const peopleOf = ({ lead_person, additional_people }: Fields): string[] => [lead_person, ...additional_people];

function wantedFields(request: UpdateBookingRequest, row: BookingFactsRow, timeZone: string): Fields {
  const given = givenFields(request, UPDATE_FIELDS, timeZone);
  const first = given.contract_start === null ? { contract_start: localDate(new Date(row.created_at), timeZone) } : {};
  return { ...row, ...given, ...first };
}
