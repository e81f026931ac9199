import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('every row of docs/ecosystem.md names a spec that exists, by its file and its title', async () => {
  const lines = (await readFile('docs/ecosystem.md', 'utf8')).split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.slice(2).map((line) => line.slice(2, -2).split(' | ').map((cell) => cell.trim())); // prettier-ignore
  expect(rows).toHaveLength(32);
  const missing: string[] = [];
  for (const [name = '', says = '', file = '', title = ''] of rows) {
    const path = join('test', file);
    const text = existsSync(path) ? await readFile(path, 'utf8') : '';
    if (!says || !title || !text.includes(`test('${title}'`)) missing.push(`${name}: ${file}: ${title}`);
  }
  expect(missing).toEqual([]);
});
