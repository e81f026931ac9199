import type { SiteAccess } from '#libs/accounts/access/access';
import { getMember } from '#libs/accounts/members/members.queries';
import { findBlock } from '#libs/bookings/blocks/blocks.queries';
import { toBlock } from '#libs/bookings/blocks/blocks.service';
import { toBooking } from '#libs/bookings/booking-rows';
import { findBookings } from '#libs/bookings/bookings.queries';
import { findClosure } from '#libs/closures/closures.queries';
import type { Database } from '#libs/core/database/database';
import { NotFound } from '#libs/core/errors/domain-error';
import { localDate } from '#libs/core/time/site-time';
import type { EventKind } from '#libs/events/event-kinds';
import { findAnyJob } from '#libs/jobs/jobs.queries';
import { LocationType } from '#libs/location-types/location-type.entity';
import { LocationTypeResponse } from '#libs/location-types/location-types.dto';
import { findLocation } from '#libs/locations/locations.queries';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { Category } from '#libs/sites/category.entity';
import { Flag } from '#libs/sites/flag.entity';
import { CancellationCodeResponse, ListEntryResponse } from '#libs/sites/lists.dto';
import { Site } from '#libs/sites/site.entity';
import { SiteResponse } from '#libs/sites/sites.dto';
import { WelfareState } from '#libs/sites/welfare-state.entity';
import { SlaPolicyResponse } from '#libs/sla-policies/sla-policies.dto';
import { findPolicy } from '#libs/sla-policies/sla-policies.queries';
import { findEntry } from '#libs/waiting-list/waiting-list.queries';
import { sightOf } from '#libs/students/sight';
import { findStudents } from '#libs/students/students.queries';

type Found = object | null | undefined;
type ReadOne = (database: Database, access: SiteAccess, id: string, now: Date) => Promise<Found>;

const listEntry =
  (entity: typeof Flag | typeof Category | typeof WelfareState): ReadOne =>
  async (store, { site }, id) => {
    const entry = await store.repository(entity).findOneBy({ siteId: site.id, id });
    return entry && ListEntryResponse.from(entry);
  };

/** How a record of each kind is read as its own operation shows it. Of the others an event has no record. */
const READERS: Partial<Record<EventKind, ReadOne>> = {
  site: async (store, { site }) => {
    const found = await store.repository(Site).findOneBy({ id: site.id });
    return found && SiteResponse.from(found);
  },
  block_booking: async (database, { site }, id) => {
    const row = await findBlock(database, site.id, id);
    return row && toBlock(row);
  },
  location: (database, { site }, id) => findLocation(database, site.id, id),
  location_type: async (store, { site }, id) => {
    const type = await store.repository(LocationType).findOneBy({ siteId: site.id, id });
    return type && LocationTypeResponse.from(type);
  },
  closure: (database, { site }, id) => findClosure(database, site.id, id),
  waiting_entry: (database, { site }, id, now) => findEntry(database, site.id, id, localDate(now, site.timeZone)),
  flag: listEntry(Flag),
  category: listEntry(Category),
  welfare_state: listEntry(WelfareState),
  cancellation_code: async (store, { site }, id) => {
    const code = await store.repository(CancellationCode).findOneBy({ siteId: site.id, id });
    return code && CancellationCodeResponse.from(code);
  },
  sla_policy: async (database, { site }, id) => {
    const policy = await findPolicy(database, site.id, id);
    return policy && SlaPolicyResponse.from(policy);
  },
  membership: (database, { site }, id, now) => memberOrNull(database, site.id, id, now),
  invitation: (database, { site }, id, now) => memberOrNull(database, site.id, id, now),
  job: (database, _access, id) => findAnyJob(database, id),
};

const memberOrNull = (database: Database, siteId: string, id: string, now: Date): Promise<Found> =>
  getMember(database, siteId, id, now).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });

/** The records of a kind as a caller may see them now, by id. What is gone is not among them. */
export async function readRecords(
  database: Database,
  access: SiteAccess,
  kind: EventKind,
  ids: string[],
  now: Date,
): Promise<Map<string, object>> {
  const { site } = access;
  if (kind === 'booking') {
    const today = localDate(now, site.timeZone);
    const rows = await findBookings(database, site.id, ids, today);
    return new Map(rows.map((row) => [row._id, toBooking(row, today)]));
  }
  if (kind === 'student') {
    const students = await findStudents(database, site.id, ids, sightOf(access));
    return new Map(students.map((student) => [student._id, student]));
  }
  const found = new Map<string, object>();
  for (const id of ids) {
    const record = await READERS[kind]?.(database, access, id, now);
    if (record) found.set(id, record);
  }
  return found;
}
