import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { updatedChanges } from '#libs/accounts/audit/audit-changes';
import { changesOf } from '#libs/core/collections/changes';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { isFailure, isSuccess } from '#libs/core/errors/outcome';
import { requireVersion } from '#libs/core/http/etag';
import { instantOf } from '#libs/core/time/site-time';
import { Clock } from '#libs/core/time/clock';
import type {
  BlockBookingPageResponse,
  BlockBookingResponse,
  ChangedBlockResponse,
  ListBlocksQuery,
  UpdateBlockRequest,
} from '#libs/bookings/blocks/blocks.dto';
import {
  type BlockRow,
  findBlock,
  listBlocks,
  listLiveOf,
  lockBlock,
  updateBlock,
} from '#libs/bookings/blocks/blocks.queries';
import { STATUSES } from '#libs/bookings/booking-status';
import { RELEASED } from '#libs/bookings/departure-slots/slot-day';
import { requireHold } from '#libs/bookings/holds/hold';
import { MOVE_REMOVED } from '#libs/bookings/lost-move';
import { UpdateExecutor } from '#libs/bookings/updates/update-executor';

/** Block bookings: what was booked together. They are made by a bulk request and live as long as their bookings. */
@Injectable()
export class BlocksService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly updates: UpdateExecutor,
  ) {}

  async list({ site }: SiteAccess, query: ListBlocksQuery): Promise<BlockBookingPageResponse> {
    const { total, data } = await listBlocks(this.database, site.id, query);
    return { data: data.map(toBlock), total, limit: query.limit, skip: query.skip };
  }

  /** @throws NotFound */
  get({ site }: SiteAccess, id: string): Promise<BlockBookingResponse> {
    return requireBlock(this.database, site.id, id);
  }

  /**
   * Changes the name and the notes of a block, and the dates of all its live bookings or of none.
   * @throws NotFound, VersionMismatch, BookingConflict, DomainError `duplicate_name`, `invalid_date_range`
   */
  update(access: SiteAccess, id: string, request: UpdateBlockRequest, version?: number): Promise<ChangedBlockResponse> {
    const { site, caller } = access;
    return this.database.transaction(async (tx) => {
      const block = await lockBlock(tx, site.id, id, 'NO KEY UPDATE');
      requireVersion(block.version, version);
      const { name = block.name, notes = block.notes } = request;
      const changed = changesOf({ name: block.name, notes: block.notes }, { name, notes: notes || null });
      const now = this.clock.now();
      const { moved, waiting, warnings } = await this.updateBookings(tx, access, id, request);
      const texts = updatedChanges(block, changed);
      const until = holdOf(request, access.site.timeZone) ?? { hold_until: block.hold_until };
      if (request.hold_until) requireHold({ status: 'provisional', hold_until: until.hold_until }, now);
      const held = changesOf({ hold_until: block.hold_until }, until);
      const changes = [...texts, ...moved, ...updatedChanges({ hold_until: block.hold_until }, held)];
      if (changes.length > 0) {
        await updateBlock(tx, site.id, { ...block, ...changed, ...until }, now);
        const auditEntry = { siteId: site.id, action: 'block_booking.updated', subjectKind: 'block_booking' as const };
        await recordAudit(tx, caller, now, { ...auditEntry, subjectId: id, changes });
      }
      return { ...(await requireBlock(tx, site.id, id)), waiting, warnings };
    });
  }

  /** Gives all live bookings other dates; returns what of the block changes by that, and who waits for nights that they give up. @throws what speaks against the first of them */
  private async updateBookings(tx: Transaction, access: SiteAccess, id: string, request: UpdateBlockRequest) {
    const { contract_start, contract_end, hold_until } = request;
    const dates = {
      ...(contract_start !== undefined && { contract_start }),
      ...(contract_end !== undefined && { contract_end }),
    };
    if (Object.keys(dates).length === 0 && hold_until === undefined) return { moved: [], waiting: [], warnings: [] };
    const live = await listLiveOf(tx, access.site.id, id);
    if (live.length === 0) requireNoDates(Object.keys(dates));
    const before = await requireBlock(tx, access.site.id, id);
    const cause = { kind: 'bulk' as const, id };
    const wanted = live.map(({ id: booking, status }) => ({
      id: booking,
      request: {
        ...dates,
        ...(status === 'provisional' && hold_until !== undefined && { hold_until }),
      },
      cause,
    }));
    const outcomes = await this.updates.executeAll(tx, access, wanted, 'together');
    const failures = outcomes.flatMap((each, index) => {
      const { id: booking_id = '', reference = '' } = live[index] ?? {};
      return isFailure(each) ? [{ booking_id, reference, error: each }] : [];
    });
    if (failures.length > 0) throw joined(failures);
    const after = await requireBlock(tx, access.site.id, id);
    const changed = changesOf(before, { contract_start: after.contract_start, contract_end: after.contract_end });
    const waiting = outcomes.filter(isSuccess).flatMap((each) => each.waiting ?? []);
    const warnings = outcomes.filter(isSuccess).flatMap((each) =>
      // Which of the bookings it is about, a warning of a single one need not say.
      each.warnings
        .filter(({ code }) => code === RELEASED || code === MOVE_REMOVED)
        .map((warning) => ({ ...warning, booking_ids: [each._id] })),
    );
    return { moved: updatedChanges(before, changed), waiting, warnings };
  }
}

/** The hold that a request gives, as it is stored; nothing when it gives none. */
const holdOf = ({ hold_until: until }: UpdateBlockRequest, timeZone: string) =>
  until === undefined ? undefined : { hold_until: until && instantOf(until, timeZone).toISOString() };

/** Of a block whose bookings are all over nothing can move. @throws DomainError `booking_closed` */
function requireNoDates(fields: string[]): void {
  if (fields.length === 0) return;
  const detail = 'cannot change: all bookings of the block are over';
  const errors = fields.map((field) => ({ pointer: `/${field}`, code: 'booking_closed', detail }));
  throw new DomainError('booking_closed', `${fields.join(', ')} ${detail}.`, {}, errors);
}

interface Failure {
  booking_id: string;
  reference: string;
  error: DomainError;
}

/** The failures of several bookings as one: that of the first, which is named, with the bookings and the conflicts of all. */
function joined(failures: Failure[]): DomainError {
  const [first] = failures;
  if (!first) throw new Error('a failure without a reason');
  const { code, detail, members, errors } = first.error;
  const conflicts = failures.flatMap(({ error }) => (error.members.conflicts ?? []) as { booking_id: string }[]);
  const bookings = failures.map(({ error, ...booking }) => ({ ...booking, code: error.code, detail: error.detail }));
  const more = failures.length > 1 ? ` ${failures.length - 1} more are refused, too: bookings lists them.` : '';
  const what = `The booking ${first.reference} is refused, so that nothing changed. ${detail}${more}`;
  return new DomainError(code, what, { ...members, ...(conflicts.length > 0 && { conflicts }), bookings }, errors);
}

/** @throws NotFound */
export async function requireBlock(sql: Sql, siteId: string, id: string): Promise<BlockBookingResponse> {
  const row = await findBlock(sql, siteId, id);
  if (!row) throw new NotFound('The block booking');
  return toBlock(row);
}

/** A block as responses show it. */
export function toBlock({ counts, ...row }: BlockRow): BlockBookingResponse {
  const all = Object.fromEntries(STATUSES.map((status) => [status, counts[status] ?? 0]));
  return { ...row, counts: all as unknown as BlockBookingResponse['counts'] };
}
