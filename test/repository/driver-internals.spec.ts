import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import * as database from '#libs/core/database/driver-internals';
import * as queue from '#libs/core/queue/driver-internals';

const versionOf = async (library: string): Promise<string> => {
  const text = await readFile(`node_modules/${library}/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};

it.each(Object.entries({ ...database.CHECKED_ON, ...queue.CHECKED_ON }))(
  'what Lodge uses of the inside of %s was checked on the installed version',
  async (library, version) => {
    expect(await versionOf(library)).toBe(version);
  },
);

it('no other file reaches inside a driver', async () => {
  const inside =
    /_clients\b|_activeQuery|_pendingQueue|\bprocessID\b|connection\.stream|isTransactionActive|\.driver\b|waitForJob/;
  const found: string[] = [];
  for (const folder of ['libs', 'apps'])
    for (const path of await readdir(folder, { recursive: true })) {
      const file = join(folder, path);
      if (!file.endsWith('.ts') || file.endsWith('driver-internals.ts')) continue;
      if (inside.test(await readFile(file, 'utf8'))) found.push(file);
    }
  expect(found).toEqual([]);
});
