import type { SiteAccess } from '#libs/accounts/access/access';
import { UPDATE_FIELDS } from '#libs/bookings/booking-fields';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { changesBetween } from '#libs/bookings/booking-trail';
import { findBookings } from '#libs/bookings/bookings.queries';
import { writeUpdates } from '#libs/bookings/updates/updates.queries';
import type { UpdatedFields } from '#libs/bookings/updates/wanted-update';
import type { Transaction } from '#libs/core/database/transaction';
import { localDate } from '#libs/core/time/site-time';

/** A booking, and whom it is to name. */
interface NamedBooking {
  row: BookingFactsRow;
  wanted: BookingFactsRow;
}

export const rowsOf = (tx: Transaction, { site }: SiteAccess, ids: string[], now: Date): Promise<BookingFactsRow[]> =>
  findBookings(tx, site.id, ids, localDate(now, site.timeZone));

export const changesOfNames = ({ row, wanted }: NamedBooking) =>
  changesBetween<UpdatedFields>(row, wanted, UPDATE_FIELDS);

/** Writes whom bookings name, with a trail entry each. */
export async function writeNames(
  tx: Transaction,
  { site, caller }: SiteAccess,
  updates: NamedBooking[],
  now: Date,
): Promise<void> {
  const read = updates.map((each) => ({
    ...each,
    ...{ restay: undefined, cause: undefined },
    changes: changesOfNames(each),
  }));
  await writeUpdates(tx, site.id, read, { caller, now });
}
