import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findViolations } from '../support/checker.js';
import { Lodge } from '../support/lodge.js';
import { commands } from './commands.js';
import { type Booking, House, type Room } from './house.js';
import { dateOf, LodgeHouse } from './lodge-house.js';

const ROOMS: Room[] = [
  { name: 'A', capacity: 1, parts: [] },
  { name: 'B', capacity: 1, parts: [] },
  { name: 'Twin', capacity: 2, parts: [] },
  { name: 'Flat', capacity: 1, parts: ['Flat left', 'Flat right'] },
  { name: 'Flat left', capacity: 1, parts: [] },
  { name: 'Flat right', capacity: 1, parts: [] },
];

/** How many sequences of requests are tried; the full run has 2,000. */
const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const COMMANDS = 25;

function stateOf({ status, room, start, end, version, holdings, history }: Booking) {
  const places = holdings.map((held) => {
    const empty = held.to !== null && held.to <= held.from;
    const dates = empty ? [] : [dateOf(held.from), ...(held.to === null ? [] : [dateOf(held.to)])];
    return [held.room, held.slot, ...dates, held.inHouse ? 't' : 'f'].join(' ');
  });
  return {
    status,
    room,
    start: dateOf(start),
    end: end === null ? null : dateOf(end),
    version,
    holdings: places.sort(),
    history,
  };
}

describe('Lodge and a simple model of the contract', () => {
  let lodge: Lodge;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  afterAll(() => lodge.stop());

  test(`agree on ${RUNS} random sequences of requests over all write paths`, async () => {
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(commands(COMMANDS), async (sequence) => {
        const model = new House(ROOMS);
        const real = await LodgeHouse.open(lodge, ROOMS);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        requests += model.bookings.length;
        expect(await real.state()).toEqual(model.bookings.map(stateOf));
        expect(await findViolations(lodge, real.site.id)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
    expect(requests).toBeGreaterThan(RUNS);
  }, 3_600_000);
});
