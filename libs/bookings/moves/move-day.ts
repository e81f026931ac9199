import type { SiteAccess } from '#libs/accounts/access/access';
import { InvalidField } from '#libs/core/errors/domain-error';
import { addDays } from '#libs/core/time/site-time';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';

/** A day on which a booking changes rooms. All dates are the site's. */
export interface MoveDay {
  on: string;
  today: string;
  notes?: string | undefined;
}

/**
 * @throws InvalidField `invalid_date_range` when the day is not one of the stay in its present room, and
 * `occurred_at_out_of_range` when it is too long ago for the caller, or for a move without notes
 */
export function requireMoveDay(access: SiteAccess, row: BookingFactsRow, { on, today, notes }: MoveDay): void {
  const resident = row.status === 'checked_in';
  const refuse = (code: 'invalid_date_range' | 'occurred_at_out_of_range', detail: string) => {
    throw new InvalidField(code, '/on', detail);
  };
  if (resident && on < row.segment_from)
    refuse('invalid_date_range', `must not be before ${row.segment_from}, when the stay in the present room began`);
  const isOver = row.contract_end !== null && on >= row.contract_end && !(resident && on <= today);
  if (isOver) refuse('invalid_date_range', `must be before contract_end, ${row.contract_end}`);
  const days = access.site.historyWindowDays;
  if (!resident || on >= addDays(today, -days)) return;
  if (!access.may('booking.backdate')) refuse('occurred_at_out_of_range', `must not be more than ${days} days ago`);
  if (!notes) refuse('occurred_at_out_of_range', `is more than ${days} days ago, which needs notes`);
}
