import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '#libs/core/config/config';
import { MIGRATIONS } from '#libs/core/database/data-source';
import { ApiProcess } from '../../support/api-process.js';
import { createDatabase } from '../../support/database.js';

// Eight take a minute of a processor; that eight migrate once is in migrations.spec.ts, within one process.
const INSTANCES = Number(process.env.START_TOGETHER ?? 2);

let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase({ empty: true });
});
afterAll(() => database.drop());

const settings = () => ({
  LODGE_MODE: 'local',
  PUBLIC_URL: 'http://localhost',
  DATABASE_URL: database.url,
  DATABASE_POOL_SIZE: '2',
  JWT_SECRET: 'a secret that is long enough for the tests',
  COOKIE_SECURE: 'false',
  MAIL_URL: 'file:///tmp/lodge-test-mail',
  STORAGE_URL: 'file:///tmp/lodge-test-files',
  LOG_LEVEL: 'error',
});

async function migrateInItsOwnProcess(): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', ...settings() };
  const child = spawn(process.execPath, ['dist/apps/cli/main.js', 'migrate'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(err);
  return out.trim();
}

test('apis that start together on an empty database, each with its migrate, have one schema and answer', async () => {
  const config = readConfig(settings());
  const apis = Array.from({ length: INSTANCES }, () => ApiProcess.start(config));
  const said = await Promise.all(Array.from({ length: INSTANCES }, migrateInItsOwnProcess));
  const started = await Promise.all(apis);
  try {
    const idle = said.filter((line) => line === 'The schema is up to date.');
    expect(idle).toHaveLength(INSTANCES - 1);
    expect(said.find((line) => !idle.some((each) => each === line))).toContain(MIGRATIONS.at(-1)?.name);
    const answers = await Promise.all(started.map((api) => api.get('/health/startup')));
    expect(answers.map(({ status }) => status)).toEqual(Array(INSTANCES).fill(200));
    for (const api of started) expect(api.output).toBe('');
  } finally {
    await Promise.all(started.map((api) => api.stop('SIGKILL')));
  }
}, 180_000);
