import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError, faultWithin, InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { dropBlock, insertBlock } from '#libs/bookings/blocks/blocks.queries';
import { toBooking } from '#libs/bookings/booking-rows';
import type { AssignmentRequest, BulkRequest, BulkResponse } from '#libs/bookings/bulk/bulk.dto';
import { type KnownReferences, lockAllReferences, newRow } from '#libs/bookings/bulk/create-bookings.queries';
import { type Placed, PlacingService } from '#libs/bookings/bulk/placing.service';
import { allOrSome, named, summaryOf } from '#libs/bookings/bulk/outcomes';
import { requireOverridePermission } from '#libs/bookings/overrides.service';
import { requireStay, siteDate } from '#libs/bookings/stay-dates';

/** What all rows of a request share. */
interface Common {
  contractStart: string;
  contractEnd: string | null;
  flags: string[];
  notes: string | null;
  block: string | null;
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

  /** @throws DomainError `invalid_date_range`, `unknown_reference` (flags), `forbidden` (override); rows fail on their own */
  async create(access: SiteAccess, request: BulkRequest): Promise<BulkResponse> {
    if (request.assignments.some(({ override }) => override)) requireOverridePermission(access);
    const common = this.read(access, request);
    const { outcomes, rolledBack } = await allOrSome<Placed>(request.atomic ?? false, (settle) =>
      this.database.transaction(async (tx) => {
        const created = await this.write(tx, access, request, common);
        settle(created);
        return created;
      }),
    );
    const today = localDate(common.now, access.site.timeZone);
    const by = { siteId: access.site.id, source: 'bulk' as const, caller: access.caller, now: common.now };
    const results = outcomes.map((outcome, index) => {
      const stays = isFailure(outcome) || rolledBack ? null : outcome;
      return {
        index,
        ...named(outcome, 'created', rolledBack),
        booking: stays ? toBooking(newRow(stays.booking, stays.reference, by), today) : null,
        overridden_booking_id: stays?.overridden ?? null,
      };
    });
    const summary = summaryOf(results, 'created');
    return { block_booking: summary.created > 0 ? blockOf(request, common) : null, summary, results };
  }

  private read({ site }: SiteAccess, request: BulkRequest): Common {
    const contractStart = siteDate(request.contract_start, site.timeZone);
    const contractEnd = siteDate(request.contract_end, site.timeZone) ?? null;
    requireStay(contractStart, contractEnd);
    return {
      contractStart,
      contractEnd,
      flags: request.flags ?? [],
      notes: request.notes || null,
      block: request.block ? newId() : null,
      now: this.clock.now(),
    };
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    request: BulkRequest,
    common: Common,
  ): Promise<Outcome<Placed>[]> {
    const { assignments } = request;
    const { block, now } = common;
    const known = await lockAllReferences(tx, access.site.id, referencesOf(assignments, common.flags));
    requireFlags(common.flags, known);
    if (request.block && block) await insertBlock(tx, access, block, request.block, now);
    const faults = assignments.map((assignment, index) => rowFault(assignment, `/assignments/${index}`, known));
    const able = assignments.flatMap((assignment, index) => (faults[index] ? [] : [{ assignment, index }]));
    const wanted = able.map(({ assignment, index }) => ({
      number: index,
      booking: bookingOf(assignment, common),
      override: assignment.override,
    }));
    const cause = { kind: 'bulk' as const, id: block ?? newId() };
    const placed = await this.placing.placeAll(tx, access, wanted, { source: 'bulk', cause, now });
    const outcomes: (Outcome<Placed> | undefined)[] = [...faults];
    able.forEach(({ index }, position) => {
      const outcome = placed[position];
      outcomes[index] = isFailure(outcome) ? faultWithin(`/assignments/${index}`, outcome) : outcome;
    });
    if (block && placed.every(isFailure)) await dropBlock(tx, access.site.id, block);
    return outcomes as Outcome<Placed>[];
  }
}

const blockOf = ({ block }: BulkRequest, { block: id }: Common) =>
  block && id ? { _id: id, name: block.name, notes: block.notes || null } : null;

const referencesOf = (assignments: AssignmentRequest[], flags: string[]) => ({
  people: assignments.flatMap((row) => [row.person_id, ...(row.additional_people ?? [])]).filter(isId),
  locations: assignments.map((row) => row.location_id).filter(isId),
  flags: flags.filter(isId),
});

function requireFlags(flags: string[], known: KnownReferences): void {
  const faults = flags.flatMap((id, index) =>
    known.flags.has(id) ? [] : [{ pointer: `/flags/${index}`, what: 'flag' }],
  );
  if (faults.length > 0) throw new UnknownReference(faults);
}

/** What is wrong with a row before its place is asked for. */
function rowFault(row: AssignmentRequest, pointer: string, known: KnownReferences): DomainError | undefined {
  const people = [
    { id: row.person_id, at: `${pointer}/person_id` },
    ...(row.additional_people ?? []).map((id, index) => ({ id, at: `${pointer}/additional_people/${index}` })),
  ];
  const location = known.locations.get(row.location_id);
  const faults = [
    ...people.filter(({ id }) => !known.people.has(id)).map(({ at }) => ({ pointer: at, what: 'person' })),
    ...(location ? [] : [{ pointer: `${pointer}/location_id`, what: 'location' }]),
  ];
  if (faults.length > 0) return new UnknownReference(faults);
  if (row.additional_people?.includes(row.person_id)) {
    return new InvalidField('validation_failed', `${pointer}/additional_people`, 'must not name the lead person');
  }
  if (location?.allocatable && location.active) return undefined;
  const why = location?.active ? 'has a type that cannot be allocated to bookings' : 'is closed';
  return new InvalidField('location_not_allocatable', `${pointer}/location_id`, why);
}

function bookingOf(assignment: AssignmentRequest, { contractStart, contractEnd, flags, notes, block }: Common) {
  return {
    id: newId(),
    leadPerson: assignment.person_id,
    additionalPeople: assignment.additional_people ?? [],
    location: assignment.location_id,
    status: 'confirmed',
    contractStart,
    contractEnd,
    vehicleRegistration: null,
    parkingExpiryAt: null,
    departureSlotAt: null,
    checkedInAt: null,
    checkedOutAt: null,
    flags,
    notes,
    block,
  };
}
