import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { beginCommand, runCommand } from '../support/command-line.js';
import { ImportHouse, mixedFile } from '../support/import-house.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

describe('the command job', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(() => lodge.stop());
  const follow = (id: string) => runCommand(lodge.databaseUrl, ['job', id]);

  test('shows how far a job is, until it is over, and where its result is', async () => {
    const house = await ImportHouse.open(lodge, mixedFile(10));
    const worker = await startWorker(lodge);
    await house.untilDone();
    await worker.close();
    const { status, out, err } = follow(house.importId);
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/completed \[.*] 100 %, 10 of 10/);
    expect(out).toContain(`Done: /bookings/imports/${house.importId}?site=${house.desk.site.id}`);
  });

  test('shows how many there are also when that is known only on the way', async () => {
    const { importId } = await ImportHouse.open(lodge, mixedFile(10));
    await lodge.sql(`UPDATE jobs SET total = 0, done = 0, state = 'active' WHERE id = $1`, [importId]);
    const command = beginCommand(lodge.databaseUrl, ['job', importId]);
    let out = '';
    command.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
    const ended = once(command, 'close');
    await until(() => Promise.resolve(out.includes('0 of 0')));
    await lodge.sql(`UPDATE jobs SET total = 10, done = 10, state = 'completed' WHERE id = $1`, [importId]);
    await ended;
    expect(out).toMatch(/100 %, 10 of 10/);
  });

  test('ends with an error when the job failed, and when there is none', async () => {
    const { importId } = await ImportHouse.open(lodge, mixedFile(10));
    await lodge.sql(`UPDATE jobs SET state = 'failed', problem = '{"code":"internal_error"}' WHERE id = $1`, [
      importId,
    ]);
    expect(follow(importId)).toMatchObject({ status: 1, err: 'The job failed: {"code":"internal_error"}' });
    expect(follow('some-job')).toMatchObject({ status: 1, err: 'There is no job some-job.' });
  });
});
