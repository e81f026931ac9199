import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Webhook as Verifier } from 'standardwebhooks';
import { Dispatcher } from '#libs/webhooks/sending/dispatcher';
import { runCommand } from '../support/command-line.js';
import type { SiteFixture } from '../support/factory.js';
import { type Answer, type Client, Lodge } from '../support/lodge.js';
import { type Received, Receiver } from '../support/receiver.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);
const METRICS_TOKEN = 'a token to read the metrics';

interface Delivery {
  _id: string;
  event: string;
  state: string;
  attempts: number;
  next_at: string | null;
  status: number | null;
  response: string | null;
  error: string | null;
}

describe('what is sent to webhooks', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let worker: INestApplicationContext;
  /** Acts as another worker: the spec does not wait for the next second, and nothing is written twice. */
  let dispatching: Promise<void>;
  let stopping = false;
  let base: string;
  let receiver: Receiver;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1', METRICS_TOKEN } });
    worker = await startWorker(lodge);
    const dispatcher = worker.get(Dispatcher, { strict: false });
    dispatching = (async () => {
      while (!stopping) await dispatcher.dispatch().then(() => sleep(50));
    })();
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    base = `/sites/${site.id}/webhooks`;
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.stop());
  afterAll(async () => {
    stopping = true;
    await dispatching;
    await worker.close();
    await lodge.stop();
  });

  const ok = async (answer: Promise<Answer>) => {
    const { status, text, body } = await answer;
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const hook = (fields: object = {}): Promise<{ _id: string; secret: string }> =>
    ok(admin.post(base, { url: receiver.url, ...fields }));
  const flag = async (name: string) => (await ok(admin.post(`/sites/${site.id}/flags`, { name, colour: '#112233' })))._id; // prettier-ignore
  const deliveries = async (id: string, query = ''): Promise<Delivery[]> =>
    (await ok(admin.get(`${base}/${id}/deliveries?limit=200${query}`))).data;
  const read = (id: string) => ok(admin.get(`${base}/${id}`));
  const got = (type: string) => receiver.received.filter(({ body }) => body.type === type);
  /** As if the pause until the next attempt were over. */
  const comeDue = async (id: string) => {
    await lodge.sql('UPDATE webhook_deliveries SET next_at = now() WHERE webhook_id = $1', [id]);
    await lodge.sql('UPDATE webhooks SET resume_at = now() WHERE id = $1', [id]);
  };
  const isSigned = (secret: string, { headers, text }: Received): boolean => {
    try {
      return Boolean(new Verifier(secret).verify(text, headers));
    } catch {
      return false;
    }
  };

  test('is each event once, as the feed has it, and signed so that the library of Standard Webhooks accepts it', async () => {
    const { _id, secret } = await hook();
    const flags = new Set([await flag('One'), await flag('Two')]);
    await until(() => got('flag.created').length === 2);
    const feed = (await ok(admin.get(`/sites/${site.id}/events`))).data.filter(
      ({ type }: { type: string }) => type === 'flag.created',
    );
    for (const event of feed) {
      const received = got('flag.created').filter(({ id }) => id === event.id);
      expect(received).toHaveLength(1);
      const [{ body, text, headers } = {} as Received] = received;
      expect(body).toEqual({ type: event.type, timestamp: event.recorded_at, data: event });
      expect(flags).toContain(body.data.resource && (body.data.resource as { _id: string })._id);
      expect(new Verifier(secret).verify(text, headers)).toEqual(body);
      expect(headers['content-type']).toBe('application/json');
      expect(() => new Verifier(secret).verify(text.replace('flag', 'flog'), headers)).toThrow();
    }
    await until(async () => (await read(_id)).waiting === 0);
    const [latest] = await deliveries(_id);
    expect(latest).toMatchObject({ state: 'delivered', attempts: 1, status: 204, next_at: null, error: null });
  });

  test('is signed with both secrets for 24 hours after a rotation, and with the new one alone after that', async () => {
    const { _id, secret } = await hook();
    const { secret: second } = await ok(admin.post(`${base}/${_id}/rotate-secret`));
    await flag('Both');
    await until(() => got('flag.created').length === 1);
    const [both] = got('flag.created');
    expect([isSigned(secret, both as Received), isSigned(second, both as Received)]).toEqual([true, true]);
    await lodge.sql(`UPDATE webhooks SET previous_until = now() WHERE id = $1`, [_id]);
    await flag('New');
    await until(() => got('flag.created').length === 2);
    const last = got('flag.created')[1] as Received;
    expect([isSigned(secret, last), isSigned(second, last)]).toEqual([false, true]);
  });

  test('are the types that were asked for, as the role may see them and without welfare data', async () => {
    const [all] = [await hook({ role: 'admin' })];
    const other = await Receiver.start();
    await ok(admin.post(base, { url: other.url, types: ['student.*'], role: 'viewer' }));
    await flag('Not for all');
    const state = await lodge.make.listEntry('welfare_states', site.id);
    const person = { first_name: 'Ada', last_name: 'King', location: await lodge.make.room(site) };
    const student = await ok(admin.post('/students', { site: site.id, ...person }));
    await ok(
      admin.patch(`/students/${site.id}/${student._id}`, { ...person, welfare_flag: true, welfare_state: state }),
    );
    await ok(admin.post(`/sites/${site.id}/members`, { email: 'new@example.org', role: 'viewer' }));
    await flag('The last');
    await until(() => got('flag.created').length === 2 && got('invitation.created').length === 1);
    await until(() => other.received.some(({ body }) => body.type === 'student.created'));
    await until(async () => (await ok(admin.get(base))).every(({ waiting, lag_seconds }: { waiting: number; lag_seconds: number }) => waiting === 0 && lag_seconds === 0)); // prettier-ignore
    const feed = (await ok(admin.get(`/sites/${site.id}/events?type=student.*`))).data;
    expect(feed.map(({ type }: { type: string }) => type)).toContain('student.welfare_changed');
    expect(new Set(other.received.map(({ body }) => body.type.split('.')[0]))).toEqual(new Set(['student']));
    for (const { text } of [...receiver.received, ...other.received]) expect(text).not.toMatch(new RegExp(`welfare_changed|welfare_flag":true|"field":"welfare|${state}`)); // prettier-ignore
    expect((await read(all._id)).enabled).toBe(true);
    await other.stop();
  });

  test('is sent again after each failure with a longer pause, and fails for good after the tenth attempt', async () => {
    receiver.respond = (response) => response.writeHead(500).end('broken');
    const { _id } = await hook({ types: ['flag.*'] });
    await flag('Stubborn');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await comeDue(_id);
      await until(async () => (await deliveries(_id))[0]?.status === 500 && (await attempts(_id)) === attempt && (await isNoted(_id))); // prettier-ignore
      const [delivery] = await deliveries(_id);
      expect(delivery).toMatchObject({
        attempts: attempt,
        response: 'broken',
        state: attempt < 10 ? 'waiting' : 'failed',
      });
      if (delivery?.next_at) pauses.push((Date.parse(delivery.next_at) - Date.now()) / 1_000);
    }
    const expected = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    pauses.forEach((pause, n) => {
      expect(pause).toBeLessThanOrEqual((expected[n] ?? 0) * 1.1);
      // A machine that is busy reads it later than it was written.
      expect(pause).toBeGreaterThan((expected[n] ?? 0) * 0.9 - 30);
    });
    expect(pauses).toHaveLength(9);
    expect(await read(_id)).toMatchObject({ enabled: true, waiting: 0, failing_since: expect.any(String) });
    // By hand it is sent once more, and the receiver that works again is no longer failing.
    receiver.respond = (response) => response.end('thanks');
    const [failed] = await deliveries(_id, '&state=failed');
    const again = await ok(admin.post(`${base}/${_id}/deliveries/${failed?._id}/resend`));
    await comeDue(_id);
    await until(async () => (await deliveries(_id))[0]?.state === 'delivered');
    expect((await deliveries(_id))[0]).toMatchObject({ _id: again._id, event: failed?.event, response: 'thanks' });
    await until(async () => (await read(_id)).failing_since === null);
  });
  const attempts = async (id: string) => (await deliveries(id))[0]?.attempts;
  // An attempt that is under way has a lease of a minute, and no status of its own yet.
  const isNoted = async (id: string) =>
    (await lodge.sql(`SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'waiting' AND next_at BETWEEN now() + interval '10 seconds' AND now() + interval '61 seconds'`, [id])).length === 0; // prettier-ignore

  test('ends with 410, which switches the webhook off and tells the administrators; switched on, it gets all it missed', async () => {
    receiver.respond = (response) => response.writeHead(410).end();
    const { _id } = await hook({ types: ['flag.*'] });
    await flag('Gone');
    await until(async () => !(await read(_id)).enabled);
    expect(await read(_id)).toMatchObject({ disabled_reason: 'gone', waiting: 1 });
    const audit = await lodge.sql<{ actor_type: string }>(`SELECT actor_type FROM audit_events WHERE subject_id = $1 AND action = 'webhook.disabled'`, [_id]); // prettier-ignore
    expect(audit).toEqual([{ actor_type: 'system' }]);
    const mails = await lodge.sql(`SELECT FROM outgoing_mails m JOIN memberships s ON s.user_id = m.user_id WHERE s.site_id = $1 AND m.kind = 'notice'`, [site.id]); // prettier-ignore
    expect(mails).toHaveLength(1);
    receiver.respond = (response) => response.end();
    const missed = [await flag('Missed'), await flag('Missed, too')];
    await ok(admin.patch(`${base}/${_id}`, { enabled: true }));
    await comeDue(_id);
    await until(() => new Set(got('flag.created').map(({ id }) => id)).size === 3);
    const seen = got('flag.created').map(({ body }) => (body.data.resource as { _id: string })._id);
    expect(seen).toEqual(expect.arrayContaining(missed));
    expect(await read(_id)).toMatchObject({ enabled: true, disabled_reason: null });
  });

  test('ends after five days in which every attempt failed, and not before', async () => {
    receiver.respond = (response) => response.writeHead(503).end();
    const { _id } = await hook({ types: ['flag.*'] });
    const failFor = async (days: number) => {
      await lodge.sql(`UPDATE webhooks SET failing_since = now() - $2 * interval '1 day' WHERE id = $1`, [_id, days]);
      const before = receiver.received.length;
      await comeDue(_id);
      await until(() => receiver.received.length > before);
    };
    await flag('Down');
    await until(async () => (await read(_id)).failing_since !== null);
    await failFor(4.9);
    await until(async () => (await attempts(_id)) === 2 && (await isNoted(_id)));
    expect((await read(_id)).enabled).toBe(true);
    await failFor(5.1);
    await until(async () => !(await read(_id)).enabled);
    expect(await read(_id)).toMatchObject({ disabled_reason: 'failing' });
  });

  test('is replayed from any cursor, with the ids of before', async () => {
    const { _id } = await hook({ types: ['flag.*'] });
    for (const name of ['A', 'B', 'C']) await flag(name);
    await until(() => receiver.ids.size === 3);
    const { data } = await ok(admin.get(`/sites/${site.id}/events?type=flag.*`));
    await ok(admin.post(`${base}/${_id}/replay`, { after: data[0].cursor }));
    await until(() => receiver.received.length === 5);
    await until(async () => (await read(_id)).waiting === 0);
    expect(receiver.received.length).toBe(5);
    const counts = data.map(({ id }: { id: string }) => receiver.received.filter((each) => each.id === id).length);
    expect(counts).toEqual([1, 2, 2]);
    await ok(admin.post(`${base}/${_id}/replay`, { after: 'AAAAAAAAAAAAAAAAAAAA' }));
    await until(() => receiver.received.length === 8);
    const replays = await lodge.sql(`SELECT FROM audit_events WHERE subject_id = $1 AND action = 'webhook.replayed'`, [_id]); // prettier-ignore
    expect(replays).toHaveLength(2);
  });

  test('is a test when somebody asks for one, once, also while the webhook is off', async () => {
    const { _id, secret } = await hook({ enabled: false });
    const ping = await ok(admin.post(`${base}/${_id}/test`));
    await until(() => got('webhook.test').length === 1);
    const [received] = got('webhook.test');
    expect([received?.id, isSigned(secret, received as Received)]).toEqual([ping.event, true]);
    receiver.respond = (response) => response.writeHead(400).end('no');
    const second = await ok(admin.post(`${base}/${_id}/test`));
    await until(async () => (await deliveries(_id))[0]?.state === 'failed');
    expect((await deliveries(_id))[0]).toMatchObject({ _id: second._id, attempts: 1, status: 400, response: 'no' });
    expect(await read(_id)).toMatchObject({ enabled: false, failing_since: null });
  });

  test('takes no more than the start of an endless response, and follows no redirect', async () => {
    let sent = 0;
    receiver.respond = (response) => {
      const chunk = Buffer.alloc(16_384, 'x');
      const more = () => {
        for (; !response.destroyed; sent += chunk.length) if (!response.write(chunk)) return void response.once('drain', more); // prettier-ignore
      };
      more();
    };
    const { _id } = await hook({ types: ['flag.*'] });
    await flag('Endless');
    await until(async () => (await deliveries(_id))[0]?.state === 'delivered');
    expect((await deliveries(_id))[0]?.response).toBe('x'.repeat(1_024));
    // What lies in buffers of the sockets was sent, and not read.
    expect(sent).toBeLessThan(16 * 1_048_576);
    receiver.respond = (response) => response.writeHead(307, { location: `${receiver.url}/other` }).end();
    await flag('Redirected');
    await until(async () => (await deliveries(_id))[0]?.status === 307);
    expect((await deliveries(_id))[0]?.state).toBe('waiting');
    expect(got('flag.created').every(({ headers }) => headers.host === `127.0.0.1:${receiver.port}`)).toBe(true);
  });

  test('reaches the others while receivers are dead: those that never respond, refuse, or cannot be resolved', async () => {
    receiver.respond = () => undefined;
    const healthy = await Receiver.start();
    const refuses = await Receiver.start();
    await refuses.stop();
    for (let n = 0; n < 20; n++) await hook();
    for (let n = 0; n < 5; n++) await ok(admin.post(base, { url: `http://127.0.0.1:1/` }));
    await ok(admin.post(base, { url: 'http://nowhere.invalid/' }));
    const { _id } = await ok(admin.post(base, { url: healthy.url }));
    const began = performance.now();
    for (let n = 0; n < 10; n++) await flag(`Flag ${n}`);
    await until(() => healthy.received.filter(({ body }) => body.type === 'flag.created').length === 10);
    const took = performance.now() - began;
    // Twenty that take their 10 s each, one after the other, would take longer by far.
    expect(took).toBeLessThan(60_000);
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(await read(_id)).toMatchObject({ failing_since: null, enabled: true });
    for (const { _id: each } of await ok(admin.get(base))) await admin.delete(`${base}/${each}`);
    await healthy.stop();
  });

  test('is said to lag and to fail by doctor, the metrics and the day of the site', async () => {
    receiver.respond = (response) => response.writeHead(500).end();
    await hook({ types: ['flag.*'] });
    await flag('Lagging');
    await until(async () => (await ok(admin.get(base)))[0].failing_since !== null);
    expect(await ok(admin.get(`/sites/${site.id}/day?limit=0`))).toMatchObject({
      webhooks: { on: 1, failing: 1, switched_off: 0, waiting: 1 },
    });
    const { text } = await lodge.call('GET', '/metrics', undefined, {
      authorization: `Bearer ${METRICS_TOKEN}`,
    });
    expect(text).toMatch(/^lodge_webhooks\{state="failing"\} [1-9]/m);
    await lodge.sql(`UPDATE webhook_deliveries SET created_at = now() - interval '1 hour' WHERE state = 'waiting'`);
    await hook();
    await lodge.sql(`UPDATE webhooks SET enabled = false, disabled_reason = 'gone' WHERE id = $1`, [
      (await hook())._id,
    ]);
    const { status, out } = runCommand(lodge.databaseUrl, ['doctor'], { LODGE_MODE: 'local', COOKIE_SECURE: 'false' });
    for (const each of [/\d+ webhooks fail; \d+ deliveries wait/, /\d+ webhooks were switched off by Lodge/, /A webhook is \d+ minutes behind/])
      expect(out).toMatch(new RegExp(`^WARNING ${each.source}.*\\n +Fix: `, 'm')); // prettier-ignore
    expect(status).toBe(0);
  });
});
