import { expect } from '@jest/globals';
import fc from '../support/properties.js';
import { findViolations } from '../support/checker.js';
import { Lodge } from '../support/lodge.js';
import { startWorker } from '../support/test-worker.js';
import { type Booking, House } from './house.js';
import { dateOf, dateOrNull, LodgeHouse } from './lodge-house.js';
import { isEmpty, type Room, whole } from './places.js';
import { compareReads } from './reads.js';

const ROOMS: Room[] = [
  { name: 'A', capacity: 1, type: 'Room', parts: [] },
  { name: 'B', capacity: 1, type: 'Suite', parts: [] },
  { name: 'Twin', capacity: 2, type: 'Room', parts: [] },
  { name: 'Flat', capacity: 1, type: 'Suite', parts: ['Flat left', 'Flat right'] },
  { name: 'Flat left', capacity: 1, type: 'Room', parts: [] },
  { name: 'Flat right', capacity: 1, type: 'Room', parts: [] },
];

function stateOf({ status, room, start, end, version, holdings, history }: Booking) {
  const places = holdings.map((held) => {
    const { from, to } = whole(held);
    const dates = isEmpty(held) ? [] : [dateOf(from), ...(to === null ? [] : [dateOf(to)])];
    return [held.room, held.slot, ...dates, held.inHouse ? 't' : 'f'].join(' ');
  });
  return { status, room, start: dateOf(start), end: dateOrNull(end), version, holdings: places.sort(), history };
}

const sorted = (state: unknown) => {
  const { holdings, ...rest } = state as { holdings: string[] };
  return { ...rest, holdings: [...(holdings ?? [])].sort() };
};

/** A Lodge with a worker, which imports. */
export async function startModel(): Promise<{ lodge: Lodge; stop: () => Promise<void> }> {
  const lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '25' } });
  const worker = await startWorker(lodge);
  const stop = async () => {
    await worker.close();
    await lodge.stop();
  };
  return { lodge, stop };
}

/** Plays a sequence in the model and in Lodge, and compares what both have in the end. Returns how many bookings there are. */
export async function play(lodge: Lodge, sequence: Iterable<fc.AsyncCommand<House, LodgeHouse>>): Promise<number> {
  const model = new House(ROOMS);
  const real = await LodgeHouse.open(lodge, ROOMS);
  await fc.asyncModelRun(() => ({ model, real }), sequence);
  expect((await real.state()).map(sorted)).toEqual(model.bookings.map(stateOf).map(sorted));
  await compareReads(model, real, { first: -5, nights: 12, room: null });
  expect(await findViolations(lodge, real.site.id)).toEqual([]);
  return model.bookings.length;
}
