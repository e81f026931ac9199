import { Processor } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Job } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { JobsAtWork, type Ring } from '#libs/jobs/job-runner';
import { JobsService } from '#libs/jobs/jobs.service';
import { QueueProcessor } from '#apps/worker/queue-processor';

const SWEEP_MS = 5_000;

/** Does jobs, and rings again for those that went quiet. */
@Processor(QUEUES.jobs.name, { concurrency: 2, maxStalledCount: 1_000 })
export class JobsProcessor extends QueueProcessor {
  private readonly logger = new Logger('jobs');
  private sweep?: NodeJS.Timeout;

  constructor(
    private readonly work: JobsAtWork,
    private readonly jobs: JobsService,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.sweep = setInterval(() => {
      this.jobs.ringQuiet().catch((error: Error) => this.logger.warn(`quiet jobs: ${error.message}`));
    }, SWEEP_MS);
  }

  override onModuleDestroy(): Promise<void> {
    clearInterval(this.sweep);
    return super.onModuleDestroy();
  }

  protected perform(job: Job<Ring>): Promise<void> {
    return this.work.run(job.data, job.attemptsMade + 1 >= QUEUES.jobs.options.attempts);
  }
}
