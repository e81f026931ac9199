import { Logger } from '@nestjs/common';
import type { Job, QueueBase } from 'bullmq';
import { RepeatedErrors } from '#libs/core/logging/repeated-errors';

// One per process: each of its queues and workers notices an unavailable server, and tries again twice per second.
const repeated = new RepeatedErrors();

/**
 * Writes the errors of a queue or a worker, and jobs that failed, to the log. Without a listener BullMQ prints the
 * whole error, its connection included, past the log.
 */
export function logErrors(source: QueueBase): void {
  const logger = new Logger(`queue ${source.name}`);
  source.on('error', (error: Error) => {
    const line = repeated.lineOf(error.message);
    if (line) logger.error(line);
  });
  source.on('failed', (job: Job | undefined, error: Error) =>
    logger.error({ msg: `job failed: ${error.message}`, job: job?.id, name: job?.name, attempts: job?.attemptsMade }),
  );
}
