import { addDays } from '#libs/core/time/site-time';
import { cleaningAfter, type WantedStay } from '#libs/booking-import/places/place-simulator';
import type { LocationIndex } from '#libs/matching/location-index';

/** A row in a place for some nights. */
interface Wish {
  row: number;
  who: string;
  places: number;
  from: string;
  until: string | null;
}

/**
 * Returns the rows that cannot all have the places that they want, each with another one: in some night there are more of them than places. Which of them is
 * right, their order does not say. Several rows of one person count once, because whether they agree is found out elsewhere.
 */
export function rivalsAmong(stays: readonly WantedStay[], rooms: LocationIndex): Map<number, number> {
  const byPlace = new Map<string, { capacity: number; wishes: Wish[] }>();
  for (const stay of stays) {
    const { row, person, location, from, to } = stay;
    const days = cleaningAfter(stay, rooms);
    const parts = rooms.parts(location);
    for (const { id, capacity } of parts) {
      const place = byPlace.get(id) ?? { capacity, wishes: [] };
      const places = parts.length > 1 ? capacity : 1;
      if (to === null || from < to)
        place.wishes.push({ row, who: person ?? `row ${row}`, places, from, until: to === null ? null : addDays(to, days) }); // prettier-ignore
      byPlace.set(id, place);
    }
  }
  const rivals = new Map<number, number>();
  for (const { capacity, wishes } of byPlace.values()) findRivals(wishes, capacity, rivals);
  return rivals;
}

function findRivals(wishes: Wish[], capacity: number, rivals: Map<number, number>): void {
  if (wishes.length < 2) return;
  const here = new Map<string, Set<Wish>>();
  // Those of whom it is not known yet that they have a rival.
  const open = new Set<Wish>();
  let taken = 0;
  const enter = (wish: Wish) => {
    const own = here.get(wish.who) ?? new Set();
    if (own.size === 0) taken += wish.places;
    here.set(wish.who, own.add(wish));
    open.add(wish);
  };
  const leave = (wish: Wish) => {
    const own = here.get(wish.who);
    own?.delete(wish);
    open.delete(wish);
    if (own?.size !== 0) return;
    here.delete(wish.who);
    taken -= wish.places;
  };
  for (const { isEnd, wish } of turnsOf(wishes)) {
    if (isEnd) leave(wish);
    else enter(wish);
    if (taken <= capacity || here.size < 2) continue;
    for (const each of open) {
      const other = otherThan(each.who, here);
      if (other) rivals.set(each.row, rivals.get(each.row) ?? other.row);
    }
    open.clear();
  }
}

/** Arrivals and departures in their order; on one day, those who leave go first. */
function turnsOf(wishes: Wish[]): { day: string; isEnd: boolean; wish: Wish }[] {
  const turns = wishes.flatMap((wish) => [
    { day: wish.from, isEnd: false, wish },
    ...(wish.until === null ? [] : [{ day: wish.until, isEnd: true, wish }]),
  ]);
  return turns.sort((one, other) => (one.day === other.day ? Number(other.isEnd) - Number(one.isEnd) : one.day < other.day ? -1 : 1)); // prettier-ignore
}

function otherThan(who: string, here: Map<string, Set<Wish>>): Wish | undefined {
  for (const [each, [wish]] of here) if (each !== who) return wish;
  return undefined;
}
