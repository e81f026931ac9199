import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { QUEUES } from '#libs/core/queue/queues';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { findKept } from '#libs/documents/roll-call/kept-roll-calls';
import { RollCallDocumentService } from '#libs/documents/roll-call/roll-call-document.service';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import type { SiteFixture } from '../support/factory.js';
import { type Client, Lodge, NOW } from '../support/lodge.js';
import { hasPoppler } from '../support/poppler.js';
import { filesWith } from '../support/stored-words.js';
import { startWorker } from '../support/test-worker.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;

describe('the roll-call, stored by two workers on a real queue', () => {
  let lodge: Lodge;
  let folder: string;
  let site: SiteFixture;
  let desk: Client;
  let queue: Queue;
  let store: ObjectStore;
  const workers: INestApplicationContext[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-roll-call-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href } });
    site = await lodge.make.site();
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    await arrive('KC-1');
    workers.push(...(await Promise.all([startWorker(lodge), startWorker(lodge)])));
    const [first] = workers as [INestApplicationContext];
    queue = first.get<Queue>(getQueueToken(QUEUES.housekeeping.name), { strict: false });
    store = first.get<ObjectStore>(OBJECT_STORE, { strict: false });
  });
  afterAll(async () => {
    for (const worker of workers) await worker.close();
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const arrive = async (student_id: string) => {
    const lead_person = await lodge.make.student(site, { student_id });
    const stay = { contract_start: '2026-11-20', contract_end: '2027-06-30', status: 'checked_in' };
    const location = await lodge.make.room(site);
    const { status, body } = await desk.post('/bookings', { site: site.id, lead_person, location, ...stay });
    expect(status).toBe(200);
    return { person: lead_person, booking: body._id as string };
  };
  const leaveAndErase = async ({ person, booking }: { person: string; booking: string }) => {
    const left = await desk.post(`/bookings/${booking}/transitions`, { site: site.id, type: 'check_out' });
    expect([left.status, (await desk.post(`/students/${site.id}/${person}/erase`)).status]).toEqual([200, 200]);
  };
  const stored = async () => {
    const kept = await findKept(store, site.id);
    return kept && { at: kept.generated_at, people: kept.people.map((person) => person.student_id).sort() };
  };
  const isStored = (at: string) => until(async () => (await stored())?.at === at);
  // A worker that starts late sets the hour again, and BullMQ on PostgreSQL may then keep the next hour with an interval of 200 ms.
  const hurry = async () => {
    const [schedule] = await queue.getJobSchedulers();
    if (schedule?.every === 200 && Number(schedule.next) < Date.now() + HOUR_MS / 2) return;
    await queue.removeJobScheduler('hourly');
    await queue.upsertJobScheduler('hourly', { every: 200 }, { name: 'sweep' });
  };
  const idle = async () => (await queue.getJobCountByTypes('waiting', 'active')) === 0;

  test('is stored as soon as a worker starts, and then by one schedule that both share and that fires every hour', async () => {
    await isStored(NOW);
    expect(await stored()).toEqual({ at: NOW, people: ['KC-1'] });
    await until(idle);
    const [schedule, ...others] = await queue.getJobSchedulers();
    expect([schedule, others]).toEqual([expect.objectContaining({ key: 'hourly', every: HOUR_MS }), []]);
    // What is stored next is due within the hour, by the clock of the machine.
    const [next, ...later] = await queue.getDelayed();
    const wait = Number(next?.timestamp) + Number(next?.delay) - Date.now();
    expect([next?.name, later, wait > 0 && wait <= HOUR_MS]).toEqual(['sweep', [], true]);
  });

  test('is stored anew each time that the schedule fires, with who is in house then', async () => {
    const people = ['KC-1'];
    for (let hour = 1; hour <= 3; hour++) {
      people.push(`KC-${hour + 1}`);
      await arrive(`KC-${hour + 1}`);
      const now = new Date(Date.parse(NOW) + hour * HOUR_MS).toISOString();
      lodge.clock.set(now);
      await until(async () => {
        await hurry();
        return (await stored())?.at === now;
      });
      expect(await stored()).toEqual({ at: now, people });
    }
    await queue.upsertJobScheduler('hourly', { every: HOUR_MS }, { name: 'sweep' });
    await until(idle);
  });

  test('has nobody who left and was erased, not in the copy and not in its PDF, which is printed anew at once', async () => {
    const keeper = workers[0]?.get(RollCallKeeper, { strict: false }) as RollCallKeeper;
    const files = () => filesWith(join(folder, 'roll-calls'), 'KC-ERASED');
    const gone = await arrive('KC-ERASED');
    await keeper.sweep();
    const others = (await stored())?.people.filter((number) => number !== 'KC-ERASED');
    expect(await files()).toHaveLength(hasPoppler ? 2 : 1);
    await leaveAndErase(gone);
    expect(await files()).toEqual([]);
    expect((await stored())?.people).toEqual(others);
    await until(async () => (await readdir(join(folder, 'roll-calls'))).includes(`${site.id}.pdf`));
    expect(await files()).toEqual([]);

    const next = await arrive('KC-ERASED');
    const documents = workers[0]?.get(RollCallDocumentService, { strict: false }) as RollCallDocumentService;
    const print = documents.printPeople.bind(documents);
    // They go after the list with them was printed, and before it is stored.
    jest.spyOn(documents, 'printPeople').mockImplementationOnce(async (...given) => {
      const pdf = await print(...given);
      await leaveAndErase(next);
      return pdf;
    });
    await keeper.sweep();
    expect(await files()).toEqual([]);
    await until(idle);
  });
});
