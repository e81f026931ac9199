import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import { ENTITIES } from '#apps/entities';

async function pages(): Promise<string[]> {
  const docs = (await readdir('docs', { recursive: true })).map((file) => join('docs', file));
  return [
    'README.md',
    'CONTRIBUTING.md',
    'clients/typescript/README.md',
    ...docs.filter((file) => file.endsWith('.md')),
  ];
}

describe('the documentation', () => {
  let help: string;
  beforeAll(() => {
    help = spawnSync(process.execPath, ['dist/apps/cli/main.js', '--help'], { encoding: 'utf8' }).stdout;
  });
  const commands = () =>
    [...help.matchAll(/^ {2}([a-z][\w-]+)/gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help');

  test('names only commands of lodge and scripts of npm that exist', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const faults: string[] = [];
    for (const page of await pages()) {
      const text = await readFile(page, 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:npm run lodge --|run --rm cli) ([a-z][\w-]+)/g))
        if (!commands().includes(name)) faults.push(`${page}: lodge ${name}`);
      for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g))
        if (!(name in scripts)) faults.push(`${page}: npm run ${name}`);
    }
    expect(commands()).toContain('backup');
    expect(faults).toEqual([]);
  });

  test('has no link to a file that is not there', async () => {
    const faults: string[] = [];
    for (const page of await pages()) {
      for (const [, link = ''] of (await readFile(page, 'utf8')).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
        if (!(await stat(join(dirname(page), link)).catch(() => undefined))) faults.push(`${page}: ${link}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('lists every decision in its index, by the title, status and date that its page has', async () => {
    const index = await readFile('docs/decisions/README.md', 'utf8');
    const files = (await readdir('docs/decisions')).filter((file) => /^\d/.test(file));
    const faults: string[] = [];
    for (const file of files) {
      const [title = '', , status = ''] = (await readFile(join('docs/decisions', file), 'utf8')).split('\n');
      if (!title.startsWith(`# ${Number.parseInt(file, 10)}. `)) faults.push(`${file}: ${title}`);
      if (index.split(`- [${title.slice(2)}](${file})\n`).length !== 2) faults.push(`${file} is not in the index once`);
      if (!/^Status: .+ Date: \d{4}-\d\d-\d\d\./.test(status)) faults.push(`${file}: ${status}`);
    }
    expect(files.length).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  test('says of every table how long its rows are kept', async () => {
    const text = await readFile('docs/operating.md', 'utf8');
    const [, section = ''] = /^### What is kept(.*?)^## /ms.exec(text) ?? [];
    const tables = ENTITIES.map(
      (entity) => getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name,
    );
    expect(tables.length).toBeGreaterThan(45);
    expect(tables.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  test('of the operator has every command in its table', async () => {
    const text = await readFile('docs/operating.md', 'utf8');
    expect(commands().filter((name) => !new RegExp(`^\\|[^|]*\`${name}[ \`]`, 'm').test(text))).toEqual([]);
  });
});
