import { afterEach, describe, expect, test } from '@jest/globals';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { PASSWORD } from '../../support/factory.js';
import { type Answer, Lodge } from '../../support/lodge.js';

describe('rate limits', () => {
  let lodge: Lodge;
  afterEach(() => lodge.stop());
  const start = async (settings: Record<string, string>, instances = 1) => {
    lodge = await Lodge.start({ settings, instances });
    return lodge.make.user({ owner: true });
  };
  const limitsOf = ({ headers }: Answer) =>
    ['ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
      headers[name] === undefined ? undefined : String(headers[name]),
    );
  const logIn = (email: string, password: string, headers = {}) =>
    lodge.call('POST', '/users/sessions', { email, password }, headers);

  test('of a session: every answer says what is left; one too many is 429 until the window has slid on', async () => {
    const { email } = await start({ RATE_LIMIT_SESSION_PER_MINUTE: '3' });
    const [client, other] = [await lodge.logIn(email), await lodge.logIn(email)];
    const answers = [await client.get('/users/@me'), await client.get('/nothing'), await client.get('/sites')];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
    expect(limitsOf(answers[0] as Answer)).toEqual(['3;w=60', '3', '2', '60', undefined]);
    expect(limitsOf(answers[2] as Answer)).toEqual(['3;w=60', '3', '1', '60', undefined]);
    await client.get('/sites');
    const refused = await client.get('/sites');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'session' } });
    expect(limitsOf(refused)).toEqual(['3;w=60', '3', '0', '80', '80']);
    expect((await other.get('/sites')).status).toBe(200);
    lodge.clock.set('2026-11-21T12:01:19.000Z');
    expect((await client.get('/sites')).status).toBe(429);
    lodge.clock.set('2026-11-21T12:01:20.000Z');
    expect((await client.get('/sites')).status).toBe(200);
  });

  test('of log-in by address: also right passwords count, and the reset of a password with them', async () => {
    const { email } = await start({ RATE_LIMIT_LOG_IN_PER_MINUTE: '3' });
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    expect((await logIn('nobody@example.org', 'wrong')).status).toBe(401);
    const reset = await lodge.call('POST', '/users/password-reset/reset', { token: 'x', password: PASSWORD });
    expect(reset.status).toBe(422);
    const refused = await logIn(email, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'log_in' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('of renewals and log-outs by address, whatever their credential says', async () => {
    const { email } = await start({ RATE_LIMIT_SESSION_PER_MINUTE: '3' });
    const client = await lodge.logIn(email);
    const renew = (cookie: string) => lodge.call('POST', '/users/sessions/refresh', undefined, { cookie });
    const made = (id: string) => renew(`lodge_refresh=01999999-9999-7999-9999-99999999999${id}.guess`);
    expect([(await made('0')).status, (await made('1')).status]).toEqual([401, 401]);
    expect(limitsOf(await client.delete('/users/sessions'))).toEqual(['3;w=60', '3', '0', '80', undefined]);
    expect(await made('2')).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'renewal' } });
    expect((await client.delete('/users/sessions')).status).toBe(429);
    expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  test('addresses behind a trusted proxy count one by one; X-Forwarded-For of anybody else is not believed', async () => {
    await start({ RATE_LIMIT_LOG_IN_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' });
    const from = (address: string) => logIn('nobody@example.org', 'wrong', { 'x-forwarded-for': address });
    expect((await from('203.0.113.1')).status).toBe(401);
    expect((await from('203.0.113.2')).status).toBe(401);
    expect((await from('203.0.113.2')).status).toBe(429);
    expect((await from('198.51.100.9, 203.0.113.2')).status).toBe(429);
    await lodge.stop();
    await start({ RATE_LIMIT_LOG_IN_PER_MINUTE: '1' });
    expect((await from('203.0.113.1')).status).toBe(401);
    expect((await from('203.0.113.2')).status).toBe(429);
  });

  test('of one account: after five failures it waits, twice as long each time, with the right password, too', async () => {
    const { email } = await start({ RATE_LIMIT_LOG_IN_FAILURES: '5' }, 2);
    const [here, there] = lodge.instances;
    const wrong = (index: number) =>
      (index % 2 ? here : there)?.call('POST', '/users/sessions', { email, password: 'wrong' }) as Promise<Answer>;
    for (let index = 0; index < 5; index++) expect((await wrong(index)).status).toBe(401);
    const refused = await logIn(email.toUpperCase(), PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'log_in_failures' } });
    expect(refused.headers['retry-after']).toBe('30');
    const waits = [];
    for (const time of ['12:00:30', '12:01:30', '12:03:30', '12:07:30', '12:15:30', '12:30:30']) {
      lodge.clock.set(`2026-11-21T${time}.000Z`);
      expect((await wrong(0)).status).toBe(401);
      waits.push((await wrong(1)).headers['retry-after']);
    }
    expect(waits).toEqual(['60', '120', '240', '480', '900', '900']);
    lodge.clock.set('2026-11-21T12:45:30.000Z');
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    expect((await wrong(0)).headers['ratelimit-remaining']).toBe('4');
    expect((await wrong(0)).headers['ratelimit-remaining']).toBe('3');
    lodge.clock.set('2026-11-21T13:00:31.000Z');
    expect((await wrong(0)).headers['ratelimit-remaining']).toBe('4');
  });

  test('of one account end with the password that was guessed at: who sets a new one by mail or from the operator logs in at once', async () => {
    const { id, email } = await start({ RATE_LIMIT_LOG_IN_FAILURES: '2' });
    const fail = async () => {
      for (let index = 0; index < 2; index++) await logIn(email, 'wrong');
      expect((await logIn(email, PASSWORD)).status).toBe(429);
    };
    await fail();
    const TOKEN = `INSERT INTO password_tokens (token_hash, user_id, purpose, expires_at) VALUES (sha256('token'), $1, 'reset', '2027-01-01')`;
    await lodge.sql(TOKEN, [id]);
    const password = 'a wholly new password';
    expect((await lodge.call('POST', '/users/password-reset/reset', { token: 'token', password })).status).toBe(200);
    expect((await logIn(email, password)).status).toBe(200);
    await fail();
    const given = await lodge.instance.app.get(OperatorService, { strict: false }).resetPassword(email.toUpperCase());
    const body = { email, password: given, new_password: PASSWORD };
    expect((await lodge.call('POST', '/users/sessions', body)).status).toBe(200);
  });

  test('a hundred guesses at once are five; an unknown account is treated alike', async () => {
    const { email } = await start({ RATE_LIMIT_LOG_IN_FAILURES: '5' });
    for (const target of [email, 'nobody@example.org']) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(target, 'wrong')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(95);
    }
    const kept = await lodge.sql<{ account: Buffer }>('SELECT account FROM log_in_failures');
    expect(kept).toHaveLength(2);
    expect(kept.map(({ account }) => account.toString('latin1')).join()).not.toMatch(/example/);
  });

  test('of one account hold for every spelling that finds it: PostgreSQL takes a dotted capital I for an i', async () => {
    const { id } = await start({ RATE_LIMIT_LOG_IN_FAILURES: '5', RATE_LIMIT_RESETS_PER_HOUR: '3' });
    const email = 'Viiiewer@lodge.example';
    await lodge.sql('UPDATE users SET email = $2 WHERE id = $1', [id, email]);
    const spellings = ['v\u0130iiewer', 'vi\u0130iewer', 'VII\u0130ewer', 'viiiewer', 'v\u0130\u0130\u0130ewer'].map(
      (name) => `${name}@lodge.example`,
    );
    expect((await logIn(spellings[0]!, PASSWORD)).status).toBe(200);
    for (const spelling of spellings) expect((await logIn(spelling, 'wrong')).status).toBe(401);
    expect((await logIn(spellings[0]!, PASSWORD)).status).toBe(429);
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const ask = (to: string) => lodge.call('POST', '/users/password-reset/request', { email: to });
    for (const spelling of spellings.slice(0, 3)) expect((await ask(spelling)).status).toBe(200);
    expect((await ask(email)).status).toBe(429);
    expect((await ask('no\u0000body@lodge.example')).status).toBe(400);
    expect((await logIn('no\u0000body@lodge.example', PASSWORD)).status).toBe(400);
  });

  test('of reset mails: three an hour for one account, known or not', async () => {
    const { email } = await start({ RATE_LIMIT_RESETS_PER_HOUR: '3' });
    const ask = (to: string) => lodge.call('POST', '/users/password-reset/request', { email: to });
    for (const to of [email, 'nobody@example.org']) {
      for (let index = 0; index < 3; index++) expect((await ask(to)).status).toBe(200);
      expect(await ask(to.toUpperCase())).toMatchObject({ status: 429, body: { limit: 'reset' } });
    }
  });

  test('0 is no limit', async () => {
    const { email } = await start({ RATE_LIMIT_SESSION_PER_MINUTE: '0', RATE_LIMIT_LOG_IN_FAILURES: '0' });
    const client = await lodge.logIn(email);
    expect(limitsOf(await client.get('/users/@me'))).toEqual(Array(5).fill(undefined));
    for (let index = 0; index < 10; index++) expect((await logIn(email, 'wrong')).status).toBe(401);
  });

  test('a Redis that is away stops nobody: each process counts for itself', async () => {
    const { email } = await start({ REDIS_URL: 'redis://127.0.0.1:1', RATE_LIMIT_SESSION_PER_MINUTE: '3' });
    const client = await lodge.logIn(email);
    const [statuses, times]: [number[], number[]] = [[], []];
    for (let index = 0; index < 4; index++) {
      const began = performance.now();
      statuses.push((await client.get('/users/@me')).status);
      times.push(performance.now() - began);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    // The machine may stop for a while, but would not each time.
    expect(Math.min(...times)).toBeLessThan(1_000);
  });
});
