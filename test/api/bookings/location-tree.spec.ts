import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from '../../support/properties.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const ROOMS = 14;
const [FROM, TO] = ['2027-03-01', '2027-03-08'];

/** For each location the number of the one that it stands in, if any; earlier ones only, so that there is no cycle. */
const tree = fc
  .array(fc.option(fc.nat({ max: 999 }), { freq: 6 }), { minLength: ROOMS, maxLength: ROOMS })
  .map((parents) => parents.map((parent, index) => (parent === null || index === 0 ? null : parent % index)));

// Some bookings lie within the week that is asked for, some end before it.
const booked = fc.array(fc.constantFrom('within', 'before', 'none'), { minLength: ROOMS, maxLength: ROOMS });

describe('location_tree', () => {
  let lodge: Lodge;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    admin = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  });
  afterAll(() => lodge.stop());

  const build = async (parents: (number | null)[], stays: string[]) => {
    const site = await lodge.make.site();
    // Rooms are leaves here: what stands above them cannot be booked.
    const inside = new Set(parents);
    const ids: string[] = [];
    for (const [index, parent] of parents.entries())
      ids.push(
        await lodge.make.location(site.id, inside.has(index) ? site.buildingType : site.roomType, {
          parent_id: parent === null ? null : ids[parent],
        }),
      );
    const lead_person = await lodge.make.student(site);
    const bookings = new Map<string, number>();
    for (const [index, stay] of stays.entries()) {
      if (stay === 'none' || inside.has(index)) continue;
      const dates =
        stay === 'within'
          ? { contract_start: '2027-03-02', contract_end: '2027-03-05' }
          : { contract_start: '2027-02-01', contract_end: FROM };
      const { body } = await admin.post('/bookings', { site: site.id, lead_person, location: ids[index], ...dates });
      bookings.set(body._id, index);
    }
    return { site, ids, inside, bookings };
  };

  test('finds in the list, in the export and in what is free exactly what stands at a location and below it', async () => {
    await fc.assert(
      fc.asyncProperty(tree, booked, async (parents, stays) => {
        const { site, ids, inside, bookings } = await build(parents, stays);
        const isIn = (index: number, root: number): boolean =>
          index === root || (parents[index] !== null && isIn(parents[index] as number, root));
        for (const [root, id] of ids.entries()) {
          const expected = [...bookings].filter(([, index]) => isIn(index, root));
          const wanted = (among: typeof expected) => among.map(([booking]) => booking).sort();
          const listed = async (more: string): Promise<string[]> => {
            const { body } = await admin.get(`/bookings?site=${site.id}&location_tree=${id}&limit=200${more}`);
            expect(body.total).toBe(body.data.length);
            return body.data.map(({ _id }: { _id: string }) => _id).sort();
          };
          expect(await listed('')).toEqual(wanted(expected));
          const within = expected.filter(([, index]) => stays[index] === 'within');
          expect(await listed(`&from=${FROM}&to=${TO}`)).toEqual(wanted(within));
          const file = (await admin.get(`/bookings/export?site=${site.id}&location_tree=${id}`)).text;
          const rows: { booking_id: string }[] = parse(file, { columns: true, bom: true });
          expect(rows.map((row) => row.booking_id).sort()).toEqual(wanted(expected));
          const nights = `from=${FROM}&to=${TO}&location_tree=${id}`;
          const { data } = (await admin.get(`/sites/${site.id}/availability?${nights}`)).body;
          const free = ids.filter((_, i) => isIn(i, root) && !inside.has(i) && !within.some(([, at]) => at === i));
          expect(data.map(({ _id }: { _id: string }) => _id).sort()).toEqual(free.sort());
        }
      }),
      { numRuns: 4 },
    );
  });

  test('is a flat with its rooms, also when the flat is booked as one, and no other location of the site', async () => {
    const site: SiteFixture = await lodge.make.site();
    const flat = await lodge.make.room(site);
    const [left, other] = [await lodge.make.room(site, { parent_id: flat }), await lodge.make.room(site)];
    const lead_person = await lodge.make.student(site);
    const book = async (location: string, contract_start: string, contract_end: string): Promise<string> =>
      (await admin.post('/bookings', { site: site.id, lead_person, location, contract_start, contract_end })).body._id;
    const whole = await book(flat, '2027-03-01', '2027-03-08');
    const part = await book(left, '2027-03-08', '2027-03-15');
    await book(other, '2027-03-01', '2027-03-08');
    const listed = async (root: string, more = '') =>
      (await admin.get(`/bookings?site=${site.id}&location_tree=${root}${more}`)).body.data.map(
        ({ _id }: { _id: string }) => _id,
      );
    expect(await listed(flat)).toEqual([whole, part]);
    expect(await listed(flat, '&from=2027-03-01')).toEqual([whole, part]);
    // As with location: the booking of the flat is no booking of one of its rooms.
    expect(await listed(left)).toEqual([part]);
    expect(await listed(left, '&from=2027-03-01')).toEqual([part]);
    expect(await listed(flat, `&location=${left}`)).toEqual([part]);
  });

  test('is refused for an id that is none, and for one of another site, in every list', async () => {
    const [site, foreign] = [await lodge.make.site(), await lodge.make.site()];
    await lodge.make.room(site);
    const here = `/sites/${site.id}`;
    for (const id of ['nonsense', foreign.building, '01999999-9999-7999-9999-999999999999', 'code:none'])
      for (const path of [
        `/bookings?site=${site.id}`,
        `/bookings?site=${site.id}&from=${FROM}`,
        `/bookings/export?site=${site.id}`,
        `/students/${site.id}?in_house=true`,
        `/students/${site.id}/export?in_house=true`,
        `${here}/availability?from=${FROM}&to=${TO}`,
        `${here}/closures?from=${FROM}`,
        `${here}/day?on=${FROM}`,
        `${here}/expiring?within=7`,
        `${here}/waiting-list?limit=10`,
      ]) {
        const { status, body } = await admin.get(`${path}&location_tree=${id}`);
        const told = [path, status, body.code, body.errors?.[0]?.pointer];
        expect(told).toEqual([path, 422, 'unknown_reference', 'location_tree']);
      }
    const { status } = await admin.get(`/bookings?site=${site.id}&location_tree=${site.building.toUpperCase()}`);
    expect(status).toBe(200);
  });
});
