import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { errorWithin } from '#libs/core/errors/domain-error';
import { isFailure } from '#libs/core/errors/outcome';
import { newId } from '#libs/core/http/ids';
import type { Cause } from '#libs/bookings/booking-trail';
import type { BookingDetailResponse } from '../booking-responses.dto.js';
import type { BulkUpdateRequest, BulkUpdateResponse } from './bulk-updates.dto.js';
import { runAtomicOrPartial, toRowResult, requireOnce, summaryOf } from '#libs/bookings/bulk/outcomes';
import { UpdateExecutor } from '#libs/bookings/updates/update-executor';

/** Changes of many bookings in one request, each row with an outcome of its own. */
@Injectable()
export class BulkUpdatesService {
  constructor(
    private readonly database: Database,
    private readonly updates: UpdateExecutor,
  ) {}

  /** @throws DomainError `validation_failed` when a booking is named twice */
  async update(access: SiteAccess, request: BulkUpdateRequest): Promise<BulkUpdateResponse> {
    const { updates, atomic = false } = request;
    requireOnce('updates', updates);
    const cause: Cause = { kind: 'bulk', id: newId() };
    const wanted = updates.map(({ booking_id: id, version, ...changes }) => ({ id, version, request: changes, cause }));
    const { outcomes, rolledBack } = await runAtomicOrPartial<BookingDetailResponse>(atomic, (settle) =>
      this.database.transaction(async (tx) => {
        const done = await this.updates.executeAll(tx, access, wanted, atomic ? 'together' : 'each');
        const told = done.map((each, index) => (isFailure(each) ? errorWithin(`/updates/${index}`, each) : each));
        settle(told);
        return told;
      }),
    );
    const results = outcomes.map((outcome, index) => ({
      index,
      booking_id: updates[index]?.booking_id ?? '',
      ...toRowResult(outcome, 'updated', rolledBack),
      booking: isFailure(outcome) || rolledBack ? null : outcome,
    }));
    return { summary: summaryOf(results, 'updated'), results };
  }
}
