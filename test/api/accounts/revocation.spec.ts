import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { type Client, type Instance, Lodge } from '../../support/lodge.js';

describe('what ends access ends it at once, on every instance', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let there: Instance;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    there = lodge.instances[1] as Instance;
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const member = async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const client = (await lodge.logIn(user.email)).on(there);
    expect((await client.get(`/sites/${site.id}/members`)).status).toBe(200);
    return { ...user, client };
  };
  const statusOf = async (client: Client) => (await client.get(`/sites/${site.id}/members`)).status;

  test('a role that is taken away, and a membership', async () => {
    const { id, client } = await member();
    await admin.patch(`/sites/${site.id}/members/${id}`, { role: 'viewer' });
    expect(await statusOf(client)).toBe(403);
    await admin.patch(`/sites/${site.id}/members/${id}`, { role: 'manager' });
    expect(await statusOf(client)).toBe(200);
    await admin.delete(`/sites/${site.id}/members/${id}`);
    expect(await statusOf(client)).toBe(404);
  });

  test('a disabled user: requests, renewal and log-in', async () => {
    const { id, email, client } = await member();
    await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id]);
    expect(await statusOf(client)).toBe(401);
    expect((await client.post('/users/sessions/refresh')).status).toBe(401);
    const logIn = await there.call('POST', '/users/sessions', { email, password: PASSWORD });
    expect(logIn).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  test('a log-out and a changed password', async () => {
    const { email, client } = await member();
    const other = (await lodge.logIn(email)).on(there);
    await client.on(lodge.instance).delete('/users/sessions');
    expect([await statusOf(client), await statusOf(other)]).toEqual([401, 200]);
    await lodge.call('POST', '/users/sessions', { email, password: PASSWORD, new_password: 'a much longer password' });
    expect(await statusOf(other)).toBe(401);
    const audit = await lodge.sql('SELECT actor_type, action FROM audit_events WHERE subject_kind = $1', ['user']);
    expect(audit).toContainEqual({ actor_type: 'user', action: 'user.password_changed' });
  });
});
