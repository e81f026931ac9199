import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import { CONFIG, type Config } from '#libs/core/config/config';
import { logErrors } from '#libs/core/queue/log-errors';
import { backendOf, connectionOf } from '#libs/core/queue/queue-connection';
import { queueTelemetry } from '#libs/core/queue/queue-telemetry';
import { QUEUES } from '#libs/core/queue/queues';
import { withTimeout } from '#libs/core/async/with-timeout';

const PATIENCE_MS = 2_000;

/** Tells the workers that there is something to do. It connects at the first notice. */
@Injectable()
export class JobQueue implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue>();

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Call it after the commit: the row that the ids name must be there. The same id is queued once.
   * @throws Error when the queue does not respond within 2 s; the notification may still arrive later
   */
  async notify(
    name: keyof typeof QUEUES,
    job: string,
    ids: Record<string, string | number>,
    id: string,
  ): Promise<void> {
    const added = this.queueOf(name).add(job, ids, { jobId: id });
    await withTimeout(PATIENCE_MS, added, () => new Error('the queue does not answer'));
  }

  private queueOf(name: keyof typeof QUEUES): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      // It waits for no job, so that silence is soon too long.
      const connection = { ...connectionOf(this.config), socketTimeout: 1_000 };
      const options = {
        connection: connection as never,
        defaultJobOptions: QUEUES[name].options,
        telemetry: queueTelemetry(),
      };
      this.queues.set(name, (queue = new Queue(QUEUES[name].name, options, backendOf(this.config) as never)));
      logErrors(queue);
    }
    return queue;
  }

  /** Requests that came before the stop can still add jobs. */
  async onApplicationShutdown(): Promise<void> {
    for (const queue of this.queues.values()) await queue.close();
  }
}
