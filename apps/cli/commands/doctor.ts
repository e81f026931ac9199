import pg from 'pg';
import { type Config, InvalidConfig, readConfig } from '#libs/core/config/config';
import { checkArchive } from '#apps/cli/doctor/archive';
import { checkBackups, checkCopies } from '#apps/cli/doctor/backups';
import { checkClock } from '#apps/cli/doctor/clock';
import { checkConfiguration } from '#apps/cli/doctor/configuration';
import { checkJournal, checkQueuedEvents } from '#apps/cli/doctor/journal';
import { checkMails } from '#apps/cli/doctor/mails';
import { checkWebhooks } from '#apps/cli/doctor/webhooks';
import { type Finding, fault } from '#apps/cli/doctor/finding';
import { checkInvariants } from '#apps/cli/doctor/invariants';
import { checkPrivileges } from '#apps/cli/doctor/privileges';
import { checkSchema } from '#apps/cli/doctor/schema';
import { checkMail, checkQueue, checkRedis } from '#apps/cli/doctor/services';
import { checkStorage } from '#apps/cli/doctor/storage';
import { sentenceOf } from '#apps/cli/sentence';

/** Looks at everything Lodge needs and says for each finding what to do. Changes nothing but for a
 * file that it stores and removes; exit code 1 with a fault. */
export async function doctor({ journal = false }: { journal?: boolean } = {}): Promise<void> {
  const findings = await examine(journal);
  for (const { state, what, fix } of findings)
    console.log(`${state.toUpperCase().padEnd(8)}${what}${fix ? `.\n        Fix: ${fix}` : ''}`);
  if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1;
}

async function examine(journal: boolean): Promise<Finding[]> {
  const config = configured();
  if (Array.isArray(config)) return config;
  const findings = [...checkConfiguration(config), ...(await checkDatabase(config, journal))];
  return [...findings, ...(await checkStorage(config)), ...(await checkMail(config)), ...(await checkRedis(config))];
}

function configured(): Config | Finding[] {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return error.problems.map((each) => fault(each, 'Set it in the environment or in .env; .env.example explains it.'));
  }
}

async function checkDatabase(config: Config, journal: boolean): Promise<Finding[]> {
  const database = new pg.Client({ connectionString: config.DATABASE_URL, connectionTimeoutMillis: 5_000 });
  try {
    await database.connect();
    const schema = await checkSchema(database);
    const clock = await checkClock(database);
    if (schema.some(({ state }) => state === 'fault')) return [...schema, ...clock];
    return [
      ...schema,
      await checkPrivileges(database),
      ...(await checkInvariants(database)),
      ...(await checkMails(database)),
      ...(await checkQueuedEvents(database)),
      ...(await checkWebhooks(database)),
      ...(journal ? await checkJournal(database) : []),
      ...(await checkBackups(database, config)),
      ...(await checkCopies(config)),
      ...(await checkArchive(database, config)),
      ...clock,
      ...(await checkQueue(config)),
    ];
  } catch (error) {
    return [
      fault(sentenceOf(error).replace(/\.$/, ''), 'Check DATABASE_URL, and that the server runs and lets you in.'),
    ];
  } finally {
    await database.end().catch(() => undefined);
  }
}
