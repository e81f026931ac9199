import { WorkerHost } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Job, Worker } from 'bullmq';
import { Metrics } from '#libs/core/metrics/metrics';

/** Counts and logs the jobs of every processor of this worker. */
@Injectable()
export class JobObserver implements OnApplicationBootstrap {
  private readonly logger = new Logger('jobs');

  constructor(
    private readonly providers: DiscoveryService,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.providers.getProviders()) {
      if (instance instanceof WorkerHost) this.observe(instance.worker);
    }
  }

  private observe(worker: Worker): void {
    worker.on('completed', (job) => this.count(worker.name, 'completed', job));
    worker.on('failed', (job) => this.count(worker.name, 'failed', job));
  }

  private count(queue: string, outcome: 'completed' | 'failed', job: Job | undefined): void {
    const seconds = (Date.now() - (job?.processedOn ?? Date.now())) / 1_000;
    this.metrics.jobs.observe({ queue, outcome }, seconds);
    if (outcome === 'completed')
      this.logger.debug({
        msg: 'job completed',
        queue,
        job: job?.id,
        name: job?.name,
        ms: Math.round(seconds * 1_000),
      });
  }
}
