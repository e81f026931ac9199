import { expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

type Nights = { from: string; to: string };

// It is noon of 21 November 2026.
const { lodge, site, manager } = await useLodge({ manager: 'manager' });

const sent = async (method: 'post' | 'patch', path: string, body: object) => {
  const answer = await manager[method](path, { site: site.id, ...body });
  expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  return answer.body;
};
const book = async (location: string, contract_start: string, contract_end: string) =>
  (await sent('post', '/bookings', { lead_person: await lodge.make.student(site), location, contract_start, contract_end, turnaround_days: 0 }))._id as string; // prettier-ignore
const transition = (id: string, type: string, occurred_at: string) =>
  sent('post', `/bookings/${id}/transitions`, { type, occurred_at, notes: 'recorded later' });
const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}`)).body;

/** What may be changed of a booking whose guest is to come when somebody who is late to leave has gone. */
const CHANGES: Record<string, (id: string) => Promise<unknown>> = {
  nothing: () => Promise.resolve(),
  'a later end': (id) => sent('patch', `/bookings/${id}`, { contract_end: '2026-11-27' }),
  'an earlier end': (id) => sent('patch', `/bookings/${id}`, { contract_end: '2026-11-24' }),
  'nights for cleaning': (id) => sent('patch', `/bookings/${id}`, { turnaround_days: 2 }),
  'two changes': async (id) => {
    await sent('patch', `/bookings/${id}`, { contract_end: '2026-11-28' });
    await sent('patch', `/bookings/${id}`, { contract_end: '2026-11-26' });
  },
  'an end that is over, and a later one again': async (id) => {
    await sent('patch', `/bookings/${id}`, { contract_end: '2026-11-19' });
    await sent('patch', `/bookings/${id}`, { contract_end: '2026-11-27' });
  },
  'a planned move': async (id) =>
    sent('post', `/bookings/${id}/moves`, { location: await lodge.make.room(site), on: '2026-11-23' }),
  'a planned move that is cancelled': async (id) => {
    await sent('post', `/bookings/${id}/moves`, { location: await lodge.make.room(site), on: '2026-11-23' });
    expect((await manager.delete(`/bookings/${id}/moves?site=${site.id}`)).status).toBe(200);
  },
};

test.each(Object.entries(CHANGES))(
  'the nights of a guest who waits begin where the stay before ended, after: %s',
  async (_, change) => {
    const room = await lodge.make.room(site);
    const late = await book(room, '2026-11-11', '2026-11-17');
    const next = await book(room, '2026-11-17', '2026-11-26');
    await transition(late, 'check_in', '2026-11-11T14:00:00Z');
    await change(next);
    expect((await read(next)).stays[0]).toMatchObject({ from: '2026-11-21', state: 'held' });
    await transition(late, 'check_out', '2026-11-18T10:00:00Z');
    const { occupied_from, stays } = await read(next);
    expect([occupied_from, stays[0].from, stays[0].location]).toEqual(['2026-11-18', '2026-11-18', room]);
    // Nobody else gets the nights that the guest waited for, and the guest may have come by then.
    const other = { site: site.id, lead_person: await lodge.make.student(site), location: room, contract_start: '2026-11-18', contract_end: '2026-11-20' }; // prettier-ignore
    expect(await manager.post('/bookings', other)).toMatchObject({ status: 409, body: { code: 'booking_conflict' } });
    await transition(next, 'check_in', '2026-11-18T15:00:00Z');
    expect((await read(next)).occupied_from).toBe('2026-11-18');
  },
);

test.each([1, 2])(
  'the nights of a guest who waits in a room for %d come back though their end is over by now',
  async (capacity) => {
    const room = await lodge.make.room(site, { capacity });
    if (capacity === 2) await book(room, '2026-11-01', '2026-12-01');
    const late = await book(room, '2026-11-15', '2026-11-18');
    const next = await book(room, '2026-11-18', '2026-11-20');
    await transition(late, 'check_in', '2026-11-15T14:00:00Z');
    for (const contract_end of ['2026-11-21', '2026-11-19', '2026-11-20'])
      await sent('patch', `/bookings/${next}`, { contract_end });
    expect((await read(next)).stays).toEqual([]);
    await transition(late, 'check_out', '2026-11-17T10:00:00Z');
    const { occupied_from, occupied_to, stays } = await read(next);
    expect([occupied_from, occupied_to, stays.map(({ from, to }: Nights) => [from, to])]).toEqual(['2026-11-18', '2026-11-20', [['2026-11-18', '2026-11-20']]]); // prettier-ignore
    const other = { site: site.id, lead_person: await lodge.make.student(site), location: room, contract_start: '2026-11-18', contract_end: '2026-11-20' }; // prettier-ignore
    expect((await manager.post('/bookings', other)).status).toBe(409);
  },
);

test('a departure counts on the day on which somebody leaves, also if they were to move on that day or after it', async () => {
  const departures = async (on: string) => {
    const { body } = await manager.get(`/sites/${site.id}/occupancy?from=${on}&to=2026-11-25`);
    return body.data[0].days[0].departures as number;
  };
  for (const [moved, left] of [
    ['2026-11-21', '2026-11-21'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20', '2026-11-19'],
  ] as const) {
    const room = await lodge.make.room(site);
    const id = await book(room, '2026-11-16', '2026-11-30');
    await transition(id, 'check_in', '2026-11-16T14:00:00Z');
    const before = await departures(left);
    await sent('post', `/bookings/${id}/moves`, {
      location: await lodge.make.room(site),
      on: moved,
      notes: 'noted later',
    });
    expect(await departures(left)).toBe(before);
    await transition(id, 'check_out', `${left}T10:00:00Z`);
    expect([moved, left, await departures(left)]).toEqual([moved, left, before + 1]);
  }
});
