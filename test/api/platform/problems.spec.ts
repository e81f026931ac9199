import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { UsersService } from '#libs/accounts/users/users.service';
import { PROBLEMS } from '#libs/core/errors/problem-codes';
import { Lodge } from '../../support/lodge.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

describe('problem documents', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(() => lodge.stop());

  const json = { 'content-type': 'application/json' };

  test('have type, title, status, detail, instance, code and errors', async () => {
    const answer = await lodge.call('POST', '/users/sessions', { email: 'x' }, { 'x-request-id': 'request-4711' });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['x-request-id']).toBe('request-4711');
    expect(answer.body).toEqual({
      type: 'http://localhost/problems/validation_failed',
      title: PROBLEMS.validation_failed[1],
      status: 400,
      detail: '/email must be an email address of at most 254 characters; /password is required',
      instance: 'request-4711',
      code: 'validation_failed',
      errors: [
        { pointer: '/email', code: 'email', detail: 'must be an email address of at most 254 characters' },
        { pointer: '/password', code: 'required', detail: 'is required' },
      ],
    });
  });

  test.each([
    ['de-AT, en;q=0.5', 'Nicht gefunden', 'de, en'],
    ['ar', 'غير موجود', 'ar, en'],
    ['cy;q=0.9, fr;q=0.8', 'Heb ei ganfod', 'cy, en'],
    ['ja', 'Not found', 'en'],
  ])('have their title in the language of Accept-Language: %s, and nothing else', async (accept, title, language) => {
    const answer = await lodge.call('GET', '/nothing/here', undefined, { 'accept-language': accept });
    expect(answer.headers).toMatchObject({
      'content-language': language,
      vary: expect.stringMatching(/Accept-Language/),
    });
    expect(answer.body).toMatchObject({ title, code: 'not_found', detail: 'There is nothing at this path.' });
  });

  test.each([
    ['an unknown path', 'GET', '/nothing/here', undefined, {}, 404, 'not_found'],
    ['a path that is not well-formed', 'GET', '/%E0%A4%A', undefined, {}, 404, 'not_found'],
    ['malformed JSON', 'POST', '/users/sessions', '{"email": ', json, 400, 'malformed_json'],
    ['a field twice in an object', 'POST', '/users/sessions', '{"a": {"email": 1, "b": [{"email": 2}], "email": 3}}', json, 400, 'malformed_json'], // prettier-ignore
    ['an empty body', 'POST', '/users/sessions', '', json, 400, 'malformed_json'],
    ['a body that is no object', 'POST', '/users/sessions', '[1]', json, 400, 'validation_failed'],
    [
      'a prototype in the body',
      'POST',
      '/users/sessions',
      '{"__proto__": {"owner": true}}',
      json,
      400,
      'unknown_field',
    ],
    [
      'a form',
      'POST',
      '/users/sessions',
      'email=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported_media_type',
    ],
    ['plain text', 'POST', '/users/sessions', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    [
      'a body over 1 MiB',
      'POST',
      '/users/sessions',
      JSON.stringify({ email: 'x'.repeat(1_048_576) }),
      json,
      413,
      'payload_too_large',
    ],
    [
      'an unknown field',
      'POST',
      '/users/sessions',
      '{"email":"a@b.cd","password":"x","admin":true}',
      json,
      400,
      'unknown_field',
    ],
  ])('%s', async (_, method, url, payload, headers, status, code) => {
    const answer = await lodge.call(method, url, payload, headers as Record<string, string>);
    expect(answer).toMatchObject({ status, body: { status, code } });
  });

  test('a method that the path does not have is answered 405 with Allow', async () => {
    const answer = await lodge.call('DELETE', '/bookings');
    expect(answer).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed' },
      headers: { allow: 'GET, HEAD, POST' },
    });
  });

  test('OPTIONS and HEAD behave, a trailing slash does not matter', async () => {
    expect(await lodge.call('OPTIONS', '/health/live')).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
    expect(await lodge.call('HEAD', '/health/live')).toMatchObject({ status: 200, text: '' });
    expect((await lodge.call('GET', '/health/live/')).status).toBe(200);
  });

  test('are a page for somebody who opened the address in a browser, and a document for everybody else', async () => {
    const open = (path: string, dest = 'document', method: 'GET' | 'DELETE' = 'GET') =>
      lodge.call(method, path, undefined, { 'sec-fetch-dest': dest, 'accept-language': 'de' });
    const nothing = await open('/no-such-page-<b>');
    expect(nothing).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(nothing.headers['content-security-policy']).toContain("default-src 'none'");
    expect(nothing.text).toContain('There is nothing at this path.');
    expect(nothing.text).toContain('href="/problems/not_found"');
    expect(nothing.text).toContain('<h1 lang="de" dir="auto">Nicht gefunden</h1>');
    expect(nothing.headers['content-language']).toBe('de, en');
    const refused = await open('/sites');
    expect([refused.status, refused.text.includes('<a href="/docs">Log in</a>')]).toEqual([401, true]);
    for (const other of [await open('/sites', 'empty'), await open('/users/@me/api-keys/x', 'document', 'DELETE')])
      expect(other.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  test('a field that is invalid is named in the sentence, wherever it stands', async () => {
    const site = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'reception' } });
    const [lead_person, location] = [await lodge.make.student(site), await lodge.make.room(site)];
    const stay = { contract_start: '2027-09-18', contract_end: '2027-09-18' };
    const { body } = await (
      await lodge.logIn(email)
    ).post('/bookings', { site: site.id, lead_person, location, ...stay });
    expect(body.detail).toMatch(/^\/contract_end must lie after contract_start/);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/contract_end', detail: expect.stringMatching(/^must lie after/) })]); // prettier-ignore
  });

  test('every code has a page that explains it', async () => {
    for (const code of Object.keys(PROBLEMS)) {
      const page = await lodge.call('GET', `/problems/${code}`);
      expect([code, page.status, page.text.includes(code)]).toEqual([code, 200, true]);
      expect(page.text).toContain(`&quot;code&quot;: &quot;${code}&quot;`);
    }
    const all = await lodge.call('GET', '/problems');
    const linked = [...all.text.matchAll(/href="\/problems\/(\w+)"/g)].map(([, code]) => code);
    expect(linked.sort()).toEqual(Object.keys(PROBLEMS).sort());
    expect((await lodge.call('GET', '/problems/constructor')).status).toBe(404);
  });

  test('an unknown fault is 500 without internals', async () => {
    const { email } = await lodge.make.user({ owner: true });
    const client = await lodge.logIn(email);
    const users = lodge.instance.app.get(UsersService, { strict: false });
    jest.spyOn(users, 'profile').mockRejectedValueOnce(new TypeError('SELECT of the column photo in libs'));
    const answer = await client.get('/users/@me');
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', errors: [] } });
    expect(answer.text).not.toMatch(/photo|column|SELECT|libs/);
  });

  test('a PostgreSQL that is away is 503 with Retry-After, and comes back without a restart', async () => {
    const proxy = new TcpProxy();
    const away = await Lodge.start({ through: (url) => proxy.to(url) });
    const client = await away.logIn((await away.make.user({ owner: true })).email);
    await proxy.cut();
    expect(await client.get('/users/@me')).toMatchObject({
      status: 503,
      body: { code: 'dependency_unavailable' },
      headers: { 'retry-after': '2' },
    });
    expect((await away.call('GET', '/health/ready')).status).toBe(503);
    expect((await away.call('GET', '/health/live')).status).toBe(200);
    await proxy.mend();
    expect((await client.get('/users/@me')).status).toBe(200);
    await away.stop();
    await proxy.cut();
  });

  test('a body that is cut off does no harm', async () => {
    const { app } = lodge.instance;
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await new Promise<void>((resolve) => {
      const request = httpRequest({
        port,
        method: 'POST',
        path: '/users/sessions',
        headers: { ...json, 'content-length': 100 },
      });
      request.on('error', () => resolve());
      request.write('{"email":');
      setTimeout(() => request.destroy(), 50);
    });
    expect((await lodge.call('GET', '/health/live')).status).toBe(200);
  });
});
