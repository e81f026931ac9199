import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { SiteFixture } from '../support/factory.js';
import { runCommand } from '../support/command-line.js';
import { type Client, Lodge } from '../support/lodge.js';
import { until } from '../support/until.js';

jest.setTimeout(180_000);

describe('restore and switch with an address of the owner and one of the application', () => {
  let lodge: Lodge;
  let folder: string;
  let site: SiteFixture;
  let client: Client;
  const made = new Set<string>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-addresses-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(join(folder, 'store')).href } });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(async () => {
    await lodge.stop();
    const server = new pg.Client(process.env.TEST_POSTGRES_URL);
    await server.connect();
    for (const name of made) await server.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    await server.end();
    await rm(folder, { recursive: true });
  });

  const settings = () => ({ STORAGE_URL: pathToFileURL(join(folder, 'store')).href });
  const asBoth = (...args: string[]) =>
    runCommand(lodge.applicationUrl, args, { ...settings(), DATABASE_OWNER_URL: lodge.databaseUrl });
  const asApplication = (...args: string[]) => runCommand(lodge.applicationUrl, args, settings());
  const addFlag = (name: string) => client.post(`/sites/${site.id}/flags`, { name, colour: '#112233' });
  const flags = async () =>
    ((await client.get(`/sites/${site.id}/flags`)).body as { name: string }[]).map(({ name }) => name).sort();
  // A request whose connection ended with the switch is a 503.
  const isBack = () => until(async () => (await client.get('/users/@me')).status === 200, 20);
  // The connections of the role may be new ones, in the database that is live now.
  const asRole = async (statement: string) => {
    const role = new pg.Client(lodge.applicationUrl);
    await role.connect();
    const outcome = await role.query(statement).then(({ rows }) => rows[0], (error: pg.DatabaseError) => error.code); // prettier-ignore
    await role.end();
    return outcome as unknown;
  };

  test('put a backup in the place of the live database, and the api goes on as the same role, with no right more', async () => {
    expect((await addFlag('Before the backup')).status).toBe(200);
    const backup = asBoth('backup', '--to', folder);
    expect(backup).toMatchObject({ status: 0, err: '' });
    expect((await addFlag('After the backup')).status).toBe(200);

    const switched = asBoth('restore', /Wrote (\S+):/.exec(backup.out)?.[1] ?? '', '--switch');
    expect(switched).toMatchObject({ status: 0, err: '' });
    const kept = /kept as (\S+)\./.exec(switched.out)?.[1] ?? '';
    made.add(kept);
    await isBack();
    expect(await flags()).toEqual(['Before the backup']);
    expect((await addFlag('In the restored one')).status).toBe(200);
    expect(await asRole('SELECT current_user AS name')).toEqual({ name: new URL(lodge.applicationUrl).username });
    for (const statement of [
      'DELETE FROM audit_events',
      'ALTER TABLE bookings DISABLE TRIGGER ALL',
      'CREATE TABLE mine ()',
    ])
      // prettier-ignore
      expect([statement, await asRole(statement)]).toEqual([statement, '42501']);

    const back = asBoth('switch', kept);
    expect(back).toMatchObject({ status: 0, err: '' });
    made.add(/kept as (\S+)\./.exec(back.out)?.[1] ?? '');
    await isBack();
    expect(await flags()).toEqual(['After the backup', 'Before the backup']);
    expect((await addFlag('In the former one')).status).toBe(200);
  });

  test('are refused in a sentence to the application alone, and leave everything as it was', async () => {
    const [other] = made;
    const before = await flags();
    const refused = asApplication('switch', other ?? '');
    expect(refused).toMatchObject({ status: 1, out: '' });
    expect(refused.err).toMatch(/^[A-Z].*\.$/);
    expect(await flags()).toEqual(before);
    expect((await addFlag('After the refusal')).status).toBe(200);
  });
});
