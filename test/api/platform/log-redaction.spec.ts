import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';

/** What must never be printed. `q` marks them all, so that one search finds any. */
const CANARIES = {
  email: 'qcanary.person@example.org',
  typedEmail: 'qcanary.unknown@example.org',
  firstName: 'Qcanaryfirst',
  lastName: 'Qcanarylast',
  password: 'qcanary wrong password',
  newPassword: 'qcanary brand new password',
  token: 'qcanary-reset-token',
  notes: 'qcanary has an allergy',
  search: 'qcanarysearch',
  jwt: 'eyJhbGciOiJIUzI1NiJ9.qcanary.qcanary',
  key: 'lodge_qcanaryqcanaryqcanaryqcanaryqcanaryqcanaryqca',
};

describe('what an api prints at its most talkative', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let api: ApiProcess;
  const secrets: string[] = [];
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const unreachable = { LOG_LEVEL: 'trace', MAIL_URL: 'smtp://127.0.0.1:1' };
    api = await ApiProcess.start(lodge.instance.config, unreachable);
  });
  afterAll(async () => {
    await api.stop();
    await lodge.stop();
  });

  const student = { first_name: CANARIES.firstName, last_name: CANARIES.lastName, email: CANARIES.email };
  const body = () => ({ site: site.id, location: site.building, ...student });

  test('has neither passwords, tokens, cookies nor keys in it, neither names nor emails', async () => {
    const { email } = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    await lodge.sql('UPDATE users SET email = $2, first_name = $3, last_name = $4 WHERE email = $1', [
      email,
      CANARIES.email,
      CANARIES.firstName,
      CANARIES.lastName,
    ]);
    const logIn = (password: string, to = CANARIES.email) =>
      api.call('POST', '/users/sessions', { email: to, password });
    expect((await logIn(CANARIES.password)).status).toBe(401);
    expect((await logIn(CANARIES.password, CANARIES.typedEmail)).status).toBe(401);
    const loggedIn = await logIn(PASSWORD);
    const cookies = loggedIn.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    secrets.push(...cookies.map((each) => each.split('=')[1] ?? ''));
    const cookie = cookies.join('; ');
    const send = (method: string, path: string, sent?: unknown) => api.call(method, path, sent, { cookie });
    const made = await send('POST', '/users/@me/api-keys', { name: 'N', scopes: [{ site: site.id, role: 'admin' }] });
    const { key } = (await made.json()) as { key: string };
    secrets.push(key);
    const bearer = (token: string) => api.call('GET', '/sites', undefined, { authorization: `Bearer ${token}` });
    expect([
      (await bearer(key)).status,
      (await bearer(CANARIES.key)).status,
      (await bearer(CANARIES.jwt)).status,
    ]).toEqual([200, 401, 401]);
    expect((await send('POST', '/students', body())).status).toBe(200);
    expect((await send('POST', '/students', body())).status).toBe(409);
    expect((await send('POST', '/students', { ...body(), location: CANARIES.notes })).status).toBe(422);
    expect((await send('POST', '/students', `{"first_name": "${CANARIES.firstName}", `)).status).toBe(400);
    expect((await send('GET', `/students/${site.id}?q=${CANARIES.search}`)).status).toBe(200);
    const member = { ...student, email: CANARIES.typedEmail, role: 'viewer' };
    expect((await send('POST', `/sites/${site.id}/members`, member)).status).toBe(200);
    const reset = (path: string, sent: object) => api.call('POST', `/users/password-reset/${path}`, sent);
    expect((await reset('request', { email: CANARIES.email })).status).toBe(200);
    expect((await reset('reset', { token: CANARIES.token, password: CANARIES.newPassword })).status).toBe(422);
    const refreshed = await api.call('POST', '/users/sessions/refresh', undefined, { cookie });
    secrets.push(...refreshed.headers.getSetCookie().map((each) => each.split(/[=;]/)[1] ?? ''));
    await breakTable('students');
    expect((await send('POST', '/students', body())).status).toBe(503);
    await breakTable('users');
    expect((await logIn(CANARIES.newPassword)).status).toBe(503);
    await api.stop();

    expect(secrets.filter((each) => each.length > 20)).toHaveLength(5);
    const lines = api.output.split('\n');
    expect(lines.filter((line) => /canary/i.test(line) || secrets.some((secret) => line.includes(secret)))).toEqual([]);
  });

  test('and still says what happened: every request, every fault with its place', () => {
    expect(api.output).toMatch(/"method":"POST","path":"\/students","status":503/);
    expect(api.output).toMatch(/"message":"PostgreSQL 42P01"/);
    expect(api.output).toMatch(/A mail could not be sent/);
    expect(api.output).toMatch(/"stack":" +at /);
  });

  const breakTable = (name: string) => lodge.sql(`ALTER TABLE ${name} RENAME TO ${name}_away`);
});
