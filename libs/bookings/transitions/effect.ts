import type { Step } from '#libs/occupancy/exchange.queries';
import type { Reason } from '#libs/bookings/booking-errors';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import { backInHouse, firstNight, withPlanned } from '#libs/bookings/itinerary';
import { earlier, later, laterEnd, type Part } from '#libs/bookings/stay-parts';
import type { BookingStatus, TransitionType } from '#libs/bookings/booking-status';
import type { TransitionDetails } from './transitions.dto.js';

/** The columns of a booking that only transitions change. */
export type State = Pick<
  BookingFactsRow,
  | 'status'
  | 'checked_in_at'
  | 'checked_out_at'
  | 'cancelled_at'
  | 'no_show_at'
  | 'cancellation_code'
  | 'cancellation_reason'
  | 'occupied_from'
  | 'occupied_to'
  | 'segment'
  | 'segment_from'
  | 'location'
>;

/**
 * A transition that was found possible: from which booking, where it leads, when it happened (`on`: the site's date).
 */
export interface CheckedTransition {
  row: BookingFactsRow;
  type: TransitionType;
  to: BookingStatus;
  occurredAt: Date;
  on: string;
  /** The site's date now. */
  today: string;
  request: TransitionDetails;
  /** Until when it is held from then on. */
  holdUntil: string | null;
}

/** What a transition does: to the booking, to its places, and whether its people move in. */
export interface Effect extends Step {
  state: Partial<State>;
  setsHomes?: true;
  /** What is done if the places are not available: the same without the planned move that was lost. */
  instead?: Effect;
  losesMove?: true;
  /** Why it is refused when the places are not available. */
  otherwise?: Reason;
}

const CONFLICT: Reason = { code: 'has_conflict', message: 'Another booking holds the place for one of the nights.' };
const RETAKEN: Reason = { code: 'room_retaken', message: 'Others have the place by now.' };

const UNTOUCHED = {
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
  no_show_at: null,
  cancellation_code: null,
  cancellation_reason: null,
};

type EffectOf = (checked: CheckedTransition, at: string) => Effect;

/** With the planned move that was lost if its location is open and its places are free, else without it. */
const withLostMove =
  (effect: EffectOf): EffectOf =>
  (checked, at) => {
    const without = effect(checked, at);
    const { lost_move: move } = checked.row;
    if (!move) return without;
    if (!move.open) return { ...without, losesMove: true };
    const back = effect({ ...checked, row: { ...checked.row, planned_move: move } }, at);
    return back.takes?.[1] ? { ...back, instead: without } : { ...without, losesMove: true };
  };

/** A booking whose planned move is not after a day: in the other room, as if it had no move. */
const movedBy = (row: BookingFactsRow, day: string) => {
  const { planned_move: move } = row;
  if (!move || move.from > day) return undefined;
  return {
    ...move,
    row: { ...row, planned_move: null, held_turnaround: row.planned_turnaround, spared_turnaround: null },
  };
};

/**
 * Back to a stay that has not begun: one segment, the nights of the contract that nobody else stayed. All of them are in the other room, if
 * somebody came early and was to move before they begin.
 */
const restart: EffectOf = (checked) => {
  const { today } = checked;
  const from = firstNight(checked.row);
  const { location, row } = movedBy(checked.row, from) ?? { location: checked.row.location, row: checked.row };
  const turnaround = row.held_turnaround ?? row.turnaround_days;
  return {
    state: {
      ...UNTOUCHED,
      location,
      occupied_from: from,
      occupied_to: laterEnd(row.contract_end, from),
      segment: 1,
      segment_from: from,
    },
    leaves: [{ bookingId: row._id, segment: 1, how: 'forget' }],
    takes: withPlanned(row, today, {
      segment: 1,
      location,
      from,
      to: row.contract_end,
      turnaround,
    }),
    otherwise: CONFLICT,
  };
};

const suspend = ({ row }: CheckedTransition): Step => ({
  leaves: [{ bookingId: row._id, segment: row.segment, how: 'suspend' }],
});

/** Takes the nights of a resident. Cleaning keeps the nights that it has: who comes next may have been booked since. */
const moveIn = ({ row, today }: CheckedTransition, part: Pick<Part, 'from' | 'to' | 'location' | 'segment'>): Step => ({
  leaves: [{ bookingId: row._id, segment: part.segment, how: 'forget' }],
  takes: withPlanned(row, today, { ...part, resident: true, turnaround: row.held_turnaround ?? row.turnaround_days }),
});

/**
 * A guest who arrives after the day of a planned move goes to the other room at once, and has its nights from that day
 * on.
 */
const arrival = ({ row, on }: CheckedTransition): { location: string; from: string; row: BookingFactsRow } =>
  movedBy(row, on) ?? { location: row.location, from: earlier(row.occupied_from, on), row };

const closing = ({ request }: CheckedTransition) => ({
  cancellation_code: request.cancellation_code ?? null,
  cancellation_reason: request.cancellation_reason ?? null,
});

const EFFECTS: Record<TransitionType, EffectOf> = {
  confirm: () => ({ state: {} }),
  check_in: (checked, at) => {
    const { location, from, row } = arrival(checked);
    const state = { checked_in_at: at, occupied_from: from, segment_from: from, location };
    const stay = moveIn({ ...checked, row }, { segment: row.segment, location, from, to: row.contract_end });
    return { state, ...stay, setsHomes: true, otherwise: CONFLICT };
  },
  check_out: ({ row, on }, at) => {
    const ended = later(on, row.occupied_from);
    return {
      state: { checked_out_at: at, occupied_to: ended },
      leaves: [{ bookingId: row._id, segment: row.segment, how: 'cut', ended }],
      otherwise: RETAKEN,
    };
  },
  cancel: (checked, at) => ({ state: { cancelled_at: at, ...closing(checked) }, ...suspend(checked) }),
  no_show: (checked, at) => ({ state: { no_show_at: at }, ...suspend(checked) }),
  void: (checked) => ({ state: closing(checked), ...suspend(checked) }),
  undo_check_out: withLostMove((checked) => {
    const { row, today } = checked;
    const { segment: last, location, segment_from: since, new_places_from: newFrom } = row;
    const [segment, from] = newFrom ? [last + 1, newFrom] : [last, since];
    const stays = { segment, location, from, to: row.contract_end };
    const stay = moveIn(checked, backInHouse(stays, today, row.occupied_to));
    return {
      state: {
        checked_out_at: null,
        occupied_to: laterEnd(row.contract_end, row.occupied_from),
        segment,
        segment_from: from,
      },
      ...stay,
      leaves: [
        { bookingId: row._id, segment: last, how: 'restore' },
        ...(newFrom
          ? [{ bookingId: row._id, segment: last, how: 'remain', ended: today } as const]
          : (stay.leaves ?? [])),
      ],
      setsHomes: true,
      otherwise: RETAKEN,
    };
  }),
  undo_check_in: restart,
  // A stay that was over is over again, as it was.
  reinstate: (checked, at) =>
    checked.to === 'checked_out'
      ? {
          state: { cancellation_code: null, cancellation_reason: null },
          leaves: [{ bookingId: checked.row._id, segment: 1, how: 'resume' }],
          otherwise: CONFLICT,
        }
      : withLostMove(restart)(checked, at),
};

export const effectOf = (checked: CheckedTransition): Effect =>
  EFFECTS[checked.type](checked, checked.occurredAt.toISOString());
