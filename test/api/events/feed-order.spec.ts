import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { ADVISORY_LOCKS } from '#libs/core/database/advisory-locks';
import { Database } from '#libs/core/database/database';
import { verifyJournal } from '#libs/events/journal/verify-journal.queries';
import { migrate } from '#libs/core/database/migrate';
import { type Client, Lodge } from '../../support/lodge.js';
import { createDatabase } from '../../support/database.js';
import { patientRush, rush } from '../../support/rush.js';
import type { SiteFixture } from '../../support/factory.js';

// Whoever waits for one of some others.
const WAITING = `
SELECT pid, query, wait_event FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) && $1::int[]`;
const nightOf = (index: number): string => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);

interface Event {
  id: string;
  type: string;
  cursor: string;
  resource: { _id: string };
}

const WRITE = `
INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
VALUES ($2, $1, now(), 'system', 'Lodge', 'site.changed', 'site', $1)`;

// `npm run events` holds transactions open for a minute.
const HELD_SECONDS = Number(process.env.HELD_SECONDS ?? 3);
const [SHORT, BOOKED] = [3_000 + 100 * HELD_SECONDS, 10 * HELD_SECONDS];

describe('the order of events', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let writers: pg.Pool;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    writers = new pg.Pool({ connectionString: lodge.databaseUrl, max: 20 });
  });
  afterAll(async () => {
    await writers.end();
    await lodge.stop();
  });

  /** Reads the feed until nothing comes any more after the writers are done. */
  const follow = (client: Client, isDone: () => boolean, after?: string) => {
    const events: Event[] = [];
    let cursor = after;
    const run = async () => {
      for (;;) {
        const done = isDone();
        const answer = await client.get(`/sites/${site.id}/events?limit=37${cursor ? `&after=${cursor}` : ''}`);
        // A machine that stands still for some seconds is asked again, as any reader does.
        if (answer.body.code === 'dependency_unavailable') continue;
        if (answer.status !== 200) throw new Error(answer.text);
        events.push(...answer.body.data);
        cursor = answer.body.next_cursor;
        if (done && answer.body.data.length === 0) return events;
      }
    };
    return run();
  };

  test('with transactions held open during thousands of short ones no reader skips an event, and no writer waits', async () => {
    const held = await Promise.all([writers.connect(), writers.connect()]);
    const ids = { held: [] as string[], short: [] as string[] };
    for (const client of held) {
      await client.query('BEGIN');
      const id = crypto.randomUUID();
      await client.query(WRITE, [site.id, id]);
      ids.held.push(id);
    }
    let done = false;
    const readers = [follow(admin, () => done), follow(admin.on(lodge.instances[1] as never), () => done)];
    const began = performance.now();
    const pids = (await Promise.all(held.map((each) => each.query('SELECT pg_backend_pid() AS pid')))).map(({ rows }) => rows[0].pid as number); // prettier-ignore
    const waiting: unknown[] = [];
    const look = async () => {
      for (; !done; await sleep(50)) waiting.push(...(await lodge.sql(WAITING, [pids])));
    };
    const looking = look();
    const [room, student] = [await lodge.make.room(site), await lodge.make.student(site)];
    const booked = () => rush(BOOKED, 2, async (index) => {
      const stay = { contract_start: nightOf(index), contract_end: nightOf(index + 1) };
      const answer = await admin.post('/bookings', { site: site.id, lead_person: student, location: room, ...stay });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      await sleep(20);
    }); // prettier-ignore
    const written = () => rush(SHORT, 10, async () => {
      const id = crypto.randomUUID();
      await writers.query(WRITE, [site.id, id]);
      ids.short.push(id);
    }); // prettier-ignore
    await Promise.all([booked(), written()]);
    await sleep(HELD_SECONDS * 1_000 - (performance.now() - began));
    // The short ones are there while the held ones are still open.
    const { body } = await admin.get(`/sites/${site.id}/events?limit=500`);
    expect(body.data).toHaveLength(500);
    await held[1]?.query('COMMIT');
    await held[0]?.query('COMMIT');
    held.forEach((client) => client.release());
    done = true;
    await looking;
    const [one, other] = await Promise.all(readers);
    const read = one?.map(({ id }) => id) ?? [];
    expect(other?.map(({ id }) => id)).toEqual(read);
    expect(new Set(read).size).toBe(read.length);
    const trail = await lodge.sql<{ id: string }>('SELECT id FROM booking_transactions WHERE site_id = $1', [site.id]);
    expect(trail).toHaveLength(BOOKED);
    expect([...read].sort()).toEqual([...ids.held, ...ids.short, ...trail.map(({ id }) => id)].sort());
    expect(waiting).toEqual([]);
  }, 240_000);

  test('what many do at once to a few bookings comes in the order of each trail, exactly once, through two instances', async () => {
    const start = (await admin.get(`/sites/${site.id}/events?limit=500&type=flag.created`)).body.next_cursor;
    const clients = [admin, admin.on(lodge.instances[1] as never)];
    const bookings: string[] = [];
    for (let index = 0; index < 5; index++) {
      const [room, student] = [await lodge.make.room(site), await lodge.make.student(site)];
      const stay = { contract_start: '2026-11-21', contract_end: '2027-06-30' };
      const made = await admin.post('/bookings', { site: site.id, lead_person: student, location: room, ...stay });
      bookings.push(made.body._id);
    }
    let done = false;
    const readers = clients.map((client) => follow(client, () => done, start));
    const answers = await patientRush(200, 20, (index) =>
      (clients[index % 2] as Client).patch(`/bookings/${bookings[index % 5]}`, {
        site: site.id,
        notes: `Note ${index}`,
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    done = true;
    const trail = await lodge.sql<{ id: string; booking_id: string; sequence: number }>(
      'SELECT id, booking_id, sequence FROM booking_transactions WHERE booking_id = ANY($1) ORDER BY booking_id, sequence',
      [bookings],
    );
    for (const reader of readers) {
      const events = await reader;
      expect(events).toHaveLength(205);
      for (const booking of bookings) {
        const seen = events.filter(({ resource }) => resource._id === booking).map(({ id }) => id);
        expect(seen).toEqual(trail.filter(({ booking_id }) => booking_id === booking).map(({ id }) => id));
      }
    }
  }, 60_000);

  test('the feed is read while migrations and backups are at work', async () => {
    const { journal: _journal, ...others } = ADVISORY_LOCKS;
    const holder = await writers.connect();
    for (const lock of Object.values(others)) await holder.query('SELECT pg_advisory_lock($1)', [lock]);
    const id = crypto.randomUUID();
    await writers.query(WRITE, [site.id, id]);
    const events = await follow(admin, () => true);
    await holder.query('SELECT pg_advisory_unlock_all()');
    holder.release();
    expect(events.map((event) => event.id)).toContain(id);
  });

  test('positions have no gaps, and the chain of each site holds', async () => {
    const rows = await lodge.sql<{ position: string }>('SELECT position FROM event_journal ORDER BY position');
    expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_, index) => index + 1));
    const database = lodge.instance.app.get(Database);
    expect(await verifyJournal(database)).toEqual({ entries: rows.length });
    await expect(lodge.sql(`UPDATE event_journal SET type = 'x'`)).rejects.toThrow('append-only');
    await expect(lodge.sql('DELETE FROM event_journal')).rejects.toThrow('append-only');
  });

  // Somebody who may do anything in the database, and goes past every guard.
  test.each([
    [
      'a letter of what a booking had',
      'booking_transactions',
      'id',
      `changes = replace(changes::text, 'Note 7', 'Note 9')::jsonb`,
      `changes::text LIKE '%Note 7"%'`,
    ],
    ['who did it', 'audit_events', 'id', `actor_name = actor_name || 'x'`, `action = 'site.changed'`],
    ['the hash of an event', 'event_journal', 'event_id', `digest = sha256(digest)`, 'position % 7 = 3'],
    ['the hash of an entry', 'event_journal', 'event_id', `chain = sha256(chain)`, 'position % 7 = 3'],
    ['what an entry is about', 'event_journal', 'event_id', `subject_id = gen_random_uuid()`, `kind = 'booking'`],
  ])('%s, once altered, is found', async (_, table, id, change, which) => {
    const database = lodge.instance.app.get(Database);
    const client = await lodge.pool.connect();
    const [row] = (await client.query(`SELECT ${id} AS id FROM ${table} WHERE ${which} LIMIT 1`)).rows as {
      id: string;
    }[];
    await client.query(
      `SET session_replication_role = replica; BEGIN; CREATE TABLE kept AS SELECT * FROM ${table} WHERE ${id} = '${row?.id}'`,
    );
    await client.query(`UPDATE ${table} SET ${change} WHERE ${id} = '${row?.id}'; COMMIT`);
    expect((await verifyJournal(database)).altered).toMatchObject({ event: row?.id });
    await client.query(`DELETE FROM ${table} WHERE ${id} = '${row?.id}'`);
    expect((await verifyJournal(database)).altered).toBeDefined();
    await client.query(
      `INSERT INTO ${table} SELECT * FROM kept; DROP TABLE kept; SET session_replication_role = DEFAULT`,
    );
    client.release();
    expect((await verifyJournal(database)).altered).toBeUndefined();
  });
});

test('what was written before there was a journal comes first, in the order in which it was recorded', async () => {
  const { url, drop } = await createDatabase({ empty: true });
  const { MIGRATIONS } = await import('#libs/core/database/data-source');
  const names = MIGRATIONS.map(({ name }) => name);
  await migrate(url, names.slice(0, names.indexOf('EventJournal1766100000000')));
  const client = new pg.Client(url);
  await client.connect();
  const site = crypto.randomUUID();
  await client.query(`INSERT INTO sites (id, name, time_zone) VALUES ($1, 'S', 'UTC')`, [site]);
  for (const day of [3, 1, 2])
    await client.query(
      `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
       VALUES (gen_random_uuid(), $1, $2, 'system', 'x', $3, 'site', $1)`,
      [site, `2026-01-0${day}`, `site.day_${day}`],
    );
  await migrate(url);
  await client.query(
    `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
    VALUES (gen_random_uuid(), $1, '2020-01-01', 'system', 'x', 'site.late', 'site', $1)`,
    [site],
  );
  const { rows } = await client.query(
    'SELECT a.action FROM event_queue q JOIN audit_events a ON a.id = q.event_id ORDER BY q.id',
  );
  expect(rows.map(({ action }) => action)).toEqual(['site.day_1', 'site.day_2', 'site.day_3', 'site.late']);
  await client.end();
  await drop();
}, 60_000);
