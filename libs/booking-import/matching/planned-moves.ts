import type { Sql } from '#libs/core/database/transaction';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import type { Change } from '#libs/booking-import/matching/changes';
import { findPlannedMoves } from '#libs/booking-import/matching/planned-moves.queries';

/** Whether a change removes the move that a booking plans for a day: no night is left in one of the rooms, or it is in another room by now. */
const removesMove = ({ field, to }: Change, on: string): boolean =>
  field === 'location' ||
  (to !== null && ((field === 'contract_start' && to >= on) || (field === 'contract_end' && to <= on)));

/** Asks about rows that would remove the planned move of a booking. */
export async function askOfPlannedMoves(sql: Sql, siteId: string, drafts: Draft[]): Promise<void> {
  const ids = drafts.flatMap(({ existing, changes }) => (existing && changes.length > 0 ? existing.id : []));
  const moves = await findPlannedMoves(sql, siteId, [...new Set(ids)]);
  const planned = new Map(moves.map((move) => [move.booking_id, move]));
  for (const { existing, changes, issues } of drafts) {
    const move = planned.get(existing?.id ?? '');
    const change = move && changes.find((each) => removesMove(each, move.on));
    if (!change) continue;
    const message = `the booking is to move to ${move.location} on ${move.on}, and would not do so any more`;
    const field = change.field === 'location' ? 'room' : change.field;
    issues.push(warning('planned_move_removed', message, { field, value: change.to, suggestion: move.on }));
  }
}
