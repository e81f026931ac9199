import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer-core';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { openBrowser } from '../../support/browser.js';
import { Lodge } from '../../support/lodge.js';
import { type Shown, SwaggerPage } from '../../support/swagger-page.js';
import { startWorker } from '../../support/test-worker.js';

const DEMO_PASSWORD = 'porter-lodge-demo-1';

let lodge: Lodge;
let worker: INestApplicationContext;
let browser: Browser;
let page: SwaggerPage;
let folder: string;
const rows: string[] = [];

beforeAll(async () => {
  lodge = await Lodge.start();
  await loadDemoData(lodge.instance.app, () => undefined);
  await lodge.instance.app.listen(0, '127.0.0.1');
  worker = await startWorker(lodge);
  browser = await openBrowser();
  page = await SwaggerPage.open(browser, await lodge.instance.app.getUrl());
  folder = await mkdtemp(join(tmpdir(), 'lodge-tasks-'));
});
afterAll(async () => {
  await browser.close();
  await worker.close();
  await lodge.stop();
  await rm(folder, { recursive: true });
});

/** Finds an operation by the words of the task, does the rest of the task, and records the clicks and keys. */
async function task(name: string, words: string, operation: string, rest: () => Promise<Shown>): Promise<Shown> {
  const before = { clicks: page.clicks, keys: page.keys };
  const found = await page.search(words);
  expect([words, found.slice(0, 3)]).toEqual([words, expect.arrayContaining([operation])]);
  await page.choose(operation, found);
  const shown = await rest();
  const place = found.indexOf(operation) + 1;
  rows.push(`| ${name} | ${words} | ${place} | ${page.clicks - before.clicks} | ${page.keys - before.keys} |`);
  return shown;
}

describe('ten tasks of a desk, one after the other: each operation is among the first three, and the rest is a few clicks', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the tasks before have shown
  let day: any, room: any, better: any, booked: any;

  test('log in', async () => {
    expect((await page.search('log in')).slice(0, 3)).toContain('Sessions_logIn');
    await page.press('Escape');
    const before = { clicks: page.clicks, keys: page.keys };
    await page.logInAs('manager@lodge.example', DEMO_PASSWORD);
    expect(await page.said()).toContain('manager@lodge.example');
    rows.push(`| Log in | (the form at the top) | | ${page.clicks - before.clicks} | ${page.keys - before.keys} |`);
  });

  test('see today', async () => {
    day = (await task('See today', 'today', 'Day_get', () => page.execute())).body;
    expect(day.arrivals.due.count).toBeGreaterThan(0);
  });

  test('find a free room', async () => {
    const { body } = await task('Find a free room', 'free room', 'Availability_get', async () => {
      await page.type(page.within(page.parameter('from')), day.today);
      return page.execute();
    });
    [room, better] = body.data.filter(({ whole }: { whole: boolean | null }) => !whole);
    expect(better.free).toBeGreaterThan(0);
  });

  test('book it', async () => {
    const shown = await task('Book it', 'book a room', 'Bookings_create', async () => {
      await page.pick(page.field('location'), room.code);
      return page.execute();
    });
    booked = shown.body;
    expect(booked).toMatchObject({ status: 'confirmed', location: room._id });
  });

  test('check somebody in, and move them', async () => {
    const [arriving] = day.arrivals.due.entries;
    const arrived = await task('Check somebody in', 'check in', 'Bookings_transition', async () => {
      await page.pick('.lodge-choices select', arriving.record_name);
      return page.execute();
    });
    expect(arrived.body.booking).toMatchObject({ _id: arriving._id, status: 'checked_in' });

    const moved = await task('Move somebody', 'move to another room', 'Bookings_move', async () => {
      await page.pick(page.field('location'), better.code);
      return page.execute();
    });
    expect([moved.status, moved.body._id, moved.body.location]).toEqual([200, arriving._id, better._id]);
  });

  test('find where somebody lives', async () => {
    const { body } = await task('Find where somebody lives', 'where does she live', 'Students_search', async () => {
      await page.type(page.within(page.parameter('q')), 'angstrom');
      return page.execute();
    });
    expect(body.data[0]).toMatchObject({ record_name: 'Ångström, Zoë', location_name: expect.any(String) });
  });

  test('print a list', async () => {
    const { status } = await task('Print a list', 'print a list', 'Documents_students', () => page.execute());
    expect(status).toBe(200);
    const name = await page.page.$eval(page.within('.live-responses-table a[download]'), (link) => link.getAttribute('download')); // prettier-ignore
    expect(name).toMatch(/\.pdf$/);
  });

  test('import a file', async () => {
    const file = join(folder, 'students.csv');
    await writeFile(file, 'Student id,First name,Last name,Room\nKC09901,Grace,Hopper,M-102\n');
    const { body } = await task('Import a file', 'import a file', 'StudentImport_import', async () => {
      await page.chooseFile(file);
      await page.pick('tr[data-property-name="dry_run"] select', 'false');
      return page.execute();
    });
    expect(body).toMatchObject({ students: [{ last_name: 'Hopper' }], import_id: expect.any(String) });
  });

  test('cancel a booking, and take that back', async () => {
    const cancelled = await task('Cancel a booking', 'cancel a booking', 'Bookings_transition', async () => {
      await page.pick('.lodge-choices select', booked.reference);
      await page.pick(page.field('type'), 'cancel');
      await page.pick(page.field('Add'), 'cancellation_code');
      await page.pick(page.field('cancellation_code'), 'Moved to another city');
      return page.execute();
    });
    expect(cancelled.body.booking).toMatchObject({ _id: booked._id, status: 'cancelled' });
    const undone = await task('Undo that', 'undo', 'Bookings_transition', async () => {
      await page.pick(page.field('type'), 'reinstate');
      return page.execute();
    });
    expect(undone.body.booking).toMatchObject({ _id: booked._id, status: 'confirmed' });
  });

  test('docs/swagger.md says what each took', async () => {
    const text = await readFile('docs/swagger.md', 'utf8');
    const written = text.split('\n').filter((line) => /^\| .* \d+ +\|$/.test(line));
    expect(written.map((line) => line.replaceAll(/ +/g, ' '))).toEqual(rows);
  });
});
