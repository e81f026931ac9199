import { mapWithYield, withYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/database';
import { isId } from '#libs/core/http/ids';
import type { Change } from '#libs/booking-import/changes';
import { fieldOf, valuesOf } from '#libs/booking-import/columns';
import { nightsOf } from '#libs/booking-import/dates';
import type { Draft, GivenRow } from '#libs/booking-import/draft';
import { type FileEvidence, personOf } from '#libs/booking-import/file-evidence';
import { error, info, type Issue, type IssueCode, QUESTIONS, warning } from '#libs/booking-import/issues';
import { matchBookings } from '#libs/booking-import/match-bookings';
import { decidePerson, type PersonMatch } from '#libs/matching/people';
import { type Obstacle, type Obstacles, PlaceSimulator } from '#libs/booking-import/place-simulator';
import { type Normalized, readRow, type ReadingSite, type StatusReading } from '#libs/booking-import/read-row';
import { findHeldPlaces, findStudents, type KnownBooking } from '#libs/booking-import/resolve.queries';
import type { PeopleIndex } from '#libs/matching/people-index';
import type { LocationMatch, LocationIndex } from '#libs/matching/location-index';

export type RowState = 'ready' | 'needs_decision' | 'error' | 'duplicate';

/** A row with everything that is known of it: what it means, what stands in its way, what an import would do. */
export interface AnalysedRow {
  row_index: number;
  state: RowState;
  normalized: Normalized;
  person: PersonMatch;
  location: LocationMatch;
  status: StatusReading | null;
  conflicts: Obstacle[];
  planned: 'create' | 'update' | 'none';
  changes: Change[];
  issues: Issue[];
  existing: KnownBooking | null;
}

const NOBODY: PersonMatch = { match: 'none', person_id: null, score: 0, matched_on: [], candidates: [] };
const NOWHERE: LocationMatch = { match: 'none', location_id: null, score: 0, matched_on: [], candidates: [] };
/** Issues that somebody may accept, which takes the first candidate. */
const ACCEPTABLE: IssueCode[] = ['person_possible_match', 'leading_zero_mismatch', 'person_ambiguous'];

/** What rows are compared with: the people and rooms of the site, and the file as a whole. */
export interface Surroundings {
  calendar: ReadingSite;
  people: PeopleIndex;
  rooms: LocationIndex;
  file: FileEvidence;
}

/** Reads the cells of a row, corrected as somebody decided. */
export function readGiven(given: GivenRow, calendar: ReadingSite): Draft {
  const corrected = given.resolution?.values;
  const values = corrected ? { ...given.values, ...withoutAliases(given.values, corrected) } : given.values;
  const { normalized, status, issues } = readRow(valuesOf(values), calendar);
  return {
    normalized,
    status,
    issues: issues.filter((issue) => !isDecided(issue, given)),
    given,
    person: NOBODY,
    location: NOWHERE,
    written: null,
    existing: null,
    duplicate: false,
    conflicts: [],
    rival: null,
    changes: [],
  };
}

/**
 * Finds out what the rows of a file say: whom, where, when. It only reads, in a few statements however many rows there are,
 * and looks at nothing that an import changes, but for the people that it makes.
 */
export async function understand(
  sql: Sql,
  siteId: string,
  surroundings: Surroundings,
  drafts: Draft[],
): Promise<Draft[]> {
  await matchPeople(sql, siteId, surroundings, drafts);
  await matchRooms(drafts, surroundings.rooms);
  for await (const draft of withYield(drafts)) warnOfOtherRows(draft, surroundings.file);
  return drafts;
}

/** One person in several places in the same nights: which of the rows is right, none of them says. */
function warnOfOtherRows(draft: Draft, file: FileEvidence): void {
  const row = file.elsewhere(draft);
  if (row !== null)
    draft.issues.push(
      warning('person_overlap', `row ${row} of this file has the person elsewhere in some of the nights`, {
        value: String(row),
      }),
    );
}

/**
 * Finds out which bookings rows are about, and so what an import would do with them. With `rooms` also who has their places
 * already; an import learns that when it takes them. It only reads.
 */
export async function classifyBookingRows(
  sql: Sql,
  siteId: string,
  calendar: ReadingSite,
  understood: Draft[],
  rooms?: LocationIndex,
): Promise<AnalysedRow[]> {
  // A row that is tried again is classified again.
  const drafts = understood.map((draft) => ({ ...draft, issues: [...draft.issues] }));
  await matchBookings(sql, siteId, drafts, calendar);
  if (rooms) await seekPlaces(sql, siteId, drafts, rooms, calendar.today);
  return mapWithYield(drafts, conclude);
}

const PERSON_FIELDS = ['student_id', 'email', 'first_name', 'last_name'];

/** Whether a resolution says what a cell does not: who, where, or which booking it is. */
function isDecided({ field, code }: Issue, { resolution }: GivenRow): boolean {
  if (!resolution || field === null) return false;
  const { person_id, create_person, location_id, booking_id } = resolution;
  if (PERSON_FIELDS.includes(field)) return (person_id ?? create_person ?? booking_id) !== undefined;
  if (field === 'room') return (location_id ?? (code === 'missing_required' && booking_id)) !== undefined;
  return field === 'contract_start' && code === 'missing_required' && booking_id !== undefined;
}

/** A corrected value replaces every column that means the same field. */
function withoutAliases(values: Record<string, unknown>, corrected: Record<string, unknown>): Record<string, unknown> {
  const fields = new Set(Object.keys(corrected).map(fieldOf));
  const cleared = Object.keys(values).filter((header) => fields.has(fieldOf(header) ?? undefined) && fieldOf(header));
  return { ...Object.fromEntries(cleared.map((header) => [header, null])), ...corrected };
}

async function matchPeople(sql: Sql, siteId: string, { people, file }: Surroundings, drafts: Draft[]): Promise<void> {
  const chosen = drafts.flatMap(({ given }) => given.resolution?.person_id ?? []).filter(isId);
  const known = new Set(await findStudents(sql, siteId, chosen));
  for await (const draft of withYield(drafts)) {
    const { resolution } = draft.given;
    const given = personOf(draft);
    const { person, doubts } = decidePerson(given, people, file.people);
    const value = (field: string) =>
      (field === 'email' ? given.email : given.student_id) ?? ([given.first_name, given.last_name].filter(Boolean).join(' ') || null); // prettier-ignore
    const issues = doubts.map(({ code, severity, message, field, suggestion }) =>
      (severity === 'error' ? error : warning)(code, message, { field, value: value(field), suggestion }),
    );
    if (resolution?.person_id) draft.person = chosenPerson(draft, person, known.has(resolution.person_id));
    else if (resolution?.create_person) draft.person = { ...person, match: 'new', person_id: null };
    else {
      const [best] = person.candidates;
      const isAccepted = issues.length > 0 && issues.every(({ code }) => ACCEPTABLE.includes(code) && resolution?.accept?.includes(code)); // prettier-ignore
      draft.person = isAccepted && best ? { ...person, person_id: best._id } : person;
      if (!isAccepted || !best) draft.issues.push(...issues);
    }
  }
}

/** The person of a resolution, who may be gone. */
function chosenPerson({ given, issues }: Draft, person: PersonMatch, isThere: boolean): PersonMatch {
  const id = given.resolution?.person_id ?? null;
  if (!isThere)
    issues.push(
      error('person_not_found', 'the person of the resolution does not exist', { field: 'person_id', value: id }),
    );
  return { ...person, match: 'exact', person_id: isThere ? id : null, score: 1, matched_on: ['resolution'] };
}

async function matchRooms(drafts: Draft[], rooms: LocationIndex): Promise<void> {
  for await (const draft of withYield(drafts)) {
    const { normalized, given, issues } = draft;
    const chosen = given.resolution?.location_id;
    const row = chosen === undefined ? undefined : rooms.get(chosen);
    if (chosen !== undefined) {
      if (row?.active && row.allocatable)
        draft.location = { match: 'exact', location_id: row.id, score: 1, matched_on: ['resolution'], candidates: [] };
      else
        issues.push(
          error(
            row ? 'location_not_allocatable' : 'location_not_found',
            'the location of the resolution cannot be booked',
            { field: 'location_id', value: chosen },
          ),
        );
    } else if (normalized.room) matchRoom(draft, normalized.room, rooms);
  }
}

function matchRoom(draft: Draft, room: string, rooms: LocationIndex): void {
  const { location, doubt, only, written } = rooms.find(room);
  const details = { field: 'room', value: room };
  Object.assign(draft, { location, written: written?.id ?? null });
  if (doubt) {
    const { code, severity, message, suggestion } = doubt;
    draft.issues.push((severity === 'error' ? error : warning)(code, message, { ...details, suggestion }));
  } else if (only && !(only.active && only.allocatable)) {
    const why = only.active ? 'is of a type that cannot be allocated to bookings' : 'is closed';
    draft.issues.push(error('location_not_allocatable', why, details));
  }
}

/** Puts the rows into their places in the order of the file, to see who stands in whose way. */
async function seekPlaces(
  sql: Sql,
  siteId: string,
  drafts: Draft[],
  rooms: LocationIndex,
  today: string,
): Promise<void> {
  const seeking = drafts.filter(isSeeking);
  if (seeking.length === 0) return;
  const locations = new Set(
    seeking.flatMap(({ location, existing }) =>
      rooms.parts(location.location_id ?? existing?.location ?? '').map(({ id }) => id),
    ),
  );
  const { from, to } = nightsOf(seeking.map(stayOf));
  const places = new PlaceSimulator(rooms, await findHeldPlaces(sql, siteId, [...locations], from, to), today);
  for await (const draft of withYield(seeking)) {
    const { location, existing, given, status } = draft;
    const override = given.resolution?.override?.conflict_booking_id;
    const found: Obstacles | undefined = places.take({
      row: given.row_index,
      booking: existing?.id ?? override ?? null,
      location: location.location_id ?? existing?.location ?? '',
      ...stayOf(draft),
      resident: status?.value === 'checked_in',
    });
    draft.conflicts = found?.places ?? [];
    draft.rival = found?.row ?? null;
    for (const conflict of draft.conflicts)
      draft.issues.push(warning('conflict_booking', messageOf(conflict), { field: 'room', value: conflict.holder }));
    if (draft.rival !== null)
      draft.issues.push(
        warning('conflict_in_file', `row ${draft.rival} of this file has the place`, {
          field: 'room',
          value: String(draft.rival),
        }),
      );
  }
}

const stayOf = ({ normalized, existing }: Draft) => ({
  from: normalized.contract_start ?? existing?.contract_start ?? '',
  to: normalized.contract_end ?? existing?.contract_end ?? null,
});

function messageOf({ obstacle, closure, lead_person_name: who, ...theirs }: Obstacle): string {
  if (closure)
    return `the place is closed from ${closure.from} to ${closure.to ?? 'an open end'} (${closure.reason ?? closure.kind})`;
  if (obstacle === 'turnaround') return `the place is cleaned between this stay and that of ${who}`;
  if (obstacle === 'stay') return `${who} stayed there in some of these nights (${theirs.status})`;
  const until = theirs.contract_end ?? 'an open end';
  return `${who} has the place from ${theirs.contract_start} to ${until} (${theirs.status})`;
}

/** Whether a row would take a place: all is known of it. A stay that is over takes its nights as well. */
function isSeeking({ given, existing, duplicate, changes, normalized, location, status, issues }: Draft): boolean {
  if (given.resolution?.action === 'skip') return false;
  const moves = changes.some(({ field }) => ['location', 'contract_start', 'contract_end'].includes(field));
  const known = existing !== null || (location.location_id !== null && normalized.contract_start !== null);
  if (duplicate || (existing && !moves) || !known) return false;
  return status !== null && !issues.some(({ severity }) => severity === 'error');
}

function conclude(draft: Draft): AnalysedRow {
  const { given, normalized, person, location, status, conflicts, existing, changes, duplicate, rival } = draft;
  const issues = draft.issues.map((issue) =>
    isAccepted(issue, given) ? info(issue.code, issue.message, issue) : issue,
  );
  const same = existing !== null && changes.length === 0;
  const isNew = given.resolution?.create_person !== undefined;
  const inTheWay = conflicts.length > 0 || rival !== null;
  const open = (person.person_id === null && !isNew) || location.location_id === null || status === null;
  const asked = issues.some(({ code, severity }) => severity === 'warning' && QUESTIONS.has(code));
  const waits = inTheWay || asked || (existing ? isUnclear(draft, existing) : open);
  const failed = issues.some(({ severity }) => severity === 'error');
  const settled = duplicate || (same && !waits);
  const state: RowState = failed ? 'error' : settled ? 'duplicate' : waits ? 'needs_decision' : 'ready';
  const planned = state === 'error' || state === 'duplicate' ? 'none' : existing ? 'update' : 'create';
  return {
    row_index: given.row_index,
    state,
    normalized,
    person,
    location,
    status,
    conflicts,
    planned,
    changes,
    issues,
    existing,
  };
}

const isAccepted = ({ code }: Issue, { resolution }: GivenRow): boolean =>
  QUESTIONS.has(code) && resolution?.accept?.includes(code) === true;

/** Whether the row of a booking names a room or a person that cannot be told: leaving them as they are would be a guess. */
function isUnclear({ normalized, location, person, given, issues }: Draft, existing: KnownBooking): boolean {
  if (given.resolution) return false;
  if (normalized.room !== null && location.location_id === null) return true;
  // Somebody who was deleted since is not among those who are found.
  const isGone = normalized.student_id?.toLowerCase() === existing.lead_student_id.toLowerCase();
  const isThere = person.candidates.some(({ _id }) => _id === existing.lead_person);
  if (isGone && !isThere) return false;
  return person.person_id === null && issues.some(({ field }) => field !== null && PERSON_FIELDS.includes(field));
}

/** What a preview says of the file as a whole. */
export function summaryOf(rows: AnalysedRow[]) {
  const count = (state: RowState) => rows.filter((row) => row.state === state).length;
  return {
    total: rows.length,
    ready: count('ready'),
    needs_decision: count('needs_decision'),
    error: count('error'),
    duplicate: count('duplicate'),
  };
}
