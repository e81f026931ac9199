import { addTo } from '#libs/core/collections/grouped';
import { addDays } from '#libs/core/time/site-time';
import type { HeldPlace } from '#libs/booking-import/matching/resolve.queries';
import type { LocationIndex } from '#libs/matching/location-index';

/** A stay that a row wants: half-open, `to` null for an open end. */
export interface WantedStay {
  row: number;
  /** The booking that it changes, whose own places are not in its way. */
  booking: string | null;
  location: string;
  from: string;
  to: string | null;
  resident: boolean;
  /** A stay that is over when it is recorded: nobody cleans after it. */
  isOver: boolean;
  person: string | null;
}

type Range = Pick<WantedStay, 'from' | 'to'>;

interface Held extends Range {
  inHouse: boolean;
  place: HeldPlace | null;
  row: number | null;
  /** For whom a row keeps the place that it cannot take: of that person's own rows the file as a whole says whether they agree. */
  keptFor?: string | null;
}

/** What is in the way of a stay, and how: as the refusal of a create names it. */
export interface Obstacle extends HeldPlace {
  obstacle: ObstacleKind;
}

/** What is in the way of a stay: what is there, and an earlier row of the file. */
export interface Obstacles {
  places: Obstacle[];
  row: number | null;
}

/** The places of a stay are free, although somebody is late to leave one of them. */
export interface Had {
  late: HeldPlace[];
}

// As a create names them, the strongest first.
const KINDS = ['closure', 'stay', 'booking', 'turnaround', 'occupied'] as const;
export type ObstacleKind = (typeof KINDS)[number];

/** The nights for cleaning after a stay. */
export const cleaningAfter = ({ location, isOver }: WantedStay, rooms: LocationIndex): number =>
  isOver ? 0 : (rooms.get(location)?.turnaround_days ?? 0);

const overlap = (one: Range, other: Range): boolean => {
  const empty = ({ from, to }: Range) => to !== null && to <= from;
  if (empty(one) || empty(other)) return false;
  return (other.to === null || one.from < other.to) && (one.to === null || other.from < one.to);
};

/** Whether as many have one of the nights as there are places. */
const isFull = (held: Held[], slots: number, nights: Range): boolean =>
  held.some(({ from }) => {
    const night = from > nights.from ? from : nights.from;
    return held.filter((each) => overlap(each, { from: night, to: addDays(night, 1) })).length >= slots;
  });

const keyOf = (location: string, slot: number): string => `${location} ${slot}`;

/** The places of a site with those who hold them, to see in advance whom a file would put where. `today` is the site's. */
export class PlaceSimulator {
  private readonly held = new Map<string, Held[]>();
  /** The places of each location in which somebody is or was. */
  private readonly slots = new Map<string, number[]>();
  /** Bookings that a row has moved: what they held before is free. */
  private readonly moved = new Set<string>();

  constructor(
    private readonly rooms: LocationIndex,
    places: HeldPlace[],
    private readonly today: string,
  ) {
    for (const place of places) {
      if (!this.slots.get(place.location)?.includes(place.slot)) addTo(this.slots, place.location, place.slot);
      const { from, to, in_house: inHouse } = place;
      this.hold(place.location, place.slot, { from, to, inHouse, place, row: null });
    }
  }

  /** Takes the places of a stay as PostgreSQL would; returns what is in the way, if anything, or who is late to leave. */
  take(stay: WantedStay): Obstacles | Had {
    return this.takeEmpty(stay) ?? this.takeAmong(stay);
  }

  /** Most stays want the only place of a location that nobody has in any night. */
  private takeEmpty(stay: WantedStay): Had | undefined {
    const [part, ...others] = this.rooms.parts(stay.location);
    if (part?.capacity !== 1 || others.length > 0 || this.slots.has(part.id)) return undefined;
    const key = keyOf(part.id, 1);
    if (this.held.has(key)) return undefined;
    if (stay.booking !== null) this.moved.add(stay.booking);
    this.held.set(key, [{ from: stay.from, to: this.cleanFrom(stay), inHouse: stay.resident, place: null, row: stay.row }]); // prettier-ignore
    return { late: [] };
  }

  private takeAmong(stay: WantedStay): Obstacles | Had {
    const parts = this.rooms.parts(stay.location);
    const slots = parts.flatMap(({ id, capacity }) =>
      Array.from({ length: capacity }, (_, slot) => ({ id, slot: slot + 1 })),
    );
    const nights = { from: stay.from, to: this.cleanFrom(stay) };
    const inTheWay = slots.map(({ id, slot }) => this.at(id, slot).filter((held) => this.blocks(held, stay, nights)));
    const free = slots.filter((_, index) => inTheWay[index]?.length === 0);
    const more = parts.flatMap(({ id, capacity }) =>
      this.beyond(id, capacity).filter((held) => this.blocks(held, stay, nights)),
    );
    const lateIn = ({ id, slot }: { id: string; slot: number }) => this.at(id, slot).flatMap((held) => this.lateOf(held, stay)); // prettier-ignore
    // For tonight, a place in which nobody is late to leave goes first.
    const calm = overlap(nights, this.tonight) ? free.filter((slot) => lateIn(slot).length === 0) : [];
    const wanted = parts.length > 1 ? slots : [...calm, ...free].slice(0, 1);
    if (more.length > 0 && (parts.length > 1 || isFull([...inTheWay.flat(), ...more], slots.length, nights)))
      return this.obstacles([...inTheWay.flat(), ...more], stay, nights);
    if (wanted.length > 0 && wanted.every((slot) => free.includes(slot))) {
      if (stay.booking !== null) this.moved.add(stay.booking);
      const held = { ...nights, inHouse: stay.resident, place: null, row: stay.row };
      const late = wanted.flatMap(lateIn);
      for (const { id, slot } of wanted) this.hold(id, slot, held);
      return { late };
    }
    return this.obstacles(inTheWay.flat(), stay, nights);
  }

  /** Keeps the place of a stay that nobody can write down yet, whatever is in its way. */
  reserve(stay: WantedStay): void {
    const nights = { from: stay.from, to: this.cleanFrom(stay) };
    const held = { ...nights, inHouse: false, place: null, row: stay.row, keptFor: stay.person };
    const parts = this.rooms.parts(stay.location);
    for (const { id, capacity } of parts) {
      const slots = Array.from({ length: capacity }, (_, index) => index + 1);
      const isLeft = (slot: number) => !this.at(id, slot).some(({ row, ...each }) => row !== null && overlap(each, nights)); // prettier-ignore
      const isFree = (slot: number) => !this.at(id, slot).some((each) => this.blocks(each, stay, nights));
      const wanted = parts.length > 1 ? slots : [slots.find(isFree) ?? slots.find(isLeft) ?? []].flat();
      for (const slot of wanted) this.hold(id, slot, held);
    }
  }

  private obstacles(others: Held[], stay: WantedStay, nights: Range): Obstacles {
    const found = others
      .flatMap(({ place }) => (place ? [{ ...place, obstacle: this.kindOf(place, stay, nights) }] : []))
      .sort((one, other) => KINDS.indexOf(other.obstacle) - KINDS.indexOf(one.obstacle));
    const places = [...new Map(found.map((place) => [place.holder, place])).values()];
    return { places, row: others.find(({ row }) => row !== null)?.row ?? null };
  }

  /** The day from which a place is clean after a stay. */
  private cleanFrom(stay: WantedStay): string | null {
    const { from, to } = stay;
    const days = cleaningAfter(stay, this.rooms);
    return to === null || to <= from || days === 0 ? to : addDays(to, days);
  }

  private blocks = (held: Held, stay: WantedStay, nights: Range): boolean =>
    !(held.keptFor && held.keptFor === stay.person) &&
    (held.place === null || (held.place.holder !== stay.booking && !this.moved.has(held.place.holder))) &&
    (overlap(held, nights) || (held.inHouse && (stay.resident || overlap(this.overstayOf(held), nights))));

  /** The nights after the end of a stay in which somebody was still there. */
  private overstayOf({ place, to }: Held): Range {
    const from = place ? place.departure : to;
    return from === null ? { from: this.today, to: this.today } : { from, to: this.today };
  }

  private get tonight(): Range {
    return { from: this.today, to: addDays(this.today, 1) };
  }

  /** The resident of a place if the stay that is to follow comes to somebody who is late to leave. */
  private lateOf({ place }: Held, { booking, resident, isOver, to }: WantedStay): HeldPlace[] {
    const isAhead = !resident && !isOver && (to === null || to > this.today);
    if (!place?.in_house || place.departure === null || !isAhead) return [];
    const { holder, departure, contract_end: end } = place;
    if (holder === booking || this.moved.has(holder) || departure > this.today) return [];
    return departure < this.today || (end !== null && end < this.today) ? [place] : [];
  }

  private kindOf(place: HeldPlace, stay: WantedStay, nights: Range): ObstacleKind {
    const held = { ...place, inHouse: place.in_house, place, row: null };
    if (place.in_house && overlap(this.overstayOf(held), nights)) return 'stay';
    if (!overlap(place, nights)) return 'occupied';
    if (place.closure) return 'closure';
    if (!overlap({ from: place.from, to: place.departure }, stay)) return 'turnaround';
    return place.left ? 'stay' : 'booking';
  }

  /** Stays in places that a room has no more, since its capacity was lowered. */
  private beyond = (location: string, capacity: number): Held[] =>
    (this.slots.get(location) ?? [])
      .filter((slot) => slot > capacity)
      .flatMap((slot) => this.at(location, slot))
      .filter(({ place }) => place === null || place.closure === null);

  private at = (location: string, slot: number): Held[] => this.held.get(keyOf(location, slot)) ?? [];

  private hold(location: string, slot: number, held: Held): void {
    addTo(this.held, keyOf(location, slot), held);
  }
}
