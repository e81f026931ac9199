import { on, once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { JwtService, type JwtSignOptions } from '@nestjs/jwt';
import { newId } from '#libs/core/http/ids';
import { Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

const MIB = 1_048_576;

// Whoever reads an import gives way to everybody else, and begins late where much is going on.
jest.setTimeout(240_000);

describe('bodies of up to 16 MiB', () => {
  let lodge: Lodge;
  let cookie: string;
  let site: string;
  let port: number;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = (await lodge.make.site()).id;
    cookie = (await lodge.logIn((await lodge.make.user({ owner: true })).email)).cookie;
    const { app } = lodge.instance;
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => lodge.stop());

  /** A preview whose body is still to come. */
  const begin = (headers: Record<string, string>, path = `/bookings/import/preview?site=${site}`): ClientRequest => {
    const call = request({
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'text/csv', ...headers },
    });
    call.on('error', () => undefined);
    call.flushHeaders();
    return call;
  };
  const answerOf = async (call: ClientRequest) => {
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) };
  };
  const LARGE = { 'content-length': String(16 * MIB) };

  test('are read from callers with a credential; anybody else is refused before the first byte', async () => {
    const { JWT_SECRET } = lodge.instance.config;
    const sign = (secret: string, options: JwtSignOptions = {}) =>
      new JwtService().sign({ sid: '01999999-9999-7999-9999-999999999999' }, { secret, ...options });
    const refused: [Record<string, string>, string][] = [
      [{}, 'unauthenticated'],
      [{ authorization: `Bearer ${sign('the secret of somebody else')}` }, 'unauthenticated'],
      [{ cookie: `lodge_access=${sign(JWT_SECRET, { algorithm: 'HS512' })}` }, 'unauthenticated'],
      [{ authorization: `Bearer ${sign(JWT_SECRET, { expiresIn: -1 })}` }, 'session_expired'],
      [{ authorization: 'Bearer lodge_guessed' }, 'unauthenticated'],
    ];
    for (const [headers, code] of refused)
      for (const size of [LARGE, { 'content-length': '10' }, { 'transfer-encoding': 'chunked' }]) {
        const call = begin({ ...headers, ...size });
        const { status, body } = await answerOf(call);
        call.destroy();
        const guarded = await lodge.call('GET', `/bookings?site=${site}`, undefined, headers);
        expect([status, body]).toEqual([401, { ...guarded.body, instance: expect.any(String) }]);
        expect(body.code).toBe(code);
      }
    const call = begin({ cookie, 'content-length': String(4 * MIB) });
    call.end('room\nx'.padEnd(4 * MIB, '\n'));
    expect((await answerOf(call)).status).toBe(200);
  });

  test('are not read from a session that has ended, nor from who may not do this anywhere, nor beyond the limit', async () => {
    const refusal = async (headers: Record<string, string>, path?: string) => {
      const call = begin({ ...LARGE, ...headers }, path);
      const { status, body } = await answerOf(call);
      call.destroy();
      return [status, body.code, body.required_permission];
    };
    const ended = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    expect((await ended.delete('/users/sessions')).status).toBe(200);
    expect(await refusal({ cookie: ended.cookie })).toEqual([401, 'session_expired', undefined]);
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site]: 'viewer' } })).email);
    for (const path of [
      '/bookings/import/commit',
      '/bookings/bulk',
      '/bookings/transitions/bulk',
      `/students/${site}/import`,
    ])
      expect(await refusal({ cookie: viewer.cookie, 'content-type': 'application/json' }, path)).toEqual([
        403,
        'forbidden',
        expect.stringMatching(/^(booking|student)\./),
      ]);
    const scopes = [{ site, role: 'viewer' }];
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site]: 'manager' } })).email);
    const { body: key } = await manager.post('/users/@me/api-keys', { name: 'Key', scopes });
    const authorization = `Bearer ${key.key}`;
    expect(await refusal({ authorization }, '/bookings/bulk')).toEqual([403, 'forbidden', 'booking.bulk']);
    expect(await refusal({ cookie: manager.cookie }, `/bookings/bulk?site=${newId()}`)).toEqual([
      404,
      'not_found',
      undefined,
    ]);
  });

  test('that do not arrive in time are refused, and their connection is closed', async () => {
    const { app } = lodge.instance;
    const slow: number[] = [];
    const original = globalThis.setTimeout;
    const spy = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      const isOfBody = ms === 120_000 || ms === 30_000;
      if (isOfBody) slow.push(ms);
      return original(work, isOfBody ? 200 : ms);
    }) as never);
    try {
      for (const path of ['/bookings/bulk', '/users/sessions']) {
        const call = begin({ cookie, 'content-type': 'application/json', 'content-length': '1000' }, path);
        call.write('{"email":');
        const { status, headers, body } = await answerOf(call);
        expect([status, body.code, headers.connection]).toEqual([408, 'request_timeout', 'close']);
      }
    } finally {
      spy.mockRestore();
    }
    expect(slow).toEqual([120_000, 30_000]);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
  });

  test('that arrive a byte at a time give their place back', async () => {
    const call = begin({ cookie, ...LARGE });
    const drops = setInterval(() => call.write('x'), 500);
    const { status, body, headers } = await answerOf(call);
    clearInterval(drops);
    expect([status, body.code, headers.connection]).toEqual([408, 'request_timeout', 'close']);
  });

  test('cost a process no memory when nobody knows who sends them', async () => {
    const payload = `{"rows":[${'{},'.repeat(5_000_000)}{}]}`;
    const before = process.memoryUsage().rss;
    for (let sent = 0; sent < 3; sent++)
      expect(
        (await lodge.call('POST', '/bookings/import/preview', payload, { 'content-type': 'application/json' })).status,
      ).toBe(401);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
  });

  test('are read four at a time, two of one user; the place of one that was broken off or answered is free again', async () => {
    const logIn = async () => (await lodge.logIn((await lodge.make.user({ owner: true })).email)).cookie;
    const [others, fifth] = [await logIn(), await logIn()];
    const arrived = on(lodge.instance.app.getHttpServer(), 'request');
    const begun = [cookie, cookie, others, others].map((of) => begin({ cookie: of, ...LARGE }));
    const ends: Promise<unknown>[] = [];
    for (const _ of begun) ends.push(once((await arrived.next()).value[1], 'close'));
    await arrived.return?.();
    const chunked = (of: string) => {
      const call = begin({ cookie: of, 'transfer-encoding': 'chunked' });
      call.end('room\nx\n');
      return answerOf(call);
    };
    // Those that have begun get their places when their sessions are known.
    await until(async () => (await chunked(cookie)).status === 429, 20);
    expect((await chunked(cookie)).body.code).toBe('rate_limited');
    await until(async () => (await chunked(fifth)).status === 503, 20);
    const { headers, body } = await chunked(fifth);
    expect([body.code, headers['retry-after']]).toEqual(['overloaded', '2']);
    const small = begin({ cookie, 'content-length': '7' });
    small.end('room\nx\n');
    expect((await answerOf(small)).status).toBe(200);
    for (const call of begun) call.destroy();
    await Promise.all(ends);
    for (let sent = 0; sent < 5; sent++) {
      const call = begin({ cookie, 'content-length': String(2 * MIB) });
      call.end('room\nx\n'.padEnd(2 * MIB, '\n'));
      expect((await answerOf(call)).status).toBe(200);
    }
  });
});
