import { expect } from '@jest/globals';
import fc from '../support/properties.js';
import { findViolations } from '../support/checker.js';
import type { Lodge } from '../support/lodge.js';
import { compareCalendars } from './calendars.js';
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

/** Plays a sequence in the model and in Lodge, and compares what both have in the end. Returns how many bookings there are. */
export async function play(lodge: Lodge, sequence: Iterable<fc.AsyncCommand<House, LodgeHouse>>): Promise<number> {
  const model = new House(ROOMS);
  const real = await LodgeHouse.open(lodge, ROOMS);
  await fc.asyncModelRun(() => ({ model, real }), sequence);
  expect(await real.state()).toEqual(model.bookings.map(stateOf));
  await compareCalendars(model, real);
  expect(await findViolations(lodge, real.site.id)).toEqual([]);
  return model.bookings.length;
}
