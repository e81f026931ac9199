import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { runCommand } from '../../support/command-line.js';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

// Two processes, since in one process both instances would share the strategy that Passport keeps.
describe('what ends access ends it at once, on every instance', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let here: ApiProcess;
  let there: ApiProcess;
  let admin: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    [here, there] = (await Promise.all([0, 1].map(() => ApiProcess.start(lodge.instance.config)))) as [
      ApiProcess,
      ApiProcess,
    ];
    site = await lodge.make.site();
    admin = await here.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(async () => {
    await Promise.all([here.stop(), there.stop()]);
    await lodge.stop();
  });

  const statusOf = async (cookie: string, api = there) =>
    (await api.call('GET', `/sites/${site.id}/members`, undefined, { cookie })).status;
  /** A manager whom both instances have seen. */
  const member = async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const cookie = await here.logIn(user.email);
    expect([await statusOf(cookie, here), await statusOf(cookie)]).toEqual([200, 200]);
    return { ...user, cookie };
  };
  const changeMember = async (method: string, id: string, body?: object) =>
    (await here.call(method, `/sites/${site.id}/members/${id}`, body, { cookie: admin })).status;

  test('a role that is taken away, and a membership', async () => {
    const { id, cookie } = await member();
    expect(await changeMember('PATCH', id, { role: 'viewer' })).toBe(200);
    expect(await statusOf(cookie)).toBe(403);
    expect(await changeMember('PATCH', id, { role: 'manager' })).toBe(200);
    expect(await statusOf(cookie)).toBe(200);
    expect(await changeMember('DELETE', id)).toBe(200);
    expect(await statusOf(cookie)).toBe(404);
  });

  test('a disabled user: requests, renewal and log-in', async () => {
    const { id, email, cookie } = await member();
    await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id]);
    expect(await statusOf(cookie)).toBe(401);
    expect((await there.post('/users/sessions/refresh', {}, cookie)).status).toBe(401);
    const logIn = await there.post('/users/sessions', { email, password: PASSWORD });
    expect([logIn.status, await logIn.json()]).toEqual([401, expect.objectContaining({ code: 'invalid_credentials' })]);
  });

  test('a log-out and a changed password', async () => {
    const { email, cookie } = await member();
    const other = await there.logIn(email);
    await here.call('DELETE', '/users/sessions', undefined, { cookie });
    expect([await statusOf(cookie), await statusOf(other)]).toEqual([401, 200]);
    await here.post('/users/sessions', { email, password: PASSWORD, new_password: 'a much longer password' });
    expect(await statusOf(other)).toBe(401);
    const audit = await lodge.sql('SELECT actor_type, action FROM audit_events WHERE subject_kind = $1', ['user']);
    expect(audit).toContainEqual({ actor_type: 'user', action: 'user.password_changed' });
  });

  test('an API key that is ended', async () => {
    const { cookie } = await member();
    const scopes = [{ site: site.id, role: 'manager' }];
    const made = await here.post('/users/@me/api-keys', { name: 'Key', scopes }, cookie);
    const { key, _id } = (await made.json()) as { key: string; _id: string };
    const byKey = async () =>
      (await there.call('GET', `/sites/${site.id}/members`, undefined, { authorization: `Bearer ${key}` })).status;
    expect(await byKey()).toBe(200);
    expect((await here.call('DELETE', `/users/@me/api-keys/${_id}`, undefined, { cookie })).status).toBe(200);
    expect(await byKey()).toBe(401);
  });

  /** What a caller who calls there without a pause is answered before `change`, and by calls that begin once it was answered here. */
  const answersAround = async (call: () => Promise<number>, change: () => Promise<unknown>) => {
    const answers: Record<'before' | 'meanwhile' | 'after', number[]> = { before: [], meanwhile: [], after: [] };
    let now: keyof typeof answers = 'before';
    const calling = (async () => {
      while (answers.after.length < 10) {
        const begun = now;
        const status = await call();
        answers[begun === now ? now : 'meanwhile'].push(status);
      }
    })();
    await until(() => answers.before.length >= 3);
    now = 'meanwhile';
    await change();
    now = 'after';
    await calling;
    return { before: [...new Set(answers.before)], after: answers.after.filter((status) => status === 200) };
  };
  const refused = { before: [200], after: [] };
  type Member = { id: string; email: string; cookie: string };
  const ok = async (answer: Promise<Response>) => expect((await answer).status).toBe(200);

  test.each<[string, (member: Member) => Promise<unknown>]>([
    ['a role that is changed', ({ id }) => changeMember('PATCH', id, { role: 'viewer' })],
    ['a membership that ends', ({ id }) => changeMember('DELETE', id)],
    ['a log-out', ({ cookie }) => ok(here.call('DELETE', '/users/sessions', undefined, { cookie }))],
    ['a log-out everywhere', async ({ email }) => ok(here.call('DELETE', '/users/@me/sessions', undefined, { cookie: await here.logIn(email) }))],
    ['a new password', ({ email }) => ok(here.post('/users/sessions', { email, password: PASSWORD, new_password: 'a much longer password' }))],
    ['a user who is disabled by the operator', async ({ email }) => expect(runCommand(lodge.databaseUrl, ['disable-user', '--email', email])).toMatchObject({ status: 0 })],
  ])('at once while the caller calls on: %s', async (_, change) => {
    const one = await member();
    expect(await answersAround(() => statusOf(one.cookie), () => change(one))).toEqual(refused);
  }); // prettier-ignore

  test('at once while the caller calls on: an API key that is ended', async () => {
    const { cookie } = await member();
    const made = await here.post('/users/@me/api-keys', { name: 'Key', scopes: [{ site: site.id, role: 'manager' }] }, cookie); // prettier-ignore
    const { key, _id } = (await made.json()) as { key: string; _id: string };
    const headers = { authorization: `Bearer ${key}` };
    const call = async () => (await there.call('GET', `/sites/${site.id}/members`, undefined, headers)).status;
    const end = () => ok(here.call('DELETE', `/users/@me/api-keys/${_id}`, undefined, { cookie }));
    expect(await answersAround(call, end)).toEqual(refused);
  });
});
