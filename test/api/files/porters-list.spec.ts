import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { squaresIn } from '../../support/drawn-boxes.js';
import { hasPoppler, pagesOf } from '../../support/poppler.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const DAY = '2026-11-30';
/** In the order of the list. By making, by names of people and by letters of buildings and rooms there are others. */
const ORDER = [
  { house: 'House 2', room: 'Room 10', slot: '08:30', id: 'PL-07' },
  { house: 'House 2', room: 'Room 2', slot: '11:00', id: 'PL-03' },
  { house: 'House 2', room: 'Room 11', slot: '11:00', id: 'PL-09' },
  { house: 'House 2', room: 'Room 1', slot: null, id: 'PL-01' },
  { house: 'House 2', room: 'Room 3', slot: null, id: 'PL-06' },
  { house: 'House 10', room: 'Room 9', slot: '07:00', id: 'PL-02' },
  { house: 'House 10', room: 'Room 4', slot: '09:00', id: 'PL-08' },
  { house: 'House 10', room: 'Room 12', slot: '22:15', id: 'PL-04' },
  { house: 'House 10', room: 'Room 1', slot: null, id: 'PL-05' },
];

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { settings: { DOCUMENT_WAIT_SECONDS: '120' } });

describe('the list of departures for the porter', () => {
  let worker: INestApplicationContext;
  const houses: Record<string, string> = {};

  beforeAll(async () => {
    worker = await startWorker(lodge);
    for (const name of ['House 10', 'House 2'])
      houses[name] = await lodge.make.location(site.id, site.buildingType, { name });
    const book = async (house: string, room: string, student_id: string, more: object) => {
      const lead_person = await lodge.make.student(site, { student_id, last_name: student_id.split('').reverse().join('') }); // prettier-ignore
      const location = await lodge.make.room(site, { name: room, parent_id: houses[house] });
      const stay = { site: site.id, contract_start: '2026-11-20', contract_end: DAY, lead_person, location, ...more };
      const { status, body } = await manager.post('/bookings', stay);
      expect([status, body.detail]).toEqual([200, undefined]);
      return body._id as string;
    };
    for (const { house, room, slot, id } of [...ORDER].sort((a, b) => a.id.localeCompare(b.id))) {
      const more = slot ? { departure_slot_at: `${DAY}T${slot}` } : {};
      if (id !== 'PL-08') await book(house, room, id, more);
      else {
        // Is to move into the room before the departure.
        const moving = await book('House 2', 'Room 30', id, more);
        const location = await lodge.make.room(site, { name: room, parent_id: houses[house] });
        const move = { site: site.id, location, on: '2026-11-25' };
        expect((await manager.post(`/bookings/${moving}/moves`, move)).status).toBe(200);
      }
    }
    await book('House 2', 'Room 20', 'PL-20', { contract_end: '2026-12-01' });
    await book('House 2', 'Room 21', 'PL-21', { departure_slot_at: '2026-11-29T10:00' });
    const called = await book('House 2', 'Room 22', 'PL-22', {});
    const cancel = { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' };
    expect((await manager.post(`/bookings/${called}/transitions`, cancel)).status).toBe(200);
  });
  afterAll(() => worker.close());

  const print = async (query = '') => {
    const url = `/sites/${site.id}/departure-slots/document?on=${DAY}${query}`;
    const { statusCode, rawPayload } = await lodge.instance.app.inject({ url, headers: { cookie: manager.cookie } });
    expect(statusCode).toBe(200);
    return rawPayload;
  };
  /** The heads and the people of the list, from top to bottom. */
  const linesOf = (pdf: Buffer) =>
    pagesOf(pdf)
      .join()
      .match(/House \d+|\b\d\d:\d\d\b(?= ·)|No time yet|PL-\d\d/g) ?? [];
  const wanted = (lines: typeof ORDER) =>
    lines.flatMap(({ house, slot, id }, index) => {
      const before = lines[index - 1];
      const isNewGroup = before?.house !== house || before.slot !== slot;
      return [...(isNewGroup ? [house, slot ?? 'No time yet'] : []), id];
    });

  (hasPoppler ? test : test.skip)(
    'is by building, then by time, with those without a time last, then by room',
    async () => {
      expect(linesOf(await print())).toEqual(wanted(ORDER));
      const [two, ten] = ['House 2', 'House 10'].map((name) => ORDER.filter(({ house }) => house === name));
      expect(linesOf(await print(`&location_tree=${houses['House 2']}`))).toEqual(wanted(two ?? []));
      expect(linesOf(await print(`&location_tree=${houses['House 10']}`))).toEqual(wanted(ten ?? []));
    },
  );

  test('has one box to tick for each booking', async () => {
    expect(squaresIn(await print(), 4.2)).toBe(ORDER.length);
    expect(squaresIn(await print(`&location_tree=${houses['House 10']}`), 4.2)).toBe(4);
  });
});
