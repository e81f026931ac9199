import { expect, describe, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, admin } = await useLodge({ admin: 'admin' });

describe('what is offered', () => {
  const offered = async (from: string, to: string): Promise<string[]> => {
    const { body } = await admin.get(`/sites/${site.id}/availability?from=${from}&to=${to}`);
    return body.data.map(({ _id }: { _id: string }) => _id);
  };
  const nightsFree = async (location_type: string, from: string, to: string): Promise<number[]> => {
    const query = `from=${from}&to=${to}&location_type=${location_type}`;
    return (await admin.get(`/sites/${site.id}/availability?${query}`)).body.types[0].days.map(
      ({ free }: { free: number }) => free,
    );
  };
  const stay = async (location: string, contract_start: string, contract_end: string): Promise<void> => {
    const lead_person = await lodge.make.student(site);
    const dates = { contract_start, contract_end };
    const { body } = await admin.post('/bookings', { site: site.id, lead_person, location, ...dates });
    const change = { site: site.id, type: 'check_in', notes: 'late', occurred_at: `${contract_start}T12:00:00Z` };
    const answer = await admin.post(`/bookings/${body._id}/transitions`, change);
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
  };

  test('is no place for tonight, or a night since, where somebody is in house past the end', async () => {
    const type = await lodge.make.locationType(site.id);
    const [over, due] = [
      await lodge.make.room(site, { location_type_id: type }),
      await lodge.make.room(site, { location_type_id: type }),
    ];
    await stay(over, '2026-11-15', '2026-11-19');
    await stay(due, '2026-11-15', '2026-11-21');
    expect(await offered('2026-11-21', '2026-11-22')).not.toContain(over);
    expect(await offered('2026-11-19', '2026-11-20')).not.toContain(over);
    expect(await offered('2026-11-22', '2026-11-23')).toContain(over);
    // Whoever leaves today is not late.
    expect(await offered('2026-11-21', '2026-11-22')).toContain(due);
    expect(await nightsFree(type, '2026-11-18', '2026-11-24')).toEqual([0, 0, 0, 1, 2, 2]);
  });

  test('is no room of a building that is not active', async () => {
    const building = await lodge.make.location(site.id, site.buildingType);
    const room = await lodge.make.location(site.id, site.roomType, { parent_id: building });
    expect(await offered('2027-01-01', '2027-01-02')).toContain(room);
    await lodge.sql('UPDATE locations SET active = false WHERE id = $1', [building]);
    expect(await offered('2027-01-01', '2027-01-02')).not.toContain(room);
  });

  test('is no place in the nights for cleaning, as many as its type says', async () => {
    const made = { name: 'Cleaned room', colour: '#2F6FED', can_be_allocated_to_bookings: true, turnaround_days: 2 };
    const types = `/sites/${site.id}/location-types`;
    const { body: created } = await admin.post(types, made);
    expect(Object.keys(created).sort()).toEqual(['_id', 'can_be_allocated_to_bookings', 'colour', 'name']);
    const read = async () => (await admin.get(`${types}/${created._id}`)).body.turnaround_days;
    expect(await read()).toBe(2);
    const room = await lodge.make.room(site, { location_type_id: created._id });
    const lead_person = await lodge.make.student(site);
    const dates = { contract_start: '2027-03-01', contract_end: '2027-03-05' };
    const booking = { site: site.id, lead_person, location: room };
    expect((await admin.post('/bookings', { ...booking, ...dates })).status).toBe(200);
    const next = { contract_start: '2027-03-06', contract_end: '2027-03-09' };
    expect((await admin.post('/bookings', { ...booking, ...next })).body.conflicts).toMatchObject([
      { kind: 'turnaround' },
    ]);
    expect(await nightsFree(created._id, '2027-03-04', '2027-03-08')).toEqual([0, 0, 0, 1]);
    const change = async (turnaround_days?: number) =>
      (await admin.patch(`${types}/${created._id}`, { ...made, turnaround_days })).status;
    expect([await change(3), await read(), await change(), await read()]).toEqual([200, 3, 200, 3]);
    expect([await change(31), await change(-1), await read()]).toEqual([400, 400, 3]);
    const listed = (await admin.get(types)).body.find(({ _id }: { _id: string }) => _id === created._id);
    expect(listed.turnaround_days).toBe(3);
  });

  test('is never less than nothing, whoever is in a bed that a room no longer has', async () => {
    const type = await lodge.make.locationType(site.id);
    const [closed, other] = [
      await lodge.make.room(site, { location_type_id: type, capacity: 3 }),
      await lodge.make.room(site, { location_type_id: type }),
    ];
    const shrink = async (room: string, capacity: number) =>
      expect((await admin.patch(`/sites/${site.id}/locations/${room}`, { capacity })).status).toBe(200);
    await admin.post(`/sites/${site.id}/closures`, { location: closed, from: '2026-12-02', to: '2026-12-04', kind: 'other' }); // prettier-ignore
    await shrink(closed, 1);
    expect(await nightsFree(type, '2026-12-01', '2026-12-05')).toEqual([2, 1, 1, 2]);
    const occupancy = async (from: string, to: string) => (await admin.get(`/sites/${site.id}/occupancy?from=${from}&to=${to}&group_by=location_type`)).body.data.find(({ _id }: { _id: string }) => _id === type).days; // prettier-ignore
    expect(await occupancy('2026-12-02', '2026-12-03')).toMatchObject([{ capacity: 2, closed: 1, free: 1 }]);

    const shared = await lodge.make.room(site, { location_type_id: type, capacity: 2 });
    for (let bed = 0; bed < 2; bed++) {
      await stay(shared, '2026-11-10', '2026-11-21');
      const { body } = await admin.get(`/bookings?site=${site.id}&location=${shared}&status=checked_in`);
      const change = { site: site.id, type: 'check_out', notes: 'left', occurred_at: '2026-11-14T10:00:00Z' };
      expect((await admin.post(`/bookings/${body.data[0]._id}/transitions`, change)).status).toBe(200);
    }
    await shrink(shared, 1);
    expect(await nightsFree(type, '2026-11-13', '2026-11-15')).toEqual([2, 3]);
    expect(await offered('2026-11-13', '2026-11-15')).not.toContain(shared);
    expect(await offered('2026-11-13', '2026-11-15')).toContain(other);
  });
});
