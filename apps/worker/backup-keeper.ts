import { Inject, Injectable } from '@nestjs/common';
import { backupSource, copyStore, lodgeVersion } from '#apps/backup-source';
import { keepBackups, planOf } from '#libs/core/backup/keep-backups';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { purge } from '#libs/core/database/purge';

/** Backs up by the clock, where a folder for it is set. */
@Injectable()
export class BackupKeeper {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
  ) {}

  async sweep(): Promise<void> {
    const plan = planOf(this.config, copyStore(this.config));
    if (!plan) return;
    await purge(this.database, 'backups', `ended_at < now() - interval '400 days'`, []);
    await keepBackups(backupSource(this.config), plan, await lodgeVersion());
  }
}
