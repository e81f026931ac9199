import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { Lodge } from '../support/lodge.js';

const run = promisify(execFile);
const snippets = (text: string) => [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? '');

async function pages(): Promise<string[]> {
  const docs = (await readdir('docs', { recursive: true })).map((file) => join('docs', file));
  return [
    'README.md',
    'CONTRIBUTING.md',
    'clients/typescript/README.md',
    ...docs.filter((file) => file.endsWith('.md')),
  ];
}

describe('the five minutes of the README', () => {
  let lodge: Lodge;
  let folder: string;
  let tour: string[];
  const shell = (code: string) =>
    run('bash', ['-euc', code], { cwd: folder }).then(({ stdout }) => stdout.replaceAll('}{', '}\n{').split('\n').map((line) => JSON.parse(line))); // prettier-ignore
  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadDemoData(lodge.instance.app, () => undefined);
    await lodge.instance.app.listen(0, '127.0.0.1');
    folder = await mkdtemp(join(tmpdir(), 'lodge-tour-'));
    const url = await lodge.instance.app.getUrl();
    const part = /## Five minutes\n(.*?)\n## /s.exec(await readFile('README.md', 'utf8'))?.[1] ?? '';
    tour = snippets(part).map((code) => code.replaceAll('http://localhost:3000', url));
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  test('do what they say, one after the other: log in, book, be refused, check in, read the trail', async () => {
    const [logIn = '', book = '', checkIn = ''] = tour;
    expect(tour).toHaveLength(3);
    expect(await shell(logIn)).toEqual([expect.objectContaining({ success: true })]);
    expect(await shell(book)).toEqual([expect.objectContaining({ status: 'confirmed', contract_start: '2027-09-18' })]);
    expect(await shell(book)).toEqual([
      expect.objectContaining({
        code: 'booking_conflict',
        conflicts: [expect.objectContaining({ kind: 'booking', override_actions: ['void'] })],
        free_locations: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
      }),
    ]);
    const [moved, trail] = await shell(checkIn);
    expect(moved).toMatchObject({ booking: { status: 'checked_in' }, transaction: { type: 'check_in' } });
    expect(trail.data.at(-1)).toMatchObject({ type: 'check_in', to_status: 'checked_in' });
  });
});

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

  test('of the operator has every command in its table', async () => {
    const text = await readFile('docs/operating.md', 'utf8');
    expect(commands().filter((name) => !new RegExp(`\\| \`${name}[ \`]`).test(text))).toEqual([]);
  });
});
