import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MIB } from '../support/hostile-bodies.js';
import { ImportDesk } from '../support/import-desk.js';
import { Lodge } from '../support/lodge.js';
import { until } from '../support/until.js';
import { WorkerProcess } from '../support/worker-process.js';

const MOST_MEMORY = 512 * 1_024;
const STAY = { contract_start: '2027-09-18', contract_end: '2028-06-30' };
// More than two batches, because one is read while the one before is written.
const ROWS = 4_500;

type Row = Record<string, unknown>;
const rows = (count: number, values: (index: number) => Row) =>
  Array.from({ length: count }, (_, row_index) => ({ row_index, values: values(row_index) }));
const long = (bytes: number, index: number) => `${index} ${'é'.repeat(bytes / 2)}`;

/** Files of up to 16 MiB that are accepted, although each row comes to nothing. */
const FILES: Record<string, () => object[]> = {
  'long texts in rooms that are not there': () =>
    rows(ROWS, (index) => ({ student_id: `N${index}`, room: `Z${index}`, ...STAY, notes: long(3_000, index) })),
  'few rows of very long texts': () =>
    rows(30, (index) => ({ student_id: 'P-1', room: 'R1', ...STAY, notes: long(MIB / 2, index) })),
  'all rows about one person and one room': () =>
    rows(ROWS, (index) => ({ student_id: 'P-1', room: 'R1', ...STAY, notes: `x${index}` })),
  'very many columns that nobody knows': () =>
    rows(150, (index) =>
      Object.fromEntries(Array.from({ length: 990 }, (_, column) => [`c${column}`, `v${index * column}`])),
    ),
};

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('a worker that imports hostile files', () => {
  let lodge: Lodge;
  let desk: ImportDesk;
  let worker: WorkerProcess;
  beforeAll(async () => {
    lodge = await Lodge.start();
    worker = WorkerProcess.start(lodge, { LOG_LEVEL: 'error' });
    desk = await ImportDesk.open(lodge);
    await lodge.make.room(desk.site, { code: 'R1' });
    await lodge.make.student(desk.site, { student_id: 'P-1' });
  });
  afterAll(async () => {
    await worker.end('SIGTERM');
    await lodge.stop();
  });

  test.each(Object.entries(FILES))('stays below 512 MiB: %s', async (name, file) => {
    const request = { site: desk.site.id, idempotency_key: name.replaceAll(' ', '-'), rows: file() };
    const { status, body, text } = await desk.client.post('/bookings/import/commit', request);
    expect([status, status === 200 ? '' : text.slice(0, 300)]).toEqual([200, '']);
    const job = async () => (await lodge.sql<{ state: string }>('SELECT state FROM jobs WHERE id = $1', [body.import_id]))[0]; // prettier-ignore
    await until(async () => {
      worker.requireAlive();
      return ['completed', 'failed'].includes((await job())?.state ?? '');
    }, 170);
    expect(await job()).toEqual({ state: 'completed' });
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))?.[1]);
    expect(peak).toBeLessThan(MOST_MEMORY);
  });
});
