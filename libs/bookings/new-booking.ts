import type { Caller } from '#libs/accounts/access/access';
import { newId } from '#libs/core/http/ids';
import type { Stay } from '#libs/occupancy/places.queries';
import { INSERT_FIELDS, type InsertField, isList } from '#libs/bookings/booking-fields';
import type { BookingRow } from '#libs/bookings/booking-rows';
import type { Cause } from '#libs/bookings/booking-trail';
import { earlier, later } from '#libs/bookings/itinerary';

/** A booking to be written: what its row does not get by itself, and what caused it. */
export type NewBooking = Pick<BookingRow, InsertField> & { cause: Cause | null };

const BLANK = Object.fromEntries(
  INSERT_FIELDS.map((name) => [name, isList(name) ? [] : null]),
) as unknown as NewBooking;

/** A booking to be written. What is not given is empty; its status is `confirmed` and its id a new one unless given. */
export const newBooking = (
  given: Pick<NewBooking, 'lead_person' | 'location' | 'contract_start'> & Partial<NewBooking>,
): NewBooking => ({ ...BLANK, _id: newId(), status: 'confirmed', cause: null, ...given });

/** Who writes bookings, where, when and by which way. `today` is the date of the site. */
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
