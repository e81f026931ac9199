import type { SiteAccess } from '#libs/accounts/access/access';
import { DomainError } from '#libs/core/errors/domain-error';
import type { WantedBooking } from '#libs/bookings/bulk/overriding-rows';
import { newBooking } from '#libs/bookings/new-booking';
import { referenceError } from '#libs/bookings/references';
import type { KnownReferences } from '#libs/bookings/references.queries';
import type { UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import type { AnalysedRow } from '#libs/booking-import/analyse';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import { startOfDay } from '#libs/booking-import/dates/dates';
import { type GivenRow, isSkipped } from '#libs/booking-import/draft';
import { error, type Issue, warning } from '#libs/booking-import/issues';
import { changedSince, unanswered } from '#libs/booking-import/preview/previewed';
import type { RowResult } from '#libs/booking-import/commit/results.queries';

/** A row of a batch: what came, what it means. */
export interface BatchRow {
  position: number;
  given: GivenRow;
  analysed: AnalysedRow;
}

type Verdict = Pick<RowResult, 'outcome' | 'reason'> & Partial<RowResult>;

/** The record of what became of a row. */
export function resultOf({ position, analysed }: BatchRow, verdict: Verdict): RowResult {
  return {
    position,
    booking_id: null,
    booking_version: null,
    person_id: analysed.person.person_id,
    person_created: false,
    overridden_booking_id: null,
    changes: [],
    issues: analysed.issues,
    ...verdict,
  };
}

/** What somebody else has by now is a question, as in a preview. */
const TAKEN = ['conflict_booking', 'conflict_in_file', 'slot_full', 'unknown_slot'];

// A row for which a person has decided can only have these errors if something changed after the decision.
const STALE = [
  'person_not_found',
  'location_not_found',
  'location_not_allocatable',
  'booking_not_found',
  'booking_changed',
  ...TAKEN,
];

/** The record of a row that would change a booking which an earlier row of the file has changed already. */
export function repeated(row: BatchRow, earlier: number): RowResult {
  const issue = warning('duplicate_in_file', `is about the same booking as row ${earlier}`, { value: String(earlier) });
  return resultOf(row, {
    outcome: 'skipped',
    reason: issue.code,
    booking_id: row.analysed.existing?.id ?? null,
    issues: [...row.analysed.issues, issue],
  });
}

/**
 * The outcome of a row that is not written; undefined when there is something to write. `rival` says that an earlier row of the file
 * requests its place, whatever the outcome of that row is.
 */
export function resultWithoutWrite(row: BatchRow, rival?: Issue): RowResult | undefined {
  const { given, analysed } = row;
  const { resolution } = given;
  const stale = resolution !== undefined && analysed.issues.some(({ code }) => STALE.includes(code));
  if (isSkipped(given)) return resultOf(row, { outcome: 'skipped', reason: 'skipped' });
  if (analysed.state === 'error')
    return resultOf(row, { outcome: 'failed', reason: stale ? 'changed_since_preview' : 'invalid' });
  if (analysed.state === 'duplicate') {
    const repeats = analysed.issues.find(({ code }) => code === 'duplicate_in_file' || code === 'duplicate_existing');
    const reason = repeats?.code ?? 'unchanged';
    return resultOf(row, { outcome: 'skipped', reason, booking_id: analysed.existing?.id ?? null });
  }
  if (analysed.state === 'needs_decision') {
    if (!resolution) return resultOf(row, { outcome: 'skipped', reason: 'unresolved' });
    return resultOf(row, { outcome: 'failed', reason: stale ? 'changed_since_preview' : 'unresolved' });
  }
  if (resolution?.action === 'update' && analysed.planned !== 'update')
    return resultOf(row, { outcome: 'failed', reason: 'changed_since_preview' });
  if (resolution?.action === 'create' && analysed.planned !== 'create')
    return resultOf(row, { outcome: 'failed', reason: 'changed_since_preview' });
  const changed = changedSince(given, analysed);
  if (changed.length > 0)
    return resultOf(row, {
      outcome: 'failed',
      reason: 'changed_since_preview',
      issues: [...analysed.issues, ...changed],
    });
  const open = [...unanswered(given, analysed), ...(rival && !resolution ? [rival] : [])];
  if (open.length > 0)
    return resultOf(row, { outcome: 'skipped', reason: 'unresolved', issues: [...analysed.issues, ...open] });
  return undefined;
}

/** The booking that a row becomes. */
export function bookingOf(row: BatchRow, personId: string, { site }: SiteAccess): WantedBooking {
  const { normalized, location, status } = row.analysed;
  const { contract_start: start, contract_end: end } = normalized;
  if (!start || !location.location_id || !status) throw new Error('a row that is not ready was imported');
  const arrived = status.value === 'checked_in' || status.value === 'checked_out';
  return {
    number: row.given.row_index,
    override: row.given.resolution?.override,
    booking: newBooking({
      ...fieldsOf(normalized),
      lead_person: personId,
      location: location.location_id,
      status: status.value,
      contract_start: start,
      checked_in_at: arrived ? startOfDay(start, site.timeZone).toISOString() : null,
      checked_out_at: status.value === 'checked_out' && end ? startOfDay(end, site.timeZone).toISOString() : null,
    }),
  };
}

/** The change of a booking that a row requests. */
export function updateOf({ analysed }: BatchRow, siteId: string): UpdateBookingRequest {
  const changes = Object.fromEntries(analysed.changes.map(({ field, to }) => [field, to]));
  const { departure_slot: slot } = analysed.normalized;
  // What the file says beside a new date was compared with it in the preview.
  return { site: siteId, ...('contract_end' in changes && slot && { departure_slot_at: slot }), ...changes };
}

/** The outcome of a row that was refused when it was written. */
export function refused(row: BatchRow, error: DomainError): RowResult {
  const { resolution } = row.given;
  const issue = issueOf(error);
  const isQuestion = TAKEN.includes(issue.code);
  if (resolution || !isQuestion) return withFailure(row, issue);
  return resultOf(row, { outcome: 'skipped', reason: 'unresolved', issues: [...row.analysed.issues, issue] });
}

const GONE: Record<string, Pick<Issue, 'code' | 'message' | 'field'>> = {
  '/lead_person': { code: 'person_not_found', message: 'the person was deleted meanwhile', field: 'student_id' },
  '/location': { code: 'location_not_found', message: 'the location was deleted meanwhile', field: 'room' },
};

/** What of a booking was deleted or closed while its row was read; undefined when all of it is there. */
export function goneOf({ booking }: WantedBooking, known: KnownReferences): Issue | undefined {
  const refusal = referenceError(booking, known);
  if (!refusal) return undefined;
  const pointer = refusal.errors[0]?.pointer ?? '';
  const { code, message, field } = GONE[pointer] ?? { code: 'invalid_value', message: refusal.detail, field: null };
  const value = pointer === '/lead_person' ? booking.lead_person : booking.location;
  return refusal.code === 'location_not_allocatable'
    ? error(refusal.code, 'the location was closed meanwhile', { field, value })
    : error(code, message, { field, value });
}

/** The record of a row whose booking cannot be made any more. */
export function withFailure(row: BatchRow, issue: Issue): RowResult {
  const reason = row.given.resolution ? 'changed_since_preview' : 'invalid';
  return resultOf(row, { outcome: 'failed', reason, issues: [...row.analysed.issues, issue] });
}

function issueOf(refusal: DomainError): Issue {
  const { conflicts, conflicts_with_index: rival } = refusal.members as {
    conflicts?: { booking_id: string }[];
    conflicts_with_index?: number;
  };
  if (rival !== undefined) return error('conflict_in_file', refusal.detail, { field: 'room', value: String(rival) });
  if (conflicts)
    return error('conflict_booking', refusal.detail, { field: 'room', value: conflicts[0]?.booking_id ?? null });
  if (refusal.code === 'override_not_applicable')
    return error('conflict_booking', refusal.detail, { field: 'override' });
  if (refusal.code === 'slot_full' || refusal.code === 'unknown_slot') {
    const [free] = (refusal.members.free_slots ?? []) as { at: string }[];
    return error(refusal.code, refusal.detail, { field: 'departure_slot_at', suggestion: free?.at ?? null });
  }
  if (refusal.code === 'booking_closed') return error('booking_closed', refusal.detail);
  const [first] = refusal.errors;
  return error('invalid_value', first?.detail ?? refusal.detail, { field: first?.pointer.slice(1) ?? null });
}
