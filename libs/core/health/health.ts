import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CONFIG, type Config } from '#libs/core/config/config';
import { HealthDatabase } from '#libs/core/database/reserved';
import { isMigrated } from '#libs/core/database/schema-state';
import { type Dependency, DependencyProbe, type DependencyState, NotUsable } from '#libs/core/health/dependency';
import { pingRedis } from '#libs/core/limits/redis-windows';
import { Mailer } from '#libs/core/mail/mailer';
import { checkQueues, hasQueues } from '#libs/core/queue/queue-check';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';

// A mail server counts connections, and no request is refused because it is down.
const MAIL_KEEP_MS = 15_000;
const MAIL_PATIENCE_MS = 2_000;
const SCHEMA_KEEP_MS = 2_000;
// Requests to a bucket are paid for.
const STORAGE_KEEP_MS = 5_000;

/** What this process needs, each by its name, with its present state. */
@Injectable()
export class Health implements OnModuleInit {
  private readonly probes: DependencyProbe[] = [];

  constructor(
    private readonly database: HealthDatabase,
    private readonly mailer: Mailer,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly modules: ModuleRef,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.watch({ name: 'database', required: true, check: () => this.requireWritable() });
    this.watch({ name: 'schema', required: true, check: () => this.requireSchema(), keepMs: SCHEMA_KEEP_MS });
    this.watch({
      name: 'mail',
      required: false,
      check: () => this.mailer.verify(MAIL_PATIENCE_MS),
      keepMs: MAIL_KEEP_MS,
    });
    const check = () => this.store.check();
    this.watch({ name: 'storage', required: false, unready: ['full'], check, keepMs: STORAGE_KEEP_MS });
    const { REDIS_URL } = this.config;
    // Without it each process counts for itself, and workers find their jobs by looking.
    if (REDIS_URL) this.watch({ name: 'redis', required: false, check: () => pingRedis(REDIS_URL) });
    if (hasQueues(this.modules)) {
      this.watch({ name: 'queue', required: true, check: () => checkQueues(this.modules) });
    }
  }

  async states(): Promise<Record<string, DependencyState>> {
    const states = await Promise.all(this.probes.map((probe) => probe.state()));
    return Object.fromEntries(this.probes.map(({ dependency }, index) => [dependency.name, states[index]!]));
  }

  /** Whether the database has the schema that this version was written for. */
  isMigrated(): Promise<boolean> {
    return isMigrated(this.database);
  }

  private async requireWritable(): Promise<void> {
    if (await this.database.isReadOnly()) throw new NotUsable('read_only');
  }

  private async requireSchema(): Promise<void> {
    if (!(await this.isMigrated())) throw new NotUsable('outdated');
  }

  private watch(dependency: Dependency): void {
    this.probes.push(new DependencyProbe(dependency));
  }
}
