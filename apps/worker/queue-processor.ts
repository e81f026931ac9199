import { WorkerHost } from '@nestjs/bullmq';
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Job } from 'bullmq';
import { abandonWorker } from '#libs/core/queue/watchful-backends';
import { logErrors } from '#libs/core/queue/log-errors';
import { withTimeout } from '#libs/core/async/with-timeout';

const CLOSE_MS = 3_000;

/** Takes jobs of a queue until the process stops: running jobs end before anything that they need is closed. */
export abstract class QueueProcessor extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly atWork = new Set<Promise<unknown>>();

  protected abstract perform(job: Job): Promise<void>;

  onApplicationBootstrap(): void {
    logErrors(this.worker);
  }

  process(job: Job): Promise<void> {
    const work = this.perform(job);
    const ended: Promise<unknown> = work.catch(() => undefined).finally(() => this.atWork.delete(ended));
    this.atWork.add(ended);
    return work;
  }

  async onModuleDestroy(): Promise<void> {
    const closed = this.worker.close();
    do {
      await Promise.all(this.atWork);
      await withTimeout(CLOSE_MS, closed, () => new Error('the queue does not answer')).catch(() => this.leave());
    } while (this.atWork.size > 0);
  }

  /** BullMQ would wait for ever for an unavailable Redis, or for a connection that is just being re-established. */
  private leave(): void {
    new Logger('queue').warn(`The queue ${this.worker.name} does not answer, and is left as it is`);
    abandonWorker(this.worker);
  }
}
