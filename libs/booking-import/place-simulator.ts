import { addTo } from '#libs/core/collections/grouped';
import { addDays } from '#libs/core/time/site-time';
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

type Range = Pick<WantedStay, 'from' | 'to'>;

interface Held extends Range {
  inHouse: boolean;
  place: HeldPlace | null;
  row: number | null;
}

/** What stands in the way of a stay, and how: as the refusal of a create names it. */
export interface Obstacle extends HeldPlace {
  obstacle: ObstacleKind;
}

/** What stands in the way of a stay: what is there, and an earlier row of the file. */
export interface Obstacles {
  places: Obstacle[];
  row: number | null;
}

// As a create names them, the strongest first.
const KINDS = ['closure', 'stay', 'booking', 'turnaround', 'occupied'] as const;
export type ObstacleKind = (typeof KINDS)[number];

const overlap = (one: Range, other: Range): boolean => {
  const empty = ({ from, to }: Range) => to !== null && to <= from;
  if (empty(one) || empty(other)) return false;
  return (other.to === null || one.from < other.to) && (one.to === null || other.from < one.to);
};

/** The places of a site with those who hold them, to see in advance whom a file would put where. `today` is the site's. */
export class PlaceSimulator {
  private readonly held = new Map<string, Held[]>();
  /** Bookings that a row has moved: what they held before is free. */
  private readonly moved = new Set<string>();

  constructor(
    private readonly rooms: LocationIndex,
    places: HeldPlace[],
    private readonly today: string,
  ) {
    for (const place of places) {
      const { from, to, in_house: inHouse } = place;
      this.hold(place.location, place.slot, { from, to, inHouse, place, row: null });
    }
  }

  /** Takes the places of a stay as PostgreSQL would; returns what stands in the way, if anything. */
  take(stay: WantedStay): Obstacles | undefined {
    const parts = this.rooms.parts(stay.location);
    const slots = parts.flatMap(({ id, capacity }) =>
      Array.from({ length: capacity }, (_, slot) => ({ id, slot: slot + 1 })),
    );
    const nights = { from: stay.from, to: this.cleanFrom(stay) };
    const inTheWay = slots.map(({ id, slot }) => this.at(id, slot).filter((held) => this.blocks(held, stay, nights)));
    const free = slots.filter((_, index) => inTheWay[index]?.length === 0);
    const wanted = parts.length > 1 ? slots : free.slice(0, 1);
    if (wanted.length > 0 && wanted.every((slot) => free.includes(slot))) {
      if (stay.booking !== null) this.moved.add(stay.booking);
      const held = { ...nights, inHouse: stay.resident, place: null, row: stay.row };
      for (const { id, slot } of wanted) this.hold(id, slot, held);
      return undefined;
    }
    return this.obstacles(inTheWay.flat(), stay, nights);
  }

  private obstacles(others: Held[], stay: WantedStay, nights: Range): Obstacles {
    const found = others
      .flatMap(({ place }) => (place ? [{ ...place, obstacle: this.kindOf(place, stay, nights) }] : []))
      .sort((one, other) => KINDS.indexOf(other.obstacle) - KINDS.indexOf(one.obstacle));
    const places = [...new Map(found.map((place) => [place.holder, place])).values()];
    return { places, row: others.find(({ row }) => row !== null)?.row ?? null };
  }

  /** The day from which a place is clean after a stay. */
  private cleanFrom({ location, from, to }: WantedStay): string | null {
    const days = this.rooms.get(location)?.turnaround_days ?? 0;
    return to === null || to <= from || days === 0 ? to : addDays(to, days);
  }

  private blocks = (held: Held, stay: WantedStay, nights: Range): boolean =>
    (held.place === null || (held.place.holder !== stay.booking && !this.moved.has(held.place.holder))) &&
    (overlap(held, nights) || (held.inHouse && (stay.resident || overlap(this.overstayOf(held), nights))));

  /** The nights after the end of a stay in which somebody was still there. */
  private overstayOf({ place, to }: Held): Range {
    const from = place ? place.departure : to;
    return from === null ? { from: this.today, to: this.today } : { from, to: this.today };
  }

  private kindOf(place: HeldPlace, stay: WantedStay, nights: Range): ObstacleKind {
    const held = { ...place, inHouse: place.in_house, place, row: null };
    if (place.in_house && overlap(this.overstayOf(held), nights)) return 'stay';
    if (!overlap(place, nights)) return 'occupied';
    if (place.closure) return 'closure';
    if (!overlap({ from: place.from, to: place.departure }, stay)) return 'turnaround';
    return place.left ? 'stay' : 'booking';
  }

  private at = (location: string, slot: number): Held[] => this.held.get(`${location} ${slot}`) ?? [];

  private hold(location: string, slot: number, held: Held): void {
    addTo(this.held, `${location} ${slot}`, held);
  }
}
