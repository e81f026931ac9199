import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { ApiProcess } from '../../support/api-process.js';
import { HOSTILE, HOSTILE_CSV, MIB } from '../../support/hostile-bodies.js';
import { HOSTILE_FORMS, HOSTILE_WORKBOOKS, WORKBOOKS_WITHIN_BOUNDS } from '../../support/hostile-files.js';
import { Lodge } from '../../support/lodge.js';

const [MOST_MEMORY, MOST_CPU_MS] = [300 * MIB, 1_000];
/** How long the processor that the promise is about takes for `referenceMs`. */
const REFERENCE_MS = 90;

/** The time that this processor takes to divide a text of 9 MiB and to read a list of it, in ms: the median of five. */
function referenceMs(): number {
  const text = 'x,'.repeat(2 ** 22) + '\n'.repeat(2 ** 20);
  const times = Array.from({ length: 5 }, () => {
    const began = process.cpuUsage();
    JSON.parse(JSON.stringify(text.split(',').slice(0, 500_000)));
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  });
  return times.sort((one, other) => one - other)[2] as number;
}

// Ticks of /proc are hundredths of a second on every Linux.
const TICK_MS = 10;

/** What a process has cost so far: its time on the processor, its memory, and the most memory that it had. */
function costOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, memory: bytes('VmRSS'), peak: bytes('VmHWM') };
}

interface Answer {
  status: number;
  type: string | undefined;
  body: string;
}

// Only there can be seen what one request costs a process.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a hostile body costs less than 1 s of processor and 300 MiB', () => {
  let lodge: Lodge;
  let api: ApiProcess;
  let cookie: string;
  let site: string;
  /** How much slower this processor is, at the moment. */
  const slowness = Math.max(1, referenceMs() / REFERENCE_MS);
  const agent = new Agent({ keepAlive: true });
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = (await lodge.make.site()).id;
    api = await ApiProcess.start(lodge.instance.config);
    cookie = await api.logIn((await lodge.make.user({ owner: true })).email);
    // The first import starts a thread.
    await send(`/bookings/import/preview?site=${site}`, 'text/csv', Buffer.from('room\nx\n'));
  });
  afterAll(async () => {
    agent.destroy();
    // An unhandled error ends a process a moment after its response.
    expect((await api.get('/health/live')).status).toBe(200);
    await api.stop();
    await lodge.stop();
  });

  /** A connection that is closed while the rest of a refused body is on its way may lose the answer: then it is asked for again. */
  async function send(path: string, type: string, payload: Buffer, attempts = 5): Promise<Answer> {
    try {
      return await sendOnce(path, type, payload);
    } catch (error) {
      if (attempts === 1 || (error as { code?: string }).code !== 'EPIPE') throw error;
      return send(path, type, payload, attempts - 1);
    }
  }

  async function sendOnce(path: string, type: string, payload: Buffer): Promise<Answer> {
    const headers = { cookie, 'content-type': type, 'content-length': payload.length };
    const call = request(api.url + path, { method: 'POST', agent, headers });
    // A client that is refused in the middle of a body may be unable to send the rest.
    call.on('error', () => undefined);
    call.end(payload);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, type: answer.headers['content-type'], body: await text(answer) };
  }

  /** What other processes do on the same cores makes the same work take up to twice as much time of them: the least of three counts. */
  async function requireCheap(path: string, type: string, body: string | Buffer, refusals = [400, 404, 413, 422]) {
    const payload = Buffer.from(body);
    for (let attempt = 1; ; attempt++) {
      const { status, cpuMs } = await costOfOne(path, type, payload, refusals);
      // What is accepted is also worked on.
      const most = (status === 200 ? 2.5 : 1) * slowness * MOST_CPU_MS;
      if (cpuMs < most) return;
      if (attempt === 3) expect(cpuMs).toBeLessThan(most);
    }
  }

  async function costOfOne(path: string, type: string, payload: Buffer, refusals: number[]) {
    const pid = api.child.pid as number;
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = costOf(pid);
    const answer = await send(path, type, payload);
    const after = costOf(pid);
    if (answer.status !== 200) {
      expect(answer.type).toMatch(/^application\/problem\+json/);
      expect(refusals).toContain(answer.status);
      expect(answer.body.length).toBeLessThan(100_000);
    }
    expect(after.peak - before.memory).toBeLessThan(MOST_MEMORY);
    expect((await api.get('/health/live')).status).toBe(200);
    return { status: answer.status, cpuMs: after.cpuMs - before.cpuMs };
  }

  /** The routes that take large bodies, with the field in which each has its list. */
  const routes = (): [path: string, field: string][] => [
    [`/bookings/import/preview?site=${site}`, '"rows":'],
    [`/bookings/bulk?site=${site}`, '"assignments":'],
    [`/bookings/import/commit?site=${site}`, '"idempotency_key":"k","rows":'],
    [`/students/${site}/import`, '"type":"partial","students":'],
    ['/bookings/transitions/bulk', '"transitions":'],
  ];

  // Each to one of the routes in turn; HOSTILE_ALL=1 to all.
  test.each(Object.entries(HOSTILE).map(([name, make], index) => [name, make, index] as const))(
    'of 16 MiB: %s',
    async (_, make, index) => {
      const body = make(16 * MIB - 200).replace('"site":"x"', `"site":"${site}"`);
      const all = routes();
      const some = process.env.HOSTILE_ALL ? all : all.slice(index % all.length, (index % all.length) + 1);
      for (const [path, field] of some) await requireCheap(path, 'application/json', body.replace('"rows":', field));
    },
  );

  test.each(Object.entries(HOSTILE_CSV).map(([name, make], index) => [name, make, index] as const))(
    'of 16 MiB of CSV: %s',
    async (_, make, index) => {
      const path = [`/bookings/import/preview?site=${site}`, `/students/${site}/import?type=partial`][index % 2] ?? '';
      await requireCheap(path, 'text/csv', make(16 * MIB - 100));
    },
  );

  test.each(Object.entries(HOSTILE_FORMS))('of 16 MiB of a form: %s', (_, make) =>
    requireCheap(`/bookings/import/preview?site=${site}`, 'multipart/form-data; boundary=b', make(16 * MIB - 100)),
  );

  test.each(['-', '--------', 'a'.repeat(70), '-a', 'a-'])('of a form with the boundary %j', async (boundary) => {
    const type = `multipart/form-data; boundary="${boundary}"`;
    for (const piece of [
      '-',
      `${boundary}-`,
      `--${boundary}\r\n`,
      `\r\n--${boundary}`,
      `\r\n--${boundary}--`,
      `\r\n--${boundary.slice(1)}`,
    ])
      for (const size of [1_000, 65_536, MIB, 16 * MIB - 100])
        await requireCheap(`/bookings/import/preview?site=${site}`, type, piece.repeat(size / piece.length));
  });

  test.each(Object.entries(HOSTILE_WORKBOOKS))('of up to 16 MiB of a workbook: %s', async (_, make) =>
    requireCheap(`/bookings/import/preview?site=${site}`, XLSX_TYPE, await make()),
  );

  test.each(Object.entries(WORKBOOKS_WITHIN_BOUNDS))(
    'of a workbook of 62 MiB that is within all bounds: %s',
    async (_, make) => requireCheap(`/students/${site}/import?type=partial&dry_run=true`, XLSX_TYPE, await make()),
  );

  test('of 16 MiB that is packed is refused as it comes', async () => {
    const packed = gzipSync(Buffer.alloc(64 * MIB));
    for (const type of ['application/gzip', 'application/x-gzip', 'application/zip'])
      await requireCheap(`/bookings/import/preview?site=${site}`, type, packed, [415]);
    await requireCheap(`/bookings/import/preview?site=${site}`, 'application/json', packed);
    await requireCheap(`/bookings/import/preview?site=${site}`, 'text/csv', gzipSync(randomBytes(15 * MIB)));
  });

  test.each(Object.entries(HOSTILE))('of 1 MiB, from anybody: %s', (_, make) =>
    requireCheap('/users/sessions', 'application/json', make(MIB - 100).replace('"site":', '"email":')),
  );
});
