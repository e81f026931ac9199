import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { PICTURES, UPLOADS } from '#libs/core/storage/object-keys';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { removeUnnamed } from '#libs/core/storage/remove-unnamed';
import { Clock } from '#libs/core/time/clock';
import { knownPictures, purgeUploads } from '#libs/pictures/pictures.queries';

const HOUR_MS = 3_600_000;
const NAMED_BY_ID = /^pictures\/([0-9a-f-]{36})\.webp$/;

/** Removes uploads that nobody confirmed and pictures that no row names, once they are an hour old and no other database is kept. */
@Injectable()
export class PictureSweepService {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /** Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - HOUR_MS);
    await purgeUploads(this.database, before);
    for await (const { key, modifiedAt } of this.store.list(UPLOADS)) {
      if (modifiedAt < before) await this.store.remove(key);
    }
    await removeUnnamed(this.database, this.store, {
      folder: PICTURES,
      before,
      findNamed: (keys) => this.named(keys),
    });
  }

  private async named(keys: string[]): Promise<Set<string>> {
    const idOf = (key: string) => NAMED_BY_ID.exec(key)?.[1] ?? '';
    const known = await knownPictures(this.database, keys.map(idOf).filter(Boolean));
    return new Set(keys.filter((key) => known.has(idOf(key))));
  }
}
