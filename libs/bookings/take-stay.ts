import type { SiteAccess } from '#libs/accounts/access';
import type { Transaction } from '#libs/core/database/database';
import {
  closePlaces,
  dropPlaces,
  findBlockers,
  findFreeLocations,
  type Stay,
  takePlaces,
} from '#libs/occupancy/places.queries';
import { BookingConflict } from '#libs/bookings/booking-errors';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';

type WantedStay = Pick<BookingFactsRow, 'location' | 'contract_start' | 'contract_end'>;

/**
 * Takes the places of the changed stay. A resident who changes rooms leaves the old one today: that segment stays as
 * history, a new one begins.
 * @throws BookingConflict
 */
export async function takeStay(
  tx: Transaction,
  access: SiteAccess,
  row: BookingFactsRow,
  wanted: WantedStay,
  today: string,
): Promise<Record<string, unknown>> {
  const siteId = access.site.id;
  const resident = row.status === 'checked_in';
  const moves = resident && wanted.location !== row.location;
  const stays = moves && today > row.segment_from;
  const first = resident && row.occupied_from < wanted.contract_start ? row.occupied_from : wanted.contract_start;
  const from = moves ? (stays ? today : row.segment_from) : row.segment > 1 ? row.segment_from : first;
  const stay: Stay = {
    siteId,
    bookingId: row._id,
    segment: stays ? row.segment + 1 : row.segment,
    locationId: wanted.location,
    from,
    to: wanted.contract_end,
    resident,
  };
  if (stays) await closePlaces(tx, siteId, row._id, row.segment, today);
  else await dropPlaces(tx, siteId, row._id, row.segment);
  if (!(await takePlaces(tx, stay)))
    throw new BookingConflict(await findBlockers(tx, stay), access, await findFreeLocations(tx, stay));
  const occupiedFrom = row.segment > 1 || stays ? row.occupied_from : from;
  return {
    segment: stay.segment,
    segment_from: from,
    occupied_from: occupiedFrom,
    occupied_to: wanted.contract_end && (wanted.contract_end > occupiedFrom ? wanted.contract_end : occupiedFrom),
  };
}
