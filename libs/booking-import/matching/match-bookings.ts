import { grouped } from '#libs/core/collections/grouped';
import { eachWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { addDays } from '#libs/core/time/site-time';
import { isLive, type BookingStatus } from '#libs/bookings/booking-status';
import { type Field, ofImported } from '#libs/booking-import/columns/columns';
import { changesOf } from '#libs/booking-import/matching/changes';
import { askOfMoments } from '#libs/booking-import/rows/contradicting-cells';
import { type Nights, nightsOf } from '#libs/booking-import/places/nights';
import {
  askOfEnd,
  askOfNights,
  askOfSlot,
  askOfTimesInNotes,
  askOfVehicle,
  withoutUntimedSlot,
} from '#libs/booking-import/rows/doubtful-values';
import { type Draft, isSkipped } from '#libs/booking-import/draft';
import { isAccepted } from '#libs/booking-import/resolutions/accepted';
import { contradiction, error, info, warning } from '#libs/booking-import/issues';
import type { ReadingSite } from '#libs/booking-import/rows/read-row';
import type { StatusReading } from '#libs/booking-import/rows/read-status';
import {
  findKnownBookings,
  findStaysWithOthers,
  type KnownBooking,
} from '#libs/booking-import/matching/resolve.queries';
import {
  checkChanges,
  checkHold,
  checkStatus,
  isKeptStay,
  isThisStay,
  overrideInVain,
  requireExpected,
  warnOfHistory,
  warnOfOldExport,
  warnOfStatus,
  askOfGap,
  askOfIdentity,
  askOfOtherPerson,
} from '#libs/booking-import/matching/booking-warnings';

/** From this score on, somebody who is to be made is there already. */
const SAME_PERSON = 0.98;

/** Finds the bookings that rows are about or repeat, and checks what the rows would change in them. */
export async function matchBookings(sql: Sql, siteId: string, drafts: Draft[], calendar: ReadingSite): Promise<void> {
  const { today, timeZone } = calendar;
  const ids = drafts
    .flatMap(({ normalized, given }) => given.resolution?.booking_id ?? normalized.booking_id ?? [])
    .filter(isId);
  const references = drafts.flatMap(({ normalized }) => normalized.reference ?? []);
  const people = drafts.flatMap(whoIsMeant);
  const stays = drafts.flatMap(({ normalized: { contract_start: from, contract_end: to } }) =>
    from === null ? [] : { from, to },
  );
  // Bookings of other dates neither repeat a row nor overlap with it.
  const nights = stays.length > 0 ? withDaysBeside(nightsOf(stays)) : undefined;
  const [known, withOthers] = await Promise.all([
    findKnownBookings(sql, siteId, { ids: [...new Set(ids)], references: [...new Set(references)], people: [...new Set(people)], nights }), // prettier-ignore
    findStaysWithOthers(sql, siteId, [...new Set(people)], nights),
  ]);
  const byId = new Map(known.map((booking) => [booking.id, booking]));
  const byReference = new Map(known.map((booking) => [booking.reference, booking]));
  const ofPerson = grouped(known, ({ lead_person }) => lead_person);
  const asGuest = grouped(withOthers, ({ person }) => person);
  const seen = new Map<string, Draft>();
  await eachWithYield(drafts, (draft) => {
    const { normalized, location, issues } = draft;
    const id = draft.given.resolution?.booking_id ?? normalized.booking_id;
    draft.existing =
      (id ? byId.get(id) : normalized.reference ? byReference.get(normalized.reference) : undefined) ?? null;
    if ((id ?? normalized.reference) && !draft.existing)
      issues.push(
        error('booking_not_found', 'this site has no such booking', {
          field: id ? 'booking_id' : 'reference',
          value: id ?? normalized.reference,
        }),
      );
    const other = draft.given.resolution?.booking_id ? undefined : byReference.get(normalized.reference ?? '');
    if (id && other && other !== draft.existing)
      issues.push(
        error('invalid_value', 'is the reference of another booking than booking_id says', {
          field: 'reference',
          value: normalized.reference,
        }),
      );
    const theirs = whoIsMeant(draft).flatMap((person) => ofPerson.get(person) ?? []);
    const others = whoIsMeant(draft).flatMap((person) => asGuest.get(person) ?? []);
    const key = keyOf(draft);
    findDuplicate(draft, theirs, seen.get(key), timeZone);
    requireExpected(draft);
    if (draft.existing) checkUpdate(draft, calendar);
    else checkStatus(draft, today);
    checkHold(draft, calendar);
    askOfMoments(draft, calendar);
    askOfSlot(draft, calendar);
    askOfNights(draft, calendar);
    askOfTimesInNotes(draft, calendar);
    askOfVehicle(draft);
    askOfEnd(draft);
    if (!draft.existing && location.location_id) {
      warnOfHistory(draft, theirs, others);
      askOfGap(draft, theirs, calendar);
    }
    if (!seen.has(key) && isKept(draft)) seen.set(key, draft);
  });
  for (const draft of drafts) withoutUntimedSlot(draft, timeZone);
}

/** With the day before and the one after, on which another stay of a person may end or begin. */
const withDaysBeside = ({ from, to }: Nights): Nights => ({
  from: addDays(from, -1),
  to: to === null ? null : addDays(to, 1),
});

/** The person of a row; of one who is to be made, those who are so much like that they may have been made already. */
const whoIsMeant = ({ person, given }: Draft): string[] =>
  given.resolution?.create_person
    ? person.candidates.filter(({ score }) => score >= SAME_PERSON).map(({ _id }) => _id)
    : [person.person_id ?? []].flat();

/** Whether a row may come to something, so that a later one can repeat it. */
const isKept = ({ given, issues }: Draft): boolean =>
  !isSkipped(given) &&
  !issues.some(
    (issue) => issue.severity === 'error' || (issue.code === 'contradicts_row' && !isAccepted(issue, given)),
  );

/** What two rows have in common that say the same. */
function keyOf({ existing, person, given, location, normalized }: Draft): string {
  const who = person.person_id ?? given.resolution?.create_person;
  const resolved = who && location.location_id && normalized.contract_start;
  return existing?.id ?? JSON.stringify(resolved ? [who, location.location_id, normalized.contract_start] : normalized);
}

/** The same person, place and first night: in the file already, or booked already. A row that says something else is a question. */
function findDuplicate(draft: Draft, theirs: KnownBooking[], earlier: Draft | undefined, timeZone: string): void {
  const { issues, given, normalized } = draft;
  if (earlier) {
    const row = earlier.given.row_index;
    const others = otherColumns(draft, earlier);
    if (contradicts(draft) || contradicts(earlier)) draft.rival = row;
    else if (others.length > 0) {
      // One row has the booking_id and the other the reference: only now it is known that they are about one booking.
      issues.push(contradiction(row, others));
      earlier.issues.push(contradiction(given.row_index, others));
    } else {
      draft.duplicate = true;
      issues.push(warning('duplicate_in_file', `says the same as row ${row}`, { value: String(row) }));
    }
    return;
  }
  const booked = theirs.find((each) => isThisStay(each, draft) && isKeptStay(each));
  if (draft.existing || !booked) return;
  draft.existing = booked;
  const isUpdate = given.resolution?.action === 'update';
  const changes = changesOf(booked, draft, timeZone);
  const isSame = changes.length === 0 && (normalized.status ?? booked.status) === booked.status;
  draft.duplicate = !isUpdate && isSame;
  const others = changes.length === 0 ? '' : `; the row says something else: ${changes.map(({ field }) => field).join(', ')}`; // prettier-ignore
  const message = `is booked already, as ${booked.reference} (${booked.status})${others}`;
  issues.push((isUpdate ? info : warning)('duplicate_existing', message, { value: booked.id }));
}

/** The columns of a booking in which two rows say something else. */
const otherColumns = ({ normalized: one }: Draft, { normalized: other }: Draft): string[] =>
  Object.keys(ofImported(() => null)).filter((column) => one[column as Field] !== other[column as Field]);

/** Whether another row says something else of the same stay. */
const contradicts = ({ issues }: Draft): boolean => issues.some(({ code }) => code === 'contradicts_row');

function checkUpdate(draft: Draft, { today, timeZone }: ReadingSite): void {
  const { existing, location, issues, given } = draft;
  if (!existing) return;
  if (given.resolution?.create_person && !draft.duplicate)
    issues.push(
      error('invalid_value', 'only a new booking makes its person; make them first, then send their person_id', {
        field: 'create_person',
      }),
    );
  if (given.resolution?.override && !draft.duplicate)
    issues.push(overrideInVain(given.resolution.override, 'only a new booking takes another out of the way'));
  warnOfStatus(draft, existing);
  askOfOtherPerson(draft, existing);
  // If the room of the booking is exactly the text of an export, that room is meant, even if others have the same name.
  if (location.location_id === null && draft.written === existing.location) {
    draft.location = { ...location, location_id: existing.location, score: 1 };
    draft.issues = draft.issues.filter(({ code }) => code !== 'location_ambiguous');
  }
  draft.status = { value: existing.status as StatusReading['value'], inferred: false, reason: 'The booking has it.' };
  // A person who has a room keeps it, although nobody new could have it.
  const stays = draft.location.location_id === existing.location;
  const keeps = draft.person.person_id === existing.lead_person;
  draft.issues = draft.issues
    .filter(
      ({ code, field }) =>
        code !== 'status_inferred' &&
        !(stays && code === 'location_not_allocatable' && field === 'room') &&
        !(keeps && code === 'person_inactive'),
    )
    .map((issue) => (issue.suggestion === 'create_person' ? { ...issue, suggestion: null } : issue));
  draft.changes = changesOf(existing, draft, timeZone);
  if (!draft.duplicate) {
    checkChanges(draft, existing);
    askOfIdentity(draft, existing, today);
    warnOfOldExport(draft, existing);
  }
  const frozen = draft.changes.filter(({ field }) =>
    ['lead_person', 'location', 'contract_start', 'contract_end'].includes(field),
  );
  if (!draft.duplicate && !isLive(existing.status as BookingStatus))
    for (const { field } of frozen)
      draft.issues.push(error('booking_closed', `the booking is ${existing.status}; this cannot change`, { field }));
}
