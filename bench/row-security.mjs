// What row-level security by site would cost at its best: npm run build && node bench/row-security.mjs
// The sites of the caller are a setting of the role here. A product would have to send them with every transaction in addition.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { allowApplication } from '#libs/core/database/application-role';
import { CAMPUS, HALL, loadData, SITE } from './data.mjs';
import { connectTo, loadFor, median, percentile } from './load.mjs';
import { startLodge } from './servers.mjs';
import { freeStays, nightsWork, steadyWork } from './work.mjs';

const CONNECTIONS = 10;
const DATABASE = 'lodge_bench_rows';
const options = new Command('node bench/row-security.mjs')
  .description(
    'Measures Lodge with and without policies by site on every table that has one, on a PostgreSQL of its own.',
  )
  .option('--bookings <number>', 'how many bookings', Number, 10_000)
  .option('--rounds <number>', 'pairs of slices', Number, 20)
  .option('--slice <ms>', 'how long a slice is', Number, 500)
  .parse()
  .opts();
const say = (text) => console.log(`${text}  [load ${loadavg()[0].toFixed(1)}]`);

/** Of whom a caller is a member is read before the sites are known. */
const WITHOUT = ['memberships'];
const TABLES = `
  SELECT quote_ident(table_name) AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND column_name = 'site_id' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)`;

const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-'));
mkdirSync(join(folder, 'mail'));
let server;
try {
  server = await startPostgres({ directory: folder, password: randomBytes(16).toString('hex') });
  const owner = server.url(DATABASE);
  const maintenance = new pg.Client(server.url('postgres'));
  await maintenance.connect();
  await maintenance.query(`CREATE DATABASE ${DATABASE}`);
  await maintenance.end();
  await loadData(owner, options.bookings, say);
  const application = new URL(owner);
  application.username = 'lodge_app';
  await allowApplication(owner, application.href);
  const client = new pg.Client(owner);
  await client.connect();
  const tables = (await client.query(TABLES, [WITHOUT])).rows.map(({ name }) => name);
  for (const table of tables)
    await client.query(
      `CREATE POLICY by_site ON ${table} USING (site_id = ANY (string_to_array(current_setting('lodge.sites'), ',')::uuid[]))`,
    );
  await client.query(`ALTER ROLE lodge_app SET lodge.sites = '${[SITE, CAMPUS, HALL].join()}'`);
  const protect = (on) =>
    client.query(
      tables.map((table) => `ALTER TABLE ${table} ${on ? 'ENABLE' : 'DISABLE'} ROW LEVEL SECURITY`).join(';'),
    );
  const { lodge, cookie } = await startLodge(application.href, folder);
  const pool = connectTo(lodge, CONNECTIONS);
  say(`${tables.length} tables with a policy`);
  const works = [
    ...steadyWork({ bookings: options.bookings, stays: freeStays() }).filter(({ name }) => name !== 'cursor'),
    ...nightsWork,
  ];
  for (const { title, next } of works) {
    const pairs = [];
    for (let round = -1; round < options.rounds; round++) {
      const both = new Map();
      for (const on of round % 2 === 0 ? [true, false] : [false, true]) {
        await protect(on);
        // Every statement is planned again after the change.
        await loadFor(lodge, pool, CONNECTIONS, 100, next, cookie);
        both.set(on, await loadFor(lodge, pool, CONNECTIONS, options.slice, next, cookie));
      }
      if (round >= 0) pairs.push(both);
    }
    const ratios = pairs
      .map((both) => both.get(true).perSecond / both.get(false).perSecond)
      .sort((one, other) => one - other);
    const quartiles = [0.25, 0.75].map((share) => percentile(ratios, share).toFixed(3)).join(' to ');
    const [on, off] = [true, false].map((state) => median(pairs.map((both) => both.get(state).perSecond)).toFixed(0));
    say(`${title}: ${on}/s with, ${off}/s without, ratio ${median(ratios).toFixed(3)} (quartiles ${quartiles})`);
  }
  await pool.close();
  await lodge.stop();
  await client.end();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
