import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';
import { hasNginx, Nginx } from '../../support/nginx.js';

if (!hasNginx) console.warn('nginx is not here: a rolling restart behind it is NOT tested in this run.');

(hasNginx ? describe : describe.skip)('two apis behind nginx', () => {
  const apis: ApiProcess[] = [];
  let lodge: Lodge;
  let nginx: Nginx;
  const start = (port?: number) =>
    ApiProcess.start(lodge.instance.config, { SHUTDOWN_DELAY_SECONDS: 1, ...(port ? { PORT: port } : {}) });
  beforeAll(async () => {
    lodge = await Lodge.start();
    apis.push(await start(), await start());
    nginx = await Nginx.start(apis.map(({ url }) => url));
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const api of apis) await api.stop('SIGKILL');
    await lodge.stop();
  });

  test('are restarted one after the other under load, and no request fails, none of those that write either', async () => {
    const site = await lodge.make.site();
    const person = await lodge.make.student(site);
    const rooms = await Promise.all(Array.from({ length: 4 }, () => lodge.make.room(site)));
    const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const headers = { cookie: await apis[0]!.logIn(email), 'content-type': 'application/json' };
    const day = (index: number) => new Date(Date.UTC(2026, 11, 1 + index)).toISOString().slice(0, 10);
    const failures: string[] = [];
    const counts = { read: 0, written: 0 };
    let over = false;
    const ask = async (kind: keyof typeof counts, path: string, options: RequestInit = {}) => {
      try {
        const answer = await fetch(nginx.url + path, { headers, ...options });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${text}`);
        counts[kind]++;
      } catch (error) {
        failures.push(`${kind}: ${(error as Error).message} ${String((error as Error).cause ?? '')}`);
      }
    };
    const load = rooms.map(async (location, seat) => {
      for (let index = 0; !over; index++) {
        if (seat % 2 === 0) await ask('read', `/bookings?site=${site.id}&limit=5`);
        const stay = { contract_start: day(index), contract_end: day(index + 1) };
        const body = JSON.stringify({ site: site.id, lead_person: person, location, ...stay });
        if (seat % 2 === 1) await ask('written', '/bookings', { method: 'POST', body });
      }
    });
    const more = async () => {
      const [read, written] = [counts.read + 20, counts.written + 10];
      while (failures.length === 0 && (counts.read < read || counts.written < written)) await sleep(20);
    };
    for (const index of [0, 1]) {
      await more();
      const before = apis[index]!;
      expect(await before.stop('SIGTERM')).toBe(0);
      await more();
      apis[index] = await start(Number(new URL(before.url).port));
    }
    await more();
    over = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
    const [{ n } = { n: 0 }] = await lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM bookings');
    expect(n).toBe(counts.written);
  }, 180_000);
});
