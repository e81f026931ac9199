import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '#libs/core/database/database';
import { isMigrated } from '#libs/core/database/schema-state';
import { type Dependency, DependencyProbe, type DependencyState } from '#libs/core/health/dependency';
import { Mailer } from '#libs/core/mail/mailer';
import { checkQueues, hasQueues } from '#libs/core/queue/queue-check';

// A mail server counts connections, and nobody is turned away because it is down.
const MAIL_KEEP_MS = 15_000;

/** What this process needs, each by its name, with its present state. */
@Injectable()
export class Health implements OnModuleInit {
  private readonly probes: DependencyProbe[] = [];
  private migrated = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.watch({ name: 'database', required: true, check: () => this.database.rows('SELECT 1') });
    this.watch({ name: 'mail', required: false, check: () => this.mailer.check(), keepMs: MAIL_KEEP_MS });
    if (hasQueues(this.modules)) {
      this.watch({ name: 'queue', required: true, check: () => checkQueues(this.modules) });
    }
  }

  /** Adds a dependency; for the modules of what only some installations have, such as a store of files. */
  watch(dependency: Dependency): void {
    this.probes.push(new DependencyProbe(dependency));
  }

  async states(): Promise<Record<string, DependencyState>> {
    const states = await Promise.all(this.probes.map((probe) => probe.state()));
    return Object.fromEntries(this.probes.map(({ dependency }, index) => [dependency.name, states[index]!]));
  }

  /** Whether the database has the schema that this version was written for. Once true, it stays so. */
  async isMigrated(): Promise<boolean> {
    return (this.migrated ||= await isMigrated(this.database));
  }
}
