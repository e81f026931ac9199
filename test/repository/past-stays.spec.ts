import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#libs/core/database/data-source';
import { PastStays1765200100000 } from '#libs/core/database/migrations/1765200100000-past-stays';
import type { SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';

interface Place {
  booking_id: string;
  location_id: string;
  slot: number;
  live: boolean;
  nights: string;
}
const PLACES = `SELECT booking_id, location_id, slot, live, period::text AS nights FROM occupancies ORDER BY booking_id, location_id`;

describe('stays of the release before, which were over and guarded by nothing', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
  });
  afterAll(() => lodge.stop());

  test('come under the constraint; of two in one place and night one stays outside, unchanged; none is lost', async () => {
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const [single, twin] = [await lodge.make.room(site), await lodge.make.room(site, { capacity: 2 })];
    const past = async (contract_start: string, contract_end: string): Promise<string> => {
      const [location, lead_person] = [await lodge.make.room(site), await lodge.make.student(site)];
      const stay = { site: site.id, location, lead_person, contract_start, contract_end };
      const { text, status, body } = await manager.post('/bookings', stay);
      expect([text, status]).toEqual([text, 200]);
      for (const [type, on] of [
        ['check_in', contract_start],
        ['check_out', contract_end],
      ]) {
        const change = { site: site.id, type, notes: 'then', occurred_at: `${on}T12:00:00Z` };
        const answer = await manager.post(`/bookings/${body._id}/transitions`, change);
        expect([answer.text, answer.status]).toEqual([answer.text, 200]);
      }
      return body._id;
    };
    const [alone, first, second, bedmate, other, imported] = [
      await past('2025-01-01', '2025-02-01'),
      await past('2025-03-01', '2025-05-01'),
      await past('2025-04-01', '2025-06-01'),
      await past('2025-03-01', '2025-05-01'),
      await past('2025-04-01', '2025-06-01'),
      await past('2024-03-01', '2024-05-01'),
    ] as const;
    // As they were stored before: not live, and two may be in one place.
    const put = async (ids: string[], location: string) => {
      await lodge.sql('UPDATE occupancies SET live = false, location_id = $2 WHERE booking_id = ANY($1)', [ids, location]); // prettier-ignore
      await lodge.sql('UPDATE bookings SET location_id = $2 WHERE id = ANY($1)', [ids, location]);
    };
    await put([alone, first, second], single);
    await put([bedmate, other], twin);
    await lodge.sql('DELETE FROM occupancies WHERE booking_id = $1', [imported]);
    const before = await lodge.sql<Place>(PLACES);

    const source = await new DataSource(dataSourceOptions(lodge.databaseUrl, 1)).initialize();
    const runner = source.createQueryRunner();
    await new PastStays1765200100000().up(runner);
    await runner.release();
    await source.destroy();

    const after = await lodge.sql<Place>(PLACES);
    const of = (id: string) => after.filter(({ booking_id: each }) => each === id);
    expect(before).toHaveLength(5);
    expect(after).toHaveLength(6);
    expect(of(imported)).toMatchObject([{ live: true, nights: '[2024-03-01,2024-05-01)' }]);
    expect([of(alone), of(first)]).toMatchObject([[{ live: true }], [{ live: true, location_id: single }]]);
    expect(of(second)).toEqual(before.filter(({ booking_id: each }) => each === second));
    expect(of(second)).toMatchObject([{ live: false, nights: '[2025-04-01,2025-06-01)' }]);
    // Two beds hold two people: the second of them gets the other bed.
    expect([...of(bedmate), ...of(other)].map(({ live, slot }) => [live, slot])).toEqual([[true, 1], [true, 2]]); // prettier-ignore
  });
});
