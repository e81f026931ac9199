// The printed list of 2,000 students against bare puppeteer, which prints the same HTML in a browser that is warm, too.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { answerTypes } from '#libs/core/database/pg-types';
import { printBare, startBareBrowser, studentsHtml } from './bare-browser.mjs';
import { HALL } from './data.mjs';
import { call, connectTo, median } from './load.mjs';
import { startWorker } from './servers.mjs';
import { studentsDocument } from './work.mjs';

async function pageOf(url) {
  const client = new pg.Client(url);
  await client.connect();
  const sql = { rows: async (text, values) => (await client.query({ text, values, types: answerTypes })).rows };
  const html = await studentsHtml(sql, HALL, 'Hall');
  await client.end();
  return html;
}

async function timeBare(browser, html) {
  const began = performance.now();
  await printBare(browser, html);
  return performance.now() - began;
}

/** How long both take in turn; undefined where there is no browser. */
export async function measurePrint({ lodge, cookie, url, folder, options }) {
  const browser = await startBareBrowser();
  if (!browser) return undefined;
  const html = await pageOf(url);
  const worker = await startWorker(url, folder);
  const pool = connectTo(lodge, 1);
  try {
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const bare = await timeBare(browser, html);
      const { ms } = await call(pool, studentsDocument, cookie);
      if (round > 0) rounds.push({ bare, ms, times: ms / bare });
    }
    const of = (name) => median(rounds.map((each) => each[name]));
    return { ms: of('ms'), bare: of('bare'), times: of('times') };
  } finally {
    await pool.close();
    await browser.close();
    await worker.stop();
  }
}
