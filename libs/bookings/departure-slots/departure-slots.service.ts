import { Injectable } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { recordAudit } from '#libs/accounts/audit/audit';
import { Database } from '#libs/core/database/database';
import { InvalidField } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { addDays, dateOf, instantOf, isAcceptedDate, localDate } from '#libs/core/time/site-time';
import { requireTime } from '#libs/bookings/departure-slots/slot-day';
import { requireLocation } from '#libs/locations/location-exists.queries';
import type {
  DepartureSlotListResponse,
  ListDepartureSlotsQuery,
  SetDepartureSlotsRequest,
} from '#libs/bookings/departure-slots/departure-slots.dto';
import {
  countTaken,
  listSlots,
  lockOwnSlots,
  type StoredSlot,
  writeSlots,
} from '#libs/bookings/departure-slots/departure-slots.queries';

const MOST_DAYS = 31;

/** The times at which people can leave a site, and how many at once. Bookings take their places by `takeSlots`. */
@Injectable()
export class DepartureSlotsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidField */
  async list(access: SiteAccess, query: ListDepartureSlotsQuery): Promise<DepartureSlotListResponse> {
    const { site } = access;
    if (query.location !== undefined && !isId(query.location)) return { data: [] };
    const today = localDate(this.clock.now(), site.timeZone);
    const days = daysOf({ on: query.on ?? today, until: query.until }, site.timeZone);
    const slots = await listSlots(this.database, site.id, { ...days, location: query.location });
    const taken = await countTaken(this.database, site.id, slots.map(({ id }) => id)); // prettier-ignore
    const data = slots.map(({ id, location, on, at, capacity }) => {
      const count = taken.get(id) ?? 0;
      return { location, on, at, capacity, taken: count, free: Math.max(0, capacity - count) };
    });
    return { data };
  }

  /**
   * Gives some days of a location, or of the whole site, these slots and no others. Bookings keep the times that they have.
   * @throws UnknownReference, InvalidField
   */
  async set(access: SiteAccess, request: SetDepartureSlotsRequest): Promise<DepartureSlotListResponse> {
    const { site, caller } = access;
    const { location = null } = request;
    const days = daysOf(request, site.timeZone);
    const wanted = slotsOf(request, { ...days, location, timeZone: site.timeZone });
    await this.database.transaction(async (tx) => {
      if (location !== null) await requireLocation(tx, site.id, location);
      const before = await lockOwnSlots(tx, site.id, { ...days, location });
      const known = new Map(before.map((slot) => [instantKey(slot), slot]));
      const kept = wanted.map((slot) => ({ ...slot, id: known.get(instantKey(slot))?.id ?? slot.id }));
      const ids = new Set(kept.map(({ id }) => id));
      const changed = kept.filter((slot) => known.get(instantKey(slot))?.capacity !== slot.capacity);
      const gone = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
      if (changed.length === 0 && gone.length === 0) return;
      await writeSlots(tx, site.id, gone, changed);
      const changes = [{ field: 'departure_slots', from: told(before), to: told(kept) }];
      const [subjectKind, subjectId] =
        location === null ? (['site', site.id] as const) : (['location', location] as const);
      const auditEntry = {
        siteId: site.id,
        action: `${subjectKind}.departure_slots_set`,
        subjectKind,
        subjectId,
        changes,
      };
      await recordAudit(tx, caller, this.clock.now(), auditEntry);
    });
    const { data } = await this.list(access, { ...days, ...(location !== null && { location }) });
    return { data: data.filter((slot) => slot.location === location) };
  }
}

const instantKey = ({ at }: StoredSlot): number => Date.parse(at);
const told = (slots: StoredSlot[]) =>
  [...slots]
    .sort((one, other) => instantKey(one) - instantKey(other))
    .map(({ at, capacity }) => ({ at: new Date(at).toISOString(), capacity }));

/** The days of a request, the last one included. @throws InvalidField */
function daysOf({ on, until = on }: { on: string; until?: string | undefined }, timeZone: string) {
  const [first, last] = [dateOf(on, timeZone), dateOf(until, timeZone)];
  for (const [pointer, day] of [
    ['/on', first],
    ['/until', last],
  ] as const)
    // prettier-ignore
    if (!isAcceptedDate(day)) throw new InvalidField('invalid_date_range', pointer, `is ${day} in this site: too far`);
  if (last < first) throw new InvalidField('invalid_date_range', '/until', `must not lie before on, ${first}`);
  if (last > addDays(first, MOST_DAYS - 1))
    throw new InvalidField('invalid_date_range', '/until', `must lie within ${MOST_DAYS} days from on, ${first}`);
  return { on: first, until: last };
}

/** The slots of a request on each of its days. @throws InvalidField for a time that does not exist, or that is there twice */
function slotsOf(
  { slots }: SetDepartureSlotsRequest,
  days: { on: string; until: string; location: string | null; timeZone: string },
): StoredSlot[] {
  const { on, until, location, timeZone } = days;
  const all: StoredSlot[] = [];
  for (let day = on; day <= until; day = addDays(day, 1)) {
    const seen = new Set<number>();
    for (const [index, { time, capacity }] of slots.entries()) {
      const pointer = `/slots/${index}/time`;
      if (time === '24:00') throw new InvalidField('validation_failed', pointer, 'must lie before 24:00');
      requireTime(`${day}T${time}`, timeZone, pointer);
      const at = instantOf(`${day}T${time}`, timeZone);
      if (seen.has(at.getTime())) throw new InvalidField('validation_failed', pointer, `is there twice on ${day}`);
      seen.add(at.getTime());
      all.push({ id: newId(), location, on: day, at: at.toISOString(), capacity });
    }
  }
  return all;
}
