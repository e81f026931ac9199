import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { isMigrated } from '#libs/core/database/schema-state';
import { type Dependency, DependencyProbe, type DependencyState } from '#libs/core/health/dependency';
import { pingRedis } from '#libs/core/limits/redis-windows';
import { Mailer } from '#libs/core/mail/mailer';
import { checkQueues, hasQueues } from '#libs/core/queue/queue-check';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';

// A mail server counts connections, and nobody is turned away because it is down.
const MAIL_KEEP_MS = 15_000;
// Requests to a bucket are paid for.
const STORAGE_KEEP_MS = 5_000;

/** What this process needs, each by its name, with its present state. */
@Injectable()
export class Health implements OnModuleInit {
  private readonly probes: DependencyProbe[] = [];
  private migrated = false;

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly modules: ModuleRef,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.watch({ name: 'database', required: true, check: () => this.database.rows('SELECT 1') });
    this.watch({ name: 'mail', required: false, check: () => this.mailer.check(), keepMs: MAIL_KEEP_MS });
    this.watch({ name: 'storage', required: false, check: () => this.store.check(), keepMs: STORAGE_KEEP_MS });
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

  /** Whether the database has the schema that this version was written for. Once true, it stays so. */
  async isMigrated(): Promise<boolean> {
    return (this.migrated ||= await isMigrated(this.database));
  }

  private watch(dependency: Dependency): void {
    this.probes.push(new DependencyProbe(dependency));
  }
}
