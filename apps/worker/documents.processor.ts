import { Processor } from '@nestjs/bullmq';

import type { Job } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { JobExecutor, type JobNotice } from '#libs/jobs/job-executor';
import { QueueProcessor } from '#apps/worker/queue-processor';

/** Prints documents, two at a time: the browser takes no more at once. */
@Processor(QUEUES.documents.name, { concurrency: 2, maxStalledCount: 1_000 })
export class DocumentsProcessor extends QueueProcessor {
  constructor(private readonly work: JobExecutor) {
    super();
  }

  protected perform(job: Job<JobNotice>): Promise<void> {
    return this.work.run(job.data, job.attemptsMade + 1 >= QUEUES.documents.options.attempts);
  }
}
