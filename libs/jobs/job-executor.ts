import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { type Sql } from '#libs/core/database/transaction';
import { detailsOf, domainErrorOf } from '#libs/core/errors/problem';
import { DomainError, NotInstalled } from '#libs/core/errors/domain-error';
import {
  advanceJob,
  beatJob,
  claimJob,
  completeJob,
  finishJob,
  handBackJob,
  letJobWait,
} from '#libs/jobs/attempts.queries';

/** A job that an attempt is in charge of. */
export interface RunningJob {
  siteId: string;
  id: string;
  /** Notes the progress inside the transaction of a batch. @throws Superseded when another attempt has taken over, Cancelled */
  advance(sql: Sql, done: number, stage: string, total?: number): Promise<void>;
  /** Ends the job inside the transaction that writes its result. @throws Superseded when another attempt has taken over */
  complete(sql: Sql, resultUrl: string): Promise<void>;
}

/** What wakes a worker: which job, and the last attempt at it so far. */
export interface JobNotice {
  siteId: string;
  id: string;
  attempt: number;
}

/** Does the jobs of a kind. What it wrote before it was stopped is there when it is run again. */
export interface JobRunner {
  readonly kind: string;
  run(job: RunningJob): Promise<void>;
}

/** How often a worker says that it lives, and for how long without progress: what hangs is taken over then. */
const [BEAT_MS, MOST_BEATS] = [5_000, 60];

export const JOB_RUNNERS = Symbol('JOB_RUNNERS');

/** Every attempt at the job ended its worker, and none of them made progress. */
class Deadly extends DomainError {
  constructor(deaths: number) {
    super(
      'internal_error',
      `The worker ended ${deaths} times in a row while it was at this job. The operator can restart it.`,
      { deaths },
    );
  }
}

/** Another attempt took the job over: this one stalled, and woke up too late. */
class Superseded extends Error {}

/** Somebody has stopped the job. */
class Cancelled extends Error {}

/** After which pauses it is tried to note that a job waits. */
const PAUSES_S = [0, 1, 2, 4, 8, 16];

/** Runs the job that a notice names, even if another worker was running it before. */
@Injectable()
export class JobExecutor {
  private readonly logger = new Logger('jobs');

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(JOB_RUNNERS) private readonly runners: JobRunner[],
  ) {}

  /** `last`: an error now ends the job; before the last attempt, the queue tries it again. */
  async run({ siteId, id, attempt: silent }: JobNotice, last: boolean): Promise<void> {
    const claimed = await claimJob(this.database, siteId, id, silent);
    if (!claimed) return;
    const { attempt, kind, deaths } = claimed;
    if (deaths >= this.config.JOB_MOST_DEATHS) {
      this.logger.error({ msg: 'A job was given up: it ends every worker that is at it', job: id, kind, deaths });
      return void (await finishJob(this.database, siteId, id, attempt, 'failed', detailsOf(new Deadly(deaths))));
    }
    const runner = this.runners.find((each) => each.kind === kind);
    if (!runner) throw new Error(`nobody runs ${kind}`);
    let beats = 0;
    const advance = async (sql: Sql, done: number, stage: string, total?: number) => {
      const noted = await advanceJob(sql, siteId, id, attempt, done, stage, total ?? null);
      if (!noted) throw new Superseded();
      beats = 0;
      if (noted.cancelled) throw new Cancelled();
    };
    const complete = async (sql: Sql, resultUrl: string) => {
      if (!(await completeJob(sql, siteId, id, attempt, resultUrl))) throw new Superseded();
    };
    // On a busy machine a batch takes longer than a worker may be silent.
    const heart = setInterval(() => {
      if (beats++ < MOST_BEATS) beatJob(this.database, siteId, id, attempt).catch(() => undefined);
    }, BEAT_MS);
    try {
      await runner.run({ siteId, id, advance, complete });
      await finishJob(this.database, siteId, id, attempt, 'completed', null);
    } catch (error) {
      if (error instanceof Superseded) return this.logger.warn(`job ${id}: another attempt has taken over`);
      if (error instanceof Cancelled)
        return void (await finishJob(this.database, siteId, id, attempt, 'cancelled', null));
      if (await this.waits(error, { siteId, id, attempt })) return;
      if (last) await finishJob(this.database, siteId, id, attempt, 'failed', detailsOf(domainErrorOf(error)));
      else await handBackJob(this.database, siteId, id, attempt);
      throw error;
    } finally {
      clearInterval(heart);
    }
  }

  /** Whether the job waits for a server that is unavailable, which is not an error of the job and does not count as an attempt. */
  private async waits(error: unknown, { siteId, id, attempt }: JobNotice): Promise<boolean> {
    if (domainErrorOf(error).code !== 'dependency_unavailable' || error instanceof NotInstalled) return false;
    for (const pause of PAUSES_S) {
      await sleep(pause * 1_000);
      try {
        const waits = await letJobWait(this.database, siteId, id, attempt);
        if (waits) this.logger.warn({ err: error, msg: 'A job waits for a dependency that is unavailable', job: id });
        return waits;
      } catch {
        // What is unavailable may be the database, in which this is noted.
      }
    }
    // The sweep finds it silent, and another attempt takes it over.
    this.logger.warn({ err: error, msg: 'A job waits for a dependency, which could not be noted', job: id });
    return true;
  }
}
