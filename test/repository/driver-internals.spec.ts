import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import {
  activeQueryOf,
  breakOff,
  CHECKED_ON,
  clientsOf,
  endClient,
  refuseWaiting,
  serverProcessOf,
} from '#libs/core/database/driver-internals';
import { createDatabase } from '../support/database.js';

const versionOf = async (library: string): Promise<string> => {
  const text = await readFile(`node_modules/${library}/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

it.each(Object.entries(CHECKED_ON))(
  'what Lodge uses of the inside of %s was checked on the installed version',
  async (library, version) => {
    expect(await versionOf(library)).toBe(version);
  },
);

it('what Lodge reads of a connection and its pool is there', async () => {
  const { url, drop } = await createDatabase({ empty: true });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  client.on('error', () => undefined);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  expect(serverProcessOf(client)).toBe(rows[0]?.pid);
  expect(activeQueryOf(client)).toBeNull();
  const asleep = client.query('SELECT pg_sleep(60)');
  expect(activeQueryOf(client)).not.toBeNull();
  expect(clientsOf(pool)).toEqual([client]);
  const waiting = pool.connect();
  refuseWaiting(pool, new Error('refused'));
  await expect(waiting).rejects.toThrow('refused');
  breakOff(client, new Error('broken off'));
  await expect(asleep).rejects.toThrow('broken off');
  client.release(true);
  const other = await pool.connect();
  await endClient(other);
  await expect(other.query('SELECT')).rejects.toThrow();
  other.release(true);
  await pool.end();
  await drop();
});

it('no other file reaches inside a driver', async () => {
  const inside =
    /_clients\b|_activeQuery|_pendingQueue|\bprocessID\b|connection\.stream|isTransactionActive|\.driver\b|readyPromise|\.bootstrap\b/;
  const found: string[] = [];
  for (const folder of ['libs', 'apps'])
    for (const path of await readdir(folder, { recursive: true })) {
      const file = join(folder, path);
      if (file.endsWith('.ts') && inside.test(await readFile(file, 'utf8'))) found.push(file.replaceAll('\\', '/'));
    }
  expect(found).toEqual(['libs/core/database/driver-internals.ts']);
});
