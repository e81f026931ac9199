import { expect, test } from '@jest/globals';
import { countByType, listFree } from '#libs/availability/availability.queries';
import type { Sql } from '#libs/core/database/transaction';
import { useLodge } from '../../support/use-lodge.js';

const ROOMS = 400;
// Each row of the site goes through about thirty steps of the plans; a nested loop over two sets of them is 400 times as much.
const MOST_ROWS = 60 * ROOMS;
const STAY = { contract_start: '2027-03-01', contract_end: '2027-03-08' };
const { lodge, site, admin } = await useLodge({ admin: 'admin' });

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** How many rows all steps of a plan looked at. */
const rowsOf = (plan: Plan): number =>
  plan['Actual Loops'] *
    (plan['Actual Rows'] + (plan['Rows Removed by Join Filter'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) +
  (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0);

async function explained(read: (sql: Sql) => Promise<unknown>): Promise<number> {
  const plans: Plan[] = [];
  const rows = async (text: string, values: unknown[]) => {
    const [explanation] = await lodge.sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values); // prettier-ignore
    plans.push(...(explanation?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan));
    return [];
  };
  await read({ rows } as unknown as Sql);
  expect(plans).toHaveLength(1);
  return rowsOf(plans[0] as Plan);
}

test('availability of a site that is new since the last ANALYZE looks at each place a few times, not at each pair of them', async () => {
  // Statistics of other sites, and none of this one.
  for (const table of ['locations', 'location_types', 'students', 'bookings', 'occupancies'])
    await lodge.sql(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  await lodge.sql('ANALYZE');
  const [type] = await lodge.sql<{ name: string }>('SELECT name FROM location_types WHERE id = $1', [site.roomType]);
  const rooms = { name: 'Room {n}', code: 'N-{n}', type: type?.name, range: `1-${ROOMS}` };
  const made = await admin.post(`/sites/${site.id}/locations/bulk`, { locations: [rooms] });
  expect([made.text.slice(0, 500), made.status]).toEqual([expect.any(String), 200]);
  const person_id = await lodge.make.student(site);
  const places = await lodge.sql<{ id: string }>(`SELECT id FROM locations WHERE site_id = $1 AND code LIKE 'N-%'`, [site.id]); // prettier-ignore
  const assignments = places.map(({ id }) => ({ person_id, location_id: id }));
  const { body } = await admin.post('/bookings/bulk', { site: site.id, ...STAY, assignments });
  expect(body.summary.created).toBe(ROOMS);

  const nights = { siteId: site.id, from: '2027-03-02', today: '2026-11-21', locationType: null, locationTree: null };
  for (const to of ['2027-03-04', '2027-06-01', null]) {
    expect(await explained((sql) => countByType(sql, { ...nights, to }))).toBeLessThan(MOST_ROWS);
    expect(await explained((sql) => listFree(sql, { ...nights, to }, 200, 0).catch(() => undefined))).toBeLessThan(
      MOST_ROWS,
    );
  }
}, 120_000);
