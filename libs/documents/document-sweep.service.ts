import { Inject, Injectable } from '@nestjs/common';
import { keepsAnotherDatabase } from '#libs/core/backup/kept-databases';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { namedObjects, purgeDocuments } from '#libs/documents/document-jobs.queries';

const HOUR_MS = 3_600_000;
const KEEP_HOURS = 24;

/** Removes documents a day after they were asked for, and files that no row names once they are an hour old and no other database is kept. */
@Injectable()
export class DocumentSweepService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const ago = (hours: number) => new Date(this.clock.now().getTime() - hours * HOUR_MS);
    for (const key of await purgeDocuments(this.database, ago(KEEP_HOURS))) await this.store.remove(key);
    if (await keepsAnotherDatabase(this.database)) return;
    const old: string[] = [];
    for await (const { key, modifiedAt } of this.store.list('documents/')) if (modifiedAt < ago(1)) old.push(key);
    const named = await namedObjects(this.database, old);
    for (const key of old) if (!named.has(key)) await this.store.remove(key);
  }
}
