import { afterAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';
const DAYS = 3;

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const type = await lodge.make.locationType(site.id, { name: 'Cleaned', turnaround_days: DAYS });
const day = (offset: number): string => new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);
const rooms = (count: number) =>
  Promise.all(Array.from({ length: count }, () => lodge.make.location(site.id, type, { parent_id: site.building })));

const send = async (path: string, body: object) => {
  const answer = await owner.post(path, { site: site.id, notes: 'n', ...body });
  expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  return answer.body;
};
const book = async (location: string, from: number, to: number) =>
  owner.post('/bookings', {
    ...{ site: site.id, lead_person: await lodge.make.student(site), location },
    ...{ contract_start: day(from), contract_end: day(to) },
  });
const resident = async (location: string, from: number, to: number): Promise<string> => {
  const { _id } = (await book(location, from, to)).body;
  await send(`/bookings/${_id}/transitions`, { type: 'check_in', occurred_at: `${day(from)}T10:00:00Z` });
  return _id;
};
const move = (id: string, location: string, on: number) => send(`/bookings/${id}/moves`, { location, on: day(on) });
const swap = (id: string, other: string) => send(`/bookings/${id}/swap`, { with_booking: other });
const checkOut = (id: string, on: number) =>
  send(`/bookings/${id}/transitions`, { type: 'check_out', occurred_at: `${day(on)}T11:00:00Z` });
/** The nights of a room, from a day on, that nobody can have. */
const cleaned = async (location: string, from: number): Promise<number[]> => {
  const range = `from=${day(from)}&to=${day(from + DAYS + 2)}&location_tree=${location}`;
  const { types } = (await owner.get(`/sites/${site.id}/availability?${range}`)).body;
  const { days } = types.find(({ location_type }: { location_type: string }) => location_type === type);
  return days.flatMap(({ free }: { free: number }, index: number) => (free === 0 ? [from + index] : []));
};

describe('the nights for cleaning after a departure', () => {
  afterAll(async () => expect(await findViolations(lodge)).toEqual([]));

  // On each day from the arrival to today, also with the check-out before, on and after it, and through one or two other rooms.
  test('are held wherever the resident was before: after moves away and back on one day', async () => {
    for (const end of [6, 0, -1])
      for (const on of [-2, 0])
        for (const out of [-3, -2, -1, 0].filter((each) => each >= on - 1))
          for (const through of [1, 2]) {
            const [home = '', ...others] = await rooms(1 + through);
            const id = await resident(home, -8, end);
            for (const location of [...others, home]) await move(id, location, on);
            await checkOut(id, out);
            const told = [end, on, out, through];
            const expected = Array.from({ length: DAYS }, (_, index) => out + index);
            expect([...told, await cleaned(home, out)]).toEqual([...told, expected]);
            expect((await book(home, out + DAYS - 1, out + DAYS + 1)).body.conflicts?.[0]?.kind).toBe('turnaround');
            await send(`/bookings/${id}/transitions`, { type: 'undo_check_out' });
            await checkOut(id, out);
            expect([...told, await cleaned(home, out)]).toEqual([...told, expected]);
          }
  });

  // All ways of up to three moves on one day, over rooms and a flat with the first room in it.
  test('are held in each place that the resident has left, after any moves of one day, and a check-out', async () => {
    const flat = await lodge.make.location(site.id, type, { parent_id: site.building });
    const inFlat = await Promise.all([1, 2].map(() => lodge.make.location(site.id, type, { parent_id: flat })));
    const [single = '', other = ''] = await rooms(2);
    const [first = '', second = ''] = inFlat;
    const placesOf = new Map<string, string[]>([[flat, inFlat]]);
    for (const room of [first, second, single, other]) placesOf.set(room, [room]);
    const ways = (path: string[], moves: number): string[][] =>
      moves === 0
        ? [path]
        : [...placesOf.keys()].filter((to) => to !== path.at(-1)).flatMap((to) => ways([...path, to], moves - 1));
    for (const home of [first, flat, single])
      for (const [, ...way] of [1, 2, 3].flatMap((moves) => ways([home], moves))) {
        const id = await resident(home, -8, 6);
        for (const location of way) await move(id, location, 0);
        const there = placesOf.get(way.at(-1) ?? '') ?? [];
        const spent = placesOf.get(home) ?? [];
        const told = [home, ...way].map((location) => [...placesOf.keys()].indexOf(location));
        for (const place of spent.filter((each) => !there.includes(each)))
          expect([told, await cleaned(place, 0)]).toEqual([told, [0, 1, 2]]);
        await checkOut(id, 0);
        for (const place of placesOf.keys())
          if (place !== flat)
            expect([told, place, await cleaned(place, 0)]).toEqual([
              told,
              place,
              spent.includes(place) ? [0, 1, 2] : [],
            ]);
        await send(`/bookings/${id}/transitions`, { type: 'undo_check_out' });
        await checkOut(id, 0);
        for (const place of spent) expect([told, await cleaned(place, 0)]).toEqual([told, [0, 1, 2]]);
        await send(`/bookings/${id}/transitions`, { type: 'void', cancellation_code: 'data_entry_error' });
      }
  });

  test('are as many as before when the resident does not return after all', async () => {
    const leave = async (end: (id: string, rooms: string[]) => Promise<unknown>) => {
      const [home = '', away = '', third = ''] = await rooms(3);
      const id = await resident(home, -8, 6);
      await move(id, away, 0);
      await move(id, home, 1);
      expect(await cleaned(home, 0)).toEqual([0, 1, 2, 3, 4]);
      await end(id, [home, away, third]);
      expect(await cleaned(home, 0)).toEqual([0, 1, 2]);
    };
    await leave((id) => owner.delete(`/bookings/${id}/moves?site=${site.id}`));
    await leave((id, [, , third = '']) => move(id, third, 2));
    await leave((id) => checkOut(id, 0));
    await leave((id, [, , third = '']) => move(id, third, 0));
  });

  test('of a booking that is over, and waits for a resident who is late, are counted as they are held', async () => {
    const room = await lodge.make.location(site.id, type);
    const late = await resident(room, -3, -1);
    await checkOut(late, -1);
    expect((await owner.patch(`/bookings/${late}`, { site: site.id, turnaround_days: 0 })).status).toBe(200);
    expect((await book(room, -1, 0)).status).toBe(200);
    await send(`/bookings/${late}/transitions`, { type: 'undo_check_out' });
    expect(await cleaned(room, 0)).toEqual([0, 1, 2]);
    const range = `from=${day(0)}&to=${day(4)}`;
    const { data } = (await owner.get(`/sites/${site.id}/occupancy?${range}&group_by=building`)).body;
    const [cleaning, free] = [
      { turnaround: 1, free: 0 },
      { turnaround: 0, free: 1 },
    ];
    expect(data.find(({ _id }: { _id: string }) => _id === room).days).toMatchObject([
      { in_house: 1, turnaround: 0, free: 0 },
      ...[cleaning, cleaning, free],
    ]);
  });

  test('are held after a swap and a swap back', async () => {
    const [one = '', other = ''] = await rooms(2);
    const [first, second] = [await resident(one, -8, 6), await resident(other, -8, 6)];
    await swap(first, second);
    await swap(first, second);
    await checkOut(first, 0);
    await checkOut(second, 0);
    for (const room of [one, other]) expect(await cleaned(room, 0)).toEqual([0, 1, 2]);
  });

  test('are held in the rooms of a flat that got another one since', async () => {
    const flat = await lodge.make.location(site.id, type, { parent_id: site.building });
    const room = await lodge.make.location(site.id, type, { parent_id: flat });
    const id = await resident(flat, -8, 6);
    await checkOut(id, 0);
    await lodge.make.location(site.id, type, { parent_id: flat });
    await send(`/bookings/${id}/transitions`, { type: 'undo_check_out' });
    await checkOut(id, 0);
    expect(await cleaned(room, 0)).toEqual([0, 1, 2]);
    expect((await book(flat, 1, 2)).status).toBe(409);
  });

  test('are as many as are left before the next guest arrives', async () => {
    const [home = '', other = ''] = await rooms(2);
    const id = await resident(home, -8, 0);
    expect((await book(home, 4, 5)).status).toBe(200);
    await send(`/bookings/${id}/moves`, { location: other });
    expect((await book(home, 1, 3)).status).toBe(409);
    await send(`/bookings/${id}/moves`, { location: home });
    await checkOut(id, 0);
    expect(await cleaned(home, 0)).toEqual([0, 1, 2, 4]);
  });
});
