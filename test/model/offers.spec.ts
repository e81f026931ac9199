import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../support/properties.js';
import { type Client, Lodge } from '../support/lodge.js';

/** How many houses are tried; the full run has more. */
const RUNS = Number(process.env.OFFER_RUNS ?? 6);

const day = (number: number) => new Date(Date.UTC(2026, 10, 21 + number)).toISOString().slice(0, 10);
const nights = fc.tuple(fc.integer({ min: -5, max: 12 }), fc.integer({ min: 1, max: 9 }));
const stay = fc.tuple(
  fc.nat({ max: 7 }),
  nights,
  fc.constantFrom('confirmed', 'checked_in', 'cancelled', 'checked_out'),
);

/** The nights for cleaning after a stay in a room, and in a flat. */
const cleanings = fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }));

interface Told {
  type: string;
  allowed: boolean;
}

describe('what is offered', () => {
  let lodge: Lodge;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    admin = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  });
  afterAll(() => lodge.stop());

  /** A flat of rooms, one of them for two, and rooms with nothing above them, one of them closed. */
  const open = async (cleaning: number, ofWholes: number) => {
    const site = await lodge.make.site();
    const flatType = await lodge.make.locationType(site.id, { name: 'Flat', turnaround_days: ofWholes });
    await lodge.sql('UPDATE location_types SET turnaround_days = $2 WHERE id = $1', [site.roomType, cleaning]);
    const flat = await lodge.make.location(site.id, flatType, { parent_id: site.building });
    const other = await lodge.make.location(site.id, flatType);
    const rooms = [
      await lodge.make.room(site, { parent_id: flat }),
      await lodge.make.room(site, { parent_id: flat, capacity: 2 }),
      await lodge.make.room(site, { parent_id: other }),
      await lodge.make.room(site, { parent_id: null, capacity: 2 }),
      await lodge.make.room(site),
      await lodge.make.room(site, { active: false }),
    ];
    return { site, locations: [flat, other, ...rooms], person: await lodge.make.student(site) };
  };

  test(`can be had, and what is not cannot, in ${RUNS} random houses`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stay, { minLength: 8, maxLength: 16 }),
        nights,
        cleanings,
        async (stays, [first, length], cleaning) => {
          const { site, locations, person } = await open(...cleaning);
          const book = (location: string, [from, count]: [number, number], more: object = {}) =>
            admin.post('/bookings', {
              ...{ site: site.id, lead_person: person, location, ...more },
              ...{ contract_start: day(from), contract_end: day(from + count) },
            });
          const move = (id: string, type: string) =>
            admin.post(`/bookings/${id}/transitions`, {
              ...{ site: site.id, type, notes: 'because' },
              ...(['void', 'cancel'].includes(type) && { cancellation_code: 'data_entry_error' }),
            });
          const made: string[] = [];
          for (const [place, range, status] of stays) {
            const resident = status.startsWith('checked');
            const answer = await book(locations[place] ?? '', range, { status: resident ? 'checked_in' : 'confirmed' });
            if (answer.status !== 200) continue;
            made.push(answer.body._id as string);
            if (status === 'cancelled') await move(answer.body._id as string, 'void');
            if (status === 'checked_out') await move(answer.body._id as string, 'check_out');
          }
          const asked = `from=${day(first)}&to=${day(first + length)}`;
          const { data } = (await admin.get(`/sites/${site.id}/availability?${asked}`)).body;
          const free = new Map<string, number>(
            data.map((each: { _id: string; free: number }) => [each._id, each.free]),
          );
          for (const location of locations) {
            const taken: string[] = [];
            let answer = await book(location, [first, length]);
            for (; answer.status === 200; answer = await book(location, [first, length]))
              taken.push(answer.body._id as string);
            expect([location, taken.length]).toEqual([location, free.get(location) ?? 0]);
            for (const id of taken) expect((await move(id, 'void')).status).toBe(200);
            if (taken.length > 0) continue;
            for (const { _id } of answer.body.free_locations ?? []) {
              const instead = await book(_id as string, [first, length]);
              expect(instead.status).toBe(200);
              await move(instead.body._id as string, 'void');
            }
          }
          for (const location of locations) {
            const [conflict, ...others] = (await book(location, [first, length])).body.conflicts ?? [];
            if (!conflict || others.length > 0) continue;
            const action = conflict.override_actions[0] as string;
            const override = {
              conflict_booking_id: conflict.booking_id,
              action,
              cancellation_code: 'data_entry_error',
            };
            const over = await book(location, [first, length], { override });
            expect([action, over.status]).toEqual([action, 200]);
            break;
          }
          for (const id of made) {
            const told = (await admin.get(`/bookings/${id}?site=${site.id}`)).body.allowed_transitions as Told[];
            const [one] = told
              .filter(({ type }) => ['check_in', 'undo_check_in', 'undo_check_out', 'reinstate'].includes(type))
              .sort((a, b) => Number(b.allowed) - Number(a.allowed));
            if (one) expect([one, (await move(id, one.type)).status === 200]).toEqual([one, one.allowed]);
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 600_000);
});
