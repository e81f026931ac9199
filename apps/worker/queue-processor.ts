import { WorkerHost } from '@nestjs/bullmq';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { logFaults } from '#libs/core/queue/log-faults';

/** Takes jobs of a queue until the process stops: what it is at then ends before anything that it needs is closed. */
export abstract class QueueProcessor extends WorkerHost implements OnApplicationBootstrap, OnModuleDestroy {
  onApplicationBootstrap(): void {
    logFaults(this.worker);
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.close();
  }
}
