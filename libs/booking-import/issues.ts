export const ISSUE_CODES = [
  'missing_required',
  'invalid_date',
  'ambiguous_date',
  'invalid_email',
  'invalid_value',
  'person_not_found',
  'person_ambiguous',
  'person_possible_match',
  'location_not_found',
  'location_ambiguous',
  'location_not_allocatable',
  'date_range_invalid',
  'conflict_booking',
  'conflict_in_file',
  'duplicate_in_file',
  'duplicate_existing',
  'unknown_column',
  'value_too_long',
  'status_inferred',
  'leading_zero_mismatch',
  'past_stay',
  'person_overlap',
  'booking_not_found',
  'booking_closed',
  'booking_changed',
  'unread_column',
  'ragged_row',
  'person_inactive',
  'was_cancelled',
  'lives_elsewhere',
  'changed_since_export',
  'status_unknown',
  'status_not_imported',
  'slot_full',
  'unknown_slot',
  'contradicts_row',
  'identity_conflict',
  'contradicting_cells',
  'doubtful_value',
  'change_not_imported',
  'departure_slot_released',
  'overstay_in_place',
  'planned_move_removed',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];

/** Warnings that keep a row waiting until somebody accepts them, or decides what they are about. */
export const QUESTIONS: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'person_inactive',
  'was_cancelled',
  'person_overlap',
  'lives_elsewhere',
  'changed_since_export',
  'status_unknown',
  'status_not_imported',
  'duplicate_existing',
  'contradicts_row',
  'identity_conflict',
  'contradicting_cells',
  'doubtful_value',
  'change_not_imported',
  'planned_move_removed',
]);

/** What there is to say about a cell of a row. */
export interface Issue {
  code: IssueCode;
  field: string | null;
  severity: 'error' | 'warning' | 'info';
  message: string;
  value: string | null;
  suggestion: string | null;
}

type Details = Partial<Pick<Issue, 'field' | 'value' | 'suggestion'>>;

const issue =
  (severity: Issue['severity']) =>
  (code: IssueCode, message: string, details: Details = {}): Issue => ({
    code,
    severity,
    message,
    field: details.field ?? null,
    value: details.value ?? null,
    suggestion: details.suggestion ?? null,
  });

/** The row cannot be imported as it is. */
export const error = issue('error');
/** The row can be imported, perhaps after a decision. */
export const warning = issue('warning');
/** Worth knowing. */
export const info = issue('info');

/** A note, as other writes warn: who is late to leave may be gone by the arrival. */
export const overstayInPlace = (booking: string): Issue =>
  info('overstay_in_place', 'somebody is still in the place after the end of the stay: look before the arrival', { field: 'room', value: booking }); // prettier-ignore

/** Two rows of a file about one stay or booking that do not say the same: which of them is right, neither says. */
export const contradiction = (row: number, columns: string[], areBothAccepted = false): Issue => {
  const more = areBothAccepted ? ', and is accepted, too; accept one of them' : '';
  const message = `row ${row} of this file is about the same stay, and says something else: ${columns.join(', ')}${more}`;
  return (areBothAccepted ? error : warning)('contradicts_row', message, { value: String(row) });
};
