import type { SiteAccess } from '#libs/accounts/access/access';
import { InvalidField } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { localDate } from '#libs/core/time/site-time';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { FROZEN_FIELDS, UPDATE_FIELDS, type UpdateField } from '#libs/bookings/booking-fields';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import { type Cause, type Change, changesBetween } from '#libs/bookings/booking-trail';
import type { BookingChanges } from '#libs/bookings/bookings.dto';
import { slotAfter } from '#libs/bookings/departure-slots/slot-day';
import { givenFields } from '#libs/bookings/given-fields';
import { recleaned, restay } from '#libs/bookings/itinerary';
import { lastStart, startsAfterMoves } from '#libs/bookings/resident-start';
import type { Restay } from '#libs/bookings/stay-parts';
import { requireHold } from '#libs/bookings/holds/hold';
import { requireTurnaroundPermission } from '#libs/bookings/overrides.service';
import { requireStay } from '#libs/bookings/stay-dates';

/** The fields of a booking that a PATCH can change, as stored. */
export type UpdatedFields = Pick<BookingFactsRow, UpdateField>;

/** A requested change of a booking. */
export interface WantedUpdate {
  id: string;
  request: BookingChanges;
  version?: number | undefined;
  cause?: Cause | undefined;
}

/** A change as read against its booking, which is locked. Without `changes` there is nothing to do. */
export interface ReadUpdate {
  row: BookingFactsRow;
  wanted: UpdatedFields;
  changes: Change[];
  /** The nights and places that the booking is to have instead, if they change. */
  restay: Restay | undefined;
  cause: Cause | undefined;
  /** The departure slot that the booking loses, because its departure is on another day. */
  releasedSlot?: string | undefined;
}

/** The fields that change the nights or the places of a stay. */
export const RESTAYING: readonly string[] = ['contract_start', 'contract_end', 'location', 'turnaround_days'];

/**
 * Reads a change against its booking; nothing is written yet. `today` is the date of the site.
 * @throws VersionMismatch, BookingClosed, InvalidField, DomainError `forbidden`
 */
export function readUpdate(
  access: SiteAccess,
  row: BookingFactsRow,
  { request, version, cause }: WantedUpdate,
  { now, today }: { now: Date; today: string },
): ReadUpdate {
  requireVersion(row.version, version);
  const wanted = wantedFields(request, row, access.site.timeZone);
  const slot = wanted.departure_slot_at;
  if (request.departure_slot_at === undefined) wanted.departure_slot_at = slotAfter(row, wanted, access.site.timeZone);
  const changes = changesBetween<UpdatedFields>(row, wanted, UPDATE_FIELDS);
  const changed = (names: readonly string[]) =>
    changes.map(({ field }) => field).filter((name) => names.includes(name));
  if (changed(['turnaround_days']).length > 0) requireTurnaroundPermission(access, request);
  const recleans = row.status === 'checked_out' && changed(['turnaround_days']).length > 0;
  const frozen = isLive(row.status) ? [] : changed(recleans ? FROZEN_FIELDS : [...FROZEN_FIELDS, 'turnaround_days']);
  if (frozen.length > 0) throw new BookingClosed(row.status, frozen);
  if (changed(['hold_until']).length > 0) requireHold({ ...wanted, status: row.status }, now);
  const moves = isLive(row.status) && changed(RESTAYING).length > 0;
  if (moves) requireStay(wanted.contract_start, wanted.contract_end);
  const arrived = row.checked_in_at === null ? null : localDate(new Date(row.checked_in_at), access.site.timeZone);
  if (moves) requireStart(row, wanted, arrived);
  const next = moves
    ? restay(
        { ...row, turnaround_days: wanted.turnaround_days },
        { ...wanted, arrived, recleaned: wanted.turnaround_days !== row.turnaround_days },
        today,
      )
    : recleans
      ? recleaned(row, wanted.turnaround_days, today)
      : undefined;
  const releasedSlot = wanted.departure_slot_at === null && slot !== null ? slot : undefined;
  return { row, wanted, changes, restay: next, cause, releasedSlot };
}

/** The contract of a guest who was there does not begin after the arrival, unless the guest arrived early. */
function requireStart(row: BookingFactsRow, wanted: UpdatedFields, arrived: string | null): void {
  const [start, last] = [wanted.contract_start, lastStart(row, arrived)];
  if (startsAfterMoves(row, { ...wanted, arrived })) return;
  if (row.status !== 'checked_in' || start <= row.contract_start || start <= last || row.contract_start > last) return;
  throw new InvalidField('invalid_date_range', '/contract_start', `must not be after ${last}: the guest was there`);
}

export const hasChanged = ({ changes }: ReadUpdate, ...fields: UpdateField[]): boolean =>
  changes.some(({ field }) => fields.includes(field as UpdateField));

function wantedFields(request: BookingChanges, row: BookingFactsRow, timeZone: string): UpdatedFields {
  const given = givenFields(request, UPDATE_FIELDS, timeZone);
  const first = given.contract_start === null ? { contract_start: localDate(new Date(row.created_at), timeZone) } : {};
  return { ...row, ...given, ...first };
}
