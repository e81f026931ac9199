import { Injectable } from '@nestjs/common';
import type { SiteAccess, SiteSettings } from '#libs/accounts/access/access';
import { ahead, type Transaction } from '#libs/core/database/database';
import { DomainError, InvalidField, NotFound, VersionMismatch } from '#libs/core/errors/domain-error';
import { isFailure, isSuccess, type Outcome } from '#libs/core/errors/outcome';
import { Clock } from '#libs/core/time/clock';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { ATTEMPTS, findAllBlockers } from '#libs/occupancy/places.queries';
import { type Reason, TransitionNotAllowed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, factsOf, toDetail } from '#libs/bookings/booking-rows';
import { FREEING, REVIVING, ruleOf } from '#libs/bookings/booking-status';
import type { Cause } from '#libs/bookings/booking-trail';
import type { TransitionDetails, TransitionResponse } from '#libs/bookings/bookings.dto';
import { findBookings, lockBookingsWithPlaces, lockPeopleOf } from '#libs/bookings/bookings.queries';
import { activeCodes, cancellationFault } from '#libs/bookings/transitions/cancellation.queries';
import { type Effect, effectOf } from '#libs/bookings/transitions/effect';
import { judge, judgeAll, nextStatus } from '#libs/bookings/transitions/judge';
import { type SettledMove, settleMoves } from '#libs/bookings/transitions/moves.queries';

const FUTURE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** A transition that somebody wants of a booking. */
export interface Move {
  id: string;
  request: TransitionDetails;
  version?: number | undefined;
  cause?: Cause | undefined;
}

/** The bookings that moves are judged by, and those of the codes given with them that the site uses. */
interface Known {
  rows: Map<string, BookingFactsRow>;
  codes: ReadonlySet<string>;
}

/** Moves bookings through their states, by the table in booking-status.ts: one or a thousand in the same statements. */
@Injectable()
export class MovesService {
  constructor(private readonly clock: Clock) {}

  /**
   * Executes moves of different bookings inside the caller's transaction; the caller has checked the permissions.
   * Those that free places go first, so that a check-out and the next check-in can come together.
   */
  async moveAll(tx: Transaction, access: SiteAccess, moves: Move[]): Promise<Outcome<TransitionResponse>[]> {
    const outcomes = new Array<Outcome<TransitionResponse>>(moves.length);
    const frees = ({ request }: Move) => FREEING.includes(request.type);
    const locking = this.lock(tx, access, moves);
    const reviving = moves.filter(({ request }) => REVIVING.includes(request.type)).map(({ id }) => id);
    const kept = reviving.length > 0 ? ahead(lockPeopleOf(tx, access.site.id, reviving)) : undefined;
    // The first wave is read in the same round trip, behind the locks.
    const first = moves.filter(frees).length > 0 ? moves.filter(frees) : moves;
    const read = ahead(this.read(tx, access, first));
    const locked = await locking;
    await kept;
    const ready = moves.flatMap((move, index) => {
      const fault = lockFault(move, locked.get(move.id));
      if (fault) outcomes[index] = fault;
      return fault ? [] : [{ move, index }];
    });
    const waves = [ready.filter(({ move }) => frees(move)), ready.filter(({ move }) => !frees(move))];
    for (const wave of waves) {
      const wanted = wave.map(({ move }) => move);
      const known = wanted[0] && first.includes(wanted[0]) ? read : undefined;
      const done = await this.moveWave(tx, access, wanted, known);
      wave.forEach(({ index }, position) => (outcomes[index] = done[position] as Outcome<TransitionResponse>));
    }
    return outcomes;
  }

  /** The same for one; throws what stands against it. */
  async move(tx: Transaction, access: SiteAccess, move: Move): Promise<TransitionResponse> {
    const [outcome] = await this.moveAll(tx, access, [move]);
    if (!outcome) throw new Error('a move without an outcome');
    if (isFailure(outcome)) throw outcome;
    return outcome;
  }

  /** Judges moves of bookings that are locked; nothing is written yet. */
  async judgeAll(tx: Transaction, access: SiteAccess, moves: Move[], known = this.read(tx, access, moves)) {
    const now = this.clock.now();
    const { rows, codes } = await known;
    return moves.map((move): Outcome<SettledMove> => {
      const row = rows.get(move.id);
      return row ? judged(access, move, row, now, codes) : new NotFound('The booking');
    });
  }

  /** What moves are judged by. */
  private async read(tx: Transaction, { site }: SiteAccess, moves: Move[]): Promise<Known> {
    const [rows, codes] = await Promise.all([
      this.rowsOf(
        tx,
        site,
        moves.map(({ id }) => id),
      ),
      activeCodes(
        tx,
        site.id,
        moves.map(({ request }) => request.cancellation_code),
      ),
    ]);
    return { rows, codes };
  }

  private async rowsOf(tx: Transaction, site: SiteSettings, ids: string[]): Promise<Map<string, BookingFactsRow>> {
    const rows = await findBookings(tx, site.id, ids, localDate(this.clock.now(), site.timeZone));
    return new Map(rows.map((row) => [row._id, row]));
  }

  private async moveWave(
    tx: Transaction,
    access: SiteAccess,
    moves: Move[],
    known?: Promise<Known>,
  ): Promise<Outcome<TransitionResponse>[]> {
    if (moves.length === 0) return [];
    const { site, caller } = access;
    const now = this.clock.now();
    const verdicts = await this.judgeAll(tx, access, moves, known);
    const able = verdicts.filter(isSuccess);
    const placed = await settlePlaces(
      tx,
      site.id,
      able.map(({ effect }) => effect),
    );
    const settled = able.filter((_, index) => placed[index]);
    const [entries, after] = await Promise.all([
      settleMoves(tx, site.id, settled, { caller, now }),
      this.rowsOf(
        tx,
        site,
        settled.map(({ row }) => row._id),
      ),
    ]);
    return verdicts.map((verdict) => {
      if (isFailure(verdict)) return verdict;
      const [booking, transaction] = [after.get(verdict.row._id), entries.get(verdict.row._id)];
      if (!booking || !transaction) return refusal(access, verdict.row, verdict.type, blockedBy(verdict.effect), now);
      return { booking: toDetail(booking, access, now), transaction };
    });
  }

  /** Locks the bookings and then their places, both in the order of ids; answers the version of each booking. */
  private async lock(tx: Transaction, { site }: SiteAccess, moves: Move[]) {
    const rows = await lockBookingsWithPlaces(
      tx,
      site.id,
      moves.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.id, row.version] as const));
  }
}

/** Exchanges places; who was beaten to one while the location has others tries again. */
async function settlePlaces(tx: Transaction, siteId: string, effects: Effect[]): Promise<boolean[]> {
  const done = await exchangePlaces(tx, siteId, effects);
  for (let attempt = 2; attempt <= ATTEMPTS; attempt++) {
    const refused = effects.flatMap(({ take }, index) => (take && !done[index] ? [{ take, index }] : []));
    const blockers = await findAllBlockers(
      tx,
      refused.map(({ take }) => take),
    );
    const beaten = refused.filter((_, position) => blockers[position]?.length === 0);
    if (beaten.length === 0) break;
    const steps = beaten.flatMap(({ index }) => effects[index] ?? []);
    const again = await exchangePlaces(tx, siteId, steps);
    beaten.forEach(({ index }, position) => (done[index] = again[position] ?? false));
  }
  return done;
}

function lockFault(move: Move, version: number | undefined): DomainError | undefined {
  if (version === undefined) return new NotFound('The booking');
  return move.version !== undefined && move.version !== version ? new VersionMismatch(version) : undefined;
}

function judged(
  access: SiteAccess,
  { request, cause }: Move,
  row: BookingFactsRow,
  now: Date,
  codes: ReadonlySet<string>,
): Outcome<SettledMove> {
  const { type } = request;
  const facts = factsOf(row);
  const occurredAt = request.occurred_at
    ? instantOf(request.occurred_at, access.site.timeZone)
    : notBeforeLast(row, now);
  const reasons = judge(type, facts, { now, occurredAt }, access.site);
  if (reasons.length > 0) return refusal(access, row, type, reasons, now);
  const fault = momentFault(request, occurredAt, now, row, access) ?? detailFault(request, codes);
  if (fault) return fault;
  const to = nextStatus(type, facts);
  const on = localDate(occurredAt, access.site.timeZone);
  const verdict = { row, type, to, occurredAt, on, request };
  return { ...verdict, effect: effectOf(verdict), cause };
}

/** Now, unless the previous move was given a time that is still to come. */
const notBeforeLast = ({ last_type, last_occurred_at }: BookingFactsRow, now: Date): Date => {
  const previous = new Date(last_occurred_at);
  return last_type !== 'created' && previous > now ? previous : now;
};

const blockedBy = ({ otherwise }: Effect): Reason[] => (otherwise ? [otherwise] : []);

const refusal = (access: SiteAccess, row: BookingFactsRow, type: SettledMove['type'], reasons: Reason[], now: Date) =>
  new TransitionNotAllowed(row.status, type, reasons, judgeAll(factsOf(row), now, access));

function momentFault(
  { type, occurred_at: given, notes }: TransitionDetails,
  at: Date,
  now: Date,
  row: BookingFactsRow,
  access: SiteAccess,
): DomainError | undefined {
  if (given === undefined) return undefined;
  const refuse = (detail: string) => new InvalidField('occurred_at_out_of_range', '/occurred_at', detail);
  const previous = new Date(row.last_occurred_at);
  if (at.getTime() > now.getTime() + FUTURE_MS) return refuse('must not lie in the future');
  if (row.last_type !== 'created' && at < previous)
    return refuse(`must not be before the previous move, ${row.last_occurred_at}`);
  if (type === 'check_out' && row.checked_in_at && at < new Date(row.checked_in_at))
    return refuse(`must not be before the check-in, ${row.checked_in_at}`);
  const days = access.site.historyWindowDays;
  if (at.getTime() >= now.getTime() - days * DAY_MS) return undefined;
  if (!access.may('booking.backdate')) return refuse(`must not be more than ${days} days ago`);
  return notes ? undefined : refuse(`is more than ${days} days ago, which needs notes`);
}

function detailFault(request: TransitionDetails, codes: ReadonlySet<string>): DomainError | undefined {
  const { requires } = ruleOf(request.type);
  if (requires.includes('notes') && !request.notes) {
    const fault = { pointer: '/notes', code: 'required', detail: `is required to ${request.type}` };
    return new DomainError('validation_failed', `${fault.pointer} ${fault.detail}`, {}, [fault]);
  }
  const codeMatters = requires.includes('cancellation_code') || request.cancellation_code !== undefined;
  return codeMatters ? cancellationFault(request, codes) : undefined;
}
