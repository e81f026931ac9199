import { ownerUrl, readConfig } from '#libs/core/config/config';
import { allowApplication } from '#libs/core/database/application-role';
import { migrate } from '#libs/core/database/migrate';

export async function runMigrations(): Promise<void> {
  const config = readConfig();
  const owner = ownerUrl(config);
  const done = await migrate(owner);
  await allowApplication(owner, config.DATABASE_URL);
  console.log(done.length > 0 ? `Ran ${done.join(', ')}.` : 'The schema is up to date.');
}
