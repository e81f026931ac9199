import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import { keepRollCall, type KeptRollCall, keyOfRollCall, readersOf } from '#libs/documents/roll-call/kept-roll-calls';
import { RollCallDocumentService } from '#libs/documents/roll-call/roll-call-document.service';
import { type KeptSite, listCodedLocations, listPresent, listReaders, listSites } from '#libs/documents/roll-call/roll-call.queries'; // prettier-ignore

/** Keeps the roll-call of every site in the store, once an hour, for times when the database is unavailable. */
@Injectable()
export class RollCallKeeper {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly documents: RollCallDocumentService,
  ) {}

  /** Any number of workers may run it at once, and twice. A browser that is missing does not keep the data from being kept. */
  async sweep(): Promise<void> {
    const kept: KeptRollCall[] = [];
    for (const site of await listSites(this.database)) kept.push(await this.keep(site));
    for (const { site, people, generated_at } of kept) {
      const key = keyOfRollCall(site.id, 'pdf');
      const options = { paper: 'a4', photos: false, generatedAt: new Date(generated_at) } as const;
      if (people.length === 0) await this.store.remove(key);
      else await this.store.put(key, await this.documents.printPeople(site, people, options));
    }
  }

  private async keep(site: KeptSite): Promise<KeptRollCall> {
    const now = this.clock.now();
    const [people, readers, locations] = await Promise.all([
      listPresent(this.database, site.id),
      listReaders(this.database, site.id, now),
      listCodedLocations(this.database, site.id),
    ]);
    const kept = { site, generated_at: now.toISOString(), readers: readersOf(readers), people, locations };
    await keepRollCall(this.store, kept);
    return kept;
  }
}
