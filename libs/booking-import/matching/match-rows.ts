import type { Draft } from '#libs/booking-import/draft';
import { type FileEvidence, personOf } from '#libs/booking-import/matching/file-evidence';
import { askOfCorrection } from '#libs/booking-import/resolutions/corrected-cells';
import { accepts } from '#libs/booking-import/resolutions/accepted';
import { error, info, type IssueCode, warning } from '#libs/booking-import/issues';
import type { ReadingSite } from '#libs/booking-import/rows/read-row';
import { findStudents } from '#libs/booking-import/matching/resolve.queries';
import { eachWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import type { LocationIndex } from '#libs/matching/location-index';
import { decidePerson, type PersonMatch } from '#libs/matching/people';
import { type PeopleIndex, recordNameOf } from '#libs/matching/people-index';

/** Issues that somebody may accept, which takes the first candidate. */
const ACCEPTABLE: IssueCode[] = ['person_possible_match', 'leading_zero_mismatch', 'person_ambiguous'];

/** What rows are compared with: the people and rooms of the site, and the file as a whole. */
export interface Surroundings {
  calendar: ReadingSite;
  people: PeopleIndex;
  rooms: LocationIndex;
  file: FileEvidence;
}

export async function matchPeople(
  sql: Sql,
  siteId: string,
  { people, file }: Surroundings,
  drafts: Draft[],
): Promise<void> {
  const chosen = drafts.flatMap(({ given }) => given.resolution?.person_id ?? []).filter(isId);
  const known = new Set(await findStudents(sql, siteId, chosen));
  await eachWithYield(drafts, (draft) => {
    const { resolution } = draft.given;
    const given = personOf(draft);
    const { person, doubts } = decidePerson(given, people, file.people);
    const value = (field: string) => (field === 'email' ? given.email : given.student_id) ?? ([given.first_name, given.last_name].filter(Boolean).join(' ') || given.full_name); // prettier-ignore
    const issues = doubts.map(({ code, severity, message, field, suggestion }) =>
      (severity === 'error' ? error : warning)(code, message, { field, value: value(field), suggestion }),
    );
    if (resolution?.person_id) {
      const meant = person.person_id ?? person.candidates[0]?._id;
      draft.issues.push(...askOfCorrection(draft.given, 'person', meant, value('student_id')));
      draft.person = chosenPerson(draft, person, known.has(resolution.person_id));
    } else if (resolution?.create_person) draft.person = { ...person, match: 'new', person_id: null };
    else {
      const [best] = person.candidates;
      const isAccepted = issues.length > 0 && issues.every(({ code }) => ACCEPTABLE.includes(code) && accepts(draft.given, code)); // prettier-ignore
      draft.person = isAccepted && best ? { ...person, person_id: best._id } : person;
      if (!isAccepted || !best) draft.issues.push(...issues);
    }
    if (resolution) tellOfEmail(draft, given.email, people);
  });
}

/** Says what happens with an email that is not that of the person whom somebody chose. */
function tellOfEmail({ person, issues }: Draft, email: string | null, people: PeopleIndex): void {
  const chosen = people.get(person.person_id ?? '');
  if (email === null || !chosen || chosen.email?.toLowerCase() === email.toLowerCase()) return;
  const kept = chosen.email === null ? 'has no email' : `keeps ${chosen.email}`;
  issues.push(info('person_possible_match', `this email is not stored: ${recordNameOf(chosen)} ${kept}`, { field: 'email', value: email })); // prettier-ignore
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

export async function matchRooms(drafts: Draft[], rooms: LocationIndex): Promise<void> {
  await eachWithYield(drafts, (draft) => {
    const { normalized, given, issues } = draft;
    const chosen = given.resolution?.location_id;
    const row = chosen === undefined ? undefined : rooms.get(chosen);
    if (chosen !== undefined) {
      const meant = normalized.room === null ? undefined : rooms.find(normalized.room).only?.id;
      issues.push(...askOfCorrection(given, 'room', meant, normalized.room));
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
  });
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
