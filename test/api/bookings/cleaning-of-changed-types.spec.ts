import { afterAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';
const HAD = 2;

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const day = (offset: number): string => new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);

const send = (method: 'post' | 'patch', path: string, body: object) => owner[method](path, { site: site.id, ...body });
const done = async (answer: Promise<{ status: number; text: string; body: Record<string, unknown> }>) => {
  const { status, text, body } = await answer;
  expect([status, text]).toEqual([200, text]);
  return body;
};
const change = (id: string, type: string, offset?: number) =>
  send('post', `/bookings/${id}/transitions`, {
    type,
    notes: 'n',
    ...(offset !== undefined && { occurred_at: `${day(offset)}T11:00:00Z` }),
  });
const move = (id: string, location: string, on: number) =>
  send('post', `/bookings/${id}/moves`, { location, on: day(on), notes: 'n' });
const unplan = (id: string) => owner.delete(`/bookings/${id}/moves?site=${site.id}`);
const book = async (location: string, from: number, to: number): Promise<string> => {
  const { _id } = await done(
    send('post', '/bookings', {
      ...{ lead_person: await lodge.make.student(site), location },
      ...{ contract_start: day(from), contract_end: day(to) },
    }),
  );
  return String(_id);
};

/** Somebody in house from day -8 to day 6, in a room of a type that is cleaned for some nights, and two other rooms. */
async function resident(had = HAD) {
  const type = await lodge.make.locationType(site.id, { turnaround_days: had });
  const make = () => lodge.make.location(site.id, type, { parent_id: site.building });
  const [home, next, third] = [await make(), await make(), await make()];
  const id = await book(home, -8, 6);
  await done(change(id, 'check_in', -8));
  const become = (days: number) =>
    lodge.sql('UPDATE location_types SET turnaround_days = $2 WHERE id = $1', [type, days]);
  return { id, home, next, third, become };
}
/** The nights for cleaning of each part of a stay. */
const cleaning = async (id: string): Promise<number[]> => {
  const parts = await lodge.sql('SELECT turnaround FROM occupancies WHERE booking_id = $1 ORDER BY segment', [id]);
  return parts.map(({ turnaround }) => Number(turnaround));
};

type Office = Awaited<ReturnType<typeof resident>>;
/** What neither makes the stay in the first room longer than it was, nor gives it another one. */
const KEEPING: Record<string, (office: Office) => Promise<unknown>> = {
  'a check-out and its undo': async ({ id }) => {
    await done(change(id, 'check_out'));
    return done(change(id, 'undo_check_out'));
  },
  'a check-out in the past and its undo': async ({ id }) => {
    await done(change(id, 'check_out', -2));
    return done(change(id, 'undo_check_out'));
  },
  'another room on the same day': ({ id, third }) => done(move(id, third, 3)),
  'the same room on an earlier day': ({ id, next }) => done(move(id, next, 2)),
  'an end on the day of the move': ({ id }) => done(send('patch', `/bookings/${id}`, { contract_end: day(3) })),
  'an earlier end': ({ id }) => done(send('patch', `/bookings/${id}`, { contract_end: day(5) })),
  'an end that is later, in the other room': ({ id }) =>
    done(send('patch', `/bookings/${id}`, { contract_end: day(9) })),
};

describe('the nights for cleaning of a stay with a planned move, whose type got another number', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  describe.each([0, 1, 5])('now %i', (days) => {
    test.each(Object.keys(KEEPING))('stay as they are with %s', async (name) => {
      const office = await resident();
      await done(move(office.id, office.next, 3));
      await book(office.home, 3 + HAD, 9);
      await office.become(days);
      await KEEPING[name]?.(office);
      expect((await cleaning(office.id))[0]).toBe(HAD);
    });

    test('stay as they are when the move is cancelled, which was planned before or after', async () => {
      for (const isPlannedBefore of [true, false]) {
        const office = await resident();
        if (isPlannedBefore) await done(move(office.id, office.next, 3));
        await office.become(days);
        if (!isPlannedBefore) await done(move(office.id, office.next, 3));
        await book(office.home, 6 + HAD, 12);
        await done(unplan(office.id));
        expect(await cleaning(office.id)).toEqual([HAD]);
      }
    });

    test('stay as they are when the resident moves today', async () => {
      const office = await resident();
      await done(move(office.id, office.next, 3));
      await office.become(days);
      await done(move(office.id, office.third, 0));
      expect(await cleaning(office.id)).toEqual([HAD, days]);
    });

    test('are left by a check-out', async () => {
      const office = await resident();
      await done(move(office.id, office.next, 3));
      await office.become(days);
      await done(change(office.id, 'check_out'));
      expect(await cleaning(office.id)).toEqual([HAD]);
    });
  });

  test.each(Object.keys(KEEPING))('stay none with %s', async (name) => {
    const office = await resident(0);
    await done(move(office.id, office.next, 3));
    await book(office.home, 3, 9);
    await office.become(5);
    await KEEPING[name]?.(office);
    expect((await cleaning(office.id))[0]).toBe(0);
  });

  test('stay none when the move is cancelled', async () => {
    const office = await resident(0);
    await book(office.home, 6, 12);
    await office.become(5);
    await done(move(office.id, office.next, 3));
    await done(unplan(office.id));
    expect(await cleaning(office.id)).toEqual([0]);
  });

  test('of the other room stay as they are when the move is planned again, for that day or a later one', async () => {
    const office = await resident();
    await done(move(office.id, office.next, 3));
    await book(office.next, 6 + HAD, 12);
    await office.become(5);
    for (const on of [3, 4]) {
      await done(move(office.id, office.next, on));
      expect(await cleaning(office.id)).toEqual([HAD, HAD]);
    }
  });

  test('are those of an open stay only when it ends', async () => {
    const { id, next } = await resident();
    await done(send('patch', `/bookings/${id}`, { contract_end: null }));
    await done(move(id, next, 3));
    expect(await cleaning(id)).toEqual([HAD, 0]);
  });

  /** What makes a planned swap void for the room of one party: where the other one left, or comes later. */
  const WITHOUT_SWAP: Record<string, (office: Office, other: Office) => Promise<unknown>> = {
    'the other one leaves and the move is cancelled': async ({ id }, other) => {
      await done(change(other.id, 'check_out'));
      return done(unplan(id));
    },
    'the other one leaves and the stay ends on that day': async ({ id }, other) => {
      await done(change(other.id, 'check_out'));
      return done(send('patch', `/bookings/${id}`, { contract_end: day(3) }));
    },
    'the stay ends before it': ({ id }) => done(send('patch', `/bookings/${id}`, { contract_end: day(1) })),
    'the resident leaves': ({ id }) => done(change(id, 'check_out')),
    'the resident moves before it': ({ id, third }) => done(move(id, third, 1)),
  };
  describe.each([0, HAD, 5])('a swap is planned, the number becomes %i', (days) => {
    test.each(Object.keys(WITHOUT_SWAP))('and %s: they are held again', async (name) => {
      const [one, other] = [await resident(), await resident()];
      await done(send('post', `/bookings/${one.id}/swap`, { with_booking: other.id, on: day(3), notes: 'n' }));
      await one.become(days);
      expect((await cleaning(one.id))[0]).toBe(0);
      await WITHOUT_SWAP[name]?.(one, other);
      expect((await cleaning(one.id))[0]).toBe(HAD);
    });

    test('and one party moves elsewhere on that day, or is there longer: the other one still comes', async () => {
      const [one, other] = [await resident(), await resident()];
      await done(send('post', `/bookings/${one.id}/swap`, { with_booking: other.id, on: day(3), notes: 'n' }));
      await one.become(days);
      await done(send('patch', `/bookings/${one.id}`, { contract_end: day(7) }));
      await done(move(one.id, one.third, 3));
      expect((await cleaning(one.id))[0]).toBe(0);
      await done(change(other.id, 'check_out'));
      await done(unplan(one.id));
      expect(await cleaning(one.id)).toEqual([HAD]);
    });
  });

  test('of a flat are kept in the other rooms by somebody who is to move into one of them, also after a check-in', async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: HAD });
    const flat = await lodge.make.location(site.id, type, { parent_id: site.building });
    const inFlat = () => lodge.make.location(site.id, type, { parent_id: flat });
    const [first, second] = [await inFlat(), await inFlat()];
    const id = await book(flat, 0, 9);
    await done(move(id, first, 4));
    await done(change(id, 'check_in'));
    await done(move(id, first, 5));
    const [part] = await lodge.sql(
      'SELECT turnaround FROM occupancies WHERE booking_id = $1 AND segment = 1 AND location_id = $2',
      [id, second],
    );
    expect(part).toEqual({ turnaround: HAD });
  });
});
