// The printed list of 2,000 students against bare puppeteer, which prints the same HTML in a browser that is warm, too.
import { performance } from 'node:perf_hooks';
import puppeteer from 'puppeteer-core';
import pg from 'pg';
import { answerTypes } from '#libs/core/database/pg-types';
import { findChromium } from '#libs/core/pdf/find-chromium';
import { listLines } from '#libs/documents/students-document.queries';
import { studentsPage } from '#libs/documents/students-page';
import { HALL, HALL_STUDENTS } from './data.mjs';
import { call, connectTo, median } from './load.mjs';
import { startWorker } from './servers.mjs';
import { studentsDocument } from './work.mjs';

async function pageOf(url) {
  const client = new pg.Client(url);
  await client.connect();
  const sql = { rows: async (text, values) => (await client.query({ text, values, types: answerTypes })).rows };
  const lines = await listLines(sql, HALL, undefined, true);
  await client.end();
  const facts = { siteName: 'Hall', timeZone: 'Europe/London', paper: 'a4', madeAt: new Date().toISOString(), madeBy: 'Bench Owner', total: HALL_STUDENTS, welfare: true, photos: false }; // prettier-ignore
  return studentsPage(facts, lines, { first: true, whole: true });
}

async function printBare(browser, html) {
  const began = performance.now();
  const page = await browser.newPage();
  await page.setContent(html);
  await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: false, timeout: 0 });
  await page.close();
  return performance.now() - began;
}

/** How long both take in turn; undefined where there is no browser. */
export async function measurePrint({ lodge, cookie, url, folder, options }) {
  const chromium = await findChromium(process.env.CHROMIUM_PATH).catch(() => undefined);
  if (!chromium) return undefined;
  const html = await pageOf(url);
  const worker = await startWorker(url, folder);
  const browser = await puppeteer.launch({ executablePath: chromium.path, env: { ...process.env, ...chromium.environment }, args: ['--no-sandbox'], protocolTimeout: 600_000 }); // prettier-ignore
  const pool = connectTo(lodge, 1);
  try {
    const rounds = [];
    // The first round warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const bare = await printBare(browser, html);
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
