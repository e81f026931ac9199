import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { JobExecutor } from '#libs/jobs/job-executor';
import { JobsService } from '#libs/jobs/jobs.service';
import { ApiProcess } from '../support/api-process.js';
import { findViolations } from '../support/checker.js';
import { ImportDesk } from '../support/import-desk.js';
import { ImportHouse, mixedFile } from '../support/import-house.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';
import { WorkerProcess } from '../support/worker-process.js';

// `npm run kills` is the long run: 50 kills in imports of 20,000 rows, on each backend. Two batches are the least.
const isLong = process.env.IMPORT_KILLS !== undefined;
const KILLS = Number(process.env.IMPORT_KILLS ?? 1);
const ROWS = isLong ? 20_000 : 2_100;
const BATCHES = Math.ceil(ROWS / 2_000);
const SECONDS = isLong ? 900 : 100;
const HOURS = 3_600_000;

const { TEST_REDIS_URL } = process.env;
if (!TEST_REDIS_URL) console.warn('SKIPPED: imports on Redis. Set TEST_REDIS_URL to a Redis of their own to run them.');
const BACKENDS: [string, Record<string, string>][] = [
  ['PostgreSQL', {}],
  ...(TEST_REDIS_URL ? [['Redis', { REDIS_URL: TEST_REDIS_URL }] as [string, Record<string, string>]] : []),
];

describe.each(BACKENDS)('imports whose queue is in %s', (backend, settings) => {
  let lodge: Lodge;
  let calm: Awaited<ReturnType<ImportHouse['state']>>;
  let calmUndo: Awaited<ReturnType<ImportHouse['undoneState']>>;
  let batchMs: number;
  const open = (byPreview?: boolean) => ImportHouse.open(lodge, mixedFile(ROWS), byPreview);
  const start = () => WorkerProcess.start(lodge);
  // What the sweep does when nothing was heard of a job for a while.
  const sweep = () => lodge.instance.app.get(JobsService).requeueStalled(0);

  beforeAll(async () => {
    // How often a job may end its worker is tested elsewhere.
    lodge = await Lodge.start({ settings: { ...settings, JOB_MOST_DEATHS: '1000' } });
    const house = await open();
    const worker = start();
    await until(async () => (await house.attempts()) === 1, SECONDS);
    const began = Date.now();
    await house.untilDone(SECONDS);
    batchMs = (Date.now() - began) / BATCHES;
    calm = await house.state();
    await house.undo();
    await house.untilUndone(SECONDS);
    await worker.end('SIGTERM');
    calmUndo = await house.undoneState();
  }, HOURS);
  afterAll(async () => {
    await lodge.sql('ANALYZE');
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  }, 600_000);

  /** Kills the worker that runs the import, after a batch and a bit at the latest, until it is done; returns how often. */
  async function importUnderFire(most: number, harm?: () => Promise<unknown>): Promise<number> {
    // The calm one was sent with its rows: that of a preview that is kept has to leave the same.
    const house = await open(true);
    const kills = await underFire({ attempts: house.attempts, isDone: house.isDone }, most, harm);
    expect(await house.state()).toEqual(calm);
    return kills;
  }

  /** The same for the undo of an import that is done. */
  async function undoUnderFire(most: number): Promise<number> {
    const house = await open();
    const worker = start();
    await house.untilDone(SECONDS);
    await worker.end('SIGTERM');
    await house.undo();
    const kills = await underFire({ attempts: house.undoAttempts, isDone: house.isUndone }, most);
    expect(await house.undoneState()).toEqual(calmUndo);
    return kills;
  }

  async function underFire(
    job: { attempts: () => Promise<number>; isDone: () => Promise<boolean> },
    most: number,
    harm?: () => Promise<unknown>,
  ): Promise<number> {
    let [worker, kills] = [start(), 0];
    await until(async () => (await job.attempts()) === 1, SECONDS);
    // The next one is up before this one dies, and has nothing to do until then.
    let spare = start();
    try {
      while (kills < most) {
        await sleep(Math.random() * 1.2 * batchMs);
        if (await job.isDone()) break;
        worker.requireAlive();
        const attempts = await job.attempts();
        await worker.end('SIGKILL');
        kills++;
        await harm?.();
        [worker, spare] = [spare, start()];
        await sweep();
        await until(async () => (await job.attempts()) > attempts || (await job.isDone()), SECONDS);
      }
      await until(job.isDone, SECONDS);
    } finally {
      await Promise.all([worker.end('SIGKILL'), spare.end('SIGKILL')]);
    }
    return kills;
  }

  test('an uninterrupted one does what the file says', () => {
    const tenth = ROWS / 10;
    const sums = { created: tenth * 6, updated: 0, skipped: tenth * 3, failed: tenth, persons_created: tenth };
    expect(calm.summary).toEqual(sums);
    expect(calm.outcomes).toHaveLength(ROWS);
    expect(calm.bookings).toHaveLength(tenth * 6);
    expect(calmUndo.undone).toMatchObject({ status: 'completed', reversed: tenth * 6, kept: 0, blocked: 0 });
    expect(new Set(calmUndo.bookings.map(({ status }) => status))).toEqual(new Set(['void']));
    expect(calmUndo.people).toEqual([{ n: ROWS, gone: tenth }]);
  });

  // Redis forgets everything as well in the next one, which is the harder of the two.
  (isLong || !settings.REDIS_URL ? test : test.skip)(
    `workers that are killed ${KILLS} times leave what an uninterrupted one leaves`,
    async () => {
      let [kills, imports] = [0, 0];
      for (; kills < KILLS; imports++) kills += await importUnderFire(KILLS - kills);
      console.info(`${backend}: ${kills} kills in ${imports} imports of ${ROWS} rows, a batch took ${batchMs} ms`);
    },
    HOURS,
  );

  (isLong || !settings.REDIS_URL ? test : test.skip)(
    `workers that are killed ${KILLS} times in an undo leave what an uninterrupted one leaves`,
    async () => {
      let [kills, undos] = [0, 0];
      for (; kills < KILLS; undos++) kills += await undoUnderFire(KILLS - kills);
      console.info(`${backend}: ${kills} kills in ${undos} undos of ${ROWS} rows`);
    },
    HOURS,
  );

  (settings.REDIS_URL ? test : test.skip)(
    'the same when Redis forgets everything each time',
    async () => {
      const redis = new Redis(TEST_REDIS_URL ?? '');
      await importUnderFire(Math.ceil(KILLS / 3), () => redis.flushdb());
      redis.disconnect();
    },
    HOURS,
  );

  // PostgreSQL prevents it, whatever the queue notifies.
  (isLong || !settings.REDIS_URL ? test : test.skip)(
    'a worker that stood still and goes on when another has taken over writes nothing twice',
    async () => {
      const house = await open();
      const stopped = start();
      await until(async () => (await house.attempts()) === 1, SECONDS);
      await sleep(Math.random() * batchMs);
      stopped.signal('SIGSTOP');
      const other = start();
      await sweep();
      // PostgreSQL ends a transaction that is idle for half a minute.
      await until(async () => (await house.attempts()) > 1 || (await house.isDone()), SECONDS);
      stopped.signal('SIGCONT');
      await house.untilDone(SECONDS);
      await Promise.all([stopped.end('SIGTERM'), other.end('SIGTERM')]);
      expect(await house.state()).toEqual(calm);
    },
    HOURS,
  );
});

describe('lists of students whose api is killed', () => {
  const STUDENTS = isLong ? 18_000 : 600;
  const ROUNDS = isLong ? KILLS : 1;
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  }, 600_000);

  /** Two lists of a site: the second one changes a third of the first, leaves a third out, and adds as many. */
  const open = async () => {
    const desk = await ImportDesk.open(lodge);
    await lodge.make.room(desk.site, { code: 'K-1' });
    const row = (n: number, more: object = {}) => ({ student_id: `H${n}`, email: `h${n}@example.org`, first_name: `First${n}`, last_name: `Last${n}`, location: 'K-1', ...more }); // prettier-ignore
    const third = STUDENTS / 3;
    const first = Array.from({ length: STUDENTS }, (_, n) => row(n));
    const second = Array.from({ length: STUDENTS }, (_, n) => row(n + third, n < third ? { last_name: `Other${n}` } : {})); // prettier-ignore
    const path = `/students/${desk.site.id}`;
    const lists = { first, second: { type: 'full', students: second, confirm_deactivations: third } };
    const { status, text } = await desk.client.post(`${path}/import`, { type: 'partial', students: first });
    if (status !== 200) throw new Error(text.slice(0, 500));
    return { desk, path, lists };
  };
  /** Students and what the site remembers of its imports, in terms that are the same in every site. */
  const state = async ({ id }: { id: string }) => ({
    students: await lodge.sql(
      'SELECT student_id, email, first_name, last_name, active, deleted_at IS NULL AS there FROM students WHERE site_id = $1 ORDER BY student_id, deleted_at',
      [id],
    ),
    imports: await lodge.sql(
      `SELECT action, undo_outcome, count(*)::int AS n FROM student_import_rows WHERE site_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [id],
    ),
    deeds: await lodge.sql(
      'SELECT action, count(*)::int AS n FROM audit_events WHERE site_id = $1 GROUP BY 1 ORDER BY 1',
      [id],
    ),
  });

  /** Sends a request to an api of its own that is killed after a while; false when it was done before. */
  const killedIn = async (ms: number, client: string, path: string, body?: object): Promise<boolean> => {
    const api = await ApiProcess.start(lodge.instance.config);
    const cookie = await api.logIn(client);
    const answer = api.call('POST', path, body, { cookie }).then(({ ok }) => ok, () => false); // prettier-ignore
    await sleep(ms);
    await api.stop('SIGKILL');
    return !(await answer);
  };

  test(
    `leave all or nothing ${ROUNDS} times, in the import and in its undo, and again makes whole what was broken off`,
    async () => {
      const calm = await open();
      const began = Date.now();
      const { body: done } = await calm.desk.client.post(`${calm.path}/import`, calm.lists.second);
      const importMs = Date.now() - began;
      const imported = await state(calm.desk.site);
      const undoBegan = Date.now();
      await calm.desk.client.post(`${calm.path}/imports/${done.import_id}/undo`);
      const undoMs = Date.now() - undoBegan;
      const undone = await state(calm.desk.site);
      expect(undone).not.toEqual(imported);
      let kills = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const { desk, path, lists } = await open();
        const { email } = await lodge.make.user({ roles: { [desk.site.id]: 'manager' } });
        const before = await state(desk.site);
        const share = (round + 0.5) / ROUNDS;
        kills += Number(await killedIn(share * importMs, email, `${path}/import`, lists.second));
        const [kept] = await lodge.sql<{ id: string }>('SELECT id FROM student_imports WHERE site_id = $1 ORDER BY id OFFSET 1', [desk.site.id]); // prettier-ignore
        expect(await state(desk.site)).toEqual(kept ? imported : before);
        const { import_id: id } = kept ? { import_id: kept.id } : (await desk.client.post(`${path}/import`, lists.second)).body; // prettier-ignore
        expect(await state(desk.site)).toEqual(imported);
        kills += Number(await killedIn(share * undoMs, email, `${path}/imports/${id}/undo`));
        expect([imported, undone]).toContainEqual(await state(desk.site));
        await desk.client.post(`${path}/imports/${id}/undo`);
        expect(await state(desk.site)).toEqual(undone);
      }
      console.info(`${kills} kills in ${ROUNDS} imports of ${STUDENTS} students and their undo`);
    },
    HOURS,
  );
});

describe('attempts at an import', () => {
  const ROWS_AT_ONCE = 300;
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(async () => {
    await lodge.sql('ANALYZE');
    expect(await findViolations(lodge)).toEqual([]);
    await lodge.stop();
  }, 600_000);

  test('many at once are one: the last in charge writes, the others give way', async () => {
    const worker = await startWorker(lodge);
    const house = await ImportHouse.open(lodge, mixedFile(ROWS_AT_ONCE));
    const attempt = async (_: unknown, index: number) => {
      await sleep(index * 50);
      await worker.get(JobExecutor).run({ siteId: house.desk.site.id, id: house.importId, attempt: index }, false);
    };
    await Promise.all(Array.from({ length: 4 }, attempt));
    await house.untilDone();
    await worker.close();
    expect((await house.result()).summary).toMatchObject({ created: 180, skipped: 90, failed: 30 });
    expect(await house.desk.count()).toBe(180);
  });

  test('one whose ring was lost is made when the sweep rings again', async () => {
    const house = await ImportHouse.open(lodge, mixedFile(20));
    await lodge.sql('TRUNCATE bullmq.job CASCADE');
    // The sweep of the worker itself must not come first, however long it takes to start.
    await lodge.sql(`UPDATE jobs SET heartbeat_at = 'infinity' WHERE id = $1`, [house.importId]);
    const worker = await startWorker(lodge);
    await sleep(500);
    expect(await house.job()).toMatchObject({ state: 'waiting' });
    await lodge.sql('UPDATE jobs SET heartbeat_at = created_at WHERE id = $1', [house.importId]);
    await worker.get(JobsService).requeueStalled(0);
    await house.untilDone();
    await worker.close();
    expect(await house.desk.count()).toBe(12);
  });
});
