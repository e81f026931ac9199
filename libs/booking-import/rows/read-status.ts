import { info, type Issue } from '#libs/booking-import/issues';

/** Statuses that an import may give a booking. */
export const IMPORT_STATUSES = ['provisional', 'confirmed', 'checked_in', 'checked_out'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** The status of a row, and whether it says so itself. */
export interface StatusReading {
  value: ImportStatus;
  inferred: boolean;
  reason: string;
}

/** The status that a row states, or that its dates imply. */
export function readStatus(
  {
    status,
    contract_start: start,
    contract_end: end,
    hold_until: hold,
  }: Record<'status' | 'contract_start' | 'contract_end' | 'hold_until', string | null>,
  today: string,
  issues: Issue[],
): StatusReading | null {
  if (status !== null) {
    const given = IMPORT_STATUSES.find((each) => each === status);
    return given ? { value: given, inferred: false, reason: 'The row says so.' } : null;
  }
  if (!start) return null;
  const reading = hold === null ? inferStatus(start, end, today) : HELD;
  issues.push(info('status_inferred', reading.reason, { field: 'status', suggestion: reading.value }));
  return reading;
}

const HELD: StatusReading = { value: 'provisional', inferred: true, reason: 'The place is held until some time.' };

function inferStatus(start: string, end: string | null, today: string): StatusReading {
  if (start > today) return { value: 'confirmed', inferred: true, reason: `The stay starts after today, ${today}.` };
  // A person who is expected today has not arrived yet.
  if (start === today) return { value: 'confirmed', inferred: true, reason: `The stay starts today, ${today}.` };
  if (end !== null && end <= today)
    return { value: 'checked_out', inferred: true, reason: `The stay ended by today, ${today}.` };
  return { value: 'checked_in', inferred: true, reason: `Today, ${today}, lies within the stay.` };
}
