import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '#libs/core/config/config';
import { PASSWORD } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';

describe('sessions', () => {
  let lodge: Lodge;
  let email: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    ({ email } = await lodge.make.user({ owner: true }));
  });
  afterAll(() => lodge.stop());

  const cookiesOf = (answer: { headers: Record<string, string | string[] | undefined> }) =>
    [answer.headers['set-cookie'] ?? []].flat();
  const refreshOf = (answer: Parameters<typeof cookiesOf>[0]) =>
    cookiesOf(answer)
      .find((each) => each.startsWith('lodge_refresh='))
      ?.split(';')[0] ?? '';
  const logIn = () => lodge.call('POST', '/users/sessions/', { email, password: PASSWORD });
  const refresh = (cookie: string) => lodge.call('POST', '/users/sessions/refresh', undefined, { cookie });

  test('log-in sets two http-only cookies and the profile answers', async () => {
    const answer = await logIn();
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(cookiesOf(answer)).toHaveLength(2);
    expect(cookiesOf(answer).every((each) => each.includes('HttpOnly'))).toBe(true);
    const client = await lodge.logIn(email);
    const profile = await client.get('/users/@me');
    expect(profile).toMatchObject({ status: 200, body: { email, first_name: 'Robin' } });
    expect(profile.body.photo_url).toMatch(/^data:image\/svg/);
    expect(profile.body).not.toHaveProperty('last_site');
  });

  test('an unknown email and a wrong password get the same answer', async () => {
    const wrong = await lodge.call('POST', '/users/sessions', { email, password: 'not the password' });
    const unknown = await lodge.call('POST', '/users/sessions', {
      email: 'nobody@example.org',
      password: 'not the password',
    });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect({ ...unknown.body, instance: '' }).toEqual({ ...wrong.body, instance: '' });
  });

  test('refresh rotates; the previous credential gives the same successor for 10 seconds, an older one ends the session', async () => {
    const first = refreshOf(await logIn());
    const second = refreshOf(await refresh(first));
    expect(second).not.toBe(first);
    const again = await refresh(first);
    expect(again).toMatchObject({ status: 200, body: { access: true } });
    expect(refreshOf(again)).toBe(second);
    const third = refreshOf(await refresh(second));
    expect(await refresh(first)).toMatchObject({ status: 401, body: { code: 'session_reuse_detected' } });
    expect(await refresh(third)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  test('the grace ends after 10 seconds', async () => {
    const first = refreshOf(await logIn());
    await refresh(first);
    lodge.clock.set('2026-11-21T12:00:11.000Z');
    expect(await refresh(first)).toMatchObject({ status: 401, body: { code: 'session_reuse_detected' } });
  });

  test('fifty refreshes at once with one credential make one successor', async () => {
    const first = refreshOf(await logIn());
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first)));
    expect(answers.map((each) => each.status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(refreshOf)).size).toBe(1);
  });

  test('log-in ends the session that the browser had before, and no other', async () => {
    const [old, other] = [await lodge.logIn(email), await lodge.logIn(email)];
    const body = { email, password: PASSWORD };
    expect((await lodge.call('POST', '/users/sessions', body, { cookie: old.cookie })).status).toBe(200);
    expect([(await old.get('/users/@me')).status, (await other.get('/users/@me')).status]).toEqual([401, 200]);
  });

  test('log-out ends the session at once and is quiet the second time', async () => {
    const client = await lodge.logIn(email);
    expect(await client.delete('/users/sessions')).toMatchObject({ status: 200, body: { success: true } });
    expect(await client.get('/users/@me')).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect(await client.delete('/users/sessions/')).toMatchObject({ status: 200 });
  });

  test('an access credential that was accepted before is refused once it has expired, or one letter of it is another', async () => {
    const [{ id: sid } = { id: '' }] = await lodge.sql<{ id: string }>(
      'SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY created_at DESC LIMIT 1',
    );
    const secret = lodge.instance.app.get<Config>(CONFIG).JWT_SECRET;
    const token = new JwtService().sign({ sid }, { secret, expiresIn: '3s' });
    const use = (text: string) => lodge.call('GET', '/users/@me', undefined, { authorization: `Bearer ${text}` });
    expect([(await use(token)).status, (await use(token)).status]).toEqual([200, 200]);
    const forged = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.slice(-1);
    expect((await use(forged)).body.code).toBe('unauthenticated');
    await sleep(3_100);
    expect(await use(token)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  test('a calling web site that is not ours is refused', async () => {
    const answer = await lodge.call(
      'POST',
      '/users/sessions',
      { email, password: PASSWORD },
      { origin: 'https://evil.example' },
    );
    expect(answer).toMatchObject({ status: 403, body: { code: 'csrf_rejected' } });
  });

  test('a flagged account must change its password, which ends its other sessions', async () => {
    const flagged = await lodge.make.user({ owner: true });
    const before = await lodge.logIn(flagged.email);
    await lodge.sql('UPDATE users SET password_change_required = true WHERE id = $1', [flagged.id]);
    const plain = { email: flagged.email, password: PASSWORD };
    expect(await lodge.call('POST', '/users/sessions', plain)).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
    const same = await lodge.call('POST', '/users/sessions', { ...plain, new_password: PASSWORD });
    expect(same).toMatchObject({ status: 422, body: { code: 'weak_password' } });
    const weak = await lodge.call('POST', '/users/sessions', { ...plain, new_password: 'short' });
    expect(weak).toMatchObject({ status: 422, body: { code: 'weak_password' } });
    const changed = await lodge.call('POST', '/users/sessions', { ...plain, new_password: 'a much longer password' });
    expect(changed.status).toBe(200);
    expect((await before.get('/users/@me')).status).toBe(401);
    expect((await lodge.call('POST', '/users/sessions', plain)).status).toBe(401);
  });

  test('the hint remembers one of the own sites only', async () => {
    const mine = await lodge.make.site();
    const other = await lodge.make.site();
    const clerk = await lodge.logIn((await lodge.make.user({ roles: { [mine.id]: 'reception' } })).email);
    expect(await clerk.patch('/users/@me/hint', { site_id: mine.id })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await clerk.get('/users/@me')).body.last_site).toBe(mine.id);
    expect((await clerk.patch('/users/@me/hint', { site_id: other.id })).status).toBe(404);
    expect((await clerk.patch('/users/@me/hint', { site_id: 'nonsense' })).status).toBe(404);
  });
});
