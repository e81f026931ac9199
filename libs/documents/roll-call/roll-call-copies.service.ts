import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { JobQueue } from '#libs/core/queue/job-queue';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { Clock } from '#libs/core/time/clock';
import {
  findKept,
  keepRollCall,
  type KeptRollCall,
  keyOfRollCall,
  readersOf,
} from '#libs/documents/roll-call/kept-roll-calls';
import {
  areErased,
  type KeptSite,
  listCodedLocations,
  listPresent,
  listReaders,
} from '#libs/documents/roll-call/roll-call.queries';

/** The kept roll-calls as data. A worker prints them. */
@Injectable()
export class RollCallCopies {
  constructor(
    private readonly database: Database,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
  ) {}

  /** Keeps the people who are in house now. */
  async keep(site: KeptSite): Promise<KeptRollCall> {
    const now = this.clock.now();
    const [people, readers, locations] = await Promise.all([
      listPresent(this.database, site.id),
      listReaders(this.database, site.id, now),
      listCodedLocations(this.database, site.id),
    ]);
    const kept = { site, generated_at: now.toISOString(), readers: readersOf(readers), people, locations };
    await keepRollCall(this.store, kept);
    // Somebody who left and was erased meanwhile is not in the next one.
    return (await this.namesErased(kept)) ? this.keep(site) : kept;
  }

  /** Call it after an erasure: a copy that names the person is replaced, and its PDF removed until a worker has printed the new one. */
  async forgetErased(siteId: string): Promise<void> {
    const kept = await findKept(this.store, siteId);
    if (!kept || !(await this.namesErased(kept))) return;
    await this.store.remove(keyOfRollCall(siteId, 'pdf'));
    await this.keep(kept.site);
    await this.queue
      .notify('housekeeping', 'roll-call', { siteId }, newId())
      .catch((err: unknown) => new Logger('roll-call').warn({ err, msg: 'A roll-call is printed within the hour' }));
  }

  namesErased({ site, people }: KeptRollCall): Promise<boolean> {
    return areErased(
      this.database,
      site.id,
      people.map(({ student }) => student),
    );
  }
}
