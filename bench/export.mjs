// The CSV exports against psql, which copies the same query and columns.
import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { exportQuery } from '#libs/bookings/export/export.queries';
import { localDate } from '#libs/core/time/site-time';
import { exportStudents } from '#libs/students/student-export.queries';
import { SITE } from './data.mjs';
import { call, connectTo, median } from './load.mjs';
import { csvExport, studentExport } from './work.mjs';

const MEGABYTE = 1_048_576;

/** The seconds that psql takes; undefined where there is none. */
async function psqlCopy(url, query) {
  const began = performance.now();
  const child = spawn('psql', [url, '-qc', `SET timezone = 'UTC'`, '-c', `COPY (${query}) TO STDOUT (FORMAT csv, FORCE_QUOTE *)`], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  let bytes = 0;
  child.stdout.on('data', (chunk) => (bytes += chunk.length));
  const [code] = await once(child, 'close').catch(() => [undefined]);
  return code === 0 ? { ms: performance.now() - began, bytes } : undefined;
}

async function measureCsv({ lodge, cookie, url, options }, request, query) {
  const pool = connectTo(lodge, 1);
  const rounds = [];
  for (let round = 0; round < options.rounds; round++) {
    const copy = await psqlCopy(url, query);
    const before = await lodge.meter('mark');
    const { ms, bytes } = await call(pool, request, cookie);
    const { peak } = await lodge.meter();
    rounds.push({ copy: copy?.ms, ms, bytes, growth: (peak - before.rss) / MEGABYTE });
  }
  await pool.close();
  const of = (name) => median(rounds.map((round) => round[name]));
  const growth = Math.max(...rounds.map((round) => round.growth));
  const ratio = rounds[0].copy ? median(rounds.map(({ copy, ms }) => copy / ms)) : undefined;
  return { ms: of('ms'), copy: rounds[0].copy && of('copy'), bytes: rounds[0].bytes, growth, ratio };
}

const PLACE = { id: SITE, timeZone: 'Europe/London' };
const STYLE = { format: 'csv', times: 'utc' };

export const measureBookingsCsv = (run) => {
  const today = localDate(new Date(), PLACE.timeZone);
  return measureCsv(run, csvExport, exportQuery({}, { ...PLACE, ...STYLE, today, sort: 'contract_start' }));
};

export const measureStudentsCsv = (run) =>
  measureCsv(run, studentExport, exportStudents(PLACE, { ...STYLE, welfare: true, filter: {} }).query);
