import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { ApiProcess } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';
import { mannWhitney } from '../../support/mann-whitney.js';

// `npm run figures` takes a thousand of each, and measures the flood.
const ROUNDS = Number(process.env.FIGURE_ROUNDS ?? 50);
const isLong = process.env.FIGURE_ROUNDS !== undefined;
if (isLong) jest.setTimeout(600_000);
const PASSWORD = 'a password with a real hash';

describe('what was promised of sessions, in figures', () => {
  let lodge: Lodge;
  let email: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    ({ email } = await lodge.make.user({ owner: true }));
    await lodge.sql('UPDATE users SET password_hash = $2 WHERE email = $1', [email, await hashPassword(PASSWORD)]);
  });
  afterAll(() => lodge.stop());

  const logIn = (to: string, password: string) => lodge.call('POST', '/users/sessions', { email: to, password });
  const refreshIn = (answer: { headers: Record<string, string | string[] | undefined> }) =>
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((each) => each.startsWith('lodge_refresh='))
      ?.split(';')[0] ?? '';
  const refresh = (cookie: string) => lodge.call('POST', '/users/sessions/refresh', undefined, { cookie });

  /** How likely times as different as these are when a known email takes as long as an unknown one. */
  const compareLogIns = async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let index = -10; index < ROUNDS; index++) {
      // Now the one first, now the other: what disturbs them disturbs both alike.
      for (const kind of index % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
        const to = kind === 'known' ? email : `nobody${index % 7}@example.org`;
        const began = performance.now();
        expect((await logIn(to, 'not the password')).status).toBe(401);
        if (index >= 0) times[kind]?.push(performance.now() - began);
      }
    }
    return mannWhitney(times.known ?? [], times.unknown ?? []);
  };

  test(`${ROUNDS} log-ins each: a known email takes as long as an unknown one`, async () => {
    // Chance alone must not fail a run; a hash that is left out comes to less than a billionth, in each of three tries.
    const least = isLong ? 0.01 : 1e-6;
    let likely = 0;
    for (let tries = 0; tries < 3 && likely <= least; tries++) likely = await compareLogIns();
    expect(likely).toBeGreaterThan(least);
  });

  test('100 renewals at once with one credential: one successor, and the session rotated once', async () => {
    const first = refreshIn(await logIn(email, PASSWORD));
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const [successor, ...others] = new Set(answers.map(refreshIn));
    expect(others).toEqual([]);
    expect(refreshIn(await refresh(successor ?? ''))).not.toBe(successor);
    expect(await refresh(first)).toMatchObject({ status: 401, body: { code: 'session_reuse_detected' } });
  });

  test(`two tabs that renew at about the same moment, ${ROUNDS} times, are never logged out`, async () => {
    let jar = refreshIn(await logIn(email, PASSWORD));
    const tab = async (delayMs: number) => {
      await sleep(delayMs);
      const answer = await refresh(jar);
      expect(answer).toMatchObject({ status: 200, body: { access: true } });
      jar = refreshIn(answer);
    };
    for (let round = 0; round < ROUNDS; round++) await Promise.all([tab(0), tab((round % 5) * 2)]);
  });

  (isLong ? test : test.skip)(
    'a flood of log-ins at most doubles the p99 of other calls (npm run figures)',
    async () => {
      const api = await ApiProcess.start(lodge.instance.config);
      const loggedIn = await api.call('POST', '/users/sessions', { email, password: PASSWORD });
      const cookie = loggedIn.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      const p99 = async () => {
        const times: number[] = [];
        for (let index = 0; index < ROUNDS; index++) {
          const began = performance.now();
          expect((await api.call('GET', '/users/@me', undefined, { cookie })).status).toBe(200);
          times.push(performance.now() - began);
        }
        return times.sort((one, other) => one - other)[Math.floor(ROUNDS * 0.99)] ?? 0;
      };
      await p99();
      const quiet = await p99();
      let flooding = true;
      const attackers = Array.from({ length: 40 }, async (_, index) => {
        while (flooding)
          await api.call('POST', '/users/sessions', { email: `x${index}@example.org`, password: 'wrong' });
      });
      await sleep(500);
      const flooded = await p99();
      flooding = false;
      await Promise.all(attackers);
      await api.stop();
      console.log(`p99 of GET /users/@me: ${quiet.toFixed(1)} ms, under the flood ${flooded.toFixed(1)} ms`);
      expect(flooded).toBeLessThan(Math.max(2 * quiet, 20));
    },
  );
});
