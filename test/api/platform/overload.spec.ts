import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Lodge } from '../../support/lodge.js';

describe('an overloaded process', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { OVERLOAD_DELAY_MS: '150' } });
    await caughtUp();
  });
  afterAll(() => lodge.stop());

  // Without a log-in, which a machine that has little time for this process would have refused, too.
  const ask = () => lodge.call('GET', '/problems/overloaded');
  async function caughtUp() {
    let answer = await ask();
    for (; answer.status === 503; answer = await ask()) await sleep(100);
    return answer;
  }

  /** Each turn of the process takes so long, from three seconds before the call until its response is there. */
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
    expect(await farBehind(turnMs, ask)).toMatchObject({
      status: 503,
      body: { code: 'overloaded' },
      headers: { 'retry-after': '2' },
    });
    expect((await farBehind(turnMs, () => lodge.call('GET', '/health/live'))).status).toBe(200);
  });

  test('takes calls again when it has caught up', async () => {
    expect((await caughtUp()).status).toBe(200);
  });
});
