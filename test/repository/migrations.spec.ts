import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { ENTITIES } from '#apps/entities';
import { dataSourceOptions, MIGRATIONS } from '#libs/core/database/data-source';
import { migrate } from '#libs/core/database/migrate';
import { createDatabase } from '../support/database.js';
import { waitsForLock } from '../support/locks.js';

async function entitiesOfFiles(): Promise<unknown[]> {
  const files = (await readdir('libs', { recursive: true })).filter((file) => file.endsWith('.entity.ts'));
  await Promise.all(files.map((file) => import(join(process.cwd(), 'libs', file))));
  return getMetadataArgsStorage().tables.map(({ target }) => target);
}

describe('migrations', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  beforeAll(async () => {
    database = await createDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  test('run once, when eight processes start on an empty database at the same moment', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => migrate(database.url)));
    expect(runs.flat()).toHaveLength(MIGRATIONS.length);
  });

  test('are compared with every entity there is', async () => {
    expect(new Set(ENTITIES)).toEqual(new Set(await entitiesOfFiles()));
  });

  test('make the schema that the entities describe', async () => {
    const dataSource = await new DataSource({
      ...dataSourceOptions(database.url, 2),
      entities: ENTITIES,
    }).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  test('let readers pass while they wait for a lock, and go on when it is free', async () => {
    const old = await createDatabase({ empty: true });
    const [first] = MIGRATIONS;
    await migrate(old.url, [first?.name ?? '']);
    const [report, reader] = [new pg.Client(old.url), new pg.Client(old.url)];
    for (const client of [report, reader]) await client.connect();
    await report.query('BEGIN; LOCK TABLE sites IN ACCESS SHARE MODE');
    const migrated = migrate(old.url);
    await waitsForLock(report, 'sites');
    // The report still runs: after a migration that does not give way, the reader would wait for ever.
    await reader.query(`SET statement_timeout = '40s'`);
    await reader.query('SELECT FROM sites');
    await report.query('COMMIT');
    expect(await migrated).toEqual(MIGRATIONS.slice(1).map(({ name }) => name));
    for (const client of [report, reader]) await client.end();
    await old.drop();
  });

  test('can be taken back', async () => {
    const dataSource = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    for (const _ of MIGRATIONS) await dataSource.undoLastMigration();
    const left = await dataSource.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'`,
    );
    await dataSource.destroy();
    expect(left).toEqual([]);
  });
});
