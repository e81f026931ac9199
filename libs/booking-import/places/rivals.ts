import { mapWithYield } from '#libs/core/async/with-yield';
import { addTo } from '#libs/core/collections/grouped';
import type { Sql } from '#libs/core/database/transaction';
import { isId } from '#libs/core/http/ids';
import { addDays } from '#libs/core/time/site-time';
import { classifyBookingRows, readGiven, understand } from '#libs/booking-import/analyse';
import { claimedNights } from '#libs/booking-import/places/claimed-nights';
import { claimedRoom } from '#libs/booking-import/places/claimed-room';
import { type Draft, type GivenRow, isSkipped } from '#libs/booking-import/draft';
import type { Issue } from '#libs/booking-import/issues';
import type { Surroundings } from '#libs/booking-import/matching/match-rows';
import { isHeading } from '#libs/booking-import/columns/sections';
import { PREVIEWED } from '#libs/booking-import/preview/previewed';
import { findKnownBookings } from '#libs/booking-import/matching/resolve.queries';
import { ALWAYS } from '#libs/booking-import/places/seek-places';
import type { LocationIndex } from '#libs/matching/location-index';

/** A stay that a row may request; what it does not say is that of the booking which it names. */
interface Wish {
  row: number;
  room: string | null;
  from: string | null;
  to: string | null;
  isResident: boolean;
  booking: string | null;
}

/**
 * The rows of a file that may want a place that another row wants, too: a few, of which it is worth to find out more. Rows that are skipped count: that
 * somebody decided about one row decides nothing about the other.
 */
export class Rivals {
  private readonly wishes: Wish[] = [];

  constructor(private readonly rooms: LocationIndex) {}

  add({ given, normalized, status, issues }: Draft): void {
    // A preview has shown its rows already.
    if (Object.hasOwn(given.values, PREVIEWED) || isHeading(given)) return;
    const isBroken = issues.some(({ severity }) => severity === 'error');
    const { room, contract_start: from, contract_end: to, booking_id, reference } = normalized;
    const booking = given.resolution?.booking_id ?? booking_id ?? reference;
    const found = given.resolution?.location_id ?? (room === null ? null : claimedRoom(this.rooms.find(room).location));
    if (booking === null && (found === null || (from === null && !isBroken))) return;
    const claim = claimedNights(normalized, issues);
    this.wishes.push({
      row: given.row_index,
      room: found,
      from: isBroken ? (claim.from ?? (booking === null ? ALWAYS : null)) : from,
      to: isBroken ? claim.to : to,
      isResident: status?.value === 'checked_in',
      booking,
    });
  }

  /** The numbers of the rows. */
  async suspects(sql: Sql, siteId: string): Promise<Set<number>> {
    const byPlace = new Map<string, Wish[]>();
    for (const wish of await this.completed(sql, siteId))
      for (const { id } of this.rooms.parts(wish.room ?? '')) addTo(byPlace, id, wish);
    const suspects = new Set<number>();
    for (const wishes of byPlace.values()) for (const row of this.overlapping(wishes)) suspects.add(row);
    return suspects;
  }

  private async completed(sql: Sql, siteId: string): Promise<Wish[]> {
    const isWhole = ({ room, from, to }: Wish) => room !== null && from !== null && to !== null;
    const named = this.wishes.flatMap((wish) => (isWhole(wish) ? [] : (wish.booking ?? [])));
    if (named.length === 0) return this.wishes;
    const ids = named.filter(isId);
    const references = named.filter((each) => !isId(each));
    const known = await findKnownBookings(sql, siteId, { ids, references, people: [], nights: undefined });
    const byName = new Map(known.flatMap((each) => [[each.id, each] as const, [each.reference, each] as const]));
    return this.wishes.map((wish) => {
      const booking = byName.get(wish.booking ?? '');
      if (!booking) return wish;
      const { location, contract_start: from, contract_end: to } = booking;
      return { ...wish, room: wish.room ?? location, from: wish.from ?? from, to: wish.to ?? to };
    });
  }

  /** Those whose nights overlap, with the days for cleaning; residents may stay longer than they said. */
  private overlapping(wishes: Wish[]): number[] {
    if (wishes.length < 2) return [];
    const nights = wishes
      .flatMap(({ row, room, from, to, isResident }) => {
        const days = this.rooms.get(room ?? '')?.turnaround_days ?? 0;
        const until = to === null || isResident ? null : addDays(to, days);
        return from === null ? [] : [{ row, from: isResident ? ALWAYS : from, until }];
      })
      .sort((one, other) => (one.from < other.from ? -1 : 1));
    const found: number[] = [];
    let last: (typeof nights)[number] | undefined;
    for (const each of nights) {
      if (last && (last.until === null || each.from < last.until)) found.push(last.row, each.row);
      if (!last || (last.until !== null && (each.until === null || each.until > last.until))) last = each;
    }
    return found;
  }
}

/** Places rows in the order of the file, as a preview does: those whose place another row requests, and those that repeat one that somebody skipped. */
export async function rivalsOf(
  sql: Sql,
  siteId: string,
  surroundings: Surroundings,
  given: GivenRow[],
): Promise<Map<number, Issue>> {
  const skipped = new Set(given.filter(isSkipped).map(({ row_index }) => String(row_index)));
  const { calendar, rooms } = surroundings;
  const rows = given.map((row) => (isSkipped(row) ? { ...row, resolution: undefined } : row));
  const drafts = await mapWithYield(rows, (row) => readGiven(row, calendar));
  const placed = await classifyBookingRows(sql, siteId, calendar, await understand(sql, siteId, surroundings, drafts), rooms); // prettier-ignore
  const isRival = ({ code, value }: Issue) =>
    code === 'conflict_in_file' || (code === 'duplicate_in_file' && skipped.has(value ?? ''));
  return new Map(
    placed.flatMap(({ row_index, issues }) =>
      issues.filter(isRival).map((issue) => [row_index, { ...issue, severity: 'warning' as const }] as const),
    ),
  );
}
