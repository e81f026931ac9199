import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { requireKnown } from '#libs/accounts/audit/as-of';
import { Database } from '#libs/core/database/database';
import { InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { toBooking, toDetail } from '#libs/bookings/booking-rows';
import type { Include, PageQuery, ReadBookingQuery } from './read-booking.dto.js';
import type { BookingDetailResponse, TransactionPageResponse } from './booking-responses.dto.js';
import { findBooking, listTransactions } from '#libs/bookings/bookings.queries';
import { findExpanded, findExtras } from '#libs/bookings/listing/expand.queries';
import type { BookingPageResponse, ListBookingsQuery } from '#libs/bookings/listing/list-bookings.dto';
import { findPastBooking } from '#libs/bookings/history/past-booking.queries';
import { listOverstays, wasFreeTonight } from '#libs/bookings/history/past-nights.queries';
import { behindOthers, isLate, lateStays, pastStays } from '#libs/bookings/history/past-stays';
import { listBookings } from '#libs/bookings/listing/list-bookings.queries';
import { jsonOf } from '#libs/bookings/listing/listed-rows';
import { JsonText } from '#libs/core/http/json-text';

/** What can be read of bookings. */
@Injectable()
export class BookingsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound, InvalidField */
  async get(
    access: SiteAccess,
    id: string,
    { include, as_of: asOf }: Pick<ReadBookingQuery, 'include' | 'as_of'>,
  ): Promise<BookingDetailResponse> {
    const { site } = access;
    if (asOf !== undefined) return this.past(access, id, asOf, include);
    const now = this.clock.now();
    const today = localDate(now, site.timeZone);
    const [row, expanded] = await Promise.all([
      findBooking(this.database, site.id, id, today),
      include && findExpanded(this.database, site.id, id, include),
    ]);
    if (!row) throw new NotFound('The booking');
    const booking = toDetail(row, access, now);
    return expanded ? { ...booking, expanded } : booking;
  }

  private async past(
    access: SiteAccess,
    id: string,
    asOf: string,
    include?: Include[],
  ): Promise<BookingDetailResponse> {
    if (include?.some((each) => each !== 'stays'))
      throw new InvalidField(
        'invalid_query',
        'include',
        'must be left out with as_of: other records are as they are now',
      );
    const { site } = access;
    const at = await requireKnown(this.database, access, asOf, this.clock.now());
    const row = await findPastBooking(this.database, site.id, id, at);
    if (!row) throw new NotFound('The booking');
    const today = localDate(at, site.timeZone);
    const moment = { siteId: site.id, booking: id, at, today };
    const isFree = isLate(row, today) && (await wasFreeTonight(this.database, moment, row.location));
    const stays = pastStays(row, today, isFree);
    const late = lateStays(stays, today).map(({ location }) => location);
    const overstays = await listOverstays(this.database, moment, late);
    return {
      ...toBooking(row, today),
      stays: behindOthers(stays, today, overstays),
      planned_move: row.planned_move && { location: row.planned_move.location, on: row.planned_move.from },
      allowed_transitions: [],
      warnings: [],
      as_of: at.toISOString(),
      emptied_at: row.emptied_at,
    };
  }

  async list({ site }: SiteAccess, query: ListBookingsQuery): Promise<JsonText<BookingPageResponse>> {
    const today = localDate(this.clock.now(), site.timeZone);
    if (query.cursor && query.skip > 0) throw new InvalidField('invalid_query', 'skip', 'must be 0 with a cursor');
    const { rows, total, exact, next } = await listBookings(this.database, query, { ...site, today });
    const { limit, skip, include } = query;
    const extrasOf = await findExtras(this.database, site.id, rows.map(({ _id }) => _id), include, today); // prettier-ignore
    const data = rows.map((row) => jsonOf(row, today, include, extrasOf(row._id)));
    const rest = JSON.stringify({ total, total_exact: exact, limit, skip, next_cursor: next });
    return new JsonText(`{"data":[${data.join(',')}],${rest.slice(1)}`);
  }

  /** @throws NotFound */
  async transactions({ site }: SiteAccess, id: string, { limit, skip }: PageQuery): Promise<TransactionPageResponse> {
    const page = await listTransactions(this.database, site.id, id, limit, skip);
    if (!page) throw new NotFound('The booking');
    return { ...page, limit, skip };
  }
}
