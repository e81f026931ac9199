import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/command-line.js';
import { PASSWORD, type SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';

describe('the operator and accounts', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let email: string;
  let client: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { RATE_LIMIT_LOG_IN_FAILURES: '2' } });
    // The commands live in the present.
    lodge.clock.set(new Date().toISOString());
    site = await lodge.make.site({ name: 'Kings Court' });
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
    client = await lodge.logIn(email);
  });
  afterAll(() => lodge.stop());

  const run = (args: string[], more = {}) => runCommand(lodge.databaseUrl, args, more);
  const logIn = (password: string) => lodge.call('POST', '/users/sessions', { email, password });
  const statusOf = async (of: Client) => (await of.get('/users/@me')).status;

  test('unlocks an account that waits for its next attempt', async () => {
    for (let index = 0; index < 2; index++) await logIn('wrong');
    expect((await logIn(PASSWORD)).status).toBe(429);
    expect(run(['unlock', '--email', email.toUpperCase()]).out).toMatch(/can log in again at once\.$/);
    expect((await logIn(PASSWORD)).status).toBe(200);
    expect(run(['unlock', '--email', email]).out).toBe(`${email} had no failed log-ins of late.`);
    expect(run(['unlock', '--email', 'nobody@example.org'])).toEqual({
      status: 1,
      out: '',
      err: 'There is no user with the email nobody@example.org.',
    });
  });

  test('lists sessions, ends one, and then the others', async () => {
    const other = await lodge.logIn(email);
    const listed = run(['list-sessions', '--email', email]).out.split('\n');
    expect(listed[0]).toMatch(/^\S{36} {2}since \d{4}-\S+Z {2}renewed never {2}127\.0\.0\.1 {2}lightMyRequest$/);
    const [newest = ''] = listed.map((line) => line.split(' ')[0]);
    expect(run(['end-sessions', '--email', email, '--session', newest]).out).toBe(`Ended 1 session of ${email}.`);
    expect([await statusOf(other), await statusOf(client)]).toEqual([401, 200]);
    expect(run(['end-sessions', '--email', email]).out).toMatch(/^Ended [12] sessions? of /);
    expect(await statusOf(client)).toBe(401);
    expect(run(['list-sessions', '--email', email]).out).toBe(`${email} has no session.`);
    expect(run(['end-sessions', '--email', email, '--session', newest])).toMatchObject({ status: 1, out: '' });
  });

  test('locks a user out and lets them in again, and the audit says so', async () => {
    client = await lodge.logIn(email);
    expect(run(['disable-user', '--email', email]).out).toMatch(/is locked out/);
    expect([await statusOf(client), (await logIn(PASSWORD)).status]).toEqual([401, 401]);
    expect(run(['disable-user', '--email', email]).out).toBe(`${email} was locked out already.`);
    expect(run(['enable-user', '--email', email]).out).toBe(`${email} may log in again.`);
    expect((await logIn(PASSWORD)).status).toBe(200);
    const audit = await lodge.sql(
      `SELECT actor_type, action FROM audit_events WHERE subject_kind = 'user' AND action LIKE 'user.%' ORDER BY id`,
    );
    expect(audit).toEqual([
      { actor_type: 'system', action: 'user.unlocked' },
      { actor_type: 'system', action: 'user.disabled' },
      { actor_type: 'system', action: 'user.enabled' },
    ]);
  });

  test('lists sites and users, all or those of a site, and says who may not log in', async () => {
    const far = await lodge.make.site({ name: 'Älvsjö' });
    const { email: stranger } = await lodge.make.user({ roles: { [far.id]: 'viewer' } });
    expect(run(['list-sites']).out.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^${site.id} {2}Kings Court {2}Europe/London {2}\\d+ members?$`)),
        `${far.id}  Älvsjö  Europe/London  1 member`,
      ]),
    );
    run(['disable-user', '--email', stranger]);
    const lineOf = (text: string, of: string) => text.split('\n').find((line) => line.startsWith(`${of}  `));
    const all = run(['list-users']).out;
    expect(lineOf(all, stranger)).toMatch(/ {2}locked out {2}Älvsjö: viewer$/);
    expect(lineOf(all, email)).toMatch(/ {2}Kings Court: manager$/);
    const ofSite = run(['list-users', '--site', 'ÄLVSJÖ']).out;
    expect([lineOf(ofSite, stranger) !== undefined, lineOf(ofSite, email)]).toEqual([true, undefined]);
    expect(run(['list-users', '--site', 'Nowhere'])).toMatchObject({ status: 1, out: '', err: expect.stringMatching(/^There is no site Nowhere\. There are: /) }); // prettier-ignore
  });

  test('invites: everybody gets a mail, known or not, and a wrong site is a sentence', async () => {
    const mail = await mkdtemp(join(tmpdir(), 'lodge-mail-'));
    const invite = (to: string, at: string, more: string[] = []) =>
      run(['invite', '--email', to, '--site', at, '--role', 'reception', ...more], { MAIL_URL: `file://${mail}` });
    const name = ['--first-name', 'Nadia', '--last-name', 'Night'];
    expect(invite('nadia@example.org', site.id, name).out).toBe(
      'nadia@example.org was invited to Kings Court with the role reception: a mail is on its way.',
    );
    const [file = ''] = await readdir(mail);
    expect(await readFile(join(mail, file), 'utf8')).toContain('To: nadia@example.org');
    const other = await lodge.make.site({ name: 'Other' });
    expect(invite(email, other.id).out).toBe(
      `${email} was invited to Other with the role reception: a mail is on its way.`,
    );
    expect(await readdir(mail)).toHaveLength(2);
    expect(invite(email, other.id)).toMatchObject({ status: 1 });
    expect(invite(email, 'nonsense')).toMatchObject({
      status: 1,
      err: expect.stringMatching(new RegExp(`^There is no site nonsense\\. There are: .*Kings Court \\(${site.id}\\)`)),
    });
    expect(invite('new@example.org', 'kings court', name).out).toMatch(/^new@example.org was invited to Kings Court /);
    expect(invite('x', site.id).err).toMatch(/^Nobody was invited: email must be/);
  });
});
