import type { Reservation } from './reservations.js';

/** A transition as it is requested. `occurred_at` has no offset: Lodge reads it in the site's zone. */
export interface Move {
  type: 'check_in' | 'check_out' | 'cancel' | 'no_show';
  occurred_at: string;
  notes: string;
  cancellation_code?: string;
}

const NOTES = 'As the hotel recorded it.';

/** The transitions that a reservation went through after it was booked. */
export function movesOf(reservation: Reservation): Move[] {
  const { status, statusDate } = reservation;
  if (status === 'no_show') return [{ type: 'no_show', occurred_at: `${statusDate}T23:00:00`, notes: NOTES }];
  if (status === 'checked_out') return stayOf(reservation);
  const occurred_at = `${statusDate}T12:00:00`;
  return [{ type: 'cancel', occurred_at, notes: NOTES, cancellation_code: 'requested_by_student' }];
}

/** The day a kept stay ended: never before it began. */
export const departureOf = ({ start, statusDate }: Reservation): string => (statusDate > start ? statusDate : start);

function stayOf(reservation: Reservation): Move[] {
  const departure = departureOf(reservation);
  // A guest who leaves on the day of arrival leaves in the evening, because check-in is in the afternoon.
  const hour = departure > reservation.start ? '11:00:00' : '20:00:00';
  return [
    { type: 'check_in', occurred_at: `${reservation.start}T15:00:00`, notes: NOTES },
    { type: 'check_out', occurred_at: `${departure}T${hour}`, notes: NOTES },
  ];
}
