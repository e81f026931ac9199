import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { errorWithin, UnknownReference } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { findWarnings } from '#libs/bookings/warnings.queries';
import { instantOf, localDate } from '#libs/core/time/site-time';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges } from '#libs/accounts/audit/audit-changes';
import type { BookingStatus } from '#libs/bookings/booking-status';
import { type BlockRow, dropBlock, insertBlock, lockBlock } from '#libs/bookings/blocks/blocks.queries';
import { requireNamed } from '#libs/bookings/booking-errors';
import { toBooking } from '#libs/bookings/booking-rows';
import type { AssignmentRequest, BlockRequest, BulkDetails, BulkResponse } from '#libs/bookings/bulk/bulk.dto';
import { createBookings } from '#libs/bookings/create-bookings.queries';
import { PlacingService } from '#libs/bookings/bulk/placing.service';
import type { Placed } from '#libs/bookings/bulk/overriding-rows';
import { runAtomicOrPartial, toRowResult, summaryOf } from '#libs/bookings/bulk/outcomes';
import { requireHold } from '#libs/bookings/holds/hold';
import { type NewBooking, newBooking } from '#libs/bookings/new-booking';
import { requireOverridePermission } from '#libs/bookings/overrides.service';
import { referenceError } from '#libs/bookings/references';
import { type KnownReferences, lockAllReferences } from '#libs/bookings/references.queries';
import { requireStay, siteDate } from '#libs/bookings/stay-dates';

/** What is booked: from a day that is known, in a block that is made with it or was there before. */
export interface WantedBulk extends BulkDetails {
  contract_start: string;
  block?: BlockRequest | null;
}

/** A block booking that more bookings are added to. */
export type ExistingBlock = Pick<BlockRow, '_id' | 'name' | 'notes'>;

/** What all rows of a request share. */
interface Common {
  contractStart: string;
  contractEnd: string | null;
  flags: string[];
  notes: string | null;
  holdUntil: string | null;
  status: BookingStatus;
  block: string | null;
  isNewBlock: boolean;
  now: Date;
}

/** Many bookings at once, for the same nights. The number of statements does not grow with the rows. */
@Injectable()
export class BulkService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly placing: PlacingService,
  ) {}

  /** @throws DomainError `validation_failed` (a row without a name outside a block), `invalid_date_range`, `unknown_reference` (flags), `forbidden` (override); rows fail on their own */
  async create(access: SiteAccess, request: WantedBulk, existing?: ExistingBlock): Promise<BulkResponse> {
    if (request.assignments.some(({ override }) => override)) requireOverridePermission(access);
    if (!request.block && !existing) requireNamed(namelessOf(request.assignments));
    const common = this.read(access, request, existing);
    const { outcomes, rolledBack } = await runAtomicOrPartial<Placed>(request.atomic ?? false, (settle) =>
      this.database.transaction(async (tx) => {
        const created = await this.write(tx, access, request, common);
        settle(created);
        return created;
      }),
    );
    const today = localDate(common.now, access.site.timeZone);
    const ids = outcomes.flatMap((outcome) => (isFailure(outcome) || rolledBack ? [] : [outcome.booking._id]));
    const warnings = await findWarnings(this.database, access.site.id, ids, today);
    const results = outcomes.map((outcome, index) => {
      const placed = isFailure(outcome) || rolledBack ? null : outcome;
      return {
        index,
        ...toRowResult(outcome, 'created', rolledBack),
        booking: placed ? toBooking(placed.booking, today) : null,
        warnings: (placed && warnings.get(placed.booking._id)) ?? [],
        overridden_booking_id: placed?.overridden ?? null,
        waiting: placed?.waiting ?? [],
      };
    });
    const summary = summaryOf(results, 'created');
    const block = existing ?? (summary.created > 0 ? blockOf(request, common) : null);
    return { block_booking: block && { _id: block._id, name: block.name, notes: block.notes }, summary, results };
  }

  private read({ site }: SiteAccess, request: WantedBulk, existing?: ExistingBlock): Common {
    const contractStart = siteDate(request.contract_start, site.timeZone);
    const contractEnd = siteDate(request.contract_end, site.timeZone) ?? null;
    requireStay(contractStart, contractEnd);
    const common = {
      contractStart,
      contractEnd,
      flags: request.flags ?? [],
      notes: request.notes || null,
      holdUntil: request.hold_until ? instantOf(request.hold_until, site.timeZone).toISOString() : null,
      status: request.status ?? (request.hold_until ? 'provisional' : 'confirmed'),
      block: existing?._id ?? (request.block ? newId() : null),
      isNewBlock: !existing && Boolean(request.block),
      now: this.clock.now(),
    };
    requireHold({ status: common.status, hold_until: common.holdUntil }, common.now);
    return common;
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    request: WantedBulk,
    common: Common,
  ): Promise<Outcome<Placed>[]> {
    const { assignments } = request;
    const { block, isNewBlock, now } = common;
    if (block && !isNewBlock) await lockBlock(tx, access.site.id, block, 'SHARE');
    const known = await lockAllReferences(tx, access.site.id, referencesOf(assignments, common.flags));
    requireFlags(common.flags, known);
    const made = request.block && { ...request.block, hold_until: common.holdUntil };
    if (made && block) await insertBlock(tx, access, block, made, now);
    const rows = assignments.map((assignment, number) => ({
      number,
      booking: bookingOf(assignment, common),
      override: assignment.override,
    }));
    const errors = rows.map(({ booking }) => referenceError(booking, known, { names: NAMES }));
    const wanted = rows.filter(({ number }) => !errors[number]);
    const cause = { kind: 'bulk' as const, id: block ?? newId() };
    const placed = await this.placing.placeAll(tx, access, wanted, {
      source: 'bulk',
      cause,
      now,
      write: createBookings,
    });
    const outcomes: (Outcome<Placed> | undefined)[] = [...errors];
    wanted.forEach(({ number }, position) => (outcomes[number] = placed[position]));
    if (block && isNewBlock && placed.every(isFailure)) await dropBlock(tx, access.site.id, block);
    else if (block && isNewBlock && made)
      await recordAudit(tx, access.caller, now, blockEntry(access.site.id, block, made));
    return outcomes.map((outcome, index) =>
      isFailure(outcome) ? errorWithin(`/assignments/${index}`, outcome) : (outcome as Placed),
    );
  }
}

const namelessOf = (assignments: AssignmentRequest[]): string[] =>
  assignments.flatMap(({ person_id: id }, index) => (id ? [] : [`/assignments/${index}/person_id`]));

type NewBlock = BlockRequest & { hold_until: string | null };

const blockEntry = (siteId: string, subjectId: string, { name, notes, hold_until }: NewBlock): AuditEntry => ({
  siteId,
  action: 'block_booking.created',
  subjectKind: 'block_booking',
  subjectId,
  changes: createdChanges({ name, notes: notes || null, hold_until }),
});

const blockOf = ({ block }: WantedBulk, { block: id }: Common) =>
  block && id ? { _id: id, name: block.name, notes: block.notes || null } : null;

const referencesOf = (assignments: AssignmentRequest[], flags: string[]) => ({
  people: assignments.flatMap((row) => [...(row.person_id ? [row.person_id] : []), ...(row.additional_people ?? [])]),
  locations: assignments.map((row) => row.location_id),
  flags,
});

function requireFlags(flags: string[], known: KnownReferences): void {
  const errors = flags.flatMap((id, index) =>
    known.flags.has(id) ? [] : [{ pointer: `/flags/${index}`, what: 'flag' }],
  );
  if (errors.length > 0) throw new UnknownReference(errors);
}

/** What a row calls the fields of its booking. */
const NAMES = { lead_person: 'person_id', location: 'location_id' };

const bookingOf = (
  row: AssignmentRequest,
  { contractStart, contractEnd, flags, notes, holdUntil, status, block }: Common,
): NewBooking =>
  newBooking({
    lead_person: row.person_id ?? null,
    status,
    additional_people: row.additional_people ?? [],
    location: row.location_id,
    contract_start: contractStart,
    contract_end: contractEnd,
    flags,
    notes,
    hold_until: holdUntil,
    block_booking: block,
  });
