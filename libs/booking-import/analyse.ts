import { eachWithYield, mapWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import type { Change } from '#libs/booking-import/matching/changes';
import { type Field, fieldOf, PERSON_CELLS, ROOM_CELLS, valuesOf } from '#libs/booking-import/columns/columns';
import { type Draft, type GivenRow, isSkipped } from '#libs/booking-import/draft';
import { shown } from '#libs/booking-import/rows/shown';
import { type FileEvidence } from '#libs/booking-import/matching/file-evidence';
import { isAccepted } from '#libs/booking-import/resolutions/accepted';
import { contradiction, info, type Issue, QUESTIONS, warning } from '#libs/booking-import/issues';
import { askOfLone } from '#libs/booking-import/columns/lone-columns';
import { askOfEdits } from '#libs/booking-import/matching/edited-exports';
import { askOfFormerValues } from '#libs/booking-import/matching/former-values';
import { askOfCountingOn } from '#libs/booking-import/matching/counting-on';
import { askOfMovedValues } from '#libs/booking-import/matching/moved-values';
import { askOfPlannedMoves } from '#libs/booking-import/matching/planned-moves';
import { matchBookings } from '#libs/booking-import/matching/match-bookings';
import { againstNotes } from '#libs/booking-import/rows/notes-against';
import { type PersonMatch } from '#libs/matching/people';
import { type Obstacle } from '#libs/booking-import/places/place-simulator';
import { type Normalized, readRow, type ReadingSite } from '#libs/booking-import/rows/read-row';
import type { StatusReading } from '#libs/booking-import/rows/read-status';
import { type KnownBooking } from '#libs/booking-import/matching/resolve.queries';
import type { LocationMatch, LocationIndex } from '#libs/matching/location-index';
import { matchPeople, matchRooms, Surroundings } from '#libs/booking-import/matching/match-rows';
import { isHeading, NO_BOOKING } from '#libs/booking-import/columns/sections';
import { seekSlots } from '#libs/booking-import/places/seek-slots';
import { seekPlaces } from '#libs/booking-import/places/seek-places';

export type RowState = 'ready' | 'needs_decision' | 'error' | 'duplicate';

/** A row with everything that is known about it: what it means, what is in its way, what an import would do. */
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
/** Reads the cells of a row, corrected as somebody decided. */
export function readGiven(given: GivenRow, calendar: ReadingSite): Draft {
  const corrected = given.resolution?.values;
  const values = corrected ? { ...given.values, ...withoutAliases(given.values, corrected) } : given.values;
  const { normalized, status, issues, deniesCar, wholeDays, endIs } = readRow(valuesOf(values), calendar);
  // Written out: an object that begins as a copy of another one takes several times as long to make.
  return {
    normalized,
    status,
    deniesCar,
    wholeDays,
    endIs,
    issues: [...issues.filter((issue) => !isDecided(issue, given)), ...askOfLone(given)],
    given,
    person: NOBODY,
    location: NOWHERE,
    written: null,
    existing: null,
    duplicate: false,
    conflicts: [],
    rival: null,
    slotless: false,
    changes: [],
    claim: null,
    lacksStatus: false,
    blankAmongFilled: [],
    doubtfulYear: null,
    draggedDay: null,
    statusAbove: null,
    endsWithNight: false,
    isNoPlate: false,
    plateDoubt: null,
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
  await eachWithYield(drafts, (draft) => {
    warnOfOtherRows(draft, surroundings);
    draft.claim =
      againstNotes(draft, surroundings) ?? (surroundings.file.isOddDash(draft) ? draft.normalized.notes : null);
    draft.lacksStatus = surroundings.file.statesStatus && draft.normalized.status === null;
    draft.blankAmongFilled = blanksOf(draft, surroundings.file);
    draft.statusAbove = surroundings.file.statusAbove(draft);
    draft.endsWithNight =
      surroundings.calendar.stayEnd === undefined &&
      surroundings.file.endsWithNight(draft, surroundings.calendar.mayEndWithNights);
    draft.doubtfulYear = surroundings.file.doubtfulYear(draft, surroundings.calendar.today);
    draft.draggedDay = surroundings.file.draggedDay(draft);
    draft.isNoPlate = isNoPlate(draft.normalized, surroundings);
    draft.plateDoubt = surroundings.file.plateDoubt(draft);
  });
  return drafts;
}

/** The columns in which a row has nothing, though it may have been meant to have something: a dash is nothing, and `open` is an end. */
function blanksOf({ normalized, endIs }: Draft, file: FileEvidence): Draft['blankAmongFilled'] {
  const lacksStatus = normalized.status === null && file.mostlyHasStatus;
  const lacksEnd = endIs === 'nothing' || (endIs === null && normalized.contract_end === null && file.statesEnds);
  return [...(lacksStatus ? ['status' as const] : []), ...(lacksEnd ? ['contract_end' as const] : [])];
}

/** Whether a cell for a number plate has what is in other columns: a column that was moved, or mapped wrongly. */
function isNoPlate({ vehicle_registration: plate, reference }: Normalized, { people, rooms }: Surroundings): boolean {
  if (plate === null) return false;
  return people.withStudentId(plate).length > 0 || rooms.meant(plate).called.length > 0 || plate.toUpperCase() === reference; // prettier-ignore
}

/** One person in several places in the same nights: which of the rows is right, none of them says. */
function warnOfOtherRows(draft: Draft, { file, calendar }: Surroundings): void {
  const { elsewhere, contradiction: other } = file.against(draft);
  if (elsewhere !== null) {
    const { row, isBroken } = elsewhere;
    const what = isBroken
      ? 'is about the person too, perhaps elsewhere or for other days, and has an error; correct it'
      : 'has the person elsewhere in some of the nights';
    draft.issues.push(warning('person_overlap', `row ${row} of this file ${what}`, { value: String(row) }));
  }
  if (other !== null) draft.issues.push(contradiction(other.row, other.columns, other.areBothAccepted));
  const said = isSkipped(draft.given) ? null : file.saidElsewhere(draft, calendar);
  if (said !== null)
    draft.issues.push(warning('contradicts_row', `the notes of row ${said.row} of this file say "${shown(said.notes)}", which may be about this row, too`, { value: String(said.row) })); // prettier-ignore
  const { building, room } = draft.normalized;
  // A code or a path says the building, too.
  const lacksBuilding = file.statesBuilding && building === null && room !== null && draft.written === null && draft.given.resolution?.location_id === undefined; // prettier-ignore
  if (lacksBuilding)
    draft.issues.push(warning('doubtful_value', 'is empty, and other rows of the file have a building; is the room in that of the row above?', { field: 'building', value: null })); // prettier-ignore
}

/**
 * Finds out which bookings rows are about, and so what an import would do with them. With `rooms` also who has their places
 * and departure slots already; an import learns that when it takes them. It only reads.
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
  askOfMovedValues(drafts);
  askOfCountingOn(drafts);
  await askOfFormerValues(sql, siteId, drafts);
  await askOfPlannedMoves(sql, siteId, drafts);
  await askOfEdits(sql, siteId, drafts, calendar);
  if (rooms) {
    await seekPlaces(sql, siteId, drafts, rooms, calendar.today);
    await seekSlots(sql, siteId, drafts, calendar.timeZone);
  }
  return mapWithYield(drafts, conclude);
}

const isIn = (fields: readonly Field[], field: string): boolean => fields.some((each) => each === field);

/** Whether a resolution says what a cell does not: who, where, or which booking it is. */
function isDecided({ field, code }: Issue, { resolution }: GivenRow): boolean {
  if (!resolution || field === null) return false;
  const { person_id, create_person, location_id, booking_id } = resolution;
  if (isIn(PERSON_CELLS, field)) return (person_id ?? create_person ?? booking_id) !== undefined;
  if (isIn(ROOM_CELLS, field)) return (location_id ?? (code === 'missing_required' && booking_id)) !== undefined;
  return field === 'contract_start' && code === 'missing_required' && booking_id !== undefined;
}

/** A corrected value replaces every column that means the same field. */
function withoutAliases(values: Record<string, unknown>, corrected: Record<string, unknown>): Record<string, unknown> {
  const fields = new Set(Object.keys(corrected).map(fieldOf));
  const cleared = Object.keys(values).filter((header) => fields.has(fieldOf(header) ?? undefined) && fieldOf(header));
  return { ...Object.fromEntries(cleared.map((header) => [header, null])), ...corrected };
}

function conclude(draft: Draft): AnalysedRow {
  const { given, normalized, person, location, status, conflicts, existing, changes, duplicate, rival, slotless } =
    draft;
  const told = isHeading(given) ? [NO_BOOKING] : draft.issues;
  const issues = told.map((issue) => (isAccepted(issue, given) ? info(issue.code, issue.message, issue) : issue));
  const same = existing !== null && changes.length === 0;
  const isNew = given.resolution?.create_person !== undefined;
  const inTheWay = conflicts.length > 0 || rival !== null || slotless;
  const open = (person.person_id === null && !isNew) || location.location_id === null || status === null;
  const asked = issues.some(({ code, severity }) => severity === 'warning' && QUESTIONS.has(code));
  const waits = inTheWay || asked || (existing ? isUnclear(draft, existing) : open);
  const failed = issues.some(({ severity }) => severity === 'error');
  const settled = duplicate || (same && !waits);
  const isOut = isSkipped(given);
  const state: RowState = isOut ? 'ready' : failed ? 'error' : settled ? 'duplicate' : waits ? 'needs_decision' : 'ready'; // prettier-ignore
  const planned = isOut || state === 'error' || state === 'duplicate' ? 'none' : existing ? 'update' : 'create';
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

/** Whether the row of a booking names a room or a person that is not known: leaving them as they are would be a guess. */
function isUnclear({ normalized, location, person, given, issues }: Draft, existing: KnownBooking): boolean {
  if (given.resolution) return false;
  if (normalized.room !== null && location.location_id === null) return true;
  // Somebody who was deleted since is not among those who are found.
  const isGone =
    normalized.student_id !== null && normalized.student_id.toLowerCase() === existing.lead_student_id?.toLowerCase();
  const isThere = person.candidates.some(({ _id }) => _id === existing.lead_person);
  if (isGone && !isThere) return false;
  return person.person_id === null && issues.some(({ field }) => field !== null && isIn(PERSON_CELLS, field));
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
