import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import type { Transaction } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { findBlockers, lockPlaces, type Stay } from '#libs/occupancy/places.queries';
import { OverrideNotApplicable } from '#libs/bookings/booking-errors';
import type { OverrideRequest } from '#libs/bookings/bookings.dto';
import { lockBooking } from '#libs/bookings/bookings.queries';
import { TransitionsService } from '#libs/bookings/transitions.service';

/** Takes exactly the named booking out of the way of a new one, in the new one's transaction. */
@Injectable()
export class OverridesService {
  constructor(@Inject(TransitionsService) private readonly transitions: TransitionsService) {}

  /** @throws OverrideNotApplicable when the booking does not stand in the way of this stay now */
  async clear(tx: Transaction, access: SiteAccess, stay: Stay, override: OverrideRequest): Promise<void> {
    const { siteId, bookingId, locationId } = stay;
    const { conflict_booking_id: id, action, cancellation_code } = override;
    const conflict = isId(id) ? await lockBooking(tx, siteId, id) : undefined;
    if (!conflict) throw new OverrideNotApplicable('does not exist');
    await lockPlaces(tx, siteId, [locationId, conflict.location_id]);
    const blocker = (await findBlockers(tx, stay)).find((each) => each.booking_id === id.toLowerCase());
    if (!blocker) throw new OverrideNotApplicable('does not stand in the way');
    if (action === 'check_out' && blocker.status !== 'checked_in') throw new OverrideNotApplicable('is not checked in');
    const request = { site: siteId, type: action, cancellation_code };
    await this.transitions.move(tx, access, id, request, { cause: { kind: 'override', id: bookingId } });
  }
}

/** @throws DomainError `forbidden` or `cancellation_code_required`, before anything is touched */
export function requireOverride(access: SiteAccess, { action, cancellation_code }: OverrideRequest): void {
  const permission = 'booking.override';
  if (!access.may(permission)) {
    throw new DomainError('forbidden', `This needs the permission ${permission}.`, { required_permission: permission });
  }
  if (action !== 'void' || cancellation_code) return;
  const fault = { pointer: '/override/cancellation_code', code: 'cancellation_code_required', detail: 'is required' };
  throw new DomainError('cancellation_code_required', `${fault.pointer} ${fault.detail}`, {}, [fault]);
}
