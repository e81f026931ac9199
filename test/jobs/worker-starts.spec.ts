import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { Lodge } from '../support/lodge.js';
import { until } from '../support/until.js';
import { WorkerProcess } from '../support/worker-process.js';

describe('a worker that starts while Redis is away', () => {
  let lodge: Lodge;
  let worker: WorkerProcess | undefined;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    await worker?.end('SIGKILL');
    await lodge.stop();
  });

  test('says that it lives and is not ready, and logs why in lines of its own', async () => {
    const port = await freePort();
    const settings = { STATUS_PORT: port, HOST: '127.0.0.1', REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'info' };
    worker = WorkerProcess.start(lodge, settings);
    const ask = (page: string) => fetch(`http://127.0.0.1:${port}/health/${page}`).then(({ status }) => status);
    while ((await ask('live').catch(() => 0)) !== 200) {
      worker.requireAlive();
      await sleep(100);
    }
    expect(await ask('ready')).toBe(503);
    const before = worker.output.length;
    await until(() => /^{.*ECONNREFUSED/m.test(worker?.output ?? ''));
    // Attempts continue twice per second, and do not have log lines of their own.
    await sleep(3_000);
    const lines = worker.output.slice(before).split('\n');
    expect(lines.filter((line) => line !== '' && !/^{.*ECONNREFUSED/.test(line))).toEqual([]);
    expect(lines.length).toBeLessThan(12);
  });
});
