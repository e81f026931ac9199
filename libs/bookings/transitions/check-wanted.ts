import type { SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import type { Transaction } from '#libs/core/database/transaction';
import { type DomainError, NotFound, VersionMismatch } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { inTheWay, leadPersonRequired, type Reason, TransitionNotAllowed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, factsOf } from '#libs/bookings/booking-rows';
import { ruleOf } from '#libs/bookings/booking-status';
import type { Cause } from '#libs/bookings/booking-trail';
import { findBookings, lockBookingsWithPlaces } from '#libs/bookings/bookings.queries';
import { holdAfter } from '#libs/bookings/holds/hold';
import { activeCodes } from '#libs/bookings/transitions/cancellation.queries';
import { checkTransition, listAllowedTransitions, nextStatus } from '#libs/bookings/transitions/check-transition';
import { effectOf } from '#libs/bookings/transitions/effect';
import { mayTransition } from '#libs/bookings/transitions/may-transition';
import { detailError, momentError } from '#libs/bookings/transitions/request-errors';
import type { Placed } from '#libs/bookings/transitions/settle-places';
import type { SettledTransition } from '#libs/bookings/transitions/transitions.queries';
import type { TransitionDetails } from './transitions.dto.js';

/** A requested transition of a booking. */
export interface WantedTransition {
  id: string;
  request: TransitionDetails;
  version?: number | undefined;
  cause?: Cause | undefined;
}

/** The bookings that transitions are checked against, and those of the codes given with them that the site uses. */
export interface Known {
  rows: Map<string, BookingFactsRow>;
  codes: ReadonlySet<string>;
}

const idsOf = (wanted: WantedTransition[]): string[] => wanted.map(({ id }) => id);

/** Locks the bookings and then their places, both in the order of ids; returns the version of each booking. */
export async function lockWanted(tx: Transaction, { site }: SiteAccess, wanted: WantedTransition[]) {
  const rows = await lockBookingsWithPlaces(tx, site.id, idsOf(wanted));
  return new Map(rows.map((row) => [row.id, row.version] as const));
}

/** Bookings with their facts, by id. */
export async function rowsOf(
  tx: Transaction,
  site: SiteSettings,
  ids: string[],
  now: Date,
  find = findBookings,
): Promise<Map<string, BookingFactsRow>> {
  const rows = await find(tx, site.id, ids, localDate(now, site.timeZone));
  return new Map(rows.map((row) => [row._id, row]));
}

/** What transitions are checked against. */
export async function readWanted(
  tx: Transaction,
  { site }: SiteAccess,
  wanted: WantedTransition[],
  now: Date,
  find = findBookings,
): Promise<Known> {
  const given = wanted.map(({ request }) => request.cancellation_code);
  const [rows, codes] = await Promise.all([
    rowsOf(tx, site, idsOf(wanted), now, find),
    activeCodes(tx, site.id, given),
  ]);
  return { rows, codes };
}

/** Checks transitions of bookings that are locked; nothing is written yet. */
export function checkWanted(
  access: SiteAccess,
  wanted: WantedTransition[],
  { rows, codes }: Known,
  now: Date,
): Outcome<SettledTransition>[] {
  return wanted.map((transition) => {
    const row = rows.get(transition.id);
    return row ? checked(access, transition, row, now, codes) : new NotFound('The booking');
  });
}

/** Why a transition cannot begin: its booking is not there, or has another version. */
export function lockError(transition: WantedTransition, version: number | undefined): DomainError | undefined {
  if (version === undefined) return new NotFound('The booking');
  return transition.version !== undefined && transition.version !== version ? new VersionMismatch(version) : undefined;
}

/** What a transition would do, or why it is refused. */
function checked(
  access: SiteAccess,
  { request, cause }: WantedTransition,
  row: BookingFactsRow,
  now: Date,
  codes: ReadonlySet<string>,
): Outcome<SettledTransition> {
  const { type } = request;
  const facts = factsOf(row);
  if (ruleOf(type).undoes && !mayTransition(type, facts, now, access)) return forbidden(ruleOf(type).permission);
  const occurredAt = request.occurred_at
    ? instantOf(request.occurred_at, access.site.timeZone)
    : notBeforeLast(row, now);
  const reasons = checkTransition(type, facts, { now, occurredAt }, access.site);
  if (reasons.some(({ code }) => code === 'lead_person_required')) return leadPersonRequired();
  if (reasons.length > 0) return refusal(access, row, type, reasons, now);
  const error = momentError(request, occurredAt, now, row, access) ?? detailError(request, codes);
  if (error) return error;
  const to = nextStatus(type, facts);
  const on = localDate(occurredAt, access.site.timeZone);
  const today = localDate(now, access.site.timeZone);
  const given = request.hold_until && instantOf(request.hold_until, access.site.timeZone).toISOString();
  const hold = holdAfter(to, given, row.lost_hold, now);
  if (isFailure(hold)) return hold;
  const check = { row, type, to, occurredAt, on, today, request, holdUntil: hold.until };
  return { ...check, effect: effectOf(check), cause };
}

/** Now, unless the previous transition was given a time that is still to come. */
const notBeforeLast = ({ last_type, last_occurred_at }: BookingFactsRow, now: Date): Date => {
  const previous = new Date(last_occurred_at);
  return last_type !== 'created' && previous > now ? previous : now;
};

/** What is in the way of places that could not be taken. */
export const blockedBy = (placed: Placed | undefined): Reason[] => {
  const { effect: { otherwise } = {}, blocker } = placed ?? {};
  return otherwise ? [{ ...otherwise, message: inTheWay(otherwise.message, blocker) }] : [];
};

export const refusal = (
  access: SiteAccess,
  row: BookingFactsRow,
  type: SettledTransition['type'],
  reasons: Reason[],
  now: Date,
) => new TransitionNotAllowed(row.status, type, reasons, listAllowedTransitions(factsOf(row), now, access));
