import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { queueHealth } from '#libs/core/queue/queue-health';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { startWorker } from '../../support/test-worker.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { waitsForLock } from '../../support/locks.js';
import { redisOf } from '../../support/redis.js';
import { until } from '../../support/until.js';

// 3 s are promised; a second round of the same waiting would take more than 5.
const SOON_MS = 4_500;
// Retries of BullMQ or of the system, which have their own intervals, take longer than this.
const BACK_MS = 7_000;
// Well before the 25 s after which a process is cut off.
const STOPPED_MS = 15_000;

/** How long something takes; moments in which this process had no turn at all say nothing about it. */
async function measure<T>(call: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  let ms = 0;
  const ticks = setInterval(() => (ms += 50), 50);
  try {
    return { answer: await call(), ms };
  } finally {
    clearInterval(ticks);
  }
}
const timed = async <T>(call: () => Promise<T>): Promise<T & { ms: number }> => {
  const { answer, ms } = await measure(call);
  return { ...answer, ms };
};
/** How long it takes until something holds. */
const timeUntil = async (holds: () => Promise<boolean | undefined>): Promise<number> =>
  (await measure(async () => { while (!(await holds())) await sleep(50); })).ms; // prettier-ignore
const recovery = (call: () => Promise<Answer>) => timeUntil(async () => (await call()).status === 200);
const UNAVAILABLE = { status: 503, body: { code: 'dependency_unavailable' }, headers: { 'retry-after': '2' } };

describe('PostgreSQL', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let client: Client;
  let site: SiteFixture;
  let booking: { site: string; lead_person: string; location: string; contract_start: string; contract_end: string };
  beforeAll(async () => {
    lodge = await Lodge.start({ through: (url) => proxy.to(url) });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    booking = {
      site: site.id,
      lead_person: await lodge.make.student(site),
      location: await lodge.make.room(site),
      contract_start: '2027-09-18',
      contract_end: '2028-06-30',
    };
  });
  afterAll(async () => {
    await lodge.stop();
    await proxy.cut();
  });

  const me = () => client.get('/users/@me');
  const expectUnavailable = (answers: (Answer & { ms: number })[]) => {
    for (const answer of answers) {
      expect(answer).toMatchObject(UNAVAILABLE);
      expect(answer.ms).toBeLessThan(SOON_MS);
    }
  };
  const fail = (times = 1) => Promise.all(Array.from({ length: times }, () => timed(me)));

  test('that refuses is a 503 with Retry-After at once, what does not need it answers, and it is back by itself', async () => {
    await proxy.cut();
    expectUnavailable(await fail(20));
    expect((await lodge.call('GET', '/health/live')).status).toBe(200);
    expect((await lodge.call('GET', '/problems/booking_conflict')).status).toBe(200);
    expect((await lodge.call('GET', '/openapi.json')).status).toBe(200);
    await proxy.mend();
    expect(await recovery(me)).toBeLessThan(BACK_MS);
  });

  test('that swallows everything, over old connections and new ones, is a 503 within 3 seconds', async () => {
    await Promise.all(Array.from({ length: 10 }, me));
    proxy.misbehave({ swallow: true });
    expectUnavailable(await fail(20));
    expectUnavailable(await fail());
    expect((await lodge.call('GET', '/health/ready')).body.dependencies.database).toMatchObject({ reason: 'timeout' });
    proxy.misbehave({});
    expect(await recovery(me)).toBeLessThan(BACK_MS);
  });

  test('that answers after a fifth of a second is waited for; after 5 seconds it is a 503', async () => {
    proxy.misbehave({ delayMs: 100 });
    expect((await timed(me)).status).toBe(200);
    proxy.misbehave({ delayMs: 5_000 });
    expectUnavailable(await fail());
    proxy.misbehave({});
    expect(await recovery(me)).toBeLessThan(BACK_MS);
  });

  test('that is at work for longer is not cut off', async () => {
    const lock = await lodge.pool.connect();
    await lock.query('BEGIN; LOCK TABLE bookings IN EXCLUSIVE MODE');
    const answer = client.post('/bookings', { ...booking, contract_start: '2026-12-01', contract_end: '2027-01-01' });
    await waitsForLock(lodge.pool, 'bookings');
    await sleep(4_000);
    await lock.query('COMMIT');
    lock.release();
    expect(await answer).toMatchObject({ status: 200 });
  });

  test('that breaks off in the middle of an answer is a 503, and the next answer is right', async () => {
    proxy.misbehave({ breakOn: /./s });
    expectUnavailable(await fail());
    proxy.misbehave({});
    expect(await recovery(me)).toBeLessThan(BACK_MS);
  });

  test('that breaks off where a response is read has written nothing: a new location is not there after its 503', async () => {
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const hall = { name: 'East Hall', code: 'EH', location_type: site.buildingType };
    proxy.misbehave({ breakOn: /l\.name AS path, 1 AS depth/ });
    const answer = await timed(() => admin.post(`/sites/${site.id}/locations`, hall));
    proxy.misbehave({});
    expectUnavailable([answer]);
    expect(answer.body).not.toHaveProperty('outcome');
    await recovery(me);
    expect((await admin.post(`/sites/${site.id}/locations`, hall)).status).toBe(200);
  });

  test('that breaks off at COMMIT is a 503 that does not say that nothing was written; sent again with its key it is done once', async () => {
    const key = { 'idempotency-key': 'a-booking-that-was-cut-off' };
    proxy.misbehave({ breakOn: /COMMIT/ });
    const answer = await timed(() => client.post('/bookings', booking, key));
    proxy.misbehave({});
    expectUnavailable([answer]);
    expect(answer.body).toMatchObject({ outcome: 'unknown' });
    expect(answer.body.detail).not.toContain('Nothing was written');
    await recovery(me);
    expect((await client.post('/bookings', booking, key)).status).toBe(200);
    const rows = await lodge.sql(`SELECT 1 FROM bookings WHERE contract_start = '2027-09-18'`);
    expect(rows).toHaveLength(1);
  });

  test('that breaks off after an import or its undo has begun is a 503 that says that it goes on; sent again it has happened once', async () => {
    const worker = await startWorker(lodge);
    const student = await lodge.make.student(site, { student_id: 'CUT-1' });
    const room = await lodge.make.room(site, { name: 'Cut off', code: 'CUT' });
    const values = { student_id: 'CUT-1', room: 'CUT', contract_start: '2029-01-10', contract_end: '2029-06-30' };
    const rows = [{ row_index: 0, values }];
    const send = async (breakOn: RegExp, url: string, body: object) => {
      proxy.misbehave({ breakOn });
      const answer = await timed(() => client.post(url, body));
      proxy.misbehave({});
      expect(answer).toMatchObject({ ...UNAVAILABLE, body: { code: 'dependency_unavailable', outcome: 'unknown' } });
      expect(answer.body.detail).not.toContain('Nothing was written');
      let again = await client.post(url, body);
      while (again.status !== 200 || again.body.status === 'processing') again = await client.post(url, body);
      return again;
    };
    const commit = { site: site.id, idempotency_key: 'cut-off', rows };
    const { body } = await send(/SELECT state FROM jobs/, '/bookings/import/commit', commit);
    expect(body).toMatchObject({ status: 'completed', summary: { created: 1 } });
    const booked = async () =>
      (await lodge.sql('SELECT status FROM bookings WHERE lead_person_id = $1 AND location_id = $2', [student, room]))
        .map(({ status }) => status); // prettier-ignore
    expect(await booked()).toEqual(['confirmed']);
    const undo = `/bookings/imports/${body.import_id}/undo`;
    const undone = await send(/AND undo_outcome IS NOT NULL ORDER BY position/, undo, { site: site.id });
    expect(undone.body).toMatchObject({ status: 'completed' });
    expect(await booked()).not.toContain('confirmed');
    await worker.close();
  });
});

describe('the mail server', () => {
  const proxy = new TcpProxy();
  const sink = new SmtpSink();
  let lodge: Lodge;
  let client: Client;
  let site: SiteFixture;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { MAIL_URL: await proxy.to(await sink.start()) } });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ owner: true })).email);
  });
  afterAll(async () => {
    await proxy.cut();
    await lodge.stop();
    await sink.stop();
  });

  const invite = (name: string) =>
    timed(() => client.post(`/sites/${site.id}/members`, { email: `${name}@example.org`, first_name: 'A', last_name: 'B', role: 'viewer' })); // prettier-ignore
  const reset = () => timed(() => lodge.call('POST', '/users/password-reset/request', { email: 'nobody@example.org' }));

  test.each([
    ['refuses', () => proxy.cut(), () => proxy.mend()],
    ['swallows everything', async () => proxy.misbehave({ swallow: true }), async () => proxy.misbehave({})],
    ['is slow', async () => proxy.misbehave({ delayMs: 4_000 }), async () => proxy.misbehave({})],
    ['breaks off', async () => proxy.misbehave({ breakOn: /MAIL FROM/ }), async () => proxy.misbehave({})],
  ])(
    'that %s keeps nobody waiting: the invitation stands, and the next mail is sent again',
    async (name, ail, heal) => {
      const word = name.replaceAll(' ', '-');
      await ail();
      for (const answer of [await invite(`${word}-1`), await reset()]) {
        expect(answer.status).toBe(200);
        expect(answer.ms).toBeLessThan(SOON_MS);
      }
      await heal();
      expect((await invite(`${word}-2`)).status).toBe(200);
      await until(() => sink.mails.some((mail) => mail.includes(`${word}-2`)), 30);
    },
  );
});

const AILMENTS: [string, (proxy: TcpProxy) => unknown][] = [
  ['refuses', (proxy) => proxy.cut()],
  ['swallows everything', (proxy) => proxy.misbehave({ swallow: true })],
  ['is slow', (proxy) => proxy.misbehave({ delayMs: 5_000 })],
  ['breaks off in the middle of an answer', (proxy) => proxy.misbehave({ breakOn: /./s })],
];
const heal = (name: string, proxy: TcpProxy) => (name === 'refuses' ? proxy.mend() : proxy.misbehave({}));

const REDIS = process.env.TEST_REDIS_URL;
if (!REDIS) console.warn('TEST_REDIS_URL is not set: Redis that is away is NOT tested in this run.');

(REDIS ? describe : describe.skip)('Redis', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let client: Client;
  let site: SiteFixture;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { REDIS_URL: await proxy.to(redisOf(`${REDIS}`, 9)) } });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(async () => {
    await lodge.stop();
    await proxy.cut();
  });
  const order = () => timed(() => client.get(`/students/${site.id}/export`, { prefer: 'respond-async' }));
  const state = async (job: string) => (await client.get(`/jobs/${job}`)).body.state;
  /** How long it takes until a worker begins with something that is asked for now. */
  const pickUp = () => {
    const asked: string[] = [];
    return timeUntil(async () => {
      asked.push((await order()).body._id);
      for (let waited = 0; waited < 1_000; waited += 50) {
        if ((await Promise.all(asked.map(state))).some((each) => each !== 'waiting')) return true;
        await sleep(50);
      }
      return false;
    });
  };
  /** All that was rung for is done, so that nothing stands in front of what comes next. */
  const isIdle = async () => {
    const active = await lodge.sql(`SELECT FROM jobs WHERE state = 'active'`);
    const queues = await queueHealth(lodge.instance.config);
    return active.length === 0 && queues?.every(({ waiting }) => waiting === 0);
  };
  const redis = async () => (await lodge.call('GET', '/health/ready')).body.dependencies.redis;

  test.each(AILMENTS)(
    'that %s: what is asked of a worker is kept within 3 seconds, all else answers, and it is back by itself',
    async (name, ail) => {
      expect((await order()).status).toBe(200);
      await ail(proxy);
      const [document, me, list] = await Promise.all([
        order(),
        timed(() => client.get('/users/@me')),
        timed(() => client.get(`/bookings?site=${site.id}`)),
      ]);
      // The row is there; the sweep notifies the queue if nothing else has.
      expect(document).toMatchObject({ status: 200, body: { state: 'waiting' } });
      expect([me.status, list.status]).toEqual([200, 200]);
      for (const { ms } of [document, me, list]) expect(ms).toBeLessThan(SOON_MS);
      expect(await redis()).toMatchObject({ status: 'failed', required: false });
      await heal(name, proxy);
      expect(await timeUntil(async () => (await redis()).status === 'ok')).toBeLessThan(BACK_MS);
    },
  );

  test.each(AILMENTS)('that %s: a worker is at work again within 5 seconds after it is back', async (name, ail) => {
    const worker = await startWorker(lodge);
    try {
      await pickUp();
      await timeUntil(isIdle);
      await ail(proxy);
      await sleep(6_000);
      await heal(name, proxy);
      expect(await pickUp()).toBeLessThan(BACK_MS);
    } finally {
      expect((await measure(() => worker.close())).ms).toBeLessThan(STOPPED_MS);
    }
  });

  test.each(AILMENTS.slice(0, 2))('that %s does not keep a worker from stopping', async (name, ail) => {
    const worker = await startWorker(lodge);
    await pickUp();
    await timeUntil(isIdle);
    await ail(proxy);
    await sleep(2_000);
    expect((await measure(() => worker.close())).ms).toBeLessThan(STOPPED_MS);
    await heal(name, proxy);
  });
});

const S3 = process.env.TEST_S3_URL;
if (!S3) console.warn('TEST_S3_URL is not set: a bucket that is away is NOT tested in this run.');

(S3 ? describe : describe.skip)('the bucket', () => {
  const proxy = new TcpProxy();
  const picture = newId();
  let lodge: Lodge;
  let client: Client;
  let store: ObjectStore;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { STORAGE_URL: await proxy.to(S3 ?? '') } });
    const user = await lodge.make.user({ owner: true });
    client = await lodge.logIn(user.email);
    store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    await store.put(`pictures/${picture}.webp`, Buffer.alloc(100_000));
    await lodge.instance.app
      .get(Database)
      .rows('INSERT INTO pictures (id, user_id) VALUES ($1, $2)', [picture, user.id]);
  });
  afterAll(async () => {
    await store.remove(`pictures/${picture}.webp`);
    await lodge.stop();
    await proxy.cut();
  });
  const see = () => timed(() => client.get(`/pictures/${picture}`));

  test.each(AILMENTS)(
    'that %s: a picture is a 503 within 3 seconds, what needs none answers, and it is back by itself',
    async (name, ail) => {
      expect((await see()).status).toBe(200);
      await ail(proxy);
      const [shown, me] = await Promise.all([see(), timed(() => client.get('/users/@me'))]);
      expect(shown).toMatchObject(UNAVAILABLE);
      expect(me.status).toBe(200);
      for (const { ms } of [shown, me]) expect(ms).toBeLessThan(SOON_MS);
      await heal(name, proxy);
      expect(await recovery(see)).toBeLessThan(BACK_MS);
    },
  );

  test('that is away makes the process degraded, with the reason', async () => {
    await proxy.cut();
    await sleep(5_100);
    expect(await lodge.call('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'degraded', dependencies: { storage: { status: 'failed', required: false, reason: 'refused' } } },
    });
    await proxy.mend();
  });
});
