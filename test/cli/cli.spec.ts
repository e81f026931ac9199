import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createDatabase } from '../support/database.js';

describe('the command line', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const lodge = (args: string[], more: Record<string, string> = {}) => {
    const env = {
      PATH: process.env.PATH ?? '',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret that is long enough for the tests',
      MAIL_URL: 'file:///tmp/lodge-test-mail',
      ...more,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/apps/cli/main.js', ...args], {
      env,
      encoding: 'utf8',
    });
    return { status, out: stdout.trim(), err: stderr.trim() };
  };
  const owner = ['create-owner', '--email', 'boss@example.org', '--first-name', 'Bo', '--last-name', 'Ss'];

  test('migrates an empty database, and says so when there is nothing to do', () => {
    expect(lodge(['migrate'])).toMatchObject({ status: 0, out: expect.stringMatching(/^Ran First\d+\.$/) });
    expect(lodge(['migrate'])).toMatchObject({ status: 0, out: 'The schema is up to date.' });
  });

  test('creates an owner once, whose password must be changed, and resets it', async () => {
    const made = lodge(owner);
    expect(made).toMatchObject({ status: 0, out: expect.stringMatching(/: \S{20}$/) });
    expect(lodge(owner)).toMatchObject({ status: 1, err: 'There is a user with the email boss@example.org already.' });
    const reset = lodge(['reset-password', '--email', 'BOSS@example.org']);
    expect(reset.status).toBe(0);
    expect(reset.out.split(' ').at(-1)).not.toBe(made.out.split(' ').at(-1));
    const { rows } = await pool.query('SELECT owner, password_change_required, password_hash FROM users');
    expect(rows).toEqual([
      {
        owner: true,
        password_change_required: true,
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
    expect(lodge(['reset-password', '--email', 'nobody@example.org']).status).toBe(1);
  });

  test('creates a site with its lists; a wrong time zone is a sentence', async () => {
    expect(
      lodge(['create-site', '--name', 'Castle Wharf', '--time-zone', 'Europe/Paris', '--date-order', 'dmy']).status,
    ).toBe(0);
    const { rows } = await pool.query(
      'SELECT (SELECT count(*)::int FROM cancellation_codes) AS codes, (SELECT count(*)::int FROM welfare_states) AS states',
    );
    expect(rows).toEqual([{ codes: 14, states: 3 }]);
    expect(lodge(['create-site', '--name', 'X', '--time-zone', 'Mars/Olympus'])).toMatchObject({
      status: 1,
      err: 'The site was not created: time_zone must be an IANA time zone like Europe/London.',
    });
  });

  test('a configuration with faults is a list of them, without a stack', () => {
    const { status, err } = lodge(['migrate'], { JWT_SECRET: 'short', MAIL_URL: '' });
    expect(status).toBe(1);
    expect(err.split('\n')).toEqual([
      'The configuration is not complete:',
      expect.stringMatching(/^ {2}- JWT_SECRET/),
      expect.stringMatching(/^ {2}- MAIL_URL/),
    ]);
  });
});
