import { BOOKING_FIELDS } from '#libs/bookings/booking-fields';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import { isNext } from '#libs/booking-import/rows/next-value';

/** So many rows in a row whose values count on were hardly typed one by one. */
const LEAST = 3;

const DRAGGED = ['contract_start', 'parking_expiry_at', 'departure_slot_at', 'hold_until', 'notes'] as const;
type Dragged = (typeof DRAGGED)[number];

interface Cell {
  draft: Draft;
  value: string;
  isChanged: boolean;
}

/** Asks about what rows of an export change from one to the next in such a way: the cells of the column were dragged down. */
export function askOfCountingOn(drafts: readonly Draft[]): void {
  for (const field of DRAGGED) for (const run of runsOf(drafts, field)) askOfRun(run, field);
}

function runsOf(drafts: readonly Draft[], field: Dragged): Cell[][] {
  const runs: Cell[][] = [];
  let last: Cell | null = null;
  for (const draft of drafts) {
    const cell = cellOf(draft, field);
    if (cell && last && isNext(last.value, cell.value)) runs.at(-1)?.push(cell);
    else if (cell) runs.push([cell]);
    last = cell;
  }
  return runs;
}

function cellOf(draft: Draft, field: Dragged): Cell | null {
  const { existing, changes, normalized } = draft;
  const value = fieldsOf(normalized)[field];
  return existing && value ? { draft, value, isChanged: changes.some((change) => change.field === field) } : null;
}

function askOfRun(run: readonly Cell[], field: Dragged): void {
  const changed = run.filter(({ isChanged }) => isChanged);
  // The first one may be what was copied.
  if (run.length < LEAST || changed.length < LEAST - 1) return;
  const { column } = BOOKING_FIELDS[field].imported;
  for (const { draft, value } of changed)
    draft.issues.push(warning('doubtful_value', 'counts on from row to row, as when a spreadsheet fills cells down in place of copying one; is it the value of this row?', { field: column, value })); // prettier-ignore
}
