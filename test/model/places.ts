/** A date as a number of days from the first day of a run. */
export type Day = number;

export interface Room {
  name: string;
  capacity: number;
  /** Its location type, which says how long it is cleaned. */
  type: 'Room' | 'Suite';
  /** The rooms below it that a booking of it takes along. */
  parts: string[];
}

export interface Range {
  from: Day;
  to: Day | null;
}

/** Nights of a place; those for cleaning follow them. */
export interface Holding extends Range {
  room: string;
  slot: number;
  /** The room that was asked for: the place itself, or the flat around it. */
  root: string;
  clean: number;
  inHouse: boolean;
  segment: number;
  /** Whether somebody stayed there who has left. */
  stayed?: boolean;
}

/** Whoever has places: a booking, or a closure. */
export interface Holder {
  holdings: Holding[];
}

/** Nights that a booking wants. */
export interface Stay extends Range {
  room: string;
  resident: boolean;
  clean: number;
}

export const isEmpty = ({ from, to }: Range): boolean => to !== null && to <= from;
export const overlaps = (one: Range, other: Range): boolean =>
  !isEmpty(one) &&
  !isEmpty(other) &&
  (other.to === null || one.from < other.to) &&
  (one.to === null || other.from < one.to);

/** The nights with those for cleaning. */
export const whole = (range: Range & { clean: number }): Range =>
  isEmpty(range) || range.to === null ? range : { from: range.from, to: range.to + range.clean };

/** The nights after the end of a stay in which somebody was still there. */
export const overstay = ({ inHouse, to }: Holding, today: Day): Range =>
  inHouse && to !== null ? { from: to, to: today } : { from: 0, to: 0 };

export const isInTheWay = (held: Holding, stay: Stay, today: Day): boolean =>
  overlaps(whole(held), whole(stay)) ||
  (held.inHouse && (stay.resident || overlaps(overstay(held, today), whole(stay)))) ||
  // A resident has never left, also after the end of the stay: nobody else can have stayed there since.
  (held.stayed === true && stay.resident && stay.to !== null && overlaps(whole(held), { from: stay.to, to: today }));

/** The rooms of a house, and how long each kind of them is cleaned. */
export class Places {
  readonly cleaning = { Room: 0, Suite: 0 };

  constructor(readonly rooms: Room[]) {}

  room(name: string): Room {
    const room = this.rooms.find((each) => each.name === name);
    if (!room) throw new Error(`no room ${name}`);
    return room;
  }

  isWhole = (name: string): boolean => this.room(name).parts.length > 0;

  /** Nights for cleaning after a stay; its own number goes before that of the type. None after a stay without end or nights. */
  cleaningAfter(room: string, range: Range, own: number | null): number {
    return range.to === null || isEmpty(range) ? 0 : (own ?? this.cleaning[this.room(room).type]);
  }

  /** Every place at a room and below it. */
  at(name: string): { room: string; slot: number }[] {
    return [name, ...this.room(name).parts].flatMap((room) =>
      Array.from({ length: this.room(room).capacity }, (_, index) => ({ room, slot: index + 1 })),
    );
  }

  /** The places of the house that count: a flat whose rooms can be booked is none of its own. */
  leaves = () => this.rooms.filter(({ name }) => !this.isWhole(name)).flatMap(({ name }) => this.at(name));

  /** The places that a stay gets where others have what they have; undefined when it cannot have them. */
  take(stay: Stay, others: Holder[], segment: number, today: Day): Holding[] | undefined {
    const isFree = ({ room, slot }: { room: string; slot: number }) =>
      !others.some(({ holdings }) =>
        holdings.some((held) => held.room === room && held.slot === slot && isInTheWay(held, stay, today)),
      );
    const { from, to, clean, resident: inHouse } = stay;
    const wanted = this.at(stay.room);
    const free = wanted.filter(isFree);
    if (free.length < (this.isWhole(stay.room) ? wanted.length : 1)) return undefined;
    const taken = this.isWhole(stay.room) ? wanted : free.slice(0, 1);
    return taken.map((place) => ({ ...place, root: stay.room, from, to, clean, inHouse, segment }));
  }
}
