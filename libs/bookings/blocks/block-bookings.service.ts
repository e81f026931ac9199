import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import { isFailure, isSuccess, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import type {
  AddBookingsRequest,
  BlockBookingResponse,
  CancelBlockRequest,
  ChangedBlockResponse,
  ReleaseBookingsRequest,
  ReleaseResponse,
} from '#libs/bookings/blocks/blocks.dto';
import { listLiveOf, lockBlock } from '#libs/bookings/blocks/blocks.queries';
import { requireBlock } from '#libs/bookings/blocks/blocks.service';
import type { TransitionResponse } from '../booking-responses.dto.js';
import type { BulkResponse } from '#libs/bookings/bulk/bulk.dto';
import { BulkService } from '#libs/bookings/bulk/bulk.service';
import { runAtomicOrPartial, toRowResult } from '#libs/bookings/bulk/outcomes';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';

/** The bookings of a block: more of them, fewer, or none. */
@Injectable()
export class BlockBookingsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly bulk: BulkService,
    private readonly transitions: TransitionExecutor,
  ) {}

  /** Adds bookings, for the nights of the block unless others are given. @throws NotFound, and what a bulk request throws */
  async add(access: SiteAccess, id: string, request: AddBookingsRequest): Promise<BulkResponse> {
    const block = await requireBlock(this.database, access.site.id, id);
    const { contract_start = block.contract_start, contract_end = block.contract_end } = request;
    if (contract_start === null)
      throw new InvalidField('validation_failed', '/contract_start', 'is required: no booking of the block has dates');
    const hold_until = request.hold_until === undefined ? this.holdFor(block, request) : request.hold_until;
    return this.bulk.create(access, { ...request, contract_start, contract_end, hold_until }, block);
  }

  /** The hold of the block for bookings that are added to it, unless it is over or they are confirmed. */
  private holdFor({ hold_until: until }: BlockBookingResponse, { status = 'provisional' }: AddBookingsRequest) {
    return until !== null && status === 'provisional' && new Date(until) > this.clock.now() ? until : null;
  }

  /**
   * Cancels some bookings of a block, or all that nobody has moved into, each with an outcome of its own.
   * @throws NotFound, UnknownReference for a booking that is not of the block
   */
  async release(access: SiteAccess, id: string, request: ReleaseBookingsRequest): Promise<ReleaseResponse> {
    const { bookings, atomic = false } = request;
    const ids: string[] = [];
    const { outcomes, rolledBack } = await runAtomicOrPartial<TransitionResponse>(atomic, (settle) =>
      this.database.transaction(async (tx) => {
        await lockBlock(tx, access.site.id, id, 'NO KEY UPDATE');
        const released = bookings ?? (await this.expected(tx, access, id)).map((each) => each.id);
        if (bookings) await requireOfBlock(tx, access.site.id, id, bookings);
        ids.splice(0, ids.length, ...released);
        const done = await this.cancelAll(tx, access, id, ids, request);
        settle(done);
        return done;
      }),
    );
    const results = outcomes.map((outcome, index) => ({
      index,
      booking_id: ids[index] ?? '',
      ...toRowResult(outcome, 'released', rolledBack),
      waiting: isFailure(outcome) || rolledBack ? [] : outcome.waiting,
    }));
    return { block_booking: await requireBlock(this.database, access.site.id, id), results };
  }

  /**
   * Cancels a block as a whole: all of its live bookings, or none.
   * @throws NotFound, DomainError `transition_not_allowed` when somebody has moved in
   */
  cancel(access: SiteAccess, id: string, request: CancelBlockRequest): Promise<ChangedBlockResponse> {
    const { site, caller } = access;
    return this.database.transaction(async (tx) => {
      await lockBlock(tx, site.id, id, 'NO KEY UPDATE');
      const live = (await listLiveOf(tx, site.id, id)).map((each) => each.id);
      const cancelled = await this.cancelAll(tx, access, id, live, request);
      const failure = cancelled.find(isFailure);
      if (failure) throw failure;
      const auditEntry = { siteId: site.id, action: 'block_booking.cancelled', subjectKind: 'block_booking' as const };
      await recordAudit(tx, caller, this.clock.now(), { ...auditEntry, subjectId: id });
      const waiting = cancelled.filter(isSuccess).flatMap((each) => each.waiting);
      return { ...(await requireBlock(tx, site.id, id)), waiting, warnings: [] };
    });
  }

  private async expected(tx: Transaction, { site }: SiteAccess, id: string) {
    return (await listLiveOf(tx, site.id, id)).filter(({ status }) => status !== 'checked_in');
  }

  private cancelAll(
    tx: Transaction,
    access: SiteAccess,
    block: string,
    ids: string[],
    { cancellation_code, cancellation_reason, notes }: CancelBlockRequest,
  ): Promise<Outcome<TransitionResponse>[]> {
    const request = {
      type: 'cancel' as const,
      cancellation_code,
      ...(cancellation_reason !== undefined && { cancellation_reason }),
      ...(notes !== undefined && { notes }),
    };
    const cause = { kind: 'bulk' as const, id: block };
    return this.transitions.executeAll(tx, access, ids.map((id) => ({ id, request, cause }))); // prettier-ignore
  }
}

const OF_BLOCK = 'SELECT id FROM bookings WHERE site_id = $1 AND block_booking_id = $2 AND id::text = ANY($3::text[])';

async function requireOfBlock(tx: Transaction, siteId: string, block: string, ids: string[]): Promise<void> {
  const known = new Set((await tx.rows<{ id: string }>(OF_BLOCK, [siteId, block, ids])).map(({ id }) => id));
  const unknown = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/bookings/${index}`, what: 'booking of the block' }],
  );
  if (unknown.length > 0) throw new UnknownReference(unknown);
}
