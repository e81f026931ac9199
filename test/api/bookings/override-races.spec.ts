import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { Answer, Client } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const NIGHTS = { contract_start: '2026-11-20', contract_end: '2026-11-30' };
const ROUNDS = Number(process.env.OVERRIDE_RACES ?? 25);

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { instances: 2 });
const other = manager.on(lodge.instances[1] ?? lodge.instance);

/** What voids the booking that is in the way of another, alone or among many. */
const WAYS = {
  'a new booking': (client: Client, stay: { location: string; person: string; override: object }) =>
    client.post('/bookings', {
      ...{ site: site.id, lead_person: stay.person, location: stay.location, override: stay.override },
      ...NIGHTS,
    }),
  'a row of many': (client: Client, stay: { location: string; person: string; override: object }) =>
    client.post('/bookings/bulk', {
      ...{ site: site.id, ...NIGHTS },
      assignments: [{ person_id: stay.person, location_id: stay.location, override: stay.override }],
    }),
};

describe('an override and a check-in of the booking in its way, at the same time', () => {
  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'have one order that both responses tell: %s',
    async (way) => {
      const orders = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        const [location, guest, next] = [
          await lodge.make.room(site),
          await lodge.make.student(site),
          await lodge.make.student(site),
        ];
        const first = await manager.post('/bookings', { site: site.id, lead_person: guest, location, ...NIGHTS });
        const { _id: id } = first.body;
        const override = { conflict_booking_id: id, action: 'void', cancellation_code: 'data_entry_error' };
        const voids = () => WAYS[way](manager, { location, person: next, override });
        const arrives = () => other.post(`/bookings/${id}/transitions`, { site: site.id, type: 'check_in' });
        const requests = round % 2 === 0 ? [voids(), arrives()] : [arrives(), voids()];
        const answers = await Promise.all(requests);
        const [voided, arrived] = (round % 2 === 0 ? answers : answers.reverse()) as [Answer, Answer];
        orders.add(await orderOf({ id, location, guest, next }, voided, arrived));
      }
      expect([...orders]).toEqual(expect.arrayContaining([expect.stringMatching(/void$/)]));
      expect(await findViolations(lodge, site.id)).toEqual([]);
    },
    120_000,
  );

  /** The order in which the two happened: the trail, the booking, the place and the people agree with what was answered. */
  async function orderOf(
    { id, location, guest, next }: Record<'id' | 'location' | 'guest' | 'next', string>,
    voided: Answer,
    arrived: Answer,
  ): Promise<string> {
    expect([voided.text, voided.status]).toEqual([voided.text, 200]);
    const made = voided.body.results ? voided.body.results[0].booking : voided.body;
    const trail = (await manager.get(`/bookings/${id}/transactions?site=${site.id}`)).body.data;
    const types = trail.map(({ type }: { type: string }) => type);
    const told = arrived.status === 200 ? ['created', 'check_in', 'void'] : ['created', 'void'];
    expect(types).toEqual(told);
    if (arrived.status === 200) expect(arrived.body.booking).toMatchObject({ _id: id, status: 'checked_in' });
    else expect(arrived).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    // Nobody is in house with a void booking.
    const after = (await manager.get(`/bookings/${id}?site=${site.id}`)).body;
    expect(after).toMatchObject({ status: 'void', phase: 'closed', stays: [] });
    const residents = (await manager.get(`/students/${site.id}?in_house=true`)).body;
    expect(residents.map(({ _id }: { _id: string }) => _id)).not.toContain(guest);
    const held = (await manager.get(`/bookings/${made._id}?site=${site.id}`)).body;
    expect(held).toMatchObject({ status: 'confirmed', location, lead_person: next, stays: [{ location }] });
    return types.join();
  }
});
