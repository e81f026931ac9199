import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiProcess } from '../../support/api-process.js';
import { plainFile } from '../../support/import-house.js';
import { Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

const ROWS = 1_000;
// Ticks of /proc are hundredths of a second on every Linux.
const TICK_MS = 10;

/** The time on the processor that a process has had, whatever else the machine does. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('the first file of an import after a start', () => {
  let lodge: Lodge;
  let api: ApiProcess;
  beforeAll(async () => {
    lodge = await Lodge.start();
    api = await ApiProcess.start(lodge.instance.config, { LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await api.stop();
    await lodge.stop();
  });

  test('costs about as much as the next ones', async () => {
    const site = await lodge.make.site();
    const cookie = await api.logIn((await lodge.make.user({ owner: true })).email);
    await until(() => api.output.includes('Ready for files of imports'));
    const costs: number[] = [];
    for (let time = 0; time < 4; time++) {
      const before = cpuOf(api.child.pid as number);
      const { status } = await api.post('/bookings/import/preview', { site: site.id, rows: plainFile(ROWS) }, cookie);
      expect(status).toBe(200);
      costs.push(cpuOf(api.child.pid as number) - before);
    }
    const [first = 0, ...next] = costs;
    expect(first).toBeLessThan(2 * Math.max(...next) + 100);
  });
});
