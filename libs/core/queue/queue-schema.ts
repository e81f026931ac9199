import { runMigrations } from 'bullmq';
import type { ClientBase } from 'pg';

/** Makes the tables of the queues, or brings them up to date, in a schema of their own. As the owner: nobody else makes tables. */
export async function migrateQueues(connection: ClientBase): Promise<void> {
  await runMigrations(connection as never);
}
