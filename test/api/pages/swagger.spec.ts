import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer-core';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { EXAMPLE } from '#libs/core/http/examples';
import { openBrowser } from '../../support/browser.js';
import { Lodge } from '../../support/lodge.js';
import { SwaggerPage } from '../../support/swagger-page.js';

const OWNER = 'owner@lodge.example';
const DEMO_PASSWORD = 'porter-lodge-demo-1';

const SEARCHES = [
  ['check in', 'Bookings_transition'],
  ['move', 'Bookings_move'],
  ['who lives in', 'Students_search'],
  ['late', 'Day_get'],
  ['print list', 'Documents_students'],
  ['refund', 'Bookings_transition'],
  ['fire alarm', 'RollCall_get'],
  ['empty rooms', 'Availability_get'],
  ['BOOK a róom', 'Bookings_create'],
  ['extend', 'Bookings_update'],
  ['broken', 'Closures_create'],
  ['duplicate', 'Merges_merge'],
  ['colleague', 'Members_add'],
  ['excel', 'Bookings_export'],
  ['answer questions of an import', 'BookingImport_rows'],
  ['webhook', 'Webhooks_list'],
  ['block-bookings', 'Blocks_list'],
] as const;

describe('Swagger UI, in a real browser', () => {
  let lodge: Lodge;
  let browser: Browser;
  let address: string;
  let folder: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadDemoData(lodge.instance.app, () => undefined);
    await lodge.instance.app.listen(0, '127.0.0.1');
    address = await lodge.instance.app.getUrl();
    browser = await openBrowser();
    folder = await mkdtemp(join(tmpdir(), 'lodge-swagger-'));
  });
  afterAll(async () => {
    await browser.close();
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  async function loggedIn(width?: number): Promise<SwaggerPage> {
    const page = await SwaggerPage.open(browser, address, width);
    await page.logInAs(OWNER, DEMO_PASSWORD);
    return page;
  }
  const widthOf = (page: SwaggerPage) => page.page.evaluate('document.documentElement.scrollWidth') as Promise<number>;

  test('a wrong password is said; the right one shows who is logged in, and log-out forgets everything', async () => {
    const page = await SwaggerPage.open(browser, address);
    expect(await page.said()).toBe('Log in to try the operations.');
    await page.logIn(OWNER, 'not the password');
    expect(await page.said()).toMatch(/password/i);
    await page.logInAs(OWNER, DEMO_PASSWORD);
    expect(await page.said()).toBe(`Logged in as Olive Owner (${OWNER})`);
    await page.find('today', 'Day_get');
    expect((await page.execute()).status).toBe(200);

    await Promise.all([page.page.waitForNavigation(), page.click('.lodge-bar button:not([type=submit])')]);
    await page.page.waitForSelector('.lodge-form:not([hidden])');
    expect(await page.page.$('.live-responses-table')).toBeNull();
    await page.find('today', 'Day_get');
    const { status, problem } = await page.execute();
    expect([status, problem]).toEqual([401, expect.stringContaining('session')]);
    await page.find('check in', 'Bookings_transition');
    expect(await page.page.$$(page.within('.lodge-choices option'))).toHaveLength(0);
    expect(page.complaints).toEqual([]);
  });

  test('site and ids are those of the demo data, then those of the last response, and never replace what was typed', async () => {
    const page = await loggedIn();
    const booking = page.parameter('bookingId');
    await page.find('booking details', 'Bookings_read');
    expect(await page.valueOf(booking)).toBe(EXAMPLE.booking);
    expect(await page.valueOf(page.parameter('site'))).toBe(EXAMPLE.site);

    await page.find('today', 'Day_get');
    const { body: day } = await page.execute();
    const [first, second] = day.arrivals.due.entries;
    await page.find('booking details', 'Bookings_read');
    expect(await page.valueOf(booking)).toBe(first._id);
    await page.type(page.within(booking), second._id);
    expect((await page.execute()).body.reference).toBe(second.reference);

    await page.find('list bookings', 'Bookings_list');
    const { body: list } = await page.execute();
    await page.find('booking details', 'Bookings_read');
    expect(await page.valueOf(booking)).toBe(second._id);
    await page.find('check in', 'Bookings_transition');
    expect(await page.valueOf(booking)).toBe(list.data[0]._id);
    await page.pick('.lodge-choices select', first.reference);
    expect(await page.valueOf(booking)).toBe(first._id);
    expect(page.complaints).toEqual([]);
  });

  test('the body is a form too: what is chosen there stands in the JSON, and a refusal leaves it as it was', async () => {
    const page = await loggedIn();
    await page.find('free room', 'Availability_get');
    const { body: free } = await page.execute();
    await page.find('book a room', 'Bookings_create');
    const sent = async () => JSON.parse(await page.valueOf('textarea.body-param__text')) as Record<string, string>;
    expect(await sent()).toMatchObject({ site: EXAMPLE.site, location: free.data[0]._id });
    const other = free.data.find(({ code }: { code: string }) => code === 'M-104');
    await page.pick(page.field('location'), 'M-104');
    await page.type(page.within(page.field('notes', 'input')), 'Has a bicycle');
    expect(await sent()).toMatchObject({ location: other._id, notes: 'Has a bicycle' });
    expect((await page.execute()).body).toMatchObject({ location: other._id, notes: 'Has a bicycle' });
    const again = await page.execute();
    expect([again.status, again.problem]).toEqual([409, expect.stringContaining('has the place from')]);
    expect((await sent()).location).toBe(other._id);
  });

  test('another site: its id is filled in, and nothing of the site before', async () => {
    const page = await loggedIn();
    await page.find('today', 'Day_get');
    await page.execute();
    const harbour = await page.page.$eval('.lodge-sites', (sites) => [...(sites as unknown as { options: { value: string; textContent: string }[] }).options].find(({ textContent }) => textContent === 'Harbour View')?.value ?? ''); // prettier-ignore
    await page.page.select('.lodge-sites', harbour);
    await page.find('booking details', 'Bookings_read');
    expect(await page.valueOf(page.parameter('site'))).toBe(harbour);
    expect(await page.valueOf(page.parameter('bookingId'))).toBe('');
  });

  test('the sentence of a problem, and of each of its fields, stands before everything else of the response', async () => {
    const page = await loggedIn();
    await page.find('book a room', 'Bookings_create');
    await page.type(page.within('textarea.body-param__text'), '{"site": "x", "contract_start": "soon"}');
    const { status, body } = await page.execute();
    expect(status).toBe(400);
    const [first = '', ...rest] = await page.page.$eval(page.within('.lodge-live'), (live) => (live as unknown as { innerText: string }).innerText.split('\n').filter(Boolean)); // prettier-ignore
    expect([first, rest[0]]).toEqual([body.title, body.detail]);
    for (const { pointer } of body.errors) expect(rest.slice(1, 1 + body.errors.length).join()).toContain(pointer);
  });

  test('a response is facts and tables to read, with names in the place of ids, and the JSON below', async () => {
    const page = await loggedIn();
    // The site of the examples; another test leaves another one.
    await page.page.select('.lodge-sites', EXAMPLE.site);
    await page.find('today', 'Day_get');
    const { body: day } = await page.execute();
    const read = (selector: string) => page.page.$$eval(page.within(`.lodge-readable ${selector}`), (found) => found.map(({ textContent }) => textContent ?? '')); // prettier-ignore
    expect(await read('h5')).toEqual(
      expect.arrayContaining([
        `Arrivals · Due (${day.arrivals.due.count})`,
        `Arrivals · Late (${day.arrivals.late.count})`,
      ]),
    );
    const [arriving] = day.arrivals.due.entries;
    const row = (await read('tbody tr')).find((text) => text.includes(arriving.reference));
    expect(row).toContain(arriving.record_name);
    expect(row).toContain(arriving.location_code);
    await page.find('check in', 'Bookings_transition');
    await page.pick('.lodge-choices select', arriving.record_name);
    const { body: moved } = await page.execute();
    const facts = await read('dd');
    expect(facts.some((fact) => fact.includes(arriving.record_name))).toBe(true);
    expect(facts.filter((fact) => fact.includes(moved.booking._id) || fact.includes(moved.booking.location))).toEqual(
      [],
    );
    expect(facts).toContain('checked in');
    await page.find('book a room', 'Bookings_create');
    await page.execute();
    const { body: refused } = await page.execute();
    expect(refused.code).toBe('booking_conflict');
    const cells = await read('td');
    expect(cells).toEqual(
      expect.arrayContaining([refused.free_locations[0].name, refused.conflicts[0].lead_person_name]),
    );
    await page.page.close();
  });

  test('the search names what is meant among its first three, by the words of a desk', async () => {
    const page = await SwaggerPage.open(browser, address);
    for (const [words, operation] of SEARCHES) {
      expect([words, (await page.search(words)).slice(0, 3)]).toEqual([words, expect.arrayContaining([operation])]);
      await page.press('Escape');
    }
    expect(await page.search('block-bookings')).toContain('Blocks_list');
    await page.press('Escape');
    expect((await page.search('check somebody in'))[0]).toBe('Bookings_transition');
  });

  test('the search is used by the keyboard alone; it says when nothing is found', async () => {
    const page = await loggedIn();
    await page.press('/');
    expect(await page.page.evaluate('document.activeElement.id')).toBe('lodge-search');
    await page.page.keyboard.type('xyzzy');
    expect(await page.page.$eval('#lodge-found', (found) => found.textContent)).toContain('Try other words');
    await page.press('Escape');
    const found = await page.search('bookings');
    await page.press('ArrowDown');
    expect(await page.page.$eval('#lodge-search', (search) => search.getAttribute('aria-activedescendant'))).toBe(`found-${found[1]}`); // prettier-ignore
    await page.press('Enter');
    await page.page.waitForSelector(`.opblock.is-open[id$="-${found[1]}"]`);
  });

  test('a file is chosen and sent', async () => {
    const page = await loggedIn();
    const file = join(folder, 'students.csv');
    await writeFile(file, 'Student id,First name,Last name,Room\nKC09901,Grace,Hopper,M-102\n');
    await page.find('import students', 'StudentImport_import');
    await page.chooseFile(file);
    const { status, body } = await page.execute();
    expect([status, body.students?.[0]?.last_name ?? body]).toEqual([200, 'Hopper']);
  });

  test.each([390, 1400])(
    'at %d pixels nothing is wider than the window, with operations and responses open',
    async (width) => {
      const page = await loggedIn(width);
      expect(await widthOf(page)).toBeLessThanOrEqual(width);
      for (const [words, operation] of [
        ['today', 'Day_get'],
        ['book a room', 'Bookings_create'],
        ['import students', 'StudentImport_import'],
      ] as const) {
        await page.find(words, operation);
        if (operation !== 'StudentImport_import') await page.execute();
        expect([operation, await widthOf(page)]).toEqual([operation, width]);
      }
    },
  );
});
