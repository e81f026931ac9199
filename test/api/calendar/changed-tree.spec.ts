import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const { lodge, site, manager, admin } = await useLodge({ manager: 'manager', admin: 'admin' });
const person = await lodge.make.student(site);

describe('nights that are over, after a change of the tree', () => {
  const building = () => lodge.make.location(site.id, site.buildingType);
  /** The day of a building on which the stays are. */
  const countIn = async (house: string) => {
    const { body } = await manager.get(`/sites/${site.id}/occupancy?from=2026-11-16&to=2026-11-17&group_by=building`);
    return body.data.find(({ _id }: { _id: string }) => _id === house).days[0];
  };
  const stay = async (location: string) => {
    const dates = { contract_start: '2026-11-15', contract_end: '2026-11-18' };
    const { body } = await manager.post('/bookings', { site: site.id, lead_person: person, location, ...dates });
    for (const [type, occurred_at] of [
      ['check_in', '2026-11-15T14:00:00Z'],
      ['check_out', '2026-11-18T09:00:00Z'],
    ])
      expect(
        (await manager.post(`/bookings/${body._id}/transitions`, { site: site.id, type, occurred_at })).status,
      ).toBe(200);
  };
  const addRoom = async (parent: string) => {
    const room = await lodge.make.room(site);
    expect((await admin.patch(`/sites/${site.id}/locations/${room}`, { parent })).status).toBe(200);
    return room;
  };

  test('have the stays of a flat that got its first room since; both it and the room are places then', async () => {
    const house = await building();
    const flat = await lodge.make.room(site, { parent_id: house, capacity: 2 });
    await stay(flat);
    await stay(flat);
    const before = await countIn(house);
    expect(before).toMatchObject({ capacity: 2, in_house: 2, free: 0 });
    await addRoom(flat);
    expect(await countIn(house)).toMatchObject({ capacity: 3, in_house: 2, free: 1 });
  });

  test('have a closure of such a flat', async () => {
    const house = await building();
    const flat = await lodge.make.room(site, { parent_id: house });
    const closed = { location: flat, from: '2026-11-15', to: '2026-11-18', kind: 'maintenance' };
    expect((await manager.post(`/sites/${site.id}/closures`, closed)).status).toBe(200);
    await addRoom(flat);
    expect(await countIn(house)).toMatchObject({ capacity: 2, closed: 1, free: 1 });
  });

  test('count a stay of a flat in its rooms alone, also of a room that has left the flat since', async () => {
    const house = await building();
    const flat = await lodge.make.room(site, { parent_id: house });
    const one = await lodge.make.room(site, { parent_id: flat });
    await lodge.make.room(site, { parent_id: flat });
    await stay(flat);
    expect(await countIn(house)).toMatchObject({ capacity: 2, in_house: 2 });
    expect((await admin.patch(`/sites/${site.id}/locations/${one}`, { parent: house })).status).toBe(200);
    expect(await countIn(house)).toMatchObject({ capacity: 2, in_house: 2, free: 0 });
  });
});
