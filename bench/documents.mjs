// The cost of printing, compared with a bare browser with the same HTML: npm run build && node bench/documents.mjs
//   --database-url <url>  a PostgreSQL to use; the database lodge_bench_documents is created again in it
//   --only <names>        of: page, list, long, photos
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { Buffer } from 'node:buffer';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import puppeteer from 'puppeteer-core';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { startPostgres } from '#apps/local/postgres-server';
import { migrate } from '#libs/core/database/migrate';
import { findChromium } from '#libs/core/pdf/find-chromium';
import { listLines } from '#libs/documents/students-document.queries';
import { studentsPage } from '#libs/documents/students-page';

const { values: options } = parseArgs({ options: { 'database-url': { type: 'string' }, only: { type: 'string' } } });
const wanted = (name) => !options.only || options.only.split(',').includes(name);
const OWNER = { email: 'owner@bench.example', password: 'porter-lodge-bench-1' };
const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-documents-'));
const median = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
const MEGABYTE = 1_048_576;

async function openDatabase() {
  const given = options['database-url'];
  const server = given
    ? { url: (name) => Object.assign(new URL(given), { pathname: `/${name}` }).href, stop: async () => undefined }
    : await startPostgres({ directory: folder, password: newId(), durable: true, settings: {} });
  const client = new pg.Client(given ?? server.url('postgres'));
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS lodge_bench_documents WITH (FORCE)');
  await client.query('CREATE DATABASE lodge_bench_documents');
  await client.end();
  const url = server.url('lodge_bench_documents');
  await migrate(url);
  return { url, stop: server.stop };
}

/** A site of so many students in ten buildings of five floors. */
async function makeSite(pool, name, students) {
  const [site, type] = [newId(), newId()];
  await pool.query(`INSERT INTO sites (id, name, time_zone) VALUES ($1, $2, 'Europe/London')`, [site, name]);
  await pool.query(
    `INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings) VALUES ($1, $2, 'House', '#777777', false)`,
    [site, type],
  );
  await pool.query(
    `WITH houses AS (
       INSERT INTO locations (site_id, id, name, location_type_id) SELECT $1, gen_random_uuid(), 'House ' || n, $2 FROM generate_series(1, 10) n
       RETURNING id)
     INSERT INTO locations (site_id, id, name, floor, parent_id, location_type_id)
     SELECT $1, gen_random_uuid(), 'Floor ' || n, n, id, $2 FROM houses, generate_series(1, 5) n`,
    [site, type],
  );
  await pool.query(
    `WITH floors AS (SELECT id, row_number() OVER () AS n FROM locations WHERE site_id = $1 AND parent_id IS NOT NULL)
     INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
     SELECT $1, gen_random_uuid(), 'S' || lpad(s::text, 6, '0'), 'Firstname' || s % 97, 'Lastname' || s, f.id
     FROM generate_series(1, $2::int) s JOIN floors f ON f.n = 1 + s % 50`,
    [site, students],
  );
  return site;
}

/** Gives every student of a site a picture of a hundred different ones, each about as large as a face is. */
async function addPictures(pool, site) {
  mkdirSync(join(folder, 'files', 'pictures'), { recursive: true });
  const faces = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sharp({
        create: { width: 64, height: 64, channels: 3, noise: { type: 'gaussian', mean: 90 + index, sigma: 40 } },
      })
        .png()
        .toBuffer()
        .then((noise) => sharp(noise).resize(512, 512, { kernel: 'cubic' }).webp({ quality: 82 }).toBuffer()),
    ),
  );
  const { rows } = await pool.query(
    `INSERT INTO pictures (id, site_id, student_id) SELECT gen_random_uuid(), site_id, id FROM students WHERE site_id = $1 RETURNING id`,
    [site],
  );
  for (const [index, { id }] of rows.entries())
    writeFileSync(join(folder, 'files', 'pictures', `${id}.webp`), faces[index % 100]);
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/** Api and worker as in production, each a process. */
async function startLodge(databaseUrl) {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    LODGE_MODE: 'local',
    COOKIE_SECURE: 'false',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret that only this bench uses, 0123456789',
    MAIL_URL: pathToFileURL(folder).href,
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    RATE_LIMIT_PDF_PER_MINUTE: '0',
    DOCUMENT_WAIT_SECONDS: '120',
    LOG_LEVEL: 'error',
  };
  const children = ['api', 'worker'].map((name) =>
    spawn(process.execPath, [`dist/apps/${name}/main.js`], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const origin = env.PUBLIC_URL;
  while (!(await fetch(`${origin}/health/live`).catch(() => undefined))?.ok) await sleep(100);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/users/sessions`, { method: 'POST', headers, body: JSON.stringify(OWNER) });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const stop = () => Promise.all(children.map((child) => (child.kill('SIGTERM'), once(child, 'exit'))));
  return { origin, cookie, pids: children.map(({ pid }) => pid), stop };
}

/** All processes that these started, and those that they started. */
function familyOf(pids) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))[1]));
    } catch {
      // It has ended.
    }
  }
  const family = new Set(pids);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  return [...family];
}

// Proportional: what the processes of a browser share counts once. Linux only.
function memoryOf(pids) {
  let kilobytes = 0;
  for (const pid of familyOf(pids)) {
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]);
    } catch {
      // It has ended.
    }
  }
  return (kilobytes * 1024) / MEGABYTE;
}

/** Seconds of processor time that these processes and all that they started have taken. Linux only. */
function processorOf(pids) {
  let ticks = 0;
  for (const pid of familyOf(pids)) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It has ended, and its parent has its time.
    }
  }
  return ticks / 100;
}

/** How long work takes, how much of the processor, and the most memory that processes hold meanwhile. */
async function measured(pids, work) {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pids))), 250);
  const [busy, began] = [processorOf(pids), performance.now()];
  const bytes = await work();
  clearInterval(watch);
  const ms = performance.now() - began;
  return { ms, processor: processorOf(pids) - busy, peak, bytes };
}

const database = await openDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
await pool.query(
  `INSERT INTO users (id, email, first_name, last_name, owner, password_hash) VALUES ($1, $2, 'Bench', 'Owner', true, $3)`,
  [newId(), OWNER.email, await hash(OWNER.password)],
);
const sites = {
  one: await makeSite(pool, 'One', 1),
  list: await makeSite(pool, 'List', 2_000),
  long: await makeSite(pool, 'Long', 20_000),
  photos: await makeSite(pool, 'Photos', 5_000),
};
if (wanted('photos')) await addPictures(pool, sites.photos);
const lodge = await startLodge(database.url);

const get = (path, more = {}) => fetch(lodge.origin + path, { headers: { cookie: lodge.cookie, ...more } });

/** Prints a site's list and returns the size of the file. It does not wait for long lists in one request. */
async function print(site, query = '', isLong = false) {
  let answer = await get(`/students/${site}/export?${query}`, isLong ? { prefer: 'respond-async' } : {});
  if (isLong && answer.ok) {
    let job = await answer.json();
    for (; !job.finished_at; await sleep(250)) job = await (await get(`/jobs/${job._id}`)).json();
    answer = await get(job.result_url);
  }
  const pdf = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.status}: ${Buffer.from(pdf)}`);
  return pdf.byteLength;
}

async function startBareBrowser() {
  const { path, environment } = await findChromium(process.env.CHROMIUM_PATH);
  const browser = await puppeteer.launch({ executablePath: path, env: { ...process.env, ...environment }, args: ['--no-sandbox'], pipe: true }); // prettier-ignore
  return { browser, pid: browser.process().pid };
}

async function barePrint(browser, html) {
  const page = await browser.newPage();
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, timeout: 0 });
  await page.close();
  return pdf.length;
}

/** The page that Lodge prints for a site. */
async function htmlOf(site) {
  const sql = { rows: async (text, values) => (await pool.query(text, values)).rows };
  const lines = await listLines(sql, site, undefined, true);
  const facts = { siteName: 'List', timeZone: 'Europe/London', paper: 'a4', madeAt: new Date().toISOString(), madeBy: 'Bench Owner', total: lines.length, welfare: true, photos: false }; // prettier-ignore
  return studentsPage(facts, lines, { first: true, whole: true });
}

const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
const megabytes = (number) => `${Math.round(number)} MB`;
try {
  await print(sites.one);
  if (wanted('page')) {
    // The browser opens the page for the next print when no print waits: without a pause a print waits.
    const medianOf = async (pause) => {
      const times = [];
      for (let round = 0; round < 21; round++, await sleep(pause))
        times.push((await measured(lodge.pids, () => print(sites.one))).ms);
      return median(times).toFixed(0);
    };
    console.log(
      `one page, warm, request to file: median ${await medianOf(1_000)} ms of 21, one upon the other ${await medianOf(0)} ms (goal: 400)`,
    );
  }

  if (wanted('list')) {
    const bare = await startBareBrowser();
    const html = await htmlOf(sites.list);
    await barePrint(bare.browser, html);
    await print(sites.list);
    const rounds = [];
    for (let round = 0; round < 5; round++)
      rounds.push([
        await measured([bare.pid], () => barePrint(bare.browser, html)),
        await measured(lodge.pids, () => print(sites.list)),
      ]);
    await bare.browser.close();
    const [bareMs, ms] = [0, 1].map((index) => median(rounds.map((round) => round[index].ms)));
    const [barePeak, peak] = [0, 1].map((index) => Math.max(...rounds.map((round) => round[index].peak)));
    const ratio = median(rounds.map(([one, other]) => other.ms / one.ms));
    console.log(
      `2,000 students: ${seconds(ms)}, ${megabytes(peak)}; bare browser ${seconds(bareMs)}, ${megabytes(barePeak)}; ratio ${ratio.toFixed(2)} (goal: 1.3)`,
    );
  }

  if (wanted('long')) {
    // Short lists before and after, since the machine may be busier at one time than at another.
    const short = [];
    const printShort = async (times) => {
      for (let time = 0; time < times; time++) short.push(await measured(lodge.pids, () => print(sites.list)));
    };
    await print(sites.list);
    await printShort(4);
    const { ms, processor, peak, bytes } = await measured(lodge.pids, () => print(sites.long, '', true));
    await printShort(4);
    const times = (long, one) => (long / (short.reduce((sum, each) => sum + one(each), 0) / short.length)).toFixed(1);
    console.log(
      `20,000 students: ${seconds(ms)}, ${times(ms, (each) => each.ms)} times 2,000 (goal: about 10), of the processor ` +
        `${times(processor, (each) => each.processor)} times, ${megabytes(peak)} (goal: 1,229), file ${megabytes(bytes / MEGABYTE)}`,
    );
  }

  if (wanted('photos')) {
    const { ms, peak, bytes } = await measured(lodge.pids, () => print(sites.photos, 'includePhoto=true', true));
    console.log(
      `5,000 students with photos: ${seconds(ms)}, ${megabytes(peak)} (goal: 1,536), file ${megabytes(bytes / MEGABYTE)}`,
    );
  }
} finally {
  await lodge.stop();
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
