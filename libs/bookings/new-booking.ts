import type { Caller, SiteAccess } from '#libs/accounts/access/access';
import { InvalidField } from '#libs/core/errors/domain-error';
import { newId } from '#libs/core/http/ids';
import { localDate } from '#libs/core/time/site-time';
import type { Stay } from '#libs/occupancy/places.queries';
import { requireNamed } from '#libs/bookings/booking-errors';
import { CREATE_FIELDS, INSERT_FIELDS, type InsertField, isList } from '#libs/bookings/booking-fields';
import type { BookingRow } from '#libs/bookings/booking-rows';
import { type BookingStatus, INITIAL } from '#libs/bookings/booking-status';
import type { Cause } from '#libs/bookings/booking-trail';
import type { CreateBookingRequest, OverrideRequest } from '#libs/bookings/bookings.dto';
import { givenFields } from '#libs/bookings/given-fields';
import { requireHold } from '#libs/bookings/holds/hold';
import { earlier, later } from '#libs/bookings/stay-parts';
import { requireOverride, requireTurnaroundPermission } from '#libs/bookings/overrides.service';
import { requireStay } from '#libs/bookings/stay-dates';

/** A booking to be written: the values that its row does not get by default, and its cause. */
export type NewBooking = Pick<BookingRow, InsertField> & { cause: Cause | null };

const BLANK = Object.fromEntries(
  INSERT_FIELDS.map((name) => [name, isList(name) ? [] : null]),
) as unknown as NewBooking;

/** A booking to be written. What is not given is empty; its status is `confirmed` and its id a new one unless given. */
export const newBooking = (
  given: Pick<NewBooking, 'lead_person' | 'location' | 'contract_start'> & Partial<NewBooking>,
): NewBooking => ({ ...BLANK, _id: newId(), status: 'confirmed', cause: null, ...given });

/** The author, site, time and source of new bookings. `today` is the date of the site. */
export interface Creation {
  siteId: string;
  source: 'manual' | 'bulk' | 'import';
  now: Date;
  today: string;
  caller: Caller;
}

/** The stay that a new booking wants. */
export const stayOf = (siteId: string, today: string, booking: NewBooking): Stay => ({
  siteId,
  today,
  bookingId: booking._id,
  segment: 1,
  locationId: booking.location,
  from: booking.contract_start,
  to: booking.status === 'checked_out' ? departure(booking, today) : booking.contract_end,
  resident: booking.status === 'checked_in',
  // A room that was left before is not cleaned now.
  turnaround: booking.status === 'checked_out' ? 0 : booking.turnaround_days,
});

/** The day on which a stay ended that is recorded afterwards: today at the latest. */
const departure = ({ contract_start: start, contract_end: end }: NewBooking, today: string): string =>
  later(start, end === null ? today : earlier(end, today));

/** The booking of a request, and who writes it. */
export interface Wanted {
  booking: NewBooking;
  creation: Creation;
  override?: OverrideRequest | undefined;
}

/**
 * The booking of a request, checked as far as possible without a query.
 * @throws DomainError `forbidden`, `cancellation_code_required`, InvalidField
 */
export function readWanted(access: SiteAccess, request: CreateBookingRequest, now: Date, id: string): Wanted {
  const { site, caller } = access;
  const { override } = request;
  if (override) requireOverride(access, override);
  requireTurnaroundPermission(access, request);
  requireNamed(request.lead_person || request.block_booking ? [] : ['/lead_person']);
  const today = localDate(now, site.timeZone);
  const booking = newBooking({
    _id: id,
    lead_person: request.lead_person ?? null,
    location: request.location,
    contract_start: today,
    ...(request.hold_until && { status: 'provisional' }),
    ...givenFields(request, CREATE_FIELDS, site.timeZone),
    cause: override ? { kind: 'override', id: override.conflict_booking_id } : null,
  });
  const { contract_start, contract_end, status } = booking;
  requireStay(contract_start, contract_end);
  requireInitial(status);
  requireHold(booking, now);
  if (status === 'checked_in') {
    requireArrived(contract_start, contract_end, today);
    booking.checked_in_at = now.toISOString();
  }
  return { booking, creation: { siteId: site.id, source: 'manual', now, today, caller }, override };
}

function requireInitial(status: BookingStatus): void {
  if (INITIAL.includes(status)) return;
  throw new InvalidField('initial_status_not_allowed', '/status', `must be one of ${INITIAL.join(', ')}`);
}

function requireArrived(start: string, end: string | null, today: string): void {
  if (start > today)
    throw new InvalidField(
      'invalid_date_range',
      '/contract_start',
      'must not be later than today for a booking that starts checked in',
    );
  if (end !== null && end <= today)
    throw new InvalidField(
      'invalid_date_range',
      '/contract_end',
      'must be later than today for a booking that starts checked in',
    );
}
