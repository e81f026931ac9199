import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const person = await lodge.make.student(site);

describe('another start of the contract of a resident', () => {
  const book = (location: string, contract_start: string, contract_end: string) =>
    owner.post('/bookings', { site: site.id, lead_person: person, location, contract_start, contract_end });
  /** Somebody who arrived on the 17th, three days after the start, and moves on the 19th if there is another room. */
  const resident = async (next?: string) => {
    const room = await lodge.make.room(site);
    const { body } = await book(room, '2026-11-14', '2026-12-01');
    const arrival = { site: site.id, type: 'check_in', occurred_at: '2026-11-17T14:00:00Z' };
    expect((await owner.post(`/bookings/${body._id}/transitions`, arrival)).status).toBe(200);
    const move = { site: site.id, location: next, on: '2026-11-19' };
    if (next) expect((await owner.post(`/bookings/${body._id}/moves`, move)).status).toBe(200);
    return { id: body._id as string, room };
  };
  const start = (id: string, contract_start: string) =>
    owner.patch(`/bookings/${id}`, { site: site.id, contract_start });

  test('that is earlier takes the nights since then in the first room', async () => {
    const next = await lodge.make.room(site);
    const { id, room } = await resident(next);
    expect(await start(id, '2026-11-10')).toMatchObject({
      status: 200,
      body: {
        contract_start: '2026-11-10',
        occupied_from: '2026-11-10',
        stays: [
          { location: room, from: '2026-11-10', to: '2026-11-19', state: 'left' },
          { location: next, from: '2026-11-19', to: '2026-12-01', state: 'in_house' },
        ],
      },
    });
    expect((await book(room, '2026-11-10', '2026-11-12')).status).toBe(409);
  });

  test('is refused where others had these nights, and says who', async () => {
    const { id, room } = await resident(await lodge.make.room(site));
    const { body: other } = await book(room, '2026-11-10', '2026-11-12');
    expect(await start(id, '2026-11-11')).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: other._id }] },
    });
    const { body } = await owner.get(`/bookings/${id}?site=${site.id}`);
    expect(body).toMatchObject({ contract_start: '2026-11-14', occupied_from: '2026-11-14' });
    expect((await start(id, '2026-11-12')).status).toBe(200);
  });

  test.each([
    ['who moved since', true],
    ['who is in the same room', false],
  ])('that is later gives back the nights before the arrival, of a resident %s', async (_, moves) => {
    const { id, room } = await resident(moves ? await lodge.make.room(site) : undefined);
    expect(await start(id, '2026-11-16')).toMatchObject({ status: 200, body: { occupied_from: '2026-11-16' } });
    expect((await book(room, '2026-11-14', '2026-11-16')).status).toBe(200);
    expect((await book(room, '2026-11-15', '2026-11-17')).status).toBe(409);
    const refused = await start(id, '2026-11-18');
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_date_range' } });
    expect(refused.body.errors).toEqual([
      {
        pointer: '/contract_start',
        code: 'invalid_date_range',
        detail: 'must not be after 2026-11-17: the guest was there',
      },
    ]);
  });

  test('that is later leaves a guest who is late to leave, and moves, the nights in the first room', async () => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { body: booked } = await book(room, '2026-11-20', '2026-11-22');
    const arrival = { site: site.id, type: 'check_in', occurred_at: '2026-11-21T10:00:00Z' };
    expect((await owner.post(`/bookings/${booked._id}/transitions`, arrival)).status).toBe(200);
    await owner.patch(`/bookings/${booked._id}`, { site: site.id, contract_end: '2026-11-21' });
    lodge.clock.set('2026-11-23T12:00:00Z');
    const desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const changes = { location: next, contract_start: '2026-11-21', contract_end: '2026-11-25' };
    const { body } = await desk.patch(`/bookings/${booked._id}`, { site: site.id, ...changes });
    lodge.clock.set('2026-11-21T12:00:00Z');
    expect(body.stays).toMatchObject([
      { location: room, from: '2026-11-21', to: '2026-11-23', state: 'left' },
      { location: next, from: '2026-11-23', to: '2026-11-25', state: 'in_house' },
    ]);
  });

  test('that is later than moves before the arrival, leaves no night of the rooms in which the guest never was', async () => {
    const { id, room } = await resident();
    const next = await lodge.make.room(site);
    const move = { site: site.id, location: next, on: '2026-11-16' };
    expect((await owner.post(`/bookings/${id}/moves`, move)).status).toBe(200);
    const { body } = await start(id, '2026-11-17');
    expect(body).toMatchObject({
      occupied_from: '2026-11-17',
      stays: [{ location: next, from: '2026-11-17', to: '2026-12-01', state: 'in_house' }],
    });
    expect((await book(room, '2026-11-14', '2026-11-16')).status).toBe(200);
    expect((await book(next, '2026-11-16', '2026-11-17')).status).toBe(200);
    expect((await start(id, '2026-11-18')).body.code).toBe('invalid_date_range');
    expect((await start(id, '2026-11-16')).body.code).toBe('booking_conflict');
  });

  test.each([
    ['one by one', (id: string, body: object) => owner.patch(`/bookings/${id}`, { site: site.id, ...body })],
    [
      'in bulk',
      (id: string, body: object) =>
        owner.patch('/bookings/bulk', { site: site.id, atomic: true, updates: [{ booking_id: id, ...body }] }),
    ],
  ])('that is earlier, with another room, takes the nights until today in the first: changed %s', async (_, change) => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const arrived = { contract_start: '2026-11-21', contract_end: '2026-12-01', status: 'checked_in' };
    const { body } = await owner.post('/bookings', { site: site.id, lead_person: person, location: room, ...arrived });
    expect((await change(body._id, { contract_start: '2026-11-10', location: next })).status).toBe(200);
    expect((await owner.get(`/bookings/${body._id}?site=${site.id}`)).body).toMatchObject({
      occupied_from: '2026-11-10',
      stays: [
        { location: room, from: '2026-11-10', to: '2026-11-21', state: 'left' },
        { location: next, from: '2026-11-21', to: '2026-12-01', state: 'in_house' },
      ],
    });
    expect((await book(room, '2026-11-12', '2026-11-15')).status).toBe(409);
    expect((await book(next, '2026-11-12', '2026-11-15')).status).toBe(200);
  });

  test('of a guest who arrived early leaves the nights since the arrival', async () => {
    const room = await lodge.make.room(site);
    const { body } = await book(room, '2026-11-21', '2026-12-01');
    const arrival = { site: site.id, type: 'check_in', occurred_at: '2026-11-19T14:00:00Z' };
    await lodge.sql('UPDATE sites SET early_check_in_days = 3 WHERE id = $1', [site.id]);
    expect((await owner.post(`/bookings/${body._id}/transitions`, arrival)).status).toBe(200);
    expect(await start(body._id, '2026-11-23')).toMatchObject({
      status: 200,
      body: { contract_start: '2026-11-23', occupied_from: '2026-11-19' },
    });
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge)).toEqual([]);
  });
});
