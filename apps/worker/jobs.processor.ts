import { Processor } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { JobExecutor, type JobNotice } from '#libs/jobs/job-executor';
import { JobsService } from '#libs/jobs/jobs.service';
import { QueueProcessor } from '#apps/worker/queue-processor';

const SWEEP_MS = 5_000;

/** Runs jobs, and queues those again that went silent. */
@Processor(QUEUES.jobs.name, { concurrency: 2, maxStalledCount: 1_000 })
export class JobsProcessor extends QueueProcessor {
  private readonly logger = new Logger('jobs');
  private sweep?: NodeJS.Timeout;

  constructor(
    private readonly work: JobExecutor,
    private readonly jobs: JobsService,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.sweep = setInterval(() => {
      this.jobs.requeueStalled().catch((error: Error) => this.logger.warn(`quiet jobs: ${error.message}`));
    }, SWEEP_MS);
  }

  override onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    return super.onModuleDestroy();
  }

  protected perform(job: Job<JobNotice>): Promise<void> {
    return this.work.run(job.data, job.attemptsMade + 1 >= QUEUES.jobs.options.attempts);
  }
}
