import { Injectable } from '@nestjs/common';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import type { SiteAccess } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError, errorWithin } from '#libs/core/errors/domain-error';
import { isFailure } from '#libs/core/errors/outcome';
import { isId } from '#libs/core/http/ids';
import { type Blocker, findBlockers, lockPlaces, type Stay } from '#libs/occupancy/places.queries';
import { OverrideNotApplicable } from '#libs/bookings/booking-errors';
import type { OverrideRequest } from '#libs/bookings/bookings.dto';
import { findBookings, lockBookings } from '#libs/bookings/bookings.queries';
import { CODES_AT } from '#libs/bookings/transitions/cancellation.queries';
import type { WantedTransition } from '#libs/bookings/transitions/check-wanted';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';

/** Takes exactly the named booking out of the way of a new one, in the new one's transaction. */
@Injectable()
export class OverridesService {
  constructor(private readonly transitions: TransitionExecutor) {}

  /**
   * Returns the booking as it was before: who waits for its nights is known when the new one has taken those that it needs.
   * @throws OverrideNotApplicable when the booking is not in the way of this stay now
   */
  async clear(
    tx: Transaction,
    access: SiteAccess,
    stay: Stay,
    override: OverrideRequest,
    today: string,
  ): Promise<BookingFactsRow[]> {
    const { siteId, bookingId, locationId } = stay;
    const id = override.conflict_booking_id;
    const conflicts = isId(id) ? await lockBookings(tx, siteId, [id]) : [];
    await lockPlaces(tx, siteId, [locationId, ...conflicts.map((row) => row.location_id)]);
    const error = overrideError(override, await findBlockers(tx, stay, Infinity), conflicts);
    if (error) throw error;
    const before = await findBookings(tx, siteId, [id], today);
    const [outcome] = await this.transitions.executeAll(tx, access, [overridingTransition(override, bookingId)]);
    if (isFailure(outcome)) throw errorWithin('/override', outcome);
    return before;
  }
}

/** The transition that takes the named booking out of the way of the new one. */
export function overridingTransition(
  { conflict_booking_id, action, ...why }: OverrideRequest,
  bookingId: string,
): WantedTransition {
  const { cancellation_code, cancellation_reason } = why;
  return {
    id: conflict_booking_id,
    request: { type: action, cancellation_code, cancellation_reason },
    cause: { kind: 'override', id: bookingId },
  };
}

/** Why an override does not apply: to a booking that is not there, not in the way, or not in house. */
export function overrideError(
  { conflict_booking_id, action }: OverrideRequest,
  blockers: Blocker[],
  existing: { id: string }[],
): DomainError | undefined {
  const id = conflict_booking_id;
  if (!existing.some((row) => row.id === id)) return new OverrideNotApplicable('does not exist');
  const blocker = blockers.find((each) => each.booking_id === id);
  if (!blocker) return new OverrideNotApplicable('does not stand in the way');
  const resident = blocker.status === 'checked_in';
  return action === 'check_out' && !resident ? new OverrideNotApplicable('is not checked in') : undefined;
}

/** @throws DomainError `forbidden` */
export function requireOverridePermission(access: SiteAccess): void {
  if (!access.may('booking.override')) throw forbidden('booking.override');
}

/** Nights for cleaning that differ from those of the type need the permission to override, too. @throws DomainError `forbidden` */
export function requireTurnaroundPermission(
  access: SiteAccess,
  { turnaround_days: days }: { turnaround_days?: number | null },
): void {
  if (days !== undefined) requireOverridePermission(access);
}

/** @throws DomainError `forbidden` or `cancellation_code_required`, before anything is touched */
export function requireOverride(access: SiteAccess, { action, cancellation_code }: OverrideRequest): void {
  requireOverridePermission(access);
  if (action !== 'void' || cancellation_code) return;
  const error = {
    pointer: '/override/cancellation_code',
    code: 'cancellation_code_required',
    detail: `is required: ${CODES_AT}`,
  };
  throw new DomainError('cancellation_code_required', `${error.pointer} ${error.detail}`, {}, [error]);
}
