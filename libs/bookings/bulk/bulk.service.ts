import { Inject, Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access';
import { Database, type Transaction } from '#libs/core/database/database';
import { DomainError, InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import { isFailure, type Outcome } from '#libs/core/errors/outcome';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import { type Blocker, findAllBlockers, lockPlaces, type Stay } from '#libs/occupancy/places.queries';
import { dropBlock, insertBlock } from '#libs/bookings/blocks/blocks.queries';
import { BookingConflict, OverrideNotApplicable } from '#libs/bookings/booking-errors';
import { toBooking } from '#libs/bookings/booking-rows';
import type { BookingResponse, OverrideRequest } from '#libs/bookings/bookings.dto';
import { lockBookings } from '#libs/bookings/bookings.queries';
import type { AssignmentRequest, BulkRequest, BulkResponse } from '#libs/bookings/bulk/bulk.dto';
import { createBookings, type KnownReferences, lockAllReferences } from '#libs/bookings/bulk/create-bookings.queries';
import { allOrSome, named, summaryOf } from '#libs/bookings/bulk/outcomes';
import { overrideFault, requireOverridePermission } from '#libs/bookings/overrides.service';
import { requireStay, siteDate } from '#libs/bookings/stay-dates';
import { type SettledMove, settleMoves } from '#libs/bookings/transitions/moves.queries';
import { MovesService } from '#libs/bookings/transitions/moves.service';

/** How often rows whose rivals were gone again when we looked are tried anew. */
const ROUNDS = 3;

/** What all rows of a request share. */
interface Common {
  contractStart: string;
  contractEnd: string | null;
  flags: string[];
  notes: string | null;
  block: string | null;
  requestId: string;
  now: Date;
}

/** A row on its way: its place in the request, the booking it is to become, and the move that makes way for it. */
interface Row {
  index: number;
  id: string;
  assignment: AssignmentRequest;
  makesWay?: SettledMove | undefined;
}

interface Created {
  booking: BookingResponse;
  overridden: string | null;
}

/** Many bookings at once, for the same nights. The number of statements does not grow with the rows. */
@Injectable()
export class BulkService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(MovesService) private readonly moves: MovesService,
  ) {}

  /** @throws DomainError `invalid_date_range`, `unknown_reference` (flags), `forbidden` (override); rows fail on their own */
  async create(access: SiteAccess, request: BulkRequest): Promise<BulkResponse> {
    if (request.assignments.some(({ override }) => override)) requireOverridePermission(access);
    const common = this.read(access, request);
    const { outcomes, rolledBack } = await allOrSome<Created>(request.atomic ?? false, (settle) =>
      this.database.transaction(async (tx) => {
        const created = await this.write(tx, access, request, common);
        settle(created);
        return created;
      }),
    );
    const results = outcomes.map((outcome, index) => {
      const stays = isFailure(outcome) || rolledBack ? null : outcome;
      return {
        index,
        ...named(outcome, 'created', rolledBack),
        booking: stays?.booking ?? null,
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
      flags: (request.flags ?? []).map((id) => id.toLowerCase()),
      notes: request.notes || null,
      block: request.block ? newId() : null,
      requestId: newId(),
      now: this.clock.now(),
    };
  }

  private async write(
    tx: Transaction,
    access: SiteAccess,
    request: BulkRequest,
    common: Common,
  ): Promise<Outcome<Created>[]> {
    const { assignments } = request;
    const known = await lockAllReferences(tx, access.site.id, referencesOf(assignments, common.flags));
    requireFlags(common.flags, known);
    const outcomes: (Outcome<Created> | undefined)[] = assignments.map((assignment, index) =>
      rowFault(assignment, `/assignments/${index}`, known),
    );
    let open: Row[] = assignments.flatMap((assignment, index) =>
      outcomes[index] ? [] : [{ index, id: newId(), assignment }],
    );
    open = await this.prepareOverrides(tx, access, open, common, outcomes);
    if (request.block && common.block) await insertBlock(tx, access, common.block, request.block, common.now);
    const created = new Map<string, number>();
    for (let round = 1; open.length > 0; round++) {
      const rivals = await this.place(tx, access, open, common, outcomes, created);
      const last = round === ROUNDS;
      open = open.filter(({ index }) => {
        if (outcomes[index]) return false;
        const blockers = rivals.get(index) ?? [];
        if (blockers.length === 0 && !last) return true;
        outcomes[index] = conflict(blockers, created, access);
        return false;
      });
    }
    if (created.size === 0 && common.block) await dropBlock(tx, access.site.id, common.block);
    return outcomes as Outcome<Created>[];
  }

  /** Judges the overrides of rows, with everything locked that the rows touch; answers the rows that can go on. */
  private async prepareOverrides(
    tx: Transaction,
    access: SiteAccess,
    rows: Row[],
    common: Common,
    outcomes: (Outcome<Created> | undefined)[],
  ): Promise<Row[]> {
    const { id: siteId } = access.site;
    const overriding = rows.flatMap((row) =>
      row.assignment.override ? [{ row, override: row.assignment.override }] : [],
    );
    const ids = [...new Set(overriding.map(({ override }) => override.conflict_booking_id.toLowerCase()).filter(isId))];
    const conflicts = ids.length > 0 ? await lockBookings(tx, siteId, ids) : [];
    const places = [
      ...rows.map(({ assignment }) => assignment.location_id),
      ...conflicts.map((row) => row.location_id),
    ];
    await lockPlaces(tx, siteId, places);
    if (overriding.length === 0) return rows;
    const stays = overriding.map(({ row }) => stayOf(siteId, row, common));
    const blockers = await findAllBlockers(tx, stays);
    const wanted = new Set<string>();
    const applicable = overriding.filter(({ row, override }, position) => {
      const id = override.conflict_booking_id.toLowerCase();
      const again = wanted.has(id) ? new OverrideNotApplicable('makes way for an earlier row') : undefined;
      const fault = overrideFault(override, blockers[position] ?? [], conflicts) ?? again;
      if (fault) outcomes[row.index] = fault;
      else wanted.add(id);
      return !fault;
    });
    const moves = applicable.map(({ row, override }) => moveOf(row, override));
    const verdicts = await this.moves.judgeAll(tx, access, moves);
    applicable.forEach(({ row }, position) => {
      const verdict = verdicts[position];
      if (isFailure(verdict)) outcomes[row.index] = verdict;
      else row.makesWay = verdict;
    });
    return rows.filter(({ index }) => !outcomes[index]);
  }

  /** Takes the places of rows, writes those that got them, and answers who stands in the way of the others. */
  private async place(
    tx: Transaction,
    access: SiteAccess,
    rows: Row[],
    common: Common,
    outcomes: (Outcome<Created> | undefined)[],
    created: Map<string, number>,
  ): Promise<Map<number, Blocker[]>> {
    const { site, caller } = access;
    const by = { caller, now: common.now };
    const steps = rows.map((row) => ({ leave: row.makesWay?.effect.leave, take: stayOf(site.id, row, common) }));
    const done = await exchangePlaces(tx, site.id, steps);
    const placed = rows.filter((_, position) => done[position]);
    await settleMoves(
      tx,
      site.id,
      placed.flatMap(({ makesWay }) => makesWay ?? []),
      by,
    );
    const bookings = await createBookings(
      tx,
      site.id,
      placed.map((row) => placedBooking(row, common)),
      { source: 'bulk', ...by },
    );
    const today = localDate(common.now, site.timeZone);
    for (const { index, id, assignment } of placed) {
      const row = bookings.get(id);
      if (!row) throw new Error('a booking was not written');
      created.set(id, index);
      outcomes[index] = {
        booking: toBooking(row, today),
        overridden: assignment.override?.conflict_booking_id ?? null,
      };
    }
    const refused = rows.filter((_, position) => !done[position]);
    const blockers = await findAllBlockers(
      tx,
      refused.map((row) => stayOf(site.id, row, common)),
    );
    return new Map(refused.map(({ index }, position) => [index, blockers[position] ?? []]));
  }
}

const blockOf = ({ block }: BulkRequest, { block: id }: Common) =>
  block && id ? { _id: id, name: block.name, notes: block.notes || null } : null;

const lower = (ids: string[] = []) => ids.map((id) => id.toLowerCase());

const referencesOf = (assignments: AssignmentRequest[], flags: string[]) => ({
  people: assignments.flatMap((row) => lower([row.person_id, ...(row.additional_people ?? [])])).filter(isId),
  locations: lower(assignments.map((row) => row.location_id)).filter(isId),
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
  const location = known.locations.get(row.location_id.toLowerCase());
  const faults = [
    ...people
      .filter(({ id }) => !known.people.has(id.toLowerCase()))
      .map(({ at }) => ({ pointer: at, what: 'person' })),
    ...(location ? [] : [{ pointer: `${pointer}/location_id`, what: 'location' }]),
  ];
  if (faults.length > 0) return new UnknownReference(faults);
  if (lower(row.additional_people).includes(row.person_id.toLowerCase())) {
    return new InvalidField('validation_failed', `${pointer}/additional_people`, 'must not name the lead person');
  }
  if (location?.allocatable && location.active) return undefined;
  const why = location?.active ? 'has a type that cannot be allocated to bookings' : 'is closed';
  return new InvalidField('location_not_allocatable', `${pointer}/location_id`, why);
}

const stayOf = (siteId: string, { id, assignment }: Row, { contractStart: from, contractEnd: to }: Common): Stay => ({
  siteId,
  bookingId: id,
  segment: 1,
  locationId: assignment.location_id.toLowerCase(),
  from,
  to,
  resident: false,
});

const moveOf = ({ id }: Row, { conflict_booking_id, action, cancellation_code }: OverrideRequest) => ({
  id: conflict_booking_id.toLowerCase(),
  request: { type: action, cancellation_code },
  cause: { kind: 'override' as const, id },
});

function placedBooking({ id, assignment }: Row, common: Common) {
  const { override } = assignment;
  return {
    id,
    leadPerson: assignment.person_id.toLowerCase(),
    additionalPeople: lower(assignment.additional_people),
    location: assignment.location_id.toLowerCase(),
    status: 'confirmed',
    contractStart: common.contractStart,
    contractEnd: common.contractEnd,
    vehicleRegistration: null,
    parkingExpiryAt: null,
    departureSlotAt: null,
    flags: common.flags,
    notes: common.notes,
    block: common.block,
    cause: override
      ? { kind: 'override' as const, id: override.conflict_booking_id.toLowerCase() }
      : { kind: 'bulk' as const, id: common.block ?? common.requestId },
  };
}

/** Who has the place; when it is an earlier row of the same request, which. */
function conflict(blockers: Blocker[], created: Map<string, number>, access: SiteAccess): BookingConflict {
  const others = blockers.filter(({ booking_id }) => !created.has(booking_id));
  const own = blockers.map(({ booking_id }) => created.get(booking_id)).find((index) => index !== undefined);
  return new BookingConflict(others, access, { conflictsWithIndex: own });
}
