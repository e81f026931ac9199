import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, manager } = await useLodge({ manager: 'manager' });
const person = await lodge.make.student(site, { first_name: 'Ada', last_name: 'Byron' });

describe('what deserves a look', () => {
  const done = async (url: string, body: object) => {
    const answer = await manager.post(url, { site: site.id, ...body });
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    return answer.body;
  };
  const book = async (location: string, from: string, to: string | null, lead?: string) => {
    const lead_person = lead ?? (await lodge.make.student(site));
    return done('/bookings', { lead_person, location, contract_start: from, contract_end: to });
  };
  const change = (id: string, type: string, on: string) =>
    done(`/bookings/${id}/transitions`, { type, notes: 'then', occurred_at: `${on}T12:00:00Z` });
  /** Somebody who should have left two days ago. */
  const overstay = async (location: string): Promise<string> => {
    const { _id } = await book(location, '2026-11-15', '2026-11-19', person);
    await change(_id, 'check_in', '2026-11-15');
    return _id;
  };
  const codes = ({ warnings }: { warnings: { code: string }[] }) => warnings.map(({ code }) => code);
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}`)).body;
  const free = async (query: string) => (await manager.get(`/sites/${site.id}/availability?${query}`)).body;

  test('is a booking of a place where somebody has stayed past the end: of the room, of the flat, and in bulk', async () => {
    const flat = await lodge.make.room(site);
    const room = await lodge.make.room(site, { parent_id: flat });
    const stayer = await overstay(room);
    const made = await book(room, '2026-11-22', '2026-11-25');
    const expected = [
      { code: 'overstay_in_place', message: expect.any(String), booking_ids: [stayer], person_ids: [] },
    ];
    expect(made.warnings).toEqual(expected);
    expect((await read(made._id)).warnings).toEqual(expected);
    expect((await book(flat, '2026-12-01', '2026-12-05')).warnings).toEqual(expected);
    const nights = { contract_start: '2026-12-10', contract_end: '2026-12-20' };
    const { results } = await done('/bookings/bulk', {
      ...nights,
      assignments: [{ person_id: await lodge.make.student(site), location_id: room }],
    });
    expect(results[0].warnings).toEqual(expected);
    await change(stayer, 'check_out', '2026-11-21');
    expect((await read(made._id)).warnings).toEqual([]);
  });

  test('is not a place whose guest leaves today', async () => {
    const due = await lodge.make.room(site);
    const { _id } = await book(due, '2026-11-15', '2026-11-21');
    await change(_id, 'check_in', '2026-11-15');
    expect(codes(await book(due, '2026-11-21', '2026-11-25'))).toEqual([]);
  });

  test('is a person who is not active, also one of several', async () => {
    const gone = await lodge.make.student(site, { active: false });
    const room = await lodge.make.room(site);
    const { warnings } = await book(room, '2027-01-01', '2027-02-01', gone);
    expect(warnings).toEqual([
      { code: 'inactive_person', message: expect.any(String), booking_ids: [], person_ids: [gone] },
    ]);
    const lead_person = await lodge.make.student(site);
    const shared = await done('/bookings', {
      ...{ lead_person, additional_people: [gone], location: await lodge.make.room(site) },
      ...{ contract_start: '2028-01-01', contract_end: '2028-02-01' },
    });
    expect((await read(shared._id)).warnings).toMatchObject([{ code: 'inactive_person', person_ids: [gone] }]);
  });

  test('is said where places are looked for: who is still there; and without an end, what is free for good', async () => {
    const type = await lodge.make.locationType(site.id);
    const [over, empty, later] = (await Promise.all(
      [1, 2, 3].map(() => lodge.make.room(site, { location_type_id: type })),
    )) as [string, string, string];
    const stayer = await overstay(over);
    await book(later, '2027-05-01', '2027-06-01');
    const offered = (body: { data: { _id: string; occupied_by: unknown }[] }) =>
      new Map(body.data.map(({ _id, occupied_by: by }) => [_id, by]));
    const occupied = { booking_id: stayer, lead_person_name: 'Byron, Ada', contract_end: '2026-11-19' };
    const tomorrow = offered(await free(`from=2026-11-22&to=2026-11-25&location_type=${type}`));
    expect(tomorrow).toEqual(
      new Map<string, unknown>([
        [over, occupied],
        [empty, null],
        [later, null],
      ]),
    );
    expect([...offered(await free(`from=2026-11-21&to=2026-11-22&location_type=${type}`)).keys()]).not.toContain(over);
    const open = await free(`from=2026-11-22&location_type=${type}`);
    expect([open.to, [...offered(open).keys()].sort()]).toEqual([null, [over, empty].sort()]);
    expect(open.types[0].days).toHaveLength(366);
    expect(open.types[0]).toMatchObject({ total: 3, free: 2 });
  });
});
