import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Transaction } from '#libs/core/database/transaction';
import { NotFound } from '#libs/core/errors/domain-error';
import { isFailure, isSuccess, type Outcome, outcomeOf } from '#libs/core/errors/outcome';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { lockPlaces } from '#libs/occupancy/places.queries';
import { type BookingFactsRow, peopleOf, toDetail } from '#libs/bookings/booking-rows';
import type { BookingDetailResponse } from '../booking-responses.dto.js';
import { isCalledOff } from '#libs/bookings/booking-status';
import { findBookings, lockBookings } from '#libs/bookings/bookings.queries';
import { withLostMove } from '#libs/bookings/lost-move';
import { matchFreed } from '#libs/bookings/freed';
import { withReleasedSlot } from '#libs/bookings/departure-slots/slot-day';
import { takeSlots } from '#libs/bookings/departure-slots/take-slots';
import { leaveHomes, type Moving, updateHomes } from '#libs/bookings/homes.queries';
import { referenceError } from '#libs/bookings/references';
import { lockAllReferences } from '#libs/bookings/references.queries';
import { type Restaying, settleEach, settleRestays, settleTogether } from '#libs/bookings/updates/settle-updates';
import { writeUpdates } from '#libs/bookings/updates/updates.queries';
import {
  hasChanged,
  type ReadUpdate,
  readUpdate,
  RESTAYING,
  type WantedUpdate,
} from '#libs/bookings/updates/wanted-update';

/**
 * How the places of several bookings change hands: `each` for itself, in any order, or all `together`. `one` also says of the only
 * booking which places it could have instead.
 */
export type Settling = 'one' | 'each' | 'together';
const SETTLE = {
  one: async (tx: Transaction, access: SiteAccess, restays: Restaying[], moment: { now: Date; today: string }) => {
    const settled = await outcomeOf(() => settleRestays(tx, access, restays, moment));
    return new Map(isFailure(settled) ? restays.map(({ bookingId }) => [bookingId, settled]) : []);
  },
  each: settleEach,
  together: settleTogether,
};

/** Changes fields of bookings, never their status: of one or of a thousand by the same statements. */
@Injectable()
export class UpdateExecutor {
  constructor(private readonly clock: Clock) {}

  /**
   * Changes different bookings inside the caller's transaction. What fails has changed nothing; when places are settled `together`
   * and one fails, the caller has to roll back.
   */
  async executeAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedUpdate[],
    settling: Settling,
  ): Promise<Outcome<BookingDetailResponse>[]> {
    const { site } = access;
    const now = this.clock.now();
    const today = localDate(now, site.timeZone);
    const ids = wanted.map(({ id }) => id).filter(isId);
    await lockBookings(tx, site.id, ids);
    const rows = byId(await findBookings(tx, site.id, ids, today));
    const read = await Promise.all(
      wanted.map((each) =>
        outcomeOf(async () => {
          const row = rows.get(each.id);
          if (!row) throw new NotFound('The booking');
          return readUpdate(access, row, each, { now, today });
        }),
      ),
    );
    const checked = await this.checkReferences(tx, access, read, settling);
    const restays = checked.filter(isSuccess).flatMap(restayingOf);
    const conflicts = await SETTLE[settling](tx, access, restays, { now, today });
    const settled = checked.map((each) => (isSuccess(each) && conflicts.get(each.row._id)) || each);
    const written = settled.filter(isSuccess).filter(({ changes }) => changes.length > 0);
    await writeUpdates(tx, site.id, written, { caller: access.caller, now });
    await moveHomes(tx, site.id, written, { caller: access.caller, now });
    const after = byId(await findBookings(tx, site.id, settled.filter(isSuccess).map(({ row }) => row._id), today)); // prettier-ignore
    const restayed = written.filter(({ changes }) => changes.some(({ field }) => RESTAYING.includes(field)));
    const freed = await matchFreed(tx, { siteId: site.id, today, now }, restayed.map(({ row }) => row)); // prettier-ignore
    return settled.map((each) => {
      if (!isSuccess(each)) return each;
      const loses = each.restay && each.row.location === each.wanted.location;
      const detail = withLostMove(toDetail(rowOf(after, each.row._id), access, now), loses ? each.row.planned_move : null); // prettier-ignore
      const told = withReleasedSlot(detail, each.releasedSlot);
      return restayed.includes(each) ? { ...told, waiting: freed.get(each.row._id) ?? [] } : told;
    });
  }

  /** Locks the places of the stays that change, and everything that the changed fields refer to. */
  private async checkReferences(
    tx: Transaction,
    { site }: SiteAccess,
    read: Outcome<ReadUpdate>[],
    settling: Settling,
  ): Promise<Outcome<ReadUpdate>[]> {
    const able = read.filter(isSuccess).filter(({ changes }) => changes.length > 0);
    if (able.length === 0) return read;
    const places = able.flatMap(({ row, wanted, restay }) =>
      restay ? [row.location, wanted.location, ...(restay.needs ? [restay.needs.locationId] : [])] : [],
    );
    if (places.length > 0) await lockPlaces(tx, site.id, places.filter(isId));
    const known = await lockAllReferences(tx, site.id, {
      people: able.flatMap(({ wanted }) => peopleOf(wanted)),
      locations: able.map(({ wanted }) => wanted.location),
      flags: able.flatMap(({ wanted }) => wanted.flags),
    });
    const referred = read.map((each) => {
      if (!isSuccess(each) || each.changes.length === 0) return each;
      const { row, wanted, changes } = each;
      // A deleted person may remain in closed bookings.
      const only = changes.map(({ field }) => field);
      return (
        referenceError({ ...wanted, status: row.status, block_booking: row.block_booking }, known, { only }) ?? each
      );
    });
    // A time that stays as it is keeps its place, also in another room. Who was called off takes none.
    const asking = (each: Outcome<ReadUpdate>): each is ReadUpdate =>
      isSuccess(each) && hasChanged(each, 'departure_slot_at') && !isCalledOff(each.row.status);
    const wanted = referred.map((each) => (asking(each) ? each.wanted : NO_SLOT));
    // Of rows that all change or none, each leaves its slot before another takes it.
    const leaving = settling === 'together' ? referred.filter(asking).map(({ row }) => row._id) : [];
    const full = await takeSlots(tx, site, wanted, leaving);
    return referred.map((each, index) => full[index] ?? each);
  }
}

const NO_SLOT = { location: '', departure_slot_at: null };

const restayingOf = ({ row, restay }: ReadUpdate): Restaying[] => (restay ? [{ bookingId: row._id, restay }] : []);

const byId = (rows: BookingFactsRow[]) => new Map(rows.map((row) => [row._id, row]));

function rowOf(rows: Map<string, BookingFactsRow>, id: string): BookingFactsRow {
  const row = rows.get(id);
  if (!row) throw new Error('the booking vanished');
  return row;
}

/** People in house live where their booking is now; those whom it does not name any more live elsewhere or nowhere. */
async function moveHomes(tx: Transaction, siteId: string, updates: ReadUpdate[], by: Moving): Promise<void> {
  const moved = updates.filter(
    (update) =>
      update.row.status === 'checked_in' && hasChanged(update, 'location', 'lead_person', 'additional_people'),
  );
  if (moved.length === 0) return;
  await updateHomes(tx, siteId, moved.map(({ row }) => row._id), by); // prettier-ignore
  const left = moved.flatMap(({ row, wanted }) => {
    const staying = peopleOf(wanted);
    return peopleOf(row).filter((person) => !staying.includes(person));
  });
  await leaveHomes(tx, siteId, left, by);
}
