import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ROLES } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';
const HOURS = JSON.stringify([{ day: 'monday', from: '09:00', to: '17:00' }]);
const hours = (count: number, minutes = 0) => ({ hours: count, minutes });

describe('/sla-policies/{siteId}', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let adminId: string;
  let url: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
  });
  afterAll(() => lodge.stop());
  beforeEach(async () => {
    site = await lodge.make.site({ business_hours: HOURS });
    url = `/sla-policies/${site.id}`;
    const user = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    adminId = user.id;
    admin = await lodge.logIn(user.email);
  });

  const category = (name?: string) => lodge.make.listEntry('categories', site.id, name ? { name } : {});
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await admin.post(url, { name: 'Plumbing', category_ids: [await category()], ...body });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as { _id: string; category_ids: string[]; version: number };
  };
  const pointers = (answer: { body: { errors: { pointer: string }[] } }) =>
    answer.body.errors.map(({ pointer }) => pointer);

  describe('POST', () => {
    test('returns the record, with what was left out', async () => {
      const category_ids = [await category(), await category()].reverse();
      const answer = await admin.post(url, { name: ' Plumbing ', category_ids });
      expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
      expect(answer.body).toEqual({
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        site: site.id,
        name: 'Plumbing',
        category_ids,
        enabled: true,
        targets: { first_response: null, resolution: null, escalation: null, business_hours_only: false },
        version: 1,
        created_at: NOW,
        updated_at: NOW,
        created_by: adminId,
      });
      expect((await admin.get(`${url}/${answer.body._id}`)).body).toEqual(answer.body);
    });

    test('keeps every target as it was sent; a part that is left out is 0', async () => {
      const targets = {
        first_response: { hours: 0, minutes: 59 },
        resolution: { hours: 8760, minutes: 59 },
        escalation: { hours: 24 },
        business_hours_only: true,
      };
      const { _id } = await create({ targets, enabled: false });
      expect((await admin.get(`${url}/${_id}`)).body).toMatchObject({
        enabled: false,
        targets: { ...targets, escalation: { hours: 24, minutes: 0 } },
      });
    });

    test.each([
      [{ name: ' ' }, '/name'],
      [{ name: 'x'.repeat(101) }, '/name'],
      [{ name: undefined }, '/name'],
      [{ category_ids: undefined }, '/category_ids'],
      [{ category_ids: [] }, '/category_ids'],
      [{ category_ids: Array.from({ length: 101 }, (_, index) => `c${index}`) }, '/category_ids'],
      [{ enabled: 'yes' }, '/enabled'],
      [{ enabled: null }, '/enabled'],
      [{ colour: '#FFFFFF' }, '/colour'],
      [{ targets: null }, '/targets'],
      [{ targets: { response: hours(1) } }, '/targets/response'],
      [{ targets: { resolution: { hours: 1, seconds: 1 } } }, '/targets/resolution/seconds'],
      [{ targets: { resolution: { hours: '4', minutes: 0 } } }, '/targets/resolution/hours'],
      [{ targets: { business_hours_only: null } }, '/targets/business_hours_only'],
    ])('answers 400 and points at the faulty shape of %j', async (fault, pointer) => {
      const body = { name: 'Plumbing', category_ids: [await category()], ...fault };
      expect(await admin.post(url, body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    });

    test('refuses a category that comes twice, in capitals too', async () => {
      const id = await category();
      for (const category_ids of [
        [id, id],
        [id, id.toUpperCase()],
      ])
        expect(await admin.post(url, { name: 'Twice', category_ids })).toMatchObject({
          status: 400,
          body: { errors: [{ pointer: '/category_ids' }] },
        });
    });

    test.each([
      [{ resolution: hours(0) }, ['/targets/resolution']],
      [{ resolution: {} }, ['/targets/resolution']],
      [{ resolution: hours(-1) }, ['/targets/resolution/hours']],
      [{ resolution: hours(8761) }, ['/targets/resolution/hours']],
      [{ resolution: hours(1.5) }, ['/targets/resolution/hours']],
      [
        { resolution: hours(9000, 60), escalation: hours(1, -1) },
        ['/targets/resolution/hours', '/targets/resolution/minutes', '/targets/escalation/minutes'],
      ],
      [{ resolution: hours(4), first_response: hours(4, 1) }, ['/targets/first_response']],
      [
        { resolution: hours(4), first_response: hours(5), escalation: hours(6) },
        ['/targets/first_response', '/targets/escalation'],
      ],
    ])('answers 422 and points at every target that makes no sense in %j', async (targets, expected) => {
      const answer = await admin.post(url, { name: 'Plumbing', category_ids: [await category()], targets });
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_targets' } });
      expect(pointers(answer)).toEqual(expected);
    });

    test.each([
      { first_response: hours(4), resolution: hours(4), escalation: hours(4) },
      { first_response: hours(9), escalation: hours(1), resolution: null },
      { first_response: null, resolution: hours(0, 1) },
    ])('takes %j', async (targets) => {
      await create({ targets });
    });

    test('answers 422 for categories that the site does not have', async () => {
      const other = await lodge.make.site();
      const foreign = await lodge.make.listEntry('categories', other.id);
      const answer = await admin.post(url, {
        name: 'Foreign',
        category_ids: [await category(), foreign, UNKNOWN, 'nonsense'],
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
      expect(pointers(answer)).toEqual(['/category_ids/1', '/category_ids/2', '/category_ids/3']);
    });

    test('an enabled policy that counts business hours needs a site that has some', async () => {
      await lodge.sql(`UPDATE sites SET business_hours = '[]' WHERE id = $1`, [site.id]);
      const body = { name: 'Plumbing', category_ids: [await category()], targets: { business_hours_only: true } };
      expect(await admin.post(url, body)).toMatchObject({
        status: 422,
        body: { code: 'business_hours_required', errors: [{ pointer: '/targets/business_hours_only' }] },
      });
      const { _id } = await create({ ...body, enabled: false });
      expect((await admin.put(`${url}/${_id}`, { enabled: true })).status).toBe(422);
    });
  });

  describe('GET', () => {
    test('lists by name as people sort', async () => {
      for (const name of ['Yard 10', 'yard 9', 'Attic']) await create({ name });
      const { status, body } = await admin.get(url);
      expect(status).toBe(200);
      expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['Attic', 'yard 9', 'Yard 10']);
    });

    test('does not know a policy of another site', async () => {
      const { _id } = await create();
      const other = await lodge.make.site();
      const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
      for (const path of [url, `${url}/${_id}`, `/sla-policies/${other.id}/${_id}`, `/sla-policies/${other.id}/x`])
        expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.put(`/sla-policies/${other.id}/${_id}`, { name: 'Mine' })).status).toBe(404);
      expect((await stranger.delete(`/sla-policies/${other.id}/${_id}`)).status).toBe(404);
      expect((await stranger.get(`/sla-policies/${other.id}`)).body).toEqual([]);
    });
  });

  test.each(ROLES)('%s may read; only an admin may write', async (role) => {
    const { _id } = await create();
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
    expect((await client.get(url)).status).toBe(200);
    expect((await client.get(`${url}/${_id}`)).status).toBe(200);
    const writes = [
      await client.post(url, { name: 'Mine', category_ids: [await category()] }),
      await client.put(`${url}/${_id}`, { name: 'Mine' }),
      await client.delete(`${url}/${_id}`),
    ];
    const expected = role === 'admin' ? [200, 200, 200] : [403, 403, 403];
    expect(writes.map(({ status }) => status)).toEqual(expected);
    if (role !== 'admin') expect(writes[0]?.body.required_permission).toBe('sla.write');
  });

  describe('PUT', () => {
    const full = {
      targets: { first_response: hours(1), resolution: hours(8), escalation: hours(4), business_hours_only: true },
    };

    test('merges: what is left out stays', async () => {
      const made = await create(full);
      lodge.clock.set('2026-11-21T12:05:00.000Z');
      const answer = await admin.put(`${url}/${made._id}`, { name: 'Pipes' });
      lodge.clock.set(NOW);
      expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' } });
      expect(answer.body).toEqual({
        ...made,
        name: 'Pipes',
        version: 2,
        updated_at: '2026-11-21T12:05:00.000Z',
      });
    });

    test('inside targets it replaces', async () => {
      const { _id } = await create(full);
      const { body } = await admin.put(`${url}/${_id}`, { targets: { resolution: hours(2, 30) } });
      expect(body.targets).toEqual({
        first_response: null,
        resolution: hours(2, 30),
        escalation: null,
        business_hours_only: false,
      });
    });

    test('replaces the categories, in their order; the old ones are free again', async () => {
      const { _id, category_ids } = await create();
      const wanted = [await category(), await category(), category_ids[0]].reverse();
      expect((await admin.put(`${url}/${_id}`, { category_ids: wanted })).body.category_ids).toEqual(wanted);
      await admin.put(`${url}/${_id}`, { category_ids: wanted.slice(1) });
      await create({ category_ids: wanted.slice(0, 1) });
    });

    test('what changes nothing writes nothing', async () => {
      const made = await create(full);
      const same = { name: 'Plumbing', category_ids: made.category_ids, enabled: true, ...full };
      expect((await admin.put(`${url}/${made._id}`, same)).body).toEqual(made);
      expect((await admin.put(`${url}/${made._id}`, {})).body.version).toBe(1);
    });

    test('returns the errors as POST does, and changes nothing', async () => {
      const { _id } = await create();
      const faulty = [
        [{ name: null }, 400],
        [{ version: 3 }, 400],
        [{ targets: { first_response: hours(3), resolution: hours(2) } }, 422],
        [{ category_ids: [UNKNOWN] }, 422],
      ] as const;
      for (const [body, status] of faulty) expect((await admin.put(`${url}/${_id}`, body)).status).toBe(status);
      expect((await admin.get(`${url}/${_id}`)).body.version).toBe(1);
      expect((await admin.put(`${url}/${UNKNOWN}`, { name: 'Nobody' })).status).toBe(404);
      expect((await admin.put(`${url}/nonsense`, { name: 'Nobody' })).status).toBe(404);
    });

    test('If-Match keeps a change from overwriting another', async () => {
      const { _id } = await create();
      expect((await admin.put(`${url}/${_id}`, { name: 'A' }, { 'if-match': '"1"' })).status).toBe(200);
      expect(await admin.put(`${url}/${_id}`, { name: 'B' }, { 'if-match': '"1"' })).toMatchObject({
        status: 412,
        body: { current_version: 2 },
      });
      expect((await admin.delete(`${url}/${_id}`, { 'if-match': '"1"' })).status).toBe(412);
    });
  });

  describe('DELETE', () => {
    test('takes the policy away; its categories are free again', async () => {
      const { _id, category_ids } = await create();
      expect(await admin.delete(`${url}/${_id}`)).toMatchObject({ status: 200, body: { success: true } });
      expect((await admin.get(`${url}/${_id}`)).status).toBe(404);
      expect((await admin.delete(`${url}/${_id}`)).status).toBe(404);
      await create({ category_ids });
    });

    test('a category that a policy names stays, whether the policy is enabled or not', async () => {
      for (const enabled of [true, false]) {
        const { category_ids } = await create({ enabled });
        expect(await admin.delete(`/sites/${site.id}/categories/${category_ids[0]}`)).toMatchObject({
          status: 409,
          body: { code: 'in_use' },
        });
      }
    });

    test('the trail says who made, changed and deleted it, and what', async () => {
      const { _id } = await create();
      await admin.put(`${url}/${_id}`, { targets: { resolution: hours(4) } });
      await admin.delete(`${url}/${_id}`);
      const trail = await lodge.sql<{ action: string; actor_id: string; changes: { field: string }[] }>(
        'SELECT action, actor_id, changes FROM audit_events WHERE subject_id = $1 ORDER BY id',
        [_id],
      );
      expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual([
        ['sla_policy.created', adminId],
        ['sla_policy.updated', adminId],
        ['sla_policy.deleted', adminId],
      ]);
      expect(trail[1]?.changes).toEqual([{ field: 'resolution_minutes', from: null, to: 240 }]);
    });
  });

  describe('a category is in at most one enabled policy', () => {
    test('answers 409 and names the policy that covers it', async () => {
      const first = await create({ name: 'Leaks' });
      const free = await category();
      const body = { name: 'Water', category_ids: [free, ...first.category_ids] };
      expect(await admin.post(url, body)).toMatchObject({
        status: 409,
        body: {
          code: 'category_already_covered',
          covered_by: [{ category_id: first.category_ids[0], policy_id: first._id, policy_name: 'Leaks' }],
          errors: [{ pointer: '/category_ids/1', detail: 'is covered by Leaks' }],
        },
      });
      await create({ name: 'Free still', category_ids: [free] });
    });

    test('a disabled one covers nothing, until it is enabled', async () => {
      const first = await create({ name: 'Leaks' });
      const second = await create({ name: 'Drips', category_ids: first.category_ids, enabled: false });
      expect(await admin.put(`${url}/${second._id}`, { enabled: true })).toMatchObject({
        status: 409,
        body: { code: 'category_already_covered', errors: [{ pointer: '/enabled' }] },
      });
      expect((await admin.put(`${url}/${first._id}`, { enabled: false })).status).toBe(200);
      expect((await admin.put(`${url}/${second._id}`, { enabled: true })).body.enabled).toBe(true);
      expect((await admin.put(`${url}/${first._id}`, { enabled: true })).status).toBe(409);
    });

    test('of sixty creates at once for one category one wins, and the others name it', async () => {
      const wanted = await category();
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          admin
            .on(lodge.instances[index % 2] ?? lodge.instance)
            .post(url, { name: `Rush ${index}`, category_ids: [wanted], targets: { business_hours_only: true } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(59).fill(409)]);
      const winner = answers.find(({ status }) => status === 200)?.body;
      for (const { status, body } of answers)
        if (status === 409) expect(body.covered_by[0]).toMatchObject({ policy_id: winner._id });
      expect((await admin.get(url)).body).toEqual([winner]);
    });

    test('of policies that want the same categories in other orders one wins', async () => {
      const wanted = [await category(), await category(), await category(), await category()];
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          admin.on(lodge.instances[index % 2] ?? lodge.instance).post(url, {
            name: `Order ${index}`,
            category_ids: index % 2 ? wanted : [...wanted].reverse(),
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(39).fill(409)]);
    });

    test('two policies that take each other’s category at once never both have it', async () => {
      const [one, two] = [await create({ name: 'One' }), await create({ name: 'Two' })];
      for (let round = 0; round < 10; round++) {
        const both = [...one.category_ids, ...two.category_ids];
        await Promise.all([
          admin.put(`${url}/${one._id}`, { category_ids: round % 2 ? both : two.category_ids }),
          admin.on(lodge.instances[1] ?? lodge.instance).put(`${url}/${two._id}`, { category_ids: one.category_ids }),
        ]);
        const covers = await lodge.sql<{ count: string }>(
          'SELECT count(*) FROM sla_policy_categories WHERE site_id = $1 AND enabled GROUP BY category_id',
          [site.id],
        );
        expect(covers.every(({ count }) => count === '1')).toBe(true);
      }
    });

    test('PostgreSQL itself refuses the second, and a row that says other than its policy', async () => {
      const [first, second] = [await create(), await create()];
      const add = (enabled: boolean) =>
        lodge.sql(
          `INSERT INTO sla_policy_categories (site_id, policy_id, category_id, position, enabled) VALUES ($1, $2, $3, 9, $4)`,
          [site.id, second._id, first.category_ids[0], enabled],
        );
      await expect(add(true)).rejects.toMatchObject({ constraint: 'sla_policy_categories_covered_1' });
      await expect(add(false)).rejects.toMatchObject({ constraint: 'sla_policy_categories_policy_1' });
    });

    test('a category deleted and covered at the same moment: exactly one of the two happens', async () => {
      for (let round = 0; round < 10; round++) {
        const wanted = await category();
        const [covered, deleted] = await Promise.all([
          admin.post(url, { name: `Round ${round}`, category_ids: [wanted] }),
          admin.on(lodge.instances[1] ?? lodge.instance).delete(`/sites/${site.id}/categories/${wanted}`),
        ]);
        expect([
          [200, 409],
          [422, 200],
        ]).toContainEqual([covered.status, deleted.status]);
      }
    });
  });
});
