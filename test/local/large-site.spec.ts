import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { planHouses, planTypes } from '#apps/local/demo-data/demo-places';
import { bookingsOf, LARGE, loadLargeSite, type Size } from '#apps/local/demo-data/large-site';
import { findDoubleBookings, findViolations } from '../support/checker.js';
import { Lodge } from '../support/lodge.js';

const SMALLER: Size = { houses: 1, people: 200, batch: 100 };

describe('the large site of the demo data', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadDemoData(lodge.instance.app, () => undefined);
  });
  afterAll(() => lodge.stop());

  const load = (signal = new AbortController().signal, report: (step: string) => void = () => undefined) =>
    loadLargeSite(lodge.instance.app, SMALLER, signal, report);
  const site = async () => {
    const owner = await lodge.logIn('owner@lodge.example', 'porter-lodge-demo-1');
    const found = (await owner.get('/sites')).body.find(({ name }: { name: string }) => name === 'Riverside Campus');
    return { owner, id: found?._id as string };
  };

  test('has 5,000 students, a room for each, and 20,000 bookings', () => {
    const types = planTypes('019aa000-0000-7000-8000-000000000002');
    const room = types.find(({ name }) => name === 'Room')?.id;
    const places = planHouses('019aa000-0000-7000-8000-000000000002', types, LARGE.houses);
    expect(places.filter(({ location_type_id: type }) => type === room)).toHaveLength(LARGE.people);
    expect(new Set(places.map(({ code }) => code)).size).toBe(places.length);
    expect([LARGE.people, bookingsOf(LARGE)]).toEqual([5_000, 20_000]);
  });

  test('is loaded by batches: a load that is cut off continues, staff see the site when it is whole, and a load more does nothing', async () => {
    const cut = new AbortController();
    const timer = setInterval(() => {
      void lodge.sql(`SELECT FROM bookings WHERE source = 'import' LIMIT 1`).then((rows) => rows.length && cut.abort());
    }, 5);
    const first = await load(cut.signal);
    clearInterval(timer);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(bookingsOf(SMALLER));
    const desk = await lodge.logIn('reception@lodge.example', 'porter-lodge-demo-1');
    const sitesOf = async () => (await desk.get('/sites')).body.map(({ name }: { name: string }) => name);
    expect(await sitesOf()).not.toContain('Riverside Campus');
    const said: string[] = [];
    expect(await load(undefined, (step) => said.push(step))).toBe(bookingsOf(SMALLER) - first);
    expect(said).toEqual(['Demo data: Riverside Campus, 200 students and 800 bookings, is there']);
    expect(await sitesOf()).toContain('Riverside Campus');
    expect(await load()).toBe(0);
  });

  test('has two years that are over, one that everybody lives in and one that is to come, and no room twice', async () => {
    const { owner, id } = await site();
    const total = async (filter: string) => (await owner.get(`/bookings?site=${id}&limit=1&${filter}`)).body.total;
    const statuses = ['checked_out', 'checked_in', 'confirmed'].map((status) => total(`status=${status}`));
    expect(await Promise.all(statuses)).toEqual([400, 200, 200]);
    expect(await total('phase=in_house')).toBe(200);
    expect(await findDoubleBookings(lodge, id)).toEqual([]);
    expect(await findViolations(lodge)).toEqual([]);
    const { body: people } = await owner.get(`/students/${id}`);
    expect(people).toHaveLength(200);
    const { body: roll } = await owner.get(`/sites/${id}/roll-call`);
    expect(roll).toMatchObject({ count: 200, buildings: [{ name: 'House 1', count: 200 }] });
  });
});
