import type { BookingDetailResponse } from './booking-responses.dto.js';

export const MOVE_REMOVED = 'planned_move_removed';

/** A booking with the warning that a planned move is gone, if one is. */
export function withLostMove<Detail extends Pick<BookingDetailResponse, 'warnings' | 'planned_move'>>(
  detail: Detail,
  move: { from: string } | null,
): Detail {
  if (!move || detail.planned_move) return detail;
  const message = `The move to another room that was planned for ${move.from} is gone: plan it again if it is still wanted.`;
  const warning = { code: MOVE_REMOVED, message, booking_ids: [], person_ids: [] };
  return { ...detail, warnings: [...detail.warnings, warning] };
}
