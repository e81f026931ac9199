import { setTimeout as sleep } from 'node:timers/promises';
import { knownSite } from '#apps/cli/known-site';
import { withApp } from '#apps/cli/with-app';
import { Database } from '#libs/core/database/database';
import { EventsService } from '#libs/events/events.service';
import { operatorAccess } from '#libs/accounts/access/site-accesses.queries';

const AT_ONCE = 500;
const LOOK_MS = 500;

interface Options {
  site: string;
  follow?: boolean;
  after?: string;
  type?: string;
}

/** Prints the events of a site, one JSON object a line; with `follow`, also those that come. @throws Error when there is no such site */
export async function printEvents({ site, follow = false, after, type }: Options): Promise<void> {
  await withApp(async (app) => {
    const database = app.get(Database, { strict: false });
    const access = await operatorAccess(database, (await knownSite(database, site)).id);
    if (!access) throw new Error(`There is no site ${site}.`);
    const events = app.get(EventsService, { strict: false });
    for (let cursor = after; ;) {
      const query = { limit: AT_ONCE, ...(cursor && { after: cursor }), ...(type && { type }) };
      const page = await events.page([access], query);
      for (const event of page.data) console.log(JSON.stringify(event));
      cursor = page.next_cursor;
      if (page.data.length > 0) continue;
      if (!follow) return;
      await sleep(LOOK_MS);
    }
  });
}
