import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import puppeteer from 'puppeteer-core';
import { startBrowser } from '#libs/core/pdf/browser-process';
import { findChromium } from '#libs/core/pdf/find-chromium';
import { Printer } from '#libs/core/pdf/printer';
import { WarmBrowser } from '#libs/core/pdf/warm-browser';
import { chromiumFolders, chromiumPids } from '../../support/chromium.js';
import type { SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';
import { hasPoppler, textOf } from '../../support/poppler.js';
import { until } from '../../support/until.js';
import { startWorker } from '../../support/test-worker.js';

const payloadsAt = (url: string): string[] => {
  const markup = [
    `<img src=${url}>`,
    `<img src="x" srcset="${url} 2x">`,
    `<svg><image href="${url}"/></svg>`,
    `<svg onload="fetch('${url}')">`,
    `<iframe src="${url}"></iframe>`,
    `<iframe srcdoc="<img src='${url}'>"></iframe>`,
    `<object data="${url}"></object>`,
    `<embed src="${url}">`,
    `<link rel=stylesheet href="${url}">`,
    `<link rel=prefetch href="${url}">`,
    `<link rel=preload as=image href="${url}">`,
    `<link rel=dns-prefetch href="${url}">`,
    `<meta http-equiv=refresh content="0;url=${url}">`,
    `<base href="${url}">`,
    `<style>@import url(${url});</style>`,
    `<style>*{background:url(${url})}</style>`,
    `<style>@font-face{font-family:x;src:url(${url})}*{font-family:x}</style>`,
    `<p style="background:url(${url})">`,
    `<script>fetch('${url}')</script>`,
    `<script src="${url}"></script>`,
    `<video src="${url}" autoplay></video>`,
    `<audio src="${url}" autoplay></audio>`,
    `<picture><source srcset="${url}"></picture>`,
    `<input type=image src="${url}">`,
    `<body background="${url}">`,
    `<table background="${url}">`,
    `<frameset><frame src="${url}"></frameset>`,
    `<portal src="${url}">`,
    `<form action="${url}"><input autofocus onfocus=submit()></form>`,
    `<a href="javascript:fetch('${url}')" ping="${url}">x</a>`,
  ];
  const broken = markup.slice(0, 20).map((each) => `"></bdi></td></table></style></title>${each}`);
  const others = [
    `data:text/html,<img src=${url}>`,
    `javascript:location='${url}'`,
    `\${fetch('${url}')}`,
    `{{constructor.constructor('fetch("${url}")')()}}`,
    `<!--<img src="--><img src=${url}>//">`,
    `<![CDATA[<img src=${url}>]]>`,
    `&lt;img src=${url}&gt;`,
    `&#60;img src=${url}&#62;`,
    `"/*';}@page{@top-left{content:url(${url})}}`,
    `\\"}*{background:url(${url})}`,
  ];
  return [...markup, ...broken, ...others];
};

describe('hostile text in documents', () => {
  let lodge: Lodge;
  let folder: string;
  let worker: INestApplicationContext;
  let server: Server;
  let hits: string[];
  let payloads: string[];

  beforeAll(async () => {
    hits = [];
    server = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('hit');
    });
    server.on('connection', () => hits.push('connection'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    payloads = payloadsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/h`);
    folder = await mkdtemp(join(tmpdir(), 'lodge-hostile-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href, DOCUMENT_WAIT_SECONDS: '120' } });
    worker = await startWorker(lodge);
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
    server.close();
    await rm(folder, { recursive: true });
  });

  const pdfOf = async (site: SiteFixture, url: string) => {
    const { cookie } = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const answer = await lodge.instance.app.inject({ method: 'GET', url, headers: { cookie } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    return answer.rawPayload;
  };

  test('in names, ids, places, flags and the site itself reaches nobody, and is printed as the text that it is', async () => {
    expect(payloads).toHaveLength(60);
    const site = await lodge.make.site({ name: payloads[57] });
    const state = await lodge.make.listEntry('welfare_states', site.id, { name: payloads[4] });
    const students: string[] = [];
    for (const [index, payload] of payloads.entries()) {
      const id = await lodge.make.student(site, {
        first_name: payload,
        last_name: `Z${index}`,
        student_id: `${index} ${payload}`,
        location_id: await lodge.make.room(site, { name: payload, code: `${index}${payload}`, floor: payload }),
        welfare_flag: true,
        welfare_state_id: state,
      });
      const flag = await lodge.make.listEntry('flags', site.id, { name: payload, colour: '#123456' });
      await lodge.sql('INSERT INTO student_flags VALUES ($1, $2, $3, 0)', [site.id, id, flag]);
      students.push(id);
    }
    const pdf = await pdfOf(site, `/students/${site.id}/export`);
    await sleep(500);
    expect(hits).toEqual([]);
    if (!hasPoppler) return;
    // A hyphen at the end of a line is taken for a division of the word.
    const plain = (text: string) => text.replace(/[\s-]/g, '');
    const text = plain(textOf(pdf));
    for (const payload of payloads) expect(text).toContain(plain(payload));
  });

  test('in the confirmation of a booking reaches nobody either', async () => {
    for (const payload of payloads.slice(0, 6)) {
      const site = await lodge.make.site({ name: payload });
      const room = await lodge.make.room(site, { name: payload, code: payload });
      const lead = await lodge.make.student(site, { first_name: payload, last_name: payload, email: payload });
      const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
      const booking = await manager.post('/bookings', { site: site.id, lead_person: lead, location: room });
      const id = booking.body._id as string;
      await lodge.sql('UPDATE bookings SET vehicle_registration = $2, notes = $2 WHERE id = $1', [id, payload]);
      const pdf = await pdfOf(site, `/bookings/${id}/document?site=${site.id}`);
      if (hasPoppler) expect(textOf(pdf).replace(/\s/g, '')).toContain(payload.replace(/\s/g, ''));
    }
    await sleep(500);
    expect(hits).toEqual([]);
  });

  test('even unescaped it reaches nobody: the page is offline and runs nothing', async () => {
    const printer = worker.get(Printer, { strict: false });
    const prints = payloads.map((payload) => printer.printPdf(`<!doctype html><body>${payload}</body>`));
    const failed = (await Promise.allSettled(prints)).flatMap((print) =>
      print.status === 'rejected' ? [String(print.reason)] : [],
    );
    await sleep(500);
    expect(hits).toEqual([]);
    // A page that goes elsewhere by itself may do so in mid-print.
    const left = /Printing failed|Execution context was destroyed/;
    expect(failed.filter((reason) => !left.test(reason))).toEqual([]);
    expect(failed.length).toBeLessThan(5);
  });

  test('the trap works: an ordinary browser walks into it', async () => {
    const { path } = await findChromium(undefined);
    const browser = await puppeteer.launch({ executablePath: path, args: ['--no-sandbox'], pipe: true });
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><body>${payloads.slice(0, 3).join('')}</body>`);
    await browser.close();
    expect(hits).toContain('/h');
  });
});

describe('a browser that dies', () => {
  let lodge: Lodge;
  let folder: string;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-kill-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href, DOCUMENT_WAIT_SECONDS: '120' } });
    worker = await startWorker(lodge);
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const printer = () => worker.get(Printer, { strict: false });
  const browserPid = () => chromiumPids()[0] as number;

  test('in mid-print by kill -9: the job is done again, and the one who waits gets the whole document', async () => {
    const site = await lodge.make.site();
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'K' || n, 'First', 'Last', $2 FROM generate_series(1, 1200) n`,
      [site.id, site.building],
    );
    await printer().printPdf('<p>warm');
    const { cookie } = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const answer = lodge.instance.app
      .inject({ method: 'GET', url: `/students/${site.id}/export`, headers: { cookie } })
      .then((each) => each);
    const victim = browserPid();
    const stateOf = async () => (await lodge.sql<{ state: string }>('SELECT state FROM jobs'))[0]?.state;
    while ((await stateOf()) !== 'active') await sleep(5);
    await sleep(300);
    expect(await stateOf()).toBe('active');
    process.kill(victim, 'SIGKILL');
    const { statusCode, rawPayload } = await answer;
    expect(statusCode).toBe(200);
    expect(chromiumPids()).not.toContain(victim);
    if (hasPoppler) expect(textOf(rawPayload).match(/K\d+/g)).toHaveLength(1200);
  });

  test('a page that never ends is cut off, and the next is printed by a new browser', async () => {
    await printer().printPdf('<p>warm');
    const victim = browserPid();
    const endless = `<style>p{columns:2}</style>${'<p>x'.repeat(300_000)}`;
    await expect(printer().printPdf(endless, { timeoutMs: 300 })).rejects.toThrow('longer than 300 ms');
    expect((await printer().printPdf('<p>next')).subarray(0, 5).toString()).toBe('%PDF-');
    await until(() => !chromiumPids().includes(victim));
  });

  test('a browser is replaced when it has printed enough; kills included, nothing is left behind at the end', async () => {
    const seen = new Set<number>();
    printer().printsPerBrowser = 20;
    const printMany = async (times: number) => {
      for (let n = 0; n < times; n++) {
        await printer().printPdf('<p>small', { tagged: false });
        chromiumPids().forEach((pid) => seen.add(pid));
      }
    };
    await Promise.all([printMany(22), printMany(22)]);
    expect(seen.size).toBeGreaterThanOrEqual(3);
    // The ones before need a moment to go.
    await until(() => chromiumPids().length === 1);
    for (let round = 0; round < 3; round++) {
      process.kill(browserPid(), 'SIGKILL');
      await until(() => chromiumPids().length === 0);
      // A print fails that comes before the printer has heard of it, by a closed pipe.
      await until(() =>
        printMany(1).then(
          () => true,
          () => false,
        ),
      );
    }
    await worker.close();
    await until(() => chromiumPids({ all: true }).length + chromiumFolders().length === 0);
  });
});

const bundled = process.platform === 'linux' && process.arch === 'x64' ? describe : describe.skip;
bundled('a machine without Chromium', () => {
  test('prints by the one of the npm package, also when several processes unpack it at once', async () => {
    const [first, second] = await Promise.all([findChromium(undefined, []), findChromium(undefined, [])]);
    expect(second).toEqual(first);
    const warm = new WarmBrowser(await startBrowser(first, process.getuid?.() !== 0));
    const pdf = await warm.print('<title>Bundled</title><p>Printed without help', {}, 60_000);
    await warm.close();
    expect(pdf.length).toBeGreaterThan(2_000);
    if (hasPoppler) expect(textOf(pdf)).toContain('Printed without help');
  });

  test('a configured one that is not there is not silently replaced', async () => {
    await expect(findChromium('/nowhere/chromium')).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});
