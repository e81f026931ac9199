import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { requireVersion } from '#libs/core/http/etag';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { lockPlaces } from '#libs/occupancy/places.queries';
import { BookingClosed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, toDetail } from '#libs/bookings/booking-rows';
import { isLive } from '#libs/bookings/booking-status';
import type { BookingDetailResponse } from '../booking-responses.dto.js';
import { findBooking, lockBooking } from '#libs/bookings/bookings.queries';
import { matchFreed } from '#libs/bookings/freed';
import { moveOn, plannedStay } from '#libs/bookings/itinerary';
import type { Restay } from '#libs/bookings/stay-parts';
import { requireMoveDay } from '#libs/bookings/moves/move-day';
import type { MoveRequest } from '#libs/bookings/moves/moves.dto';
import { recordMove } from '#libs/bookings/moves/record-move';
import { requireReferences } from '#libs/bookings/references';
import { settleRestays } from '#libs/bookings/updates/settle-updates';
import { siteDate } from '#libs/bookings/stay-dates';

interface Moment {
  now: Date;
  today: string;
}

/** Room moves: those of today, those that happened, and those that are planned. A booking has at most one planned move. */
@Injectable()
export class MovesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, BookingClosed, BookingConflict, UnknownReference, InvalidField, VersionMismatch */
  move(access: SiteAccess, id: string, request: MoveRequest, version?: number): Promise<BookingDetailResponse> {
    const moment = this.moment(access);
    return this.database.transaction(async (tx) => {
      const row = await lockLive(tx, access, id, moment.today, version);
      const day = { ...moment, on: siteDate(request.on, access.site.timeZone) ?? moment.today, notes: request.notes };
      await requireRoom(tx, row, request.location);
      requireMoveDay(access, row, day);
      const { next, planned } = moveOn(row, request.location, moment.today, day.on);
      await settle(tx, access, row, next, moment);
      await recordMove(tx, access, { row, next, planned }, day, moment.now);
      return read(tx, access, row, moment);
    });
  }

  /** Cancels the planned move: the booking keeps its room until the end. @throws as `move` does */
  cancel(access: SiteAccess, id: string, version?: number): Promise<BookingDetailResponse> {
    const moment = this.moment(access);
    return this.database.transaction(async (tx) => {
      const row = await lockLive(tx, access, id, moment.today, version);
      if (!row.planned_move) throw new NotFound('The planned move');
      const next = plannedStay(row, moment.today, null);
      await settle(tx, access, row, next, moment);
      await recordMove(tx, access, { row, next, planned: null }, { ...moment, on: moment.today }, moment.now);
      return read(tx, access, row, moment);
    });
  }

  private moment({ site }: SiteAccess): Moment {
    const now = this.clock.now();
    return { now, today: localDate(now, site.timeZone) };
  }
}

async function lockLive(
  tx: Transaction,
  { site }: SiteAccess,
  id: string,
  today: string,
  version?: number,
): Promise<BookingFactsRow> {
  const locked = await lockBooking(tx, site.id, id);
  if (!locked) throw new NotFound('The booking');
  requireVersion(locked.version, version);
  const row = await findBooking(tx, site.id, id, today);
  if (!row) throw new NotFound('The booking');
  if (!isLive(row.status)) throw new BookingClosed(row.status, ['location']);
  return row;
}

async function requireRoom(tx: Transaction, row: BookingFactsRow, location: string): Promise<void> {
  if (location === row.location) throw new InvalidField('validation_failed', '/location', 'must be another location');
  await requireReferences(tx, row.site, { ...row, location }, { only: ['location'] });
}

async function settle(tx: Transaction, access: SiteAccess, row: BookingFactsRow, next: Restay, moment: Moment) {
  const places = [row.location, row.planned_move?.location, ...next.takes.map(({ locationId }) => locationId)];
  await lockPlaces(tx, access.site.id, places.filter((id) => id !== undefined && isId(id)) as string[]);
  await settleRestays(tx, access, [{ bookingId: row._id, restay: next }], moment);
}

async function read(tx: Transaction, access: SiteAccess, before: BookingFactsRow, { now, today }: Moment) {
  const { id: siteId } = access.site;
  const row = await findBooking(tx, siteId, before._id, today);
  if (!row) throw new Error('the booking vanished');
  const freed = await matchFreed(tx, { siteId, today, now }, [before]);
  return { ...toDetail(row, access, now), waiting: freed.get(row._id) ?? [] };
}
