import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import type { SiteFixture } from '../support/factory.js';
import { runCommand } from '../support/command-line.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';

describe('the command roll-call', () => {
  let lodge: Lodge;
  let folder: string;
  let site: SiteFixture;
  const run = (args: string[], address = lodge.databaseUrl) =>
    runCommand(address, ['roll-call', ...args], { STORAGE_URL: pathToFileURL(join(folder, 'store')).href });
  // Nothing listens on this port of the loopback.
  const AWAY = 'postgres://lodge@127.0.0.1:1/lodge';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-roll-call-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(join(folder, 'store')).href } });
    site = await lodge.make.site({ name: 'Kings Court' });
    await lodge.make.site({ name: 'Empty Court' });
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const flag = await lodge.make.listEntry('flags', site.id, { name: 'Step-free' });
    await admin.post('/bookings', {
      site: site.id,
      lead_person: await lodge.make.student(site, { first_name: 'Ada', last_name: 'Byron', student_id: 'KC1' }),
      location: await lodge.make.room(site, { name: 'Room 101', code: 'N-101', floor: '1' }),
      contract_start: '2026-11-20',
      status: 'checked_in',
      flags: [flag],
    });
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  test('prints who is in house now, as text and as JSON, of one site or all', () => {
    const { status, out, err } = run(['--site', 'Kings Court']);
    expect([status, err]).toEqual([0, '']);
    expect(out).toContain('Kings Court: 1 in house');
    expect(out).not.toContain('kept');
    expect(out).toContain('North House · Floor 1 (1)\n[ ] Room 101 (N-101)  Byron, Ada (KC1)  ! Step-free');
    const all = run(['--json']).out.split('\n').map((line) => JSON.parse(line) as { site: { id: string }; people: unknown[] }); // prettier-ignore
    expect(all.map(({ people }) => people.length).sort()).toEqual([0, 1]);
  });

  test('prints the kept one with its age while the database is unavailable, and copies the kept PDF', async () => {
    expect(run([], AWAY)).toMatchObject({ status: 1, err: 'No roll-call is kept yet.' });
    const worker = await startWorker(lodge);
    await worker.get(RollCallKeeper, { strict: false }).sweep();
    await worker.close();
    const { status, out } = run(['--site', site.id.toUpperCase()], AWAY);
    expect([status, out]).toEqual([0, expect.stringMatching(/kept, \d+ minutes old: the database is unavailable/)]);
    expect(out).toContain('Byron, Ada (KC1)');
    const file = join(folder, 'roll-call.pdf');
    expect(run(['--pdf', file], AWAY).err).toContain('name it with --site');
    expect(run(['--pdf', file, '--site', 'Empty Court'], AWAY).err).toContain('nobody was in house');
    expect(existsSync(file)).toBe(false);
    expect(run(['--pdf', file, '--site', 'Kings Court'], AWAY)).toMatchObject({ status: 0 });
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(run(['--site', 'Nowhere'], AWAY).err).toBe('There is no roll-call of a site Nowhere.');
  });
});
