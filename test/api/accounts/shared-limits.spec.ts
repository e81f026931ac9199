import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { until } from '../../support/until.js';

// Any Redis: redis://127.0.0.1:6379
const REDIS = process.env.TEST_REDIS_URL;
if (!REDIS) console.warn('TEST_REDIS_URL is not set: limits over several instances are NOT tested in this run.');

(REDIS ? describe : describe.skip)('limits over two processes and a Redis', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let email: string;
  let redis: string;
  let both: ApiProcess[];
  beforeAll(async () => {
    lodge = await Lodge.start();
    ({ email } = await lodge.make.user({ owner: true }));
    redis = await proxy.to(REDIS ?? '');
  });
  afterEach(async () => {
    await Promise.all(both.map((api) => api.stop()));
  });
  afterAll(async () => {
    await proxy.cut();
    await lodge.stop();
  });

  const start = async (limit: number) => {
    const settings = { REDIS_URL: redis, RATE_LIMIT_SESSION_PER_MINUTE: limit };
    both = await Promise.all([0, 1].map(() => ApiProcess.start(lodge.instance.config, settings)));
    const [cookie, other] = [await (both[0] as ApiProcess).logIn(email), await (both[0] as ApiProcess).logIn(email)];
    // Each serves before it has found Redis.
    await until(async () => (await remaining(0, other)) === (await remaining(1, other)) + 1);
    return cookie;
  };
  const ask = (index: number, cookie: string) =>
    (both[index % 2] as ApiProcess).call('GET', '/users/@me', undefined, { cookie });
  const remaining = async (index: number, cookie: string) =>
    Number((await ask(index, cookie)).headers.get('ratelimit-remaining'));

  test('of 60 requests at once to both, the 40 that the limit allows are answered', async () => {
    const cookie = await start(40);
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index, cookie)))).map(
      ({ status }) => status,
    );
    // The turn of a minute may fall into the rush; the sliding window then lets nothing more in.
    expect(statuses.filter((status) => status === 200)).toHaveLength(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('while Redis is away each counts for itself, and together again when it is back; no request fails', async () => {
    const cookie = await start(1_000);
    expect([await remaining(0, cookie), await remaining(1, cookie)]).toEqual([999, 998]);
    await proxy.cut();
    const alone = [await remaining(0, cookie), await remaining(0, cookie), await remaining(1, cookie)];
    expect(alone).toEqual([999, 998, 999]);
    await proxy.mend();
    const together = async () => {
      const [one, other] = [await remaining(0, cookie), await remaining(1, cookie)];
      return other < one && other < 997;
    };
    await until(together);
  });
});
