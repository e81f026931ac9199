/** A date as a number of days from the first day of a run. */
export type Day = number;

export interface Room {
  name: string;
  capacity: number;
  /** Its location type, which says how long it is cleaned. */
  type: 'Room' | 'Suite';
  /** The rooms below it that a booking of it takes along. */
  parts: string[];
  /** Whether it was closed without dates. */
  inactive?: boolean;
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
  /** How many nights for cleaning it had before the return of its booking, or an exchange of rooms, shortened them. */
  full?: number | undefined;
  inHouse: boolean;
  segment: number;
  /** Whether a person stayed there who has left. */
  stayed?: boolean;
  /** Whether its resident is late to leave. */
  late?: boolean;
  /** Whether a closure has it. */
  closed?: boolean;
  /** The nights that it had before a check-out that is dated before the move to the next room. */
  uncut?: Range & { clean: number };
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

/** The nights after the end of a stay in which the resident was still there. */
export const overstay = ({ inHouse, to }: Holding, today: Day): Range =>
  inHouse && to !== null ? { from: to, to: today } : { from: 0, to: 0 };

/** Whether a resident is late to leave: also one who moved to the room today, after the end of the contract. */
export const isLate = ({ inHouse, to }: Holding, end: Day | null, today: Day): boolean =>
  inHouse && to !== null && (to < today || (to <= today + 1 && end !== null && end < today));

/** The nights since the end of a stay that somebody has who is late to leave: tonight is one of them. `end`: of the contract. */
export const lateNights = (held: Holding, end: Day | null, today: Day): Range =>
  isLate(held, end, today) && held.to !== null ? { from: held.to, to: today + 1 } : { from: 0, to: 0 };

export const isInTheWay = (held: Holding, stay: Stay, today: Day): boolean =>
  overlaps(whole(held), whole(stay)) ||
  (held.inHouse && (stay.resident || overlaps(overstay(held, today), whole(stay)))) ||
  // A resident has never left, also after the end of the stay: nobody else can have stayed there since, and it was not closed.
  (held.closed === true &&
    stay.resident &&
    stay.to !== null &&
    stay.to < today &&
    overlaps(held, { from: stay.to, to: today + 1 })) ||
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

  /** The flat that a room is in. */
  above = (name: string): Room | undefined => this.rooms.find(({ parts }) => parts.includes(name));

  /** A room is open when it is active, and so is the flat that it is in. */
  isOpen = (name: string): boolean => !this.room(name).inactive && !this.above(name)?.inactive;

  has = ({ room, slot }: { room: string; slot: number }): boolean => slot <= this.room(room).capacity;

  /** Whether as many people are in a room as it has places, in one night of a range: also in places that it has no more. */
  isFull(name: string, range: Range, others: Holder[]): boolean {
    const there = others.flatMap(({ holdings }) =>
      holdings.filter((held) => held.room === name && overlaps(whole(held), range) && (!held.closed || this.has(held))),
    );
    // The nights with the most people are those in which one of them begins.
    return there
      .map((held) => Math.max(held.from, range.from))
      .some(
        (day) =>
          there.filter((held) => overlaps(whole(held), { from: day, to: day + 1 })).length >= this.room(name).capacity,
      );
  }

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
    const isWhole = this.isWhole(stay.room);
    if (free.length < (isWhole ? wanted.length : 1)) return undefined;
    // Somebody in a place that a room has no more takes one of the others.
    const isCrowded = ({ room, slot, closed, ...held }: Holding) =>
      !closed &&
      wanted.some((place) => place.room === room) &&
      !this.has({ room, slot }) &&
      overlaps(whole(held), whole(stay));
    if (isWhole ? others.some(({ holdings }) => holdings.some(isCrowded)) : this.isFull(stay.room, whole(stay), others))
      return undefined;
    // For tonight, a place in which nobody is late to leave goes first.
    const isLeft = ({ room, slot }: { room: string; slot: number }) =>
      !others.some(({ holdings }) => holdings.some((held) => held.late && held.room === room && held.slot === slot));
    const isTonight = overlaps(whole(stay), { from: today, to: today + 1 });
    const first = (isTonight ? free.find(isLeft) : undefined) ?? free[0];
    const taken = isWhole ? wanted : [first as (typeof free)[number]];
    return taken.map((place) => ({ ...place, root: stay.room, from, to, clean, inHouse, segment }));
  }
}
