import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { departureOf, movesOf } from '#apps/demo/lives';
import { personOf } from '#apps/demo/names';
import { planRooms } from '#apps/demo/plan';
import { readReservations } from '#apps/demo/reservations';
import { fillRooms, type Span } from '#apps/demo/rooms';
import { inTheWay, planShortage } from '#apps/demo/shortage';

const FILE = 'demo/resort-hotel-2015-2017.csv';
const raw = readFileSync(FILE, 'utf8').trim().split('\n').slice(1);
const reservations = readReservations(FILE);
const plans = planRooms(reservations);
const kept = reservations.filter(({ status }) => status === 'checked_out');
const typesOf = (spans: { roomType: string }[]) => [...new Set(spans.map(({ roomType }) => roomType))];

/** How many spans there are at once at most, by walking over arrivals and departures. */
function peakOf(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ start, end }) => [`${start} +`, `${end} `]).sort();
  let present = 0;
  return Math.max(0, ...changes.map((change) => (present += change.endsWith('+') ? 1 : -1)));
}

describe('the file', () => {
  test('has 9,999 reservations, with as many of each status as its lines say', () => {
    const lines = (status: string) => raw.filter((line) => line.split(',')[3] === status).length;
    const read = (status: string) => reservations.filter((each) => each.status === status).length;
    expect(reservations).toHaveLength(9_999);
    expect([read('checked_out'), read('cancelled'), read('no_show')]).toEqual([3_666, 6_173, 160]);
    expect([lines('Check-Out'), lines('Canceled'), lines('No-Show')]).toEqual([3_666, 6_173, 160]);
  });

  test('gives a day use one night', () => {
    const dayUses = raw.flatMap((line, index) => (line.split(',')[1] === '0' ? [reservations[index]!] : []));
    expect(dayUses).toHaveLength(79);
    for (const { start, end } of dayUses) expect(Date.parse(end) - Date.parse(start)).toBe(86_400_000);
  });
});

describe('filling rooms', () => {
  test.each(typesOf(kept))('opens as many rooms of type %s as its stays need at once', (type) => {
    const stays = kept.filter(({ roomType }) => roomType === type);
    expect(fillRooms(stays).rooms).toHaveLength(peakOf(stays));
  });

  test('gives a room away again on the day of departure', () => {
    const stays = [
      { start: '2016-05-01', end: '2016-05-03' },
      { start: '2016-05-03', end: '2016-05-04' },
    ];
    expect(fillRooms(stays).rooms).toEqual([stays]);
  });

  test('turns away who finds every room taken', () => {
    const long = { start: '2016-05-01', end: '2016-05-09' };
    const between = { start: '2016-05-02', end: '2016-05-03' };
    expect(fillRooms([between, long], 1)).toEqual({ rooms: [[long]], turnedAway: [between] });
  });
});

describe('the plan', () => {
  test('has every reservation once, in a room of its type', () => {
    const planned = plans.flatMap(({ type, closed, kept: stays }) =>
      [...closed, ...stays].map((each) => ({ type, each })),
    );
    expect(planned.map(({ each }) => each.row).sort((one, other) => one - other)).toEqual(
      raw.map((_, index) => index + 1),
    );
    expect(planned.filter(({ type, each }) => each.roomType !== type)).toEqual([]);
  });

  test('has the rooms that the stays need at once, and one of a type that nobody kept', () => {
    const rooms = (type: string) => plans.filter((plan) => plan.type === type).length;
    const needed = (type: string) => peakOf(kept.filter(({ roomType }) => roomType === type));
    for (const type of typesOf(reservations)) expect(rooms(type)).toBe(Math.max(1, needed(type)));
    expect(needed('P')).toBe(0);
    expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length);
  });

  test('lets no two stays of a room overlap', () => {
    for (const { kept: stays } of plans) expect(peakOf(stays)).toBeLessThanOrEqual(1);
  });
});

describe('the lives', () => {
  const timesOf = (stays: typeof reservations) => stays.flatMap(movesOf).map(({ occurred_at }) => occurred_at);
  const inOrder = (times: string[]) => times.every((time, index) => index === 0 || times[index - 1]! <= time);

  test('end in the status of the file, in order of time', () => {
    const becomes = { check_in: 'checked_in', check_out: 'checked_out', cancel: 'cancelled', no_show: 'no_show' };
    const ends = reservations.map((reservation) => becomes[movesOf(reservation).at(-1)!.type]);
    expect(ends).toEqual(reservations.map(({ status }) => status));
    expect(reservations.filter((reservation) => !inOrder(timesOf([reservation])))).toEqual([]);
  });

  test('have nobody check in before the last guest of the room has left, or stay longer than booked', () => {
    expect(plans.filter((plan) => !inOrder(timesOf(plan.kept)))).toEqual([]);
    expect(kept.filter((stay) => departureOf(stay) > stay.end)).toEqual([]);
  });
});

describe('one room fewer', () => {
  const shortage = planShortage(reservations)!;
  const busiest = kept.filter(({ roomType }) => roomType === shortage.type);

  test('takes a room from the type that needs most', () => {
    const peaks = typesOf(kept).map((type) => peakOf(kept.filter(({ roomType }) => roomType === type)));
    expect(shortage.rooms).toHaveLength(Math.max(...peaks) - 1);
    expect(peakOf(busiest)).toBe(Math.max(...peaks));
  });

  test('turns stays away, and each has somebody in its way in every room', () => {
    expect(shortage.turnedAway.length).toBeGreaterThan(0);
    expect(shortage.rooms.flat().length + shortage.turnedAway.length).toBe(busiest.length);
    for (const stay of shortage.turnedAway)
      for (const room of shortage.rooms) expect(inTheWay(room, stay).length).toBeGreaterThan(0);
  });

  test('is not possible when one room is enough', () => {
    expect(planShortage(kept.filter(({ roomType }) => roomType === 'B'))).toBeUndefined();
  });
});

describe('the people', () => {
  test('are the same on every run and have names from many countries', () => {
    const people = reservations.map(personOf);
    expect(JSON.stringify(people)).toBe(JSON.stringify(reservations.map(personOf)));
    expect(new Set(people.map(({ student_id }) => student_id)).size).toBe(9_999);
    expect(new Set(people.map(({ first_name, last_name }) => `${first_name} ${last_name}`)).size).toBeGreaterThan(
      5_000,
    );
  });
});
