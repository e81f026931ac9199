import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { JobExecutor } from '#libs/jobs/job-executor';
import { findViolations } from '../../support/checker.js';
import { ImportHouse, plainFile } from '../../support/import-house.js';
import { Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';
import { until } from '../../support/until.js';

// More than one batch is left when the first has been seen.
const ROWS = 8_200;

describe('POST /jobs/{jobId}/cancel', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '0' } });
  });
  afterAll(async () => {
    await lodge.sql('ANALYZE');
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  }, 300_000);

  const open = (rows = 20) => ImportHouse.open(lodge, { rows: plainFile(rows) });
  const cancel = (house: ImportHouse, id = house.importId) => house.desk.client.post(`/jobs/${id}/cancel`);
  const undo = (house: ImportHouse) => house.desk.undo(house.importId);
  const working = async (work: (worker: INestApplicationContext) => Promise<void>) => {
    const worker = await startWorker(lodge);
    await work(worker).finally(() => worker.close());
  };

  test('ends an import that nobody has begun: nothing is written, ever', async () => {
    const house = await open();
    expect(await cancel(house)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect((await cancel(house)).body.state).toBe('cancelled');
    await working((worker) =>
      worker.get(JobExecutor).run({ siteId: house.desk.site.id, id: house.importId, attempt: 0 }, true),
    );
    expect(await house.result()).toMatchObject({ status: 'cancelled', summary: { created: 0 } });
    expect(await house.desk.count()).toBe(0);
  });

  test('stops a running import between batches; what was written stays, and can be undone', async () => {
    const house = await open(ROWS);
    await working(async () => {
      await until(async () => (await house.job()).progress.done > 0, 100);
      expect((await cancel(house)).status).toBe(200);
      await until(async () => (await house.job()).state === 'cancelled', 100);
      const { summary } = (await house.result()) as { summary: { created: number } };
      expect(summary.created % 2_000).toBe(0);
      expect(summary.created).toBeGreaterThan(0);
      expect(summary.created).toBeLessThan(ROWS);
      expect(await house.desk.count()).toBe(summary.created);
      const { body } = await undo(house);
      await until(async () => (await house.desk.client.get(`/jobs/${body.job_id}`)).body.state === 'completed', 100);
      expect((await undo(house)).body.summary).toEqual({ reversed: summary.created, kept: 0, blocked: 0 });
    });
  }, 300_000);

  test('stops an undo; asked again it goes on where it was', async () => {
    const house = await open();
    await working(() => house.untilDone());
    const first = await undo(house);
    expect(first.body).toMatchObject({ status: 'processing', summary: { reversed: 0 } });
    expect((await cancel(house, first.body.job_id)).body.state).toBe('cancelled');
    expect((await house.desk.client.get(`/bookings/imports/${house.importId}?site=${house.desk.site.id}`)).body.undone)
      .toMatchObject({ status: 'cancelled', reversed: 0, undone_at: null }); // prettier-ignore
    const second = await undo(house);
    expect(second.body.job_id).not.toBe(first.body.job_id);
    await working(async () => until(async () => (await undo(house)).body.status === 'completed', 100));
    expect((await undo(house)).body.summary).toEqual({ reversed: 20, kept: 0, blocked: 0 });
  });

  test('is refused for what is over, and to users who may not import; others see no job', async () => {
    const house = await open();
    const { email } = await lodge.make.user({ roles: { [house.desk.site.id]: 'reception' } });
    const reception = await lodge.logIn(email);
    expect(await reception.post(`/jobs/${house.importId}/cancel`)).toMatchObject({
      status: 403,
      body: { required_permission: 'booking.import' },
    });
    const other = await open(1);
    expect((await other.desk.client.post(`/jobs/${house.importId}/cancel`)).status).toBe(404);
    await working(() => house.untilDone());
    expect(await cancel(house)).toMatchObject({ status: 409, body: { code: 'not_cancellable' } });
    const { body } = await house.desk.client.get(`/students/${house.desk.site.id}/export`, { prefer: 'respond-async' });
    if (body?._id) expect((await cancel(house, body._id)).body.code).toBe('not_cancellable');
  });
});
