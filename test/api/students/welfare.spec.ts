import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

describe('welfare of students', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let officer: Client;
  let officerId: string;
  let desk: Client;
  let monitor: string;
  let resolved: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [site.id]: 'welfare' } });
    officerId = user.id;
    officer = await lodge.logIn(user.email);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    monitor = await lodge.make.listEntry('welfare_states', site.id, { name: 'Monitor', colour: '#CA8A04' });
    resolved = await lodge.make.listEntry('welfare_states', site.id, { name: 'Resolved' });
  });
  afterAll(() => lodge.stop());

  const url = (id = '') => `/students/${site.id}${id && `/${id}`}`;
  const change = (id: string, more: object, client = officer) =>
    client.patch(url(id), { first_name: 'Ada', last_name: 'Byron', location: site.building, ...more });
  const moves = (id: string) =>
    lodge.sql<{ changes: { field: string; from: unknown; to: unknown }[] }>(
      `SELECT changes FROM audit_events WHERE subject_id = $1 AND action = 'student.welfare_changed' ORDER BY id`,
      [id],
    );

  test('a state sets the flag, another state may follow, and clearing the flag clears the state', async () => {
    const id = await lodge.make.student(site);
    const set = await change(id, { welfare_state: monitor });
    expect(set.body).toMatchObject({
      welfare_flag: true,
      welfare_state: { _id: monitor, name: 'Monitor', colour: '#CA8A04' },
    });
    expect(set.headers).not.toHaveProperty('x-redacted');
    expect((await change(id, { welfare_state: resolved })).body.welfare_state._id).toBe(resolved);
    expect((await change(id, { welfare_state: monitor, welfare_flag: true })).body.welfare_state._id).toBe(monitor);
    const cleared = await change(id, { welfare_flag: false });
    expect(cleared.body.welfare_flag).toBe(false);
    expect(cleared.body).not.toHaveProperty('welfare_state');
  });

  test('a null state leaves the flag; the flag alone needs no state', async () => {
    const id = await lodge.make.student(site);
    const flagged = await change(id, { welfare_flag: true });
    expect(flagged.body.welfare_flag).toBe(true);
    expect(flagged.body).not.toHaveProperty('welfare_state');
    await change(id, { welfare_state: monitor });
    const stateless = await change(id, { welfare_state: null });
    expect(stateless.body.welfare_flag).toBe(true);
    expect(stateless.body).not.toHaveProperty('welfare_state');
  });

  test('a state with a cleared flag is refused, and so is a state of another site', async () => {
    const id = await lodge.make.student(site);
    expect(await change(id, { welfare_flag: false, welfare_state: monitor })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/welfare_flag' }] },
    });
    const foreign = await lodge.make.listEntry('welfare_states', (await lodge.make.site()).id);
    for (const state of [foreign, 'monitor'])
      expect(await change(id, { welfare_state: state })).toMatchObject({
        status: 422,
        body: { code: 'unknown_reference', errors: [{ pointer: '/welfare_state' }] },
      });
    expect(await moves(id)).toEqual([]);
  });

  test('every change of the state is recorded with its author and time; another change is not', async () => {
    const id = await lodge.make.student(site);
    await change(id, { welfare_state: monitor });
    await change(id, { welfare_state: monitor.toUpperCase() });
    await change(id, { first_name: 'Augusta' });
    await change(id, { welfare_state: resolved });
    await change(id, { welfare_flag: false });
    expect((await moves(id)).map(({ changes }) => changes)).toEqual([
      [
        { field: 'welfare_flag', from: false, to: true },
        { field: 'welfare_state', from: null, to: monitor },
      ],
      [{ field: 'welfare_state', from: monitor, to: resolved }],
      [
        { field: 'welfare_flag', from: true, to: false },
        { field: 'welfare_state', from: resolved, to: null },
      ],
    ]);
    const [event] = await lodge.sql(`SELECT * FROM audit_events WHERE subject_id = $1 AND action LIKE '%welfare%'`, [
      id,
    ]);
    expect(event).toMatchObject({
      site_id: site.id,
      action: 'student.welfare_changed',
      actor_id: officerId,
      at: new Date(NOW),
    });
  });

  test('moves at once are written down as one chain that ends where the student is', async () => {
    const id = await lodge.make.student(site);
    const wishes = [{ welfare_state: monitor }, { welfare_state: resolved }, { welfare_flag: false }];
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => change(id, wishes[n % 3] ?? {})));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    for (const { body } of answers) expect(body.welfare_flag).toBe('welfare_state' in body);
    const steps = (await moves(id)).flatMap(({ changes }) => changes.filter(({ field }) => field === 'welfare_state'));
    // Two events of one millisecond have no order of their own, so the chain is followed by what it links.
    const net = new Map<unknown, number>();
    for (const { from, to } of steps) {
      net.set(from, (net.get(from) ?? 0) - 1);
      net.set(to, (net.get(to) ?? 0) + 1);
    }
    const end = (await officer.get(url(id))).body.welfare_state?._id ?? null;
    const open = [...net].filter(([, count]) => count !== 0);
    expect(open.sort((one, other) => one[1] - other[1])).toEqual(
      end === null
        ? []
        : [
            [null, -1],
            [end, 1],
          ],
    );
  });

  test('others neither see it, in a record, a list or the answer to a change, and are told so by a header', async () => {
    const id = await lodge.make.student(site);
    await change(id, { welfare_state: monitor });
    for (const role of ['viewer', 'reception'] as const) {
      const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
      for (const path of [url(id), url()]) {
        const seen = await client.get(path);
        const hidden = role === 'viewer' ? 'welfare, date_of_birth' : 'welfare';
        expect(seen).toMatchObject({ status: 200, headers: { 'x-redacted': hidden } });
        expect(seen.text).not.toMatch(/welfare_state|Monitor|"welfare_flag" ?: ?true/);
        expect(seen.text).toContain('welfare_flag');
      }
    }
    const changed = await change(id, { last_name: 'King' }, desk);
    expect(changed).toMatchObject({ status: 200, headers: { 'x-redacted': 'welfare' }, body: { welfare_flag: false } });
    expect(changed.body).not.toHaveProperty('welfare_state');
    const seen = await officer.get(url(id));
    expect(seen.body).toMatchObject({ last_name: 'King', welfare_flag: true, welfare_state: { _id: monitor } });
    expect(seen.headers).not.toHaveProperty('x-redacted');
    const list = await officer.get(url());
    expect(list.headers).not.toHaveProperty('x-redacted');
    expect(list.body.find(({ _id }: { _id: string }) => _id === id)).toEqual(seen.body);
  });

  test('others may not send it either, not even to clear it', async () => {
    const id = await lodge.make.student(site);
    for (const more of [{ welfare_flag: false }, { welfare_flag: true }, { welfare_state: null }])
      expect(await change(id, more, desk)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', required_permission: 'student.welfare' },
      });
    expect((await officer.get(url(id))).body.version).toBe(1);
  });

  test('a change of welfare alone shows in nothing that somebody without the permission can read, and loses no update of those with it', async () => {
    const id = await lodge.make.student(site);
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const listed = (body: { _id: string }[]) => body.find(({ _id }) => _id === id);
    const seenBy = async (client: Client) => {
      const one = await client.get(url(id));
      const list = await client.get(url());
      const feed = await client.get(`/sites/${site.id}/events?limit=200`);
      expect([one.status, list.status, feed.status]).toEqual([200, 200, 200]);
      const told = feed.text.split(id).length;
      const file = await client.get(`/students/${site.id}/export-csv`);
      const cells = file.status === 200 ? file.text : file.status;
      return {
        body: one.body,
        etag: one.headers.etag,
        listETag: list.headers.etag,
        listed: listed(list.body),
        told,
        cells,
      };
    };
    const others = [viewer, desk];
    const before = await Promise.all(others.map(seenBy));
    const officers = (await officer.get(url(id))).body;
    const changed = await change(id, { ...named(officers), welfare_state: monitor });
    await change(id, { ...named(officers), welfare_state: resolved });
    expect(await Promise.all(others.map(seenBy))).toEqual(before);
    // A caller who may see it has a version that changes, and a late writer gets 412.
    const now = (await manager.get(url(id))).body;
    expect(now.version).toBe(officers.version + 2);
    expect(changed.body.version).toBe(officers.version + 1);
    const late = await officer.patch(url(id), { ...named(officers), welfare_flag: false }, { 'if-match': `"${changed.body.version}"` }); // prettier-ignore
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch']);
    // What others know as the version is still good for their own change, and only for that.
    const seen = before[1]?.etag ?? '';
    const renamed = await desk.patch(url(id), { ...named(officers), first_name: 'Augusta' }, { 'if-match': seen });
    expect([renamed.status, renamed.body.version]).toEqual([200, before[1]?.body.version + 1]);
    expect((await desk.patch(url(id), named(officers), { 'if-match': seen })).status).toBe(412);
    expect((await manager.get(url(id))).body.version).toBe(now.version + 1);
  });
});

const named = ({ first_name, last_name, location }: Record<string, string>) => ({ first_name, last_name, location });
