import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import { may, type Permission } from '#libs/accounts/access/permissions';
import { isStillLive } from '#libs/accounts/access/principals.queries';
import { Database } from '#libs/core/database/database';
import { type Sql } from '#libs/core/database/transaction';
import { Lifecycle } from '#libs/core/health/lifecycle';
import { JobQueue } from '#libs/core/queue/job-queue';
import { Clock } from '#libs/core/time/clock';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { isUnavailable } from '#libs/core/errors/postgres-errors';
import type { JobNotice } from '#libs/jobs/job-executor';
import {
  findAnyJob,
  findJob,
  findQuietJobs,
  findJobWithRole,
  findState,
  QUIET_AT_ONCE,
  type QuietJob,
  restartJob,
  insertJob,
  isOver,
  type JobRow,
  type JobState,
  type NewJob,
  removeJob,
  requestCancel,
  touchJob,
} from '#libs/jobs/jobs.queries';

/**
 * How often a job for which a request waits is looked up: after an eighth of the time waited so far, within these limits.
 */
const LOOK_MS = { least: 20, most: 100 };
// What needs the browser waits in a line of its own: imports must not hold up documents, nor the other way round.
const QUEUE_OF: Record<string, 'documents'> = {
  students_document: 'documents',
  booking_document: 'documents',
  rooming_list_document: 'documents',
};
/** Kinds that can be stopped, and who may. */
const CANCELLABLE: Record<string, Permission> = {
  booking_import: 'booking.import',
  booking_import_undo: 'booking.import',
};
/** After so long without a sign of life a job is queued again. */
const QUIET_SECONDS = 15;
/**
 * While a job waits in a long queue, a new notice of it is added at most once in this time, however often the sweep
 * finds it silent.
 */
const SAME_NOTICE_MS = 60_000;

const GOES_ON =
  'The database does not answer in time. The job of this request has begun, and goes on: send the same request again to see what became of it.';

/**
 * Jobs as requests make and watch them. Their rows are the truth; the queue only wakes a worker, and is notified after
 * the commit.
 */
@Injectable()
export class JobsService {
  private readonly logger = new Logger('jobs');

  constructor(
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
    private readonly life: Lifecycle,
  ) {}

  create = (sql: Sql, job: NewJob) => insertJob(sql, job);

  /** Takes a job back that was made in the same transaction. */
  remove = (sql: Sql, siteId: string, id: string) => removeJob(sql, siteId, id);

  state = (siteId: string, id: string) => findState(this.database, siteId, id);

  /**
   * Wakes a worker, after the commit of a transaction that it is joined to. When the queue does not respond, the sweep
   * does it later, so nothing is thrown.
   */
  async notify({
    siteId,
    id,
    kind = '',
    attempt = 0,
  }: Pick<JobNotice, 'siteId' | 'id'> & { kind?: string; attempt?: number }): Promise<void> {
    await this.database.afterCommit(async () => {
      const notice = `${id}-${attempt}-${Math.floor(Date.now() / SAME_NOTICE_MS)}`;
      try {
        await this.queue.notify(QUEUE_OF[kind] ?? 'jobs', 'run', { siteId, id, attempt }, notice);
      } catch (error) {
        this.logger.warn(`job ${id} could not be queued: ${(error as Error).message}`);
      }
    });
  }

  /**
   * Waits a while for the end of a job that a request has begun, or joined, and returns what became of it. @throws DomainError
   * `dependency_unavailable` that does not say that nothing was written, when the database does not answer any more
   */
  async follow<T>(
    job: { siteId: string; id: string; isNew: boolean },
    milliseconds: number,
    answer: () => Promise<T>,
  ): Promise<T> {
    try {
      if (job.isNew) await this.notify(job);
      await this.wait(job.siteId, job.id, milliseconds);
      return await answer();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.logger.warn(`a job goes on without its request: ${(error as Error).message}`);
      throw new DomainError('dependency_unavailable', GOES_ON, { outcome: 'unknown' });
    }
  }

  /** Queues every job again of which nothing was heard: its worker died, or the notice was lost. */
  async requeueStalled(seconds = QUIET_SECONDS): Promise<void> {
    // Page by page: those that cannot be changed must not block the others.
    for (let page: QuietJob[] | undefined; !page || page.length === QUIET_AT_ONCE;) {
      page = await findQuietJobs(this.database, seconds, page?.at(-1));
      for (const job of page) if (await touchJob(this.database, job.siteId, job.id)) await this.notify(job);
    }
  }

  /** Undefined also for a job of a site that is not, or no longer, the caller's. */
  findFor = ({ userId, apiKey }: Caller, id: string): Promise<JobRow | undefined> =>
    findJob(this.database, id, userId, apiKey?.id ?? null);

  /** @throws NotFound also for a job of a site that is not the caller's */
  async get(caller: Caller, id: string): Promise<JobRow> {
    const job = await this.findFor(caller, id);
    if (!job) throw new NotFound('The job');
    return job;
  }

  /** Stops an import or an undo. @throws NotFound, DomainError `forbidden`, `not_cancellable` */
  async cancel(caller: Caller, id: string): Promise<JobRow> {
    const job = await findJobWithRole(this.database, id, caller.userId, caller.apiKey?.id ?? null);
    if (!job) throw new NotFound('The job');
    const permission = CANCELLABLE[job.kind];
    if (!permission) throw new DomainError('not_cancellable', `A job of the kind ${job.kind} ends by itself.`);
    if (!may(job.role, permission) || (job.keyRole && !may(job.keyRole, permission))) throw forbidden(permission);
    if (job.state !== 'cancelled' && !(await requestCancel(this.database, job.siteId, id)))
      throw new DomainError('not_cancellable', 'The job is over.');
    return this.get(caller, id);
  }

  /** Whether the credential with which a caller began to watch is still valid. */
  mayWatchOn = (caller: Caller): Promise<boolean> => isStillLive(this.database, caller, this.clock.now());

  /** Puts a job that failed back in line, as often as one likes. @throws NotFound when no job of that id has failed */
  async restart(id: string): Promise<void> {
    const job = await restartJob(this.database, id);
    if (!job) throw new NotFound('A job of this id that failed');
    await this.notify(job);
  }

  /** A job of any site, as the operator sees it. */
  find = (id: string): Promise<JobRow | undefined> => findAnyJob(this.database, id);

  /**
   * A job as it is looked up, again and again, until it is over or gone, or the process cannot wait any longer.
   * Everything that waits for a job waits by this.
   */
  async *watch<Seen extends { state: JobState }>(
    look: () => Promise<Seen | undefined>,
    { least, most } = LOOK_MS,
  ): AsyncGenerator<Seen> {
    const began = performance.now();
    for (;;) {
      const seen = await look();
      if (!seen) return;
      yield seen;
      if (isOver(seen.state) || this.life.isAlmostOver) return;
      await sleep(Math.min(Math.max((performance.now() - began) / 8, least), most));
    }
  }

  /**
   * Waits until a job is over, but no longer than so many milliseconds, and not after `gone` returns true. Returns the
   * last state.
   */
  async wait(siteId: string, id: string, milliseconds: number, gone = () => false): Promise<JobState | undefined> {
    const until = performance.now() + milliseconds;
    let last: JobState | undefined;
    for await (const { state } of this.watch(() => this.stateOf(siteId, id))) {
      last = state;
      if (performance.now() >= until || gone()) break;
    }
    return last;
  }

  private async stateOf(siteId: string, id: string): Promise<{ state: JobState } | undefined> {
    const state = await findState(this.database, siteId, id);
    return state && { state };
  }
}
