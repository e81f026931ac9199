import { DomainError } from '#libs/core/errors/domain-error';
import type { SiteAccess } from '#libs/accounts/access';
import type { Blocker, FreeLocation } from '#libs/occupancy/places.queries';
import type { BookingStatus, TransitionType } from '#libs/bookings/booking-status';

/** Why a transition is not possible now. */
export interface Reason {
  code: string;
  message: string;
}

export interface AllowedTransition {
  type: TransitionType;
  allowed: boolean;
  reasons: Reason[];
  requires: string[];
}

/** What an override could do to a booking in the way, for this caller. */
const overrideActions = (status: string, access: SiteAccess): string[] =>
  !access.may('booking.override') ? [] : status === 'checked_in' ? ['check_out', 'void'] : ['void'];

/** The place is held by others for one of the nights, or somebody still lives there. */
export class BookingConflict extends DomainError {
  constructor(blockers: Blocker[], access: SiteAccess, free: FreeLocation[] = []) {
    const conflicts = blockers.map(({ overlaps, ...blocker }) => ({
      ...blocker,
      kind: overlaps ? 'booking' : 'occupied',
      override_actions: overrideActions(blocker.status, access),
    }));
    const [first] = blockers;
    const detail = first
      ? `${first.lead_person_name} has the place from ${first.contract_start} to ${first.contract_end ?? 'an open end'} (${first.status}).`
      : 'Others took the place at the same moment.';
    super('booking_conflict', detail, { conflicts, free_locations: free });
  }
}

export class TransitionNotAllowed extends DomainError {
  constructor(from: BookingStatus, type: TransitionType, reasons: Reason[], allowed: AllowedTransition[]) {
    super('transition_not_allowed', reasons.map((reason) => reason.message).join(' '), {
      from,
      // `type` of a problem document is its URL.
      transition: type,
      reasons,
      allowed_transitions: allowed,
    });
  }
}

export class OverrideNotApplicable extends DomainError {
  constructor(detail: string) {
    const fault = { pointer: '/override/conflict_booking_id', code: 'override_not_applicable', detail };
    super('override_not_applicable', `The override does not apply: the booking ${detail}.`, {}, [fault]);
  }
}

export class BookingClosed extends DomainError {
  constructor(status: BookingStatus, fields: string[]) {
    const errors = fields.map((field) => ({ pointer: `/${field}`, code: 'booking_closed', detail: 'is frozen' }));
    super(
      'booking_closed',
      `The booking is ${status}; ${fields.join(', ')} cannot change.`,
      { booking_status: status },
      errors,
    );
  }
}
