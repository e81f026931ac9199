import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Lodge } from '../../support/lodge.js';

describe('a process that is far behind', () => {
  let lodge: Lodge;
  let client: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { OVERLOAD_DELAY_MS: '500' } });
    const { email } = await lodge.make.user({ owner: true });
    // The start itself may have held the process up.
    while ((await lodge.call('GET', '/problems/overloaded')).status === 503) await sleep(100);
    client = await lodge.logIn(email);
  });
  afterAll(() => lodge.stop());

  const holdUp = async (ms: number) => {
    await sleep(20);
    for (const end = performance.now() + ms; performance.now() < end;);
    await sleep(20);
  };

  test('answers 503 with Retry-After, is still alive, and takes calls again when it has caught up', async () => {
    let refused = await client.get('/sites');
    for (let tries = 0; refused.status === 200 && tries < 5; tries++) {
      await holdUp(2_000);
      refused = await client.get('/sites');
    }
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
    expect((await lodge.call('GET', '/health/live')).status).toBe(200);
    for (let waited = 0; (await client.get('/sites')).status !== 200; waited += 100) {
      expect(waited).toBeLessThan(5_000);
      await sleep(100);
    }
  });
});
