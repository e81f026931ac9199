import type { TransactionType } from '#libs/bookings/booking-status';

/** What the feed calls each kind of transaction of a booking. */
export const BOOKING_EVENTS: Record<TransactionType, string> = {
  created: 'booking.created',
  updated: 'booking.updated',
  moved: 'booking.moved',
  confirm: 'booking.confirmed',
  check_in: 'booking.checked_in',
  check_out: 'booking.checked_out',
  cancel: 'booking.cancelled',
  no_show: 'booking.marked_no_show',
  void: 'booking.voided',
  undo_check_in: 'booking.check_in_undone',
  undo_check_out: 'booking.check_out_undone',
  reinstate: 'booking.reinstated',
};

/** The type of the event of a transaction `t`. */
export const BOOKING_EVENT = `CASE t.type ${Object.entries(BOOKING_EVENTS)
  .map(([type, event]) => `WHEN '${type}' THEN '${event}'`)
  .join(' ')} END`;

// Texts of timestamps depend on the time zone of the session, which is UTC in all of Lodge.
const hashOf = (columns: string, more = "'[]'") =>
  `sha256(convert_to((jsonb_build_array(${columns}) || ${more})::text, 'UTF8'))`;

/** The hash of what a transaction `t` says. */
export const BOOKING_DIGEST = hashOf(
  't.id, t.booking_id, t.sequence, t.type, t.from_status, t.to_status, t.occurred_at, t.recorded_at, t.actor_type, t.actor_id, ' +
    't.actor_name, t.notes, t.cancellation_code, t.cancellation_reason, t.changes, t.request_id, t.cause_kind, t.cause_id',
);

/** The hash of what an entry of the audit `a` says. Without a cause it is the one from before entries had causes. */
export const AUDIT_DIGEST = hashOf(
  'a.id, a.site_id, a.at, a.actor_type, a.actor_id, a.actor_name, a.action, a.subject_kind, a.subject_id, a.changes, a.request_id',
  `CASE WHEN a.cause_kind IS NULL AND a.cause_id IS NULL THEN '[]' ELSE jsonb_build_array(a.cause_kind, a.cause_id) END`,
);

/** Whether an entry of the audit `a` is about a change, and not about a read or an export. */
export const AUDIT_IS_CHANGE = `a.action !~ '(_read|\\.exported)$'`;
