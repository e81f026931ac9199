import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findFaults } from '../../support/checker.js';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

describe('kill -9 of the api in the middle of creates', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  let email: string;
  let port: number;
  let api: ChildProcess;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
    port = await freePort();
  });
  afterAll(async () => {
    api.kill('SIGKILL');
    await lodge.stop();
  });

  const call = (path: string, body: object, cookie = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });

  async function startApi(): Promise<string> {
    const { config } = lodge.instance;
    const settings = Object.fromEntries(
      Object.entries({ ...config, PORT: port, HOST: '127.0.0.1' }).map(([name, value]) => [name, String(value)]),
    );
    api = spawn(process.execPath, ['dist/apps/api/main.js'], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: 'ignore',
    });
    for (;;) {
      const answer = await call('/users/sessions', { email, password: PASSWORD }).catch(() => undefined);
      if (answer?.ok)
        return answer.headers
          .getSetCookie()
          .map((each) => each.split(';')[0])
          .join('; ');
      await sleep(50);
    }
  }

  test('leaves no booking or a whole one, and loses none that was acknowledged', async () => {
    const rooms = await Promise.all(Array.from({ length: 50 }, () => lodge.make.room(site)));
    const acknowledged: string[] = [];
    for (const [round, enough] of [3, 11, 27, 50, 81].entries()) {
      const cookie = await startApi();
      const before = acknowledged.length;
      await rush(400, 20, async (index) => {
        if (api.killed) return;
        const day = new Date(Date.UTC(2027 + round, 0, 1 + Math.floor(index / 50))).toISOString().slice(0, 10);
        const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
        const stay = { location: rooms[index % 50], contract_start: day, contract_end: next };
        const answer = await call('/bookings', { site: site.id, lead_person: person, ...stay }, cookie).catch(
          () => undefined,
        );
        if (answer?.ok) acknowledged.push(((await answer.json().catch(() => ({}))) as { _id: string })._id);
        // Nineteen others are at some point of theirs.
        if (acknowledged.length - before >= enough) api.kill('SIGKILL');
      });
      if (api.exitCode === null && api.signalCode === null) await once(api, 'exit');
    }
    const known = acknowledged.filter(Boolean);
    expect(known.length).toBeGreaterThan(50);
    const [kept] = await lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM bookings WHERE id = ANY($1)', [
      known,
    ]);
    expect(kept?.n).toBe(known.length);
    expect(await findFaults(lodge)).toEqual([]);
  });
});
