import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { loadData } from './data.mjs';
import { measureGrowth } from './growth.mjs';
import { measure } from './measure.mjs';
import { writeReport } from './report.mjs';
import { startServers } from './servers.mjs';

const IMPORTS = fileURLToPath(new URL('imports.mjs', import.meta.url));
const numbers = (text) => text.split(',').map(Number);
const command = new Command('npm run bench --')
  .description('Measures Lodge against bare Fastify with bare SQL, in one interleaved run.')
  .option('--quick', 'one small data set, short slices: within three minutes; writes no report')
  .option('--database-url <url>', 'a PostgreSQL to use instead of one of its own; databases lodge_bench_* are made anew in it')
  .option('--sizes <numbers>', 'numbers of bookings; the last one is measured whole, the others to see growth', numbers)
  .option('--connections <numbers>', 'numbers of connections', numbers)
  .option('--rounds <number>', 'repetitions, of which the median counts', Number)
  .option('--slice <ms>', 'how long a server is loaded at a time', Number)
  .option('--only <names>', 'kinds of work, by name: page, include, search, skip, cursor, read, create, transition, nights-room, nights-house, nights, and bulk, rush, students, occupancy, logIn, export, studentsCsv, print, scale', (text) => text.split(','))
  .option('--keep', 'leave the data sets in that PostgreSQL, and begin with those of an earlier run')
  .option('--no-sql', 'without pgbench'); // prettier-ignore
const given = command.parse().opts();
const usual = given.quick
  ? { sizes: [10_000], connections: [1, 10], rounds: 3, slice: 400 }
  : { sizes: [10_000, 100_000, 1_000_000], connections: [1, 10, 100], rounds: 5, slice: 1_000 };
const options = { ...usual, ...given };
// As an operator would set them for a machine of a few gigabytes; data safety as it comes.
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', checkpoint_timeout: '15min', random_page_cost: '1.1' };

const began = Date.now();
const say = (text) => console.log(`${`${((Date.now() - began) / 1000).toFixed(0)} s`.padStart(6)}  ${text}`);
const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-'));
mkdirSync(join(folder, 'mail'));
if (process.env.BENCH_PROFILE) mkdirSync(process.env.BENCH_PROFILE, { recursive: true });

async function openPostgres() {
  if (options.databaseUrl) return { url: (name) => Object.assign(new URL(options.databaseUrl), { pathname: `/${name}` }).href, stop: async () => undefined }; // prettier-ignore
  say('Starting PostgreSQL');
  return startPostgres({
    directory: folder,
    password: randomBytes(16).toString('hex'),
    durable: true,
    settings: SETTINGS,
  });
}

/** A database with the data set in it; with --keep a copy of one that stays as it is. */
async function makeDatabase(server, bookings) {
  const name = `lodge_bench_${bookings}`;
  const loaded = options.keep ? `${name}_data` : name;
  const client = new pg.Client(options.databaseUrl ?? server.url('postgres'));
  await client.connect();
  const make = async (database, template) => {
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
  };
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [loaded]);
  if (!rowCount || !options.keep) {
    say(`Loading ${bookings.toLocaleString('en')} bookings`);
    await make(loaded, 'template1');
    await loadData(server.url(loaded), bookings, say);
  }
  if (options.keep) await make(name, loaded);
  await client.end();
  return { bookings, url: server.url(name) };
}

async function versionOf(server) {
  const client = new pg.Client(options.databaseUrl ?? server.url('postgres'));
  await client.connect();
  const { rows } = await client.query('SHOW server_version');
  await client.end();
  return rows[0].server_version.split(' ')[0];
}

/** The largest data set, whole: Lodge and the limit on it. */
async function measureWhole(databases) {
  const { bookings, url } = databases.at(-1);
  say(`Measuring at ${bookings.toLocaleString('en')} bookings`);
  const servers = await startServers(url, folder);
  try {
    return await measure({ ...servers, url, folder, bookings, options, say });
  } finally {
    await Promise.all([servers.lodge.stop(), servers.limit.stop()]);
  }
}

/** One Lodge and one limit on each data set, in turn. */
async function measureSizes(databases) {
  say('Measuring growth');
  const sites = [];
  try {
    for (const { bookings, url } of databases) sites.push({ bookings, ...(await startServers(url, folder)) });
    return await measureGrowth(sites, options, say);
  } finally {
    await Promise.all(sites.flatMap(({ lodge, limit }) => [lodge.stop(), limit.stop()]));
  }
}

/** What bench/imports.mjs says, where it is there: a run of its own on a database of its own. */
async function runImports(server) {
  if (!existsSync(IMPORTS)) return undefined;
  say('Measuring imports');
  const child = spawn(process.execPath, [IMPORTS, '--database-url', options.databaseUrl ?? server.url('postgres')], { stdio: ['ignore', 'pipe', 'inherit'] }); // prettier-ignore
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('bench/imports.mjs failed');
  return output.trim();
}

let server;
try {
  server = await openPostgres();
  const databases = [];
  for (const bookings of options.sizes) databases.push(await makeDatabase(server, bookings));
  const whole = await measureWhole(databases);
  const growth = databases.length > 1 && !options.only ? await measureSizes(databases) : undefined;
  const imports = options.quick || options.only ? undefined : await runImports(server);
  if (options.quick || options.only) say('Done. A full run writes docs/performance.md.');
  else await writeReport({ ...whole, growth, imports, postgres: await versionOf(server) }, options, say);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  // Servers that were not stopped end when they are let go.
  process.exit();
}
