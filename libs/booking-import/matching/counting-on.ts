import { BOOKING_FIELDS } from '#libs/bookings/booking-fields';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import { COUNTS_ON, LEAST_COUNTED, runsOf } from '#libs/matching/next-value';

const DRAGGED = [
  'location',
  'contract_start',
  'parking_expiry_at',
  'departure_slot_at',
  'hold_until',
  'notes',
] as const;

/** Asks about what rows of an export change from one to the next in such a way: the cells of the column were dragged down. */
export function askOfCountingOn(drafts: readonly Draft[]): void {
  if (drafts.every(({ existing }) => !existing)) return;
  const rows = drafts.map((draft) => ({ draft, fields: draft.existing && { ...fieldsOf(draft.normalized), location: draft.normalized.room } })); // prettier-ignore
  for (const field of DRAGGED)
    for (const run of runsOf(rows.map(({ draft, fields }) => ({ draft, value: fields?.[field] ?? null })))) {
      const changed = run.filter(({ draft: { changes } }) => changes.some((change) => change.field === field));
      // The first one may be what was copied.
      if (run.length < LEAST_COUNTED || changed.length < LEAST_COUNTED - 1) continue;
      const column = field === 'location' ? 'room' : BOOKING_FIELDS[field].imported.column;
      for (const { draft, value } of changed)
        draft.issues.push(warning('doubtful_value', `${COUNTS_ON}; is it the value of this row?`, { field: column, value })); // prettier-ignore
    }
}
