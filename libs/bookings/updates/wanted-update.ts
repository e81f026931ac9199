import type { SiteAccess } from '#libs/accounts/access/access';
import { requireVersion } from '#libs/core/http/etag';
import { localDate } from '#libs/core/time/site-time';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { FROZEN_FIELDS, UPDATE_FIELDS, type UpdateField } from '#libs/bookings/booking-fields';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import { type Cause, type Change, changesBetween } from '#libs/bookings/booking-trail';
import type { BookingChanges } from '#libs/bookings/bookings.dto';
import { givenFields } from '#libs/bookings/given-fields';
import { type Restay, restay } from '#libs/bookings/itinerary';
import { requireHold } from '#libs/bookings/holds/hold';
import { requireTurnaroundPermission } from '#libs/bookings/overrides.service';
import { requireStay } from '#libs/bookings/stay-dates';

/** The fields of a booking that a PATCH can change, as stored. */
export type UpdatedFields = Pick<BookingFactsRow, UpdateField>;

/** A change that somebody wants of a booking. */
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
}

/** What changes the nights or the places of a stay. */
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
  const changes = changesBetween<UpdatedFields>(row, wanted, UPDATE_FIELDS);
  const changed = (names: readonly string[]) =>
    changes.map(({ field }) => field).filter((name) => names.includes(name));
  if (changed(['turnaround_days']).length > 0) requireTurnaroundPermission(access, request);
  const frozen = isLive(row.status) ? [] : changed(FROZEN_FIELDS);
  if (frozen.length > 0) throw new BookingClosed(row.status, frozen);
  if (changed(['hold_until']).length > 0) requireHold({ ...wanted, status: row.status }, now);
  const moves = isLive(row.status) && changed(RESTAYING).length > 0;
  if (moves) requireStay(wanted.contract_start, wanted.contract_end);
  const next = moves ? restay({ ...row, turnaround_days: wanted.turnaround_days }, wanted, today) : undefined;
  return { row, wanted, changes, restay: next, cause };
}

export const hasChanged = ({ changes }: ReadUpdate, ...fields: UpdateField[]): boolean =>
  changes.some(({ field }) => fields.includes(field as UpdateField));

function wantedFields(request: BookingChanges, row: BookingFactsRow, timeZone: string): UpdatedFields {
  const given = givenFields(request, UPDATE_FIELDS, timeZone);
  const first = given.contract_start === null ? { contract_start: localDate(new Date(row.created_at), timeZone) } : {};
  return { ...row, ...given, ...first };
}
