import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

describe('a process that is far behind', () => {
  let lodge: Lodge;
  let client: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { OVERLOAD_DELAY_MS: '150' } });
    const { email } = await lodge.make.user({ owner: true });
    await caughtUp(() => lodge.call('GET', '/problems/overloaded'));
    client = await lodge.logIn(email);
    await caughtUp(() => client.get('/sites'));
  });
  afterAll(() => lodge.stop());

  async function caughtUp(call: () => Promise<Answer>) {
    let answer = await call();
    for (; answer.status === 503; answer = await call()) await sleep(100);
    return answer;
  }

  /** Each turn of the process takes so long, from three seconds before the call until its answer is there. */
  async function farBehind(turnMs: number, call: () => Promise<Answer>): Promise<Answer> {
    const busyTurn = () => {
      for (const end = performance.now() + turnMs; performance.now() < end;);
      return turn();
    };
    for (const begun = performance.now(); performance.now() - begun < 3_000;) await busyTurn();
    let answer: Answer | undefined;
    const answered = call().then((there) => (answer = there));
    while (!answer) await busyTurn();
    return answered;
  }

  test.each([250, 900])('with turns of %i ms, answers 503 with Retry-After and is still alive', async (turnMs) => {
    expect(await farBehind(turnMs, () => client.get('/sites'))).toMatchObject({
      status: 503,
      body: { code: 'overloaded' },
      headers: { 'retry-after': '2' },
    });
    expect((await farBehind(turnMs, () => lodge.call('GET', '/health/live'))).status).toBe(200);
  });

  test('takes calls again when it has caught up', async () => {
    expect((await caughtUp(() => client.get('/sites'))).status).toBe(200);
  });
});
