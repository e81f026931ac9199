import { Injectable } from '@nestjs/common';
import type { SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { forbidden } from '#libs/accounts/access/forbidden';
import { pipelined, type Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound, VersionMismatch } from '#libs/core/errors/domain-error';
import { isFailure, isSuccess, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { type Exchanged, exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, findAllBlockers } from '#libs/occupancy/places.queries';
import { leadPersonRequired, type Reason, TransitionNotAllowed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, factsOf, peopleOf, toDetail } from '#libs/bookings/booking-rows';
import { FREEING, isCalledOff, REVIVING, ruleOf, VACATING } from '#libs/bookings/booking-status';
import type { Cause } from '#libs/bookings/booking-trail';
import type { TransitionDetails } from './transitions.dto.js';
import type { TransitionResponse } from '../booking-responses.dto.js';
import { findBookings, lockBookingsWithPlaces, lockPeopleOf } from '#libs/bookings/bookings.queries';
import { takeSlots } from '#libs/bookings/departure-slots/take-slots';
import { leaveHomes } from '#libs/bookings/homes.queries';
import { matchFreed } from '#libs/bookings/freed';
import { recordPushed } from '#libs/bookings/pushed.queries';
import { activeCodes } from '#libs/bookings/transitions/cancellation.queries';
import { type Effect, effectOf } from '#libs/bookings/transitions/effect';
import { checkTransition, listAllowedTransitions, nextStatus } from '#libs/bookings/transitions/check-transition';
import { mayTransition } from '#libs/bookings/transitions/may-transition';
import { type SettledTransition, settleTransitions } from '#libs/bookings/transitions/transitions.queries';
import { detailError, momentError } from '#libs/bookings/transitions/request-errors';

/** A transition that somebody wants of a booking. */
export interface WantedTransition {
  id: string;
  request: TransitionDetails;
  version?: number | undefined;
  cause?: Cause | undefined;
}

/** The bookings that transitions are checked against, and those of the codes given with them that the site uses. */
interface Known {
  rows: Map<string, BookingFactsRow>;
  codes: ReadonlySet<string>;
}

/** Executes transitions by the table in booking-status.ts: one or a thousand in the same statements. */
@Injectable()
export class TransitionExecutor {
  constructor(private readonly clock: Clock) {}

  /**
   * Executes transitions of different bookings inside the caller's transaction; the caller has checked the permissions.
   * Those that free places go first, so that a check-out and the next check-in can come together.
   */
  async executeAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
  ): Promise<Outcome<TransitionResponse>[]> {
    const outcomes = new Array<Outcome<TransitionResponse>>(wanted.length);
    const frees = ({ request }: WantedTransition) => FREEING.includes(request.type);
    const locking = this.lock(tx, access, wanted);
    const reviving = wanted.filter(({ request }) => REVIVING.includes(request.type)).map(({ id }) => id);
    const kept = reviving.length > 0 ? pipelined(lockPeopleOf(tx, access.site.id, reviving)) : undefined;
    // The first wave is read in the same round trip, after the locks.
    const first = wanted.filter(frees).length > 0 ? wanted.filter(frees) : wanted;
    const read = pipelined(this.read(tx, access, first));
    const locked = await locking;
    await kept;
    const ready = wanted.flatMap((transition, index) => {
      const error = lockError(transition, locked.get(transition.id));
      if (error) outcomes[index] = error;
      return error ? [] : [{ transition, index }];
    });
    const waves = [
      ready.filter(({ transition }) => frees(transition)),
      ready.filter(({ transition }) => !frees(transition)),
    ];
    for (const wave of waves) {
      const inWave = wave.map(({ transition }) => transition);
      const known = inWave[0] && first.includes(inWave[0]) ? read : undefined;
      const done = await this.executeWave(tx, access, inWave, known);
      wave.forEach(({ index }, position) => (outcomes[index] = done[position] as Outcome<TransitionResponse>));
    }
    return outcomes;
  }

  /** Executes one transition. @throws DomainError, the reason why it is refused */
  async execute(tx: Transaction, access: SiteAccess, transition: WantedTransition): Promise<TransitionResponse> {
    const [outcome] = await this.executeAll(tx, access, [transition]);
    if (!outcome) throw new Error('a transition without an outcome');
    if (isFailure(outcome)) throw outcome;
    return outcome;
  }

  /** Checks transitions of bookings that are locked; nothing is written yet. */
  async checkAll(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
    known = this.read(tx, access, wanted),
  ) {
    const now = this.clock.now();
    const { rows, codes } = await known;
    return wanted.map((transition): Outcome<SettledTransition> => {
      const row = rows.get(transition.id);
      return row ? checked(access, transition, row, now, codes) : new NotFound('The booking');
    });
  }

  /** What transitions are checked against. */
  private async read(tx: Transaction, { site }: SiteAccess, wanted: WantedTransition[]): Promise<Known> {
    const [rows, codes] = await Promise.all([
      this.rowsOf(
        tx,
        site,
        wanted.map(({ id }) => id),
      ),
      activeCodes(
        tx,
        site.id,
        wanted.map(({ request }) => request.cancellation_code),
      ),
    ]);
    return { rows, codes };
  }

  private async rowsOf(tx: Transaction, site: SiteSettings, ids: string[]): Promise<Map<string, BookingFactsRow>> {
    const rows = await findBookings(tx, site.id, ids, localDate(this.clock.now(), site.timeZone));
    return new Map(rows.map((row) => [row._id, row]));
  }

  private async executeWave(
    tx: Transaction,
    access: SiteAccess,
    wanted: WantedTransition[],
    known?: Promise<Known>,
  ): Promise<Outcome<TransitionResponse>[]> {
    if (wanted.length === 0) return [];
    const { site, caller } = access;
    const now = this.clock.now();
    const day = { siteId: site.id, today: localDate(now, site.timeZone), now };
    const checks = await withSlots(tx, access, await this.checkAll(tx, access, wanted, known));
    const able = checks.filter(isSuccess);
    const placed = await settlePlaces(
      tx,
      day,
      able.map(({ effect }) => effect),
    );
    const settled = able.flatMap((transition, index) => {
      const exchanged = placed[index];
      return exchanged?.done ? [withOverstay(transition, exchanged)] : [];
    });
    const pushes = able.map(({ row }, index) => ({ by: row._id, pushed: placed[index]?.pushed ?? [] }));
    await recordPushed(tx, access, pushes, now);
    // What makes way for another booking frees only what that one does not take.
    const leaves = settled.filter(({ type, cause }) => VACATING.includes(type) && cause?.kind !== 'override');
    const vacated = leaves.map(({ row }) => row);
    const [entries, , after, waiting] = await Promise.all([
      settleTransitions(tx, site.id, settled, { caller, now }),
      // Sent after that, so it sees what was settled.
      leaveHomes(tx, site.id, settled.flatMap(leavers), { caller, now }),
      this.rowsOf(
        tx,
        site,
        settled.map(({ row }) => row._id),
      ),
      matchFreed(tx, day, vacated),
    ]);
    return checks.map((check) => {
      if (isFailure(check)) return check;
      const [booking, transaction] = [after.get(check.row._id), entries.get(check.row._id)];
      if (!booking || !transaction) return refusal(access, check.row, check.type, blockedBy(check.effect), now);
      return { booking: toDetail(booking, access, now), transaction, waiting: waiting.get(check.row._id) ?? [] };
    });
  }

  /** Locks the bookings and then their places, both in the order of ids; returns the version of each booking. */
  private async lock(tx: Transaction, { site }: SiteAccess, wanted: WantedTransition[]) {
    const rows = await lockBookingsWithPlaces(
      tx,
      site.id,
      wanted.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.id, row.version] as const));
  }
}

/** Who comes back takes the departure slot again, if it is not full by now. */
async function withSlots(
  tx: Transaction,
  { site }: SiteAccess,
  checks: Outcome<SettledTransition>[],
): Promise<Outcome<SettledTransition>[]> {
  const back = checks.filter(isSuccess).filter(({ row }) => isCalledOff(row.status));
  const full = await takeSlots(
    tx,
    site,
    back.map(({ row }) => row),
  );
  const errors = new Map(back.map((each, index) => [each, full[index]]));
  return checks.map((check) => (isSuccess(check) && errors.get(check)) || check);
}

/** Those who are not in house any more. */
export const leavers = ({ row, to }: SettledTransition): string[] =>
  row.status === 'checked_in' && to !== 'checked_in' ? peopleOf(row) : [];

/** Exchanges places; who was beaten to one while the location has others tries again. */
async function settlePlaces(
  tx: Transaction,
  day: { siteId: string; today: string },
  effects: Effect[],
): Promise<Exchanged[]> {
  const done = await exchangePlaces(tx, day, effects);
  for (let attempt = 2; attempt <= ATTEMPTS; attempt++) {
    const refused = effects.flatMap(({ takes = [] }, index) =>
      takes.length > 0 && !done[index]?.done ? [{ takes, index }] : [],
    );
    const blockers = await findAllBlockers(
      tx,
      refused.flatMap(({ takes }) => takes),
    );
    const beaten = refused.filter(({ takes }) => blockers.splice(0, takes.length).every((each) => each.length === 0));
    if (beaten.length === 0) break;
    const steps = beaten.flatMap(({ index }) => effects[index] ?? []);
    const again = await exchangePlaces(tx, day, steps);
    beaten.forEach(({ index }, position) => (done[index] = again[position] ?? { done: false, pushed: [] }));
  }
  return done;
}

/** A stay that lasted into the nights of others says of whom, as their trails do. */
function withOverstay(transition: SettledTransition, { pushed }: Exchanged): SettledTransition {
  const [first] = pushed;
  if (!first) return transition;
  return { ...transition, cause: transition.cause ?? { kind: 'overstay', id: first.holder_id } };
}

function lockError(transition: WantedTransition, version: number | undefined): DomainError | undefined {
  if (version === undefined) return new NotFound('The booking');
  return transition.version !== undefined && transition.version !== version ? new VersionMismatch(version) : undefined;
}

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
  const check = { row, type, to, occurredAt, on, today, request };
  return { ...check, effect: effectOf(check), cause };
}

/** Now, unless the previous transition was given a time that is still to come. */
const notBeforeLast = ({ last_type, last_occurred_at }: BookingFactsRow, now: Date): Date => {
  const previous = new Date(last_occurred_at);
  return last_type !== 'created' && previous > now ? previous : now;
};

const blockedBy = ({ otherwise }: Effect): Reason[] => (otherwise ? [otherwise] : []);

const refusal = (
  access: SiteAccess,
  row: BookingFactsRow,
  type: SettledTransition['type'],
  reasons: Reason[],
  now: Date,
) => new TransitionNotAllowed(row.status, type, reasons, listAllowedTransitions(factsOf(row), now, access));
