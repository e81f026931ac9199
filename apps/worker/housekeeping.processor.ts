import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { HousekeepingService } from '#libs/accounts/housekeeping.service';
import { logFaults } from '#libs/core/queue/log-faults';
import { QUEUES } from '#libs/core/queue/queues';
import { DocumentSweepService } from '#libs/documents/document-sweep.service';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';

const HOUR_MS = 3_600_000;

/** Once an hour, whichever worker gets it. */
@Processor(QUEUES.housekeeping.name)
export class HousekeepingProcessor extends WorkerHost implements OnApplicationBootstrap {
  constructor(
    @InjectQueue(QUEUES.housekeeping.name) private readonly queue: Queue,
    @Inject(HousekeepingService) private readonly housekeeping: HousekeepingService,
    @Inject(PictureSweepService) private readonly pictures: PictureSweepService,
    @Inject(DocumentSweepService) private readonly documents: DocumentSweepService,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    logFaults(this.worker);
    await this.queue.upsertJobScheduler('hourly', { every: HOUR_MS }, { name: 'sweep' });
  }

  async process(): Promise<void> {
    await this.housekeeping.sweep();
    await this.pictures.sweep();
    await this.documents.sweep();
  }
}
