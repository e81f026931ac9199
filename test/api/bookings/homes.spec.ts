import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, manager } = await useLodge({ manager: 'manager' });

describe('where people live', () => {
  /** People who moved into a room together, the first as lead. */
  const residents = async (people: string[]) => {
    const [lead_person, ...additional_people] = people;
    const location = await lodge.make.room(site);
    const stay = { contract_start: '2026-11-20', contract_end: '2027-06-30', status: 'checked_in', location };
    const { body, status } = await manager.post('/bookings', {
      site: site.id,
      lead_person,
      additional_people,
      ...stay,
    });
    expect(status).toBe(200);
    return { id: body._id as string, location };
  };
  const must = async (id: string, type: string) => {
    const body = { site: site.id, type, notes: 'so', cancellation_code: 'data_entry_error' };
    const answer = await manager.post(`/bookings/${id}/transitions`, body);
    expect([type, answer.status]).toEqual([type, 200]);
  };
  const homeOf = async (person: string) => (await manager.get(`/students/${site.id}/${person}`)).body.location;
  const homes = (people: string[]) => Promise.all(people.map(homeOf));

  test('nobody has a location after the check-out, and everybody has it again when that is undone', async () => {
    const people = [await lodge.make.student(site), await lodge.make.student(site)];
    const { id, location } = await residents(people);
    expect(await homes(people)).toEqual([location, location]);
    await must(id, 'check_out');
    expect(await homes(people)).toEqual(['', '']);
    await must(id, 'undo_check_out');
    expect(await homes(people)).toEqual([location, location]);
  });

  test('who makes way for a row of a bulk request lives nowhere', async () => {
    const [person, next] = [await lodge.make.student(site), await lodge.make.student(site)];
    const { id, location } = await residents([person]);
    const override = { conflict_booking_id: id, action: 'void', cancellation_code: 'data_entry_error' };
    const { body } = await manager.post('/bookings/bulk', {
      ...{ site: site.id, contract_start: '2026-11-21', contract_end: '2026-12-21' },
      assignments: [{ person_id: next, location_id: location, override }],
    });
    expect(body.summary).toMatchObject({ created: 1 });
    expect(await homeOf(person)).toBe('');
  });

  test.each(['void', 'undo_check_in'])('nor after %s of a stay that never was', async (type) => {
    const person = await lodge.make.student(site);
    const { id } = await residents([person]);
    await must(id, type);
    expect(await homeOf(person)).toBe('');
  });

  test('who is replaced in a stay has none any more; who joins, or stays in another role, has it', async () => {
    const [lead, friend, next] = await Promise.all([1, 2, 3].map(() => lodge.make.student(site)));
    const { id, location } = await residents([lead as string, friend as string]);
    const change = { site: site.id, lead_person: friend, additional_people: [next] };
    expect((await manager.patch(`/bookings/${id}`, change)).status).toBe(200);
    expect(await homes([lead, friend, next] as string[])).toEqual(['', location, location]);
  });

  test('who arrives in several rooms by one request lives in the last of them', async () => {
    const dates = { site: site.id, contract_start: '2026-11-21', contract_end: '2026-12-21' };
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const [lead_person, friend] = [await lodge.make.student(site), await lodge.make.student(site)];
      const booked: { _id: string; location: string }[] = [];
      for (const additional_people of [[friend], [], []]) {
        const location = await lodge.make.room(site);
        booked.push((await manager.post('/bookings', { ...dates, lead_person, additional_people, location })).body);
      }
      const transitions = order.map((index) => ({ booking_id: booked[index]?._id, type: 'check_in' }));
      const { body } = await manager.post('/bookings/transitions/bulk', { site: site.id, transitions });
      expect(body.summary).toMatchObject({ transitioned: 3 });
      const last = order.at(-1) ?? 0;
      expect(await homes([lead_person, friend])).toEqual([booked[last]?.location, booked[0]?.location]);
    }
  });

  test('who is in house elsewhere, too, lives there', async () => {
    const person = await lodge.make.student(site);
    const [first, second] = [await residents([person]), await residents([person])];
    expect(await homeOf(person)).toBe(second.location);
    await must(second.id, 'check_out');
    expect(await homeOf(person)).toBe(first.location);
    await must(first.id, 'check_out');
    expect(await homeOf(person)).toBe('');
  });

  test('two check-outs of one person at once leave no location', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await lodge.make.student(site);
      const stays = [await residents([person]), await residents([person])];
      await Promise.all(stays.map(({ id }) => must(id, 'check_out')));
      expect(await homeOf(person)).toBe('');
    }
  });

  test('a check-out and a check-in of one person at once leave the room of the check-in', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await lodge.make.student(site);
      const { id } = await residents([person]);
      const [, { location }] = await Promise.all([must(id, 'check_out'), residents([person])]);
      expect(await homeOf(person)).toBe(location);
    }
  });

  test('a person without one is in the list, the export and its import, and gets one or loses it by PATCH', async () => {
    const own = await lodge.make.site();
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [own.id]: 'admin' } })).email);
    const id = await lodge.make.student(own, { student_id: 'GONE-1', location_id: null });
    expect((await admin.get(`/students/${own.id}`)).body).toMatchObject([{ _id: id, location: '' }]);
    const { text } = await admin.get(`/students/${own.id}/export-csv`);
    expect(text.split('\r\n')[1]).toMatch(/^"GONE-1","Ada","[^"]+",,,,/);
    const row = { student_id: 'GONE-1', first_name: 'Ada', last_name: 'Byron', location: '' };
    const { last_name } = (await admin.get(`/students/${own.id}/${id}`)).body;
    const sent = (students: object[], type = 'full') => admin.post(`/students/${own.id}/import`, { type, students });
    const again = await sent([{ ...row, last_name }]);
    expect(again).toMatchObject({ status: 200, body: { students: [{ _id: id, location: '' }], exceptions: [] } });
    const strangers = await sent([{ ...row, last_name: 'Noether', student_id: 'NEW-1' }], 'partial');
    expect(strangers.body.exceptions).toMatchObject([{ student_id: 'NEW-1', cause: 'missing_required_field' }]);
    const put = (location: string) =>
      admin.patch(`/students/${own.id}/${id}`, { first_name: 'Ada', last_name, location });
    expect((await put(own.building)).body.location).toBe(own.building);
    const kept = await sent([{ ...row, last_name }]);
    expect(kept.body.exceptions).toMatchObject([{ cause: 'missing_required_field', existing_record_id: id }]);
    expect((await put('')).body.location).toBe('');
  });
});
