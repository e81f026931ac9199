import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const ROOMS = 20_000;

// Rooms in 20 buildings of 10 floors. In each room one stay is over, one continues and one is reserved.
const BUILD = `
WITH buildings AS (
  INSERT INTO locations (site_id, id, name, location_type_id) SELECT $1, gen_random_uuid(), 'House ' || n, $2 FROM generate_series(1, 20) n
  RETURNING id, name),
floors AS (
  INSERT INTO locations (site_id, id, name, location_type_id, parent_id)
  SELECT $1, gen_random_uuid(), b.name || ', floor ' || n, $2, b.id FROM buildings b, generate_series(1, 10) n RETURNING id)
INSERT INTO locations (site_id, id, name, location_type_id, parent_id)
SELECT $1, gen_random_uuid(), 'Room ' || n, $3, f.id FROM floors f, generate_series(1, $4::int / 200) n`;
const STAYS = `
WITH stays AS (
  SELECT gen_random_uuid() AS id, l.id AS room, s.*, l.n FROM (SELECT id, row_number() OVER ()::int AS n FROM locations WHERE site_id = $1 AND location_type_id = $2) l
  CROSS JOIN (VALUES ('checked_out', -160, -20), ('checked_in', -18, 40), ('confirmed', 45, 180)) AS s (status, first, departure)),
made AS (
  INSERT INTO bookings (site_id, id, reference, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to, segment_from,
    created_at, updated_at)
  SELECT $1, id, left(md5(id::text), 12), $3, room, status, f, d, f, d, f, now(), now()
  FROM (SELECT *, '2026-11-21'::date + first + n % 10 AS f, '2026-11-21'::date + departure + n % 10 AS d FROM stays) x)
INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
SELECT $1, id, 1, room, 1, daterange('2026-11-21'::date + first + n % 10, '2026-11-21'::date + departure + n % 10), true, status = 'checked_in' FROM stays`;

// It is noon of 21 November 2026.
describe(`a site of ${ROOMS} rooms`, () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let clerk: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    clerk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const person = await lodge.make.student(site);
    await lodge.sql(BUILD, [site.id, site.buildingType, site.roomType, ROOMS]);
    await lodge.sql(STAYS, [site.id, site.roomType, person]);
    await lodge.sql('VACUUM ANALYZE occupancies');
    await lodge.sql('VACUUM ANALYZE bookings');
    await lodge.sql('VACUUM ANALYZE locations');
  }, 300_000);
  afterAll(() => lodge.stop());

  /** How long some work takes, in milliseconds. */
  const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };

  // The least that has to be read: whose nights each place has. Nothing is counted by day, and nothing is sent.
  const READ = `SELECT count(t.nights), count(t.cleaning) FROM timeline($1, '2026-11-21') t JOIN locations l ON l.site_id = $1 AND l.id = t.location_id
    WHERE t.period && daterange('2026-05-31', '2027-06-01') OR t.in_house`;

  /** How many times longer a request takes than reading the nights takes PostgreSQL, by the shortest of interleaved times. */
  const ratioOf = async (url: string, wanted: number): Promise<number> => {
    let [request, limit] = [Infinity, Infinity];
    for (let i = 0; i < 15 && (i < 3 || request / limit > wanted); i++) {
      limit = Math.min(limit, await timeOf(() => lodge.sql(READ, [site.id])));
      request = Math.min(request, await timeOf(async () => expect((await clerk.get(url)).status).toBe(200)));
    }
    if (process.env.SHOW_TIMES) console.log(url, request, limit);
    return request / limit;
  };

  test.each(['day', 'location_type', 'building'])(
    'has its occupancy by %s for 365 days in a few times what reading the nights takes',
    async (group) => {
      const url = `/sites/${site.id}/occupancy?from=2026-06-01&to=2027-06-01&group_by=${group}`;
      const { data } = (await clerk.get(url)).body;
      for (const { days } of data) expect(days).toHaveLength(365);
      const tonight = data.map(({ days }: { days: { date: string }[] }) =>
        days.find(({ date }) => date === '2026-11-21'),
      );
      const sum = (field: string) =>
        tonight.reduce((total: number, day: Record<string, number>) => total + (day[field] ?? 0), 0);
      expect([sum('capacity'), sum('in_house')]).toEqual([ROOMS, ROOMS]);
      expect(await ratioOf(url, 6)).toBeLessThan(6);
    },
  );

  test('has a calendar of which the last page takes less than reading the nights of the site', async () => {
    const url = `/sites/${site.id}/locations/`;
    const [top] = await lodge.sql<{ id: string }>(`SELECT id FROM locations WHERE site_id = $1 AND name = 'House 7'`, [
      site.id,
    ]);
    const asked = 'calendar?from=2026-06-01&to=2027-06-01';
    const page = await clerk.get(`${url}${top?.id}/${asked}&limit=200&skip=800`);
    expect([page.body.total, page.body.data.length]).toEqual([ROOMS / 20, 200]);
    expect(page.body.data[0].entries).toHaveLength(3);
    expect(await ratioOf(`${url}${top?.id}/${asked}&limit=200&skip=800`, 1)).toBeLessThan(1);
  });
});
