// `node bench/filters.mjs`, after `npm run build`: a page of bookings by every documented filter with every sort, and by every pair of filters.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { PHASES } from '#libs/bookings/phase';
import { houseId, loadData, roomId, SITE, studentId } from './data.mjs';
import { call, connectTo, percentile } from './load.mjs';
import { smallSites } from './small-sites.mjs';
import { startLodge } from './servers.mjs';

const PROMISED_MS = 15;
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '4GB', random_page_cost: '1.1' };
const options = new Command('node bench/filters.mjs')
  .option('--bookings <number>', 'in the site that is asked', Number, 1_000_000)
  .option('--sites <number>', 'others, with 1,000 bookings each', Number, 0)
  .option(
    '--database-url <url>',
    'a database that has the data set of the bench, instead of loading one; it can be given again',
  )
  .option('--times <number>', 'requests of each kind, of which the median counts', Number, 5)
  .parse()
  .opts();

const today = Date.now();
const day = (offset) => new Date(today + offset * 86_400_000).toISOString().slice(0, 10);
const BLOCK = '019aa000-0000-7000-8000-0000000000b1';
// What the data set of the bench has none of: a block, departure slots, holds and parking permits.
const MORE = `
INSERT INTO block_bookings (site_id, id, name) VALUES ('${SITE}', '${BLOCK}', 'Conference');
UPDATE bookings SET block_booking_id = '${BLOCK}' WHERE site_id = '${SITE}' AND id IN (
  SELECT id FROM bookings WHERE site_id = '${SITE}' AND status = 'confirmed' ORDER BY id LIMIT 200);
UPDATE bookings SET departure_slot_at = contract_end + time '09:00', parking_expiry_at = contract_end + time '12:00'
  WHERE site_id = '${SITE}' AND status = 'checked_in';
UPDATE bookings SET hold_until = contract_start - interval '7 days' WHERE site_id = '${SITE}' AND status = 'provisional';
VACUUM ANALYZE bookings`;

const FILTERS = {
  person: `person=${studentId(8)}`,
  location: `location=${roomId(5)}`,
  location_tree: `location_tree=${houseId(3)}`,
  status: 'status=confirmed',
  'two statuses': 'status=provisional,checked_in',
  block_booking: `block_booking=${BLOCK}`,
  flags: 'flags=name:Late key',
  q: 'q=Bacorden',
  from: `from=${day(20)}`,
  to: `to=${day(20)}`,
  'from and to': `from=${day(0)}&to=${day(7)}`,
  arriving_on: `arriving_on=${day(26)}`,
  departing_on: `departing_on=${day(26)}`,
  departure_slot_on: `departure_slot_on=${day(26)}`,
  in_house_on: `in_house_on=${day(0)}`,
  contract_end_by: `contract_end_by=${day(30)}`,
  hold_until_by: `hold_until_by=${day(30)}`,
  parking_expiry_by: `parking_expiry_by=${day(30)}`,
};

/** The filters and sorts of the document. @throws if one of its parameters is not asked for here */
function documented() {
  const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
  const { parameters } = paths['/bookings'].get;
  const given = new Map(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]));
  const filters = { ...FILTERS, ...Object.fromEntries(PHASES.map((phase) => [`phase ${phase}`, `phase=${phase}`])) };
  const asked = Object.values(filters).flatMap((query) => query.split('&').map((part) => part.split('=')[0]));
  const others = ['site', 'include', 'limit', 'skip', 'sort', 'cursor'];
  const forgotten = [...given.keys()].filter((name) => !asked.includes(name) && !others.includes(name));
  if (forgotten.length > 0) throw new Error(`no request here has ${forgotten.join(', ')}`);
  return { filters, sorts: given.get('sort').enum };
}

function requests() {
  const { filters, sorts } = documented();
  const all = Object.entries({ none: '', ...filters });
  const names = (query) => query.split('&').map((part) => part.split('=')[0]);
  const areApart = (one, other) => !names(one).some((name) => names(other).includes(name));
  return [
    ...all.flatMap(([name, query]) => sorts.map((sort) => [`${name}, by ${sort}`, `${query}&sort=${sort}`])),
    ...all.flatMap(([name, query], at) =>
      all
        .slice(at + 1)
        .filter(([, other]) => query && areApart(query, other))
        .map(([other, more]) => [`${name} and ${other}`, `${query}&${more}`]),
    ),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-filters-'));
mkdirSync(join(folder, 'mail'));

async function load() {
  const password = randomBytes(16).toString('hex');
  const server = await startPostgres({ directory: folder, password, durable: false, settings: SETTINGS });
  const url = server.url('postgres');
  console.log(`Loading ${options.bookings.toLocaleString('en')} bookings, and ${options.sites} other sites`);
  await loadData(url, options.bookings, console.log);
  return { url, stop: () => server.stop() };
}

async function complete(url) {
  const client = new pg.Client(url);
  await client.connect();
  const before = await client.query('SELECT FROM block_bookings WHERE id = $1', [BLOCK]);
  // An earlier run on this database has completed it.
  if (before.rowCount === 0)
    for (const statement of [...(options.sites ? smallSites(options.sites) : []), ...MORE.split(';')])
      await client.query(statement);
  await client.end();
}

const kinds = requests();
const server = options.databaseUrl ? { url: options.databaseUrl, stop: () => undefined } : await load();
const { url } = server;
await complete(url);
const { lodge, cookie } = await startLodge(url, folder);
const pool = connectTo(lodge, 1);
const figures = [];
for (const [name, query] of kinds) {
  const path = encodeURI(`/bookings?site=${SITE}&${query}`);
  const times = [];
  // The first one makes the plan.
  for (let turn = 0; turn <= options.times; turn++) {
    const { ms } = await call(pool, { path }, cookie);
    if (turn > 0) times.push(ms);
  }
  figures.push({ name, p50: percentile(times.sort((one, other) => one - other), 0.5), least: times[0] }); // prettier-ignore
}
await pool.close();
await lodge.stop();
await server.stop();
rmSync(folder, { recursive: true });
const slow = figures.filter(({ p50 }) => p50 > PROMISED_MS).sort((one, other) => other.p50 - one.p50);
for (const { name, p50, least } of slow)
  console.log(`${name}: p50 ${p50.toFixed(1)} ms, at least ${least.toFixed(1)} ms`);
console.log(
  `${figures.length} kinds of requests, ${slow.length} with a p50 above ${PROMISED_MS} ms; load ${loadavg()[0].toFixed(1)}`,
);
process.exit(slow.length > 0 ? 1 : 0);
