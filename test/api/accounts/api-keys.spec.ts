import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyWarnings } from '#libs/accounts/api-keys/api-key-warnings';
import { Database } from '#libs/core/database/database';
import { Outbox } from '#libs/core/mail/outbox';
import type { Role } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';

describe('API keys', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let other: SiteFixture;
  let foreign: SiteFixture;
  let mail: string;
  beforeAll(async () => {
    mail = await mkdtemp(join(tmpdir(), 'lodge-mail-'));
    lodge = await Lodge.start({ instances: 2, settings: { MAIL_URL: `file://${mail}` } });
    [site, other, foreign] = [await lodge.make.site(), await lodge.make.site(), await lodge.make.site()];
  });
  afterAll(() => lodge.stop());
  beforeEach(() => lodge.clock.set(NOW));

  const KEYS = '/users/@me/api-keys';
  const user = async (role: Role = 'manager') => {
    const made = await lodge.make.user({ roles: { [site.id]: role, [other.id]: role } });
    return { ...made, client: await lodge.logIn(made.email) };
  };
  const keyOf = async (client: Client, role: Role, more = {}) => {
    const answer = await client.post(KEYS, { name: 'Nightly', scopes: [{ site: site.id, role }], ...more });
    expect(answer.status).toBe(200);
    return answer.body as { _id: string; key: string; prefix: string };
  };
  const withKey = (key: string, method: string, url: string, body?: unknown): Promise<Answer> =>
    lodge.call(method, url, body, { authorization: `Bearer ${key}` });
  const student = () => ({ site: site.id, first_name: 'Ada', last_name: 'Byron', location: site.building });

  test('are shown once, stored as a hash, listed by prefix, and announced by mail', async () => {
    const { client, email, id } = await user();
    const made = await keyOf(client, 'viewer', { expires_at: '2027-01-01T00:00:00Z' });
    expect(made.key).toMatch(/^lodge_[\w-]{43}$/);
    const listed = {
      _id: made._id,
      name: 'Nightly',
      prefix: made.key.slice(0, 12),
      scopes: [{ site: site.id, role: 'viewer' }],
      created_at: NOW,
      expires_at: '2027-01-01T00:00:00.000Z',
      last_used_at: null,
    };
    expect((await client.get(KEYS)).body).toEqual([listed]);
    const [row] = await lodge.sql<{ text: string }>('SELECT k::text AS text FROM api_keys k WHERE user_id = $1', [id]);
    expect(row?.text).not.toContain(made.key.slice(12));
    const mails = await Promise.all((await readdir(mail)).map((file) => readFile(join(mail, file), 'utf8')));
    const notice = mails.find((text) => text.includes(`To: ${email}`));
    expect(notice).toContain('API key');
    expect(notice).not.toContain(made.key.slice(12));
  });

  test('act with their role in their site, and are nobody anywhere else', async () => {
    const { client } = await user();
    const { key } = await keyOf(client, 'reception');
    expect((await withKey(key, 'POST', '/students', student())).status).toBe(200);
    expect((await withKey(key, 'GET', `/sites/${site.id}/members`)).status).toBe(403);
    expect((await withKey(key, 'GET', `/sites/${other.id}`)).status).toBe(404);
    expect((await withKey(key, 'GET', '/sites')).body.map(({ _id }: { _id: string }) => _id)).toEqual([site.id]);
    expect((await withKey(key, 'GET', '/users/@me')).status).toBe(200);
  });

  test('never do more than their user may at the time', async () => {
    const { client, id } = await user('manager');
    const { key } = await keyOf(client, 'manager');
    expect((await withKey(key, 'GET', `/sites/${site.id}/members`)).status).toBe(200);
    await lodge.sql(`UPDATE memberships SET role = 'welfare' WHERE user_id = $1`, [id]);
    expect((await withKey(key, 'GET', `/sites/${site.id}/members`)).status).toBe(403);
    expect((await withKey(key, 'POST', '/students', student())).status).toBe(200);
    await lodge.sql('DELETE FROM memberships WHERE user_id = $1', [id]);
    expect((await withKey(key, 'GET', `/sites/${site.id}`)).status).toBe(404);
    expect((await withKey(key, 'GET', '/sites')).body).toEqual([]);
  });

  test('roles that are not ordered meet in what both may', async () => {
    const { client, id } = await user('manager');
    const { key } = await keyOf(client, 'reception');
    await lodge.sql(`UPDATE memberships SET role = 'welfare' WHERE user_id = $1`, [id]);
    const booking = { site: site.id, lead_person: site.id, location: site.id };
    expect((await withKey(key, 'POST', '/bookings', booking)).status).toBe(403);
    expect((await withKey(key, 'POST', '/students', student())).status).toBe(200);
  });

  test('of an owner are for their sites only, and do not make sites', async () => {
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const { key } = await keyOf(owner, 'admin');
    expect((await withKey(key, 'PATCH', `/sites/${site.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await withKey(key, 'GET', `/sites/${foreign.id}`)).status).toBe(404);
    expect((await withKey(key, 'POST', '/sites', { name: 'X', time_zone: 'Europe/London' })).status).toBe(403);
    expect((await withKey(key, 'GET', '/sites')).body).toHaveLength(1);
  });

  test('cannot manage the account, also together with a cookie', async () => {
    const { client } = await user();
    const { key, _id } = await keyOf(client, 'manager');
    const calls: [string, string, unknown?][] = [
      ['GET', KEYS],
      ['POST', KEYS, { name: 'Another', scopes: [{ site: site.id, role: 'viewer' }] }],
      ['DELETE', `${KEYS}/${_id}`],
      ['GET', '/users/@me/sessions'],
      ['DELETE', '/users/@me/sessions'],
      ['DELETE', `/users/@me/sessions/${_id}`],
      ['PATCH', '/users/@me/hint', { site_id: site.id }],
    ];
    for (const [method, url, body] of calls) {
      const headers = { authorization: `Bearer ${key}`, cookie: client.cookie };
      const answer = await lodge.call(method, url, body, headers);
      expect([method, url, answer.status, answer.body.required_permission]).toEqual([method, url, 403, 'session']);
    }
  });

  test.each([
    ['a role above the own', { scopes: [{ role: 'admin' }] }, 400, '/scopes/0/role'],
    ['a role that the user does not have', { scopes: [{ role: 'welfare' }] }, 400, '/scopes/0/role'],
    ['a site twice', { scopes: [{ role: 'viewer' }, { role: 'viewer' }] }, 400, '/scopes/1'],
    ['no site', { scopes: [] }, 400, '/scopes'],
    ['an end in the past', { expires_at: '2026-11-21T11:59:59Z' }, 400, '/expires_at'],
  ])('%s is refused', async (_, more: { scopes?: { role: string }[]; expires_at?: string }, status, pointer) => {
    const { client } = await user('reception');
    const scopes = (more.scopes ?? [{ role: 'viewer' }]).map((scope) => ({ site: site.id, ...scope }));
    const answer = await client.post(KEYS, { name: 'Nightly', ...more, scopes });
    expect(answer).toMatchObject({ status, body: { errors: [{ pointer }] } });
  });

  test('a site of somebody else is as unknown as none', async () => {
    const { client } = await user();
    for (const id of [foreign.id, '01999999-9999-7999-9999-999999999999', 'nonsense']) {
      const answer = await client.post(KEYS, { name: 'Nightly', scopes: [{ site: id, role: 'viewer' }] });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/scopes/0/site' }] } });
    }
  });

  test('end at once on every instance: by their user, at their time, with the user', async () => {
    const { client, id } = await user();
    const keys = [await keyOf(client, 'viewer'), await keyOf(client, 'viewer', { expires_at: '2026-11-21T13:00:00Z' })];
    const statuses = () =>
      Promise.all(
        keys.map(async ({ key }) => {
          const headers = { authorization: `Bearer ${key}` };
          return (await lodge.instances[1]?.call('GET', `/sites/${site.id}`, undefined, headers))?.status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    await lodge.sql('UPDATE users SET password_change_required = true WHERE id = $1', [id]);
    expect(await statuses()).toEqual([401, 401]);
    await lodge.sql('UPDATE users SET password_change_required = false WHERE id = $1', [id]);
    expect((await client.delete(`${KEYS}/${keys[0]?._id}`)).body).toEqual({ success: true });
    expect((await client.delete(`${KEYS}/${keys[0]?._id}`)).status).toBe(404);
    expect(await statuses()).toEqual([401, 200]);
    lodge.clock.set('2026-11-21T13:00:00.000Z');
    expect(await statuses()).toEqual([401, 401]);
    lodge.clock.set(NOW);
    await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id]);
    expect(await statuses()).toEqual([401, 401]);
    expect((await withKey(`lodge_${'x'.repeat(43)}`, 'GET', '/sites')).status).toBe(401);
  });

  test('note their last use, at most once a minute', async () => {
    const { client } = await user();
    const { key } = await keyOf(client, 'viewer');
    const lastUse = async () => (await client.get(KEYS)).body[0].last_used_at;
    const useAt = async (now: string) => {
      lodge.clock.set(now);
      await withKey(key, 'GET', '/sites');
      return lastUse();
    };
    expect(await useAt('2026-11-21T12:00:05.000Z')).toBe('2026-11-21T12:00:05.000Z');
    expect(await useAt('2026-11-21T12:00:55.000Z')).toBe('2026-11-21T12:00:05.000Z');
    expect(await useAt('2026-11-21T12:01:05.000Z')).toBe('2026-11-21T12:01:05.000Z');
  });

  test('live a year at most; two weeks before the end there is a mail, once, however many workers look', async () => {
    const { client, email } = await user();
    const scopes = [{ site: site.id, role: 'viewer' }];
    const late = { name: 'For ever', scopes, expires_at: '2027-11-22T12:00:00Z' };
    expect(await client.post(KEYS, late)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/expires_at' }] },
    });
    for (const expires_at of [undefined, null]) {
      const { body } = await client.post(KEYS, { name: 'Usual', scopes, expires_at });
      expect(body.expires_at).toBe('2027-11-21T12:00:00.000Z');
    }
    await client.post(KEYS, { name: 'Short', scopes, expires_at: '2026-11-25T12:00:00Z' });
    const warnings = new ApiKeyWarnings(
      lodge.instance.config,
      lodge.instance.app.get(Database, { strict: false }),
      lodge.clock,
      lodge.instance.app.get(Outbox, { strict: false }),
    );
    const announced = async () => {
      const mails = await Promise.all((await readdir(mail)).map((file) => readFile(join(mail, file), 'utf8')));
      return mails.filter((text) => text.includes(`To: ${email}`) && text.includes('ends on'));
    };
    lodge.clock.set('2027-11-07T11:59:00.000Z');
    await warnings.sweep();
    expect(await announced()).toEqual([]);
    lodge.clock.set('2027-11-07T12:01:00.000Z');
    await Promise.all(Array.from({ length: 6 }, () => warnings.sweep()));
    await warnings.sweep();
    const told = await announced();
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/"Usual" of your Lodge account ends on 2027-11-21/);
  });

  test('are named as the actor in the audit', async () => {
    const { client, id } = await user('admin');
    const { key, _id } = await keyOf(client, 'admin');
    const { body } = await withKey(key, 'POST', `/sites/${site.id}/members`, {
      email: 'made-by-key@example.org',
      role: 'viewer',
    });
    const audit = await lodge.sql(
      'SELECT action, actor_type, actor_id, actor_name FROM audit_events WHERE subject_id = ANY ($1)',
      [[_id, body._id]],
    );
    expect(audit).toEqual([
      expect.objectContaining({ action: 'api_key.created', actor_type: 'user', actor_id: id }),
      expect.objectContaining({ action: 'invitation.created', actor_type: 'api_key', actor_id: _id }),
    ]);
    expect(audit[1]?.actor_name).toMatch(/ \(Nightly\)$/);
  });

  test('count against the same limit as a session', async () => {
    const limited = await Lodge.start({ settings: { RATE_LIMIT_SESSION_PER_MINUTE: '2' } });
    const client = await limited.logIn((await limited.make.user({ owner: true })).email);
    const own = await limited.make.site();
    const { key } = (await client.post(KEYS, { name: 'N', scopes: [{ site: own.id, role: 'viewer' }] })).body;
    const answers = [];
    for (let index = 0; index < 3; index++)
      answers.push(await limited.call('GET', '/sites', undefined, { authorization: `Bearer ${key}` }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    await limited.stop();
  });
});
