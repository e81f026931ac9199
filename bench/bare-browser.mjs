// What Lodge's printing is compared with: a browser that prints the same page, with nothing around it.
import puppeteer from 'puppeteer-core';
import { speakerOf } from '#libs/core/languages/say';
import { findChromium } from '#libs/core/pdf/find-chromium';
import { listLines } from '#libs/documents/students-document.queries';
import { studentsPage } from '#libs/documents/students-page';

/** A browser; undefined where there is none. */
export async function startBareBrowser() {
  const chromium = await findChromium(process.env.CHROMIUM_PATH).catch(() => undefined);
  const environment = { ...process.env, ...chromium?.environment };
  return (
    chromium &&
    puppeteer.launch({ executablePath: chromium.path, env: environment, args: ['--no-sandbox'], pipe: true, protocolTimeout: 600_000 }) // prettier-ignore
  );
}

/** Prints a page, and returns the size of the file. */
export async function printBare(browser, html) {
  const page = await browser.newPage();
  await page.setContent(html, { waitUntil: 'load', timeout: 0 });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, outline: false, timeout: 0 });
  await page.close();
  return pdf.length;
}

/** The page that Lodge prints for the students of a site. */
export async function studentsHtml(sql, siteId, name) {
  const lines = await listLines(sql, siteId, { order: undefined, welfare: true, filter: {} });
  const site = { name, address: null, phone: null, email: null, colour: null, language: null, logo: null };
  const facts = { speaker: speakerOf('en'), site, timeZone: 'Europe/London', paper: 'a4', madeAt: new Date().toISOString(), madeBy: 'Bench Owner', total: lines.length, welfare: true, photos: false }; // prettier-ignore
  return studentsPage(facts, lines, { first: true, whole: true });
}
