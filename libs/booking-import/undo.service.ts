import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError, NotFound, VersionMismatch } from '#libs/core/errors/domain-error';
import { isFailure, orFault, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import type { UpdateBookingRequest } from '#libs/bookings/bookings.dto';
import { type WantedTransition, TransitionExecutor } from '#libs/bookings/transitions/transition-executor';
import { UpdateBookingService } from '#libs/bookings/update-booking.service';
import { JobsService } from '#libs/jobs/jobs.service';
import { StudentRemovalService } from '#libs/students/student-removal.service';
import type { ImportUndoResponse } from '#libs/booking-import/booking-import.dto';
import { findResults, lockImport, type StoredResult, storeUndo } from '#libs/booking-import/imports.queries';

const CODE = 'data_entry_error';
const NOTES = 'The import was undone';
/** The version of somebody whom nobody has changed. */
const AS_MADE = 1;

type UndoRow = ImportUndoResponse['results'][number];

/** Takes an import back, row by row, as far as nobody has built on it. */
@Injectable()
export class UndoService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: JobsService,
    private readonly transitions: TransitionExecutor,
    private readonly updates: UpdateBookingService,
    private readonly removal: StudentRemovalService,
  ) {}

  /** All in one transaction; asked again it answers the same. @throws NotFound, DomainError `import_in_progress` */
  undo(access: SiteAccess, id: string): Promise<ImportUndoResponse> {
    return this.database.joined(async (tx) => {
      const record = await lockImport(tx, access.site.id, id);
      if (!record) throw new NotFound('The import');
      if (record.undo_answer) return asAnswered(record.undo_answer as ImportUndoResponse);
      const state = await this.jobs.state(access.site.id, id);
      if (state !== 'completed' && state !== 'failed')
        throw new DomainError('import_in_progress', 'The import is not finished yet.');
      const rows = (await findResults(tx, access.site.id, id)).filter(
        ({ outcome }) => outcome === 'created' || outcome === 'updated',
      );
      const results = await this.reverseAll(tx, access, id, rows);
      const count = (outcome: string) => results.filter((row) => row.outcome === outcome).length;
      const summary = { reversed: count('reversed'), kept: count('kept'), blocked: count('blocked') };
      const answer = { import_id: id, summary, results };
      await storeUndo(tx, access.site.id, id, answer, this.clock.now());
      return answer;
    });
  }

  private async reverseAll(tx: Transaction, access: SiteAccess, id: string, rows: StoredResult[]): Promise<UndoRow[]> {
    const cause = { kind: 'undo' as const, id };
    const created = rows.filter(({ outcome }) => outcome === 'created');
    const voided = await this.transitions.executeAll(
      tx,
      access,
      created.map((row): WantedTransition => ({
        id: row.booking_id ?? '',
        version: row.booking_version ?? undefined,
        request: { type: 'void', cancellation_code: CODE, notes: NOTES },
        cause,
      })),
    );
    const outcomes = new Map<StoredResult, Outcome<unknown>>(created.map((row, index) => [row, voided[index]]));
    // Backwards: a later row may have taken the place that an earlier one left.
    for (const row of rows.filter(({ outcome }) => outcome === 'updated').reverse())
      outcomes.set(row, await this.restore(access, row, cause));
    const restored = await this.reinstate(
      tx,
      access,
      created.filter((row) => !isFailure(outcomes.get(row))),
      cause,
    );
    const removed = new Map<StoredResult, Outcome<unknown>>();
    for (const row of created)
      if (row.person_created) removed.set(row, await this.removePerson(access, row, outcomes.get(row)));
    return rows.map((row) => ({
      ...toUndoRow(row, outcomes.get(row), restored.get(row)),
      ...toUndonePerson(row, removed.get(row)),
    }));
  }

  /** Gives the places back to the bookings that had to make way. */
  private async reinstate(
    tx: Transaction,
    access: SiteAccess,
    rows: StoredResult[],
    cause: WantedTransition['cause'],
  ): Promise<Map<StoredResult, Outcome<unknown>>> {
    const overriding = rows.filter(({ overridden_booking_id }) => overridden_booking_id !== null);
    const transitions = (type: 'reinstate' | 'undo_check_out') =>
      overriding.map((row): WantedTransition => ({
        id: row.overridden_booking_id ?? '',
        request: { type, notes: NOTES },
        cause,
      }));
    const reinstated = await this.transitions.executeAll(tx, access, transitions('reinstate'));
    const checkedIn = await this.transitions.executeAll(
      tx,
      access,
      transitions('undo_check_out').filter((_, index) => isFailure(reinstated[index])),
    );
    return new Map(
      overriding.map((row, index) => [row, isFailure(reinstated[index]) ? checkedIn.shift() : reinstated[index]]),
    );
  }

  private async restore(
    access: SiteAccess,
    row: StoredResult,
    cause: WantedTransition['cause'],
  ): Promise<Outcome<unknown>> {
    const before = Object.fromEntries(row.changes.map(({ field, from }) => [field, from]));
    const request = { site: access.site.id, ...before } as UpdateBookingRequest;
    return orFault(() =>
      this.updates.update(access, row.booking_id ?? '', request, row.booking_version ?? undefined, cause),
    );
  }

  /** Somebody who came with the import goes with it, unless there is more about them by now, or somebody changed them. */
  private async removePerson(
    access: SiteAccess,
    { person_id }: StoredResult,
    booking: Outcome<unknown>,
  ): Promise<Outcome<unknown>> {
    return isFailure(booking) ? booking : orFault(() => this.removal.delete(access, person_id ?? '', AS_MADE));
  }
}

/** A stored answer with its members in the order in which it was given: the database keeps another. */
const asAnswered = ({
  import_id,
  summary: { reversed, kept, blocked },
  results,
}: ImportUndoResponse): ImportUndoResponse => ({
  import_id,
  summary: { reversed, kept, blocked },
  // Those of earlier releases say nothing of people.
  results: results.map(({ row_index, booking_id, outcome, reason, person_id = null, person_outcome = null }) => ({
    row_index,
    booking_id,
    outcome,
    reason,
    person_id,
    person_outcome,
  })),
});

function toUndoRow(
  { row_index, booking_id }: StoredResult,
  outcome: Outcome<unknown>,
  reinstated: Outcome<unknown>,
): Omit<UndoRow, 'person_id' | 'person_outcome'> {
  if (outcome instanceof VersionMismatch)
    return { row_index, booking_id, outcome: 'kept', reason: 'The booking was changed since.' };
  if (isFailure(outcome)) return { row_index, booking_id, outcome: 'blocked', reason: outcome.detail };
  const reason = isFailure(reinstated) ? `The booking that made way did not come back: ${reinstated.detail}` : null;
  return { row_index, booking_id, outcome: 'reversed', reason };
}

function toUndonePerson(
  { person_id, person_created }: StoredResult,
  removed: Outcome<unknown>,
): Pick<UndoRow, 'person_id' | 'person_outcome'> {
  if (!person_created) return { person_id: null, person_outcome: null };
  const isGone = !isFailure(removed) || removed instanceof NotFound;
  return { person_id, person_outcome: isGone ? 'removed' : 'kept' };
}
