import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser } from '../../support/browser.js';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { tokenOfNextMail } from '../../support/mails.js';

const NEW_PASSWORD = 'a wholly new password';

describe('the pages, in a real browser', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    await lodge.instance.app.listen(0, '127.0.0.1');
    address = `http://127.0.0.1:${(lodge.instance.app.getHttpServer().address() as AddressInfo).port}`;
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await lodge.stop();
  });

  /** Opens a page; whatever the policy of the page refuses or the console complains about is collected. */
  async function open(path: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width: 390, height: 844 });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${address}${path}`, { waitUntil: 'networkidle0' });
    return { page, complaints };
  }
  const textOf = (page: Page) => page.evaluate('document.body.innerText') as Promise<string>;

  test('the address of Lodge says what it is, and each of its links leads somewhere', async () => {
    const { page, complaints } = await open('/');
    expect(await textOf(page)).toContain('Lodge runs student accommodation');
    const links = (await page.evaluate('[...document.links].map((link) => link.href)')) as string[];
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    expect(complaints).toEqual([]);
  });

  test.each(['/', '/reset-password', '/booking/ABC2345?site=x', '/problems/booking_conflict'])(
    '%s fits a telephone, runs nothing in line and may not be framed',
    async (path) => {
      const { page } = await open(path);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      const policy = (await fetch(`${address}${path}`)).headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(await page.$$('script:not([src]), style, [style], [onclick]')).toHaveLength(0);
    },
  );

  test('the mailed link sets a password, which is judged while it is typed, and works once', async () => {
    const user = await lodge.make.user({ owner: true });
    const token = await tokenOfNextMail(user.email, () =>
      lodge.call('POST', '/users/password-reset/request', { email: user.email }),
    );
    const { page, complaints } = await open(`/reset-password#${token}`);
    const holds = () => page.$$eval('[data-rule]', (rules) => rules.map((rule) => rule.getAttribute('data-holds')));
    await page.type('#password', 'password');
    expect(await holds()).toEqual(['false', 'false', 'false']);
    expect(await page.$('#save[disabled]')).not.toBeNull();
    await page.evaluate('document.getElementById("password").value = ""');
    await page.type('#password', NEW_PASSWORD);
    await page.type('#repeated', NEW_PASSWORD);
    expect(await holds()).toEqual(['true', 'true', 'true']);
    await page.click('#save');
    await page.waitForSelector('#next:not([hidden])');
    expect(await textOf(page)).toContain('Your new password is saved');
    expect(await page.evaluate('location.href')).not.toContain(token);
    expect(complaints).toEqual([]);
    const logIn = (password: string) => lodge.call('POST', '/users/sessions', { email: user.email, password });
    expect([(await logIn(PASSWORD)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([401, 200]);

    const again = await open(`/reset-password#${token}`);
    await again.page.type('#password', NEW_PASSWORD);
    await again.page.type('#repeated', NEW_PASSWORD);
    await again.page.click('#save');
    await again.page.waitForSelector('#message[data-kind="bad"]');
  });

  test('a link that is pasted into the open page counts', async () => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(`${address}/reset-password`);
    await page.waitForSelector('#again:not([hidden])');
    await Promise.all([page.waitForNavigation(), page.evaluate(`location.hash = '#a-token'`)]);
    await page.waitForSelector('#form:not([hidden])');
  });

  test('without a token the page offers to send a new link', async () => {
    const { page } = await open('/reset-password');
    await page.waitForSelector('#again:not([hidden])');
    await page.type('#email', 'nobody@example.org');
    await page.click('#again button');
    await page.waitForSelector('#message[data-kind="good"]');
  });

  test('the page of a QR code shows the booking only to those who may read it', async () => {
    const [person, room] = [await lodge.make.student(site), await lodge.make.room(site)];
    const email = (await lodge.make.user({ roles: { [site.id]: 'reception' } })).email;
    const desk = await lodge.logIn(email);
    const { body: booking } = await desk.post('/bookings', {
      site: site.id,
      lead_person: person,
      location: room,
      contract_start: '2027-01-10',
      contract_end: '2027-02-10',
    });
    expect(booking.reference).toEqual(expect.any(String));
    const path = `/booking/${booking.reference}?site=${site.id}`;
    expect((await fetch(`${address}${path}`).then((answer) => answer.text())).includes('2027-01-10')).toBe(false);
    const { page } = await open(path);
    await page.waitForSelector('#log-in:not([hidden])');
    await page.type('#email', email);
    await page.type('#password', PASSWORD);
    await page.click('#log-in button');
    await page.waitForSelector('#facts:not([hidden])');
    expect(await textOf(page)).toContain('2027-01-10');

    const stranger = (await lodge.make.user({ roles: { [(await lodge.make.site()).id]: 'admin' } })).email;
    const other = await open(path);
    await other.page.waitForSelector('#log-in:not([hidden])');
    await other.page.type('#email', stranger);
    await other.page.type('#password', PASSWORD);
    await other.page.click('#log-in button');
    await other.page.waitForSelector('#message[data-kind="bad"]');
    expect(await textOf(other.page)).not.toContain('2027-01-10');
  });

  test('whatever is in an address is shown as text', async () => {
    const hostile = encodeURIComponent('"><script>window.hit=1</script><img src=x onerror=alert(1)>');
    const { page } = await open(`/booking/${hostile}?site=${hostile}`);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    expect(await page.$$('main img, main script')).toHaveLength(0);
  });

  test('WEB_URL points the links of mails to the pages of a web client', async () => {
    const url = 'https://rooms.example.edu';
    const other = await Lodge.start({ settings: { WEB_URL: `${url}/` } });
    try {
      const user = await other.make.user({ owner: true });
      const ask = () => other.call('POST', '/users/password-reset/request', { email: user.email });
      await tokenOfNextMail(user.email, ask, `${url}/reset-password#`);
    } finally {
      await other.stop();
    }
  });
});
