import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { Courier } from '#libs/webhooks/sending/courier';
import { QueueProcessor } from '#apps/worker/queue-processor';

// A receiver that does not respond occupies a place for 10 s, and nothing but a socket. So many may do so at once without delaying others.
const CONCURRENCY = 200;

/** Sends events to webhooks, each webhook on its own. */
@Processor(QUEUES.webhooks.name, { concurrency: CONCURRENCY, maxStalledCount: 1_000 })
export class WebhooksProcessor extends QueueProcessor {
  constructor(private readonly courier: Courier) {
    super();
  }

  override onModuleDestroy(): Promise<void> {
    this.courier.stop();
    return super.onModuleDestroy();
  }

  protected perform({ data: { siteId, id } }: Job<{ siteId: string; id: string }>): Promise<void> {
    return this.courier.send(siteId, id);
  }
}
