import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { allowApplication, TRAILS } from '#libs/core/database/application-role';
import { Sequencer } from '#libs/events/journal/sequencer';
import { createDatabase } from '../../support/database.js';
import { Lodge } from '../../support/lodge.js';
import { makeTenant } from '../../support/tenant.js';

const NOT_ALLOWED = '42501';

describe('the role of api and workers in the database', () => {
  let lodge: Lodge;
  let client: pg.Client;
  let tables: string[];
  beforeAll(async () => {
    lodge = await Lodge.start();
    // So that every trail has a row.
    await makeTenant(lodge);
    await lodge.instance.app.get(Sequencer, { strict: false }).number();
    client = new pg.Client(lodge.applicationUrl);
    await client.connect();
    const found = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
    tables = (await lodge.sql<{ name: string }>(found)).map(({ name }) => name);
  });
  afterAll(async () => {
    await client.end();
    await lodge.stop();
  });

  const codeOf = (statement: string): Promise<string | undefined> =>
    client.query(statement).then(
      () => undefined,
      (error: pg.DatabaseError) => error.code,
    );

  test('is that of the api, and not the one of the specs', async () => {
    const { DATABASE_URL } = lodge.instance.config;
    expect(new URL(DATABASE_URL).username).not.toBe(new URL(lodge.databaseUrl).username);
    expect((await client.query('SELECT current_user AS name')).rows).toEqual([
      { name: new URL(DATABASE_URL).username },
    ]);
  });

  test('cannot empty trails but through the function that erasures use', async () => {
    const trails = `gen_random_uuid(), gen_random_uuid(), ARRAY['x'], now()`;
    expect(await codeOf(`SELECT empty_trails(${trails})`)).toBe(NOT_ALLOWED);
    await expect(client.query(`SELECT forget_in_trails(${trails})`)).rejects.toThrow('nobody was erased');
  });

  test('can take nothing away from any table: no trigger, no constraint, no column, no table, no rule of its own', async () => {
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables) {
      for (const statement of [
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `ALTER TABLE ${table} DISABLE TRIGGER USER`,
        `ALTER TABLE ${table} ADD COLUMN mine text`,
        `ALTER TABLE ${table} OWNER TO current_user`,
        `DROP TABLE ${table} CASCADE`,
        `TRUNCATE ${table} CASCADE`,
        `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
        `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      ])
        expect([statement, await codeOf(statement)]).toEqual([statement, NOT_ALLOWED]);
    }
  });

  test.each(TRAILS)('adds to %s, and neither changes nor removes what is there', async (trail) => {
    expect((await client.query(`SELECT count(*)::int AS count FROM ${trail}`)).rows[0].count).toBeGreaterThan(0);
    for (const statement of [
      `UPDATE ${trail} SET site_id = site_id`,
      `DELETE FROM ${trail}`,
      `SELECT FROM ${trail} FOR UPDATE`,
    ])
      expect([statement, await codeOf(statement)]).toEqual([statement, NOT_ALLOWED]);
  });

  test.each([
    `SET session_replication_role = replica`,
    `CREATE TABLE mine (id int)`,
    `CREATE SCHEMA mine`,
    `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
    `ALTER FUNCTION refuse_change() OWNER TO current_user`,
    `CREATE ROLE mine SUPERUSER`,
    `CREATE DATABASE mine`,
    `DELETE FROM schema_migrations`,
    `UPDATE schema_functions SET checksum = ''`,
    `COPY sites TO '/tmp/lodge-sites'`,
    `COPY sites TO PROGRAM 'id'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT lo_import('/etc/passwd')`,
    `SELECT rolpassword FROM pg_authid`,
  ])('may not: %s', async (statement) => {
    expect(await codeOf(statement)).toBe(NOT_ALLOWED);
  });

  test('adds to what waits for the journal and takes it out, and changes nothing of it', async () => {
    for (const statement of [`UPDATE event_queue SET event_id = event_id`, `SELECT FROM event_queue FOR UPDATE`])
      expect([statement, await codeOf(statement)]).toEqual([statement, NOT_ALLOWED]);
  });

  test('reads and writes every other table, and has PostgreSQL look at it', async () => {
    const may = `SELECT has_table_privilege($1, $2::text) AS may`;
    const isOther = (name: string) => ![...TRAILS, 'event_queue'].includes(name) && !name.startsWith('schema_');
    for (const table of tables.filter(isOther))
      for (const privilege of ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MAINTAIN'])
        expect([table, privilege, (await client.query(may, [table, privilege])).rows[0].may]).toEqual([
          table,
          privilege,
          true,
        ]);
  });

  test('is made once, with its password, when many databases are set up at the same moment', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => createDatabase()));
    const name = `lodge_${Date.now()}_app`;
    const urlOf = (url: string) => url.replace(/\/\/[^@]+@/, `//${name}:p%C3%A4ss%20word%40@`);
    try {
      const made = await Promise.all(databases.map(({ url }) => allowApplication(url, urlOf(url))));
      expect(made).toEqual(databases.map(() => name));
      // Once more does no harm, and the owner's own address makes nothing.
      expect(await allowApplication(databases[0]?.url ?? '', urlOf(databases[0]?.url ?? ''))).toBe(name);
      expect(await allowApplication(lodge.databaseUrl, lodge.databaseUrl)).toBeUndefined();
      for (const { url } of databases) {
        const other = new pg.Client(urlOf(url));
        await other.connect();
        expect((await other.query('SELECT current_user AS name')).rows).toEqual([{ name }]);
        await other.end();
      }
    } finally {
      await Promise.all(databases.map(({ drop }) => drop()));
      await lodge.sql(`DROP ROLE IF EXISTS ${name}`);
    }
  });
});
