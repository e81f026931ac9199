import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';

// Of the promised figures: more than 2,000 creates are acknowledged.
const TIMES = process.env.FIGURE_ROUNDS ? 12 : 1;

describe('kill -9 of the api in the middle of creates', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  let email: string;
  let api: ApiProcess;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
  });
  afterAll(async () => {
    await api.stop('SIGKILL');
    await lodge.stop();
  });

  test(
    'leaves no booking or a whole one, and loses none that was acknowledged',
    async () => {
      const rooms = await Promise.all(Array.from({ length: 50 }, () => lodge.make.room(site)));
      const acknowledged: string[] = [];
      for (const [round, few] of [3, 11, 27, 50, 81].entries()) {
        const enough = few * TIMES;
        api = await ApiProcess.start(lodge.instance.config);
        const cookie = await api.logIn(email);
        const before = acknowledged.length;
        await rush(400 * TIMES, 20, async (index) => {
          if (api.child.killed) return;
          const day = new Date(Date.UTC(2027 + round, 0, 1 + Math.floor(index / 50))).toISOString().slice(0, 10);
          const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
          const stay = { location: rooms[index % 50], contract_start: day, contract_end: next };
          const answer = await api
            .post('/bookings', { site: site.id, lead_person: person, ...stay }, cookie)
            .catch(() => undefined);
          if (answer?.ok) acknowledged.push(((await answer.json().catch(() => ({}))) as { _id: string })._id);
          // Nineteen others are at some point of theirs.
          if (acknowledged.length - before >= enough) api.child.kill('SIGKILL');
        });
        await api.stop('SIGKILL');
      }
      const known = acknowledged.filter(Boolean);
      expect(known.length).toBeGreaterThan(50 * TIMES);
      const [kept] = await lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM bookings WHERE id = ANY($1)', [
        known,
      ]);
      expect(kept?.n).toBe(known.length);
      expect(await findViolations(lodge)).toEqual([]);
    },
    180_000 * TIMES,
  );
});
