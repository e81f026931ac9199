import { setTimeout as sleep } from 'node:timers/promises';
import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import { QueueProcessor } from '#apps/worker/queue-processor';

const HOUR_MS = 3_600_000;
const AGAIN_MS = 5_000;

/** Removes what is over. Any number of workers may run it at once, and twice. */
export interface Sweeper {
  sweep(): Promise<void>;
}

export const SWEEPERS = Symbol('SWEEPERS');

/** Once an hour, whichever worker gets it; between, a roll-call that an erasure has changed. */
@Processor(QUEUES.housekeeping.name)
export class HousekeepingProcessor extends QueueProcessor {
  constructor(
    @InjectQueue(QUEUES.housekeeping.name) private readonly queue: Queue,
    @Inject(SWEEPERS) private readonly sweepers: Sweeper[],
    private readonly rollCalls: RollCallKeeper,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    // Not awaited: otherwise nothing else of the worker would begin until an unavailable queue is back.
    void this.schedule();
  }

  private async schedule(): Promise<void> {
    while (!this.worker.closing) {
      try {
        await this.queue.upsertJobScheduler('hourly', { every: HOUR_MS }, { name: 'sweep' });
        return;
      } catch {
        // Why, the queue has logged.
        await sleep(AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  /** A sweeper that fails, because the store is unavailable for example, does not stop the others. */
  protected async perform({ name, data }: Job<{ siteId: string }>): Promise<void> {
    if (name === 'roll-call') return this.rollCalls.printKept(data.siteId);
    const errors: unknown[] = [];
    for (const sweeper of this.sweepers) await sweeper.sweep().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }
}
