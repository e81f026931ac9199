import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.

const { lodge, site, admin } = await useLodge({ admin: 'admin' });
const person = await lodge.make.student(site, { last_name: 'Byron' });

describe('closing a location', () => {
  const house = () => lodge.make.location(site.id, site.buildingType);
  const roomIn = (parent_id: string) => lodge.make.room(site, { parent_id });
  const book = (location: string, contract_start: string, contract_end: string, more = {}) =>
    admin.post('/bookings', { site: site.id, lead_person: person, location, contract_start, contract_end, ...more });
  const close = (id: string, more = {}) => admin.patch(`/sites/${site.id}/locations/${id}`, { active: false, ...more });

  test('applies to everything below it', async () => {
    const building = await house();
    const room = await roomIn(building);
    expect((await close(building)).status).toBe(200);
    const refused = await book(room, '2027-01-01', '2027-02-01');
    expect(refused).toMatchObject({ status: 422, body: { code: 'location_not_allocatable' } });
  });

  test('with live bookings is refused with their number and the list, and done when the number is confirmed', async () => {
    const building = await house();
    const [one, other] = [await roomIn(building), await roomIn(building)];
    const { body: stayer } = await book(one, '2026-11-01', '2026-11-20');
    const arrival = { site: site.id, type: 'check_in', occurred_at: '2026-11-15T12:00' };
    expect((await admin.post(`/bookings/${stayer._id}/transitions`, arrival)).status).toBe(200);
    const { body: later } = await book(other, '2027-01-01', '2027-02-01');
    // Over, and cancelled: they do not count.
    await book(other, '2026-10-01', '2026-10-10');
    const { body: cancelled } = await book(other, '2027-03-01', '2027-04-01');
    const cancel = { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' };
    expect((await admin.post(`/bookings/${cancelled._id}/transitions`, cancel)).status).toBe(200);
    // Nor does one of which somebody who left late has taken all nights.
    const third = await roomIn(building);
    const { body: late } = await book(third, '2026-11-10', '2026-11-15');
    expect((await book(third, '2026-11-15', '2026-11-18')).status).toBe(200);
    for (const act of [
      { ...arrival, occurred_at: '2026-11-14T12:00' },
      { site: site.id, type: 'check_out', notes: 'late' },
    ])
      expect((await admin.post(`/bookings/${late._id}/transitions`, act)).status).toBe(200);
    // Elsewhere now, and here by a planned move.
    const { body: mover } = await book(await roomIn(site.building), '2027-05-01', '2027-06-01');
    const move = { site: site.id, location: one, on: '2027-05-15' };
    expect((await admin.post(`/bookings/${mover._id}/moves`, move)).status).toBe(200);

    const refused = await close(building);
    expect(refused).toMatchObject({ status: 409, body: { code: 'has_live_bookings', live_bookings: 3 } });
    expect(refused.body.conflicts).toEqual([
      {
        booking_id: stayer._id,
        status: 'checked_in',
        location: one,
        contract_start: '2026-11-01',
        contract_end: '2026-11-20',
        lead_person_name: 'Byron, Ada',
      },
      expect.objectContaining({ booking_id: later._id }),
      expect.objectContaining({ booking_id: mover._id }),
    ]);
    expect((await close(building, { confirm_live_bookings: 2 })).status).toBe(409);
    expect((await close(building, { confirm_live_bookings: 4 })).status).toBe(409);
    expect((await book(other, '2027-07-01', '2027-08-01')).status).toBe(200);
    expect((await close(building, { confirm_live_bookings: 3 })).body.live_bookings).toBe(4);
    expect((await close(building, { confirm_live_bookings: 4 })).body.active).toBe(false);
    expect((await admin.get(`/bookings/${later._id}?site=${site.id}`)).body.status).toBe('confirmed');
    // It is closed already: nothing is to be confirmed.
    expect((await close(building, { name: 'Closed for good' })).status).toBe(200);
  });

  test('never lets in a booking that nobody confirmed', async () => {
    for (let round = 0; round < 8; round++) {
      const building = await house();
      const rooms = [await roomIn(building), await roomIn(building), await roomIn(building)];
      const [closed, ...booked] = await Promise.all([
        close(building, { confirm_live_bookings: 1 }),
        ...rooms.map((room) => book(room, '2027-01-01', '2027-02-01')),
      ]);
      const made = booked.filter(({ status }) => status === 200).length;
      if (closed.status === 200) expect(made).toBe(1);
      else expect([closed.body.live_bookings === 1, made]).toEqual([false, 3]);
    }
  });
});
