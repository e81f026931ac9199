import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';

describe.each([
  ['flags', 'flags'],
  ['welfare-states', 'welfare_states'],
  ['categories', 'categories'],
] as const)('/sites/{siteId}/%s', (path, table) => {
  let lodge: Lodge;
  let site: SiteFixture;
  let other: SiteFixture;
  let admin: Client;
  let url: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    other = await lodge.make.site();
    url = `/sites/${site.id}/${path}`;
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const create = async (name: string) => {
    const answer = await admin.post(url, { name, colour: '#0E7490' });
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; name: string; version: number };
  };

  test('an entry is made, read, changed and deleted', async () => {
    const made = await admin.post(url, { name: ' Late arrival ', colour: '#2F6FED' });
    expect(made).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(made.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Late arrival',
      colour: '#2F6FED',
      version: 1,
      created_at: NOW,
      updated_at: NOW,
    });
    const one = `${url}/${made.body._id}`;
    expect((await admin.get(one)).body).toEqual(made.body);
    const changed = await admin.patch(one, { colour: '#0E7490' }, { 'if-match': '"1"' });
    expect(changed.body).toEqual({ ...made.body, colour: '#0E7490', version: 2 });
    expect((await admin.patch(one, { colour: '#0E7490' })).body.version).toBe(2);
    expect(await admin.delete(one, { 'if-match': '"1"' })).toMatchObject({ status: 412, body: { current_version: 2 } });
    expect((await admin.delete(one, { 'if-match': '"2"' })).body).toEqual({ success: true });
    expect((await admin.get(one)).status).toBe(404);
    expect((await admin.delete(one)).status).toBe(404);
  });

  test('the list is by name as people sort: no case, numbers as numbers', async () => {
    for (const name of ['zebra 10', 'Zebra 9', 'apple', 'Émile']) await create(name);
    const names = ((await admin.get(url)).body as { name: string }[]).map(({ name }) => name);
    const mine = names.filter((name) => ['zebra 10', 'Zebra 9', 'apple', 'Émile'].includes(name));
    expect(mine).toEqual(['apple', 'Émile', 'Zebra 9', 'zebra 10']);
  });

  test('a name is taken whatever its case, for making and for renaming; another site may have it', async () => {
    const first = await create('Needs a lift');
    const second = await create('Second');
    const taken = { status: 409, body: { code: 'duplicate_name', errors: [{ pointer: '/name' }] } };
    expect(await admin.post(url, { name: 'NEEDS A LIFT', colour: '#0E7490' })).toMatchObject(taken);
    expect(await admin.patch(`${url}/${second._id}`, { name: 'needs a lift' })).toMatchObject(taken);
    expect((await admin.patch(`${url}/${first._id}`, { name: 'NEEDS A LIFT' })).body.name).toBe('NEEDS A LIFT');
    const neighbour = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    const there = await neighbour.post(`/sites/${other.id}/${path}`, { name: 'Needs a lift', colour: '#0E7490' });
    expect(there.status).toBe(200);
  });

  test.each([
    [{ colour: '#0E7490' }, '/name'],
    [{ name: 'x' }, '/colour'],
    [{ name: 'x', colour: 'red' }, '/colour'],
    [{ name: 'x'.repeat(101), colour: '#0E7490' }, '/name'],
    [{ name: 'a\u0007', colour: '#0E7490' }, '/name'],
    [{ name: 'x', colour: '#0E7490', icon: 'star' }, '/icon'],
  ])('answers 400 and points at the fault of %j', async (body, pointer) => {
    expect(await admin.post(url, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  });

  test('everybody in the site reads, only administrators write, strangers find nothing', async () => {
    const entry = await create('Read by all');
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    const one = `${url}/${entry._id}`;
    expect([(await viewer.get(url)).status, (await viewer.get(one)).status]).toEqual([200, 200]);
    const refused = { status: 403, body: { required_permission: 'list.write' } };
    expect(await manager.post(url, { name: 'No', colour: '#0E7490' })).toMatchObject(refused);
    expect(await manager.patch(one, { name: 'No' })).toMatchObject(refused);
    expect(await manager.delete(one)).toMatchObject(refused);
    expect((await stranger.get(url)).status).toBe(404);
    expect((await stranger.delete(one)).status).toBe(404);
  });

  test('an entry of another site, an unknown one and nonsense are not found', async () => {
    const foreign = await lodge.make.listEntry(table, other.id);
    for (const id of [foreign, UNKNOWN, 'nonsense']) {
      expect((await admin.get(`${url}/${id}`)).status).toBe(404);
      expect((await admin.patch(`${url}/${id}`, { name: 'Mine now' })).status).toBe(404);
      expect((await admin.delete(`${url}/${id}`)).status).toBe(404);
    }
    expect(await lodge.sql(`SELECT version FROM ${table} WHERE id = $1`, [foreign])).toEqual([{ version: 1 }]);
  });

  test('of thirty entries of one name at once exactly one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        admin
          .on(lodge.instances[index % 2] ?? lodge.instance)
          .post(url, { name: index % 3 ? 'Rush' : 'RUSH', colour: '#0E7490' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(409)]);
    const rows = await lodge.sql(`SELECT FROM ${table} WHERE site_id = $1 AND lower(name) = 'rush'`, [site.id]);
    expect(rows).toHaveLength(1);
  });

  test('thirty changes at once are all counted, and with a version only one is made', async () => {
    const { _id } = await create('Contended');
    const change = (headers: Record<string, string>) =>
      Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          admin
            .on(lodge.instances[index % 2] ?? lodge.instance)
            .patch(`${url}/${_id}`, { name: `Contended ${headers['if-match'] ?? ''} ${index}` }, headers),
        ),
      );
    const counted = await change({});
    expect(counted.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(counted.map((_, index) => index + 2));
    const guarded = await change({ 'if-match': '"31"' });
    expect(guarded.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(412)]);
  });

  test('two deletions at once delete once', async () => {
    const { _id } = await create('Twice deleted');
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.delete(`${url}/${_id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

describe('an entry that records refer to', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const inUse = { status: 409, body: { code: 'in_use' } };
  const student = async (fields: Record<string, unknown>) => {
    const id = await lodge.make.student(site);
    return { id, change: () => change(id, fields) };
  };
  const change = (id: string, fields: Record<string, unknown>) =>
    admin.patch(`/students/${site.id}/${id}`, {
      first_name: 'Ada',
      last_name: 'Byron',
      location: site.building,
      ...fields,
    });

  test('a flag of a student stays until the student loses it', async () => {
    const flag = await lodge.make.listEntry('flags', site.id);
    const { id, change: mark } = await student({ flags: [flag] });
    expect((await mark()).status).toBe(200);
    expect(await admin.delete(`/sites/${site.id}/flags/${flag}`)).toMatchObject(inUse);
    expect((await change(id, { flags: [] })).status).toBe(200);
    expect((await admin.delete(`/sites/${site.id}/flags/${flag}`)).status).toBe(200);
  });

  test('a flag of a booking stays', async () => {
    const flag = await lodge.make.listEntry('flags', site.id);
    const stay = { lead_person: await lodge.make.student(site), location: await lodge.make.room(site), flags: [flag] };
    const booked = await admin.post('/bookings', { site: site.id, contract_start: '2027-01-01', ...stay });
    expect(booked.status).toBe(200);
    expect(await admin.delete(`/sites/${site.id}/flags/${flag}`)).toMatchObject(inUse);
  });

  test('a welfare state of a student stays', async () => {
    const state = await lodge.make.listEntry('welfare_states', site.id);
    const { change: mark } = await student({ welfare_state: state });
    expect((await mark()).status).toBe(200);
    expect(await admin.delete(`/sites/${site.id}/welfare-states/${state}`)).toMatchObject(inUse);
  });

  test('deleted and given to a student at the same moment, exactly one of the two happens', async () => {
    for (let round = 0; round < 10; round++) {
      const flag = await lodge.make.listEntry('flags', site.id);
      const { change: mark } = await student({ flags: [flag] });
      const other = lodge.instances[1] ?? lodge.instance;
      const [marked, deleted] = await Promise.all([mark(), admin.on(other).delete(`/sites/${site.id}/flags/${flag}`)]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([marked.status, deleted.status]);
    }
  });
});
