import { InvalidField } from '#libs/core/errors/domain-error';
import type { BookingRow } from '#libs/bookings/booking-rows';

type Held = Pick<BookingRow, 'status' | 'hold_until'>;

/** @throws InvalidField when a booking is given a hold that it cannot have */
export function requireHold({ status, hold_until: until }: Held, now: Date): void {
  if (until === null) return;
  const refuse = (detail: string) => {
    throw new InvalidField('validation_failed', '/hold_until', detail);
  };
  if (status !== 'provisional') refuse(`is only for a provisional booking; this one is ${status}`);
  if (new Date(until) <= now) refuse('must lie in the future');
}
