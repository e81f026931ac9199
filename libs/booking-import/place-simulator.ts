import { addTo } from '#libs/core/collections/grouped';
import type { HeldPlace } from '#libs/booking-import/resolve.queries';
import type { LocationIndex } from '#libs/matching/location-index';

/** A stay that a row wants: half-open, `to` null for an open end. */
export interface WantedStay {
  row: number;
  /** The booking that it changes, whose own places do not stand in its way. */
  booking: string | null;
  location: string;
  from: string;
  to: string | null;
  resident: boolean;
}

interface Held {
  from: string;
  to: string | null;
  inHouse: boolean;
  booking: HeldPlace | null;
  row: number | null;
}

/** Who stands in the way of a stay: bookings there are, and an earlier row of the file. */
export interface Obstacles {
  bookings: HeldPlace[];
  row: number | null;
}

const overlap = (one: Held, stay: WantedStay): boolean => {
  const empty = (each: { from: string; to: string | null }) => each.to !== null && each.to <= each.from;
  if (empty(one) || empty(stay)) return false;
  return (stay.to === null || one.from < stay.to) && (one.to === null || stay.from < one.to);
};

/** The places of a site with those who hold them, to see in advance whom a file would put where. */
export class PlaceSimulator {
  private readonly held = new Map<string, Held[]>();
  /** Bookings that a row has moved: what they held before is free. */
  private readonly moved = new Set<string>();

  constructor(
    private readonly rooms: LocationIndex,
    places: HeldPlace[],
  ) {
    for (const place of places) {
      const { from, to, in_house: inHouse } = place;
      this.hold(place.location, place.slot, { from, to, inHouse, booking: place, row: null });
    }
  }

  /** Takes the places of a stay as PostgreSQL would; answers what stands in the way, if anything. */
  take(stay: WantedStay): Obstacles | undefined {
    const parts = this.rooms.parts(stay.location);
    const slots = parts.flatMap(({ id, capacity }) =>
      Array.from({ length: capacity }, (_, slot) => ({ id, slot: slot + 1 })),
    );
    const inTheWay = slots.map(({ id, slot }) => this.at(id, slot).filter((held) => this.blocks(held, stay)));
    const free = slots.filter((_, index) => inTheWay[index]?.length === 0);
    const wanted = parts.length > 1 ? slots : free.slice(0, 1);
    if (wanted.length > 0 && wanted.every((slot) => free.includes(slot))) {
      const { from, to, resident: inHouse, row } = stay;
      if (stay.booking !== null) this.moved.add(stay.booking);
      for (const { id, slot } of wanted) this.hold(id, slot, { from, to, inHouse, booking: null, row });
      return undefined;
    }
    const others = inTheWay.flat();
    const bookings = new Map(others.flatMap(({ booking }) => (booking ? [[booking.booking, booking]] : [])));
    return { bookings: [...bookings.values()], row: others.find(({ row }) => row !== null)?.row ?? null };
  }

  private blocks = (held: Held, stay: WantedStay): boolean =>
    (held.booking === null || (held.booking.booking !== stay.booking && !this.moved.has(held.booking.booking))) &&
    (overlap(held, stay) || (stay.resident && held.inHouse));

  private at = (location: string, slot: number): Held[] => this.held.get(`${location} ${slot}`) ?? [];

  private hold(location: string, slot: number, held: Held): void {
    addTo(this.held, `${location} ${slot}`, held);
  }
}
