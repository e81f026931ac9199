import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { NAMED_OBJECTS } from '#apps/backup-source';
import { backUp, type Source } from '#libs/core/backup/backup';
import { restoreBeside } from '#libs/core/backup/restore';
import { OBJECT_STORE } from '#libs/core/storage/object-store';
import { runCommand } from '../support/command-line.js';
import { Lodge } from '../support/lodge.js';

// A whole database is written and loaded.
jest.setTimeout(120_000);

describe('what a backup, a restore and a switch say', () => {
  let lodge: Lodge;
  let folder: string;
  let restored: string | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-backup-'));
    lodge = await Lodge.start();
    await lodge.make.site({ name: 'Kings Court' });
  });
  afterAll(async () => {
    await lodge.stop();
    if (restored) {
      const server = new pg.Client(process.env.TEST_POSTGRES_URL);
      await server.connect();
      await server.query(`DROP DATABASE "${restored}" WITH (FORCE)`);
      await server.end();
    }
    await rm(folder, { recursive: true });
  });

  const run = (...args: string[]) => runCommand(lodge.databaseUrl, args);

  test('which table comes next, from the first to the last', async () => {
    const seen: [done: number, total: number, table: string][] = [];
    const store = lodge.instance.app.get<Source['store']>(OBJECT_STORE, { strict: false });
    const source: Source = { url: lodge.databaseUrl, store, named: NAMED_OBJECTS, onTable: (...each) => void seen.push(each) }; // prettier-ignore
    const [made] = await backUp(source, folder, new Date('2026-11-21T09:00:00Z'), '1.0.0');
    const written = seen.splice(0);
    [restored] = await restoreBeside(source, made, new Date('2026-11-21T09:00:00Z'));
    for (const told of [written, seen]) {
      expect(told.map(([done]) => done)).toEqual(told.map((_, index) => index));
      expect(new Set(told.map(([, total]) => total))).toEqual(new Set([told.length]));
      expect(told.map(([, , table]) => table)).toEqual(expect.arrayContaining(['bookings', 'students', 'sites']));
    }
  });

  test('which databases there are, when the one to switch to does not exist', () => {
    const err = `There is no database nodb. There are: ${restored}. Nothing was changed.`;
    expect(run('switch', 'nodb')).toEqual({ status: 1, out: '', err });
  });

  test('why a folder cannot be written or read', async () => {
    const file = join(folder, 'file');
    await writeFile(file, 'this is no folder');
    const err = expect.stringMatching(/^\/\S+: a part of the path is a file, not a folder \(ENOTDIR\)\.$/);
    expect(run('backup', '--to', join(file, 'below'))).toEqual({ status: 1, out: '', err });
    expect(run('verify-backup', join(folder, 'none'))).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^\/[^\n]+\.$/) }); // prettier-ignore
  });
});
