import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';

const { lodge, site, manager } = await useLodge({ manager: 'manager' });
const person = await lodge.make.student(site);

describe('a flat and somebody who is late to leave', () => {
  const book = async (location: string, contract_start: string, contract_end: string): Promise<string> => {
    const stay = { location, contract_start, contract_end };
    const { status, body } = await manager.post('/bookings', { site: site.id, lead_person: person, ...stay });
    expect([status, body.detail]).toEqual([200, undefined]);
    return body._id;
  };
  const arrive = async (id: string, on: string) => {
    const arrival = { site: site.id, type: 'check_in', occurred_at: `${on}T12:00:00Z` };
    expect((await manager.post(`/bookings/${id}/transitions`, arrival)).status).toBe(200);
  };
  const flatWithRooms = async () => {
    const flat = await lodge.make.room(site);
    return { flat, one: await lodge.make.room(site, { parent_id: flat }), other: await lodge.make.room(site, { parent_id: flat }) }; // prettier-ignore
  };
  /** The nights of a booking by its own record, and in every place of the flat by the calendar. */
  const nightsOf = async (id: string, flat: string) => {
    const single = (await manager.get(`/bookings/${id}?site=${site.id}`)).body;
    const calendar = await manager.get(`/sites/${site.id}/locations/${flat}/calendar?from=2026-11-01&to=2027-01-01`);
    type Place = { entries: { from: string; to: string; booking: { _id: string } }[] };
    return {
      stays: single.stays.map(({ from, to }: { from: string; to: string }) => [from, to]),
      places: calendar.body.data.map(({ entries }: Place) =>
        entries.filter(({ booking }) => booking?._id === id).map(({ from, to }) => [from, to]),
      ),
    };
  };
  const listed = async (from: string, to: string, location: string): Promise<string[]> => {
    const query = `from=${from}&to=${to}&location_tree=${location}`;
    return (await manager.get(`/bookings?site=${site.id}&${query}`)).body.data.map(({ _id }: { _id: string }) => _id);
  };

  test('holds the other rooms until that person has left, and begins in all of them then; every read and every write says so', async () => {
    const { flat, one, other } = await flatWithRooms();
    const stayer = await book(other, '2026-11-15', '2026-11-17');
    const late = await book(flat, '2026-11-18', '2026-12-01');
    await arrive(stayer, '2026-11-15');
    const [nights, all] = [[[TODAY, '2026-12-01']], [['2026-11-18', '2026-12-01']]];
    expect(await nightsOf(late, flat)).toEqual({ stays: all, places: [all, all, nights] });
    expect(await listed('2026-11-18', '2026-11-20', flat)).toEqual([stayer, late]);
    expect(await listed('2026-11-18', '2026-11-20', one)).toEqual([]);
    const night = { contract_start: '2026-11-19', contract_end: '2026-11-20' };
    const refused = await manager.post('/bookings', { site: site.id, lead_person: person, location: one, ...night });
    expect(refused.body.conflicts).toMatchObject([{ booking_id: late }]);
    const nothing = await manager.get(
      `/sites/${site.id}/availability?from=2026-11-19&to=2026-11-20&location_tree=${flat}`,
    );
    expect(nothing.body.data).toEqual([]);
    const range = `from=2026-11-19&to=2026-11-20&group_by=day`;
    const [{ days }] = (await manager.get(`/sites/${site.id}/occupancy?${range}`)).body.data;
    expect(days).toMatchObject([{ held: 1, in_house: 1 }]);
    // As it is after the check-out.
    const out = { site: site.id, type: 'check_out' };
    expect((await manager.post(`/bookings/${stayer}/transitions`, out)).status).toBe(200);
    expect(await nightsOf(late, flat)).toEqual({ stays: nights, places: [nights, nights, nights] });
  });

  test('has tonight in the rooms that nobody has booked for tonight, and every read says so', async () => {
    const { flat, one, other } = await flatWithRooms();
    const stayer = await book(flat, '2026-11-15', '2026-11-18');
    await arrive(stayer, '2026-11-15');
    const until = (day: string) => [['2026-11-15', day]];
    const tomorrow = until('2026-11-22');
    expect(await nightsOf(stayer, flat)).toEqual({ stays: tomorrow, places: [tomorrow, tomorrow, tomorrow] });
    const next = await book(other, TODAY, '2026-12-01');
    expect(await nightsOf(stayer, flat)).toEqual({ stays: tomorrow, places: [tomorrow, tomorrow, until(TODAY)] });
    expect(await listed(TODAY, '2026-11-22', one)).toEqual([]);
    expect(await listed(TODAY, '2026-11-22', flat)).toEqual([stayer, next]);
    const tonight = `from=${TODAY}&to=2026-11-22`;
    const offered = await manager.get(`/sites/${site.id}/availability?${tonight}&location_tree=${flat}`);
    expect(offered.body.data).toEqual([]);
    const free = async (read: string) => (await manager.get(`/sites/${site.id}/${read}`)).body;
    const { types } = await free(`availability?${tonight}`);
    const { data } = await free(`occupancy?${tonight}&group_by=location_type`);
    const rooms = data.find(({ _id }: { _id: string }) => _id === types[0].location_type);
    expect(types).toHaveLength(1);
    expect(rooms.days[0]).toMatchObject({ free: types[0].days[0].free });
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge)).toEqual([]);
  });
});
