import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { findKept, type KeptRollCall, keyOfRollCall } from '#libs/documents/roll-call/kept-roll-calls';
import { RollCallCopies } from '#libs/documents/roll-call/roll-call-copies.service';
import { RollCallDocumentService } from '#libs/documents/roll-call/roll-call-document.service';
import { listSites } from '#libs/documents/roll-call/roll-call.queries';

/** Keeps the roll-call of every site in the store, once an hour, for times when the database is unavailable. */
@Injectable()
export class RollCallKeeper {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly copies: RollCallCopies,
    private readonly documents: RollCallDocumentService,
  ) {}

  /** Any number of workers may run it at once, and twice. A browser that is missing does not keep the data from being kept. */
  async sweep(): Promise<void> {
    const kept: KeptRollCall[] = [];
    for (const site of await listSites(this.database)) kept.push(await this.copies.keep(site));
    for (const each of kept) await this.print(each);
  }

  /** Prints the roll-call of a site that was kept last. */
  async printKept(siteId: string): Promise<void> {
    const kept = await findKept(this.store, siteId);
    if (kept) await this.print(kept);
  }

  private async print(kept: KeptRollCall): Promise<void> {
    const { site, people, generated_at } = kept;
    const key = keyOfRollCall(site.id, 'pdf');
    const options = { paper: 'a4', photos: false, generatedAt: new Date(generated_at) } as const;
    if (people.length === 0) return this.store.remove(key);
    await this.store.put(key, await this.documents.printPeople(site, people, options));
    // Printing takes long enough for somebody to leave and be erased.
    if (await this.copies.namesErased(kept)) await this.print(await this.copies.keep(site));
  }
}
