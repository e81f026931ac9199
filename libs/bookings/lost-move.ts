import type { BookingDetailResponse } from './booking-responses.dto.js';

/** A booking with the warning that a planned move is gone, if one is. */
export function withLostMove<Detail extends Pick<BookingDetailResponse, 'warnings' | 'planned_move'>>(
  detail: Detail,
  move: { from: string } | null,
): Detail {
  if (!move || detail.planned_move) return detail;
  const message = `The move to another room that was planned for ${move.from} is gone: plan it again if it is still wanted.`;
  const warning = { code: 'planned_move_removed', message, booking_ids: [], person_ids: [] };
  return { ...detail, warnings: [...detail.warnings, warning] };
}
