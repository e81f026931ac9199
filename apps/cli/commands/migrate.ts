import { readConfig } from '#libs/core/config/config';
import { migrate } from '#libs/core/database/migrate';

export async function runMigrations(): Promise<void> {
  const done = await migrate(readConfig().DATABASE_URL);
  console.log(done.length > 0 ? `Ran ${done.join(', ')}.` : 'The schema is up to date.');
}
