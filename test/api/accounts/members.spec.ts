import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

describe('members', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let adminId: string;
  let mail: string;
  beforeAll(async () => {
    mail = await mkdtemp(join(tmpdir(), 'lodge-mail-'));
    lodge = await Lodge.start({ settings: { MAIL_URL: `file://${mail}` } });
    site = await lodge.make.site({ name: 'Kings Court' });
    const user = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    adminId = user.id;
    admin = await lodge.logIn(user.email);
  });
  afterAll(() => lodge.stop());

  const url = (id = '') => `/sites/${site.id}/members${id && `/${id}`}`;
  const mailsTo = async (email: string, count = 1) => {
    let found: string[] = [];
    await until(async () => {
      const texts = await Promise.all((await readdir(mail)).map((file) => readFile(join(mail, file), 'utf8')));
      found = texts.filter((text) => text.includes(`To: ${email}`)).map((text) => text.replaceAll('=\r\n', ''));
      return found.length >= count;
    });
    return found;
  };
  const tokenIn = (text = '') => /The token alone: (\S+)/.exec(text)?.[1] ?? '';
  const reset = (token: string, password: string) =>
    lodge.call('POST', '/users/password-reset/reset', { token, password });
  const logIn = (email: string, password: string) => lodge.call('POST', '/users/sessions', { email, password });

  test('an unknown email is invited by mail, sets a password once, and works with its role', async () => {
    const email = 'nadia@example.org';
    const added = await admin.post(url(), { email, role: 'reception', first_name: 'Nadia', last_name: 'Night' });
    expect(added).toMatchObject({
      status: 200,
      body: { email, role: 'reception', state: 'invited', invited: true, disabled: false, version: 1 },
    });
    const [text] = await mailsTo(email);
    expect(text).toContain('http://localhost/reset-password#');
    expect(text).toMatch(/Robin Clerk\d+ invites you to work at Kings Court on Lodge, with the role reception/);
    expect(text).toContain('Content-Type: text/html');
    const token = tokenIn(text);
    expect(await reset(token, 'short')).toMatchObject({ status: 422, body: { code: 'weak_password' } });
    expect(await reset(token, 'a password for her')).toMatchObject({ status: 200, body: { success: true } });
    expect(await reset(token, 'another one for her')).toMatchObject({
      status: 422,
      body: { code: 'reset_token_invalid' },
    });
    expect((await logIn(email, 'a password for her')).status).toBe(200);
    expect((await admin.get(url())).body).toContainEqual(
      expect.objectContaining({ email, state: 'active', invited: false }),
    );
  });

  test('a role change and a removal take effect with the next request, and are written down', async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const client = await lodge.logIn(user.email);
    expect((await client.get(url())).status).toBe(200);
    expect((await admin.patch(url(user.id), { role: 'viewer' }, { 'if-match': '"1"' })).body).toMatchObject({
      role: 'viewer',
      version: 2,
    });
    expect((await client.get(url())).status).toBe(403);
    expect((await admin.delete(url(user.id))).body).toEqual({ success: true });
    expect((await client.get(`/sites/${site.id}`)).status).toBe(404);
    const audit = await lodge.sql(
      'SELECT action, actor_id, changes FROM audit_events WHERE subject_id = $1 ORDER BY id',
      [user.id],
    );
    expect(audit).toEqual([
      { action: 'member.role_changed', actor_id: adminId, changes: [{ field: 'role', from: 'manager', to: 'viewer' }] },
      { action: 'member.removed', actor_id: adminId, changes: [{ field: 'role', from: 'viewer', to: null }] },
    ]);
  });

  test('the last administrator stays, also when two demote each other at once', async () => {
    expect(await admin.patch(url(adminId), { role: 'viewer' })).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    });
    expect(await admin.delete(url(adminId))).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    const other = await lodge.make.site();
    const users = [
      await lodge.make.user({ roles: { [other.id]: 'admin' } }),
      await lodge.make.user({ roles: { [other.id]: 'admin' } }),
    ];
    const [one, two] = [await lodge.logIn(users[0]?.email ?? ''), await lodge.logIn(users[1]?.email ?? '')];
    const demote = (client: Client, id = '') => client.patch(`/sites/${other.id}/members/${id}`, { role: 'viewer' });
    const answers = await Promise.all([demote(one, users[1]?.id), demote(two, users[0]?.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await lodge.sql(`SELECT 1 FROM memberships WHERE site_id = $1 AND role = 'admin'`, [other.id])).toHaveLength(
      1,
    );
  });

  test('fifty invitations of one email at once make one invitation', async () => {
    const body = { email: 'rush@example.org', role: 'viewer', first_name: 'Ru', last_name: 'Sh' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post(url(), body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, body: { code } }) => status === 409 && code === 'already_invited')).toHaveLength(
      49,
    );
    expect(await lodge.sql('SELECT 1 FROM invitations WHERE email = $1', [body.email])).toHaveLength(1);
  });

  test('a forgotten password: always the same answer; the newest link works once, of fifty tries at once', async () => {
    const user = await lodge.make.user({ owner: true });
    const before = await lodge.logIn(user.email);
    const ask = (email: string) => lodge.call('POST', '/users/password-reset/request', { email });
    const unknown = await ask('nobody@example.org');
    expect(unknown).toMatchObject({ status: 200, body: { success: true } });
    expect((await ask(user.email)).body).toEqual(unknown.body);
    const [first] = await mailsTo(user.email);
    await ask(user.email);
    const second = (await mailsTo(user.email, 2)).find((text) => tokenIn(text) !== tokenIn(first));
    expect(await reset(tokenIn(first), 'a brand new password')).toMatchObject({
      status: 422,
      body: { code: 'reset_token_invalid' },
    });
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset(tokenIn(second), `a brand new password ${index}`)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tries.filter(({ body }) => body.code === 'reset_token_invalid')).toHaveLength(49);
    expect((await before.get('/users/@me')).status).toBe(401);
  });

  test('a link ends after an hour', async () => {
    const user = await lodge.make.user({ owner: true });
    await lodge.call('POST', '/users/password-reset/request', { email: user.email });
    const [text] = await mailsTo(user.email);
    lodge.clock.set('2026-11-21T13:00:01.000Z');
    expect(await reset(tokenIn(text), 'a brand new password')).toMatchObject({
      status: 422,
      body: { code: 'reset_token_invalid' },
    });
  });
});
