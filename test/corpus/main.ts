import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createApi } from '#apps/api/create-api';
import { startPostgres } from '#apps/local/postgres-server';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { readConfig } from '#libs/core/config/config';
import { migrate } from '#libs/core/database/migrate';
import { newId } from '#libs/core/http/ids';
import { makeLogger } from '#libs/core/logging/logger';
import { IGNORED, makeCorpus, type Truth } from './generate.js';
import { loadSite, type Run, setDateOrder } from './load.js';
import { tableOf } from './report.js';
import { holds, scoreRows, type Previewed, type Score, sum } from './score.js';
import { makeSite } from './site.js';

const PASSWORD = newId();
const EMAIL = 'corpus@lodge.example';
// `--each 200` makes more rows of every defect, `--seed 3` others, `--show 5` lists rows that are not as they should be.
const option = (name: string, usual: number): number =>
  Number(process.argv[process.argv.indexOf(`--${name}`) + 1 || process.argv.length] ?? usual);

/** Previews the corpus through the api on a PostgreSQL of its own, and prints what was right. */
async function main(): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'lodge-corpus-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(directory, 0o755);
  const server = await startPostgres({ directory: join(directory, 'postgres'), password: 'corpus', durable: false });
  const url = server.url('postgres');
  try {
    await migrate(url);
    return await score(url, directory);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function score(url: string, directory: string): Promise<boolean> {
  const config = readConfig({
    LODGE_MODE: 'local',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: url,
    JWT_SECRET: newId(),
    COOKIE_SECURE: 'false',
    MAIL_URL: `file://${directory}/mail`,
    STORAGE_URL: `file://${directory}/files`,
    LOG_LEVEL: 'error',
    OVERLOAD_DELAY_MS: '0',
  });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const app = await createApi(config, makeLogger(config.LOG_LEVEL));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  try {
    const run: Run = (sql, values) => pool.query(sql, values);
    const site = makeSite();
    await loadSite(run, site);
    await run(
      `INSERT INTO users (id, email, first_name, last_name, password_hash, owner) VALUES ($1, $2, 'Cora', 'Corpus', $3, true)`,
      [newId(), EMAIL, await hashPassword(PASSWORD)],
    );
    const logIn = await app.inject({
      method: 'POST',
      url: '/users/sessions',
      payload: { email: EMAIL, password: PASSWORD },
    });
    const cookie = logIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const scores = new Map<string, Score>();
    const show = shower(option('show', 0));
    for (const { order, csv, truths } of makeCorpus(site, { each: option('each', 45), seed: option('seed', 7) })) {
      await setDateOrder(run, site, order);
      const answer = await app.inject({
        method: 'POST',
        url: `/bookings/import/preview?site=${site.id}&columns=${IGNORED}`,
        headers: { cookie, 'content-type': 'text/csv' },
        payload: csv,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const { rows } = answer.json<{ rows: Previewed[] }>();
      for (const [defect, judged] of scoreRows(truths, rows, show)) scores.set(defect, judged);
    }
    console.log(tableOf(scores));
    return holds(sum(scores.values()));
  } finally {
    await app.close();
    await pool.end();
  }
}

/** Prints the first rows of each defect and complaint. */
function shower(most: number) {
  const seen = new Map<string, number>();
  return ({ defect, ...truth }: Truth, { normalized, state, person, location }: Previewed, what: string): void => {
    const key = `${what}: ${defect}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if ((seen.get(key) ?? 0) <= most) console.log(key, JSON.stringify({ state, truth, normalized, person, location }));
  };
}

process.exitCode = (await main()) ? 0 : 1;
