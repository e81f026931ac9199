import { localDate } from '#libs/core/time/site-time';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import type { DateContext } from '#libs/booking-import/dates/date-style';
import type { Draft } from '#libs/booking-import/draft';
import { info, type Issue, warning } from '#libs/booking-import/issues';

/** Two cells of a row that cannot both be right, or one and the booking that the row names. */
export const contradictingCells = (message: string, field: string, value: string | null): Issue =>
  warning('contradicting_cells', message, { field, value });

/** Finds the moments of a row that are on days which its stay does not allow. */
export function askOfMoments({ normalized, existing, changes, duplicate, issues }: Draft, site: DateContext): void {
  const { departure_slot_at: slot, hold_until: hold, parking_expiry_at: parking } = fieldsOf(normalized);
  const start = normalized.contract_start ?? existing?.contract_start ?? null;
  const end = normalized.contract_end ?? existing?.contract_end ?? null;
  const dayOf = (at: string) => localDate(new Date(at), site.timeZone);
  // What the booking says already is nothing new.
  const isSaid = (field: string, day: string) =>
    !duplicate && (existing === null || changes.some((change) => change.field === field || change.field === day));
  const ask = (message: string, field: string, value: string) => issues.push(contradictingCells(message, field, value));
  const before = slot === null ? (existing?.departure_slot_at ?? null) : null;
  // Nobody leaves on that day any more, and the row gives no other time.
  if (before !== null && changes.some(({ field }) => field === 'contract_end') && dayOf(before) !== end) {
    changes.push({ field: 'departure_slot_at', from: before, to: null });
    const message = `the departure slot ${before} is released, because the departure is on another day`;
    issues.push(info('departure_slot_released', message, { field: 'departure_slot', value: before }));
  }
  if (slot !== null && end !== null && dayOf(slot) !== end && isSaid('departure_slot_at', 'contract_end'))
    ask(`is on ${dayOf(slot)}, and the stay ends on ${end}; correct one of them`, 'departure_slot_at', slot);
  if (slot !== null && end === null && isSaid('departure_slot_at', 'contract_end'))
    ask(`is on ${dayOf(slot)}, and the stay has no last day; enter it`, 'departure_slot_at', slot);
  if (hold !== null && start !== null && dayOf(hold) > start && isSaid('hold_until', 'contract_start'))
    ask(`holds the place until ${dayOf(hold)}, after the arrival on ${start}; correct one of them`, 'hold_until', hold);
  if (parking !== null && start !== null && dayOf(parking) < start && isSaid('parking_expiry_at', 'contract_start'))
    ask(`ends on ${dayOf(parking)}, before the stay, which begins on ${start}; correct one of them`, 'parking_expiry', parking); // prettier-ignore
  if (parking !== null && end !== null && dayOf(parking) > end && isSaid('parking_expiry_at', 'contract_end'))
    ask(`ends on ${dayOf(parking)}, after the stay, which ends on ${end}; correct one of them`, 'parking_expiry', parking); // prettier-ignore
}
