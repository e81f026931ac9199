import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudits } from '#libs/accounts/audit/audit';
import { createdChanges } from '#libs/accounts/audit/audit-changes';
import { grouped } from '#libs/core/collections/grouped';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { Clock } from '#libs/core/time/clock';
import { localDate } from '#libs/core/time/site-time';
import type { CreateLocationsRequest, CreateLocationsResponse } from '#libs/locations/bulk/bulk-locations.dto';
import { insertLocations, listCreated, listPlaces, listTypes } from '#libs/locations/bulk/bulk-locations.queries';
import { readLocations, type WantedLocation } from '#libs/locations/bulk/read-locations';
import { requireFaultless } from '#libs/locations/bulk/refused-rows';
import { extendLiveBookings } from '#libs/occupancy/extend';
import { lockBranch, lockTree } from '#libs/occupancy/structure.queries';

const taken = (field: string) => () =>
  new InvalidField('duplicate_name', '/locations', `one of them has a ${field} that was taken at the same moment`);
const CLASHES = { locations_code_1: taken('code'), locations_name_1: taken('name') };

/** Many locations at once, such as a building with its rooms: all of them or none. */
@Injectable()
export class BulkLocationsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError with the errors of all rows; `location_in_use` when two bookings would hold a new place */
  create(access: SiteAccess, { locations: rows }: CreateLocationsRequest): Promise<CreateLocationsResponse> {
    const { site, caller } = access;
    const work = () =>
      this.database.transaction(async (tx) => {
        await lockTree(tx, site.id);
        const [types, places] = [await listTypes(tx, site.id), await listPlaces(tx, site.id)];
        const read = readLocations(rows, { types, places });
        await requireFaultless(tx, site.id, read);
        const { wanted } = read;
        const ids = wanted.map(({ id }) => id);
        const isNew = new Set(ids);
        const above = wanted.flatMap(({ parent }) => (parent === null || isNew.has(parent) ? [] : [parent]));
        if (above.length > 0) await lockBranch(tx, site.id, [...new Set(above)]);
        const now = this.clock.now();
        // A trigger looks at the parent, which has to be there.
        for (const [, level] of [...grouped(wanted, (each) => String(each.level))].sort(byLevel))
          await insertLocations(tx, site.id, level, now);
        await extendLiveBookings(tx, { siteId: site.id, today: localDate(now, site.timeZone) }, ids);
        const auditEntry = { siteId: site.id, action: 'location.created', subjectKind: 'location' as const };
        await recordAudits(tx, caller, now, wanted.map((each) => ({ ...auditEntry, subjectId: each.id, changes: changesOf(each) }))); // prettier-ignore
        return { created: ids.length, locations: await listCreated(tx, site.id, ids) };
      });
    return mapConstraintErrors(CLASHES, work);
  }
}

const byLevel = ([one]: [string, unknown], [other]: [string, unknown]): number => Number(one) - Number(other);

const changesOf = ({ id: _id, level: _level, type, ...fields }: WantedLocation) =>
  createdChanges({ ...fields, location_type: type });
