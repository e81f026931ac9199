import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { type AuditEntry, recordAudit } from '#libs/accounts/audit/audit';
import { createdChanges, updatedChanges } from '#libs/accounts/audit/audit-changes';
import { changesOf } from '#libs/core/collections/changes';
import { Database } from '#libs/core/database/database';
import type { Sql, Transaction } from '#libs/core/database/transaction';
import { measureAbove, measureBelow } from '#libs/core/database/tree.queries';
import { DomainError, InvalidField, NotFound, UnknownReference } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { requireVersion } from '#libs/core/http/etag';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import { LocationType } from '#libs/location-types/location-type.entity';
import { Location } from '#libs/locations/location.entity';
import type {
  CreateLocationRequest,
  ListLocationsQuery,
  LocationResponse,
  UpdateLocationRequest,
} from '#libs/locations/locations.dto';
import { requireConfirmed } from '#libs/locations/live-bookings.queries';
import { findLocation, fitIntoSlots, listLocations } from '#libs/locations/locations.queries';
import { MAX_DEPTH } from '#libs/locations/max-depth';
import { extendLiveBookings } from '#libs/occupancy/extend';
import { findLiveOccupancy, lockBranch, lockTree } from '#libs/occupancy/structure.queries';

const inUse = (detail: string) => new DomainError('location_in_use', detail);
const referred = () => inUse('Other locations, students or bookings refer to it.');

const CLASHES = {
  locations_code_1: () => new InvalidField('duplicate_name', '/code', 'is taken by another location of this site'),
  locations_name_1: () =>
    new InvalidField('duplicate_name', '/name', 'is taken by another location with the same parent'),
  locations_parent_1: referred,
  students_location_1: referred,
  bookings_location_1: referred,
  occupancies_location_1: referred,
};

@Injectable()
export class LocationsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list({ site }: SiteAccess, query: ListLocationsQuery): Promise<{ total: number; data: LocationResponse[] }> {
    return listLocations(this.database, site.id, query);
  }

  /** @throws NotFound */
  async get({ site }: SiteAccess, id: string, sql: Sql = this.database): Promise<LocationResponse> {
    const location = await findLocation(sql, site.id, id);
    if (!location) throw new NotFound('The location');
    return location;
  }

  /** @throws InvalidField `duplicate_name`, UnknownReference */
  async create(access: SiteAccess, request: CreateLocationRequest): Promise<LocationResponse> {
    const siteId = access.site.id;
    const id = newId();
    return this.write(async (tx) => {
      await lockTree(tx, siteId);
      if (request.parent) await lockBranch(tx, siteId, [request.parent].filter(isId));
      await requireReferences(tx, siteId, id, request);
      const now = this.clock.now();
      await tx.repository(Location).insert({ siteId, id, ...columnsOf(request), createdAt: now, updatedAt: now });
      await extendLiveBookings(tx, { siteId, today: localDate(now, access.site.timeZone) }, [id]);
      const changes = createdChanges({ capacity: 1, active: true, ...columnsOf(request) }, NAMES);
      await recordAudit(tx, access.caller, now, { ...auditEntryOf(siteId, id, 'created'), changes });
      return this.get(access, id, tx);
    });
  }

  /**
   * @throws DomainError `location_in_use` when the change would take places away that live bookings hold, `has_live_bookings` when it
   * closes the location under as many as were not confirmed
   */
  async update(
    access: SiteAccess,
    id: string,
    request: UpdateLocationRequest,
    version?: number,
  ): Promise<LocationResponse> {
    const siteId = access.site.id;
    return this.write(async (tx) => {
      await lockTree(tx, siteId);
      await lockBranch(tx, siteId, [id, request.parent].filter(isId));
      const location = await tx.repository(Location).findOneBy({ siteId, id });
      if (!location) throw new NotFound('The location');
      requireVersion(location.version, version);
      await requireReferences(tx, siteId, id, request);
      const now = this.clock.now();
      const today = localDate(now, access.site.timeZone);
      await requireKeepsPlaces(tx, location, request, today);
      if (location.active && request.active === false) {
        await requireConfirmed(tx, { siteId, id, today }, request.confirm_live_bookings);
      }
      const changes = changesOf<object>(location, columnsOf(request));
      if (Object.keys(changes).length === 0) return this.get(access, id, tx);
      const changed = { ...changes, version: location.version + 1, updatedAt: now };
      await tx.repository(Location).update({ siteId, id }, changed);
      await extendLiveBookings(tx, { siteId, today }, [id]);
      const recorded = updatedChanges(location, changes, NAMES);
      await recordAudit(tx, access.caller, now, { ...auditEntryOf(siteId, id, 'updated'), changes: recorded });
      return this.get(access, id, tx);
    });
  }

  /** @throws DomainError `location_in_use` when anything refers to it */
  async delete({ site, caller }: SiteAccess, id: string, version?: number): Promise<void> {
    await this.write(async (tx) => {
      await lockTree(tx, site.id);
      await lockBranch(tx, site.id, [id]);
      const location = await tx.repository(Location).findOneBy({ siteId: site.id, id });
      if (!location) throw new NotFound('The location');
      requireVersion(location.version, version);
      await tx.repository(Location).delete({ siteId: site.id, id });
      await recordAudit(tx, caller, this.clock.now(), auditEntryOf(site.id, id, 'deleted'));
    });
  }

  private write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return mapConstraintErrors(CLASHES, () => this.database.transaction(work));
  }
}

const NAMES = { locationTypeId: 'location_type', parentId: 'parent' };

const auditEntryOf = (siteId: string, subjectId: string, what: 'created' | 'updated' | 'deleted'): AuditEntry => ({
  siteId,
  action: `location.${what}`,
  subjectKind: 'location',
  subjectId,
});

type Given = CreateLocationRequest | UpdateLocationRequest;

function columnsOf(given: Given): Partial<Location> {
  const { location_type, parent, confirm_live_bookings: _, ...fields }: UpdateLocationRequest = given;
  const columns = { ...fields, locationTypeId: location_type, parentId: parent };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

async function requireReferences(
  tx: Transaction,
  siteId: string,
  id: string,
  { location_type, parent }: Given,
): Promise<void> {
  const exists = async (entity: typeof LocationType | typeof Location, other: string | null | undefined) =>
    other === undefined ||
    other === null ||
    (isId(other) && (await tx.repository(entity as typeof Location).existsBy({ siteId, id: other })));
  const errors = [
    ...((await exists(LocationType, location_type)) ? [] : [{ pointer: '/location_type', what: 'location type' }]),
    ...((await exists(Location, parent)) ? [] : [{ pointer: '/parent', what: 'location' }]),
  ];
  if (errors.length > 0) throw new UnknownReference(errors);
  if (parent) await requireTree(tx, siteId, id, parent);
}

async function requireTree(tx: Transaction, siteId: string, id: string, parent: string): Promise<void> {
  const { depth, circular } = await measureAbove(tx, 'locations', siteId, parent, id);
  if (circular)
    throw new InvalidField('validation_failed', '/parent', 'must not be the location itself or one below it');
  if (depth + (await measureBelow(tx, 'locations', siteId, id)) > MAX_DEPTH) {
    throw new InvalidField('validation_failed', '/parent', `must leave the locations at most ${MAX_DEPTH} levels deep`);
  }
}

const STAYS_FOR = {
  booking:
    'Live bookings hold places here; move or end them before the location changes its type or its place in the tree.',
  closure:
    'It is closed here, now or later; end the closure before the location changes its type or its place in the tree.',
};

async function requireKeepsPlaces(
  tx: Transaction,
  location: Location,
  request: UpdateLocationRequest,
  today: string,
): Promise<void> {
  const { siteId, id } = location;
  const { parentId, locationTypeId } = columnsOf(request);
  const reparented = parentId !== undefined && parentId !== location.parentId;
  const retyped = locationTypeId !== undefined && locationTypeId !== location.locationTypeId;
  const holder = reparented || retyped ? await findLiveOccupancy(tx, { siteId, today }, [id]) : undefined;
  if (holder) throw inUse(STAYS_FOR[holder]);
  const shrinks = request.capacity !== undefined && request.capacity < location.capacity;
  if (shrinks && !(await fitIntoSlots(tx, { siteId, today }, id, request.capacity ?? 0))) {
    throw inUse('Live bookings hold more slots than the new capacity has.');
  }
}
