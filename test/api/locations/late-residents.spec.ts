import { describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026.
const TODAY = '2026-11-21';

const { lodge, site, owner } = await useLodge({ owner: 'owner' });
const person = await lodge.make.student(site);

const book = async (location: string, contract_start: string, contract_end: string, more = {}): Promise<string> => {
  const stay = { location, contract_start, contract_end, ...more };
  const { status, body } = await owner.post('/bookings', { site: site.id, lead_person: person, ...stay });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body._id;
};
const change = (id: string, type: string, on?: string) =>
  owner.post(`/bookings/${id}/transitions`, {
    ...{ site: site.id, type, notes: 'n' },
    ...(on && { occurred_at: `${on}T12:00:00Z` }),
  });
const done = async (id: string, type: string, on?: string) => {
  const answer = await change(id, type, on);
  expect([type, answer.status, answer.body.detail]).toEqual([type, 200, undefined]);
  return answer.body.booking;
};
const put = (location: string, changes: object) => owner.patch(`/sites/${site.id}/locations/${location}`, changes);
const stayed = async (location: string, from: string, to: string) => {
  const id = await book(location, from, to);
  await done(id, 'check_in', from);
  await done(id, 'check_out', to);
};
/** Somebody whose contract ended on 18 November, and who is still there. */
const late = async (location: string) => {
  const id = await book(location, '2026-11-15', '2026-11-18');
  await done(id, 'check_in', '2026-11-15');
  return id;
};
const ownerOf = async () => lodge.logIn((await lodge.make.user({ owner: true })).email);
/** The places that a booking holds. */
const places = async (id: string) =>
  (
    await lodge.sql<{ place: string }>(
      `SELECT location_id || ' ' || slot AS place FROM occupancies WHERE booking_id = $1 AND live ORDER BY 1`,
      [id],
    )
  ).map(({ place }) => place);

describe('a location that changes while somebody is late to leave it', () => {
  test('keeps its beds when that person would get one in which somebody else slept since', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const gone = await book(room, '2026-11-10', '2026-11-19');
    const stayer = await late(room);
    expect(await places(stayer)).toEqual([`${room} 2`]);
    await done(gone, 'check_in', '2026-11-10');
    await done(gone, 'check_out', '2026-11-12');
    const rest = await book(room, '2026-11-19', '2026-11-20');
    await done(rest, 'check_in', '2026-11-19');
    await done(rest, 'check_out', '2026-11-20');
    expect(await places(rest)).toEqual([`${room} 1`]);
    expect(await put(room, { capacity: 1 })).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
  });

  test('does not become a flat with a room in which somebody else slept since', async () => {
    const flat = await lodge.make.room(site);
    await lodge.make.room(site, { parent_id: flat });
    await late(flat);
    const [taken, free] = [await lodge.make.room(site), await lodge.make.room(site)];
    await stayed(taken, '2026-11-19', '2026-11-20');
    expect(await put(taken, { parent: flat })).toMatchObject({ status: 409, body: { code: 'location_in_use' } });
    expect((await put(free, { parent: flat })).status).toBe(200);
  });
});

describe('a location that changes', () => {
  test('gives a new room to the booking of a flat that has two places of its own', async () => {
    const flat = await lodge.make.room(site, { capacity: 2 });
    const one = await lodge.make.room(site, { parent_id: flat });
    const id = await book(flat, '2026-12-01', '2026-12-10');
    const other = await lodge.make.room(site);
    expect((await put(other, { parent: flat })).status).toBe(200);
    expect(await places(id)).toEqual([`${flat} 1`, `${flat} 2`, `${one} 1`, `${other} 1`].sort());
  });

  test('is closed without dates when only nights for cleaning are left, and takes no guest by a planned move', async () => {
    const type = await lodge.make.locationType(site.id, { turnaround_days: 5 });
    const cleaned = await lodge.make.location(site.id, type, { parent_id: site.building });
    await book(cleaned, '2026-11-15', '2026-11-18');
    expect((await put(cleaned, { active: false })).status).toBe(200);
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const id = await book(room, '2026-11-19', '2026-12-10');
    const move = { site: site.id, location: next, on: '2026-11-22' };
    expect((await owner.post(`/bookings/${id}/moves`, move)).status).toBe(200);
    expect((await put(next, { active: false, confirm_live_bookings: 1 })).status).toBe(200);
    lodge.clock.set('2026-11-23T12:00:00Z');
    const refused = await (await ownerOf()).post(`/bookings/${id}/transitions`, { site: site.id, type: 'check_in' });
    expect(refused).toMatchObject({ status: 409, body: { reasons: [{ code: 'location_closed' }] } });
    lodge.clock.set(`${TODAY}T12:00:00Z`);
  });

  test('is not closed by a closure that was over on the date of the site', async () => {
    const flat = await lodge.make.room(site);
    const room = await lodge.make.room(site);
    const closure = { location: room, from: '2026-11-10', to: TODAY, kind: 'other' };
    expect((await owner.post(`/sites/${site.id}/closures`, closure)).status).toBe(200);
    const coming = { location: await lodge.make.room(site), from: TODAY, to: '2026-11-22', kind: 'other' };
    expect((await owner.post(`/sites/${site.id}/closures`, coming)).status).toBe(200);
    expect((await put(room, { parent: flat })).status).toBe(200);
    expect((await put(coming.location, { parent: flat })).status).toBe(409);
  });

  test('leaves the tables as they have to be', async () => {
    expect(await findViolations(lodge, site.id)).toEqual([]);
  });
});

describe('a contract that ends before a planned move', () => {
  test('loses the move, also when the day of the move has passed', async () => {
    const [room, next] = [await lodge.make.room(site), await lodge.make.room(site)];
    const id = await book(room, '2026-11-19', '2026-12-10', { status: 'checked_in' });
    const move = { site: site.id, location: next, on: '2026-11-24' };
    expect((await owner.post(`/bookings/${id}/moves`, move)).status).toBe(200);
    lodge.clock.set('2026-11-28T12:00:00Z');
    const change = { site: site.id, contract_end: '2026-11-23' };
    const shorter = await (await ownerOf()).patch(`/bookings/${id}`, change);
    expect(shorter).toMatchObject({
      status: 200,
      body: {
        planned_move: null,
        warnings: expect.arrayContaining([expect.objectContaining({ code: 'planned_move_removed' })]),
      },
    });
    expect(await places(id)).toEqual([`${room} 1`]);
    lodge.clock.set(`${TODAY}T12:00:00Z`);
  });
});
