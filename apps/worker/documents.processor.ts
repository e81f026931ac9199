import { Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { JobsAtWork } from '#libs/jobs/job-runner';
import { QueueProcessor } from '#apps/worker/queue-processor';

/** Prints documents, two at a time: the browser takes no more at once. */
@Processor(QUEUES.documents.name, { concurrency: 2, maxStalledCount: 1_000 })
export class DocumentsProcessor extends QueueProcessor {
  constructor(@Inject(JobsAtWork) private readonly work: JobsAtWork) {
    super();
  }

  process(job: Job<{ siteId: string; id: string }>): Promise<void> {
    const { siteId, id } = job.data;
    return this.work.run(siteId, id, job.attemptsMade + 1 >= QUEUES.documents.options.attempts);
  }
}
