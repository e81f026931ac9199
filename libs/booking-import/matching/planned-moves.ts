import type { Sql } from '#libs/core/database/transaction';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { findPlannedMoves } from '#libs/booking-import/matching/planned-moves.queries';

/** Asks about rows that would remove the planned move of a booking: by another room, or by an end that is not after the day of the move. */
export async function askOfPlannedMoves(sql: Sql, siteId: string, drafts: Draft[]): Promise<void> {
  const changing = drafts.flatMap(({ existing, changes, issues }) => {
    const change = changes.find(({ field }) => field === 'location' || field === 'contract_end');
    return existing && change ? [{ id: existing.id, change, issues }] : [];
  });
  const moves = await findPlannedMoves(sql, siteId, [...new Set(changing.map(({ id }) => id))]);
  const planned = new Map(moves.map((move) => [move.booking_id, move]));
  for (const { id, change, issues } of changing) {
    const move = planned.get(id);
    const stays = change.field === 'contract_end' && change.to !== null && move !== undefined && change.to > move.on;
    if (!move || stays) continue;
    const message = `the booking is to move to ${move.location} on ${move.on}, and would not do so any more`;
    issues.push(
      warning('planned_move_removed', message, {
        field: change.field === 'location' ? 'room' : change.field,
        value: change.to,
        suggestion: move.on,
      }),
    );
  }
}
