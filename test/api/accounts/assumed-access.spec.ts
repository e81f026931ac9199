import { beforeEach, expect, test } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { newId } from '#libs/core/http/ids';
import { POOL, RESERVED_POOL } from '#libs/core/database/pool';
import type { Client } from '../../support/lodge.js';
import { until } from '../../support/until.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site } = await useLodge({});
const room = await lodge.make.location(site.id, site.roomType, { name: 'Room 1' });
const person = await lodge.make.student(site);
const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
const stay = { lead_person: person, location: room, contract_start: '2026-11-21', contract_end: '2026-12-21' };
const booking = (await manager.post('/bookings', { site: site.id, ...stay })).body._id as string;

const LIST = `/bookings?site=${site.id}`;
const READ = `/bookings/${booking}?site=${site.id}`;
const WRONG = `${LIST}&limit=none`;
const UNKNOWN = `/bookings/${newId()}?site=${site.id}`;
const NAMED = `${LIST}&location=code:none`;

let user: { id: string; email: string };
let client: Client;
beforeEach(async () => {
  user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
  client = await lodge.logIn(user.email);
  // From now on it is known what the session allows.
  expect((await client.get(LIST)).status).toBe(200);
});

/** How many connections of each pool a call used. */
async function connectionsOf(call: () => Promise<unknown>): Promise<number[]> {
  const counts = [POOL, RESERVED_POOL].map((each) => {
    const count = { pool: lodge.instance.app.get<Pool>(each), used: 0, add: () => void count.used++ };
    count.pool.on('acquire', count.add);
    return count;
  });
  await call();
  for (const { pool, add } of counts) pool.off('acquire', add);
  return counts.map(({ used }) => used);
}

test('a session is looked up on the connection of what is read, once it is known what it allows', async () => {
  const other = await lodge.logIn(user.email);
  expect(await connectionsOf(() => other.get(LIST))).toEqual([1, 1]);
  for (const url of [LIST, READ, UNKNOWN]) expect(await connectionsOf(() => other.get(url))).toEqual([1, 0]);
  // Nothing else is sent.
  expect(await connectionsOf(() => other.get(WRONG))).toEqual([0, 1]);
});

const IN_SITE = `/sites/${site.id}`;
const WEEK = 'from=2026-11-21&to=2026-11-28';
const OTHERS = [
  `/bookings/${booking}/transactions?site=${site.id}`,
  `/block-bookings?site=${site.id}`,
  `/block-bookings/${newId()}?site=${site.id}`,
  `${IN_SITE}/availability?${WEEK}`,
  `${IN_SITE}/closures`,
  `${IN_SITE}/closures/${newId()}`,
  `${IN_SITE}/day`,
  `${IN_SITE}/departure-slots`,
  `${IN_SITE}/expiring`,
  `${IN_SITE}/locations/${room}`,
  `${IN_SITE}/locations/${room}/calendar?${WEEK}`,
  `${IN_SITE}/occupancy?${WEEK}`,
  `${IN_SITE}/waiting-list`,
  `${IN_SITE}/waiting-list/${newId()}`,
];
test('so it is for other reads, and a session that has ended is refused there as well', async () => {
  for (const url of OTHERS) {
    const [read, [, reserved]] = [await client.get(url), await connectionsOf(() => client.get(url))];
    expect([url, read.status < 405, reserved]).toEqual([url, true, 0]);
    await lodge.sql('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]);
    expect([url, (await client.get(url)).status]).toEqual([url, 401]);
    await lodge.sql('UPDATE sessions SET ended_at = NULL WHERE user_id = $1', [user.id]);
    expect((await client.get(LIST)).status).toBe(200);
  }
});

const ENDS: [string, () => [string, unknown[]], number][] = [
  ['a session that has ended', () => ['UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]], 401],
  ['a session that has expired', () => [`UPDATE sessions SET expires_at = '2026-11-21' WHERE user_id = $1`, [user.id]], 401],
  ['a user who is disabled', () => ['UPDATE users SET disabled_at = now() WHERE id = $1', [user.id]], 401],
  ['a membership that has ended', () => ['DELETE FROM memberships WHERE user_id = $1', [user.id]], 404],
]; // prettier-ignore
test.each(ENDS)('%s is refused at once, whatever is requested', async (_, change, status) => {
  for (const url of [LIST, READ, WRONG, UNKNOWN, NAMED]) {
    const one = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    Object.assign(user, one);
    client = await lodge.logIn(one.email);
    expect((await client.get(LIST)).status).toBe(200);
    await lodge.sql(...change());
    const { status: got, body } = await client.get(url);
    expect([url, got, JSON.stringify(body).includes(booking)]).toEqual([url, status, false]);
    expect((await client.get(url)).status).toBe(status);
  }
});

test('a role that has changed decides the same response', async () => {
  const mayCancel = async () =>
    ((await client.get(READ)).body.allowed_transitions as { type: string; allowed: boolean }[]).find(
      ({ type }) => type === 'cancel',
    )?.allowed;
  expect(await mayCancel()).toBe(true);
  await lodge.sql(`UPDATE memberships SET role = 'viewer' WHERE user_id = $1`, [user.id]);
  expect(await mayCancel()).toBe(false);
  await lodge.sql(`UPDATE memberships SET role = 'manager' WHERE user_id = $1`, [user.id]);
  expect(await mayCancel()).toBe(true);
});

test('a time zone that has changed decides the same response', async () => {
  const phases = async () => [(await client.get(LIST)).body.data[0].phase, (await client.get(READ)).body.phase];
  const moveTo = (zone: string) => lodge.sql('UPDATE sites SET time_zone = $2 WHERE id = $1', [site.id, zone]);
  expect(await phases()).toEqual(['due_in', 'due_in']);
  await moveTo('Pacific/Kiritimati');
  expect((await client.get(LIST)).body.data[0].phase).toBe('late_arrival');
  await moveTo('Europe/London');
  expect((await client.get(READ)).body.phase).toBe('due_in');
  await moveTo('Pacific/Kiritimati');
  expect((await client.get(READ)).body.phase).toBe('late_arrival');
  await moveTo('Europe/London');
});

test('while all connections are busy, an ended session is refused without waiting for one', async () => {
  const pool = lodge.instance.app.get<Pool>(POOL);
  const busy: PoolClient[] = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  await lodge.sql('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [user.id]);
  const status = await Promise.race([client.get(LIST).then((answer) => answer.status), new Promise((resolve) => setTimeout(resolve, 10_000, 'waits'))]); // prettier-ignore
  for (const each of busy) each.release();
  expect(status).toBe(401);
});

test('look-ups that wait for a connection are made together, and each request gets the user of its own session', async () => {
  const other = await lodge.make.user({ roles: { [site.id]: 'viewer' } });
  const gone = await lodge.make.user({ roles: { [site.id]: 'viewer' } });
  const clients = [client, await lodge.logIn(other.email), await lodge.logIn(gone.email)] as const;
  await lodge.sql('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [gone.id]);
  const pool = lodge.instance.app.get<Pool>(RESERVED_POOL);
  const busy: PoolClient[] = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const calls = Array.from({ length: 60 }, (_, index) => (clients[index % 3] ?? client).get('/users/@me'));
  const [, used] = await connectionsOf(async () => {
    await until(() => pool.waitingCount > 0, 10).finally(() => busy.forEach((each) => each.release()));
    await Promise.all(calls);
  });
  const users = (await Promise.all(calls)).map((answer) => (answer.body._id ?? answer.status) as unknown);
  expect(users).toEqual(users.map((_, index) => [user.id, other.id, 401][index % 3]));
  // Each of the forty that are let in reads once more.
  expect(used).toBeLessThan(60);
});
