import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { environmentOf } from '../../support/api-process.js';
import { Lodge } from '../../support/lodge.js';

const LIMIT_MS = 60_000;
const NOWHERE = 'postgres://lodge@127.0.0.1:1/lodge';
// Nothing listens there; a client that connects tries for ever.
const REDIS_URL = 'redis://127.0.0.1:1';

describe('a start that fails', () => {
  let lodge: Lodge;
  let taken: Server;
  beforeAll(async () => {
    lodge = await Lodge.start();
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterAll(async () => {
    taken.close();
    await lodge.stop();
  });

  test.each<['api' | 'worker', string, string, Record<string, string>]>([
    ['api', 'whose port is taken', 'EADDRINUSE', { PORT: 'taken', REDIS_URL }],
    ['api', 'whose status port is taken', 'EADDRINUSE', { STATUS_PORT: 'taken', REDIS_URL }],
    ['api', 'whose database is away', 'ECONNREFUSED', { DATABASE_URL: NOWHERE, DATABASE_WAIT_SECONDS: '1', REDIS_URL }],
    [
      'worker',
      'whose database is away',
      'ECONNREFUSED',
      { DATABASE_URL: NOWHERE, DATABASE_WAIT_SECONDS: '1', REDIS_URL },
    ],
    ['worker', 'whose status port is taken', 'EADDRINUSE', { STATUS_PORT: 'taken' }],
  ])(
    'of the %s %s ends with code 1 and its cause',
    async (app, _, cause, settings) => {
      const port = String((taken.address() as AddressInfo).port);
      const given = Object.entries(settings).map(([name, value]) => [name, value === 'taken' ? port : value]);
      const env = environmentOf(lodge.instance.config, { HOST: '127.0.0.1', PORT: 0, ...Object.fromEntries(given) });
      const child = spawn(process.execPath, [`dist/apps/${app}/main.js`], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      child.stderr.on('data', (piece) => (said += String(piece)));
      const late = sleep(LIMIT_MS, ['it runs'], { ref: false });
      const [code] = (await Promise.race([once(child, 'close'), late])) as [unknown];
      child.kill('SIGKILL');
      expect([code, said]).toEqual([1, expect.stringContaining(cause)]);
    },
    70_000,
  );
});
