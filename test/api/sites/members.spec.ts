import { describe, expect, test } from '@jest/globals';
import type { Role } from '#libs/accounts/access/permissions';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, owner } = await useLodge({ owner: 'owner' }, { instances: 2 });

describe('/sites/{siteId}/members', () => {
  const url = (siteId = site.id, userId = '') => `/sites/${siteId}/members${userId && `/${userId}`}`;
  const instance = (index: number) => lodge.instances[index % 2] ?? lodge.instance;
  const member = (role: Role, siteId = site.id) => lodge.make.user({ roles: { [siteId]: role } });
  const trailOf = (userId: string) =>
    lodge.sql('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id', [userId]);

  test('a member has exactly the fields of the contract', async () => {
    const known = await member('welfare');
    const listed = (await owner.get(url())).body.find(({ _id }: { _id: string }) => _id === known.id);
    expect(listed).toEqual({
      _id: known.id,
      email: known.email,
      first_name: 'Robin',
      last_name: expect.stringMatching(/^Clerk/),
      role: 'welfare',
      state: 'active',
      disabled: false,
      invited: false,
      invitation_mail: null,
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [known.id]);
    expect((await owner.get(url())).body).toContainEqual({ ...listed, disabled: true });
  });

  test('are listed as people sort: neither case nor an accent puts a name after the others', async () => {
    const { id } = await lodge.make.site();
    const names = ['Zimmer', 'Ångström', 'dunn', 'de Vries', 'Adams'];
    for (const [index, last_name] of names.entries()) {
      const body = { email: `sorted${index}@example.org`, role: 'viewer', first_name: 'Kim', last_name };
      expect((await owner.post(url(id), body)).status).toBe(200);
    }
    const listed = (await owner.get(url(id))).body as { last_name: string }[];
    expect(listed.map(({ last_name }) => last_name)).toEqual(['Adams', 'Ångström', 'de Vries', 'dunn', 'Zimmer']);
  });

  test('managers read, nobody below, only administrators write, strangers find nothing', async () => {
    const victim = await member('viewer');
    const as = async (role: Role, siteId?: string) => lodge.logIn((await member(role, siteId)).email);
    for (const role of ['viewer', 'reception', 'welfare'] as const)
      expect(await (await as(role)).get(url())).toMatchObject({
        status: 403,
        body: { required_permission: 'member.read' },
      });
    const manager = await as('manager');
    expect((await manager.get(url())).status).toBe(200);
    const refused = { status: 403, body: { required_permission: 'member.write' } };
    expect(await manager.post(url(), { email: 'x@example.org', role: 'viewer' })).toMatchObject(refused);
    expect(await manager.patch(url(site.id, victim.id), { role: 'admin' })).toMatchObject(refused);
    expect(await manager.delete(url(site.id, victim.id))).toMatchObject(refused);
    const stranger = await as('admin', (await lodge.make.site()).id);
    expect((await stranger.get(url())).status).toBe(404);
    expect((await stranger.delete(url(site.id, victim.id))).status).toBe(404);
  });

  test('a user of another site only, an unknown one and nonsense are no members', async () => {
    const elsewhere = await member('viewer', (await lodge.make.site()).id);
    for (const id of [elsewhere.id, '01999999-9999-7999-9999-999999999999', 'nonsense']) {
      expect((await owner.patch(url(site.id, id), { role: 'viewer' })).status).toBe(404);
      expect((await owner.delete(url(site.id, id))).status).toBe(404);
    }
  });

  test.each([
    [{ email: 'nobody', role: 'viewer' }, '/email'],
    [{ email: 'a@example.org', role: 'owner' }, '/role'],
    [{ email: 'a@example.org' }, '/role'],
    [{ email: 'a@example.org', role: 'viewer', first_name: 'A', last_name: '' }, '/last_name'],
    [{ email: 'a@example.org', role: 'viewer', owner: true }, '/owner'],
  ])('answers 400 and points at the fault of %j', async (body, pointer) => {
    expect(await owner.post(url(), body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect(await lodge.sql('SELECT FROM users WHERE email = $1', [body.email])).toEqual([]);
  });

  test('the same role again writes nothing; another version than the own is refused', async () => {
    const { id } = await member('viewer');
    expect((await owner.patch(url(site.id, id), { role: 'viewer' })).body.version).toBe(1);
    expect(await trailOf(id)).toEqual([]);
    expect((await owner.patch(url(site.id, id), { role: 'reception' })).body.version).toBe(2);
    const stale = { status: 412, body: { code: 'version_mismatch', current_version: 2 } };
    expect(await owner.patch(url(site.id, id), { role: 'admin' }, { 'if-match': '"1"' })).toMatchObject(stale);
    expect(await owner.delete(url(site.id, id), { 'if-match': '"1"' })).toMatchObject(stale);
  });

  test('who loses a site no longer has it as the last one; the others are not touched', async () => {
    const user = await member('viewer');
    const bystander = await member('viewer');
    for (const { email } of [user, bystander])
      await (await lodge.logIn(email)).patch('/users/@me/hint', { site_id: site.id });
    expect((await owner.delete(url(site.id, user.id))).status).toBe(200);
    expect((await (await lodge.logIn(user.email)).get('/users/@me')).body).not.toHaveProperty('last_site');
    expect((await (await lodge.logIn(bystander.email)).get('/users/@me')).body.last_site).toBe(site.id);
  });

  test('a change whose trail cannot be written is not made', async () => {
    const { id } = await member('viewer');
    await lodge.sql(`ALTER TABLE audit_events ADD CONSTRAINT broken CHECK (action <> 'member.role_changed') NOT VALID`);
    const answer = await owner.patch(url(site.id, id), { role: 'admin' });
    await lodge.sql('ALTER TABLE audit_events DROP CONSTRAINT broken');
    expect(answer.status).toBe(500);
    expect(await lodge.sql('SELECT role, version FROM memberships WHERE user_id = $1', [id])).toEqual([
      { role: 'viewer', version: 1 },
    ]);
  });

  test('of eight administrators all demoted and removed at once, exactly one stays', async () => {
    // A cold pool opens its connections one after the other, which would hold the requests apart.
    await Promise.all(Array.from({ length: 40 }, (_, index) => owner.on(instance(index)).get(url())));
    for (let round = 0; round < 5; round++) {
      const crowded = await lodge.make.site();
      const admins = await Promise.all(Array.from({ length: 8 }, () => member('admin', crowded.id)));
      const answers = await Promise.all(
        admins.map(({ id }, index) => {
          const client = owner.on(instance(index));
          return index % 3 ? client.patch(url(crowded.id, id), { role: 'viewer' }) : client.delete(url(crowded.id, id));
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin');
      const left = await lodge.sql(`SELECT FROM memberships WHERE site_id = $1 AND role = 'admin'`, [crowded.id]);
      expect(left).toHaveLength(1);
    }
  });

  test('thirty role changes at once are all counted and all written down', async () => {
    const { id } = await member('viewer');
    const roles = ['reception', 'welfare', 'manager'] as const;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        owner.on(instance(index)).patch(url(site.id, id), { role: roles[index % 3] }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [row] = await lodge.sql<{ version: number }>('SELECT version FROM memberships WHERE user_id = $1', [id]);
    const trail = await lodge.sql<{ changes: { from: Role; to: Role }[] }>(
      'SELECT changes FROM audit_events WHERE subject_id = $1',
      [id],
    );
    expect(trail).toHaveLength((row?.version ?? 0) - 1);
    expect(trail.filter(({ changes: [change] }) => change?.from === change?.to)).toEqual([]);
  });

  test('one new email invited to ten sites at once gets ten invitations, and becomes one user by the first it accepts', async () => {
    const sites = await Promise.all(Array.from({ length: 10 }, () => lodge.make.site()));
    const body = { email: 'Everywhere@example.org', role: 'viewer', first_name: 'Eve', last_name: 'Where' };
    const answers = await Promise.all(
      sites.map(({ id }, index) =>
        owner.on(instance(index)).post(url(id), index % 2 ? body : { ...body, email: body.email.toLowerCase() }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await lodge.sql('SELECT FROM users WHERE lower(email) = $1', [body.email.toLowerCase()])).toEqual([]);
    expect(await lodge.sql(`SELECT FROM invitations WHERE lower(email) = $1`, [body.email.toLowerCase()])).toHaveLength(
      10,
    );
  });
});
