import type { Permission } from '#libs/accounts/access/permissions';
import { LIVE_STATUSES } from '#libs/occupancy/live';

export const STATUSES = [
  'provisional',
  'confirmed',
  'checked_in',
  'checked_out',
  'cancelled',
  'no_show',
  'void',
] as const;
export type BookingStatus = (typeof STATUSES)[number];

/** Holds its place: no other booking can have it for these nights. */
export const LIVE: readonly BookingStatus[] = LIVE_STATUSES;
/** Over without a stay: it has no nights. The only place that lists them. */
export const CALLED_OFF = ['cancelled', 'no_show', 'void'] as const satisfies readonly BookingStatus[];
/** Without a lead person, while a block booking has not said who comes. */
export const NAMELESS: readonly BookingStatus[] = ['provisional', 'cancelled', 'void'];
/** Over: dates, place and people are frozen. */
export const CLOSED: readonly BookingStatus[] = ['checked_out', ...CALLED_OFF];
/** What a new booking may start as. */
export const INITIAL: readonly BookingStatus[] = ['provisional', 'confirmed', 'checked_in'];

export const isLive = (status: BookingStatus): boolean => LIVE.includes(status);
export const isCalledOff = (status: BookingStatus): boolean =>
  (CALLED_OFF as readonly BookingStatus[]).includes(status);

export const TRANSITION_TYPES = [
  'confirm',
  'check_in',
  'check_out',
  'cancel',
  'no_show',
  'void',
  'undo_check_in',
  'undo_check_out',
  'reinstate',
] as const;
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** Transitions that take no place; what they give up can be had by others. */
const FREEING: readonly TransitionType[] = ['confirm', 'check_out', 'cancel', 'no_show', 'void'];

/**
 * Those of one request in the order in which they are executed: first what takes no place. A guest who was not there after all holds their own
 * nights only, so that others can live in the room again.
 */
export const inTurns = <T>(all: T[], typeOf: (each: T) => TransitionType): T[][] => {
  const turnOf = (type: TransitionType) => (FREEING.includes(type) ? 0 : type === 'undo_check_in' ? 1 : 2);
  return [0, 1, 2].map((turn) => all.filter((each) => turnOf(typeOf(each)) === turn)).filter((turn) => turn.length > 0);
};

/** Transitions after which a booking has no nights any more. */
export const CALLING_OFF = ['cancel', 'no_show', 'void'] as const satisfies readonly TransitionType[];
export type CallingOff = (typeof CALLING_OFF)[number];

/** Transitions after which others can have nights that the booking had. */
export const VACATING: readonly TransitionType[] = ['check_out', ...CALLING_OFF];

/** Transitions that can bring a closed booking back to life. */
export const REVIVING: readonly TransitionType[] = ['undo_check_out', 'reinstate'];

export const TRANSACTION_TYPES = ['created', 'updated', 'moved', ...TRANSITION_TYPES] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A transition between statuses: where it may start, where it leads, what it requires, and how it is reverted. */
interface TransitionRule {
  from: readonly BookingStatus[];
  /** `before`: the status that the booking had before it was closed. */
  to: BookingStatus | 'before';
  permission: Permission;
  requires: readonly ('cancellation_code' | 'notes')[];
  /** Whether it takes an earlier transition back, and so is bound to the history window. */
  undoes?: true;
  undoneBy: readonly TransitionType[];
}

/**
 * The whole state machine. It executes transitions, computes allowed_transitions and is printed in docs/bookings.md.
 */
export const TRANSITIONS = {
  confirm: {
    from: ['provisional'],
    to: 'confirmed',
    permission: 'booking.transition',
    requires: [],
    undoneBy: ['cancel'],
  },
  check_in: {
    from: ['confirmed', 'provisional'],
    to: 'checked_in',
    permission: 'booking.transition',
    requires: [],
    undoneBy: ['undo_check_in'],
  },
  check_out: {
    from: ['checked_in'],
    to: 'checked_out',
    permission: 'booking.transition',
    requires: [],
    undoneBy: ['undo_check_out'],
  },
  cancel: {
    from: ['provisional', 'confirmed'],
    to: 'cancelled',
    permission: 'booking.transition',
    requires: ['cancellation_code'],
    undoneBy: ['reinstate'],
  },
  no_show: {
    from: ['confirmed'],
    to: 'no_show',
    permission: 'booking.transition',
    requires: [],
    undoneBy: ['reinstate'],
  },
  void: {
    from: ['provisional', 'confirmed', 'checked_in', 'checked_out'],
    to: 'void',
    permission: 'booking.void',
    requires: ['cancellation_code'],
    undoneBy: ['reinstate'],
  },
  undo_check_in: {
    from: ['checked_in'],
    to: 'confirmed',
    permission: 'booking.undo',
    requires: [],
    undoes: true,
    undoneBy: ['check_in'],
  },
  undo_check_out: {
    from: ['checked_out'],
    to: 'checked_in',
    permission: 'booking.undo',
    requires: [],
    undoes: true,
    undoneBy: ['check_out'],
  },
  reinstate: {
    from: CALLED_OFF,
    to: 'before',
    permission: 'booking.reinstate',
    requires: ['notes'],
    undoes: true,
    undoneBy: ['cancel', 'void'],
  },
} as const satisfies Record<TransitionType, TransitionRule>;

export const ruleOf = (type: TransitionType): TransitionRule => TRANSITIONS[type];
