import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { settingsText } from '#apps/cli/commands/upgrade-check';
import { passwordFits } from '#libs/accounts/passwords/passwords';
import { runCommand } from '../support/command-line.js';
import { createDatabase } from '../support/database.js';

describe('the command line', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    // The pool has ended before its sockets have; dropping the database at the end may still cut them.
    pool.on('error', () => undefined);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const lodge = (args: string[], more: Record<string, string> = {}, input = '') =>
    runCommand(database.url, args, more, input);
  const createOwner = (email: string, firstName = 'Bo') =>
    lodge(['create-owner', '--email', email, '--first-name', firstName, '--last-name', 'Ss']);
  const lastWord = (text: string) => text.split(' ').at(-1) ?? '';

  test('says what to do when the schema is not there yet', () => {
    expect(createOwner('boss@example.org')).toEqual({
      status: 1,
      out: '',
      err: expect.stringMatching(/^The database does not have the schema .* Run the command migrate first\.$/),
    });
  });

  test('says before an upgrade which migrations are pending, which settings are wrong or new, and what callers have to know', () => {
    const check = lodge(['upgrade-check']);
    expect(check).toMatchObject({ status: 1, err: '' });
    expect(check.out).toMatch(
      /^ACT {3}\d\d migrations are pending \(First\d+, .* and \d+ more\)\. Make a backup, then run/m,
    );
    expect(check.out).toMatch(/^OK {4}New settings, .*WEB_URL/m);
    expect(check.out).toContain(
      '- GET /bookings answer.data[].lead_person may be null now: Only a provisional booking',
    );
    const wrong = lodge(['upgrade-check'], { PUBLIC_URL: 'nowhere' });
    expect(wrong).toMatchObject({ status: 1, out: expect.stringMatching(/^ACT {3}PUBLIC_URL: must be a URL/m) });
    expect(lodge(['upgrade-check', '--from', '0.9.0'])).toMatchObject({ status: 1, err: expect.stringContaining('known: 1.0.0') }); // prettier-ignore
    const { lines, mustAct } = settingsText(['OLD', 'UNUSED', 'KEPT'], ['KEPT'], { ...process.env, OLD: '1' });
    expect(lines).toContain('ACT   The setting OLD is gone: remove it.');
    expect([mustAct, lines.some((line) => line.includes('UNUSED'))]).toEqual([true, false]);
  });

  test('migrates an empty database, and says so when there is nothing to do', () => {
    expect(lodge(['migrate'])).toMatchObject({ status: 0, out: expect.stringMatching(/^Ran First\d+/) });
    expect(lodge(['migrate'])).toMatchObject({ status: 0, out: 'The schema is up to date.' });
    expect(lodge(['upgrade-check'])).toMatchObject({ status: 0, out: expect.stringContaining('No migration is pending.') }); // prettier-ignore
  });

  test('creates an owner once, with a printed password that fits and must be changed', async () => {
    const made = createOwner(' boss@example.org ');
    expect(made).toMatchObject({ status: 0, err: '', out: expect.stringMatching(/: \S{20}$/) });
    expect(createOwner('Boss@example.org')).toMatchObject({
      status: 1,
      err: 'There is a user with the email Boss@example.org already.',
    });
    const { rows } = await pool.query('SELECT email, owner, password_change_required, password_hash FROM users');
    expect(rows).toEqual([
      {
        email: 'boss@example.org',
        owner: true,
        password_change_required: true,
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
    expect(await passwordFits(rows[0].password_hash, lastWord(made.out))).toBe(true);
  });

  test('names every fault of an owner in one sentence, and creates none', async () => {
    expect(createOwner('bo(ss)@example.org', ' ')).toEqual({
      status: 1,
      out: '',
      err: 'The owner was not created: email must be an email address of at most 254 characters; first_name must have 1 to 100 characters.',
    });
    expect((await pool.query('SELECT 1 FROM users')).rowCount).toBe(1);
  });

  test('resets a password: the new one fits and must be changed, and every session ends', async () => {
    await pool.query(
      `INSERT INTO sessions (id, user_id, refresh_hash, idle_expires_at, expires_at)
       SELECT gen_random_uuid(), id, '\\x00', now() + interval '1 day', now() + interval '1 day' FROM users`,
    );
    await pool.query('UPDATE users SET password_change_required = false');
    const reset = lodge(['reset-password', '--email', 'BOSS@example.org']);
    expect(reset).toMatchObject({ status: 0, err: '' });
    const { rows } = await pool.query(
      `SELECT u.password_hash, u.password_change_required, s.ended_at IS NOT NULL AS ended, s.end_reason
       FROM users u JOIN sessions s ON s.user_id = u.id`,
    );
    expect(rows).toEqual([expect.objectContaining({ password_change_required: true, ended: true })]);
    expect(rows[0].end_reason).toBe('password_reset');
    expect(await passwordFits(rows[0].password_hash, lastWord(reset.out))).toBe(true);
    expect(lodge(['reset-password', '--email', 'nobody@example.org'])).toEqual({
      status: 1,
      out: '',
      err: 'There is no user with the email nobody@example.org.',
    });
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

  test('creates an owner with the password of standard input, if it is strong, and prints none', async () => {
    const args = ['create-owner', '--email', 'pat@example.org', '--first-name', 'Pat', '--last-name', 'Ss'];
    expect(lodge([...args, '--password-stdin'], {}, 'short\n')).toEqual({
      status: 1,
      out: '',
      err: 'The password must have at least 12 characters.',
    });
    const made = lodge([...args, '--password-stdin'], {}, ' chosen by the operator\n');
    expect(made).toEqual({ status: 0, out: 'Created the owner pat@example.org.', err: '' });
    const { rows } = await pool.query('SELECT * FROM users WHERE email = $1', ['pat@example.org']);
    expect(rows).toEqual([expect.objectContaining({ owner: true, password_change_required: false })]);
    expect(await passwordFits(rows[0].password_hash, ' chosen by the operator')).toBe(true);
  });

  test('gives a new site its administrator; an unknown one leaves no site behind', async () => {
    const args = (name: string, admin: string) => [
      'create-site',
      '--name',
      name,
      '--time-zone',
      'Europe/London',
      '--admin',
      admin,
    ];
    expect(lodge(args('Nobody', 'nobody@example.org'))).toEqual({
      status: 1,
      out: '',
      err: 'The site was not created: there is no user with the email nobody@example.org.',
    });
    expect(lodge(args('Kings Court', 'PAT@example.org'))).toMatchObject({ status: 0, err: '' });
    const { rows } = await pool.query(
      `SELECT s.name, u.email, m.role FROM sites s LEFT JOIN memberships m ON m.site_id = s.id
       LEFT JOIN users u ON u.id = m.user_id WHERE s.name IN ('Nobody', 'Kings Court')`,
    );
    expect(rows).toEqual([{ name: 'Kings Court', email: 'pat@example.org', role: 'admin' }]);
  });

  test('an unknown command and a missing option end with a sentence and exit code 1', () => {
    expect(lodge(['frobnicate'])).toMatchObject({ status: 1, err: "error: unknown command 'frobnicate'" });
    expect(lodge(['reset-password'])).toMatchObject({
      status: 1,
      err: "error: required option '--email <email>' not specified",
    });
  });

  test('a database that does not answer is a sentence, and a stack only with DEBUG', () => {
    const nowhere = { DATABASE_URL: 'postgres://lodge:hunter2@127.0.0.1:1/lodge' };
    const reset = ['reset-password', '--email', 'boss@example.org'];
    expect(lodge(reset, nowhere)).toEqual({
      status: 1,
      out: '',
      err: 'PostgreSQL cannot be reached at DATABASE_URL (connect ECONNREFUSED 127.0.0.1:1).',
    });
    const loud = lodge(reset, { ...nowhere, DEBUG: '1' });
    expect(loud.err).toMatch(/\n\s+at /);
    expect(loud.out + loud.err).not.toContain('hunter2');
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
