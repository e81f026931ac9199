import type { Client } from 'pg';
import { COUNT_QUEUED, verifyJournal } from '#libs/events/journal/verify-journal.queries';
import { type Finding, fault, ok, warning } from '#apps/cli/doctor/finding';

const MANY = 10_000;

/** Whether changes get their place in the journal. */
export async function checkQueuedEvents(database: Client): Promise<Finding[]> {
  const { rows } = await database.query<{ n: number }>(COUNT_QUEUED);
  const n = rows[0]?.n ?? 0;
  if (n <= MANY) return [ok(`The journal of events is up to date; ${n} changes wait for their place.`)];
  return [warning(`${n} changes wait for their place in the journal of events`, 'See that a worker runs.')];
}

/** Whether the journal and the trails are as they were written. It reads all of them. */
export async function checkJournal(database: Client): Promise<Finding[]> {
  await database.query(`SET timezone = 'UTC'`);
  const rows = async <Row>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as Row[];
  const { entries, altered } = await verifyJournal({ rows });
  if (!altered) return [ok(`The journal of events is as it was written: ${entries} entries.`)];
  const { position, site, event, why } = altered;
  return [
    fault(
      `The journal of events was altered: entry ${position} of the site ${site}, event ${event}: ${why}`,
      'Compare it with a backup, and find out who could write to the database past Lodge.',
    ),
  ];
}
