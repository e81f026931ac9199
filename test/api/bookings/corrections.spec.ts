import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';

const CODE = { cancellation_code: 'data_entry_error' };
const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

describe('corrections at the desk', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let desk: Client;
  let colleague: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    const user = async (role: 'manager' | 'reception') => (await lodge.make.user({ roles: { [site.id]: role } })).email;
    desk = await lodge.logIn(await user('reception'));
    colleague = await lodge.logIn(await user('reception'));
    manager = await lodge.logIn(await user('manager'));
  });
  afterAll(() => lodge.stop());
  beforeEach(async () => {
    lodge.clock.set(NOW);
    await lodge.sql('UPDATE sites SET correction_minutes = 30 WHERE id = $1', [site.id]);
  });

  const book = async (client = desk): Promise<string> => {
    const answer = await client.post('/bookings', {
      site: site.id,
      lead_person: await lodge.make.student(site),
      location: await lodge.make.room(site),
      contract_start: '2026-11-20',
      contract_end: '2027-06-30',
    });
    expect(answer.status).toBe(200);
    return answer.body._id;
  };
  const move = (id: string, type: string, client: Client, more: object = {}): Promise<Answer> =>
    client.post(`/bookings/${id}/transitions`, { site: site.id, type, notes: 'wrong booking', ...more });
  const offered = async (id: string, client: Client, type: string): Promise<boolean> => {
    const { body } = await client.get(`/bookings/${id}?site=${site.id}`);
    return body.allowed_transitions.find((each: { type: string }) => each.type === type).allowed;
  };
  const arrived = async (by = desk) => {
    const id = await book();
    expect((await move(id, 'check_in', by)).status).toBe(200);
    return id;
  };

  test('the one who checked somebody in or out takes it back within 30 minutes, and the trail says so', async () => {
    const id = await arrived();
    lodge.clock.set(later(29));
    expect(await offered(id, desk, 'undo_check_in')).toBe(true);
    expect(await move(id, 'undo_check_in', desk)).toMatchObject({
      status: 200,
      body: { booking: { status: 'confirmed' }, transaction: { type: 'undo_check_in', notes: 'wrong booking' } },
    });
    expect((await move(id, 'check_in', desk)).status).toBe(200);
    expect((await move(id, 'check_out', desk)).status).toBe(200);
    expect(await move(id, 'undo_check_out', desk)).toMatchObject({
      status: 200,
      body: { booking: { status: 'checked_in' } },
    });
  });

  test.each([
    ['a colleague', 10, () => colleague],
    ['the same person half an hour later', 30, () => desk],
  ])('%s may not, and is not offered it', async (_, minutes, who) => {
    const id = await arrived();
    lodge.clock.set(later(minutes));
    expect(await offered(id, who(), 'undo_check_in')).toBe(false);
    expect(await move(id, 'undo_check_in', who())).toMatchObject({
      status: 403,
      body: { code: 'forbidden', required_permission: 'booking.undo' },
    });
    expect(await move(id, 'undo_check_in', manager)).toMatchObject({ status: 200 });
  });

  test('what somebody else did last is not theirs to take back', async () => {
    const id = await arrived(colleague);
    expect((await move(id, 'check_out', desk)).status).toBe(200);
    expect((await move(id, 'undo_check_out', colleague)).status).toBe(403);
    expect((await move(id, 'undo_check_out', desk)).status).toBe(200);
    // The last step that counts is now the check-in, which was that of the colleague.
    expect(await offered(id, desk, 'undo_check_in')).toBe(false);
    expect((await move(id, 'undo_check_in', desk)).status).toBe(403);
    lodge.clock.set(later(29));
    expect(await offered(id, colleague, 'undo_check_in')).toBe(true);
    expect((await move(id, 'undo_check_in', colleague)).status).toBe(200);
  });

  test.each(['viewer', 'welfare'] as const)(
    'who became %s takes back their own for the same time, and does nothing else',
    async (role) => {
      const { email, id: user } = await lodge.make.user({ roles: { [site.id]: 'reception' } });
      const client = await lodge.logIn(email);
      const [mine, late, out, other] = [
        await arrived(client),
        await arrived(client),
        await arrived(client),
        await arrived(),
      ];
      expect((await move(out, 'check_out', client)).status).toBe(200);
      const admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
      expect((await admin.patch(`/sites/${site.id}/members/${user}`, { role })).status).toBe(200);
      lodge.clock.set(later(29));
      expect(await offered(mine, client, 'undo_check_in')).toBe(true);
      expect((await move(mine, 'undo_check_in', client)).status).toBe(200);
      expect((await move(out, 'undo_check_out', client)).status).toBe(200);
      expect(await move(mine, 'check_in', client)).toMatchObject({
        status: 403,
        body: { required_permission: 'booking.transition' },
      });
      expect((await move(other, 'undo_check_in', client)).status).toBe(403);
      lodge.clock.set(later(30));
      expect(await offered(late, client, 'undo_check_in')).toBe(false);
      expect(await move(late, 'undo_check_in', client)).toMatchObject({
        status: 403,
        body: { required_permission: 'booking.undo' },
      });
    },
  );

  test('the site says for how long; 0 is never', async () => {
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    for (const [minutes, after, status] of [
      [0, 0, 403],
      [120, 119, 200],
      [120, 120, 403],
    ] as const) {
      lodge.clock.set(NOW);
      const saved = await admin.patch(`/sites/${site.id}`, { settings: { correction_minutes: minutes } });
      expect(saved.body.settings.correction_minutes).toBe(minutes);
      const id = await arrived();
      lodge.clock.set(later(after));
      expect([minutes, after, (await move(id, 'undo_check_in', desk)).status]).toEqual([minutes, after, status]);
    }
    for (const wrong of [-1, 1441, 1.5])
      expect((await admin.patch(`/sites/${site.id}`, { settings: { correction_minutes: wrong } })).status).toBe(400);
  });

  test('an API key and its user are two', async () => {
    const made = await desk.post('/users/@me/api-keys', {
      name: 'Kiosk',
      scopes: [{ site: site.id, role: 'reception' }],
    });
    const key = { authorization: `Bearer ${made.body.key}` };
    const id = await arrived();
    const undo = { site: site.id, type: 'undo_check_in' };
    expect((await lodge.call('POST', `/bookings/${id}/transitions`, undo, key)).status).toBe(403);
    const other = await book();
    await lodge.call('POST', `/bookings/${other}/transitions`, { site: site.id, type: 'check_in' }, key);
    expect((await move(other, 'undo_check_in', desk)).status).toBe(403);
    expect((await lodge.call('POST', `/bookings/${other}/transitions`, undo, key)).status).toBe(200);
  });

  test('reception swaps rooms and reinstates what anybody cancelled', async () => {
    const [one, other] = [await book(), await book()];
    const swap = await desk.post(`/bookings/${one}/swap`, { site: site.id, with_booking: other });
    expect(swap.status).toBe(200);
    expect((await move(one, 'cancel', manager, CODE)).status).toBe(200);
    lodge.clock.set(later(60));
    expect(await move(one, 'reinstate', desk)).toMatchObject({
      status: 200,
      body: { booking: { status: 'confirmed' } },
    });
  });

  test('when many take the same check-in back at once, one of them does, and nobody without the right', async () => {
    const id = await arrived();
    const calls = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        move(
          id,
          'undo_check_in',
          (index % 2 ? desk : colleague).on(lodge.instances[index % 4 < 2 ? 0 : 1] ?? lodge.instance),
        ),
      ),
    );
    const by = (client: number) =>
      calls
        .filter((_, index) => index % 2 === client)
        .map(({ status }) => status)
        .sort();
    expect(by(1)).toEqual([200, ...Array.from({ length: 7 }, () => 409)].sort());
    expect(by(0).every((status) => status === 403 || status === 409)).toBe(true);
    const trail = await desk.get(`/bookings/${id}/transactions?site=${site.id}`);
    expect(trail.body.data.map(({ type }: { type: string }) => type)).toEqual(['created', 'check_in', 'undo_check_in']);
  });
});
