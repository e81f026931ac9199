import { addDays, localDate } from '#libs/core/time/site-time';
import type { SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { mayTransition } from '#libs/bookings/transitions/may-transition';
import { type AllowedTransition, inTheWay, type InTheWay, type Reason } from '#libs/bookings/booking-errors';
import {
  type BookingStatus,
  isLive,
  NAMELESS,
  ruleOf,
  TRANSITION_TYPES,
  type TransitionType,
} from '#libs/bookings/booking-status';

/** The facts that decide which transitions are possible. `now` and `occurredAt` are instants; dates are the site's. */
export interface BookingFacts {
  status: BookingStatus;
  contractStart: string;
  contractEnd: string | null;
  locationActive: boolean;
  /** Its type can be allocated, as that of a live booking always can. */
  locationAllocatable: boolean;
  /** Somebody else lives in the places that it would take. */
  roomOccupied: boolean;
  /** Another live booking overlaps the nights that it would take. */
  hasConflict: boolean;
  /** The first one in the way, if it is known. */
  inTheWay: InTheWay | null;
  /** Its block has not said who comes. */
  isNameless: boolean;
  /** One of its people is deleted; only a closed booking can have such people. */
  personDeleted: boolean;
  /** Until when it was held before the last transition. */
  lostHold: Date | null;
  /** The last entry of the trail that set the status; its time and its author are those of the last step that was not taken back. */
  last: {
    from: BookingStatus | null;
    to: BookingStatus;
    occurredAt: Date;
    recordedAt: Date;
    /** The id of its author: a user, an API key, or null: the system. */
    actor: string | null;
  };
}

interface Moment {
  now: Date;
  occurredAt: Date;
}

const because = (code: string, message: string): Reason => ({ code, message });
const DAY_MS = 86_400_000;

/** Whether a transition is possible, and if not, every reason. Permissions are not its business. */
export function checkTransition(
  type: TransitionType,
  facts: BookingFacts,
  { now, occurredAt }: Moment,
  site: SiteSettings,
): Reason[] {
  const wrong = wrongStatus(type, facts.status);
  if (wrong) return [wrong];
  const on = localDate(occurredAt, site.timeZone);
  const today = localDate(now, site.timeZone);
  const late = ruleOf(type).undoes && now.getTime() - facts.last.recordedAt.getTime() > site.historyWindowDays * DAY_MS;
  const passed = late
    ? [because('window_passed', `The last transition is more than ${site.historyWindowDays} days old.`)]
    : [];
  const gone =
    facts.personDeleted && isLive(nextStatus(type, facts))
      ? [because('person_deleted', 'One of the people is deleted.')]
      : [];
  const kept =
    !facts.locationAllocatable && isLive(nextStatus(type, facts))
      ? [because('location_not_allocatable', 'The type of the location cannot be allocated to bookings.')]
      : [];
  const nameless =
    facts.isNameless && !NAMELESS.includes(nextStatus(type, facts))
      ? [because('lead_person_required', 'Say first who comes: the booking has no lead person.')]
      : [];
  return [...passed, ...gone, ...kept, ...nameless, ...CONDITIONS[type](facts, { on, today }, site)];
}

/** The status that a transition leads to. */
export function nextStatus(type: TransitionType, facts: Pick<BookingFacts, 'last'>): BookingStatus {
  const { to } = ruleOf(type);
  if (to !== 'before') return to;
  const before = facts.last.from ?? 'confirmed';
  return before === 'checked_in' ? 'confirmed' : before;
}

/** All transitions as the caller sees them now, from the table that executes them. */
export function listAllowedTransitions(facts: BookingFacts, now: Date, access: SiteAccess): AllowedTransition[] {
  return TRANSITION_TYPES.map((type) => {
    const rule = ruleOf(type);
    const reasons = checkTransition(type, facts, { now, occurredAt: now }, access.site);
    const denied = mayTransition(type, facts, now, access)
      ? []
      : [because('permission_missing', `This needs ${rule.permission}.`)];
    const all = [...reasons, ...denied];
    return { type, allowed: all.length === 0, reasons: all, requires: requiredBy(type, facts, now) };
  });
}

/** The fields that a transition asks for. A hold that is over by now does not become one without an end by itself. */
function requiredBy(type: TransitionType, facts: BookingFacts, now: Date): string[] {
  const { requires, from } = ruleOf(type);
  const returnsHeld = type === 'reinstate' && from.includes(facts.status) && nextStatus(type, facts) === 'provisional';
  return returnsHeld && facts.lostHold !== null && facts.lostHold <= now ? [...requires, 'hold_until'] : [...requires];
}

function wrongStatus(type: TransitionType, status: BookingStatus): Reason | undefined {
  const { from, to } = ruleOf(type);
  if (from.includes(status)) return undefined;
  if (to === status) return because(`already_${status}`, `The booking is ${status} already.`);
  if (type === 'cancel' && status === 'checked_in')
    return because('in_house', 'The person lives in the room; check out instead.');
  return because('wrong_status', `From ${status} there is no ${type}; it starts from ${from.join(' or ')}.`);
}

type Condition = (facts: BookingFacts, dates: { on: string; today: string }, site: SiteSettings) => Reason[];
const when = (holds: boolean, code: string, message: string): Reason[] => (holds ? [because(code, message)] : []);

const TAKEN = 'Another booking holds the place for one of the nights.';

/** For who comes back without moving in: a resident is one more who holds the nights. */
const conflicting = (facts: BookingFacts): Reason[] =>
  when(facts.roomOccupied || facts.hasConflict, 'has_conflict', inTheWay(TAKEN, facts.inTheWay));

/** A booking cannot get a place of a location that is not active. */
const closed = (facts: BookingFacts): Reason[] =>
  when(!facts.locationActive, 'location_closed', 'The location is closed.');

const CONDITIONS: Record<TransitionType, Condition> = {
  confirm: () => [],
  check_in: (facts, { on, today }, site) => [
    ...when(
      facts.status === 'provisional' && site.requireConfirmedForCheckIn,
      'not_confirmed',
      'Confirm the booking first.',
    ),
    ...when(
      on < addDays(facts.contractStart, -site.earlyCheckInDays),
      'before_start',
      `The stay starts on ${facts.contractStart}.`,
    ),
    ...when(
      facts.contractEnd !== null && on >= facts.contractEnd,
      'after_end',
      `The stay ended on ${facts.contractEnd}.`,
    ),
    ...closed(facts),
    ...when(
      facts.roomOccupied,
      'room_occupied',
      inTheWay('Somebody still lives there.', facts.hasConflict ? null : facts.inTheWay),
    ),
    // A conflict is one of the nights from today on. A check-in that is recorded after midnight does not need the first night.
    ...when(facts.hasConflict && on <= today, 'has_conflict', inTheWay(TAKEN, facts.inTheWay)),
  ],
  check_out: () => [],
  cancel: () => [],
  no_show: (facts, { today }) =>
    when(today <= facts.contractStart, 'too_early', `A no-show is known after ${facts.contractStart}.`),
  void: () => [],
  undo_check_in: conflicting,
  undo_check_out: (facts) =>
    when(
      facts.roomOccupied || facts.hasConflict,
      'room_retaken',
      inTheWay('Others have the place by now.', facts.inTheWay),
    ),
  reinstate: (facts) => [...(isLive(nextStatus('reinstate', facts)) ? closed(facts) : []), ...conflicting(facts)],
};
