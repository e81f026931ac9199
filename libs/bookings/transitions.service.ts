import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError, InvalidField, NotFound } from '#libs/core/errors/domain-error';
import { constraintError } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { Clock } from '#libs/core/time/clock';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { lockPlaces } from '#libs/occupancy/places.queries';
import { type Reason, TransitionNotAllowed } from '#libs/bookings/booking-errors';
import { type BookingFactsRow, factsOf, toDetail } from '#libs/bookings/booking-rows';
import { ruleOf } from '#libs/bookings/booking-status';
import { appendTransaction, type Cause } from '#libs/bookings/booking-trail';
import type { TransitionRequest, TransitionResponse } from '#libs/bookings/bookings.dto';
import { findBooking, lockBooking } from '#libs/bookings/bookings.queries';
import { requireCancellation } from '#libs/bookings/cancellation.queries';
import { judge, judgeAll, nextStatus } from '#libs/bookings/judge';
import { applyTransition } from '#libs/bookings/transition-effects';

const FUTURE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Moves bookings through their states, by the table in booking-status.ts. */
@Injectable()
export class TransitionsService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws TransitionNotAllowed, NotFound, VersionMismatch, DomainError `forbidden`, `cancellation_code_*`, `occurred_at_out_of_range` */
  async transition(
    access: SiteAccess,
    id: string,
    request: TransitionRequest,
    version?: number,
  ): Promise<TransitionResponse> {
    const rule = ruleOf(request.type);
    if (!access.may(rule.permission)) {
      throw new DomainError('forbidden', `This needs the permission ${rule.permission}.`, {
        required_permission: rule.permission,
      });
    }
    return this.database.transaction((tx) => this.move(tx, access, id, request, { version }));
  }

  /** The same inside the caller's transaction, whose permission the caller has checked. */
  async move(
    tx: Transaction,
    access: SiteAccess,
    id: string,
    request: TransitionRequest,
    { version, cause }: { version?: number; cause?: Cause } = {},
  ): Promise<TransitionResponse> {
    const { site, caller } = access;
    const now = this.clock.now();
    const today = localDate(now, site.timeZone);
    const row = await this.lock(tx, access, id, today, version);
    const facts = factsOf(row);
    const occurredAt = request.occurred_at ? instantOf(request.occurred_at, site.timeZone) : now;
    const refuse = (reasons: Reason[]) =>
      new TransitionNotAllowed(row.status, request.type, reasons, judgeAll(facts, now, access));
    const reasons = judge(request.type, facts, { now, occurredAt }, site);
    if (reasons.length > 0) throw refuse(reasons);
    requireMoment(request, occurredAt, now, row, access);
    await requireDetails(tx, site.id, request);
    const to = nextStatus(request.type, facts);
    const effect = {
      row,
      type: request.type,
      to,
      occurredAt,
      on: localDate(occurredAt, site.timeZone),
      request,
      caller,
      now,
    };
    const blocked = await applyTransition(tx, site.id, effect).catch((error: unknown) => {
      throw constraintError(error, { occupancies_one_in_house_1: () => refuse([OCCUPIED]) });
    });
    if (blocked) throw refuse([blocked]);
    const transaction = await appendTransaction(tx, {
      siteId: site.id,
      bookingId: id,
      type: request.type,
      from: row.status,
      to,
      occurredAt,
      recordedAt: now,
      caller,
      notes: request.notes,
      cancellationCode: request.cancellation_code,
      cancellationReason: request.cancellation_reason,
      cause,
    });
    const after = await findBooking(tx, site.id, id, today);
    if (!after) throw new Error('the booking vanished');
    return { booking: toDetail(after, access, now), transaction };
  }

  /** The booking, locked; and its places, when the move may take them anew. */
  private async lock(
    tx: Transaction,
    { site }: SiteAccess,
    id: string,
    today: string,
    version?: number,
  ): Promise<BookingFactsRow> {
    const locked = await lockBooking(tx, site.id, id);
    if (!locked) throw new NotFound('The booking');
    requireVersion(locked.version, version);
    await lockPlaces(tx, site.id, [locked.location_id]);
    const row = await findBooking(tx, site.id, id, today);
    if (!row) throw new NotFound('The booking');
    return row;
  }
}

const OCCUPIED: Reason = { code: 'room_occupied', message: 'Somebody still lives there.' };

function requireMoment(
  { occurred_at: given, notes }: TransitionRequest,
  at: Date,
  now: Date,
  row: BookingFactsRow,
  access: SiteAccess,
): void {
  if (given === undefined) return;
  const refuse = (detail: string) => new InvalidField('occurred_at_out_of_range', '/occurred_at', detail);
  const previous = new Date(row.last_occurred_at);
  if (at.getTime() > now.getTime() + FUTURE_MS) throw refuse('must not lie in the future');
  if (row.last_type !== 'created' && at < previous)
    throw refuse(`must not be before the previous move, ${row.last_occurred_at}`);
  const days = access.site.historyWindowDays;
  if (at.getTime() >= now.getTime() - days * DAY_MS) return;
  if (!access.may('booking.backdate')) throw refuse(`must not be more than ${days} days ago`);
  if (!notes) throw refuse(`is more than ${days} days ago, which needs notes`);
}

async function requireDetails(tx: Transaction, siteId: string, request: TransitionRequest): Promise<void> {
  const { requires } = ruleOf(request.type);
  if (requires.includes('notes') && !request.notes) {
    const fault = { pointer: '/notes', code: 'required', detail: `is required to ${request.type}` };
    throw new DomainError('validation_failed', `${fault.pointer} ${fault.detail}`, {}, [fault]);
  }
  if (requires.includes('cancellation_code')) await requireCancellation(tx, siteId, request);
}
