import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import { parse } from 'csv-parse/sync';
import { addDays } from '#libs/core/time/site-time';
import { PHASES } from '#libs/bookings/phase';
import { STATUSES } from '#libs/bookings/booking-status';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const TODAY = '2026-11-21';

interface Listed {
  _id: string;
  status: string;
  phase: string;
  lead_person: string;
  location: string;
  contract_start: string;
  contract_end: string | null;
  occupied_from: string;
  occupied_to: string | null;
  flags: string[];
  block_booking: string | null;
}

interface Filters {
  status?: string[];
  phase?: string[];
  flags?: number[];
  block?: true;
  arriving_on?: number;
  departing_on?: number;
  in_house_on?: number;
}

const GONE = ['cancelled', 'no_show', 'void'];

describe('the filters of bookings', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let all: Listed[];
  let block: string;
  const flags: string[] = [];

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site({ early_check_in_days: 3, history_window_days: 30 });
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    for (let index = 0; index < 3; index++) flags.push(await lodge.make.listEntry('flags', site.id));
    const person = await lodge.make.student(site);
    const bulk = await manager.post('/bookings/bulk', {
      site: site.id,
      contract_start: TODAY,
      contract_end: addDays(TODAY, 2),
      block: { name: 'Summer school' },
      assignments: [
        { person_id: person, location_id: await lodge.make.room(site) },
        { person_id: person, location_id: await lodge.make.room(site) },
      ],
    });
    block = bulk.body.block_booking?._id ?? bulk.body.results[0].booking.block_booking;
    // The moves of every kind of stay, each to a place of its own; those that are refused leave a booking of another kind.
    const lives = [
      [], ['check_in'], ['cancel'], ['no_show'], ['void'], ['check_in', 'check_out'], ['check_in', 'void'],
      ['cancel', 'reinstate'], ['check_in', 'check_out', 'undo_check_out'],
    ]; // prettier-ignore
    let made = 0;
    for (const start of [-2, -1, 0, 1])
      for (const days of [1, 2, null])
        for (const life of lives) {
          const contract_start = addDays(TODAY, start);
          const { body } = await manager.post('/bookings', {
            site: site.id,
            lead_person: person,
            location: await lodge.make.room(site),
            contract_start,
            contract_end: days === null ? null : addDays(contract_start, days),
            flags: flags.filter((_, index) => (made >> index) % 2 === 1),
          });
          made += 1;
          for (const type of life)
            await manager.post(`/bookings/${body._id}/transitions`, {
              site: site.id,
              type,
              notes: 'as it went',
              ...(type === 'cancel' || type === 'void' ? { cancellation_code: 'data_entry_error' } : {}),
              ...(type === 'check_in' && start < 0 ? { occurred_at: `${contract_start}T12:00:00Z` } : {}),
              ...(type === 'check_out' && start < -1 ? { occurred_at: `${addDays(TODAY, -1)}T12:00:00Z` } : {}),
            });
        }
    all = (await manager.get(`/bookings?site=${site.id}&limit=200`)).body.data;
  }, 120_000);
  afterAll(() => lodge.stop());

  /** What the filters mean, by the fields that everybody can read. */
  const matches = (booking: Listed, filters: Filters): boolean => {
    const { status, phase } = filters;
    const counts = status !== undefined || phase !== undefined || !GONE.includes(booking.status);
    const on = (days: number | undefined) => (days === undefined ? undefined : addDays(TODAY, days));
    const [arriving, departing, inHouse] = [on(filters.arriving_on), on(filters.departing_on), on(filters.in_house_on)];
    return [
      !status || status.includes(booking.status),
      !phase || phase.includes(booking.phase),
      !filters.flags || filters.flags.some((index) => booking.flags.includes(flags[index] as string)),
      !filters.block || booking.block_booking === block,
      arriving === undefined || (counts && booking.contract_start === arriving),
      departing === undefined || (counts && booking.contract_end === departing),
      inHouse === undefined || wasThere(booking, inHouse),
    ].every(Boolean);
  };

  const wasThere = ({ status, occupied_from: from, occupied_to: to, contract_end: end }: Listed, night: string) => {
    if (from > night) return false;
    if (night > TODAY)
      return ['provisional', 'confirmed', 'checked_in'].includes(status) && (end === null || end > night);
    return status === 'checked_in' || (status === 'checked_out' && to !== null && to > night);
  };

  const queryOf = ({ status, phase, flags: wanted, block: inBlock, ...days }: Filters) => {
    const query = new URLSearchParams({ site: site.id });
    if (status) query.set('status', status.join(','));
    if (phase) query.set('phase', phase.join(','));
    if (wanted) query.set('flags', wanted.map((index) => flags[index]).join(','));
    if (inBlock) query.set('block_booking', block);
    for (const [name, day] of Object.entries(days)) query.set(name, addDays(TODAY, day as number));
    return query.toString();
  };

  const anyOf = (values: readonly string[]) =>
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
  const day = fc.integer({ min: -3, max: 3 });
  const everyFilter = {
    status: anyOf(STATUSES),
    phase: anyOf(PHASES),
    flags: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
    block: fc.constant(true as const),
    arriving_on: day,
    departing_on: day,
    in_house_on: day,
  };
  const names = Object.keys(everyFilter) as (keyof Filters)[];
  // Three at once find nothing, most of the time.
  const someFilters = fc
    .tuple(fc.record(everyFilter), fc.subarray(names, { minLength: 1, maxLength: 2 }))
    .map(([filters, some]): Filters => Object.fromEntries(some.map((name) => [name, filters[name]])));

  test('find what they say, whatever their combination, and the export has the same bookings as the list', async () => {
    const kinds = new Set(all.map(({ status }) => status));
    for (const status of ['confirmed', 'checked_in', 'checked_out', 'cancelled', 'void'])
      expect(kinds).toContain(status);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const query = queryOf(filters);
        const expected = all.filter((booking) => matches(booking, filters)).map(({ _id }) => _id);
        const list = await manager.get(`/bookings?${query}&limit=200`);
        const file = await manager.get(`/bookings/export?${query}`);
        const rows: { booking_id: string }[] = parse(file.text, { columns: true, bom: true });
        expect({ query, total: list.body.total, ids: list.body.data.map(({ _id }: Listed) => _id) }).toEqual({
          query,
          total: expected.length,
          ids: expected,
        });
        expect(rows.map(({ booking_id }) => booking_id)).toEqual(expected);
        found += expected.length;
      }),
      { numRuns: 120, seed: 22 },
    );
    expect(found).toBeGreaterThan(100);
  }, 120_000);

  test('of an export are all those of a list: a search, a person, a place and nights, too', async () => {
    const [one] = all as [Listed];
    const { body } = await manager.get(`/bookings/${one._id}?site=${site.id}`);
    const hostile = encodeURIComponent("O'Brien \\ $1 %_");
    for (const query of [
      `q=${body.reference}`,
      `q=${hostile}`,
      `person=${one.lead_person}`,
      `person=019aa000-0000-7000-8000-00000000dead`,
      `location=${one.location}`,
      `from=${TODAY}&to=${addDays(TODAY, 1)}&location=${one.location}`,
      `from=${TODAY}&to=${addDays(TODAY, 1)}&status=cancelled,confirmed`,
    ]) {
      const list = await manager.get(`/bookings?site=${site.id}&limit=200&${query}`);
      const file = await manager.get(`/bookings/export?site=${site.id}&${query}`);
      const rows: { booking_id: string }[] = parse(file.text, { columns: true, bom: true });
      expect([query, rows.map(({ booking_id }) => booking_id)]).toEqual([
        query,
        list.body.data.map(({ _id }: Listed) => _id),
      ]);
      expect([query, list.status, file.status]).toEqual([query, 200, 200]);
    }
  });

  test('refuse what is no phase, no date and too many flags', async () => {
    for (const [query, pointer] of [
      ['phase=due_in,asleep', 'phase'],
      ['arriving_on=soon', 'arriving_on'],
      ['departing_on=2026-02-30', 'departing_on'],
      ['in_house_on=', 'in_house_on'],
      ['flags=', 'flags'],
      [`flags=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 'flags'],
    ] as const)
      for (const path of ['/bookings', '/bookings/export']) {
        const answer = await manager.get(`${path}?site=${site.id}&${query}`);
        expect([query, answer.status, answer.body.errors[0].pointer]).toEqual([query, 400, pointer]);
      }
  });
});
