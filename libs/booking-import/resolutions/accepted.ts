import { type Field, fieldOf, PERSON_CELLS, ROOM_CELLS } from '#libs/booking-import/columns/columns';
import { CORRECTED, textOf } from '#libs/booking-import/resolutions/corrected-cells';
import type { GivenRow } from '#libs/booking-import/draft';
import { type Issue, type IssueCode, QUESTIONS } from '#libs/booking-import/issues';

const STAY: readonly Field[] = [...ROOM_CELLS, 'contract_start', 'contract_end'];
const BOOKING: readonly Field[] = ['booking_id', 'reference'];
const MOMENTS: readonly Field[] = ['departure_slot', 'hold_until', 'parking_expiry'];

/** What questions are about, if it is cells: with other cells they are other questions. */
const ABOUT: Partial<Record<IssueCode, readonly Field[]>> = {
  person_possible_match: PERSON_CELLS,
  person_ambiguous: [...PERSON_CELLS, ...BOOKING],
  leading_zero_mismatch: PERSON_CELLS,
  person_inactive: PERSON_CELLS,
  person_overlap: [...PERSON_CELLS, ...STAY],
  was_cancelled: [...PERSON_CELLS, ...STAY],
  lives_elsewhere: [...PERSON_CELLS, ...STAY, 'status'],
  identity_conflict: [...BOOKING, ...STAY],
  changed_since_export: [...BOOKING, 'version', 'updated_at'],
  status_unknown: ['status'],
  status_not_imported: ['status', 'notes', ...BOOKING],
  contradicting_cells: [...MOMENTS, 'contract_start', 'contract_end', 'vehicle_registration'],
  planned_move_removed: [...BOOKING, ...STAY],
  doubtful_value: ['departure_slot', 'vehicle_registration'],
};

/** The fields whose cells say something else than when somebody looked at them and decided. */
function changedFields({ values, resolution }: GivenRow): Set<Field> {
  const corrected = Object.entries(resolution?.values ?? {}).flatMap(([header, cell]) => {
    const field = fieldOf(header);
    return field !== undefined && textOf(cell) !== textOf(values[field]) ? [field] : [];
  });
  return new Set([...((values[CORRECTED] ?? []) as Field[]), ...corrected]);
}

/** Whether somebody accepted a question: not if the same decision changes the cells that the question is about, because then nobody has seen it. */
export function accepts(given: GivenRow, code: IssueCode): boolean {
  if (!given.resolution?.accept?.includes(code)) return false;
  const about = ABOUT[code];
  if (about === undefined) return true;
  const changed = changedFields(given);
  return !about.some((field) => changed.has(field));
}

/** Whether a question was answered with yes. An error with its code is no question. */
export const isAccepted = ({ code, severity }: Issue, given: GivenRow): boolean =>
  severity !== 'error' && QUESTIONS.has(code) && accepts(given, code);
