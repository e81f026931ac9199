import { runMigrations } from 'bullmq';
import type { ClientBase } from 'pg';
import { QUEUES } from '#libs/core/queue/queues';

/** Makes the tables of the queues, or brings them up to date, in a schema of their own. It runs as the owner, because no other role may create tables. */
export async function migrateQueues(connection: ClientBase): Promise<void> {
  await runMigrations(connection as never);
  for (const { name } of Object.values(QUEUES)) await makeSequence(connection, name);
}

/** BullMQ would make the sequence of a queue's numbers with its first job, as the role that adds it. */
async function makeSequence(connection: ClientBase, queue: string): Promise<void> {
  const found = await connection.query<{ name: string }>('SELECT bullmq.job_id_seq_name($1) AS name', [queue]);
  await connection.query(`CREATE SEQUENCE IF NOT EXISTS bullmq.${found.rows[0]?.name}`);
}
