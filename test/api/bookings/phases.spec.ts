import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays } from '#libs/core/time/site-time';
import { PHASES } from '#libs/bookings/phase';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const TODAY = '2026-11-21';

describe('the phase of a booking', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const lead_person = await lodge.make.student(site);
    // Every status with every start and end around today, and without an end.
    for (const status of ['provisional', 'confirmed', 'checked_in'])
      for (const start of [-3, -2, -1, 0, 1])
        for (const days of [1, 2, 3, null]) {
          const contract_start = addDays(TODAY, start);
          const contract_end = days === null ? null : addDays(contract_start, days);
          const location = await lodge.make.room(site);
          const { text, status: code } = await manager.post('/bookings', {
            site: site.id,
            lead_person,
            location,
            contract_start,
            contract_end,
            status,
          });
          // Nobody has moved in before the stay, nor after it.
          if (status !== 'checked_in') expect([text, code]).toEqual([text, 200]);
        }
  }, 60_000);
  afterAll(() => lodge.stop());

  interface Listed {
    _id: string;
    status: string;
    phase: string;
    contract_start: string;
    contract_end: string | null;
  }
  const list = async (query = ''): Promise<Listed[]> =>
    (await manager.get(`/bookings?site=${site.id}&limit=200${query}`)).body.data;

  test('is the same in the record and in the filter, and every booking has one', async () => {
    const all = await list();
    expect(all.length).toBeGreaterThanOrEqual(40);
    const ids = (bookings: Listed[]) => bookings.map(({ _id }) => _id).sort();
    for (const phase of PHASES)
      expect([phase, ids(await list(`&phase=${phase}`))]).toEqual([
        phase,
        ids(all.filter((booking) => booking.phase === phase)),
      ]);
  });

  test('is lapsed where the stay is over and nobody came, so that a check-in is refused as after_end', async () => {
    const expected = (await list()).filter(({ status }) => status === 'provisional' || status === 'confirmed');
    const lapsed = expected.filter(({ phase }) => phase === 'lapsed');
    // Starts 3 days ago: 1, 2 or 3 days long; 2 days ago: 1 or 2; yesterday: 1. Each provisional and confirmed.
    expect(lapsed).toHaveLength(12);
    for (const { _id, phase } of expected) {
      const { body } = await manager.get(`/bookings/${_id}?site=${site.id}`);
      const checkIn = body.allowed_transitions.find(({ type }: { type: string }) => type === 'check_in');
      const codes = checkIn.reasons.map(({ code }: { code: string }) => code);
      expect([phase, codes.includes('after_end')]).toEqual([phase, phase === 'lapsed']);
    }
  });
});
