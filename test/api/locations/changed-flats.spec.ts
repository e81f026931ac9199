import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const person = await lodge.make.student(site);

describe('a stay in a flat whose rooms have changed since', () => {
  const flatWith = async (count: number) => {
    const flat = await lodge.make.room(site);
    const rooms = await Promise.all(Array.from({ length: count }, () => lodge.make.room(site, { parent_id: flat })));
    return { flat, rooms: rooms as [string, string] };
  };
  const book = (location: string, contract_start: string, contract_end: string, more = {}) =>
    owner.post('/bookings', { site: site.id, lead_person: person, location, contract_start, contract_end, ...more });
  const change = (id: string, type: string, at?: string) =>
    owner.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'again', occurred_at: at });
  const put = async (location: string, changes: object) => {
    const answer = await owner.patch(`/sites/${site.id}/locations/${location}`, changes);
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  };
  const calendar = async (location: string): Promise<[from: string, to: string | null, state: string][]> => {
    const range = 'from=2026-11-01&to=2027-01-01';
    const { data } = await owner
      .get(`/sites/${site.id}/locations/${location}/calendar?${range}`)
      .then(({ body }) => body);
    const own = data.filter((place: { location: string }) => place.location === location);
    return own.flatMap(({ entries }: { entries: { from: string; to: string | null; state: string }[] }) =>
      entries.map(({ from, to, state }) => [from, to, state]),
    );
  };
  const stayed = async (location: string, end = '2026-12-01') => {
    const { body } = await book(location, '2026-11-15', end);
    expect((await change(body._id, 'check_in', '2026-11-15T14:00:00Z')).status).toBe(200);
    expect((await change(body._id, 'check_out', '2026-11-18T09:00:00Z')).status).toBe(200);
    return body._id as string;
  };

  test('keeps the nights in a room that has left it, when the check-out is taken back and when the end changes', async () => {
    const { flat, rooms } = await flatWith(2);
    const id = await stayed(flat);
    await put(rooms[0], { parent: site.building });
    expect((await change(id, 'undo_check_out')).status).toBe(200);
    expect(await calendar(rooms[0])).toEqual([['2026-11-15', '2026-11-18', 'left']]);
    expect(await calendar(rooms[1])).toEqual([
      ['2026-11-15', '2026-11-21', 'left'],
      ['2026-11-21', '2026-12-01', 'in_house'],
    ]);
    expect((await owner.patch(`/bookings/${id}`, { site: site.id, contract_end: '2026-12-05' })).status).toBe(200);
    expect((await change(id, 'check_out')).status).toBe(200);
    expect(await calendar(rooms[0])).toEqual([['2026-11-15', '2026-11-18', 'left']]);
    expect(await book(rooms[0], '2026-11-16', '2026-11-17')).toMatchObject({
      status: 409,
      body: { conflicts: [{ booking_id: id, kind: 'stay' }] },
    });
  });

  test('has no nights before today in a room that has joined it', async () => {
    const { flat, rooms } = await flatWith(1);
    const id = await stayed(flat);
    const joined = await lodge.make.room(site);
    await stayed(joined);
    await put(joined, { parent: flat });
    expect((await change(id, 'undo_check_out')).status).toBe(200);
    const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
    expect(body.stays).toEqual([
      { location: flat, from: '2026-11-15', to: '2026-11-21', state: 'left' },
      { location: flat, from: '2026-11-21', to: '2026-12-01', state: 'in_house' },
    ]);
    expect(await calendar(joined)).toEqual([
      ['2026-11-15', '2026-11-18', 'left'],
      ['2026-11-21', '2026-12-01', 'in_house'],
    ]);
    expect(await calendar(rooms[0])).toHaveLength(2);
  });

  test('does not go on in nights that others have had there since', async () => {
    const { flat, rooms } = await flatWith(2);
    const id = await stayed(flat);
    await put(rooms[0], { parent: site.building });
    expect((await book(rooms[1], '2026-11-19', '2026-11-20')).status).toBe(200);
    const { body: before } = await owner.get(`/bookings/${id}?site=${site.id}`);
    expect(before.allowed_transitions.find(({ type }: { type: string }) => type === 'undo_check_out').allowed).toBe(
      false,
    );
    expect(await change(id, 'undo_check_out')).toMatchObject({
      status: 409,
      body: { reasons: [{ code: 'room_retaken' }] },
    });
    expect(await calendar(rooms[0])).toEqual([['2026-11-15', '2026-11-18', 'left']]);
  });

  test('goes on in the bed that is left of a room, and keeps the nights of the other', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const [first, second] = [await stayed(room), await stayed(room)];
    await put(room, { capacity: 1 });
    expect((await change(second, 'undo_check_out')).status).toBe(200);
    expect(await calendar(room)).toEqual([
      ['2026-11-15', '2026-11-18', 'left'],
      ['2026-11-18', '2026-12-01', 'in_house'],
      ['2026-11-15', '2026-11-18', 'left'],
    ]);
    expect((await change(first, 'undo_check_out')).status).toBe(409);
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge)).toEqual([]);
  });
});
