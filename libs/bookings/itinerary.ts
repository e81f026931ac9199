import type { Step } from '#libs/occupancy/exchange.queries';
import type { Stay } from '#libs/occupancy/places.queries';
import { addDays } from '#libs/core/time/site-time';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { begunOn, startsAfterMoves, withBegin } from '#libs/bookings/resident-start';
import { later, laterEnd, type Part, type Restay, stayOfRow, type WantedStay } from '#libs/bookings/stay-parts';

/**
 * Where a booking that nobody has moved into begins: where its nights do, or later, when others stayed there until
 * then.
 */
export const firstNight = ({ contract_start, occupied_from }: BookingFactsRow): string =>
  later(contract_start, occupied_from);

/** From when a part of a stay can be held anew: from today, while the nights since its day are those of somebody who has not left. */
const heldFrom = (
  { waiting }: BookingFactsRow,
  segment: number,
  from: string,
  today: string,
): Pick<Part, 'from' | 'since'> =>
  waiting.includes(segment) && from < today ? { from: today, since: from } : { from };

const isWithin = (move: { from: string }, from: string, end: string | null): boolean =>
  move.from > from && (end === null || move.from < end);

/**
 * The parts of a stay from one on: until its planned move, if that is still within it, and then in the other place.
 * The first place is cleaned after it, unless the booking continues there.
 */
export function withPlanned(row: BookingFactsRow, today: string, part: Part, planned = row.planned_move): Stay[] {
  // The other place is held until the end of the contract, also by a guest who is late to leave.
  const end = part.contractEnd === undefined ? part.to : part.contractEnd;
  const moves = planned && isWithin(planned, part.since ?? part.from, end) ? planned : null;
  if (!moves) return [stayOfRow(row, today, part)];
  const held = moves === row.planned_move ? heldFrom(row, row.segment + 1, moves.from, today) : { from: moves.from };
  const keeps = part.turnaround !== undefined && !part.isLonger && wasPlanned(row, moves);
  const turnaround = keeps ? row.planned_turnaround : row.turnaround_days;
  const next = { segment: part.segment + 1, location: moves.location, ...held, to: end, turnaround };
  // Who is to come into the first place on that day may spare it nights for cleaning.
  const { held_turnaround: owed, spared_turnaround: spared } = row;
  const isSpared = part.turnaround !== undefined && moves.from === row.planned_move?.from && spared !== null;
  const first = { ...part, to: moves.from, ...(isSpared && { turnaround: spared, owed }) };
  return [stayOfRow(row, today, first), stayOfRow(row, today, next)];
}

/** Whether a booking was to have a place from a day on, with nights for cleaning after it. */
const wasPlanned = (
  { planned_move: planned, planned_turnaround: turnaround }: BookingFactsRow,
  move: { location: string; from: string },
): boolean => turnaround !== null && move.location === planned?.location && move.from >= planned.from;

/**
 * The stay that a live booking wants after a change of its dates or its room. A resident who changes rooms moves on
 * `on`.
 */
export function restay(row: BookingFactsRow, wanted: WantedStay, today: string, on = today): Restay {
  const moves = wanted.location !== row.location;
  if (row.status !== 'checked_in') return reheld(row, wanted, today);
  return moves ? moveOut(row, wanted, today, on) : extended(row, wanted, today);
}

/**
 * The stay of a live booking that changes rooms on a day: at once, with the nights since, when it has begun by today;
 * as a whole when it has not begun by that day; else as planned. A move replaces one that was planned before.
 */
export function moveOn(
  row: BookingFactsRow,
  location: string,
  today: string,
  on: string,
): { next: Restay; planned: BookingFactsRow['planned_move'] } {
  const resident = row.status === 'checked_in';
  if (on > today && (resident || on > firstNight(row))) {
    const planned = { location, from: on };
    return { next: plannedStay(row, today, planned), planned };
  }
  if (resident) return { next: restay(row, { ...row, location }, today, on), planned: null };
  const part = { segment: 1, location, from: later(firstNight(row), on), to: row.contract_end };
  return { next: heldAs(row, today, part), planned: null };
}

/** Of a booking that nobody has moved into: these nights, and no others. */
const heldAs = (row: BookingFactsRow, today: string, part: Part): Restay => ({
  leaves: [{ bookingId: row._id, segment: 1, how: 'forget' }],
  takes: [stayOfRow(row, today, part)],
  columns: columnsOf(row, part),
  location: part.location,
});

/** The stay of a booking with a move on a day that is still to come, for its guests. */
export function plannedStay(
  row: BookingFactsRow,
  today: string,
  move: { location: string; from: string } | null,
): Restay {
  const resident = row.status === 'checked_in';
  const held = resident ? { from: row.segment_from } : heldFrom(row, 1, firstNight(row), today);
  const segment = resident ? row.segment : 1;
  // The place that it has by now is cleaned as before, also when it is needed longer again.
  const turnaround = row.held_turnaround ?? row.turnaround_days;
  const part = { segment, location: row.location, ...held, to: row.contract_end, resident, turnaround };
  return {
    leaves: [...settleOverstay(row, today), { bookingId: row._id, segment, how: 'forget' }],
    takes: withPlanned(row, today, resident ? inHouse(part, today) : part, move),
    columns: columnsOf(row, part),
    location: row.location,
  };
}

/**
 * The nights for cleaning that a stay keeps where it does not become longer, whatever the type of its location says by now. With a planned
 * move, it becomes longer in the other place.
 */
function keptTurnaround(row: BookingFactsRow, wanted: WantedStay, from: string): Pick<Part, 'turnaround' | 'isLonger'> {
  const { held_turnaround: held, planned_move: planned } = row;
  const isLonger = becomesLonger(row, wanted);
  const keeps = planned ? planned.from > from : !isLonger;
  return !keeps || wanted.recleaned || wanted.location !== row.location || held === null
    ? {}
    : { turnaround: held, isLonger };
}

const becomesLonger = ({ contract_end: old }: BookingFactsRow, { contract_end: end }: WantedStay): boolean =>
  old === null || end === null || end > old;

/** Of a booking that nobody has moved into: all of its nights, in one place or the other. */
function reheld(row: BookingFactsRow, wanted: WantedStay, today: string): Restay {
  const moves = wanted.location !== row.location;
  const keeps = !moves && wanted.contract_start >= row.contract_start;
  const { contract_start: start } = wanted;
  const held = keeps ? heldFrom(row, 1, later(start, firstNight(row)), today) : { from: start };
  const nights = { segment: 1, location: wanted.location, ...held, to: wanted.contract_end };
  const part = { ...nights, ...keptTurnaround(row, wanted, held.since ?? held.from) };
  return {
    leaves: [{ bookingId: row._id, segment: 1, how: 'forget' }],
    takes: moves ? [stayOfRow(row, today, part)] : withPlanned(row, today, part),
    columns: columnsOf(row, part),
    location: wanted.location,
  };
}

/** Of a resident who stays in the room: other dates. */
function extended(row: BookingFactsRow, wanted: WantedStay, today: string): Restay {
  const begun = begunOn(row, wanted);
  const segment = startsAfterMoves(row, wanted) ? 1 : row.segment;
  const from = segment > 1 ? row.segment_from : begun;
  const nights = { segment, location: row.location, from, to: wanted.contract_end, resident: true };
  const part = { ...nights, ...keptTurnaround(row, wanted, from) };
  return withBegin(row, today, begun, {
    leaves: [...settleOverstay(row, today), { bookingId: row._id, segment, how: 'forget' }],
    takes: withPlanned(row, today, inHouse(part, today)),
    columns: columnsOf(row, part),
    location: row.location,
  });
}

/** Of a stay that is over: its last room is cleaned for another number of nights. */
export function recleaned(row: BookingFactsRow, turnaround: number | null, today: string): Restay | undefined {
  const last = row.stays.at(-1);
  if (!last?.to) return undefined;
  const { segment, segment_from, occupied_from, occupied_to } = row;
  // Of its own nights only the last, as nobody else had its place then.
  const part = { segment, location: last.location, from: addDays(last.to, -1), to: last.to, turnaround };
  return {
    leaves: [
      { bookingId: row._id, segment, how: 'clean', ended: turnaround === null ? null : addDays(last.to, turnaround) },
    ],
    takes: [],
    needs: stayOfRow(row, today, part),
    columns: { segment, segment_from, occupied_from, occupied_to },
    location: row.location,
  };
}

/** Of a resident who moves to another room: what was spent in the old one stays there. */
function moveOut(row: BookingFactsRow, wanted: WantedStay, today: string, on: string): Restay {
  const begun = begunOn(row, wanted);
  const since = row.segment > 1 ? row.segment_from : begun;
  const keepsOld = on > since;
  const from = keepsOld ? on : since;
  const keeps = !wanted.recleaned && !becomesLonger(row, wanted) && wasPlanned(row, { ...wanted, from });
  const part = {
    segment: keepsOld ? row.segment + 1 : row.segment,
    location: wanted.location,
    from,
    to: wanted.contract_end,
    resident: true,
    ...(keeps && { turnaround: row.planned_turnaround }),
  };
  return withBegin(row, today, begun, {
    leaves: [
      keepsOld
        ? { bookingId: row._id, segment: row.segment, how: 'cut', ended: on }
        : { bookingId: row._id, segment: row.segment, how: 'forget' },
    ],
    takes: [stayOfRow(row, today, inHouse(part, today))],
    columns: columnsOf(row, part),
    location: wanted.location,
  });
}

/**
 * Somebody in house is there until today at least, and for the first night in a room, whatever the contract says: a
 * stay without a night would hide who is there.
 */
export const inHouse = (part: Part, today: string): Part => ({
  ...part,
  contractEnd: part.to,
  to: laterEnd(part.to, later(today, addDays(part.from, 1))),
});

/**
 * Somebody whose check-out is taken back. If the contract is over, they are late to leave: they have every night since the day of the
 * check-out without a place of their own for it, so that a booking that was made for these nights waits for them as it did before.
 */
export const backInHouse = (part: Part, today: string, left: string | null): Part =>
  part.to !== null && left !== null && part.to < today
    ? { ...part, contractEnd: part.to, to: later(left, addDays(part.from, 1)) }
    : inHouse(part, today);

/** The nights after the end of the contract are theirs before the stay is written anew: those of others begin today. */
const settleOverstay = (row: BookingFactsRow, today: string): NonNullable<Step['leaves']> =>
  row.status === 'checked_in' && row.contract_end !== null && row.contract_end < today
    ? [{ bookingId: row._id, segment: row.segment, how: 'cut', ended: today }]
    : [];

function columnsOf(row: BookingFactsRow, { segment, from, since = from, to }: Part): Restay['columns'] {
  const occupiedFrom = segment > 1 ? row.occupied_from : since;
  return { segment, segment_from: since, occupied_from: occupiedFrom, occupied_to: laterEnd(to, occupiedFrom) };
}
