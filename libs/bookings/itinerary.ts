import type { Step } from '#libs/occupancy/exchange.queries';
import type { Stay } from '#libs/occupancy/places.queries';
import { addDays } from '#libs/core/time/site-time';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { type Change, changesBetween } from '#libs/bookings/booking-trail';

export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one > other ? one : other);
const laterEnd = (end: string | null, day: string): string | null => end && later(end, day);

/** What a booking's stay becomes: how its places change hands, and the columns that say so. */
export interface Restay extends Step {
  takes: Stay[];
  columns: { segment: number; segment_from: string; occupied_from: string; occupied_to: string | null };
  /** Where the stay is now; a planned move does not change that. */
  location: string;
}

/** A stay of a booking, as it is to be; all dates are the site's. */
export interface Part {
  segment: number;
  location: string;
  from: string;
  to: string | null;
  resident?: boolean;
  turnaround?: number | null;
}

type Facts = Pick<BookingFactsRow, 'occupied_from' | 'occupied_to' | 'planned_move'>;

/** The move that a booking plans after its places changed hands: who gives up places gives up what was planned. */
export function plannedAfter({ planned_move }: Facts, { leaves = [], takes = [] }: Step): Facts['planned_move'] {
  const next = takes[1];
  if (next) return { location: next.locationId, from: next.from };
  return leaves.length > 0 ? null : planned_move;
}

/** What the trail records of a new stay, in addition to the request. */
export const stayChanges = (row: Facts, next: Restay): Change[] =>
  changesBetween<Facts>(row, {
    occupied_from: next.columns.occupied_from,
    occupied_to: next.columns.occupied_to,
    planned_move: plannedAfter(row, next),
  });

export const stayOfRow = (row: BookingFactsRow, today: string, part: Part): Stay => ({
  siteId: row.site,
  today,
  bookingId: row._id,
  segment: part.segment,
  locationId: part.location,
  from: part.from,
  to: part.to,
  resident: part.resident ?? false,
  turnaround: part.turnaround === undefined ? row.turnaround_days : part.turnaround,
});

/**
 * Where a booking that nobody has moved into begins: where its nights do, or later, when others stayed there until
 * then.
 */
export const firstNight = ({ contract_start, occupied_from }: BookingFactsRow): string =>
  later(contract_start, occupied_from);

/**
 * The parts of a stay from one on: until its planned move, if that still lies within it, and then in the other place.
 * The first place is cleaned after it, unless the booking goes on there.
 */
export function withPlanned(row: BookingFactsRow, today: string, part: Part, planned = row.planned_move): Stay[] {
  const moves = planned && planned.from > part.from && (part.to === null || planned.from < part.to) ? planned : null;
  if (!moves) return [stayOfRow(row, today, part)];
  const next = { segment: part.segment + 1, location: moves.location, from: moves.from, to: part.to };
  return [stayOfRow(row, today, { ...part, to: moves.from }), stayOfRow(row, today, next)];
}

type Wanted = Pick<BookingFactsRow, 'location' | 'contract_start' | 'contract_end'>;

/**
 * The stay that a live booking wants after a change of its dates or its room. A resident who changes rooms moves on
 * `on`.
 */
export function restay(row: BookingFactsRow, wanted: Wanted, today: string, on = today): Restay {
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
  const from = resident ? row.segment_from : firstNight(row);
  const segment = resident ? row.segment : 1;
  const part = { segment, location: row.location, from, to: row.contract_end, resident };
  return {
    leaves: [...settleOverstay(row, today), { bookingId: row._id, segment, how: 'forget' }],
    takes: withPlanned(row, today, resident ? inHouse(part, today) : part, move),
    columns: columnsOf(row, part),
    location: row.location,
  };
}

/** Of a booking that nobody has moved into: all of its nights, in one place or the other. */
function reheld(row: BookingFactsRow, wanted: Wanted, today: string): Restay {
  const moves = wanted.location !== row.location;
  const same = !moves && wanted.contract_start === row.contract_start;
  const from = same ? firstNight(row) : wanted.contract_start;
  const part = { segment: 1, location: wanted.location, from, to: wanted.contract_end };
  return {
    leaves: [{ bookingId: row._id, segment: 1, how: 'forget' }],
    takes: moves ? [stayOfRow(row, today, part)] : withPlanned(row, today, part),
    columns: columnsOf(row, part),
    location: wanted.location,
  };
}

/** Of a resident who stays in the room: other dates. */
function extended(row: BookingFactsRow, wanted: Wanted, today: string): Restay {
  const starts = wanted.contract_start === row.contract_start ? row.occupied_from : wanted.contract_start;
  const from = row.segment > 1 ? row.segment_from : earlier(row.occupied_from, starts);
  const part = { segment: row.segment, location: row.location, from, to: wanted.contract_end, resident: true };
  return {
    leaves: [...settleOverstay(row, today), { bookingId: row._id, segment: row.segment, how: 'forget' }],
    takes: withPlanned(row, today, inHouse(part, today)),
    columns: columnsOf(row, part),
    location: row.location,
  };
}

/** Of a resident who moves to another room: what was spent in the old one stays there. */
function moveOut(row: BookingFactsRow, wanted: Wanted, today: string, on: string): Restay {
  const keepsOld = on > row.segment_from;
  const part = {
    segment: keepsOld ? row.segment + 1 : row.segment,
    location: wanted.location,
    from: keepsOld ? on : row.segment_from,
    to: wanted.contract_end,
    resident: true,
  };
  return {
    leaves: [
      keepsOld
        ? { bookingId: row._id, segment: row.segment, how: 'cut', ended: on }
        : { bookingId: row._id, segment: row.segment, how: 'forget' },
    ],
    takes: [stayOfRow(row, today, inHouse(part, today))],
    columns: columnsOf(row, part),
    location: wanted.location,
  };
}

/**
 * Somebody in house is there until today at least, and for the first night in a room, whatever the contract says: a
 * stay without a night would hide who is there.
 */
export const inHouse = (part: Part, today: string): Part => ({
  ...part,
  to: laterEnd(part.to, later(today, addDays(part.from, 1))),
});

/** The nights after the end of the contract are theirs before the stay is written anew: those of others begin today. */
const settleOverstay = (row: BookingFactsRow, today: string): NonNullable<Step['leaves']> =>
  row.status === 'checked_in' && row.contract_end !== null && row.contract_end < today
    ? [{ bookingId: row._id, segment: row.segment, how: 'cut', ended: today }]
    : [];

function columnsOf(row: BookingFactsRow, { segment, from, to }: Part): Restay['columns'] {
  const occupiedFrom = segment > 1 ? row.occupied_from : from;
  return { segment, segment_from: from, occupied_from: occupiedFrom, occupied_to: laterEnd(to, occupiedFrom) };
}
