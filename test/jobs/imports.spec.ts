import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { JobsAtWork } from '#libs/jobs/job-runner';
import { JobsService } from '#libs/jobs/jobs.service';
import { findFaults } from '../support/checker.js';
import { type Cells, codes, ImportDesk } from '../support/import-desk.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { WorkerProcess } from '../support/worker-process.js';

// `npm run kills` is the long run: 50 kills of an import of 20,000 rows, on each backend.
const KILLS = Number(process.env.IMPORT_KILLS ?? 3);
const ROWS = process.env.IMPORT_KILLS ? 20_000 : 1_500;
const FUTURE = { contract_start: '2090-09-18', contract_end: '2091-06-30' };
const PAST = { contract_start: '2020-09-18', contract_end: '2021-06-30' };

interface Row {
  row_index: number;
  values: Cells;
}

/** A site with so many rooms and students: K-0 and P-0, K-1 and P-1, and so on. */
async function openHouse(lodge: Lodge, size: number): Promise<ImportDesk> {
  const desk = await ImportDesk.open(lodge);
  const { id, roomType, building } = desk.site;
  await lodge.sql(
    `INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id)
     SELECT $1, gen_random_uuid(), 'Room ' || n, 'K-' || n, $2, $3 FROM generate_series(0, $4::int - 1) n`,
    [id, roomType, building, size],
  );
  await lodge.sql(
    `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
     SELECT $1, gen_random_uuid(), 'P-' || n, 'First' || n, 'Last' || md5(n::text), $2 FROM generate_series(0, $3::int - 1) n`,
    [id, building, size],
  );
  await lodge.sql('ANALYZE locations, students');
  return desk;
}

/** A file in which all sorts of rows come again and again. */
function mixedFile(size: number): { rows: Row[]; resolutions: object[] } {
  const resolutions: object[] = [];
  const rows = Array.from({ length: size }, (_, row_index): Row => {
    const values: Cells = {
      student_id: `P-${row_index}`,
      room: `K-${row_index}`,
      ...FUTURE,
      notes: `row ${row_index}`,
    };
    const kind = row_index % 10;
    if (kind === 3) Object.assign(values, PAST);
    if (kind === 4) Object.assign(values, { status: 'provisional', contract_end: null });
    if (kind === 5) Object.assign(values, { contract_start: 'soon' });
    if (kind === 6) Object.assign(values, { room: `K-${row_index - 5}` });
    if (kind === 7) Object.assign(values, { student_id: `P-${row_index - 5}`, room: `K-${row_index - 5}` });
    if (kind === 8) {
      Object.assign(values, { student_id: null });
      const create_person = { first_name: 'New', last_name: `Comer${row_index}` };
      resolutions.push({ row_index, action: 'create', create_person });
    }
    return { row_index, values };
  });
  return { rows, resolutions };
}

const plainFile = (size: number): Row[] =>
  Array.from({ length: size }, (_, row_index) => ({
    row_index,
    values: { student_id: `P-${row_index}`, room: `K-${row_index}`, ...FUTURE },
  }));

async function begin(desk: ImportDesk, file: { rows: Row[]; resolutions?: object[] }): Promise<string> {
  const request = { site: desk.site.id, idempotency_key: 'the-import', ...file };
  const { body, status, text } = await desk.client.post('/bookings/import/commit', request);
  if (status !== 200) throw new Error(text.slice(0, 500));
  return body.import_id;
}

const jobOf = async (desk: ImportDesk, id: string) => (await desk.client.get(`/jobs/${id}`)).body;
const resultOf = async (desk: ImportDesk, id: string) =>
  (await desk.client.get(`/bookings/imports/${id}?site=${desk.site.id}`)).body;

async function until(holds: () => Promise<boolean>, seconds = 50): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; !(await holds()); await sleep(20))
    if (Date.now() > end) throw new Error(`it did not happen within ${seconds} s`);
}
const untilDone = (desk: ImportDesk, id: string) =>
  until(async () => (await jobOf(desk, id)).state === 'completed', process.env.IMPORT_KILLS ? 600 : 50);

/** What an import has left, in terms that are the same in every site. */
async function stateOf(desk: ImportDesk, id: string) {
  const { summary, results } = await resultOf(desk, id);
  const bookings = await desk.lodge.sql(
    `SELECT CASE WHEN s.student_id LIKE 'P-%' THEN s.student_id END AS student, s.last_name, l.code,
       b.contract_start::text AS first, b.contract_end::text AS last, b.status, b.notes, b.version,
       (SELECT count(*)::int FROM booking_transactions t WHERE t.booking_id = b.id) AS moves,
       (SELECT count(*)::int FROM occupancies o WHERE o.booking_id = b.id AND o.live) AS places
     FROM bookings b JOIN students s ON s.id = b.lead_person_id JOIN locations l ON l.id = b.location_id
     WHERE b.site_id = $1 ORDER BY b.notes, l.code`,
    [desk.site.id],
  );
  const people = await desk.lodge.sql('SELECT count(*)::int AS n FROM students WHERE site_id = $1', [desk.site.id]);
  const outcomes = results.map(({ row_index, outcome, reason, issues }: Cells & { issues: [] }) => [
    row_index,
    outcome,
    reason,
    codes({ issues }),
  ]);
  return { summary, outcomes, bookings, people };
}

/** Imports the file while workers are killed at random points; `harm` may do more at each. */
async function importUnderFire(desk: ImportDesk, harm?: () => Promise<unknown>): Promise<string> {
  const { config, app } = desk.lodge.instance;
  const id = await begin(desk, mixedFile(ROWS));
  const points = Array.from({ length: KILLS }, () => Math.random() * (ROWS - 500)).sort((one, other) => one - other);
  let worker = WorkerProcess.start(config);
  try {
    for (const point of points) {
      await until(async () => {
        worker.requireAlive();
        const { progress, state } = await jobOf(desk, id);
        return state !== 'waiting' && progress.done >= point - 500;
      });
      await sleep(Math.random() * 150);
      await worker.end('SIGKILL');
      await harm?.();
      worker = WorkerProcess.start(config);
      // What the sweep does when nothing was heard of a job for a while.
      await app.get(JobsService).ringQuiet(0);
    }
    await untilDone(desk, id);
  } finally {
    await worker.end('SIGTERM');
  }
  return id;
}

describe('imports that are killed', () => {
  let lodge: Lodge;
  let calm: Awaited<ReturnType<typeof stateOf>>;
  beforeAll(async () => {
    lodge = await Lodge.start();
    const desk = await openHouse(lodge, ROWS);
    const worker = await startWorker(lodge);
    const id = await begin(desk, mixedFile(ROWS));
    await untilDone(desk, id);
    await worker.close();
    calm = await stateOf(desk, id);
  }, 700_000);
  afterAll(async () => {
    expect(await findFaults(lodge)).toEqual([]);
    await lodge.stop();
  });

  test('the uninterrupted run did what the file says', () => {
    const tenth = ROWS / 10;
    expect(calm.summary).toEqual({
      created: tenth * 7,
      updated: 0,
      skipped: tenth * 2,
      failed: tenth,
      persons_created: tenth,
    });
    expect(calm.outcomes).toHaveLength(ROWS);
    expect(calm.bookings).toHaveLength(tenth * 7);
  });

  test(
    `a worker that is killed ${KILLS} times leaves what one uninterrupted run leaves`,
    async () => {
      const desk = await openHouse(lodge, ROWS);
      const id = await importUnderFire(desk);
      expect(await stateOf(desk, id)).toEqual(calm);
      const [job] = await lodge.sql<{ attempt: number }>('SELECT attempt FROM jobs WHERE id = $1', [id]);
      expect(job?.attempt).toBeGreaterThan(1);
    },
    KILLS * 30_000,
  );

  test('many attempts at once are one: the last in charge writes, the others give way', async () => {
    const desk = await openHouse(lodge, ROWS);
    const id = await begin(desk, mixedFile(ROWS));
    const worker = await startWorker(lodge);
    const attempts = Array.from({ length: 4 }, async (_, index) => {
      await sleep(index * 150);
      await worker.get(JobsAtWork).run(desk.site.id, id, false);
    });
    await Promise.all(attempts);
    await untilDone(desk, id);
    await worker.close();
    expect(await stateOf(desk, id)).toEqual(calm);
  }, 700_000);

  test('a job whose ring was lost is rung again', async () => {
    const desk = await openHouse(lodge, 10);
    const id = await begin(desk, { rows: plainFile(10) });
    await lodge.sql('DROP SCHEMA bullmq CASCADE');
    const worker = await startWorker(lodge);
    await sleep(500);
    expect(await jobOf(desk, id)).toMatchObject({ state: 'waiting' });
    await worker.get(JobsService).ringQuiet(0);
    await untilDone(desk, id);
    await worker.close();
    expect(await desk.count()).toBe(10);
  });
});

describe('a running import', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    expect(await findFaults(lodge)).toEqual([]);
    await lodge.stop();
  });

  test('is told as events: the first within a second, then one at least each second, to the end', async () => {
    const desk = await openHouse(lodge, 1_000);
    const id = await begin(desk, mixedFile(1_000));
    await lodge.instance.app.listen(0, '127.0.0.1');
    const url = `${await lodge.instance.app.getUrl()}/jobs/${id}/events`;
    const began = Date.now();
    const answer = await fetch(url, { headers: { cookie: desk.client.cookie } });
    const events: { at: number; job: { state: string; progress: { done: number } } }[] = [];
    let worker: Awaited<ReturnType<typeof startWorker>> | undefined;
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      for (const [, data = ''] of Buffer.from(piece)
        .toString()
        .matchAll(/^data: (.*)$/gm))
        events.push({ at: Date.now() - began, job: JSON.parse(data) });
      // Two while nobody works, then the work.
      if (events.length === 2) worker = await startWorker(lodge);
    }
    await worker?.close();
    expect(events[0]).toMatchObject({ job: { _id: id, state: 'waiting', progress: { done: 0, total: 1_000 } } });
    expect(events[0]?.at).toBeLessThan(1_000);
    expect(events[1]?.at).toBeLessThan(2_500);
    expect(events.at(-1)?.job).toMatchObject({ state: 'completed', progress: { done: 1_000 } });
    const done = events.map(({ job }) => job.progress.done);
    expect(done).toEqual([...done].sort((one, other) => one - other));
  });

  test('takes poison row by row: each is told with its cause, and the rest goes in', async () => {
    const [size, every] = [5_000, 5];
    const desk = await openHouse(lodge, size);
    const poisons: [string, unknown, string][] = [
      ['notes', 'a\u0000b', 'invalid_value'],
      ['student_id', 'P\ud800', 'invalid_value'],
      ['contract_end', '9999-12-31', 'invalid_date'],
      ['room', '\udc00\ud800', 'invalid_value'],
      ['notes', 'x'.repeat(10_000_000), 'value_too_long'],
      ['email', 'x'.repeat(300), 'value_too_long'],
      ['notes', { toString: 'x', constructor: null }, 'invalid_value'],
      ['notes', ['a'], 'invalid_value'],
      ['contract_start', 1e30, 'invalid_date'],
      ['vehicle_registration', true, 'invalid_value'],
    ];
    const poisonOf = (row: number) => (row % every === 0 ? poisons[(row / every) % poisons.length] : undefined);
    const rows = plainFile(size).map(({ row_index, values }) => {
      const [field, value] = poisonOf(row_index) ?? [];
      // One cell of 10 MB is what a body can hold.
      const cell = field === 'notes' && typeof value === 'string' && row_index > 20 ? value.slice(0, 4_001) : value;
      return { row_index, values: field ? { ...values, [field]: cell } : values };
    });
    const id = await begin(desk, { rows });
    const worker = await startWorker(lodge);
    await untilDone(desk, id);
    await worker.close();
    const { summary, results } = await resultOf(desk, id);
    expect(summary).toEqual({ created: 4_000, updated: 0, skipped: 0, failed: 1_000, persons_created: 0 });
    for (const { row_index, outcome, issues } of results) {
      const [field, , code] = poisonOf(row_index) ?? [];
      const faults = issues.filter(({ severity }: Cells) => severity === 'error');
      expect([row_index, outcome, faults.map((fault: Cells) => [fault.field, fault.code])]).toEqual([
        row_index,
        ...(field ? ['failed', [[field, code]]] : ['created', []]),
      ]);
    }
    expect(await desk.count()).toBe(4_000);
  });
});

const { TEST_REDIS_URL } = process.env;
if (!TEST_REDIS_URL) console.warn('SKIPPED: imports on Redis. Set TEST_REDIS_URL to a Redis of their own to run them.');

(TEST_REDIS_URL ? describe : describe.skip)('imports whose queue is in Redis', () => {
  let lodge: Lodge;
  let redis: Redis;
  beforeAll(async () => {
    redis = new Redis(TEST_REDIS_URL ?? '');
    lodge = await Lodge.start({ settings: { REDIS_URL: TEST_REDIS_URL ?? '' } });
  });
  afterAll(async () => {
    expect(await findFaults(lodge)).toEqual([]);
    await lodge.stop();
    redis.disconnect();
  });

  test.each([
    ['is killed', undefined],
    ['is killed while Redis forgets everything', () => redis.flushall()],
  ])(
    'a worker that %s leaves what one uninterrupted run leaves',
    async (_, harm) => {
      const [quiet, desk] = [await openHouse(lodge, ROWS), await openHouse(lodge, ROWS)];
      const id = await importUnderFire(desk, harm);
      const worker = await startWorker(lodge);
      const other = await begin(quiet, mixedFile(ROWS));
      await untilDone(quiet, other);
      await worker.close();
      expect(await stateOf(desk, id)).toEqual(await stateOf(quiet, other));
    },
    KILLS * 40_000,
  );
});
