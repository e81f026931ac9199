import { InvalidField } from '#libs/core/errors/domain-error';
import { isSkipped, localDate } from '#libs/core/time/site-time';
import type { BookingDetailResponse } from '../booking-responses.dto.js';
import type { BookingRow } from '#libs/bookings/booking-rows';

type Departure = Pick<BookingRow, 'contract_end' | 'departure_slot_at' | 'status'>;
const POINTER = '/departure_slot_at';

interface Day {
  timeZone: string;
  /** The date of the site. */
  today: string;
}

/** @throws InvalidField when a time is not on the day of departure; a guest who is late to leave may leave today */
export function requireSlotDay(departure: Departure, { timeZone, today }: Day): void {
  const { contract_end: end, departure_slot_at: at, status } = departure;
  if (at === null || end === null) return;
  const day = localDate(new Date(at), timeZone);
  const isLate = status === 'checked_in' && end < today;
  if (day === end || (isLate && day === today)) return;
  const what = `is on ${day}, and the departure is on ${end}; send a time of that day, or contract_end with it`;
  throw new InvalidField('invalid_date_range', POINTER, what);
}

/** @throws InvalidField when the clocks of the site leave a time out */
export function requireTime(text: unknown, timeZone: string, pointer = POINTER): void {
  if (typeof text !== 'string' || text === '' || !isSkipped(text, timeZone)) return;
  const what = `does not exist in ${timeZone}: the clocks go forward; send a time before or after`;
  throw new InvalidField('invalid_date_range', pointer, what);
}

/**
 * The slot of a booking after a change: one that is given has to be on the day of departure, and one that is not any more, because that
 * day changes, is released. @throws InvalidField
 */
export function slotAfter(
  before: Departure,
  wanted: Departure,
  { isGiven, ...day }: Day & { isGiven: boolean },
): string | null {
  const at = wanted.departure_slot_at;
  const isLater = wanted.contract_end !== before.contract_end;
  if (at === null || (!isLater && at === before.departure_slot_at)) return at;
  if (isGiven) {
    requireSlotDay(wanted, day);
    return at;
  }
  return localDate(new Date(at), day.timeZone) === wanted.contract_end ? at : null;
}

export const RELEASED = 'departure_slot_released';

/** A booking with the warning that its departure slot was released, if it was. */
export function withReleasedSlot(detail: BookingDetailResponse, slot: string | undefined): BookingDetailResponse {
  if (slot === undefined) return detail;
  const day = detail.contract_end === null ? 'open' : `on ${detail.contract_end}`;
  const message = `The departure slot ${slot} is released, because the departure is ${day} now: give the booking a time of that day if one is still wanted.`;
  const warning = { code: RELEASED, message, booking_ids: [detail._id], person_ids: [] };
  return { ...detail, warnings: [...detail.warnings, warning] };
}
