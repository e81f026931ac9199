import { DataSource } from 'typeorm';
import { dataSourceOptions, MIGRATIONS } from '#libs/core/database/data-source';

// Any constant serves, as long as every process of Lodge uses the same.
const MIGRATION_LOCK = 4_206_201_763;

/** Brings the schema up to date, or to where only the named migrations have run. Any number of processes may call it at once: an advisory lock lets one do the work. */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const migrations = MIGRATIONS.filter((migration) => !only || only.includes(migration.name));
  const dataSource = await new DataSource({ ...dataSourceOptions(databaseUrl, 2), migrations }).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await lock.query(`SET statement_timeout = 0`);
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await lock.query('SELECT pg_advisory_unlock_all()');
    await lock.release();
    await dataSource.destroy();
  }
}

/** Removes every table and function of Lodge. For the local mode, whose half-loaded demo data is worth nothing. */
export async function emptyDatabase(databaseUrl: string): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(databaseUrl, 1)).initialize();
  await dataSource.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await dataSource.destroy();
}
