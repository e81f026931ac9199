import { Injectable } from '@nestjs/common';
import { TransitionNotAllowed } from '#libs/bookings/booking-errors';
import type { SiteAccess } from '#libs/accounts/access/access';
import { storedAccess } from '#libs/accounts/access/stored-access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { NotFound, VersionMismatch } from '#libs/core/errors/domain-error';
import { isFailure, outcomeOf, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import type { UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import type { AuditCause } from '#libs/accounts/audit/audit-event.entity';
import { lockBookingsWithPlaces } from '#libs/bookings/bookings.queries';
import { callOffAll } from '#libs/bookings/transitions/call-off';
import type { WantedTransition } from '#libs/bookings/transitions/check-wanted';
import { TransitionExecutor } from '#libs/bookings/transitions/transition-executor';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import type { JobRunner, RunningJob } from '#libs/jobs/job-executor';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import { lockSite } from '#libs/booking-import/commit/imports.queries';
import { type StoredResult } from '#libs/booking-import/commit/results.queries';
import { asWritten } from '#libs/booking-import/undo/as-written.queries';
import {
  countToUndo,
  endUndo,
  findStartedUndo,
  lockUnchanged,
  nextToUndo,
  recordUndo,
  type UndoRow,
} from '#libs/booking-import/undo/undo.queries';
import { UNDO_KIND } from '#libs/booking-import/undo/undo.service';

const CODE = 'data_entry_error';
const NOTES = 'The import was undone';
/** The version of somebody whom nobody has changed. */
const AS_MADE = 1;
/** Rows that are taken back, and recorded as taken back, in one transaction. */
const BATCH = 1_000;
/** After every position. */
const END = 2_147_483_647;

/** Takes imports back, from the last row of a file to the first, batch by batch, as far as nobody has built on them. */
@Injectable()
export class UndoRunner implements JobRunner {
  readonly kind = UNDO_KIND;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly transitions: TransitionExecutor,
    private readonly updates: UpdateBookingService,
    private readonly removal: StudentRemovalService,
  ) {}

  async run({ siteId, id, advance }: RunningJob): Promise<void> {
    const started = await findStartedUndo(this.database, siteId, id);
    if (!started) throw new Error('a job without the import that it undoes');
    const { import_id: importId, ...by } = started;
    const access = await storedAccess(this.database, { ...by, siteId });
    const counted = await countToUndo(this.database, siteId, importId);
    // A later row may have taken the place that an earlier one left, so the last ones go first.
    const { total } = counted;
    let { done } = counted;
    for (let before = END; ;) {
      const last = await this.database.joined(async (tx) => {
        await advance(tx, done, 'undoing', total);
        await lockSite(tx, siteId);
        const rows = await nextToUndo(tx, siteId, importId, before, BATCH);
        if (rows.length === 0) await endUndo(tx, siteId, importId, this.clock.now());
        else await this.reverseRows(tx, access, importId, rows);
        await advance(tx, done + rows.length, 'undoing', total);
        return { position: rows.at(-1)?.position, count: rows.length };
      });
      if (last.position === undefined) return;
      [before, done] = [last.position, done + last.count];
    }
  }

  private async reverseRows(tx: Transaction, access: SiteAccess, id: string, rows: StoredResult[]): Promise<void> {
    const siteId = access.site.id;
    await recordUndo(tx, siteId, id, await this.reverseAll(tx, access, id, await asWritten(tx, siteId, rows)));
  }

  private async reverseAll(tx: Transaction, access: SiteAccess, id: string, rows: StoredResult[]) {
    const cause = { kind: 'undo' as const, id };
    const created = rows.filter(({ outcome }) => outcome === 'created');
    const asMade = await this.lockAsMade(tx, access.site.id, created);
    const voided = await callOffAll(
      tx,
      access,
      created.map((row) => ({
        id: row.booking_id ?? '',
        version: row.booking_version ?? undefined,
        request: { type: 'void', cancellation_code: CODE, notes: NOTES },
        cause,
      })),
      this.clock.now(),
    );
    const outcomes = new Map<StoredResult, Outcome<unknown>>(created.map((row, index) => [row, voided[index]]));
    for (const row of rows.filter(({ outcome }) => outcome === 'updated'))
      outcomes.set(row, await this.restore(access, row, cause));
    const restored = await this.reinstate(
      tx,
      access,
      created.filter((row) => !isFailure(outcomes.get(row))),
      cause,
    );
    const removed = new Map<StoredResult, Outcome<unknown>>();
    for (const row of created)
      if (row.person_created && asMade.has(row.person_id ?? ''))
        removed.set(row, await this.removePerson(access, row, outcomes.get(row), cause));
    return rows.map((row) => ({
      position: row.position,
      ...toUndoRow(row, outcomes.get(row), restored.get(row)),
      ...toUndonePerson(row, removed),
    }));
  }

  /** Those who came with rows and were not changed since. Bookings are locked before people, as everywhere. */
  private async lockAsMade(tx: Transaction, siteId: string, rows: StoredResult[]): Promise<Set<string>> {
    const made = rows.filter(({ person_created }) => person_created);
    if (made.length === 0) return new Set();
    const idsOf = (key: 'booking_id' | 'person_id', of: StoredResult[]) => of.flatMap((row) => row[key] ?? []);
    await lockBookingsWithPlaces(tx, siteId, idsOf('booking_id', rows));
    return lockUnchanged(tx, siteId, idsOf('person_id', made), AS_MADE);
  }

  /** Gives the places back to the bookings that had to make way. */
  private async reinstate(
    tx: Transaction,
    access: SiteAccess,
    rows: StoredResult[],
    cause: WantedTransition['cause'],
  ): Promise<Map<StoredResult, Outcome<unknown>>> {
    const overriding = rows.filter(({ overridden_booking_id }) => overridden_booking_id !== null);
    const transitionsTo = (type: 'reinstate' | 'undo_check_out') =>
      overriding.map((row): WantedTransition => ({
        id: row.overridden_booking_id ?? '',
        request: { type, notes: NOTES },
        cause,
      }));
    const reinstated = await this.transitions.executeAll(tx, access, transitionsTo('reinstate'));
    const left = (outcome: Outcome<unknown> | undefined) =>
      outcome instanceof TransitionNotAllowed && outcome.members.from === 'checked_out';
    const checkedIn = await this.transitions.executeAll(
      tx,
      access,
      transitionsTo('undo_check_out').filter((_, index) => left(reinstated[index])),
    );
    return new Map(
      overriding.map((row, index) => [row, left(reinstated[index]) ? checkedIn.shift() : reinstated[index]]),
    );
  }

  private async restore(
    access: SiteAccess,
    row: StoredResult,
    cause: WantedTransition['cause'],
  ): Promise<Outcome<unknown>> {
    const before = Object.fromEntries(row.changes.map(({ field, from }) => [field, from]));
    const request = { site: access.site.id, ...before } as UpdateBookingRequest;
    return outcomeOf(() =>
      this.updates.update(access, row.booking_id ?? '', request, row.booking_version ?? undefined, cause),
    );
  }

  /** Somebody who came with the import, and whom nobody changed, goes with it, unless there is more about them by now. */
  private async removePerson(
    access: SiteAccess,
    { person_id }: StoredResult,
    booking: Outcome<unknown>,
    cause: AuditCause,
  ): Promise<Outcome<unknown>> {
    return isFailure(booking)
      ? booking
      : outcomeOf(() => this.removal.delete(access, person_id ?? '', undefined, cause));
  }
}

const MOVE_IS_GONE = 'The move that was planned did not come back: plan it again if it is still wanted.';

function toUndoRow(
  { row_index, booking_id, issues }: StoredResult,
  outcome: Outcome<unknown>,
  reinstated: Outcome<unknown>,
): Omit<UndoRow, 'person_id' | 'person_outcome'> {
  if (outcome instanceof VersionMismatch)
    return { row_index, booking_id, outcome: 'kept', reason: 'The booking was changed since.' };
  if (isFailure(outcome)) return { row_index, booking_id, outcome: 'blocked', reason: outcome.detail };
  const reasons = [
    isFailure(reinstated) && `The booking that made way did not come back: ${reinstated.detail}`,
    issues.some(({ code }) => code === 'planned_move_removed') && MOVE_IS_GONE,
  ];
  return { row_index, booking_id, outcome: 'reversed', reason: reasons.find((each) => each !== false) ?? null };
}

function toUndonePerson(
  row: StoredResult,
  removed: Map<StoredResult, Outcome<unknown>>,
): Pick<UndoRow, 'person_id' | 'person_outcome'> {
  const { person_id, person_created } = row;
  if (!person_created) return { person_id: null, person_outcome: null };
  const outcome = removed.get(row);
  const isGone = removed.has(row) && (!isFailure(outcome) || outcome instanceof NotFound);
  return { person_id, person_outcome: isGone ? 'removed' : 'kept' };
}
