import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Clock } from '#libs/core/time/clock';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { newId } from '#libs/core/http/ids';
import { isOver } from '#libs/jobs/jobs.queries';
import { JobsService } from '#libs/jobs/jobs.service';
import type { ImportUndoResponse } from '#libs/booking-import/import-responses.dto';
import {
  countToUndo,
  findUndo,
  findUndone,
  lockUndo,
  startUndo,
  summariseUndo,
  tryLeftAgain,
  type UndoRecord,
} from '#libs/booking-import/undo/undo.queries';

export const UNDO_KIND = 'booking_import_undo';

/** Has imports taken back by a worker, and returns what became of each row. */
@Injectable()
export class UndoService {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Begins the undo of an import, or joins the one that there is, and waits a while for its end. One that was stopped, or
   * failed, continues where it was, and rows that were blocked, or kept because of a later import that is undone by now, are tried again. @throws NotFound, DomainError `import_in_progress`
   */
  async undo(access: SiteAccess, id: string): Promise<ImportUndoResponse> {
    const siteId = access.site.id;
    const { job, isNew } = await this.begin(access, id);
    const answer = () => this.answer(siteId, id);
    if (job === null) return answer();
    return this.jobs.follow({ siteId, id: job, isNew }, this.config.IMPORT_WAIT_SECONDS * 1_000, answer);
  }

  private begin(access: SiteAccess, id: string): Promise<{ job: string | null; isNew: boolean }> {
    const { site, caller, role, keyRole } = access;
    return this.database.transaction(async (tx) => {
      const record = await lockUndo(tx, site.id, id);
      if (!record) throw new NotFound('The import');
      if (!isOver(record.import_state)) throw new DomainError('import_in_progress', 'The import is not finished yet.');
      if (record.undo_answer !== null || (await this.isDone(tx, site.id, id, record)))
        return { job: record.job_id, isNew: false };
      const { total } = await countToUndo(tx, site.id, id);
      const { userId, requestId, apiKey } = caller;
      const job = newId();
      const resultUrl = `/bookings/imports/${id}?site=${site.id}`;
      await this.jobs.create(tx, {
        ...{ siteId: site.id, id: job, kind: UNDO_KIND, total, resultUrl, createdBy: userId, requestId },
      });
      await startUndo(tx, site.id, id, job, {
        ...{ userId, role, apiKeyId: apiKey?.id ?? null, keyRole: keyRole ?? null },
      });
      const auditEntry = {
        siteId: site.id,
        action: 'import.undo_started',
        subjectKind: 'import' as const,
        subjectId: id,
      };
      await recordAudit(tx, caller, this.clock.now(), auditEntry);
      return { job, isNew: true };
    });
  }

  /** Whether an undo was requested already, and has nothing left to do. What stood in the way of a row may be gone by now. */
  private async isDone(tx: Transaction, siteId: string, id: string, record: UndoRecord): Promise<boolean> {
    if (record.job_id === null || stopped(record)) return false;
    return record.job_state !== 'completed' || !(await tryLeftAgain(tx, siteId, id));
  }

  private async answer(siteId: string, id: string): Promise<ImportUndoResponse> {
    const record = await findUndo(this.database, siteId, id);
    if (!record) throw new NotFound('The import');
    if (record.undo_answer) return asAnswered(record.undo_answer as ImportUndoResponse);
    const [summary, results] = await Promise.all([
      summariseUndo(this.database, siteId, id),
      findUndone(this.database, siteId, id),
    ]);
    return { import_id: id, status: statusOf(record), job_id: record.job_id, summary, results };
  }
}

const stopped = ({ job_state: state }: UndoRecord): boolean => state === 'cancelled' || state === 'failed';

export const statusOf = ({ job_state: state }: Pick<UndoRecord, 'job_state'>) =>
  isOver(state ?? undefined) ? (state as 'completed' | 'failed' | 'cancelled') : 'processing';

/** A response of an earlier release, with its members in the order in which it was sent: the database stores another order. */
const asAnswered = ({
  import_id,
  summary: { reversed, kept, blocked },
  results,
}: ImportUndoResponse): ImportUndoResponse => ({
  import_id,
  status: 'completed',
  job_id: null,
  summary: { reversed, kept, blocked },
  // Those of the first releases say nothing of people.
  results: results.map(({ row_index, booking_id, outcome, reason, person_id = null, person_outcome = null }) => ({
    ...{ row_index, booking_id, outcome, reason, person_id, person_outcome },
  })),
});
