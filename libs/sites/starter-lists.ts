/** What every new site begins with. */
export const STARTER_CANCELLATION_CODES: readonly [code: string, name: string][] = [
  ['student_withdrew', 'Student withdrew'],
  ['deferred_entry', 'Deferred entry'],
  ['visa_refused', 'Visa refused'],
  ['contract_not_signed', 'Contract not signed'],
  ['payment_failed', 'Payment failed'],
  ['no_arrival', 'Did not arrive'],
  ['room_change', 'Changed rooms'],
  ['duplicate', 'Entered twice'],
  ['data_entry_error', 'Entered in error'],
  ['superseded', 'Superseded by another booking'],
  ['room_unavailable', 'Room not available'],
  ['disciplinary', 'Disciplinary'],
  ['requested_by_student', 'Requested by the student'],
  ['other', 'Other'],
];

export const STARTER_WELFARE_STATES: readonly [name: string, colour: string][] = [
  ['monitor', '#CA8A04'],
  ['action_required', '#DC2626'],
  ['resolved', '#16A34A'],
];
