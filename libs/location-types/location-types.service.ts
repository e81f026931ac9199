import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges, updatedChanges } from '#libs/accounts/audit/audit-changes';
import { byName } from '#libs/core/collections/by-name';
import { changesOf } from '#libs/core/collections/changes';
import { Database } from '#libs/core/database/database';
import type { Store, Transaction } from '#libs/core/database/transaction';
import { measureAbove, measureBelow } from '#libs/core/database/tree.queries';
import { DomainError, InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { isId, newId } from '#libs/core/http/ids';
import { extendLiveBookings } from '#libs/occupancy/extend';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { holdsLivePlace, locationsOfType, lockBranch, lockTree, type SiteDay } from '#libs/occupancy/structure.queries';
import { LocationType } from '#libs/location-types/location-type.entity';
import { LocationTypeResponse, type LocationTypeRequest } from '#libs/location-types/location-types.dto';

const MAX_DEPTH = 5;

const CLASHES = {
  location_types_name_1: () =>
    new InvalidField('duplicate_name', '/name', 'is taken by another type with the same parent'),
  locations_type_1: () => inUse(),
  location_types_parent_1: () => inUse(),
};
const inUse = () => new DomainError('location_type_in_use', 'Locations or other types refer to it.');

@Injectable()
export class LocationTypesService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list({ site }: SiteAccess): Promise<LocationTypeResponse[]> {
    const types = await this.database.repository(LocationType).find({
      where: { siteId: site.id },
      order: { name: 'ASC', id: 'ASC' },
    });
    return types.sort(byName).map(LocationTypeResponse.from);
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string): Promise<LocationTypeResponse> {
    return LocationTypeResponse.from(await find(this.database, site.id, id));
  }

  /** @throws InvalidField `duplicate_name`, UnknownReference */
  create({ site, caller }: SiteAccess, request: LocationTypeRequest): Promise<LocationType> {
    return this.write(async (tx) => {
      const now = this.clock.now();
      const id = newId();
      await lockTree(tx, site.id);
      await requireParent(tx, site.id, id, request.parent ?? null);
      const type = { siteId: site.id, id, ...fieldsOf(request), version: 1, createdAt: now, updatedAt: now };
      await tx.repository(LocationType).insert(type);
      const changes = createdChanges(fieldsOf(request), NAMES);
      await recordAudit(tx, caller, now, { ...auditEntryOf(site.id, id, 'created'), changes });
      return find(tx, site.id, id);
    });
  }

  /** @throws DomainError `has_live_bookings` when the type stops being allocated under live bookings; VersionMismatch */
  update(
    { site, caller }: SiteAccess,
    id: string,
    request: LocationTypeRequest,
    version?: number,
  ): Promise<LocationType> {
    return this.write(async (tx) => {
      await lockTree(tx, site.id);
      const now = this.clock.now();
      const day = { siteId: site.id, today: localDate(now, site.timeZone) };
      const type = await find(tx, site.id, id);
      requireVersion(type.version, version);
      if (request.parent !== undefined) await requireParent(tx, site.id, id, request.parent);
      const switched = request.can_be_allocated_to_bookings !== type.canBeAllocatedToBookings;
      const locations = switched ? await locationsOfType(tx, site.id, id) : [];
      if (switched) await lockBranch(tx, site.id, locations);
      // A booking locks its location first, and the type with it.
      await lock(tx, site.id, id);
      if (switched && type.canBeAllocatedToBookings) await requireNoneLive(tx, day, locations);
      const changes = changesOf<object>(type, fieldsOf(request));
      if (Object.keys(changes).length === 0) return type;
      const changed = { ...changes, version: type.version + 1, updatedAt: now };
      await tx.repository(LocationType).update({ siteId: site.id, id }, changed);
      const recorded = updatedChanges(type, changes, NAMES);
      await recordAudit(tx, caller, now, { ...auditEntryOf(site.id, id, 'updated'), changes: recorded });
      if (switched && request.can_be_allocated_to_bookings) await extendLiveBookings(tx, day, locations);
      return find(tx, site.id, id);
    });
  }

  /** @throws DomainError `location_type_in_use` */
  async delete({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.write(async (tx) => {
      await lockTree(tx, site.id);
      const type = await lock(tx, site.id, id);
      requireVersion(type.version, version);
      await tx.repository(LocationType).delete({ siteId: site.id, id });
      await recordAudit(tx, caller, this.clock.now(), auditEntryOf(site.id, id, 'deleted'));
    });
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return mapConstraintErrors(CLASHES, () => this.database.transaction(work));
  }
}

const NAMES = {
  parentId: 'parent',
  cleaningType: 'cleaning_type',
  canBeAllocatedToBookings: 'can_be_allocated_to_bookings',
};

const auditEntryOf = (siteId: string, subjectId: string, what: 'created' | 'updated' | 'deleted'): AuditEntry => ({
  siteId,
  action: `location_type.${what}`,
  subjectKind: 'location_type',
  subjectId,
});

const fieldsOf = (request: LocationTypeRequest) => ({
  name: request.name,
  colour: request.colour,
  canBeAllocatedToBookings: request.can_be_allocated_to_bookings,
  ...(request.parent === undefined ? {} : { parentId: request.parent }),
  ...(request.cleaning_type === undefined ? {} : { cleaningType: request.cleaning_type }),
  ...(request.turnaround_days === undefined ? {} : { turnaroundDays: request.turnaround_days }),
});

async function find(store: Store, siteId: string, id: string): Promise<LocationType> {
  const type = await store.repository(LocationType).findOneBy({ siteId, id });
  if (!type) throw new NotFound('The location type');
  return type;
}

async function lock(tx: Transaction, siteId: string, id: string): Promise<LocationType> {
  const type = await tx
    .repository(LocationType)
    .findOne({ where: { siteId, id }, lock: { mode: 'pessimistic_write' } });
  if (!type) throw new NotFound('The location type');
  return type;
}

async function requireParent(tx: Transaction, siteId: string, id: string, parent: string | null): Promise<void> {
  if (parent === null) return;
  const exists = isId(parent) && (await tx.repository(LocationType).existsBy({ siteId, id: parent }));
  if (!exists) throw new UnknownReference([{ pointer: '/parent', what: 'location type' }]);
  const { depth, circular } = await measureAbove(tx, 'location_types', siteId, parent, id);
  if (circular) throw new InvalidField('validation_failed', '/parent', 'must not be the type itself or one below it');
  if (depth + (await measureBelow(tx, 'location_types', siteId, id)) > MAX_DEPTH) {
    throw new InvalidField('validation_failed', '/parent', `must leave the types at most ${MAX_DEPTH} levels deep`);
  }
}

async function requireNoneLive(tx: Transaction, day: SiteDay, locations: string[]): Promise<void> {
  if (await holdsLivePlace(tx, day, locations))
    throw new DomainError('has_live_bookings', 'Live bookings hold places of this type.');
}
