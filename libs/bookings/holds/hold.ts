import { InvalidField } from '#libs/core/errors/domain-error';
import type { Outcome } from '#libs/core/errors/outcome';
import type { BookingRow } from '#libs/bookings/booking-rows';

type Held = Pick<BookingRow, 'status' | 'hold_until'>;

const refusal = (detail: string) => new InvalidField('validation_failed', '/hold_until', detail);

/** Why a booking cannot have a hold that it is given, if so. */
function holdError({ status, hold_until: until }: Held, now: Date): InvalidField | undefined {
  if (until === null) return undefined;
  if (status !== 'provisional') return refusal(`is only for a provisional booking; this one is ${status}`);
  return new Date(until) <= now ? refusal('must lie in the future') : undefined;
}

/** @throws InvalidField when a booking is given a hold that it cannot have */
export function requireHold(held: Held, now: Date): void {
  const error = holdError(held, now);
  if (error) throw error;
}

/**
 * Until when a booking is held after a transition to a status: as the request says; else as before it was called off, which
 * must still lie in the future. `given` is an instant, or null: without an end.
 */
export function holdAfter(
  status: BookingRow['status'],
  given: string | null | undefined,
  lost: string | null,
  now: Date,
): Outcome<{ until: string | null }> {
  const until = given === undefined && status === 'provisional' ? lost : (given ?? null);
  if (given === undefined && until !== null && new Date(until) <= now)
    return refusal(
      `is required, because the hold ended at ${until}: a later time, or null to hold the booking without an end`,
    );
  return holdError({ status, hold_until: until }, now) ?? { until };
}
