import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import type { ProblemCode } from '#libs/core/errors/problem-codes';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Blocker, FreeLocation } from '#libs/occupancy/places.queries';
import type { BookingStatus, TransitionType } from '#libs/bookings/booking-status';

/** How a change of the places of a booking can fail. */
export const STAY_ERRORS = [
  'booking_conflict',
  'booking_closed',
  'version_mismatch',
  'unknown_reference',
  'invalid_date_range',
] as const satisfies ProblemCode[];

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

/** What an override could do to a booking in the way, for this caller. `leavesRoom`: whether a check-out would free the place. */
export const overrideActions = (status: string | null, leavesRoom: boolean, access: SiteAccess): string[] =>
  status === null || !access.may('booking.override') ? [] : leavesRoom ? ['check_out', 'void'] : ['void'];

interface ConflictDetails {
  /** Free locations of the same type. */
  free?: FreeLocation[];
  /** The earlier row of the same request that has the place. */
  conflictsWithIndex?: number | undefined;
  /** Those in the way are bookings that the request changes as well. */
  areOfRequest?: boolean;
}

/** Others hold the place for one of the nights, or a resident still lives there. */
export class BookingConflict extends DomainError {
  constructor(
    blockers: Blocker[],
    access: SiteAccess,
    { free, conflictsWithIndex: row, areOfRequest }: ConflictDetails = {},
  ) {
    const conflicts = blockers.map(({ in_house: _inHouse, leaves_room, closure, closure_id, ...blocker }) => ({
      ...blocker,
      ...(closure && { closure_id, closure }),
      override_actions: overrideActions(blocker.status, leaves_room, access),
    }));
    super('booking_conflict', describe(blockers, row, areOfRequest), {
      conflicts,
      ...(free && { free_locations: free }),
      ...(row !== undefined && { conflicts_with_index: row }),
    });
  }
}

function describe([first]: Blocker[], row: number | undefined, areOfRequest = false): string {
  if (row !== undefined) return `Row ${row} of this request has the place.`;
  if (!first) return 'Others took the place at the same moment.';
  if (areOfRequest)
    return `${first.lead_person_name}, whose booking this request changes as well, would have the place in some of the same nights.`;
  if (first.closure) {
    const { from, to, kind, reason } = first.closure;
    return `The place is closed from ${from} to ${to ?? 'an open end'} (${reason ?? kind}).`;
  }
  const until = first.contract_end ?? 'an open end';
  if (first.kind === 'stay') return `${first.lead_person_name} stayed there in some of these nights (${first.status}).`;
  if (first.kind === 'turnaround')
    return `The place is cleaned between this stay and that of ${first.lead_person_name}.`;
  return `${first.lead_person_name} has the place from ${first.contract_start} to ${until} (${first.status}).`;
}

/** What is in the way of a stay, by its kind and its dates; nobody is named. */
export type InTheWay = Pick<Blocker, 'kind' | 'contract_start' | 'contract_end'> & {
  closure: { from: string; to: string | null } | null;
};

/** The reason of a refusal, with what is in the way when that is known. */
export function inTheWay(message: string, found: InTheWay | null | undefined): string {
  if (!found) return message;
  const { kind, closure } = found;
  if (closure) return `The place is closed from ${closure.from} to ${closure.to ?? 'an open end'}.`;
  const nights = `from ${found.contract_start} to ${found.contract_end ?? 'an open end'}`;
  if (kind === 'turnaround') return `The place is cleaned between this stay and that ${nights}.`;
  return `${message} It is the booking ${nights}.`;
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
    const error = { pointer: '/override/conflict_booking_id', code: 'override_not_applicable', detail };
    super('override_not_applicable', `The override does not apply: the booking ${detail}.`, {}, [error]);
  }
}

/** Outside a block, every booking needs a lead person. @throws DomainError `validation_failed` */
export function requireNamed(pointers: string[]): void {
  const errors = pointers.map((pointer) => ({ pointer, code: 'required', detail: 'is required' }));
  const detail = errors.map(({ pointer }) => `${pointer} is required`).join('; ');
  if (errors.length > 0) throw new DomainError('validation_failed', detail, {}, errors);
}

/** Somebody has to have the room before it is confirmed; only a provisional booking of a block may wait for a name. */
export const leadPersonRequired = (pointer = '/lead_person'): DomainError =>
  new InvalidField('lead_person_required', pointer, 'is required, except in a provisional booking of a block');

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
