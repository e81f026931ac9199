import { knownSite } from '#apps/cli/known-site';
import { withApp } from '#apps/cli/with-app';
import { Database } from '#libs/core/database/database';
import { RetentionService } from '#libs/privacy/retention.service';

interface Options {
  site: string;
  years?: string;
}

/** Counts who would be erased for having left long ago, and changes nothing. */
export async function countRetention({ site, years }: Options): Promise<void> {
  if (years !== undefined && !/^([1-9]\d?|100)$/.test(years))
    throw new Error('--years must be a whole number from 1 to 100.');
  const given = years === undefined ? undefined : Number(years);
  const found = await withApp(async (app) => {
    const { id } = await knownSite(app.get(Database, { strict: false }), site);
    return app.get(RetentionService, { strict: false }).preview(id, given);
  });
  const isOn = found.retention_years === null ? 'off' : `${found.retention_years} years`;
  console.log(
    `After ${found.years} years: ${found.people} people whose last stay was over before ${found.before}, with ${found.stays} stays.`,
  );
  console.log(`The site erases: ${isOn}. Nothing was changed.`);
}
