import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

describe('/sites/{siteId}/cancellation-codes', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let url: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    url = `/sites/${site.id}/cancellation-codes`;
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const create = async (code: string, more = {}) => {
    const answer = await admin.post(url, { code, name: `Because ${code}`, ...more });
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; version: number };
  };
  const cancelWith = async (cancellation_code: string) => {
    const lead_person = await lodge.make.student(site);
    const stay = { site: site.id, lead_person, location: await lodge.make.room(site), contract_start: '2027-01-01' };
    const { body } = await admin.post('/bookings', stay);
    return admin.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'cancel', cancellation_code });
  };

  test('a code is made active, renamed, retired and deleted', async () => {
    const made = await admin.post(url, { code: 'course_closed', name: 'Course closed' });
    expect(made.body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: 'course_closed',
      name: 'Course closed',
      active: true,
      version: 1,
      created_at: NOW,
      updated_at: NOW,
    });
    const one = `${url}/${made.body._id}`;
    expect((await admin.get(one)).body).toEqual(made.body);
    const retired = await admin.patch(one, { name: 'Course was closed', active: false }, { 'if-match': '"1"' });
    expect(retired.body).toMatchObject({ name: 'Course was closed', active: false, version: 2 });
    expect((await admin.patch(one, { active: false })).body.version).toBe(2);
    expect((await admin.patch(one, { active: true }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await admin.delete(one)).body).toEqual({ success: true });
    expect((await admin.get(one)).status).toBe(404);
  });

  test('a code cannot change once it is made', async () => {
    const { _id } = await create('fixed');
    expect(await admin.patch(`${url}/${_id}`, { code: 'loose' })).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', errors: [{ pointer: '/code' }] },
    });
    expect((await admin.get(`${url}/${_id}`)).body).toMatchObject({ code: 'fixed', version: 1 });
  });

  test.each(['', 'Course', 'two words', 'dash-ed', 'é', 'x'.repeat(51)])('refuses the code %j', async (code) => {
    expect(await admin.post(url, { code, name: 'A name' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/code' }] },
    });
  });

  test('the list has retired codes, too; they take no new cancellation', async () => {
    await create('retired', { active: false });
    const { body } = await admin.get(url);
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'retired', active: false })]));
    expect(await cancelWith('retired')).toMatchObject({ status: 422, body: { code: 'cancellation_code_unknown' } });
  });

  test('a code that a booking has stays, and can be retired', async () => {
    const { _id } = await create('used_once');
    expect((await cancelWith('used_once')).status).toBe(200);
    expect(await admin.delete(`${url}/${_id}`)).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect((await admin.patch(`${url}/${_id}`, { active: false })).body.active).toBe(false);
  });

  test('roles and sites: a viewer reads, a manager does not write, a stranger finds nothing', async () => {
    const { _id } = await create('guarded');
    const other = await lodge.make.site();
    const as = async (siteId: string, role: 'viewer' | 'manager' | 'admin') =>
      lodge.logIn((await lodge.make.user({ roles: { [siteId]: role } })).email);
    expect((await (await as(site.id, 'viewer')).get(url)).status).toBe(200);
    const manager = await as(site.id, 'manager');
    const refused = { status: 403, body: { required_permission: 'list.write' } };
    expect(await manager.post(url, { code: 'no', name: 'No' })).toMatchObject(refused);
    expect(await manager.patch(`${url}/${_id}`, { active: false })).toMatchObject(refused);
    expect(await manager.delete(`${url}/${_id}`)).toMatchObject(refused);
    const stranger = await as(other.id, 'admin');
    expect((await stranger.get(url)).status).toBe(404);
    expect((await stranger.patch(`/sites/${other.id}/cancellation-codes/${_id}`, { active: false })).status).toBe(404);
    expect((await stranger.delete(`/sites/${other.id}/cancellation-codes/${_id}`)).status).toBe(404);
  });

  test('of thirty equal codes at once exactly one is made', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        admin.on(lodge.instances[index % 2] ?? lodge.instance).post(url, { code: 'rush', name: `Rush ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'duplicate_name',
      errors: [{ pointer: '/code' }],
    });
  });

  test('deleted and used by a cancellation at the same moment, exactly one of the two happens', async () => {
    for (let round = 0; round < 10; round++) {
      const { _id } = await create(`contended_${round}`);
      const other = lodge.instances[1] ?? lodge.instance;
      const [cancelled, deleted] = await Promise.all([
        cancelWith(`contended_${round}`),
        admin.on(other).delete(`${url}/${_id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual([cancelled.status, deleted.status]);
    }
  });
});
