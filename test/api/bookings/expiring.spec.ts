import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays } from '#libs/core/time/site-time';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const TODAY = '2026-11-21';

describe('GET /sites/{siteId}/expiring', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let annex: string;
  const made: { id: string; end: string | null; permit: string | null; status: string; inAnnex: boolean }[] = [];

  beforeAll(async () => {
    lodge = await Lodge.start();
    // West of Greenwich: a permit until 23:30 ends on the next day by UTC, but not here.
    site = await lodge.make.site({ time_zone: 'America/New_York', history_window_days: 400 });
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    annex = await lodge.make.location(site.id, site.buildingType, { name: 'Annex' });
    for (const status of ['confirmed', 'checked_in', 'cancelled'])
      for (const days of [-1, 0, 1, 14, 15, null]) {
        const inAnnex = made.length % 2 === 0;
        const end = days === null ? null : addDays(TODAY, days);
        const permit = days === null ? null : `${end}T23:30`;
        const { body } = await manager.post('/bookings', {
          site: site.id,
          lead_person: await lodge.make.student(site),
          location: await lodge.make.room(site, inAnnex ? { parent_id: annex } : {}),
          contract_start: '2026-11-01',
          contract_end: end,
          parking_expiry_at: permit,
        });
        const occurred_at = '2026-11-02T12:00';
        if (status === 'checked_in') await manager.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'check_in', occurred_at }); // prettier-ignore
        if (status === 'cancelled') await manager.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' }); // prettier-ignore
        const { body: now } = await manager.get(`/bookings/${body._id}?site=${site.id}`);
        made.push({ id: body._id, end, permit, status: now.status, inAnnex });
      }
  }, 60_000);
  afterAll(() => lodge.stop());

  const expiring = async (query = '', client = manager) => client.get(`/sites/${site.id}/expiring?${query}`);
  const ids = (list: { entries: { _id: string }[] }) => list.entries.map(({ _id }) => _id);

  test.each([[0], [1], [13], [14], [366]])(
    'within %i days finds permits of live bookings and stays in house, the soonest first',
    async (within) => {
      const { body } = await expiring(`within=${within}`);
      const last = addDays(TODAY, within);
      expect(body).toMatchObject({ site: site.id, from: TODAY, to: last });
      const soon = (date: string | null) => date !== null && date >= TODAY && date <= last;
      const permits = made.filter(({ status, permit }) => status !== 'cancelled' && soon(permit?.slice(0, 10) ?? null));
      const stays = made.filter(({ status, end }) => status === 'checked_in' && soon(end));
      expect([ids(body.parking).sort(), body.parking.count]).toEqual([
        permits.map(({ id }) => id).sort(),
        permits.length,
      ]);
      expect([ids(body.contracts).sort(), body.contracts.count]).toEqual([
        stays.map(({ id }) => id).sort(),
        stays.length,
      ]);
      expect(permits.length).toBeGreaterThan(0);
      for (const list of [
        body.parking.entries.map((each: { parking_expiry_at: string }) => each.parking_expiry_at),
        body.contracts.entries.map((each: { contract_end: string }) => each.contract_end),
      ])
        expect(list).toEqual([...list].sort());
    },
  );

  test('is 14 days unless asked otherwise, of one building if asked, and counts all with few entries', async () => {
    const { body: usual } = await expiring();
    expect(usual.to).toBe(addDays(TODAY, 14));
    const { body: there } = await expiring(`location_tree=${annex}`);
    expect(ids(there.parking).every((id) => made.find((each) => each.id === id)?.inAnnex)).toBe(true);
    expect(there.parking.count).toBeLessThan(usual.parking.count);
    const { body: few } = await expiring('limit=1');
    expect([few.parking.count, few.parking.entries.length]).toEqual([usual.parking.count, 1]);
    expect((await expiring('location_tree=nonsense')).body.code).toBe('unknown_reference');
    for (const wrong of ['within=-1', 'within=367', 'limit=201', 'days=3'])
      expect((await expiring(wrong)).status).toBe(400);
  });

  test('shows each permit once and whole while many are renewed at once', async () => {
    const ending = made.filter(({ status, permit }) => status !== 'cancelled' && permit?.startsWith(addDays(TODAY, 1)));
    const renewals = ending.map(({ id }) =>
      manager.patch(`/bookings/${id}`, { site: site.id, parking_expiry_at: `${addDays(TODAY, 100)}T12:00` }),
    );
    const [reads] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => expiring('within=1'))),
      ...renewals,
    ]);
    for (const { body } of reads) expect(new Set(ids(body.parking)).size).toBe(body.parking.count);
    const left = ids((await expiring('within=1')).body.parking);
    expect(left.filter((id) => ending.some((each) => each.id === id))).toEqual([]);
  });
});
