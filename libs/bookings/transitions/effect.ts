import type { Leave } from '#libs/occupancy/exchange.queries';
import type { Stay } from '#libs/occupancy/places.queries';
import type { Reason } from '#libs/bookings/booking-errors';
import type { BookingFactsRow } from '#libs/bookings/booking-rows';
import type { BookingStatus, TransitionType } from '#libs/bookings/booking-status';
import type { TransitionDetails } from '#libs/bookings/bookings.dto';

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
>;

/** A transition that was found possible: from which booking, where it leads, when it happened (`on`: the site's date). */
export interface CheckedTransition {
  row: BookingFactsRow;
  type: TransitionType;
  to: BookingStatus;
  occurredAt: Date;
  on: string;
  request: TransitionDetails;
}

/** What a transition does: to the booking, to its places, and whether its people move in. */
export interface Effect {
  state: Partial<State>;
  leave?: Leave;
  take?: Stay;
  setsHomes?: true;
  /** Why it is refused when the places are not to be had. */
  otherwise?: Reason;
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

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

/** Back to a stay that has not begun: one segment, the nights of the contract. */
const restart: EffectOf = ({ row }) => ({
  state: {
    ...UNTOUCHED,
    occupied_from: row.contract_start,
    occupied_to: row.contract_end,
    segment: 1,
    segment_from: row.contract_start,
  },
  leave: { bookingId: row._id, segment: 1, forget: true, until: null },
  take: stayOf(row, 1, row.contract_start, false),
  otherwise: CONFLICT,
});

const close = (row: BookingFactsRow, until: string | null = null): Leave => ({
  bookingId: row._id,
  segment: row.segment,
  forget: false,
  until,
});

const retake = (row: BookingFactsRow, from: string) => ({
  leave: { bookingId: row._id, segment: row.segment, forget: true, until: null },
  take: stayOf(row, row.segment, from, true),
});

const closing = ({ request }: CheckedTransition) => ({
  cancellation_code: request.cancellation_code ?? null,
  cancellation_reason: request.cancellation_reason ?? null,
});

const EFFECTS: Record<TransitionType, EffectOf> = {
  confirm: () => ({ state: {} }),
  check_in: ({ row, on }, at) => {
    const from = earlier(row.occupied_from, on);
    const state = { checked_in_at: at, occupied_from: from, segment_from: from };
    return { state, ...retake(row, from), setsHomes: true, otherwise: CONFLICT };
  },
  check_out: ({ row, on }, at) => {
    const end = later(on, row.segment_from);
    return { state: { checked_out_at: at, occupied_to: end }, leave: close(row, end) };
  },
  cancel: (checked, at) => ({ state: { cancelled_at: at, ...closing(checked) }, leave: close(checked.row) }),
  no_show: ({ row }, at) => ({ state: { no_show_at: at }, leave: close(row) }),
  void: (checked) => ({ state: closing(checked), leave: close(checked.row) }),
  undo_check_out: ({ row }) => ({
    state: {
      checked_out_at: null,
      occupied_to: row.contract_end && later(row.contract_end, row.occupied_from),
    },
    ...retake(row, row.segment_from),
    otherwise: RETAKEN,
  }),
  undo_check_in: restart,
  // A stay that was over is over again, as it was: it holds no place.
  reinstate: (checked, at) =>
    checked.to === 'checked_out'
      ? { state: { cancellation_code: null, cancellation_reason: null } }
      : restart(checked, at),
};

export const effectOf = (checked: CheckedTransition): Effect =>
  EFFECTS[checked.type](checked, checked.occurredAt.toISOString());

const stayOf = (row: BookingFactsRow, segment: number, from: string, resident: boolean): Stay => ({
  siteId: row.site,
  bookingId: row._id,
  segment,
  locationId: row.location,
  from,
  to: row.contract_end,
  resident,
});
