import { InvalidField } from '#libs/core/errors/domain-error';
import { isSkipped, localDate } from '#libs/core/time/site-time';
import type { BookingDetailResponse } from '../booking-responses.dto.js';
import type { BookingRow } from '#libs/bookings/booking-rows';

type Departure = Pick<BookingRow, 'contract_end' | 'departure_slot_at'>;

/** @throws InvalidField when the clocks of the site leave a time out */
export function requireTime(text: string, timeZone: string, pointer: string): void {
  if (!isSkipped(text, timeZone)) return;
  const what = `does not exist in ${timeZone}: the clocks go forward; send a time before or after`;
  throw new InvalidField('invalid_date_range', pointer, what);
}

/** The slot of a booking after a change that does not give one: released when it was on the day of departure, and that day changes. */
export function slotAfter(before: Departure, wanted: Departure, timeZone: string): string | null {
  const { departure_slot_at: at } = wanted;
  const stays = at === null || wanted.contract_end === before.contract_end;
  return stays || localDate(new Date(at), timeZone) !== before.contract_end ? at : null;
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
