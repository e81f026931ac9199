import { nightsOf } from './nights.js';
import type { Draft } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';
import { type Obstacle, type Obstacles, PlaceSimulator } from '#libs/booking-import/place-simulator';
import { findHeldPlaces } from '#libs/booking-import/resolve.queries';
import { withYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import type { LocationIndex } from '#libs/matching/location-index';

export const stayOf = ({ normalized, existing }: Draft) => ({
  from: normalized.contract_start ?? existing?.contract_start ?? '',
  to: normalized.contract_end ?? existing?.contract_end ?? null,
});

/** Whether a row would take a place: all is known of it. A stay that is over takes its nights as well. */
function isSeeking({ given, existing, duplicate, changes, normalized, location, status, issues }: Draft): boolean {
  if (given.resolution?.action === 'skip') return false;
  const moves = changes.some(({ field }) => ['location', 'contract_start', 'contract_end'].includes(field));
  const known = existing !== null || (location.location_id !== null && normalized.contract_start !== null);
  if (duplicate || (existing && !moves) || !known) return false;
  return status !== null && !issues.some(({ severity }) => severity === 'error');
}

/** Puts the rows into their places in the order of the file, to see who stands in whose way. */
export async function seekPlaces(
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

export function messageOf({ obstacle, closure, lead_person_name: who, ...theirs }: Obstacle): string {
  if (closure)
    return `the place is closed from ${closure.from} to ${closure.to ?? 'an open end'} (${closure.reason ?? closure.kind})`;
  if (obstacle === 'turnaround') return `the place is cleaned between this stay and that of ${who}`;
  if (obstacle === 'stay') return `${who} stayed there in some of these nights (${theirs.status})`;
  const until = theirs.contract_end ?? 'an open end';
  return `${who} has the place from ${theirs.contract_start} to ${until} (${theirs.status})`;
}
