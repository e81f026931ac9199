import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { removeUnnamed } from '#libs/core/storage/remove-unnamed';
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
    await removeUnnamed(this.database, this.store, {
      folder: 'documents/',
      before: ago(1),
      findNamed: (keys) => namedObjects(this.database, keys),
    });
  }
}
