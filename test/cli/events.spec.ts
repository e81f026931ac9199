import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { beginCommand, runCommand } from '../support/command-line.js';
import { Lodge } from '../support/lodge.js';
import { until } from '../support/until.js';

// Each starts a process.
jest.setTimeout(120_000);

let lodge: Lodge;
let siteId: string;
beforeAll(async () => {
  lodge = await Lodge.start();
  siteId = (await lodge.make.site()).id;
});
afterAll(() => lodge.stop());

const write = (action: string) =>
  lodge.sql(
    `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
     VALUES (uuidv7(), $1, now(), 'system', 'x', $2, 'site', $1)`,
    [siteId, action],
  );

test('events prints what changed in a site, and follows what comes', async () => {
  await write('site.changed');
  const once = runCommand(lodge.databaseUrl, ['events', '--site', siteId]);
  expect([once.status, once.out.split('\n').map((line) => JSON.parse(line).type)]).toEqual([0, ['site.changed']]);
  const child = beginCommand(lodge.databaseUrl, ['events', '--follow', '--site', siteId]);
  const types: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) =>
    types.push((JSON.parse(line) as { type: string }).type),
  );
  await until(() => types.length === 1);
  await write('site.followed');
  await until(() => types.length === 2);
  expect(types).toEqual(['site.changed', 'site.followed']);
  child.kill();
});

test('events of a site that is not says so', () => {
  const { status, err } = runCommand(lodge.databaseUrl, ['events', '--site', 'nowhere']);
  expect([status, err]).toEqual([1, expect.stringMatching(/^There is no site nowhere\. There are: /)]);
});

test('doctor --journal says how many entries are as they were written, and names the first that is not', async () => {
  const examine = () =>
    runCommand(lodge.databaseUrl, ['doctor', '--journal'], { LODGE_MODE: 'local', COOKIE_SECURE: 'false' });
  expect(examine().out).toMatch(/OK +The journal of events is as it was written: \d+ entries/);
  await lodge.sql(
    `BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit_events SET actor_name = 'y' WHERE action = 'site.followed'; COMMIT`,
  );
  const { status, out } = examine();
  expect(status).toBe(1);
  expect(out).toMatch(
    /FAULT +The journal of events was altered: entry \d+ of the site .*: the trail says something else than it did/,
  );
});
