import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../support/checker.js';
import { type Cells } from '../support/import-desk.js';
import { ImportHouse, mixedFile, plainFile } from '../support/import-house.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

// `npm run kills` makes it 1,000 poison rows among 20,000.
const [ROWS, EVERY] = process.env.IMPORT_KILLS ? [20_000, 20] : [1_000, 10];

describe('a running import', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    await lodge.sql('ANALYZE');
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  }, 600_000);

  test('is told as events: the first at once, then one each second or so although nothing happens, to the end', async () => {
    const { desk, importId: id } = await ImportHouse.open(lodge, mixedFile(1_000));
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
      // Two while no worker runs, then the work.
      if (events.length === 2) worker = await startWorker(lodge);
    }
    await worker?.close();
    expect(events[0]).toMatchObject({ job: { _id: id, state: 'waiting', progress: { done: 0, total: 1_000 } } });
    // A machine may be slow, but no proxy gives a silent connection up so soon.
    expect(events[1]?.at).toBeLessThan(10_000);
    expect(events.at(-1)?.job).toMatchObject({ state: 'completed', progress: { done: 1_000 } });
    const done = events.map(({ job }) => job.progress.done);
    expect(done).toEqual([...done].sort((one, other) => one - other));
  });

  test('takes poison row by row: each is told with its cause, and the rest goes in', async () => {
    const poisons: [string, unknown, string][] = [
      ['notes', 'a\u0000b', 'invalid_value'],
      ['student_id', 'P\ud800', 'invalid_value'],
      ['contract_end', '9999-12-31', 'invalid_date'],
      ['room', '\udc00\ud800', 'invalid_value'],
      ['notes', 'x'.repeat(1_000_000), 'value_too_long'],
      ['email', 'x'.repeat(300), 'value_too_long'],
      ['notes', { toString: 'x', constructor: null }, 'invalid_value'],
      ['notes', ['a'], 'invalid_value'],
      ['contract_start', 1e30, 'invalid_value'],
      ['vehicle_registration', true, 'invalid_value'],
      ['last_name', JSON.parse('{"__proto__": {"length": 1}}'), 'invalid_value'],
    ];
    const poisonOf = (row: number) => (row % EVERY === 0 ? poisons[(row / EVERY) % poisons.length] : undefined);
    const tenMegabytes = 4 * EVERY;
    const rows = plainFile(ROWS).map(({ row_index, values }) => {
      const [field, value] = poisonOf(row_index) ?? [];
      // One cell of 10 MB is what a body can hold.
      const cell =
        field === 'notes' && typeof value === 'string' && row_index !== tenMegabytes ? value.slice(0, 4_001) : value;
      return { row_index, values: field ? { ...values, [field]: cell } : values };
    });
    const house = await ImportHouse.open(lodge, { rows });
    const worker = await startWorker(lodge);
    await house.untilDone(900);
    await worker.close();
    const { summary, results } = await house.result();
    const failed = ROWS / EVERY;
    expect(summary).toEqual({ created: ROWS - failed, updated: 0, skipped: 0, failed, persons_created: 0 });
    for (const { row_index, outcome, issues } of results) {
      const [field, , code] = poisonOf(row_index) ?? [];
      const faults = issues.filter(({ severity }: Cells) => severity === 'error');
      expect([row_index, outcome, faults.map((fault: Cells) => [fault.field, fault.code])]).toEqual([
        row_index,
        ...(field ? ['failed', [[field, code]]] : ['created', []]),
      ]);
    }
    expect(await house.desk.count()).toBe(ROWS - failed);
  }, 1_000_000);

  test('notices what was closed or deleted after a batch was already resolved', async () => {
    const size = 2_003;
    const house = await ImportHouse.open(lodge, { rows: plainFile(size) });
    const { site } = house.desk;
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const idOf = async (table: string, column: string, name: string) =>
      (await lodge.sql<{ id: string }>(`SELECT id FROM ${table} WHERE site_id = $1 AND ${column} = $2`, [site.id, name]))[0]?.id; // prettier-ignore
    const holder = await lodge.pool.connect();
    // The first batch waits for its first room; the second is read meanwhile.
    await holder.query('BEGIN');
    await holder.query('SELECT FROM locations WHERE id = $1 FOR UPDATE', [await idOf('locations', 'code', 'K-0')]);
    const worker = await startWorker(lodge);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await lodge.sql(waiting)).length > 0);
    const room = await idOf('locations', 'code', `K-${size - 3}`);
    const closed = await client.patch(`/sites/${site.id}/locations/${room}`, { active: false });
    const student = await idOf('students', 'student_id', `P-${size - 2}`);
    const deleted = await client.delete(`/students/${site.id}/${student}`);
    expect([closed.status, deleted.status]).toEqual([200, 200]);
    await holder.query('ROLLBACK');
    holder.release();
    await house.untilDone();
    await worker.close();
    const { results } = await house.result();
    const told = results.slice(-3).map(({ outcome, reason, issues }) => [outcome, reason, issues.at(-1)?.code]);
    expect(told).toEqual([
      ['failed', 'invalid', 'location_not_allocatable'],
      ['failed', 'invalid', 'person_not_found'],
      ['created', null, 'status_inferred'],
    ]);
  });
});
