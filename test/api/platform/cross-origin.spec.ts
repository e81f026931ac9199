import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PASSWORD } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const APP = 'https://app.example';
const EVIL = 'https://evil.example';

describe('other web sites', () => {
  let lodge: Lodge;
  let email: string;
  let client: Client;
  beforeAll(async () => {
    const settings = {
      CORS_ORIGINS: APP,
      PUBLIC_URL: 'https://lodge.example',
      LODGE_MODE: 'production',
      COOKIE_SECURE: 'true',
    };
    lodge = await Lodge.start({ settings });
    ({ email } = await lodge.make.user({ owner: true }));
    client = await lodge.logIn(email);
  });
  afterAll(() => lodge.stop());

  const preflight = (origin: string) =>
    lodge.call('OPTIONS', '/sites', undefined, { origin, 'access-control-request-method': 'POST' });
  const create = (headers: Record<string, string>) =>
    client.post('/sites', { name: 'Castle Wharf', time_zone: 'Europe/London' }, headers);

  test('an allowed one may call with cookies and read the headers; another gets nothing', async () => {
    expect((await preflight(APP)).headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining('PATCH'),
    });
    const answer = await client.get('/sites', { origin: APP });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': APP,
      vary: expect.stringContaining('Origin'),
    });
    expect(answer.headers['access-control-expose-headers']).toContain('RateLimit-Remaining');
    const failed = await lodge.call('GET', '/sites', undefined, { origin: APP });
    expect(failed).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': APP } });
    for (const origin of [EVIL, 'https://app.example.evil.example', 'http://app.example', 'null']) {
      expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
      expect((await client.get('/sites', { origin })).headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test.each([
    ['no browser', {}, 200],
    ['our own page', { origin: 'https://lodge.example', 'sec-fetch-site': 'same-origin' }, 200],
    ['an allowed page', { origin: APP, 'sec-fetch-site': 'cross-site' }, 200],
    ['another page', { origin: EVIL, 'sec-fetch-site': 'cross-site' }, 403],
    ['another page of an old browser', { origin: EVIL }, 403],
    ['a page that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour', { origin: 'https://blog.lodge.example', 'sec-fetch-site': 'same-site' }, 403],
    ['no origin, from elsewhere', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a host that agrees with the origin', { origin: EVIL, host: 'evil.example' }, 403],
  ])('an unsafe call from %s', async (_, headers, status) => {
    expect((await create(headers as Record<string, string>)).status).toBe(status);
  });

  test.each([
    ['log-in', 'POST', '/users/sessions'],
    ['renewal without a body', 'POST', '/users/sessions/refresh'],
    ['log-out', 'DELETE', '/users/sessions'],
  ])('%s is refused, too', async (_, method, url) => {
    const body = url === '/users/sessions' && method === 'POST' ? { email, password: PASSWORD } : undefined;
    const answer = await lodge.call(method, url, body, { cookie: client.cookie, origin: EVIL });
    expect(answer).toMatchObject({ status: 403, body: { code: 'csrf_rejected' } });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect((await client.get('/users/@me')).status).toBe(200);
  });

  test('cookies are out of reach of scripts, plain http and other sites; every answer forbids frames and scripts', async () => {
    const answer = await lodge.call('POST', '/users/sessions', { email, password: PASSWORD });
    const [access = '', refresh = ''] = [answer.headers['set-cookie'] ?? []].flat();
    expect(access).toMatch(/^__Host-lodge_access=\S+; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(refresh).toMatch(
      /^__Secure-lodge_refresh=\S+; Max-Age=604800; Path=\/users\/sessions; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });
});
