// Imports of 20,000 bookings against the same rows copied into PostgreSQL: npm run build && node bench/imports.mjs
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startPostgres } from '#apps/local/postgres-server';
import { textTable } from '#libs/core/csv/text-table';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { loadData, ROOMS, SITE } from './data.mjs';
import { open, peakOf, timed, watched } from './imports-lodge.mjs';
import { median, percentile } from './load.mjs';

const ROWS = 20_000;
const { databaseUrl, rounds, bookings } = new Command('node bench/imports.mjs')
  .description(
    'Measures preview, commit and undo of 20,000 rows against COPY and one INSERT, and a workbook against CSV, in one run.',
  )
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

/** Rows in an order that no index has, for a year without bookings. Arrivals more than ten years ahead would be asked about. */
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

/** The most times of what it is compared with that each may take. */
const LIMITS = { preview: 1.5, commit: 3.5, undo: 4, workbook: 3 };

/** The rows as a file. */
function tableOf(rows, format) {
  const columns = Object.keys(rows[0].values);
  return textTable([columns, ...rows.map(({ values }) => columns.map((name) => values[name] ?? ''))], format);
}

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

async function measure(url, folder) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows: people } = await client.query(
    'SELECT student_id, first_name, last_name, email FROM students WHERE site_id = $1 ORDER BY id LIMIT $2',
    [SITE, ROWS],
  );
  const lodge = await open(url, folder);
  const { call } = lodge;
  const taken = { copy: [], preview: [], commit: [], undo: [], csv: [], workbook: [] };
  const upload = async (rows, format, type) => {
    const file = await tableOf(rows, format);
    const sent = await timed(() => call('POST', `/bookings/import/preview?site=${SITE}`, file, type));
    requireReady(JSON.parse(sent.result.text));
    return sent.ms;
  };
  /** Preview, commit and undo of one file. @param measured how each is run: `timed`, or with others beside it */
  const imported = async (rows, key, measured) => {
    const body = JSON.stringify({ site: SITE, rows });
    const preview = await measured(() => call('POST', '/bookings/import/preview', body));
    requireReady(JSON.parse(preview.result.text));
    const request = JSON.stringify({ site: SITE, idempotency_key: key, rows });
    const commit = await measured(() => call('POST', '/bookings/import/commit', request));
    const { import_id: id, status, summary } = JSON.parse(commit.result.text);
    if (status !== 'completed' || summary.created !== ROWS) throw new Error(JSON.stringify({ status, summary }));
    const undo = await measured(() => call('POST', `/bookings/imports/${id}/undo`, { site: SITE }));
    requireReversed(JSON.parse(undo.result.text));
    return { preview, commit, undo };
  };
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const copied = await copyAlone(client, fileOf(people, 2028 + 2 * round));
      const rows = fileOf(people, 2029 + 2 * round);
      const csv = await upload(rows, 'csv', 'text/csv');
      const workbook = await upload(rows, 'xlsx', XLSX_TYPE);
      const { preview, commit, undo } = await imported(rows, `year-${round}`, timed);
      say(`${round || 'warm'}: COPY ${seconds(copied.ms)}, preview ${seconds(preview.ms)}, commit ${seconds(commit.ms)}, undo ${seconds(undo.ms)}; files: CSV ${seconds(csv)}, workbook ${seconds(workbook)}; worker ${mib(peakOf(lodge.worker.pid))}, api ${mib(peakOf(lodge.api.pid))}`); // prettier-ignore
      if (round === 0) continue;
      taken.copy.push(copied.ms);
      taken.preview.push(preview.ms);
      taken.commit.push(commit.ms);
      taken.undo.push(undo.ms);
      taken.csv.push(csv);
      taken.workbook.push(workbook);
    }
    const quiet = await watched(call, () => sleep(15_000));
    const beside = await imported(fileOf(people, 2028 + 2 * (rounds + 1)), 'beside-others', (work) =>
      watched(call, work),
    );
    return { ...taken, quiet, beside, worker: peakOf(lodge.worker.pid), api: peakOf(lodge.api.pid) };
  } finally {
    await lodge.stop();
    await client.end();
  }
}

function requireReady({ summary }) {
  if (summary.ready !== ROWS) throw new Error(`not every row was ready: ${JSON.stringify(summary)}`);
}

function requireReversed({ status, summary }) {
  if (status !== 'completed' || summary.reversed !== ROWS) throw new Error(JSON.stringify({ status, summary }));
}

function report({ copy, preview, commit, undo, csv, workbook, quiet, beside, worker, api }) {
  const base = median(copy);
  const times = (ms, of, most) =>
    `${(ms / of).toFixed(1)} times (at most ${most}${ms / of > most ? ', EXCEEDED' : ''})`;
  const spread = ({ latencies }) => {
    const sorted = latencies.sort((one, other) => one - other);
    return `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, p99 ${percentile(sorted, 0.99).toFixed(0)} ms (${sorted.length})`;
  };
  say(`COPY and INSERT  ${seconds(base)}`);
  say(`preview          ${seconds(median(preview))}, ${times(median(preview), base, LIMITS.preview)}`);
  say(`commit           ${seconds(median(commit))}, ${times(median(commit), base, LIMITS.commit)}`);
  say(`undo             ${seconds(median(undo))}, ${times(median(undo), base, LIMITS.undo)}`);
  say(`CSV              ${seconds(median(csv))} to preview a file`);
  say(`workbook         ${seconds(median(workbook))}, ${times(median(workbook), median(csv), LIMITS.workbook)} of CSV`);
  say(`memory           worker ${mib(worker)}, api ${mib(api)}`);
  const { preview: previewed, commit: committed, undo: undone } = beside;
  say(
    `with 20 pages a second beside them: preview ${seconds(previewed.ms)}, commit ${seconds(committed.ms)}, undo ${seconds(undone.ms)}`,
  );
  say(
    `a page meanwhile nothing: ${spread(quiet)}; preview: ${spread(previewed)}; commit: ${spread(committed)}; undo: ${spread(undone)}`,
  );
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
