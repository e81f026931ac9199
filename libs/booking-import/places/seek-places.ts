import { CALLED_OFF } from '#libs/bookings/booking-status';
import { claimedNights } from '#libs/booking-import/places/claimed-nights';
import { claimedRoom } from '#libs/booking-import/places/claimed-room';
import { nightsOf } from '#libs/booking-import/places/nights';
import { type Draft, isSkipped } from '#libs/booking-import/draft';
import { type Issue, overstayInPlace, warning } from '#libs/booking-import/issues';
import { type Obstacle, PlaceSimulator, type WantedStay } from '#libs/booking-import/places/place-simulator';
import { rivalsAmong } from '#libs/booking-import/places/rivals-in-file';
import { findHeldPlaces } from '#libs/booking-import/matching/resolve.queries';
import { eachWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import { isHeading } from '#libs/booking-import/columns/sections';
import type { LocationIndex } from '#libs/matching/location-index';

/** Before all stays: an arrival that cannot be read may be any day. */
export const ALWAYS = '0001-01-01';

export const stayOf = ({ normalized, existing }: Draft) => ({
  from: normalized.contract_start ?? existing?.contract_start ?? '',
  to: normalized.contract_end ?? existing?.contract_end ?? null,
});

const claimOf = ({ normalized, existing, issues }: Draft) => {
  const { from, to } = claimedNights(normalized, issues);
  return { from: from ?? existing?.contract_start ?? ALWAYS, to: to ?? existing?.contract_end ?? null };
};

/** Whether changes of a booking are about its place or its nights. */
export const changesPlace = (changes: { field: string }[]): boolean =>
  changes.some(({ field }) => ['location', 'contract_start', 'contract_end'].includes(field));

/** Whether a row takes a place, or would if it could be written. A stay that is over takes its nights as well. */
function isSeeking({ given, existing, duplicate, changes, normalized, location, status, issues }: Draft): boolean {
  if (isSkipped(given) || isHeading(given) || duplicate) return false;
  if (status === null && CALLED_OFF.some((each) => each === normalized.status)) return false;
  if (existing) return changesPlace(changes);
  const isBroken = issues.some(({ severity }) => severity === 'error');
  return claimedRoom(location) !== null && (isBroken || normalized.contract_start !== null);
}

/** Whether a row cannot be imported as it stands, so that it only keeps others from its place. */
const isUnwritable = ({ issues, status, location, existing }: Draft): boolean =>
  status === null ||
  (!existing && location.location_id === null) ||
  issues.some(({ severity }) => severity === 'error');

const roomOf = ({ location, existing }: Draft): string =>
  location.location_id ?? existing?.location ?? claimedRoom(location) ?? '';

/** Puts the rows into their places in the order of the file, to see which row is in the way of which. */
export async function seekPlaces(
  sql: Sql,
  siteId: string,
  drafts: Draft[],
  rooms: LocationIndex,
  today: string,
): Promise<void> {
  const seeking = drafts.filter(isSeeking);
  const writable = seeking.filter((draft) => !isUnwritable(draft));
  if (writable.length === 0) return;
  const locations = new Set(seeking.flatMap((draft) => rooms.parts(roomOf(draft)).map(({ id }) => id)));
  const { from, to } = nightsOf(writable.map(stayOf));
  const places = new PlaceSimulator(rooms, await findHeldPlaces(sql, siteId, [...locations], from, to), today);
  const wantedBy = (draft: Draft): WantedStay => {
    const { existing, given, status } = draft;
    const override = given.resolution?.override?.conflict_booking_id;
    return {
      row: given.row_index,
      booking: existing?.id ?? override ?? null,
      location: roomOf(draft),
      ...(isUnwritable(draft) ? claimOf(draft) : stayOf(draft)),
      resident: status?.value === 'checked_in',
      isOver: status?.value === 'checked_out',
      person: draft.person.person_id,
    };
  };
  const rivals = rivalsAmong(seeking.map(wantedBy), rooms);
  await eachWithYield(seeking, (draft) => {
    const wanted = wantedBy(draft);
    if (isUnwritable(draft)) {
      places.reserve(wanted);
      return;
    }
    const found = places.take(wanted);
    if ('late' in found) {
      draft.issues.push(...[...new Set(found.late.map(({ holder }) => holder))].map(overstayInPlace));
      return;
    }
    draft.conflicts = found.places;
    if (found.row !== null) addRivals(rivals, draft, found.row);
    for (const conflict of draft.conflicts)
      draft.issues.push(warning('conflict_booking', messageOf(conflict), { field: 'room', value: conflict.holder }));
  });
  for (const draft of writable) {
    draft.rival = rivals.get(draft.given.row_index) ?? null;
    if (draft.rival !== null) draft.issues.push(rivalIssue(draft.rival));
  }
}

/** That one row is in the way of another says nothing of which of them is right. Those of one person ask already when they contradict each other. */
function addRivals(rivals: Map<number, number>, { given, issues }: Draft, other: number): void {
  if (!rivals.has(given.row_index)) rivals.set(given.row_index, other);
  const isAsked = issues.some(({ code, value }) => value === String(other) && (code === 'contradicts_row' || code === 'person_overlap')); // prettier-ignore
  if (!isAsked && !rivals.has(other)) rivals.set(other, given.row_index);
}

const rivalIssue = (row: number): Issue =>
  warning('conflict_in_file', `row ${row} of this file wants the place, too; decide about both`, { field: 'room', value: String(row) }); // prettier-ignore

export function messageOf({ obstacle, closure, lead_person_name: who, ...theirs }: Obstacle): string {
  if (closure)
    return `the place is closed from ${closure.from} to ${closure.to ?? 'an open end'} (${closure.reason ?? closure.kind})`;
  if (obstacle === 'turnaround') return `the place is cleaned between this stay and that of ${who}`;
  if (obstacle === 'stay') return `${who} stayed there in some of these nights (${theirs.status})`;
  const until = theirs.contract_end ?? 'an open end';
  return `${who} has the place from ${theirs.contract_start} to ${until} (${theirs.status})`;
}
