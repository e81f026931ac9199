import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { OperatorService } from '#libs/accounts/members/operator.service';
import { Mailer } from '#libs/core/mail/mailer';
import { PASSWORD } from '../../support/factory.js';
import { Lodge, NOW } from '../../support/lodge.js';
import { until } from '../../support/until.js';

const NEW_PASSWORD = 'a wholly new password';
const INVALID = { status: 422, body: { code: 'reset_token_invalid' } };

interface ReadMail {
  file: string;
  raw: string;
  token: string;
}

describe('password reset', () => {
  let lodge: Lodge;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-mail-'));
    lodge = await Lodge.start({ instances: 2, settings: { MAIL_URL: `file://${folder}` } });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    lodge.clock.set(NOW);
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const mailsTo = async (email: string): Promise<ReadMail[]> => {
    const files = (await readdir(folder)).sort().map((file) => join(folder, file));
    const mails = await Promise.all(
      files.map(async (file) => ({ file, raw: (await readFile(file, 'utf8')).replaceAll('=\r\n', '') })),
    );
    return mails
      .filter(({ raw }) => raw.includes(`To: ${email}\r\n`))
      .map((mail) => ({ ...mail, token: /The token alone: (\S+)/.exec(mail.raw)?.[1] ?? '' }));
  };
  const atLeast = async <T>(read: () => Promise<T[]>, count: number): Promise<T[]> => {
    let found: T[] = [];
    await until(async () => (found = await read()).length >= count);
    return found;
  };
  const call = (path: string, body: unknown, headers?: Record<string, string>, index = 0) =>
    (lodge.instances[index % 2] ?? lodge.instance).call('POST', `/users/password-reset/${path}`, body, headers);
  const ask = (email: string, headers?: Record<string, string>) => call('request', { email }, headers);
  const reset = (token: string, password = NEW_PASSWORD, index = 0) =>
    call('reset', { token, password }, undefined, index);
  const logIn = (email: string, password: string) => lodge.call('POST', '/users/sessions', { email, password });
  const operator = () => lodge.instance.app.get(OperatorService, { strict: false });
  const makeUser = () => lodge.make.user({ owner: true });
  const tokenFor = async (email: string, count = 1) => {
    expect(await ask(email)).toMatchObject({ status: 200, body: { success: true } });
    return (await atLeast(() => mailsTo(email), count)).at(-1)?.token ?? '';
  };
  const tokensOf = (userId: string) =>
    lodge.sql<{ token_hash: Buffer; used_at: Date | null }>(
      'SELECT token_hash, used_at FROM password_tokens WHERE user_id = $1',
      [userId],
    );

  describe('request', () => {
    test('mails 256 bits of which only a hash is stored', async () => {
      const user = await makeUser();
      const token = await tokenFor(user.email.toUpperCase().toLowerCase());
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      const [stored] = await tokensOf(user.id);
      expect(stored?.token_hash).toEqual(createHash('sha256').update(token).digest());
      expect(JSON.stringify(await lodge.sql('SELECT * FROM password_tokens'))).not.toContain(token);
    });

    test('the link is under the public address, whatever host the request names', async () => {
      const user = await makeUser();
      const headers = { host: 'evil.localhost', 'x-forwarded-host': 'evil.localhost' };
      expect((await ask(user.email, headers)).status).toBe(200);
      const [mail] = await atLeast(() => mailsTo(user.email), 1);
      expect(mail?.raw).toContain(`http://localhost/reset-password#${mail?.token}`);
      expect(mail?.raw).not.toContain('evil');
    });

    test('answers alike for a user, a disabled one and nobody, of whom only the first gets a mail', async () => {
      const [user, disabled] = [await makeUser(), await makeUser()];
      await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.id]);
      const answers = [await ask(disabled.email), await ask('nobody@example.org'), await ask(user.email)];
      expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, '{"success":true}']));
      await atLeast(() => mailsTo(user.email), 1);
      expect(await mailsTo(disabled.email)).toEqual([]);
      expect(await mailsTo('nobody@example.org')).toEqual([]);
      expect(await tokensOf(disabled.id)).toEqual([]);
    });

    test('the answer does not wait for the work, so that its time tells nothing', async () => {
      const user = await makeUser();
      const holder = await lodge.pool.connect();
      try {
        await holder.query('BEGIN');
        await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
        expect((await ask(user.email)).status).toBe(200);
        expect(await tokensOf(user.id)).toEqual([]);
      } finally {
        await holder.query('COMMIT');
        holder.release();
      }
      expect(await atLeast(() => mailsTo(user.email), 1)).toHaveLength(1);
    });

    test('a newer link voids the older one', async () => {
      const { email } = await makeUser();
      const first = await tokenFor(email);
      const second = await tokenFor(email, 2);
      expect(await reset(first)).toMatchObject(INVALID);
      expect((await reset(second)).status).toBe(200);
    });

    test('of forty requests at once exactly one link works', async () => {
      const { id, email } = await makeUser();
      await Promise.all(Array.from({ length: 40 }, (_, index) => call('request', { email }, undefined, index)));
      const mails = await atLeast(() => mailsTo(email), 40);
      expect((await tokensOf(id)).filter(({ used_at }) => used_at === null)).toHaveLength(1);
      const statuses = [];
      for (const { token } of mails) statuses.push((await reset(token)).status);
      expect(statuses.sort()).toEqual([200, ...Array(39).fill(422)]);
    });

    test.each([{}, { email: 'nonsense' }, { email: ['a@example.org'] }, { email: 'a@example.org', site: 'x' }])(
      'answers 400 for %j',
      async (body) => expect((await call('request', body)).status).toBe(400),
    );
  });

  describe('reset', () => {
    test('sets the password, ends every session, logs nobody in and mails a notice', async () => {
      const { id, email } = await makeUser();
      const sessions = [await lodge.logIn(email), await lodge.logIn(email)];
      await lodge.sql('UPDATE users SET password_change_required = true WHERE id = $1', [id]);
      const answer = await reset(await tokenFor(email));
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect(answer.headers).not.toHaveProperty('set-cookie');
      for (const client of sessions) {
        expect((await client.get('/users/@me')).status).toBe(401);
        expect((await client.post('/users/sessions/refresh')).status).toBe(401);
      }
      expect((await logIn(email, PASSWORD)).status).toBe(401);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
      const [, notice] = await atLeast(() => mailsTo(email), 2);
      expect(notice?.raw).toContain('Subject: Your password was changed');
      expect(notice?.raw).not.toContain(NEW_PASSWORD);
      const trail = await lodge.sql(`SELECT action FROM audit_events WHERE subject_id = $1 AND action LIKE 'user.%'`, [
        id,
      ]);
      expect(trail).toEqual([{ action: 'user.password_reset' }]);
    });

    test('a weak password is refused and leaves the link as it was', async () => {
      const { email } = await makeUser();
      const token = await tokenFor(email);
      for (const weak of ['short', 'a'.repeat(129), `${email.split('@')[0]} and more`])
        expect(await reset(token, weak)).toMatchObject({ status: 422, body: { code: 'weak_password' } });
      expect((await logIn(email, PASSWORD)).status).toBe(200);
      expect((await reset(token)).status).toBe(200);
    });

    test.each<[string, (email: string) => Promise<unknown>]>([
      ['a password changed at log-in', (email) => lodge.call('POST', '/users/sessions', { email, password: PASSWORD, new_password: NEW_PASSWORD })],
      ['a password reset by the operator', (email) => operator().resetPassword(email)],
      ['an account locked and unlocked by the operator', async (email) => {
        await operator().setDisabled(email, true);
        await operator().setDisabled(email, false);
      }],
    ])('a link that was mailed before is void: %s', async (_, change) => {
      const { email } = await makeUser();
      const token = await tokenFor(email);
      await change(email);
      expect(await reset(token, 'what the thief would choose')).toMatchObject(INVALID);
    }); // prettier-ignore

    test('a link ends after 60 minutes, not before', async () => {
      const [late, inTime] = [await makeUser(), await makeUser()];
      const tokens = [await tokenFor(late.email), await tokenFor(inTime.email)];
      lodge.clock.set('2026-11-21T12:59:59.999Z');
      expect((await reset(tokens[1] ?? '')).status).toBe(200);
      lodge.clock.set('2026-11-21T13:00:00.000Z');
      expect(await reset(tokens[0] ?? '')).toMatchObject(INVALID);
    });

    test('an unknown token, and one of a user disabled since, are refused alike', async () => {
      const { id, email } = await makeUser();
      const token = await tokenFor(email);
      await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [id]);
      const [disabled, unknown] = [await reset(token), await reset('A'.repeat(43))];
      expect(disabled).toMatchObject(INVALID);
      expect({ ...unknown.body, instance: '' }).toEqual({ ...disabled.body, instance: '' });
    });

    test('one link used fifty times at once sets exactly one password', async () => {
      const { id, email } = await makeUser();
      const token = await tokenFor(email);
      const passwords = Array.from({ length: 50 }, (_, index) => `${NEW_PASSWORD} ${index}`);
      const answers = await Promise.all(passwords.map((password, index) => reset(token, password, index)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(422)]);
      const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
      expect((await logIn(email, winner)).status).toBe(200);
      expect(await lodge.sql('SELECT version FROM users WHERE id = $1', [id])).toEqual([{ version: 2 }]);
    });
  });

  describe('an invitation', () => {
    const invite = async (email: string) => {
      const site = await lodge.make.site({ name: 'Kings Court' });
      const owner = await lodge.logIn((await makeUser()).email);
      const body = { email, role: 'reception', first_name: 'Nadia', last_name: 'Night' };
      const added = await owner.post(`/sites/${site.id}/members`, body, { host: 'evil.localhost' });
      expect(added).toMatchObject({ status: 200, body: { invited: true } });
      return { site, owner };
    };

    test('lets the new member set a password and work', async () => {
      const email = 'nadia@example.org';
      const { site, owner } = await invite(email);
      const [mail] = await atLeast(() => mailsTo(email), 1);
      expect(mail?.raw).toContain('Subject: You are invited to Kings Court on Lodge');
      expect(mail?.raw).toContain(`http://localhost/reset-password#${mail?.token}`);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(401);
      expect((await reset(mail?.token ?? '')).status).toBe(200);
      expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
      const members = await owner.get(`/sites/${site.id}/members`);
      expect(members.body).toMatchObject([{ email, role: 'reception', invited: false }]);
    });

    test('is good for seven days; after that, the site invites again', async () => {
      const email = 'latecomer@example.org';
      const { site, owner } = await invite(email);
      const [mail] = await atLeast(() => mailsTo(email), 1);
      lodge.clock.set('2026-11-28T12:00:00.000Z');
      expect(await reset(mail?.token ?? '')).toMatchObject(INVALID);
      expect((await owner.get(`/sites/${site.id}/members`)).status).toBe(401);
      const back = await lodge.logIn((await makeUser()).email);
      expect((await back.get(`/sites/${site.id}/members`)).body).toEqual([]);
      const body = { email, role: 'reception', first_name: 'Nadia', last_name: 'Night' };
      expect((await back.post(`/sites/${site.id}/members`, body)).status).toBe(200);
      const mails = await atLeast(() => mailsTo(email), 2);
      const newer = mails.map(({ token }) => token).find((token) => token !== mail?.token);
      expect((await reset(newer ?? '')).status).toBe(200);
    });

    test('stands when its mail cannot be sent, which is logged', async () => {
      const failure = Object.assign(new Error('550 unlucky@example.org is unknown here'), { responseCode: 550 });
      const error = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
      const { transport } = lodge.instance.app.get(Mailer, { strict: false }) as unknown as {
        transport: { sendMail(): Promise<unknown> };
      };
      jest.spyOn(transport, 'sendMail').mockRejectedValue(failure);
      const { site, owner } = await invite('unlucky@example.org');
      expect(error).toHaveBeenCalledWith(
        expect.objectContaining({ msg: 'A mail could not be sent', responseCode: 550 }),
      );
      expect(JSON.stringify(error.mock.calls)).not.toContain('unlucky');
      expect((await owner.get(`/sites/${site.id}/members`)).body).toMatchObject([{ email: 'unlucky@example.org' }]);
    });
  });

  test('a password changed at log-in is told to the address of the account, however it was typed', async () => {
    const { id } = await lodge.make.user({ owner: true });
    const email = `inga.${id}@example.org`;
    await lodge.sql('UPDATE users SET email = $2 WHERE id = $1', [id, email]);
    const typed = { email: email.replace('i', '\u0130'), password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await lodge.call('POST', '/users/sessions', typed)).status).toBe(200);
    const [notice] = await atLeast(() => mailsTo(email), 1);
    expect(notice?.raw).toContain('Subject: Your password was changed');
  });

  describe('mails', () => {
    const mail = {
      to: 'Zoë <zoe@example.org>',
      subject: 'Grüße',
      text: 'See https://lodge.example/reset-password#abc',
    };
    const mailer = (MAIL_URL: string) => new Mailer({ ...lodge.instance.config, MAIL_URL });

    test('in a folder are files for the owner of the process only, and the log has the link', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const { email } = await makeUser();
      const token = await tokenFor(email);
      const [{ file = '' } = {}] = await mailsTo(email);
      expect(file).toMatch(/\.eml$/);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      // The line comes after the file.
      await until(() => warn.mock.calls.some(([line]) => String(line).includes(file)));
      const lines = warn.mock.calls.map(([line]) => String(line));
      expect(lines.filter((line) => line.includes(`http://localhost/reset-password#${token}`))).toHaveLength(1);
    });

    test('go by SMTP when that is set, and then no log has the link', async () => {
      const said = (['log', 'warn', 'error', 'debug'] as const).map((level) =>
        jest.spyOn(Logger.prototype, level).mockReturnValue(),
      );
      const { port, received, stop } = await startSmtp();
      await mailer(`smtp://127.0.0.1:${port}`).send(mail, 'an-id');
      await stop();
      expect(received.join('')).toContain('RCPT TO:<zoe@example.org>');
      expect(received.join('').replaceAll('=\r\n', '')).toContain('https://lodge.example/reset-password#abc');
      expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
    });

    test('to a server that refuses the connection fail, and the error does not have the link', async () => {
      const { port, stop } = await startSmtp();
      await stop();
      const error = await mailer(`smtp://127.0.0.1:${port}`).send(mail, 'an-id').then(() => undefined, (fault: Error) => fault); // prettier-ignore
      // An error of Node's own has another class here than in the spec.
      expect(error?.message).toMatch(/ECONNREFUSED/);
      expect(`${JSON.stringify(error)} ${error?.message}`).not.toContain('#abc');
    });
  });
});

/** As much of an SMTP server as it takes to receive a mail. */
async function startSmtp() {
  const received: string[] = [];
  let inData = false;
  const answerTo = (chunk: string): string => {
    if (inData) {
      inData = !chunk.endsWith('\r\n.\r\n');
      return inData ? '' : '250 kept\r\n';
    }
    inData = chunk.startsWith('DATA');
    return inData ? '354 go on\r\n' : chunk.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n';
  };
  const server: Server = createServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      received.push(chunk.toString());
      socket.write(answerTo(chunk.toString()));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { port: (server.address() as AddressInfo).port, received, stop };
}
