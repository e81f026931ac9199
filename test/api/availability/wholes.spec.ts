import { expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { useLodge } from '../../support/use-lodge.js';
import { type Kind, type Node, Tree } from './tree.js';

/** How many random trees are tried. */
const RUNS = Number(process.env.TREE_RUNS ?? 8);
const DAYS = 12;
const { lodge, desk } = await useLodge({ desk: 'owner' });

const dateOf = (day: number) => new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10);
const node = fc.record({
  /** Below what: 0 is the building, 1 is the site itself. */
  above: fc.nat(),
  kind: fc.constantFrom<Kind>('Corridor', 'Flat', 'Room', 'Room'),
  capacity: fc.integer({ min: 1, max: 3 }),
  active: fc.nat({ max: 6 }).map((chance) => chance > 0),
});
const stay = fc.record({
  where: fc.nat(),
  from: fc.integer({ min: -2, max: DAYS }),
  nights: fc.integer({ min: 1, max: 6 }),
  closes: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
});

interface Told {
  date: string;
  total: number;
  free: number;
}

/** The tree in Lodge. */
async function build(tree: Tree) {
  const site = await lodge.make.site();
  const types: Record<Kind, string> = {
    Corridor: await lodge.make.locationType(site.id, { name: 'Corridor', can_be_allocated_to_bookings: false }),
    Flat: await lodge.make.locationType(site.id, { name: 'Flat' }),
    Room: site.roomType,
  };
  const ids = new Map<Node, string>();
  for (const each of tree.nodes) {
    const { name, kind, capacity, active, parent } = each;
    const parent_id = parent === 'site' ? null : parent === 'building' ? site.building : ids.get(parent);
    ids.set(each, await lodge.make.location(site.id, types[kind], { name, capacity, active, parent_id }));
  }
  return { site, types, ids, person: await lodge.make.student(site) };
}

test(`availability and occupancy count each place once in ${RUNS} random trees, whatever is booked in them`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(node, { minLength: 3, maxLength: 10 }),
      fc.array(stay, { minLength: 6, maxLength: 14 }),
      async (nodes, stays) => {
        const tree = new Tree(nodes);
        const { site, types, ids, person } = await build(tree);
        for (const { where, from, nights, closes } of stays) {
          const at = tree.nodes[where % tree.nodes.length] as Node;
          const [first, last] = [dateOf(from), dateOf(from + nights)];
          const answer = closes
            ? await desk.post(`/sites/${site.id}/closures`, { location: ids.get(at), from: first, to: last, kind: 'other' }) // prettier-ignore
            : await desk.post('/bookings', {
                ...{ site: site.id, lead_person: person, location: ids.get(at) },
                ...{ contract_start: first, contract_end: last },
              });
          const taken = closes ? tree.close(at, from, from + nights) : tree.book(at, from, from + nights);
          expect([at.name, from, nights, closes, answer.status === 200]).toEqual([
            at.name,
            from,
            nights,
            closes,
            taken,
          ]);
        }

        const range = `from=${dateOf(0)}&to=${dateOf(DAYS)}`;
        const offered = (await desk.get(`/sites/${site.id}/availability?${range}`)).body;
        const days = Array.from({ length: DAYS }, (_, day) => day);
        const counts = (wanted: Node[]) => ({
          total: tree.total(wanted),
          free: tree.free(wanted, days),
          days: days.map((day): Told => ({ date: dateOf(day), total: tree.total(wanted), free: tree.free(wanted, [day]) })), // prettier-ignore
        });
        const expected = (['Flat', 'Room'] as const).flatMap((kind) => {
          const [places, wholes] = [tree.places(kind), tree.wholes(kind)];
          if (places.length + wholes.length === 0) return [];
          const told = places.length > 0 ? counts(places) : { total: 0, free: 0, days: [] };
          return [
            { location_type: types[kind], name: kind, ...told, whole: wholes.length > 0 ? counts(wholes) : null },
          ];
        });
        expect(offered.types).toEqual(expected);
        const bookable = [...tree.places(), ...tree.wholes()].filter((each) => tree.free([each], days) > 0);
        const named = offered.data.map(({ name, free, whole }: Record<string, unknown>) => [name, free, whole]);
        expect(named.sort()).toEqual(
          bookable.map((each) => [each.name, tree.free([each], days), tree.isWhole(each)]).sort(),
        );
        expect(offered.total).toBe(bookable.length);

        // The same places, once each, night by night.
        const [all = { days: [] }] = (await desk.get(`/sites/${site.id}/occupancy?${range}`)).body.data;
        const byType = (await desk.get(`/sites/${site.id}/occupancy?${range}&group_by=location_type`)).body.data;
        const sum = (day: number) => offered.types.reduce((n: number, each: { days: Told[] }) => n + (each.days[day]?.free ?? 0), 0); // prettier-ignore
        const beds = tree.beds();
        for (const day of days) {
          if (beds === 0) break;
          expect(all.days[day]).toMatchObject({ capacity: beds, free: tree.free(tree.places(), [day]) });
          expect(all.days[day].free).toBe(sum(day));
          const parts = byType.map((each: { days: { capacity: number; free: number }[] }) => each.days[day]);
          expect(parts.reduce((n: number, each: { capacity: number }) => n + each.capacity, 0)).toBe(beds);
          expect(parts.reduce((n: number, each: { free: number }) => n + each.free, 0)).toBe(sum(day));
        }
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 120_000);
