import type { DateContext } from '#libs/booking-import/dates/date-style';
import type { Draft } from '#libs/booking-import/draft';
import { error, info, type Issue, warning } from '#libs/booking-import/issues';
import { isCorrected } from '#libs/booking-import/matching/contradictions';
import { rangeError } from '#libs/booking-import/dates/stay-range';
import type { KnownBooking } from '#libs/booking-import/matching/resolve.queries';
import { addDays, localDate } from '#libs/core/time/site-time';
import {
  mayBeLastNight,
  warnOfNotes,
  warnOfOddDays,
  warnOfSilence,
  warnOfSlippedDays,
} from '#libs/booking-import/rows/note-warnings';
import { CALLED_OFF } from '#libs/bookings/booking-status';
import type { OverrideRequest } from '#libs/bookings/bookings.dto';

export const overrideInVain = ({ conflict_booking_id }: OverrideRequest, why: string): Issue =>
  error('invalid_value', why, { field: 'override', value: conflict_booking_id });
export const isThisStay = ({ location, contract_start }: KnownBooking, draft: Draft): boolean =>
  location === draft.location.location_id && contract_start === draft.normalized.contract_start;
export const isKeptStay = ({ status }: KnownBooking): boolean => !CALLED_OFF.some((each) => each === status);

/** A status that the booking does not have is not given to it: that is for those who check in and cancel. */
export function warnOfStatus({ given, normalized, issues }: Draft, existing: KnownBooking): void {
  const status = given.resolution?.status ?? normalized.status;
  if (!status || status === existing.status) return;
  const message = `the booking is ${existing.status}; an import does not change that`;
  issues.push(warning('status_not_imported', message, { field: 'status', value: status }));
}

/** A booking of one with the name of another: it may be given to them, or a file was sorted by a part of its columns. */
export function askOfOtherPerson(draft: Draft, existing: KnownBooking): void {
  const { person, given, duplicate, issues, normalized } = draft;
  const isOther =
    person.person_id !== null && existing.lead_person !== null && person.person_id !== existing.lead_person;
  if (!isOther || duplicate || given.resolution !== undefined) return;
  draft.person = { ...person, person_id: null };
  const message = `the booking is that of ${existing.lead_student_id ?? 'somebody else'}; has it another person now?`;
  const value = normalized.student_id ?? normalized.email ?? normalized.last_name;
  issues.push(warning('person_ambiguous', message, { field: 'student_id', value, suggestion: person.candidates[0]?.record_name ?? null })); // prettier-ignore
}

/** A booking that a row names but hardly knows: another room and other days, or a resident who would come later, or be gone. */
export function askOfIdentity({ changes, given, issues }: Draft, existing: KnownBooking, today: string): void {
  if (given.resolution?.booking_id !== undefined) return;
  const to = (field: string) => changes.find((change) => change.field === field)?.to ?? undefined;
  const [room, start, end] = [to('location'), to('contract_start'), to('contract_end')];
  const ask = (why: string, field: string, value: string) =>
    issues.push(warning('identity_conflict', `${existing.reference} ${why}; is it the booking that is meant?`, { field, value })); // prettier-ignore
  if (room !== undefined && (start ?? end) !== undefined)
    ask('is in another room and for other days', 'reference', existing.reference);
  // A list for the next year is often made from the export of this one.
  if (start !== undefined && end !== undefined && isApart(existing, start, String(end)))
    ask('is for days of which the row has none', 'contract_start', String(start));
  if (existing.status !== 'checked_in') return;
  if (start !== undefined && start > today) ask('is checked in, and the row arrives later', 'contract_start', start);
  if (end !== undefined && end < today) ask('is checked in, and the row has left already', 'contract_end', end);
  if (room !== undefined)
    issues.push(warning('lives_elsewhere', `${existing.reference} is checked in elsewhere: this moves the person today`, { field: 'room', value: existing.id })); // prettier-ignore
}

const isApart = ({ contract_start: first, contract_end: last }: KnownBooking, start: string, end: string): boolean =>
  (last !== null && start >= last) || end <= first;

/** A row that was exported before somebody changed the booking would take that change back. */
export function warnOfOldExport({ normalized, changes, issues, given }: Draft, existing: KnownBooking): void {
  if (changes.length === 0 || given.resolution?.expected_version !== undefined) return;
  const { updated_at: exportedAt, version } = normalized;
  // What is no moment may be any.
  const isOld = exportedAt !== null && !(Date.parse(exportedAt) >= Date.parse(existing.updated_at));
  const isOther = version !== null && Number(version) !== existing.version;
  if (!isOld && !isOther) return;
  const message = `the booking was changed since this was exported: it has the version ${existing.version}, of ${existing.updated_at}`;
  issues.push(warning('changed_since_export', message, { field: isOld ? 'updated_at' : 'version', value: isOld ? exportedAt : version })); // prettier-ignore
}

function unusableStatus(status: string, details: { field: string; value: string | null }): Issue {
  if (CALLED_OFF.some((each) => each === status))
    return warning('status_not_imported', `the row says ${status}: there is nothing to book; skip it, or say which status it has`, details); // prettier-ignore
  return warning('status_unknown', 'is no status that is known: provisional, confirmed, checked_in or checked_out', details); // prettier-ignore
}

/** A day that a row gives a booking has to go with the one that it keeps; notes that it gives may say that there is no stay. */
export function checkChanges(draft: Draft, existing: KnownBooking): void {
  const { changes, issues, normalized } = draft;
  const [start, end] = [normalized.contract_start, normalized.contract_end];
  const isNew = (...fields: string[]) => changes.some(({ field }) => fields.includes(field));
  if (isNew('notes') && isKeptStay(existing)) warnOfNotes(draft);
  warnOfSlippedDays(draft, isNew);
  // Two days of one row were compared when it was read.
  if ((start === null) === (end === null) || !isNew('contract_start', 'contract_end')) return;
  const why = rangeError(start ?? existing.contract_start, end ?? existing.contract_end);
  const [field, kept] = start === null ? (['contract_end', 'contract_start'] as const) : (['contract_start', 'contract_end'] as const); // prettier-ignore
  if (why !== undefined)
    issues.push(error('date_range_invalid', `does not go with the ${kept} of ${existing.reference}: contract_end ${why}; correct it, or give both`, { field, value: start ?? end })); // prettier-ignore
}

export function checkStatus(draft: Draft, today: string): void {
  const { normalized, issues, given } = draft;
  const chosen = given.resolution?.status;
  if (chosen) draft.status = { value: chosen, inferred: false, reason: 'The resolution says so.' };
  warnOfNotes(draft);
  warnOfSilence(draft, today);
  warnOfOddDays(draft);
  const { contract_start: start, contract_end: end } = normalized;
  const details = { field: 'status', value: chosen ?? normalized.status };
  if (!draft.status) {
    if (normalized.status) issues.push(unusableStatus(normalized.status, details));
    return;
  }
  const { value } = draft.status;
  if (start && value === 'checked_in' && (start > today || (end !== null && end <= today)))
    issues.push(error('invalid_value', `nobody can be checked in: today, ${today}, lies outside the stay`, details));
  if (start && value === 'checked_out' && (start > today || end === null || end > today))
    issues.push(error('invalid_value', `nobody can be checked out: the stay does not end by today, ${today}`, details));
  if (value === 'checked_out' && given.resolution?.override)
    issues.push(
      overrideInVain(
        given.resolution.override,
        'a stay of the past is recorded in free nights only: nobody makes way for it',
      ),
    );
  if (value === 'checked_out')
    issues.push(
      info('past_stay', 'is a stay of the past: it is recorded with the nights in which somebody stayed', {
        field: 'contract_end',
        value: end,
      }),
    );
}

/** Only a provisional booking is held, and until a day that is still to come. */
export function checkHold({ normalized, status, existing, changes, issues }: Draft, site: DateContext): void {
  const { hold_until: until } = normalized;
  if (until === null || (existing && !changes.some(({ field }) => field === 'hold_until'))) return;
  const refuse = (message: string) =>
    issues.push(error('invalid_value', message, { field: 'hold_until', value: until }));
  if (status && status.value !== 'provisional')
    refuse(`is only for a provisional booking; this one is ${status.value}`);
  else if (localDate(new Date(until), site.timeZone) <= site.today) refuse(`must lie after today, ${site.today}`);
}

/** What the person has, or had, that speaks against another stay; `others` are bookings of others in which the person stays, too. */
export function warnOfHistory(draft: Draft, theirs: KnownBooking[], others: KnownBooking[]): void {
  const { normalized, issues, status, location } = draft;
  const ended = theirs.find((each) => !isKeptStay(each) && isNearlyThisStay(each, draft));
  if (ended)
    issues.push(warning('was_cancelled', `was booked before, as ${ended.reference}, and is ${ended.status}`, { value: ended.id })); // prettier-ignore
  const all = [...theirs, ...others];
  const home = all.find((each) => each.status === 'checked_in' && each.location !== location.location_id);
  if (home && status?.value === 'checked_in')
    issues.push(warning('lives_elsewhere', `the person is checked in elsewhere, as ${home.reference}`, { value: home.id })); // prettier-ignore

  // A stay that is over counts, too: a person who left early, or moved, is still in the old file.
  const other = all.find((each) => isKeptStay(each) && isInItsNights(each, normalized));
  if (other)
    issues.push(
      warning('person_overlap', `the person has ${other.reference} for some of the nights`, { value: other.id }),
    );
}

/** Asks about a stay with a gap of one night before or after a booking of the person: a list may write the last night in place of the departure. */
export function askOfGap(draft: Draft, theirs: KnownBooking[], { stayEnd }: DateContext): void {
  const { contract_start: start, contract_end: end } = draft.normalized;
  if (start === null || end === null || draft.endsWithNight || stayEnd !== undefined || isCorrected(draft.given, ['contract_end'])) return; // prettier-ignore
  const isNext = (day: string | null, next: string) => day !== null && addDays(day, 1) === next;
  const isBeside = ({ contract_start: from, contract_end: to }: KnownBooking) => isNext(end, from) || isNext(to, start);
  if (theirs.some((each) => isKeptStay(each) && isBeside(each))) draft.issues.push(mayBeLastNight(end));
}

/** Whether a booking has some of the nights of a row. */
const isInItsNights = (
  booking: KnownBooking,
  { contract_start: start, contract_end: end }: Draft['normalized'],
): boolean =>
  start !== null &&
  (end === null || booking.contract_start < end) &&
  (booking.contract_end === null || start < booking.contract_end);

/** Whether a booking may have been this stay before somebody changed its room or its days. */
const isNearlyThisStay = (booking: KnownBooking, draft: Draft): boolean =>
  isThisStay(booking, draft) ||
  (isInItsNights(booking, draft.normalized) &&
    (booking.location === draft.location.location_id || booking.contract_start === draft.normalized.contract_start));

/** A booking that was changed since its preview is a question again, rather than changed back. */
export function requireExpected({ existing, given, duplicate, issues }: Draft): void {
  const expected = given.resolution?.expected_version;
  if (expected === undefined || duplicate || existing?.version === expected) return;
  const message = existing
    ? `the booking has the version ${existing.version}: it was changed since the preview`
    : 'the row is about no booking that is there';
  issues.push(
    error('booking_changed', message, { field: 'expected_version', value: existing ? String(existing.version) : null }),
  );
}
