import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/database';
import {
  closePlaces,
  dropPlaces,
  findBlockers,
  findFreeLocations,
  type Stay,
  ATTEMPTS,
  takePlaces,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';

type WantedStay = Pick<BookingFactsRow, 'location' | 'contract_start' | 'contract_end'>;

const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The stay that a live booking wants after a change of dates or room. A resident who changes rooms moves today. */
export function newStay({ site }: SiteAccess, row: BookingFactsRow, wanted: WantedStay, today: string): Stay {
  const resident = row.status === 'checked_in';
  const moves = resident && wanted.location !== row.location;
  const keepsOld = moves && today > row.segment_from;
  const first = resident ? earlier(row.occupied_from, wanted.contract_start) : wanted.contract_start;
  const sameSegment = moves || row.segment > 1 ? row.segment_from : first;
  return {
    siteId: site.id,
    bookingId: row._id,
    segment: keepsOld ? row.segment + 1 : row.segment,
    locationId: wanted.location,
    from: keepsOld ? today : sameSegment,
    to: wanted.contract_end,
    resident,
  };
}

/** Gives up the places that a booking holds; those of a stay that goes on elsewhere stay as history. */
export async function leavePlaces(tx: Transaction, row: BookingFactsRow, stay: Stay, today: string): Promise<void> {
  if (stay.segment > row.segment) await closePlaces(tx, stay.siteId, row._id, row.segment, today);
  else await dropPlaces(tx, stay.siteId, row._id, row.segment);
}

/**
 * Takes the places of the new stay and answers the columns that say so.
 * @throws BookingConflict
 */
export async function moveInto(
  tx: Transaction,
  access: SiteAccess,
  row: BookingFactsRow,
  stay: Stay,
): Promise<Record<string, unknown>> {
  for (let attempt = 1; !(await takePlaces(tx, stay)); attempt++) {
    const blockers = await findBlockers(tx, stay);
    if (blockers.length > 0 || attempt === ATTEMPTS)
      throw new BookingConflict(blockers, access, { free: await findFreeLocations(tx, stay) });
  }
  const occupiedFrom = stay.segment > 1 ? row.occupied_from : stay.from;
  const occupiedTo = stay.to !== null && stay.to < occupiedFrom ? occupiedFrom : stay.to;
  return { segment: stay.segment, segment_from: stay.from, occupied_from: occupiedFrom, occupied_to: occupiedTo };
}
