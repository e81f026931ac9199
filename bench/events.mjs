// The stream of events with thousands of listeners, and what the journal costs a create: npm run build && node bench/events.mjs
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes, randomUUID } from 'node:crypto';
import { loadavg, tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { loadData, OWNER, site, students } from './data.mjs';
import { call, connectTo, loadFor, median, percentile } from './load.mjs';
import { logIn, startLodge, startWorker } from './servers.mjs';
import { createRequest, freeStays } from './work.mjs';

const STREAMS_OF_USER = 50;
const WARM_S = 5;
const MIB = 1_048_576;
const options = new Command('node bench/events.mjs')
  .description('Measures the stream of events, and a create with and without the journal, on a PostgreSQL of its own.')
  .option('--listeners <number>', 'open streams', Number, 5_000)
  .option('--sites <number>', 'sites to which they listen, in equal parts', Number, 100)
  .option('--rate <number>', 'changes of bookings a second, in all sites in turn', Number, 100)
  .option('--seconds <number>', 'how long', Number, 60)
  .option('--rounds <number>', 'pairs of slices with and without the journal', Number, 40)
  .option('--slice <ms>', 'how long a slice is', Number, 1_000)
  .option('--no-durable', 'let PostgreSQL not wait for the disk, the stalls of which are measured otherwise')
  .parse()
  .opts();

const began = Date.now();
const say = (text) => console.log(`${`${((Date.now() - began) / 1000).toFixed(0)} s`.padStart(6)}  ${text}  [load ${loadavg()[0].toFixed(1)}]`); // prettier-ignore
const mib = (bytes) => `${Math.round(bytes / MIB)} MiB`;

/** Sites with a room, a listener and a resident. */
async function addSites(client) {
  const { rows } = await client.query('SELECT password_hash AS hash FROM users WHERE email = $1', [OWNER.email]);
  const places = Array.from({ length: options.sites }, () => ({ id: randomUUID(), room: randomUUID() }));
  for (const { id, room } of places)
    await client.query(`${site(id, 'Listened to')}; ${students(id, 1, id)};
      INSERT INTO locations (site_id, id, name, location_type_id) VALUES ('${id}', '${room}', 'Room', md5('room type of ${id}')::uuid)`);
  const users = Math.ceil(options.listeners / STREAMS_OF_USER);
  const listeners = [];
  for (let number = 0; number < users; number++) {
    const email = `listener-${number}@bench.example`;
    const user = randomUUID();
    await client.query(
      `INSERT INTO users (id, email, first_name, last_name, password_hash) VALUES ($1, $2, 'A', 'Listener', $3)`,
      [user, email, rows[0].hash],
    );
    await client.query(
      `INSERT INTO memberships (site_id, user_id, role) SELECT s::uuid, $1, 'viewer' FROM unnest($2::text[]) s`,
      [user, places.map(({ id }) => id)],
    );
    listeners.push(email);
  }
  return { places, listeners };
}

/** A listener as a socket: how many events came, and how long each was under way. */
function listen(origin, path, cookie, seen) {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: lodge.example\r\ncookie: ${cookie}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('error', reject).on('close', () => seen.closed++);
    socket.on('data', (chunk) => {
      const now = Date.now();
      text += chunk;
      if (text.includes(': welcome')) resolve(socket);
      const whole = text.lastIndexOf('\n\n');
      for (const [, id, change] of text
        .slice(0, Math.max(0, whole))
        .matchAll(/^data: {"id":"([^"]+)".*?"Change (\d+)"/gm))
        seen.arrivals.push({ id, change: Number(change), at: now });
      if (whole >= 0) text = text.slice(whole);
    });
  });
}

/** As many changes per second as wanted, whatever the responses do; with the moment at which the writer knew of each commit. */
async function change(pool, cookie, bookings, duration = options.seconds) {
  const calls = [];
  const known = [];
  const start = performance.now();
  const total = options.rate * duration;
  for (let number = 0; number < total; number++) {
    const wait = start + (number * 1_000) / options.rate - performance.now();
    if (wait > 0) await sleep(wait);
    const { id, booking } = bookings[number % bookings.length];
    const body = { site: id, notes: `Change ${number}` };
    const sent = call(pool, { method: 'PATCH', path: `/bookings/${booking}`, body }, cookie);
    calls.push(sent.then(() => (known[number] = Date.now())));
  }
  await Promise.all(calls);
  return { total, known, seconds: (performance.now() - start) / 1_000 };
}

/** When each change of a booking was committed, by PostgreSQL's own record, in milliseconds of the clock of this machine. */
async function commitsOf(client) {
  const { rows } = await client.query(
    'SELECT id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS at FROM booking_transactions WHERE pg_xact_commit_timestamp(xmin) IS NOT NULL',
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}

async function measureStream(url, client, folder) {
  const { places, listeners } = await addSites(client);
  const { lodge, cookie } = await startLodge(url, folder);
  const pool = connectTo(lodge, 20);
  const bookings = [];
  for (const { id, room } of places) {
    const [{ id: student }] = (await client.query('SELECT id FROM students WHERE site_id = $1', [id])).rows;
    const body = { site: id, lead_person: student, location: room, contract_start: '2031-01-01' };
    const { text } = await call(pool, { method: 'POST', path: '/bookings', body, keep: true }, cookie);
    bookings.push({ id, booking: JSON.parse(text)._id });
  }
  const before = await lodge.meter('mark');
  const cookies = [];
  for (const email of listeners) cookies.push(await logIn(lodge.origin, { ...OWNER, email }));
  const seen = { arrivals: [], closed: 0 };
  const sockets = [];
  while (sockets.length < options.listeners) {
    const some = Array.from({ length: Math.min(50, options.listeners - sockets.length) }, (_, n) => {
      const number = sockets.length + n;
      const path = `/sites/${places[number % places.length].id}/events/stream`;
      return listen(lodge.origin, path, cookies[Math.floor(number / STREAMS_OF_USER)], seen);
    });
    sockets.push(...(await Promise.all(some)));
  }
  // After a checkpoint PostgreSQL writes each page as a whole once.
  await change(pool, cookie, bookings, WARM_S);
  await sleep(3_000);
  seen.arrivals.length = 0;
  const open = await lodge.meter('mark');
  say(`${sockets.length} listeners: the api had ${mib(before.rss)} and has ${mib(open.rss)}`);
  const { total, known, seconds } = await change(pool, cookie, bookings);
  const expected = (total * options.listeners) / options.sites;
  for (let wait = 0; seen.arrivals.length < expected && wait < 100; wait++) await sleep(100);
  const after = await lodge.meter();
  const commits = await commitsOf(client);
  const delays = (since) => {
    const sorted = seen.arrivals.map((arrival) => arrival.at - since(arrival)).sort((one, other) => one - other);
    return [0.5, 0.99, 1].map((share) => `${percentile(sorted, share).toFixed(0)} ms`);
  };
  say(`${total} changes in ${seconds.toFixed(1)} s, ${seen.arrivals.length} of ${expected} events arrived, ${seen.closed} streams broken off`); // prettier-ignore
  // PostgreSQL records the moment before it flushes the commit to the disk; the writer knows of the commit after that.
  for (const [what, since] of [
    ['from the record of the commit', ({ id }) => commits.get(id)],
    ['from the response to the writer', ({ change: number }) => known[number]],
  ]) {
    const [p50, p99, most] = delays(since);
    say(`${what} to the client: p50 ${p50}, p99 ${p99}, most ${most}`);
  }
  say(`the api: ${mib(after.peak)} at most, ${((after.cpu - open.cpu) / 10_000 / seconds).toFixed(0)} % of a core`);
  sockets.forEach((socket) => socket.destroy());
  await pool.close();
  await lodge.stop();
}

/** Creates in turn with the queue of the journal and without it, on the same servers. */
async function measureJournal(url, client, folder) {
  const [{ lodge, cookie }, worker] = [await startLodge(url, folder), await startWorker(url, folder)];
  const pool = connectTo(lodge, 10);
  const stays = freeStays();
  const next = () => createRequest(stays());
  const slice = async (journal) => {
    await client.query(`ALTER TABLE booking_transactions ${journal ? 'ENABLE' : 'DISABLE'} TRIGGER booking_transactions_queued`); // prettier-ignore
    return loadFor(lodge, pool, 10, options.slice, next, cookie);
  };
  await slice(true);
  await slice(false);
  const pairs = [];
  for (let round = 0; round < options.rounds; round++) {
    const order = round % 2 === 0 ? [true, false] : [false, true];
    const both = new Map();
    for (const journal of order) both.set(journal, await slice(journal));
    pairs.push({ with: both.get(true), without: both.get(false) });
  }
  const of = (work) => median(pairs.map(work));
  const quarters = pairs.map((pair) => pair.with.perSecond / pair.without.perSecond).sort((one, other) => one - other);
  say(`creates with the journal ${of((p) => p.with.perSecond).toFixed(0)}/s, without ${of((p) => p.without.perSecond).toFixed(0)}/s`); // prettier-ignore
  say(`ratio ${of((p) => p.with.perSecond / p.without.perSecond).toFixed(3)} (quartiles ${percentile(quarters, 0.25).toFixed(3)} and ${percentile(quarters, 0.75).toFixed(3)})`); // prettier-ignore
  say(`CPU of the api for a create ${of((p) => p.with.cpu).toFixed(0)} and ${of((p) => p.without.cpu).toFixed(0)} us`);
  await pool.close();
  await Promise.all([lodge.stop(), worker.stop()]);
}

const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-'));
mkdirSync(join(folder, 'mail'));
let server;
try {
  server = await startPostgres({
    directory: folder,
    password: randomBytes(16).toString('hex'),
    durable: options.durable,
    settings: { track_commit_timestamp: 'on' },
  });
  const maintenance = new pg.Client(server.url('postgres'));
  await maintenance.connect();
  await maintenance.query('CREATE DATABASE lodge_bench_events');
  await maintenance.end();
  const url = server.url('lodge_bench_events');
  say('Loading');
  await loadData(url, 10_000, say);
  const client = new pg.Client(url);
  await client.connect();
  // The kernel would write back what was loaded while the stream is measured.
  await client.query('CHECKPOINT');
  execFileSync('sync');
  if (options.listeners > 0) await measureStream(url, client, folder);
  if (options.rounds > 0) await measureJournal(url, client, folder);
  await client.end();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
