import type { SiteAccess } from '#libs/accounts/access/access';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { ruleOf } from '#libs/bookings/booking-status';
import type { TransitionDetails } from './transitions.dto.js';
import { cancellationError } from '#libs/bookings/transitions/cancellation.queries';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';

export const DAY_MS = 86400000;
const FUTURE_MS = 5 * 60000;
/** After a check-out that was taken back, the right day of the departure may be any since the arrival. */
const BEFORE_ANY = ['created', 'undo_check_out'];

export function momentError(
  { type, occurred_at: given, notes }: TransitionDetails,
  at: Date,
  now: Date,
  row: BookingFactsRow,
  access: SiteAccess,
): DomainError | undefined {
  if (given === undefined) return undefined;
  const refuse = (detail: string) => new InvalidField('occurred_at_out_of_range', '/occurred_at', detail);
  const previous = new Date(row.last_occurred_at);
  if (at.getTime() > now.getTime() + FUTURE_MS) return refuse('must not lie in the future');
  if (!BEFORE_ANY.includes(row.last_type) && at < previous)
    return refuse(`must not be before the previous transition, ${row.last_occurred_at}`);
  if (type === 'check_out' && row.checked_in_at && at < new Date(row.checked_in_at))
    return refuse(`must not be before the check-in, ${row.checked_in_at}`);
  const days = access.site.historyWindowDays;
  if (at.getTime() >= now.getTime() - days * DAY_MS) return undefined;
  if (!access.may('booking.backdate')) return refuse(`must not be more than ${days} days ago`);
  return notes ? undefined : refuse(`is more than ${days} days ago, which needs notes`);
}

export function detailError(request: TransitionDetails, codes: ReadonlySet<string>): DomainError | undefined {
  const { requires } = ruleOf(request.type);
  if (requires.includes('notes') && !request.notes) {
    const error = { pointer: '/notes', code: 'required', detail: `is required to ${request.type}` };
    return new DomainError('validation_failed', `${error.pointer} ${error.detail}`, {}, [error]);
  }
  const codeMatters = requires.includes('cancellation_code') || request.cancellation_code !== undefined;
  return codeMatters ? cancellationError(request, codes) : undefined;
}
