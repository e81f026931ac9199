import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '#libs/core/database/database';
import { Health } from '#libs/core/health/health';
import { queuesOf } from '#libs/core/queue/queue-check';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const JOBS_KEEP_MS = 10_000;
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

export interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** Counts by the values of one label. */
export const samples = (label: string, counts: Record<string, number>, others = {}): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { ...others, [label]: name }, value }));

/** The figures of this process in Prometheus' format. Gauges are read on request. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'lodge_http_request_duration_seconds',
    help: 'Requests by method, route template and status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly jobs = new Histogram({
    name: 'lodge_job_duration_seconds',
    help: 'Jobs that this worker ended, by queue and outcome, and how long they took',
    labelNames: ['queue', 'outcome'],
    buckets: JOB_SECONDS,
    registers: [this.registry],
  });
  private begun = false;

  constructor(
    private readonly database: Database,
    private readonly modules: ModuleRef,
  ) {}

  /** The figures as text. The first call starts what costs something to watch. */
  async text(): Promise<string> {
    if (!this.begun) this.begin();
    return this.registry.metrics();
  }

  /** A gauge whose values come from a query that runs at most once in this many milliseconds. */
  gauge(name: string, help: string, labelNames: string[], keepMs: number, read: () => Promise<Sample[]>): void {
    let readAt = -Infinity;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        if (performance.now() - readAt < keepMs) return;
        // A figure that cannot be had is left out; the others must not be lost with it.
        const samples = await read().catch(() => undefined);
        this.reset();
        for (const { labels, value } of samples ?? []) this.set(labels, value);
        if (samples) readAt = performance.now();
      },
    });
  }

  private begin(): void {
    this.begun = true;
    collectDefaultMetrics({ register: this.registry });
    this.gauge('lodge_database_connections', 'Connections of the pool, and who waits for one', ['state'], 0, async () =>
      samples('state', this.database.poolState()),
    );
    this.gauge('lodge_jobs', 'Jobs by queue and state', ['queue', 'state'], JOBS_KEEP_MS, () => this.countJobs());
    // Health keeps each state for as long as it may be asked.
    this.gauge('lodge_dependencies', 'What this process needs: 1 works, 0 does not', ['name', 'required'], 0, () =>
      this.readDependencies(),
    );
    new Counter({
      name: 'lodge_build_info',
      help: 'Always 1; the labels say what runs',
      labelNames: ['node'],
      registers: [this.registry],
    }).inc({ node: process.version });
  }

  private async readDependencies(): Promise<Sample[]> {
    const states = await this.modules.get(Health, { strict: false }).states();
    return Object.entries(states).map(([name, { status, required }]) => ({
      labels: { name, required: String(required) },
      value: status === 'ok' ? 1 : 0,
    }));
  }

  private async countJobs(): Promise<Sample[]> {
    const counts = await Promise.all(
      queuesOf(this.modules).map(async (queue) =>
        samples('state', await queue.getJobCounts(...JOB_STATES), { queue: queue.name }),
      ),
    );
    return counts.flat();
  }
}
