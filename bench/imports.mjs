// Imports of 20,000 bookings against the same rows copied into PostgreSQL: npm run build && node bench/imports.mjs
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { request } from 'undici';
import { startPostgres } from '#apps/local/postgres-server';
import { loadData, OWNER, ROOMS, SITE } from './data.mjs';
import { median, percentile } from './load.mjs';

const ROWS = 20_000;
const EVERY_MS = 50;
const { databaseUrl, rounds, bookings } = new Command('node bench/imports.mjs')
  .description('Measures preview and commit of 20,000 rows against COPY and one INSERT, in one run.')
  .option(
    '--database-url <url>',
    'a PostgreSQL to use instead of one of its own; lodge_bench_imports is made anew in it',
  )
  .option('--rounds <number>', 'repetitions, of which the median counts', Number, 3)
  .option('--bookings <number>', 'bookings that are there before', Number, 100_000)
  .parse()
  .opts();

const say = (text) => console.log(text);
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const mib = (kib) => `${Math.round(kib / 1024)} MiB`;
const timed = async (work) => {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
};

/** Rows in an order that no index has, for a year that nobody has booked yet. */
function fileOf(people, year) {
  const shuffled = people.map((person, index) => ({ ...person, room: `R${(index * 7_919) % ROOMS}` }));
  shuffled.sort((one, other) => (one.email < other.email ? -1 : 1));
  return shuffled.slice(0, ROWS).map((person, row_index) => ({
    row_index,
    values: {
      ...person,
      contract_start: `${year}-09-18`,
      contract_end: `${year + 1}-06-30`,
      notes: row_index % 5 === 0 ? 'Arrives late in the evening' : null,
    },
  }));
}

const TEMPORARY = `
CREATE TEMPORARY TABLE file (student_id text, first_name text, last_name text, email text, room text, first date, last date, notes text)
ON COMMIT DROP`;
const INSERT = `
WITH made AS (
  INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
    segment_from, notes, source, created_at, updated_at)
  SELECT s.site_id, uuidv7(), s.id, l.id, 'confirmed', first, last, first, last, first, notes, 'import', now(), now()
  FROM file JOIN students s ON s.site_id = $1 AND lower(s.student_id) = lower(file.student_id)
  JOIN locations l ON l.site_id = $1 AND l.code = file.room
  RETURNING site_id, id, location_id, contract_start, contract_end)
INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
SELECT site_id, id, 1, location_id, 1, daterange(contract_start, contract_end), true, false FROM made`;

/** What PostgreSQL needs for the same bookings, with the same constraints and indexes. */
async function copyAlone(client, rows) {
  const text = rows.map(({ values: v }) => [v.student_id, v.first_name, v.last_name, v.email, v.room, v.contract_start, v.contract_end, v.notes ?? '\\N'].join('\t')).join('\n'); // prettier-ignore
  return timed(async () => {
    await client.query('BEGIN');
    await client.query(TEMPORARY);
    await pipeline(Readable.from([text, '\n']), client.query(copyFrom('COPY file FROM STDIN')));
    const { rowCount } = await client.query(INSERT, [SITE]);
    await client.query('COMMIT');
    if (rowCount !== ROWS) throw new Error(`${rowCount} rows were copied`);
  });
}

const peakOf = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

async function open(url, folder) {
  const env = {
    PATH: process.env.PATH,
    LODGE_MODE: 'local',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    COOKIE_SECURE: 'false',
    MAIL_URL: `file://${folder}`,
    STORAGE_URL: `file://${folder}`,
    RATE_LIMIT_SESSION_PER_MINUTE: '1000000',
    IMPORT_WAIT_SECONDS: '60',
    // Who has to wait is measured, not turned away.
    OVERLOAD_DELAY_MS: '0',
  };
  const profiled = (name) => (process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`, `--cpu-prof-name=${name}.cpuprofile`] : []); // prettier-ignore
  const log = openSync(join(folder, 'log'), 'a');
  const api = fork(new URL('./lodge.mjs', import.meta.url), { env, stdio: ['ignore', log, log, 'ipc'], execArgv: profiled('api') }); // prettier-ignore
  const stdio = ['ignore', log, log];
  const worker = spawn(process.execPath, [...profiled('worker'), 'dist/apps/worker/main.js'], { env, stdio });
  const ends = [api, worker].map((child) => once(child, 'exit'));
  const broken = Promise.race(ends).then(() => Promise.reject(new Error(`ended early: ${readFileSync(join(folder, 'log'), 'utf8').slice(-1_000)}`))); // prettier-ignore
  broken.catch(() => undefined);
  const [{ port }] = await Promise.race([once(api, 'message'), broken]);
  const origin = `http://127.0.0.1:${port}`;
  const send = async (method, path, body, cookie = '') => {
    const payload = typeof body === 'object' ? JSON.stringify(body) : body;
    const headers = { cookie, ...(payload && { 'content-type': 'application/json' }) };
    const answer = await Promise.race([request(origin + path, { method, headers, body: payload, headersTimeout: 0, bodyTimeout: 0 }), broken]); // prettier-ignore
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${text.slice(0, 500)}`);
    return { headers: answer.headers, text };
  };
  const { headers } = await send('POST', '/users/sessions', OWNER);
  const cookie = [headers['set-cookie']].flat().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
  const stop = async () => {
    if (api.connected) api.send('stop');
    worker.kill('SIGTERM');
    await Promise.all(ends);
  };
  return { api, worker, stop, call: (method, path, body) => send(method, path, body, cookie) };
}

/** How long a page of bookings takes, asked for again and again while something else runs; for ever, when it is refused. */
async function watched(call, work) {
  const latencies = [];
  let over = false;
  const asking = (async () => {
    const pending = [];
    while (!over) {
      pending.push(timed(() => call('GET', `/bookings?site=${SITE}&skip=${pending.length % 50}`)).then(({ ms }) => latencies.push(ms), () => latencies.push(Infinity))); // prettier-ignore
      await sleep(EVERY_MS);
    }
    return Promise.all(pending);
  })();
  const [result] = await Promise.all([timed(work).finally(() => (over = true)), asking]);
  return { ...result, latencies };
}

async function measure(url, folder) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: people } = await client.query(
    'SELECT student_id, first_name, last_name, email FROM students WHERE site_id = $1 ORDER BY id LIMIT $2',
    [SITE, ROWS],
  );
  const lodge = await open(url, folder);
  const { call } = lodge;
  const taken = { copy: [], preview: [], commit: [], quiet: [], previewing: [], committing: [] };
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const quiet = await watched(call, () => sleep(15_000));
      const copied = await copyAlone(client, fileOf(people, 2030 + 2 * round));
      const rows = fileOf(people, 2031 + 2 * round);
      const body = JSON.stringify({ site: SITE, rows });
      const previewed = await watched(call, () => call('POST', '/bookings/import/preview', body));
      requireReady(JSON.parse(previewed.result.text));
      const key = `year-${round}`;
      const commit = JSON.stringify({ site: SITE, idempotency_key: key, rows });
      const committed = await watched(call, () => call('POST', '/bookings/import/commit', commit));
      const { status, summary } = JSON.parse(committed.result.text);
      if (status !== 'completed' || summary.created !== ROWS) throw new Error(JSON.stringify({ status, summary }));
      say(`${round || 'warm'}: COPY ${seconds(copied.ms)}, preview ${seconds(previewed.ms)}, commit ${seconds(committed.ms)}; worker ${mib(peakOf(lodge.worker.pid))}, api ${mib(peakOf(lodge.api.pid))}`); // prettier-ignore
      if (round === 0) continue;
      taken.copy.push(copied.ms);
      taken.preview.push(previewed.ms);
      taken.commit.push(committed.ms);
      taken.quiet.push(...quiet.latencies);
      taken.previewing.push(...previewed.latencies);
      taken.committing.push(...committed.latencies);
    }
    return { ...taken, worker: peakOf(lodge.worker.pid), api: peakOf(lodge.api.pid) };
  } finally {
    await lodge.stop();
    await client.end();
  }
}

function requireReady({ summary }) {
  if (summary.ready !== ROWS) throw new Error(`not every row was ready: ${JSON.stringify(summary)}`);
}

function report({ copy, preview, commit, quiet, previewing, committing, worker, api }) {
  const [base, times] = [median(copy), (ms) => `${(ms / median(copy)).toFixed(1)} times`];
  const spread = (list) => {
    const sorted = list.sort((one, other) => one - other);
    return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms (${sorted.length})`;
  };
  say(`COPY and INSERT  ${seconds(base)}`);
  say(`preview          ${seconds(median(preview))}, ${times(median(preview))}`);
  say(`commit           ${seconds(median(commit))}, ${times(median(commit))}`);
  say(`memory           worker ${mib(worker)}, api ${mib(api)}`);
  say(`a page meanwhile nothing: ${spread(quiet)}; previews: ${spread(previewing)}; commits: ${spread(committing)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-'));
let server;
try {
  server = databaseUrl
    ? { url: (name) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href }
    : await startPostgres({ directory: folder, password: randomBytes(16).toString('hex'), durable: true, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } }); // prettier-ignore
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS lodge_bench_imports WITH (FORCE)');
  await client.query('CREATE DATABASE lodge_bench_imports');
  await client.end();
  say(`Loading ${bookings.toLocaleString('en')} bookings`);
  await loadData(server.url('lodge_bench_imports'), bookings, say);
  report(await measure(server.url('lodge_bench_imports'), folder));
} finally {
  await server?.stop?.();
  if (!process.env.BENCH_PROFILE) rmSync(folder, { recursive: true, force: true });
}
