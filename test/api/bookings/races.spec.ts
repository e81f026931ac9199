import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';

interface Nights {
  from: string;
  to: string;
}

/** Sends a request that wants the nights of a room, and says whether it got them. Everything it needs is there before. */
type Request = (client: Client) => Promise<boolean>;

// It is noon of 21 November 2026.
const PAST = { from: '2026-11-17', to: '2026-11-19' };
const COMING = { from: '2026-12-10', to: '2026-12-20' };

describe('two ways to the same nights of one room', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let worker: INestApplicationContext;
  let serial = 0;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2, settings: { IMPORT_WAIT_SECONDS: '25' } });
    worker = await startWorker(lodge);
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  const won = ({ status, body, text }: Answer, refusal: string): boolean => {
    if (status !== 200) expect([text, body.code]).toEqual([text, refusal]);
    return status === 200;
  };
  const booked = async (location: string, from: string, to: string, more: object = {}): Promise<string> => {
    const lead_person = await lodge.make.student(site);
    const stay = { site: site.id, lead_person, location, contract_start: from, contract_end: to, ...more };
    const { status, text, body } = await manager.post('/bookings', stay);
    expect([text, status]).toEqual([text, 200]);
    return body._id as string;
  };
  const resident = async () =>
    booked(await lodge.make.room(site), '2026-11-10', '2027-06-30', { status: 'checked_in' });

  /** Each way prepares what it needs, and returns the request. */
  const WAYS: Record<string, (room: string, nights: Nights) => Promise<Request>> = {
    'a new booking': async (location, { from, to }) => {
      const lead_person = await lodge.make.student(site);
      const stay = { site: site.id, lead_person, location, contract_start: from, contract_end: to };
      return async (client) => won(await client.post('/bookings', stay), 'booking_conflict');
    },
    'a room move': async (location, { from }) => {
      const id = await resident();
      const move = { site: site.id, location, on: from, notes: 'moved' };
      return async (client) => won(await client.post(`/bookings/${id}/moves`, move), 'booking_conflict');
    },
    'a closure': async (location, { from, to }) => {
      const closure = { location, from, to, kind: 'maintenance' };
      return async (client) => won(await client.post(`/sites/${site.id}/closures`, closure), 'closure_conflict');
    },
    'an import': async (room, { from, to }) => {
      const student_id = `R-${++serial}`;
      await lodge.make.student(site, { student_id });
      const code = `race${serial}x`;
      await lodge.sql('UPDATE locations SET code = coalesce(code, $2) WHERE id = $1', [room, code]);
      const [row] = await lodge.sql<{ code: string }>('SELECT code FROM locations WHERE id = $1', [room]);
      const values = { student_id, room: row?.code, contract_start: from, contract_end: to };
      const commit = {
        site: site.id,
        idempotency_key: `race-${serial}`,
        rows: [{ row_index: 0, values }],
        resolutions: [],
      };
      return async (client) => {
        const { body, text } = await client.post('/bookings/import/commit', commit);
        expect([text, body.status]).toEqual([text, 'completed']);
        return body.results[0].outcome === 'created';
      };
    },
    // The other booking of the swap leaves the room before these nights; a booking that comes from elsewhere stays for them.
    'a swap': async (room, { from }) => {
      const [id, other] = [await resident(), await booked(room, '2026-12-01', from)];
      const swap = { site: site.id, with_booking: other, on: '2026-12-05', notes: 'swapped' };
      return async (client) => won(await client.post(`/bookings/${id}/swap`, swap), 'booking_conflict');
    },
  };

  const names = Object.keys(WAYS);
  const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));
  /** A room has one booking that can be swapped. */
  const twice = (one: string, other: string) => [one, other].filter((name) => name === 'a swap').length;

  test.each([
    ['that are over', PAST, pairs.filter(([one, other]) => twice(one, other) === 0)],
    ['to come', COMING, pairs.filter(([one, other]) => twice(one, other) < 2)],
  ] as const)(
    '%s: exactly one of the requests wins, whichever they are',
    async (_, nights, all) => {
      for (const [one, other] of all) {
        const room = await lodge.make.room(site);
        const requests: Request[] = [];
        for (const name of [one, other, ...(twice(one, other) > 0 ? [other === 'a swap' ? one : other] : [one, other])])
          requests.push(await (WAYS[name] as (typeof WAYS)[string])(room, nights));
        const outcomes = await Promise.all(
          requests.map((request, index) => request(manager.on(lodge.instances[index % 2] ?? lodge.instance))),
        );
        expect([one, other, outcomes.filter(Boolean).length]).toEqual([one, other, 1]);
      }
      expect(await findViolations(lodge, site.id)).toEqual([]);
    },
    60_000,
  );
});
