import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ApiProcess } from '../support/api-process.js';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge } from '../support/lodge.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { until } from '../support/until.js';
import { WorkerProcess } from '../support/worker-process.js';

jest.setTimeout(180_000);

describe('a mail that was promised', () => {
  const sink = new SmtpSink();
  let lodge: Lodge;
  let site: SiteFixture;
  let client: Client;
  let worker: WorkerProcess;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { MAIL_URL: await sink.start() } });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    worker = WorkerProcess.start(lodge);
  });
  afterAll(async () => {
    await worker.end('SIGKILL');
    await lodge.stop();
    await sink.stop();
  });

  const member = (name: string) => ({ email: `${name}@example.org`, first_name: 'A', last_name: 'B', role: 'viewer' });
  const invite = (name: string) => client.post(`/sites/${site.id}/members`, member(name));
  const mailsTo = (name: string) => sink.mails.filter((mail) => mail.includes(`To: ${name}@example.org`)).length;
  const stateOf = async (name: string) => {
    const members = (await client.get(`/sites/${site.id}/members`)).body as {
      email: string;
      invitation_mail: string;
    }[];
    return members.find(({ email }) => email === `${name}@example.org`)?.invitation_mail;
  };
  const idOf = (name: string) => `(SELECT mail_id FROM invitations WHERE email = '${name}@example.org')`;
  /** As if the pause until the next attempt, or the lease of its sender, were over. */
  const comeDue = (name: string) => lodge.sql(`UPDATE outgoing_mails SET next_at = now() WHERE id = ${idOf(name)}`);
  const attempts = async (name: string) =>
    (await lodge.sql<{ attempts: number }>(`SELECT attempts FROM outgoing_mails WHERE id = ${idOf(name)}`))[0]?.attempts ?? 0; // prettier-ignore

  test('is sent at once when the mail server takes it, and its content is gone from the database', async () => {
    expect(await invite('prompt')).toMatchObject({ status: 200, body: { invited: true } });
    await until(() => mailsTo('prompt') === 1, 30);
    await until(async () => (await stateOf('prompt')) === 'sent', 30);
    const rows = await lodge.sql(`SELECT sealed, state FROM outgoing_mails WHERE id = ${idOf('prompt')}`);
    expect(rows).toEqual([{ sealed: null, state: 'sent' }]);
  });

  test('arrives once after a server that said 451 again and again, and is seen to wait meanwhile', async () => {
    sink.refusal = '451 come again';
    await invite('patient');
    await until(async () => (await attempts('patient')) >= 1, 30);
    await comeDue('patient');
    await until(async () => (await attempts('patient')) >= 2, 60);
    expect([await stateOf('patient'), mailsTo('patient')]).toEqual(['waiting', 0]);
    expect((await lodge.sql(`SELECT reason, sealed::text LIKE '%' || encode('patient', 'hex') || '%' AS readable FROM outgoing_mails WHERE id = ${idOf('patient')}`))[0]).toMatchObject({ reason: expect.stringContaining('451'), readable: false }); // prettier-ignore
    sink.refusal = undefined;
    await until(async () => {
      await comeDue('patient');
      return mailsTo('patient') > 0;
    }, 60);
    await until(async () => (await stateOf('patient')) === 'sent', 30);
    expect(mailsTo('patient')).toBe(1);
  });

  test('that the server will never take fails at once, with the reason, and is not tried again', async () => {
    sink.refusal = '550 no such mailbox';
    await invite('nobody');
    await until(async () => (await stateOf('nobody')) === 'failed', 30);
    expect(await attempts('nobody')).toBe(1);
    sink.refusal = undefined;
  });

  test('is given up when it is of no use any more', async () => {
    sink.refusal = '451 come again';
    await invite('late');
    await until(async () => (await attempts('late')) >= 1, 30);
    await lodge.sql(`UPDATE outgoing_mails SET give_up_at = now() WHERE id = ${idOf('late')}`);
    await comeDue('late');
    await until(async () => (await stateOf('late')) === 'failed', 60);
    sink.refusal = undefined;
  });

  test('arrives once when the process that promised it is killed while it sends, or before it could', async () => {
    const api = await ApiProcess.start(lodge.instance.config);
    let takeMails: () => void = () => undefined;
    sink.readiness = new Promise<void>((resolve) => (takeMails = resolve));
    // The worker would send what is due.
    worker.signal('SIGSTOP');
    const cookie = await api.logIn((await lodge.make.user({ owner: true })).email);
    const names = ['killed-1', 'killed-2', 'killed-3'];
    const asked = names.map((name) =>
      api.post(`/sites/${site.id}/members`, member(name), cookie).catch(() => undefined),
    );
    const promised = `SELECT FROM outgoing_mails m JOIN invitations i ON i.mail_id = m.id WHERE i.email LIKE 'killed-%'`;
    await until(async () => (await lodge.sql(promised)).length === names.length, 30);
    await api.stop('SIGKILL');
    await Promise.all(asked);
    expect(names.map(mailsTo)).toEqual([0, 0, 0]);
    takeMails();
    sink.readiness = Promise.resolve();
    worker.signal('SIGCONT');
    for (const name of names) await comeDue(name);
    await until(async () => (await Promise.all(names.map(stateOf))).every((state) => state === 'sent'), 60);
    expect(names.map(mailsTo)).toEqual([1, 1, 1]);
  });

  test('arrives once however many send at the same moment', async () => {
    worker.signal('SIGSTOP');
    sink.refusal = '451 come again';
    const names = Array.from({ length: 20 }, (_, index) => `many-${index}-x`);
    await Promise.all(names.map(invite));
    await until(async () => (await Promise.all(names.map(attempts))).every((count) => count === 1), 60);
    sink.refusal = undefined;
    worker.signal('SIGCONT');
    const more = [1, 2].map(() => WorkerProcess.start(lodge));
    await lodge.sql(`UPDATE outgoing_mails SET next_at = now() WHERE state = 'waiting'`);
    await until(async () => (await Promise.all(names.map(stateOf))).every((state) => state === 'sent'), 90);
    for (const each of more) await each.end('SIGKILL');
    expect(names.map(mailsTo)).toEqual(names.map(() => 1));
  });
});
