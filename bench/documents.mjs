// The cost of printing, compared with a bare browser with the same HTML: npm run build && node bench/documents.mjs
//   --database-url <url>  a PostgreSQL to use; the database lodge_bench_documents is created again in it
//   --only <names>        of: page, list, long, photos
import { mkdtempSync, rmSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { answerTypes } from '#libs/core/database/pg-types';
import { printBare, startBareBrowser, studentsHtml } from './bare-browser.mjs';
import { addOwner, addPictures, makeSite, openDatabase, startLodge } from './documents-setup.mjs';
import { median } from './load.mjs';
import { measured, MEGABYTE } from './processes.mjs';

const { values: options } = parseArgs({ options: { 'database-url': { type: 'string' }, only: { type: 'string' } } });
const wanted = (name) => !options.only || options.only.split(',').includes(name);
const folder = mkdtempSync(join(tmpdir(), 'lodge-bench-documents-'));

const database = await openDatabase(options['database-url'], folder);
const pool = new pg.Pool({ connectionString: database.url, max: 4 });
await addOwner(pool);
const sites = {
  one: await makeSite(pool, 'One', 1),
  list: await makeSite(pool, 'List', 2_000),
  long: await makeSite(pool, 'Long', 20_000),
  photos: await makeSite(pool, 'Photos', 5_000),
};
if (wanted('photos')) await addPictures(pool, sites.photos, folder);
const lodge = await startLodge(database.url, folder);

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
    const browser = await startBareBrowser();
    const sql = { rows: async (text, values) => (await pool.query({ text, values, types: answerTypes })).rows };
    const html = await studentsHtml(sql, sites.list, 'List');
    await printBare(browser, html);
    await print(sites.list);
    const rounds = [];
    for (let round = 0; round < 5; round++)
      rounds.push([
        await measured([browser.process().pid], () => printBare(browser, html)),
        await measured(lodge.pids, () => print(sites.list)),
      ]);
    await browser.close();
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
