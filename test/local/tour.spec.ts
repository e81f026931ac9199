import { execFile, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { freePort } from '../support/free-port.js';
import { Launcher } from '../support/launcher.js';

// PDFs and pictures are made here, by commands that wait for them.
jest.setTimeout(150_000);

const run = promisify(execFile);
const hasCurl = ['bash', 'curl'].every((name) => spawnSync(name, ['--version']).status === 0);
if (!hasCurl) console.warn('bash and curl are not there: the commands of the README are NOT tested in this run.');

const commandsOf = (text: string) => [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code ?? '');

(hasCurl ? describe : describe.skip)('what a newcomer types, on npm start', () => {
  let folder: string;
  let lodge: Launcher;
  let url: string;
  let readme: string[];
  let imports: string[];

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever was printed
  const shell = async (code = ''): Promise<any[]> => {
    const typed = code.replaceAll('http://localhost:3000', url);
    const { stdout } = await run('bash', ['-euc', typed], { cwd: folder, maxBuffer: 16_000_000 });
    return stdout
      .replaceAll(/}(?=[{\d])/g, '}\n')
      .split('\n')
      .filter(Boolean)
      .map((line) => (/^[{[]/.test(line) ? JSON.parse(line) : line));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-tour-'));
    await chmod(folder, 0o755);
    const port = await freePort();
    url = `http://localhost:${port}`;
    lodge = await Launcher.start(join(folder, 'data'), port, '').ready();
    const part = /## Five minutes\n(.*?)\n## /s.exec(await readFile('README.md', 'utf8'))?.[1] ?? '';
    readme = commandsOf(part);
    imports = commandsOf(await readFile('docs/imports.md', 'utf8'));
    await mkdir(join(folder, 'demo'));
    await copyFile('demo/arrivals-dirty.csv', join(folder, 'demo/arrivals-dirty.csv'));
    const me = sharp({ create: { width: 400, height: 300, channels: 3, background: '#258' } });
    await writeFile(join(folder, 'me.jpg'), await me.jpeg().toBuffer());
  });
  afterAll(async () => {
    await lodge.ctrlC();
    await rm(folder, { recursive: true });
  });

  test('logs in, books, is refused, checks in and reads the trail', async () => {
    const [logIn, book, checkIn] = readme;
    expect(await shell(logIn)).toEqual([expect.objectContaining({ success: true })]);
    expect(await shell(book)).toEqual([expect.objectContaining({ status: 'confirmed', contract_start: '2028-09-16' })]);
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

  test('sees what is free and books in bulk; sent again, it is the same answer', async () => {
    const [free, bulk] = await shell(readme[3]);
    expect(free).toMatchObject({ from: '2029-07-02', to: '2029-07-14' });
    expect(bulk.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'failed']);
    expect((await shell(readme[3]))[1]).toEqual(bulk);
  });

  test('has three sites with 5,300 students and more than 20,000 bookings, soon after the start', async () => {
    while (!lodge.output.includes('5000 students and 20000 bookings, is there')) await setTimeout(200);
    const cookie = `-b ${join(folder, 'cookies.txt')}`;
    const [sites] = await shell(`curl -s ${cookie} ${url}/sites`);
    const names = sites.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(['Harbour View', 'Kings Court', 'Riverside Campus']);
    let [students, bookings] = [0, 0];
    for (const { _id: id } of sites) {
      const [people] = await shell(`curl -s ${cookie} ${url}/students/${id}`);
      students += people.length;
      const file = `curl -s ${cookie} -o bookings.csv '${url}/bookings/export?site=${id}'`;
      await shell(file);
      bookings += parse(await readFile(join(folder, 'bookings.csv'), 'utf8'), { columns: true, bom: true }).length;
      await rm(join(folder, 'bookings.csv'));
    }
    expect(students).toBeGreaterThanOrEqual(5_300);
    expect(bookings).toBeGreaterThan(20_000);
  });

  test('prints the list, the table and the confirmation', async () => {
    await shell(readme[4]);
    const files = await readdir(folder);
    const pdfs = files.filter((name) => name.endsWith('.pdf'));
    expect(pdfs).toHaveLength(2);
    for (const name of pdfs) expect((await readFile(join(folder, name))).subarray(0, 5).toString()).toBe('%PDF-');
    const [csv = ''] = files.filter((name) => name.endsWith('.csv'));
    expect(parse(await readFile(join(folder, csv)), { columns: true, bom: true }).length).toBeGreaterThan(10);
  });

  test('gets a picture', async () => {
    const answers = await shell(readme[5]);
    expect(answers.at(-1).photo_url).toMatch(/\/pictures\//);
    expect(answers.at(-2).uploaded).toBe(true);
  });

  test('imports students, and reads why one row is not in; again, nothing changes', async () => {
    const [first] = await shell(readme[6]);
    expect(first.students).toHaveLength(2);
    expect(first.exceptions).toEqual([expect.objectContaining({ last_name: 'Turing', cause: 'location_not_found' })]);
    expect(await shell(readme[6])).toEqual([{ ...first, import_id: null }]);
    expect(readme).toHaveLength(7);
  });

  test('takes the dirty file through preview, resolutions, commit and undo', async () => {
    const [, ...printed] = await shell(imports.join('\n'));
    const issues = printed.filter((line) => typeof line === 'string');
    expect(issues).toContainEqual(expect.stringMatching(/^11 needs_decision leading_zero_mismatch student_id /));
    const [imported, job, undone] = printed.filter((line) => typeof line !== 'string');
    expect(imported.summary).toEqual({ created: 15, updated: 0, skipped: 10, failed: 5, persons_created: 1 });
    expect(job).toMatchObject({ state: 'completed' });
    expect(undone.summary).toEqual({ reversed: 15, kept: 0, blocked: 0 });
    const { summary } = JSON.parse(await readFile(join(folder, 'preview.json'), 'utf8'));
    expect(summary).toMatchObject({ ready: 5, needs_decision: 18, error: 6, duplicate: 1 });
  });

  test('follows the pages of daily operations and of students: no command is refused', async () => {
    const pages = ['docs/daily-operations.md', 'docs/students-import.md'];
    for (const page of pages) {
      const commands = commandsOf(await readFile(page, 'utf8'));
      expect([page, commands.length > 0]).toEqual([page, true]);
      for (const command of commands) await shell(`curl() { command curl --fail-with-body "$@"; }\n${command}`);
    }
  });

  test('books a room with the client in ten lines, installed into an empty folder', async () => {
    const project = join(folder, 'project');
    await mkdir(project);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', resolve('clients/typescript')], { cwd: project }); // prettier-ignore
    const program = await readFile('clients/typescript/examples/book-a-room.mjs', 'utf8');
    expect(program.trim().split('\n')).toHaveLength(10);
    await writeFile(join(project, 'book.mjs'), program);
    const { stdout } = await run(process.execPath, ['book.mjs'], { cwd: project, env: { ...process.env, LODGE_URL: url } }); // prettier-ignore
    expect(stdout).toMatch(/^[A-Z0-9]{7} 2030-09-18$/m);
  });

  test('fills it with real reservations by the demo, which finds this Lodge on its port, and proves what came of them', async () => {
    const env = { ...process.env, LODGE_HOME: join(folder, 'data') };
    const { stdout } = await run(process.execPath, ['dist/apps/demo/main.js', '--limit', '40'], { env });
    expect(stdout).toContain(`, at ${url}\n`);
    const proofs = stdout.split('\n').filter((line) => / {2}(ok|OFF)$/.test(line));
    expect([proofs.length > 15, proofs.filter((line) => !line.endsWith('  ok'))]).toEqual([true, []]);
  });

  test('backs up, verifies and restores with the commands of the operator, which find this Lodge by LODGE_HOME', async () => {
    const [backup = '', verify = '', restore = ''] = (commandsOf(await readFile('docs/operating.md', 'utf8'))[1] ?? '').split('\n'); // prettier-ignore
    const env = { ...process.env, LODGE_HOME: join(folder, 'data') };
    const lodgeCommand = (line: string, made = '') =>
      run(process.execPath, ['dist/apps/cli/main.js', ...line.replace('npm run lodge -- ', '').replace('/var/backups/lodge', join(folder, 'backups')).replace(/lodge-\d{14}/, made).split(' ')], { env }); // prettier-ignore
    await lodgeCommand(backup);
    const [made] = await readdir(join(folder, 'backups'));
    await lodgeCommand(verify, made);
    expect((await lodgeCommand(restore, made)).stdout).toMatch(/lodge_restored_\d+/);
    expect((await lodgeCommand('npm run lodge -- upgrade-check')).stdout).toContain('No migration is pending.');
  });
});

// What no newcomer can try with a running Lodge, and why.
const ELSEWHERE: Record<string, string> = {
  'README.md: npm start': 'is what the specs above begin with',
  'README.md: npm run demo': 'takes a quarter of an hour; the spec above sends 40 of its reservations',
  'README.md: npm test': 'is this run',
  'docs/deploy.md: deploy/make-secrets': 'needs Docker; test/image reads the Dockerfile',
  'docs/deploy.md: docker compose build': 'needs Docker',
  'docs/deploy.md: kubectl create': 'needs a cluster; deploy.spec.ts reads the manifests',
  'docs/deploy.md: helm upgrade': 'needs a cluster; helm.spec.ts compares the chart with the manifests',
  'docs/operating.md: npm ci': 'is the set-up of this run; test/cli runs each command',
  'docs/operating.md: WAL_ARCHIVE=on': 'needs Docker; test/cli/wal-archive.spec.ts does the same without it',
  'docs/operating.md: deploy/recover-to': 'needs Docker; test/cli/wal-archive.spec.ts does the same without it',
  'docs/performance.md: npm run bench': 'takes a quarter of an hour',
  'clients/typescript/README.md: npm install': 'is run above with the path of this checkout',
};

test('every block of commands on every page is run above, or said why not', async () => {
  const run = ['README.md', 'docs/imports.md', 'docs/daily-operations.md', 'docs/students-import.md', 'docs/operating.md: npm run lodge -- backup']; // prettier-ignore
  const docs = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'clients/typescript/README.md', 'clients/postman/README.md', ...docs]; // prettier-ignore
  const missed: string[] = [];
  const excused = new Set<string>();
  for (const page of pages)
    for (const block of commandsOf(await readFile(page, 'utf8'))) {
      const reason = Object.keys(ELSEWHERE).find((each) => `${page}: ${block}`.startsWith(each));
      if (reason) excused.add(reason);
      else if (!run.some((each) => `${page}: ${block}`.startsWith(each)))
        missed.push(`${page}: ${block.split('\n')[0]}`);
    }
  expect(missed).toEqual([]);
  expect([...excused].sort()).toEqual(Object.keys(ELSEWHERE).sort());
});
