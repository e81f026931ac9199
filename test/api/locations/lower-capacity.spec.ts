import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, owner } = await useLodge({ owner: 'owner' }, { instances: 2 });
const person = await lodge.make.student(site);

describe('a room with fewer places than before', () => {
  const book = (location: string, contract_start: string, contract_end: string, client = owner) =>
    client.post('/bookings', { site: site.id, lead_person: person, location, contract_start, contract_end });
  const change = (id: string, type: string, more = {}) =>
    owner.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'n', ...more });
  const stayed = async (location: string, end = '2026-11-19'): Promise<string> => {
    const { body } = await book(location, '2026-11-15', end);
    expect((await change(body._id, 'check_in', { occurred_at: '2026-11-15T14:00:00Z' })).status).toBe(200);
    expect((await change(body._id, 'check_out', { occurred_at: `${end}T09:00:00Z` })).status).toBe(200);
    return body._id;
  };
  const shrink = async (location: string, capacity = 1) =>
    expect((await owner.patch(`/sites/${site.id}/locations/${location}`, { capacity })).status).toBe(200);
  const free = async (location: string): Promise<number> => {
    const range = `from=2026-11-15&to=2026-11-17&location_tree=${location}`;
    const { data } = (await owner.get(`/sites/${site.id}/availability?${range}`)).body;
    return data.reduce((sum: number, each: { free: number }) => sum + each.free, 0);
  };
  /** The occupancy of a room at the top of the tree, night by night. */
  const occupancyOf = async (room: string, from: string, to: string) => {
    const { data } = (await owner.get(`/sites/${site.id}/occupancy?from=${from}&to=${to}&group_by=building`)).body;
    return data.find(({ _id }: { _id: string }) => _id === room).days;
  };
  /** A room whose first place is free in nights in which somebody stayed in a place that is gone. */
  const shrunk = async (values = {}) => {
    const room = await lodge.make.room(site, { capacity: 2, ...values });
    const [first, second] = [await stayed(room), await stayed(room)];
    expect((await change(first, 'void', { cancellation_code: 'data_entry_error' })).status).toBe(200);
    await shrink(room);
    return { room, first, second };
  };

  test('takes no second stay in a night in which somebody was in a place that is gone', async () => {
    const { room, second } = await shrunk();
    expect(await free(room)).toBe(0);
    expect(await book(room, '2026-11-16', '2026-11-18')).toMatchObject({
      status: 409,
      body: { conflicts: [{ booking_id: second, kind: 'stay' }] },
    });
    const assignments = [{ person_id: person, location_id: room }];
    const nights = { contract_start: '2026-11-16', contract_end: '2026-11-18' };
    const bulk = await owner.post('/bookings/bulk', {
      site: site.id,
      ...nights,
      assignments: [...assignments, { person_id: person, location_id: await lodge.make.room(site) }],
    });
    expect(bulk.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['failed', 'created']);
    expect((await book(room, '2026-11-19', '2026-11-25')).status).toBe(200);
  });

  test.each([true, false])(
    'is full in such a night in occupancy as in availability, also when active is %s',
    async (active) => {
      const { room, second } = await shrunk({ parent_id: null });
      await owner.patch(`/sites/${site.id}/locations/${room}`, { active });
      const days = () => occupancyOf(room, '2026-11-14', '2026-11-20');
      const open = { capacity: 1, closed: active ? 0 : 1, in_house: 0, free: active ? 1 : 0 };
      const taken = { capacity: 1, closed: 0, in_house: 1, free: 0 };
      expect(await days()).toMatchObject([open, taken, taken, taken, taken, open]);
      expect((await change(second, 'void', { cancellation_code: 'data_entry_error' })).status).toBe(200);
      expect(await days()).toMatchObject([open, open, open, open, open, open]);
    },
  );

  test('shows two stays of a night although it has one place by now', async () => {
    const room = await lodge.make.room(site, { capacity: 2, parent_id: null });
    await stayed(room, '2026-11-19');
    await stayed(room, '2026-11-17');
    await shrink(room);
    const days = await occupancyOf(room, '2026-11-16', '2026-11-19');
    const both = { capacity: 2, in_house: 2, free: 0 };
    expect(days).toMatchObject([both, { capacity: 1, in_house: 1, free: 0 }, { capacity: 1, in_house: 1, free: 0 }]);
  });

  test('takes no booking of the whole flat in such a night', async () => {
    const flat = await lodge.make.room(site);
    await shrunk({ parent_id: flat });
    expect((await book(flat, '2026-11-16', '2026-11-18')).status).toBe(409);
    expect((await book(flat, '2026-11-19', '2026-11-20')).status).toBe(200);
  });

  test('takes as many as it has places, whichever they were in', async () => {
    const room = await lodge.make.room(site, { capacity: 3 });
    const [first] = [await stayed(room), await stayed(room), await stayed(room)];
    expect((await change(first, 'void', { cancellation_code: 'data_entry_error' })).status).toBe(200);
    await shrink(room, 2);
    expect((await book(room, '2026-11-16', '2026-11-18')).status).toBe(409);
    await shrink(room, 3);
    expect((await book(room, '2026-11-16', '2026-11-18')).status).toBe(200);
    expect((await book(room, '2026-11-16', '2026-11-18')).status).toBe(409);
  });

  test('does not get a stay back that was voided, while somebody else has its only place', async () => {
    const { first, second } = await shrunk();
    expect(await change(first, 'reinstate')).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    expect((await change(second, 'void', { cancellation_code: 'data_entry_error' })).status).toBe(200);
    expect((await change(first, 'reinstate')).status).toBe(200);
  });

  test('takes one of many at the same time that want the last place of a night, in whichever bed', async () => {
    for (let round = 0; round < 6; round++) {
      const room = await lodge.make.room(site, { capacity: 3 });
      const stays = [
        await stayed(room, '2026-11-17'),
        await stayed(room, '2026-11-17'),
        await stayed(room, '2026-11-17'),
      ];
      for (const id of stays.slice(0, 2))
        expect((await change(id, 'void', { cancellation_code: 'data_entry_error' })).status).toBe(200);
      await shrink(room, 2);
      expect((await book(room, '2026-11-18', '2026-11-19')).status).toBe(200);
      // The long ones find the second bed free, the short ones the first.
      const answers = await Promise.all(
        ['2026-11-19', '2026-11-19', '2026-11-17', '2026-11-17'].map((end, index) =>
          book(room, '2026-11-16', end, owner.on(lodge.instances[index < 2 ? 0 : 1] ?? lodge.instance)),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge)).toEqual([]);
  });
});
