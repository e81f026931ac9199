import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

// It is noon of 21 November 2026.
describe('nights that are over', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let person: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    person = await lodge.make.student(site);
  });
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  });

  const book = (location: string, from: string, to: string, more = {}): Promise<Answer> => {
    const dates = { contract_start: from, contract_end: to };
    return manager.post('/bookings', { site: site.id, lead_person: person, location, ...dates, ...more });
  };
  const change = async (id: string, type: string, at?: string): Promise<Answer> => {
    const answer = await manager.post(`/bookings/${id}/transitions`, {
      site: site.id,
      type,
      notes: 'then',
      occurred_at: at,
    });
    expect([type, answer.status]).toEqual([type, 200]);
    return answer;
  };
  const listed = async (query: string): Promise<string[]> =>
    (await manager.get(`/bookings?site=${site.id}&${query}`)).body.data.map(({ _id }: { _id: string }) => _id);

  test('are none of a stay that ended on the day on which it began', async () => {
    for (const end of ['2026-11-22', '2026-12-24']) {
      const { body } = await book(await lodge.make.room(site), '2026-11-21', end, { status: 'checked_in' });
      await change(body._id, 'check_out');
      expect((await manager.get(`/bookings/${body._id}?site=${site.id}`)).body.stays).toEqual([]);
    }
  });

  test('belong to the room that was left, which cannot be booked for them again', async () => {
    const [old, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { body } = await book(old, '2026-11-10', '2027-06-30');
    await change(body._id, 'check_in', '2026-11-16T12:00:00Z');
    expect((await manager.patch(`/bookings/${body._id}`, { site: site.id, location: next })).status).toBe(200);
    const week = 'from=2026-11-16&to=2026-11-20';
    expect(await listed(`${week}&location=${old}`)).toEqual([body._id]);
    expect(await listed(`${week}&location=${next}`)).toEqual([]);
    expect(await listed(`from=2026-11-21&location=${next}`)).toEqual([body._id]);
    expect(await book(old, '2026-11-17', '2026-11-18')).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: body._id, kind: 'stay' }] },
    });
  });

  test('of a late arrival begin where the overstay ended; both trails say so', async () => {
    const room = await lodge.make.room(site);
    const { body: stayer } = await book(room, '2026-11-01', '2026-11-18');
    await change(stayer._id, 'check_in', '2026-11-15T12:00:00Z');
    const recorded = await book(room, '2026-11-18', '2026-11-20');
    expect(recorded.body.conflicts).toMatchObject([{ booking_id: stayer._id, kind: 'stay' }]);
    await lodge.sql('UPDATE occupancies SET in_house = false WHERE booking_id = $1', [stayer._id]);
    const { body: late } = await book(room, '2026-11-18', '2026-12-20');
    await lodge.sql('UPDATE occupancies SET in_house = true WHERE booking_id = $1', [stayer._id]);
    const { body } = await change(stayer._id, 'check_out', '2026-11-20T09:00:00Z');
    expect(body.transaction.caused_by).toEqual({ kind: 'overstay', id: late._id });
    const after = (await manager.get(`/bookings/${late._id}?site=${site.id}&include=transactions`)).body;
    expect(after).toMatchObject({ contract_start: '2026-11-18', occupied_from: '2026-11-20' });
    expect(after.expanded.transactions.at(-1).caused_by).toEqual({ kind: 'overstay', id: stayer._id });
    await change(late._id, 'check_in');
  });

  test('of somebody who never left are refused where others stayed since, however the arrival is written down', async () => {
    const flat = await lodge.make.room(site);
    const inside = await lodge.make.room(site, { parent_id: flat });
    for (const [mine, theirs] of [
      [inside, inside],
      [flat, inside],
      [inside, flat],
    ] as const) {
      const { body: late } = await book(mine, '2026-11-14', '2026-11-17');
      const { body: other } = await book(theirs, '2026-11-17', '2026-11-26', { status: 'checked_in' });
      await change(other._id, 'check_out');
      const arrival = { type: 'check_in', occurred_at: '2026-11-15T12:00:00Z' };
      const single = await manager.post(`/bookings/${late._id}/transitions`, { site: site.id, ...arrival });
      expect(single).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
      const transitions = [{ booking_id: late._id, ...arrival }];
      const bulk = await manager.post('/bookings/transitions/bulk', { site: site.id, transitions });
      expect(bulk.body.summary).toMatchObject({ transitioned: 0 });
      expect(await findViolations(lodge)).toEqual([]);
      for (const { _id } of [late, other])
        await manager.post(`/bookings/${_id}/transitions`, {
          site: site.id,
          type: 'void',
          cancellation_code: 'data_entry_error',
        });
    }
  });

  test('can be recorded once by 20 requests at the same time', async () => {
    const room = await lodge.make.room(site);
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(room, '2026-11-02', '2026-11-05')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  test('are listed of residents after the end of the contract, however it came about', async () => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const { body: moved } = await book(room, '2026-11-15', '2026-11-22', { status: 'checked_in' });
    expect((await manager.patch(`/bookings/${moved._id}`, { site: site.id, contract_end: '2026-11-21' })).status).toBe(
      200,
    );
    expect((await manager.post(`/bookings/${moved._id}/moves`, { site: site.id, location: next })).status).toBe(200);
    const { body: shortened } = await book(room, '2026-11-21', '2026-12-24', { status: 'checked_in' });
    const early = { site: site.id, contract_start: '2026-11-16', contract_end: '2026-11-18' };
    const { body: late } = await book(await lodge.make.room(site), '2026-11-15', '2026-12-24', {
      status: 'checked_in',
    });
    expect((await manager.patch(`/bookings/${late._id}`, early)).status).toBe(200);
    const tonight = await listed('from=2026-11-21&to=2026-11-22&limit=200');
    expect(tonight).toEqual(expect.arrayContaining([moved._id, shortened._id, late._id]));
    expect(await listed('from=2026-11-22&to=2026-11-23&limit=200')).not.toContain(late._id);
    expect(await listed('from=2026-11-19&to=2026-11-21&limit=200')).toContain(late._id);
    expect(await listed('from=2026-11-19&to=2026-11-21&limit=200&status=checked_in&sort=-created_at')).toContain(
      late._id,
    );
  });

  test('are not listed for a stay that was over before them, nor for what was cancelled', async () => {
    const room = await lodge.make.room(site);
    const { body } = await book(room, '2026-11-20', '2027-06-30');
    await change(body._id, 'check_in');
    await change(body._id, 'check_out');
    expect(await listed(`from=2027-01-01&to=2027-02-01&location=${room}`)).toEqual([]);
    const { body: cancelled } = await book(room, '2027-03-01', '2027-04-01');
    const code = { type: 'cancel', cancellation_code: 'data_entry_error' };
    await manager.post(`/bookings/${cancelled._id}/transitions`, { site: site.id, ...code });
    const spring = `from=2027-03-01&to=2027-04-01&location=${room}`;
    expect(await listed(spring)).toEqual([]);
    expect(await listed(`${spring}&status=cancelled`)).toEqual([cancelled._id]);
  });
});
