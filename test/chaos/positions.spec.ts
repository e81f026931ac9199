import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import type { Database } from '#libs/core/database/database';
import { migrate } from '#libs/core/database/migrate';
import { openDatabase } from '#libs/core/database/open-database';
import { numberEvents } from '#libs/events/journal/numbering.queries';
import { verifyJournal } from '#libs/events/journal/verify-journal.queries';
import { SEED } from '../support/properties.js';
import { until } from '../support/until.js';
import { Dice } from './dice.js';
import { OwnPostgres } from './servers.js';

const WRITE = `
INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
VALUES ($2, $1, now(), 'system', 'Lodge', 'site.changed', 'site', $1)`;
const JOURNAL = 'SELECT event_id FROM event_journal ORDER BY position';
const SITE = crypto.randomUUID();

jest.setTimeout(120_000);

// A commit that waits for a second server is on the disk, and nobody sees it. Without one, this moment is too short for a spec.
const SETTINGS = { synchronous_commit: 'local', synchronous_standby_names: 'nobody', wal_writer_delay: '10s' };
const WAITS = `SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'SyncRep'`;

let folder: string;
let server: OwnPostgres;
let database: Database;
let writers: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lodge-positions-'));
  server = new OwnPostgres(folder, SETTINGS);
  await server.start();
  await server.make();
  await migrate(server.url);
  await open();
  await writers.query(`INSERT INTO sites (id, name, time_zone) VALUES ($1, 'S', 'UTC')`, [SITE]);
});
afterAll(async () => {
  await close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  database = await openDatabase(server.url, 2);
  writers = new pg.Pool({ connectionString: server.url, max: 30 });
  writers.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
}

async function close(): Promise<void> {
  // Those that had not ended at a crash are never given back.
  void writers.end();
  await database.onApplicationShutdown().catch(() => undefined);
}

async function crash(): Promise<void> {
  await server.kill();
  await close();
  await server.start();
  await open();
}

const number = async (): Promise<string[]> => {
  await database.transaction((tx) => numberEvents(tx, true));
  return journal();
};
const journal = async () => (await writers.query<{ event_id: string }>(JOURNAL)).rows.map((row) => row.event_id);

/** A transaction that has written an event, and has not ended. */
async function begin(): Promise<{ id: string; end: (how: 'COMMIT' | 'ROLLBACK') => Promise<void>; hang: () => Promise<void> }> {
  const id = crypto.randomUUID();
  const client = await writers.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await client.query('BEGIN');
  await client.query(WRITE, [SITE, id]);
  return {
    id,
    end: async (how) => void (await client.query(how).finally(() => client.release())),
    hang: async () => {
      await client.query('SET LOCAL synchronous_commit = on');
      client.query('COMMIT').catch(() => undefined).finally(() => client.release(true)); // prettier-ignore
      await until(async () => (await writers.query(WAITS, [rows[0]?.pid])).rowCount === 1, 20);
    },
  };
} // prettier-ignore

test('an event has the position that was seen, also when an earlier one was being committed at the crash', async () => {
  const earlier = await begin();
  const later = await begin();
  await later.end('COMMIT');
  await earlier.hang();
  const seen = await number();
  expect(seen).toEqual([later.id]);
  await crash();
  expect(await number()).toEqual([later.id, earlier.id]);
});

test('what was not on the disk is assigned once more in the same order', async () => {
  // The crash before has left out some ids.
  await (await begin()).end('COMMIT');
  const before = await number();
  for (let index = 0; index < 5; index++) await (await begin()).end('COMMIT');
  const seen = await number();
  expect(seen).toHaveLength(before.length + 5);
  await crash();
  // A run that waits for the disk would not be repeated.
  expect(await journal()).toEqual(before);
  expect(await number()).toEqual(seen);
});

test(`whatever ended how, no position that was seen belongs to another event after a crash (SPEC_SEED=${SEED})`, async () => {
  const dice = new Dice(SEED);
  let seen = await number();
  for (let crashes = 0; crashes < 4; crashes++) {
    const held: Awaited<ReturnType<typeof begin>>[] = [];
    for (let step = 0; step < 40; step++) {
      const one =
        held.length > 0 && dice.roll() < 0.7 ? held.splice(dice.between(0, held.length - 1), 1)[0] : undefined;
      if (!one) held.push(await begin());
      else if (dice.roll() < 0.03) await one.hang();
      else await one.end(dice.roll() < 0.95 ? 'COMMIT' : 'ROLLBACK');
      if (dice.roll() < 0.4) seen = await number();
    }
    if (dice.roll() < 0.8) seen = await number();
    await crash();
    const after = await number();
    expect(after.slice(0, seen.length)).toEqual(seen);
    seen = after;
  }
  expect(await verifyJournal(database)).toEqual({ entries: seen.length });
});
