import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from '#libs/core/database/advisory-locks';
import { dataSourceOptions, MIGRATIONS } from '#libs/core/database/data-source';
import { applyFunctions } from '#libs/core/database/functions';
import { migrateQueues } from '#libs/core/queue/queue-schema';
import { LOCK_NOT_AVAILABLE, sqlState } from '#libs/core/errors/postgres-errors';

// A statement that reads or writes the table has to wait for a migration that waits for its lock.
const LOCK_PATIENCE_MS = 800;
const TRIES = 60;

/**
 * Brings the schema up to date, or to where only the named migrations have run. Any number of processes may call it at
 * once: an advisory lock lets one do the work. A migration that does not get its lock within 0.8 s lets the others pass
 * and tries again, sixty times. After the last migration come the functions whose text has changed, and the tables of the queues.
 * @returns the names of those that ran
 */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const migrations = MIGRATIONS.filter((migration) => !only || only.includes(migration.name));
  const options = dataSourceOptions(databaseUrl, 2);
  const extra = { ...options.extra, statement_timeout: 0, lock_timeout: LOCK_PATIENCE_MS };
  const dataSource = await new DataSource({ ...options, migrations, extra } as DataSourceOptions).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query('SET lock_timeout = 0');
    await takeTurn(lock);
    const before = await namesOfDone(lock);
    await runPatiently(dataSource);
    if (migrations.length === MIGRATIONS.length) {
      await applyFunctions(lock);
      await migrateQueues(await lock.connect());
    }
    return (await namesOfDone(lock)).filter((name) => !before.includes(name));
  } finally {
    await lock.query('SELECT pg_advisory_unlock_all()');
    await lock.release();
    await dataSource.destroy();
  }
}

/** Waits for the lock of migrations without an open statement, for which an index that is built concurrently would wait in turn. */
async function takeTurn(runner: QueryRunner): Promise<void> {
  const isMine = async () => {
    const [row] = await runner.query('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCKS.migrations]);
    return (row as { taken: boolean }).taken;
  };
  while (!(await isMine())) await sleep(100);
}

async function namesOfDone(runner: QueryRunner): Promise<string[]> {
  const [{ there }] = (await runner.query(`SELECT to_regclass('schema_migrations') IS NOT NULL AS there`)) as [{ there: boolean }]; // prettier-ignore
  const rows = there ? await runner.query('SELECT name FROM schema_migrations ORDER BY id') : [];
  return (rows as { name: string }[]).map(({ name }) => name);
}

async function runPatiently(dataSource: DataSource): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (sqlState(error).code !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error;
      await sleep(1_000);
    }
  }
}

/** Removes every table and function of Lodge but those of the queues. For the local mode, whose half-loaded demo data is worth nothing. */
export async function emptyDatabase(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, 1)).initialize();
  await dataSource.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await dataSource.destroy();
}
