import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { Lodge } from '../support/lodge.js';
import { TOOLS } from '../support/tools.js';

interface Item {
  name: string;
  item?: Item[];
  request?: { method: string; url: { path?: string[]; variable?: { key: string; value: string }[] } };
}

const RUN = `require('newman').run({ collection: process.argv[1], envVar: [{ key: 'baseUrl', value: process.argv[2] }] }, (error, { run }) =>
  process.stdout.write(JSON.stringify(run.executions.map(({ item, response }) => [item.name, response?.code ?? String(error)]))))`;

// Their records do not exist before a request creates them.
const MADE_LATER = /Id$/;
const IN_DEMO = ['siteId', 'bookingId', 'locationTypeId', 'locationId', 'flagId', 'welfareStateId', 'categoryId', 'policyId', 'codeId', 'userId']; // prettier-ignore

let lodge: Lodge;
let folder: string;
beforeAll(async () => {
  lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
  await loadDemoData(lodge.instance.app, () => undefined);
  await lodge.instance.app.listen(0, '127.0.0.1');
  folder = await mkdtemp(join(tmpdir(), 'lodge-postman-'));
});
afterAll(async () => {
  await lodge.stop();
  await rm(folder, { recursive: true });
});

const isReading = ({ request }: Item): boolean =>
  request?.method === 'GET' &&
  (request.url.variable ?? []).every(({ key }) => !MADE_LATER.test(key) || IN_DEMO.includes(key)) &&
  !['export', 'document', 'events', 'stream', 'feed.ics'].includes(request.url.path?.at(-1) ?? '');

test('the Postman collection begins with the log-in and ends with the log-out', async () => {
  const collection = JSON.parse(await readFile('clients/postman/lodge.postman_collection.json', 'utf8')) as Item;
  const names = (collection.item ?? []).flatMap(({ item = [] }) => item.map(({ name }) => name));
  expect([names.indexOf('Log in'), names.lastIndexOf('Log in')]).toEqual([0, 0]);
  expect(names.indexOf('Log out')).toBe(names.length - 1);
});

test('the Postman collection, imported and sent: log-in, and every request that reads the demo data', async () => {
  const collection = JSON.parse(await readFile('clients/postman/lodge.postman_collection.json', 'utf8')) as Item;
  const items = collection.item?.flatMap(({ item = [] }) => item) ?? [];
  const [logIn] = items.filter(
    ({ request }) => request?.method === 'POST' && request.url.path?.join('/') === 'users/sessions',
  );
  const reading = items.filter(isReading);
  expect(reading.length).toBeGreaterThan(25);
  const file = join(folder, 'collection.json');
  await writeFile(file, JSON.stringify({ ...collection, item: [logIn, ...reading] }));
  const url = await lodge.instance.app.getUrl();
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', RUN, file, url], {
    cwd: TOOLS,
    maxBuffer: 16_000_000,
  });
  const answers = JSON.parse(stdout) as [string, number][];
  expect(answers).toHaveLength(reading.length + 1);
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
