import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { errorWithin, NotFound } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { isId, newId } from '#libs/core/http/ids';
import type { TransitionResponse } from '../booking-responses.dto.js';
import type {
  BookingTransitionRequest,
  BulkTransitionRequest,
  BulkTransitionResponse,
} from '#libs/bookings/bulk/bulk.dto';
import { runAtomicOrPartial, toRowResult, requireOnce, summaryOf } from '#libs/bookings/bulk/outcomes';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';
import { permissionError } from '#libs/bookings/transitions/transitions.service';

/** Many transitions in one request, each row with an outcome of its own. */
@Injectable()
export class BulkTransitionsService {
  constructor(
    private readonly database: Database,
    private readonly transitions: TransitionExecutor,
  ) {}

  /** @throws DomainError `validation_failed` when a booking is named twice */
  async transition(access: SiteAccess, request: BulkTransitionRequest): Promise<BulkTransitionResponse> {
    const rows = request.transitions;
    requireOnce('transitions', rows);
    const { outcomes, rolledBack } = await runAtomicOrPartial<TransitionResponse>(request.atomic ?? false, (settle) =>
      this.database.transaction(async (tx) => {
        const executed = await this.execute(tx, access, rows);
        settle(executed);
        return executed;
      }),
    );
    const results = outcomes.map((outcome, index) => ({
      index,
      booking_id: rows[index]?.booking_id ?? '',
      ...toRowResult(outcome, 'transitioned', rolledBack),
      ...(isFailure(outcome) || rolledBack ? { booking: null, transaction: null, waiting: [] } : outcome),
    }));
    return { summary: summaryOf(results, 'transitioned'), results };
  }

  private async execute(
    tx: Transaction,
    access: SiteAccess,
    rows: BookingTransitionRequest[],
  ): Promise<Outcome<TransitionResponse>[]> {
    const errors = rows.map(
      (row) => permissionError(access, row) ?? (isId(row.booking_id) ? undefined : new NotFound('The booking')),
    );
    const cause = { kind: 'bulk' as const, id: newId() };
    const able = rows.filter((_, index) => !errors[index]);
    const executed = await this.transitions.executeAll(
      tx,
      access,
      able.map(({ booking_id: id, version, ...request }) => ({ id, version, request, cause })),
    );
    return errors.map((error, index) => {
      const outcome = error ?? (executed.shift() as Outcome<TransitionResponse>);
      return isFailure(outcome) ? errorWithin(`/transitions/${index}`, outcome) : outcome;
    });
  }
}
