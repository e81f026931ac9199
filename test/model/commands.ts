import assert from 'node:assert/strict';
import fc from '../support/properties.js';
import type { Answer } from '../support/lodge.js';
import type { Booking, Day, House, Status, Type, Verdict } from './house.js';
import { compareCalendars } from './calendars.js';
import type { LodgeHouse } from './lodge-house.js';

type Run = (model: House, real: LodgeHouse) => Promise<void>;

class Command implements fc.AsyncCommand<House, LodgeHouse> {
  constructor(
    private readonly text: string,
    readonly run: Run,
    private readonly needs = 0,
  ) {}
  check = (model: Readonly<House>): boolean => model.bookings.length >= this.needs;
  toString = (): string => this.text;
}

const pick = (model: House, number: number): Booking => model.bookings[number % model.bookings.length] as Booking;

function agree(answer: Answer, expected: Verdict): void {
  assert.equal(answer.status, expected, answer.text);
}

const room = fc.constantFrom('A', 'B', 'Twin', 'Flat', 'Flat left', 'Flat right');
const start = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: -6, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -2, max: 1 }) },
);
const length = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 15 }) },
  // Short ones, after which somebody is still there.
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const any = fc.nat({ max: 999 });
const type = fc.constantFrom<Type>(
  'confirm',
  'check_in',
  'check_in',
  'check_out',
  'cancel',
  'no_show',
  'void',
  'undo_check_in',
  'undo_check_out',
  'reinstate',
);
const status = fc.constantFrom<Status>('provisional', 'confirmed', 'confirmed', 'checked_in', 'checked_in');
const endOf = (from: Day, nights: number | null) => (nights === null ? null : from + nights);

const create = fc.tuple(room, start, length, status).map(
  ([name, offset, nights, as]) =>
    new Command(`create ${name} ${offset}+${nights} ${as}`, async (model, real) => {
      const from = model.today + offset;
      agree(
        await real.create(name, from, endOf(from, nights), { status: as }),
        model.create(name, from, endOf(from, nights), as),
      );
    }),
);

const override = fc.tuple(room, start, length, any, fc.constantFrom('void' as const, 'check_out' as const)).map(
  ([name, offset, nights, number, action]) =>
    new Command(
      `override ${name} ${offset}+${nights} ${action} of ${number}`,
      async (model, real) => {
        const from = model.today + offset;
        const to = endOf(from, nights);
        // Mostly one that is in the way, so that overrides also succeed.
        const rivals = model.blockers(undefined, { room: name, from, to, resident: false });
        const conflict = rivals[number % (rivals.length + 1)]?.booking ?? pick(model, number);
        const expected = model.override(name, from, to, conflict, action);
        agree(await real.override(name, from, to, conflict.key, action), expected);
      },
      1,
    ),
);

const bulk = fc.tuple(fc.array(fc.tuple(room, fc.option(any)), { minLength: 1, maxLength: 5 }), start, length).map(
  ([rows, offset, nights]) =>
    new Command(
      `bulk ${JSON.stringify(rows)} ${offset}+${nights}`,
      async (model, real) => {
        const from = model.today + offset;
        const asked = rows.map(([name, number]) => ({
          room: name,
          conflict: number === null ? undefined : pick(model, number),
        }));
        const answer = await real.bulk(
          asked.map((row) => ({ room: row.room, conflict: row.conflict?.key })),
          from,
          endOf(from, nights),
        );
        const expected = model.bulk(asked, from, endOf(from, nights));
        if (expected === 422) return agree(answer, 422);
        agree(answer, 200);
        const created = answer.body.results.map(({ outcome }: { outcome: string }) => outcome === 'created');
        assert.deepEqual(created, expected, answer.text);
      },
      1,
    ),
);

const move = fc.tuple(any, type).map(
  ([number, to]) =>
    new Command(
      `${to} ${number}`,
      async (model, real) => {
        const booking = pick(model, number);
        agree(await real.move(booking.key, to), model.move(booking, to));
      },
      1,
    ),
);

const moveAll = fc.array(fc.tuple(any, type), { minLength: 1, maxLength: 5 }).map(
  (moves) =>
    new Command(
      `move ${JSON.stringify(moves)}`,
      async (model, real) => {
        const distinct = new Map(moves.map(([number, to]) => [pick(model, number), to]));
        const asked = [...distinct].map(([booking, to]) => ({ booking, type: to }));
        const answer = await real.moveAll(asked.map((each) => ({ booking: each.booking.key, type: each.type })));
        agree(answer, 200);
        const moved = answer.body.results.map(({ outcome }: { outcome: string }) => outcome === 'transitioned');
        assert.deepEqual(moved, model.moveAll(asked), answer.text);
      },
      1,
    ),
);

const patch = fc
  .tuple(
    any,
    fc.option(room),
    fc.option(fc.oneof(start, fc.constant('none' as const))),
    fc.option(length.map((nights) => ({ nights }))),
  )
  .map(
    ([number, name, from, until]) =>
      new Command(
        `patch ${number} ${name} ${from} ${JSON.stringify(until)}`,
        async (model, real) => {
          const booking = pick(model, number);
          const first = from === null ? undefined : from === 'none' ? null : model.today + from;
          const end = until === null ? undefined : endOf(first ?? booking.start, until.nights);
          const wanted = { room: name ?? undefined, start: first, end };
          agree(await real.patch(booking.key, wanted), model.patch(booking, wanted));
        },
        1,
      ),
  );

const swap = fc.tuple(any, any).map(
  ([one, other]) =>
    new Command(
      `swap ${one} ${other}`,
      async (model, real) => {
        const [first, second] = [pick(model, one), pick(model, other)];
        agree(await real.swap(first.key, second.key), model.swap(first, second));
      },
      1,
    ),
);

const moveTo = fc.tuple(any, room, fc.integer({ min: 0, max: 8 })).map(
  ([number, name, ago]) =>
    new Command(
      `move ${number} to ${name} ${ago} days ago`,
      async (model, real) => {
        const booking = pick(model, number);
        const on = model.today - ago;
        agree(await real.moveTo(booking.key, name, on), model.moveTo(booking, name, on));
      },
      1,
    ),
);

const look = fc
  .constant(0)
  .map(() => new Command('look at the calendar', (model, real) => compareCalendars(model, real)));

const pass = fc.integer({ min: 1, max: 5 }).map(
  (days) =>
    new Command(`${days} days pass`, async (model, real) => {
      model.today += days;
      await real.pass(model.today);
    }),
);

/** Sequences of requests over all write paths, and days that pass between them. */
export const commands = (size: number) =>
  fc.commands(
    [
      create,
      create,
      create,
      override,
      bulk,
      move,
      move,
      move,
      moveAll,
      patch,
      patch,
      swap,
      moveTo,
      moveTo,
      look,
      pass,
      pass,
      pass,
    ],
    {
      maxCommands: size,
      size: 'max',
    },
  );
