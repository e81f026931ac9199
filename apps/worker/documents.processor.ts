import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from 'bullmq';
import { logFaults } from '#libs/core/queue/log-faults';
import { QUEUES } from '#libs/core/queue/queues';
import { JobsAtWork } from '#libs/jobs/job-runner';

/** Prints documents, two at a time: the browser takes no more at once. */
@Processor(QUEUES.documents.name, { concurrency: 2, maxStalledCount: 1_000 })
export class DocumentsProcessor extends WorkerHost implements OnApplicationBootstrap {
  constructor(@Inject(JobsAtWork) private readonly work: JobsAtWork) {
    super();
  }

  onApplicationBootstrap(): void {
    logFaults(this.worker);
  }

  process(job: Job<{ siteId: string; id: string }>): Promise<void> {
    const { siteId, id } = job.data;
    return this.work.run(siteId, id, job.attemptsMade + 1 >= QUEUES.documents.options.attempts);
  }
}
