import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { requireStrong } from '#libs/accounts/passwords/password-strength';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { ApiProcess } from '../../support/api-process.js';
import { type Client, Lodge } from '../../support/lodge.js';

const CONTACT = 'mailto:security@uni.example';

describe('safeguards', () => {
  let lodge: Lodge;
  let owner: Client;
  let email: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { SECURITY_CONTACT: CONTACT } });
    ({ email } = await lodge.make.user({ owner: true }));
    owner = await lodge.logIn(email);
  });
  afterAll(() => lodge.stop());

  test('no cache keeps what is answered to somebody', async () => {
    const site = await lodge.make.site();
    await lodge.make.student(site);
    const answers = await Promise.all([
      owner.get('/users/@me'),
      owner.get(`/students/${site.id}`),
      owner.post('/users/@me/api-keys', { name: 'Key', scopes: [{ site: site.id, role: 'viewer' }] }),
      owner.get('/nothing/here'),
      lodge.call('POST', '/users/sessions', { email, password: 'wrong' }),
    ]);
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  test('security.txt says whom to tell', async () => {
    const { status, text, headers } = await lodge.call('GET', '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(text.trim().split('\n').map((line) => line.split(': ') as [string, string])); // prettier-ignore
    expect(fields.get('Contact')).toBe(CONTACT);
    expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(Date.now());
    expect(Date.parse(fields.get('Expires') ?? '')).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  test.each([
    ['localhost:3000', 401],
    ['127.0.0.1:3000', 401],
    ['[::1]:3000', 401],
    ['192.168.1.20', 401],
    ['lodge.localhost', 401],
    ['LocalHost:3000', 401],
    ['evil.example:3121', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
  ])('local mode under the name %s: %d', async (host, status) => {
    const headers = { host, origin: `http://${host}` };
    const answer = await lodge.call('POST', '/users/sessions', { email, password: 'wrong' }, headers);
    expect(answer.status).toBe(status);
  });

  test('a session does not end because somebody guesses its refresh credential', async () => {
    const { cookie } = await lodge.logIn(email);
    const refresh = (value: string) => lodge.call('POST', '/users/sessions/refresh', undefined, { cookie: value });
    const [id] = /lodge_refresh=([0-9a-f-]{36})/.exec(cookie)?.slice(1) ?? [];
    for (const guess of ['x', 'a'.repeat(43), 'a'.repeat(86), 'a'.repeat(87)])
      expect(await refresh(`lodge_refresh=${id}.${guess}`)).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
    expect((await lodge.call('GET', '/users/@me', undefined, { cookie })).status).toBe(200);
    expect((await refresh(cookie)).status).toBe(200);
  });

  test.each(['＝1+1', '＋1', '－1', '＠x', '﹣1', "'＝1", '=1'])('%s is no formula in a file', async (name) => {
    const site = await lodge.make.site();
    await lodge.make.student(site, { first_name: name, last_name: 'Formula' });
    const { text } = await owner.get(`/students/${site.id}/export-csv`);
    expect(text).toContain(`"'${name}"`);
    const [row] = await lodge.sql<{ cell: string }>('SELECT csv_cell($1) AS cell', [name]);
    expect(row?.cell).toBe(`'${name}`);
  });

  test('demo accounts are not loaded in production, and a secret that anybody guesses is refused', () => {
    const run = (settings: Record<string, string>) =>
      spawnSync(process.execPath, ['dist/apps/cli/main.js', 'load-demo-data'], {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          PUBLIC_URL: 'https://lodge.example',
          DATABASE_URL: lodge.applicationUrl,
          JWT_SECRET: 'a secret that is long enough for the tests',
          MAIL_URL: 'file:///tmp/lodge-test-mail',
          STORAGE_URL: 'file:///tmp/lodge-test-files',
          ...settings,
        },
      });
    const production = run({ LODGE_MODE: 'production' });
    expect([production.status, production.stderr]).toEqual([1, expect.stringMatching(/public passwords/)]);
    for (const secret of [
      '0'.repeat(32),
      'abcabcabc'.repeat(4),
      'change-me-'.repeat(4),
      '1234567'.repeat(6),
      'abcdefghijklmnopqrstuvwxyz0123456789abcdefgh',
    ])
      expect(run({ LODGE_MODE: 'production', JWT_SECRET: secret }).stderr).toMatch(/JWT_SECRET: is easy to guess/);
  });

  test('the demo accounts, whose password is public, open nothing in production', async () => {
    const { id, email } = await lodge.make.user({ owner: true });
    await lodge.sql('UPDATE users SET password_hash = $2 WHERE id = $1', [id, await hashPassword(DEMO_PASSWORD)]);
    const logIn = async (LODGE_MODE: 'local' | 'production') => {
      const api = await ApiProcess.start({ ...lodge.instance.config, LODGE_MODE, COOKIE_SECURE: true });
      const { status } = await api.post('/users/sessions', { email, password: DEMO_PASSWORD });
      await api.stop();
      return status;
    };
    expect([await logIn('production'), await logIn('local')]).toEqual([401, 200]);
    await expect(requireStrong(DEMO_PASSWORD, email, 12)).rejects.toMatchObject({ code: 'weak_password' });
  });
});
