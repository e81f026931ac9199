import assert from 'node:assert/strict';
import fc from '../support/properties.js';
import type { Answer } from '../support/lodge.js';
import { type Booking, FROM, type House, isLive, plannedMove, type Status, type Type, type Verdict } from './house.js';
import { type LodgeHouse, PEOPLE } from './lodge-house.js';
import type { Day } from './places.js';
import { compareReads, compareTimelines, overstaysIn } from './reads.js';

type Run = (model: House, real: LodgeHouse) => Promise<void>;

/** How many steps were taken in all. */
export const taken = { steps: 0 };

class Command implements fc.AsyncCommand<House, LodgeHouse> {
  constructor(
    private readonly text: string,
    private readonly act: Run,
    private readonly needs = 0,
  ) {}
  async run(model: House, real: LodgeHouse): Promise<void> {
    await this.act(model, real);
    await compareTimelines(model, real);
    taken.steps += 1;
  }
  check = (model: Readonly<House>): boolean => model.bookings.length >= this.needs;
  toString = (): string => this.text;
}

const pick = (model: House, number: number): Booking => model.bookings[number % model.bookings.length] as Booking;

/** Mostly one of those that a request is for, so that many requests succeed; sometimes any. */
function mostly(model: House, number: number, fits: (booking: Booking) => boolean): Booking {
  const fitting = model.bookings.filter(fits);
  return fitting[number % (fitting.length + 1)] ?? pick(model, number);
}

const toMove = (model: House, number: number, type: Type): Booking =>
  mostly(model, number, ({ status }) => FROM[type].includes(status));

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
  // Short ones, after which the resident is still there.
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

const person = fc.nat({ max: PEOPLE - 1 });
const cleaned = fc.constantFrom(0, 0, 1, 2, 4);

interface Wanted {
  name: string;
  from: Day;
  nights: number | null;
  as: Status;
  who: number;
  turnaround: number | null;
}

async function book(
  model: House,
  real: LodgeHouse,
  { name, from, nights, as, who, turnaround }: Wanted,
): Promise<void> {
  const more = { person: who, status: as, ...(turnaround !== null && { turnaround_days: turnaround }) };
  const answer = await real.create(name, from, endOf(from, nights), more);
  const expected = model.create(name, from, endOf(from, nights), as, { person: who, turnaround });
  agree(answer, expected);
  if (expected === 200) agreeOnOverstays(model, real, model.bookings.at(-1) as Booking, answer);
}

async function relocate(model: House, real: LodgeHouse, booking: Booking, name: string, on: Day): Promise<void> {
  const answer = await real.moveTo(booking.key, name, on);
  const expected = model.moveTo(booking, name, on);
  agree(answer, expected);
  if (expected === 200) agreeOnOverstays(model, real, booking, answer);
}

function agreeOnOverstays(model: House, real: LodgeHouse, booking: Booking, answer: Answer): void {
  const warning = answer.body.warnings.find(({ code }: { code: string }) => code === 'overstay_in_place');
  const late = overstaysIn(model, booking).map((key) => real.ids[Number(key)]);
  assert.deepEqual(warning?.booking_ids ?? [], late.sort(), answer.text);
}

const create = fc
  .tuple(room, start, length, status, person, fc.option(cleaned, { freq: 4, nil: null }))
  .map(
    ([name, offset, nights, as, who, turnaround]) =>
      new Command(`create ${name} ${offset}+${nights} ${as} by ${who} cleaned ${turnaround}`, (model, real) =>
        book(model, real, { name, from: model.today + offset, nights, as, who, turnaround }),
      ),
  );

/** The next guest arrives on the day on which another one is to leave, mostly today. */
const createNext = fc.tuple(any, length, status, person).map(
  ([number, nights, as, who]) =>
    new Command(
      `create after ${number} for ${nights} ${as} by ${who}`,
      async (model, real) => {
        const { room, end } = mostly(model, number, (booking) => isLive(booking) && booking.end === model.today);
        await book(model, real, { name: room, from: end ?? model.today, nights, as, who, turnaround: null });
      },
      1,
    ),
);

const record = fc
  .tuple(room, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 6 }))
  .map(
    ([name, ago, nights, more]) =>
      new Command(`import ${name} -${ago + more}+${nights}`, async (model, real) => {
        const end = Math.min(model.today, model.today - ago - more + nights);
        const from = model.today - ago - more;
        const made = await real.record(name, from, end);
        assert.equal(made, model.record(name, from, end, real.people.length - 1) === 200);
      }),
  );

const override = fc.tuple(room, start, length, any, fc.constantFrom('void' as const, 'check_out' as const), person).map(
  ([name, offset, nights, number, action, who]) =>
    new Command(
      `override ${name} ${offset}+${nights} ${action} of ${number}`,
      async (model, real) => {
        const from = model.today + offset;
        const to = endOf(from, nights);
        // Mostly one that is in the way, so that overrides also succeed.
        const rivals = model.blockers(undefined, model.wanted(name, { from, to }));
        const rival = rivals[number % (rivals.length + 1)];
        const conflict = model.bookings.find((booking) => booking === rival) ?? pick(model, number);
        const expected = model.override(name, from, to, conflict, action, who);
        agree(await real.override(name, from, to, conflict.key, action, who), expected);
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
        const booking = toMove(model, number, to);
        const told = await real.allows(booking.key, to);
        const answer = await real.move(booking.key, to);
        assert.equal(answer.status === 200, told, `what was said of ${to}: ${answer.text}`);
        agree(answer, model.move(booking, to));
      },
      1,
    ),
);

/** What is written down some days after it happened. */
const moveLate = fc
  .tuple(any, fc.constantFrom<Type>('check_in', 'check_out', 'check_out'), fc.integer({ min: 1, max: 5 }))
  .map(
    ([number, to, ago]) =>
      new Command(
        `${to} ${number} ${ago} days ago`,
        async (model, real) => {
          const booking = toMove(model, number, to);
          const on = Math.max(
            model.today - ago,
            booking.last.happened,
            ...(to === 'check_out' ? [booking.arrived] : []),
          );
          // Where a move was planned for meanwhile, the day decides about the room.
          const day = to === 'check_in' && plannedMove(booking) ? model.today : on;
          agree(await real.move(booking.key, to, day), model.move(booking, to, day));
        },
        1,
      ),
  );

const moveAll = fc.array(fc.tuple(any, type), { minLength: 1, maxLength: 5 }).map(
  (moves) =>
    new Command(
      `move ${JSON.stringify(moves)}`,
      async (model, real) => {
        const distinct = new Map(moves.map(([number, to]) => [toMove(model, number, to), to]));
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
    fc.option(fc.oneof(cleaned, fc.constant('none' as const)), { freq: 2 }),
  )
  .map(
    ([number, name, from, until, cleaning]) =>
      new Command(
        `patch ${number} ${name} ${from} ${JSON.stringify(until)} cleaned ${cleaning}`,
        async (model, real) => {
          const booking = pick(model, number);
          const first = from === null ? undefined : from === 'none' ? null : model.today + from;
          const end = until === null ? undefined : endOf(first ?? booking.start, until.nights);
          const turnaround = cleaning === null ? undefined : cleaning === 'none' ? null : cleaning;
          const wanted = { room: name ?? undefined, start: first, end, turnaround };
          agree(await real.patch(booking.key, wanted), model.patch(booking, wanted));
        },
        1,
      ),
  );

/** The same fields, one at a time: most changes of several are refused. */
const patchOne = fc.tuple(any, fc.oneof(cleaned, fc.constant(null)), fc.option(fc.integer({ min: 1, max: 9 }))).map(
  ([number, turnaround, more]) =>
    new Command(
      more === null ? `clean ${number} for ${turnaround}` : `${number} stays ${more} longer`,
      async (model, real) => {
        const booking = pick(model, number);
        const wanted = more === null ? { turnaround } : { end: booking.end === null ? null : booking.end + more };
        agree(await real.patch(booking.key, wanted), model.patch(booking, wanted));
      },
      1,
    ),
);

const when = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -6, max: 8 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

const swap = fc.tuple(any, any, fc.option(when)).map(
  ([one, other, offset]) =>
    new Command(
      `swap ${one} ${other} on ${offset}`,
      async (model, real) => {
        const [first, second] = [pick(model, one), pick(model, other)];
        const on = offset === null ? undefined : model.today + offset;
        agree(await real.swap(first.key, second.key, on), model.swap(first, second, on));
      },
      1,
    ),
);

const moveTo = fc.tuple(any, room, when).map(
  ([number, name, offset]) =>
    new Command(
      `move ${number} to ${name} on ${offset}`,
      async (model, real) => {
        const booking = mostly(model, number, isLive);
        const on = model.today + offset;
        await relocate(model, real, booking, name, on);
      },
      1,
    ),
);

/** Who stays past the end of the contract moves, too. The other room is free for later nights at once, which reads say. */
const moveOverdue = fc.tuple(any, room, fc.constantFrom(-1, 0, 0), fc.integer({ min: 1, max: 9 })).map(
  ([number, name, offset, first]) =>
    new Command(
      `move ${number}, who stays past the end, to ${name} on ${offset}`,
      async (model, real) => {
        const isOverdue = ({ status, end }: Booking) => status === 'checked_in' && end !== null && end < model.today;
        const booking = mostly(model, number, isOverdue);
        const on = model.today + offset;
        await relocate(model, real, booking, name, on);
        await compareReads(model, real, { first, nights: 2, room: null });
      },
      1,
    ),
);

const cancelMove = any.map(
  (number) =>
    new Command(
      `cancel the move of ${number}`,
      async (model, real) => {
        const booking = mostly(model, number, (each) => plannedMove(each) !== null);
        agree(await real.cancelMove(booking.key), model.cancelMove(booking));
      },
      1,
    ),
);

const place = fc.oneof({ weight: 5, arbitrary: room }, { weight: 1, arbitrary: fc.constant(null) });
const close = fc.tuple(place, start, length).map(
  ([name, offset, nights]) =>
    new Command(`close ${name} ${offset}+${nights}`, async (model, real) => {
      const from = model.today + offset;
      agree(await real.close(name, from, endOf(from, nights)), model.close(name, from, endOf(from, nights)));
    }),
);

const ofClosure = (model: House, number: number) => model.closures[number % model.closures.length];
const changeClosure = fc
  .tuple(any, fc.option(place, { nil: undefined }), fc.option(start), fc.option(length.map((nights) => ({ nights }))))
  .map(
    ([number, name, offset, until]) =>
      new Command(`change closure ${number} ${name} ${offset} ${JSON.stringify(until)}`, async (model, real) => {
        const closure = ofClosure(model, number);
        if (!closure) return;
        const from = offset === null ? undefined : model.today + offset;
        const to = until === null ? undefined : endOf(from ?? closure.from, until.nights);
        const wanted = {
          ...(name !== undefined && { room: name }),
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        };
        agree(await real.changeClosure(closure.key, wanted), model.changeClosure(closure, wanted));
      }),
  );
const endClosure = fc.tuple(any, fc.integer({ min: -3, max: 3 })).map(
  ([number, offset]) =>
    new Command(`end closure ${number} on ${offset}`, async (model, real) => {
      const closure = ofClosure(model, number);
      if (!closure) return;
      const on = model.today + offset;
      agree(await real.endClosure(closure.key, on), model.endClosure(closure, on));
    }),
);

const clean = fc.tuple(fc.constantFrom('Room' as const, 'Suite' as const), cleaned).map(
  ([type, days]) =>
    new Command(`clean ${type} for ${days}`, async (model, real) => {
      model.places.cleaning[type] = days;
      await real.clean(type, days);
    }),
);

const resize = fc.tuple(fc.oneof(room, fc.constant('Twin')), fc.integer({ min: 1, max: 3 })).map(
  ([name, capacity]) =>
    new Command(`resize ${name} to ${capacity}`, async (model, real) => {
      agree(await real.resize(name, capacity), model.resize(name, capacity));
    }),
);

const inFlat = fc.constantFrom('A', 'B', 'Twin', 'Flat left', 'Flat right', 'New');
const reparent = fc.tuple(inFlat, fc.constantFrom('Flat', null)).map(
  ([name, flat]) =>
    new Command(`${name} ${flat ? 'joins' : 'leaves'} the flat`, async (model, real) => {
      if (!real.rooms.has(name)) return;
      agree(await real.reparent(name, flat), model.reparent(name, flat));
    }),
);

const build = fc.integer({ min: 1, max: 2 }).map(
  (capacity) =>
    new Command(`a new room for ${capacity} in the flat`, async (model, real) => {
      if (real.rooms.has('New')) return;
      const made = { name: 'New', capacity, type: 'Room' as const, parts: [] };
      agree(await real.build(made, 'Flat'), model.build(made, 'Flat'));
    }),
);

const retype = fc.tuple(room, fc.constantFrom('Room' as const, 'Suite' as const)).map(
  ([name, type]) =>
    new Command(`${name} becomes a ${type}`, async (model, real) => {
      agree(await real.retype(name, type), model.retype(name, type));
    }),
);

const activate = room.map(
  (name) =>
    new Command(`activate ${name}`, async (model, real) => {
      agree(await real.activate(name), model.activate(name));
    }),
);

const deactivate = fc.tuple(room, fc.boolean()).map(
  ([name, confirmed]) =>
    new Command(`deactivate ${name}, ${confirmed ? '' : 'not '}confirmed`, async (model, real) => {
      const count = model.countLive(name);
      agree(
        await real.deactivate(name, confirmed && count > 0 ? count : undefined),
        model.deactivate(name, confirmed || count === 0),
      );
    }),
);

const look = fc
  .tuple(fc.integer({ min: -20, max: 12 }), length, place)
  .map(
    ([first, nights, name]) =>
      new Command(`look at ${name} from ${first} for ${nights}`, (model, real) =>
        compareReads(model, real, { first, nights: nights === 0 ? 1 : nights, room: name }),
      ),
  );

const pass = fc.integer({ min: 1, max: 5 }).map(
  (days) =>
    new Command(`${days} days pass`, async (model, real) => {
      model.today += days;
      await real.pass(model.today);
    }),
);

/** Each kind of request, and how often it is drawn. */
const KINDS = {
  create: [8, create],
  createNext: [2, createNext],
  override: [2, override],
  bulk: [2, bulk],
  move: [7, move],
  moveLate: [3, moveLate],
  moveAll: [2, moveAll],
  patch: [4, patch],
  patchOne: [3, patchOne],
  swap: [3, swap],
  moveTo: [6, moveTo],
  moveOverdue: [3, moveOverdue],
  cancelMove: [2, cancelMove],
  close: [3, close],
  changeClosure: [2, changeClosure],
  endClosure: [1, endClosure],
  clean: [2, clean],
  record: [1, record],
  resize: [2, resize],
  reparent: [2, reparent],
  build: [1, build],
  retype: [1, retype],
  activate: [3, activate],
  deactivate: [1, deactivate],
  look: [6, look],
  pass: [6, pass],
} satisfies Record<string, [number, fc.Arbitrary<Command>]>;
export type Kind = keyof typeof KINDS;

/** Sequences of requests over all write paths, or of some kinds of them, and days that pass between them. */
export const commands = (size: number, kinds = Object.keys(KINDS) as Kind[]) =>
  fc.commands(
    kinds.flatMap((kind) => {
      const [times, each]: [number, fc.Arbitrary<Command>] = KINDS[kind];
      return Array.from({ length: times }, () => each);
    }),
    { maxCommands: size, size: 'max' },
  );
