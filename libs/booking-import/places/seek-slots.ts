import { localDate } from '#libs/core/time/site-time';
import { eachWithYield } from '#libs/core/async/with-yield';
import type { Sql } from '#libs/core/database/transaction';
import { countTaken, findOfferedSlots, type StoredSlot } from '#libs/bookings/departure-slots/departure-slots.queries';
import { fieldsOf } from '#libs/booking-import/matching/changes';
import { type Draft, isSkipped } from '#libs/booking-import/draft';
import { warning } from '#libs/booking-import/issues';

/** A row that requests a departure slot. */
interface Asking {
  draft: Draft;
  at: string;
  location: string;
}

function askingOf(draft: Draft): Asking[] {
  const { given, normalized, duplicate, existing, changes, location, issues } = draft;
  const at = fieldsOf(normalized).departure_slot_at;
  const room = location.location_id ?? existing?.location;
  const isOut = duplicate || isSkipped(given) || issues.some(({ severity }) => severity === 'error');
  const isKept = existing !== null && !changes.some(({ field }) => field === 'departure_slot_at');
  return at === null || !room || isOut || isKept ? [] : [{ draft, at, location: room }];
}

/** Gives the rows their departure slots in the order of the file, to see for which of them there is no place. */
export async function seekSlots(sql: Sql, siteId: string, drafts: Draft[], timeZone: string): Promise<void> {
  const asking = drafts.flatMap(askingOf);
  if (asking.length === 0) return;
  const wanted = asking.map(({ location, at }) => ({ location, day: localDate(new Date(at), timeZone) }));
  const offered = await findOfferedSlots(sql, siteId, wanted);
  const ids = new Set(offered.flat().map(({ id }) => id));
  if (ids.size === 0) return;
  const taken = await countTaken(sql, siteId, [...ids]);
  const left = ({ id, capacity }: StoredSlot) => capacity - (taken.get(id) ?? 0);
  const counted = (slot: StoredSlot, more: number) => taken.set(slot.id, (taken.get(slot.id) ?? 0) + more);
  await eachWithYield(asking, ({ draft, at }, index) => {
    const slots = offered[index] ?? [];
    if (slots.length === 0) return;
    const slot = slotAt(slots, at);
    if (slot && left(slot) > 0) {
      counted(slot, 1);
      // A row that changes to another time leaves the old one to the following rows.
      const before = draft.existing?.departure_slot_at && slotAt(slots, draft.existing.departure_slot_at);
      if (before) counted(before, -1);
      return;
    }
    draft.slotless = true;
    const free = slots.find((each) => left(each) > 0);
    const what = slot ? 'is full, also with what earlier rows of this file take' : 'is no departure slot of that day';
    draft.issues.push(
      warning(slot ? 'slot_full' : 'unknown_slot', `${what}; correct the time, or skip the row`, {
        field: 'departure_slot_at',
        value: at,
        suggestion: free ? new Date(free.at).toISOString() : null,
      }),
    );
  });
}

const slotAt = (slots: StoredSlot[], at: string) => slots.find((slot) => Date.parse(slot.at) === Date.parse(at));
