import { findResidence, type Moving, type Residence, setHomesTo } from '#libs/bookings/homes.queries';
import type { Transaction } from '#libs/core/database/transaction';
import { homesOf, type MergeSnapshot } from '#libs/merges/snapshot';
import type { Student } from '#libs/students/student.entity';

interface Undone {
  kept: Student;
  merged: Student;
  snapshot: MergeSnapshot;
  /** When the records were merged. */
  since: Date;
}

/**
 * Gives the two people of a merge their homes again, when their bookings name them again: where they are in house now, else what
 * they had before the merge, unless they have left since.
 */
export async function restoreHomes(
  tx: Transaction,
  { kept, merged, snapshot, since }: Undone,
  by: Moving,
): Promise<void> {
  const found = await findResidence(tx, kept.siteId, [kept.id, merged.id], since);
  const of = (id: string): Residence => found.get(id) ?? { rooms: [], has_left: false };
  const [stayed, back] = [of(kept.id), of(merged.id)];
  const { before, after } = homesOf(snapshot, kept.locationId);
  const ofStays = [...stayed.rooms, ...back.rooms, ...(stayed.has_left || back.has_left ? [null] : [])];
  // A home that neither the merge nor a stay explains was given by somebody since.
  const isGiven = kept.locationId !== after && !ofStays.includes(kept.locationId);
  await setHomesTo(
    tx,
    kept.siteId,
    [
      { id: kept.id, home: homeNow(stayed, before, isGiven ? kept.locationId : undefined) },
      { id: merged.id, home: homeNow(back, merged.locationId) },
    ],
    by,
  );
}

const homeNow = ({ rooms: [room], has_left }: Residence, before: string | null, given?: string | null) =>
  room ?? (given !== undefined ? given : has_left ? null : before);
