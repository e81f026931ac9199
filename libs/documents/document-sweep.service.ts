import { Inject, Injectable } from '@nestjs/common';
import { keepsAnotherDatabase } from '#libs/core/backup/kept-databases';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { namedObjects, purgeDocuments } from '#libs/documents/documents.queries';

const HOUR_MS = 3_600_000;
const KEEP_HOURS = 24;
const AT_ONCE = 1_000;

/** Removes documents a day after they were requested, and files that no row names once they are an hour old and no other database is kept. */
@Injectable()
export class DocumentSweepService {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const ago = (hours: number) => new Date(this.clock.now().getTime() - hours * HOUR_MS);
    for (let found = AT_ONCE; found === AT_ONCE;) {
      const purged = await this.database.transaction((tx) => purgeDocuments(tx, ago(KEEP_HOURS), AT_ONCE));
      for (const key of purged.keys) await this.store.remove(key);
      found = purged.count;
    }
    if (await keepsAnotherDatabase(this.database)) return;
    const batch: string[] = [];
    for await (const { key, modifiedAt } of this.store.list('documents/')) {
      if (modifiedAt < ago(1)) batch.push(key);
      if (batch.length === AT_ONCE) await this.removeUnnamed(batch.splice(0));
    }
    await this.removeUnnamed(batch);
  }

  private async removeUnnamed(keys: string[]): Promise<void> {
    const named = await namedObjects(this.database, keys);
    for (const key of keys) if (!named.has(key)) await this.store.remove(key);
  }
}
