import { type Day, type Holder, type Holding, isEmpty, isInTheWay, lateNights, overlaps, overstay, Places, type Range, type Room, type Stay, whole } from './places.js'; // prettier-ignore

export type Status = 'provisional' | 'confirmed' | 'checked_in' | 'checked_out' | 'cancelled' | 'no_show' | 'void';
export type Type =
  | 'confirm'
  | 'check_in'
  | 'check_out'
  | 'cancel'
  | 'no_show'
  | 'void'
  | 'undo_check_in'
  | 'undo_check_out'
  | 'reinstate';
/** The statuses from which a transition is possible at all. */
export const FROM: Record<Type, Status[]> = {
  confirm: ['provisional'],
  check_in: ['confirmed'],
  check_out: ['checked_in'],
  cancel: ['provisional', 'confirmed'],
  no_show: ['confirmed'],
  void: ['provisional', 'confirmed', 'checked_in', 'checked_out'],
  undo_check_in: ['checked_in'],
  undo_check_out: ['checked_out'],
  reinstate: ['cancelled', 'no_show', 'void'],
};

export interface Booking extends Holder {
  key: number;
  status: Status;
  person: number;
  room: string;
  start: Day;
  end: Day | null;
  created: Day;
  /** The day of the check-in. */
  arrived: Day;
  occupiedFrom: Day;
  segment: number;
  segmentFrom: Day;
  /** Nights for cleaning; null: as many as the type of the room says. */
  turnaround: number | null;
  version: number;
  history: Status[];
  /** The last transition; `on` is the day on which the last one was recorded that was not taken back. */
  last: { from: Status | null; on: Day; happened: Day };
  /** The day on which the arrival was recorded. */
  arrivalRecorded: Day;
  /** What it held when it was called off, for its return. */
  suspended: Holding[];
  /** The planned move that it lost when it was closed. */
  lost: Move | null;
}

export interface Closure extends Holder {
  key: number;
  /** A room, or null: the whole house. */
  room: string | null;
  from: Day;
  to: Day | null;
}

/** What a request of the contract leads to: the HTTP status, and what it did when that is 200. */
export type Verdict = 200 | 400 | 404 | 409 | 422;

export interface Move {
  room: string;
  from: Day;
}

/** A part of the stay of a booking, as it is to be. */
interface Part extends Range {
  /** The end of the contract, where somebody in house is there longer. */
  end?: Day | null;
  /** From when it would have its nights if somebody who has not left did not have them until `from`. */
  since?: Day;
  segment: number;
  room: string;
  resident: boolean;
  turnaround: number | null;
  /** Whether these nights for cleaning are those that it owed its place before; with the same move to come, it holds as many as before. */
  keeps?: boolean;
  owed?: number | undefined;
}

/** From when a part of a stay is held. */
type Held = Pick<Part, 'from' | 'since'>;

/** How the places of a booking change: what it gives up, and which parts of a stay it takes after that. */
interface Change {
  leave: () => void;
  parts: Part[];
  columns: Partial<Booking>;
  /** The first night in the first room, which has been left. */
  begun?: Day;
}

/** What a transition does. */
interface Plan extends Partial<Change> {
  to: Status;
  /** The same without the planned move that was lost, where that is in the way. */
  instead?: Plan;
}

const LIVE: readonly Status[] = ['provisional', 'confirmed', 'checked_in'];
const HISTORY_WINDOW = 7;
export const isLive = ({ status }: Pick<Booking, 'status'>): boolean => LIVE.includes(status);
export const isExpected = ({ status }: Pick<Booking, 'status'>): boolean =>
  isLive({ status }) && status !== 'checked_in';
const isResident = ({ status }: Booking): boolean => status === 'checked_in';
const firstNight = ({ start, occupiedFrom }: Booking): Day => Math.max(start, occupiedFrom);
const later = (end: Day | null, day: Day): Day | null => (end === null ? null : Math.max(end, day));

/** The move to another room that is still to come, or was to come. */
export function plannedMove(booking: Booking): Move | null {
  const next = booking.holdings.find((held) => held.segment > booking.segment && !isEmpty(held));
  return next ? { room: next.root, from: next.from } : null;
}

/** A house as the contract describes it, in memory: who has which place, and what every request leads to. */
export class House {
  today: Day = 0;
  bookings: Booking[] = [];
  closures: Closure[] = [];
  /** Where each person lives: a room, '' for nowhere; those who never lived anywhere are not in it. */
  homes = new Map<number, string>();
  readonly places: Places;

  constructor(rooms: Room[]) {
    this.places = new Places(rooms.map((room) => ({ ...room, parts: [...room.parts] })));
  }

  create(
    room: string,
    start: Day,
    end: Day | null,
    status: Status = 'confirmed',
    more: Partial<Booking> = {},
  ): Verdict {
    if (end !== null && end <= start) return 422;
    if (status === 'checked_in' && (start > this.today || (end !== null && end <= this.today))) return 422;
    if (!this.places.isOpen(room)) return 422;
    return this.add(room, start, end, status, more);
  }

  override(
    room: string,
    start: Day,
    end: Day | null,
    conflict: Booking | undefined,
    action: 'void' | 'check_out',
    person = 0,
  ): Verdict {
    if ((end !== null && end <= start) || !this.places.isOpen(room)) return 422;
    if (!conflict || !this.makesWay(room, start, end, conflict, action)) return 409;
    return this.together(() => {
      const moved = this.move(conflict, action);
      return moved === 200 ? this.add(room, start, end, 'confirmed', { person }) : moved;
    });
  }

  /** Rows of a bulk request, in order; returns which were created. */
  bulk(rows: { room: string; conflict?: Booking | undefined }[], start: Day, end: Day | null): boolean[] | 422 {
    if (end !== null && end <= start) return 422;
    // Overrides are judged before the first row is booked; a booking makes way for one row at most.
    const promised = new Set<Booking>();
    const able = rows.map(({ room, conflict }) => {
      if (!this.places.isOpen(room)) return false;
      if (!conflict) return true;
      if (promised.has(conflict) || !this.makesWay(room, start, end, conflict, 'void')) return false;
      promised.add(conflict);
      return true;
    });
    const known = this.bookings.length;
    const made: (Booking | undefined)[] = rows.map(() => undefined);
    const book = ({ room, conflict }: (typeof rows)[number]) => {
      const moved = conflict ? this.move(conflict, 'void') : 200;
      return moved === 200 ? this.add(room, start, end, 'confirmed') : moved;
    };
    // A row whose rivals have made way for a later one is tried again.
    for (let open = rows.map((_, index) => index).filter((index) => able[index]); open.length > 0;) {
      for (const index of open)
        if (this.together(() => book(rows[index] as (typeof rows)[number])) === 200) made[index] = this.bookings.at(-1);
      open = open.filter((index) => {
        const stay = this.wanted(rows[index]?.room ?? '', { from: start, to: end });
        return !made[index] && this.blockers(undefined, stay).length === 0;
      });
    }
    // They are known in the order of their rows.
    this.bookings = [...this.bookings.slice(0, known), ...made.filter((booking) => booking !== undefined)];
    this.bookings.forEach((booking, key) => (booking.key = key));
    return made.map((booking) => booking !== undefined);
  }

  /** A stay of the past, as an import records it. */
  record(room: string, start: Day, end: Day, person: number): Verdict {
    return this.places.isOpen(room) ? this.add(room, start, end, 'checked_out', { person }) : 422;
  }

  move(booking: Booking, type: Type, on = this.today): Verdict {
    const done = this.attempt(booking, type, on);
    return done === 200 ? done : this.attempt(booking, type, on, true);
  }

  /** A transition as it is, or what is done instead. */
  private attempt(booking: Booking, type: Type, on: Day, isSecond = false): Verdict {
    const first = this.planTransition(booking, type, on);
    const plan = isSecond ? first?.instead : first;
    if (!plan) return 409;
    return this.together(() => {
      const { to, leave = () => undefined, parts = [], columns = {} } = plan;
      const planned = isLive(booking) ? plannedMove(booking) : booking.lost;
      if (!this.settle([{ booking, change: { leave, parts, columns } }])) return 409;
      booking.lost = isLive({ status: to }) ? null : planned;
      this.recordStatus(booking, type, to, on);
      return 200;
    });
  }

  /** Moves of different bookings in one request: those that take no place go first. */
  moveAll(moves: { booking: Booking; type: Type }[]): boolean[] {
    const turns: Type[][] = [['confirm', 'check_out', 'cancel', 'no_show', 'void'], ['undo_check_in'], ['check_in', 'undo_check_out', 'reinstate']]; // prettier-ignore
    const done = new Map<Booking, boolean>();
    // They are all judged before the first of them is done, in each of the three waves.
    for (const wave of turns.map((types) => moves.filter(({ type }) => types.includes(type)))) {
      const able = wave.filter(({ booking, type }) => this.planTransition(booking, type, this.today));
      for (const isSecond of [false, true])
        for (const { booking, type } of able)
          if (!done.get(booking)) done.set(booking, this.attempt(booking, type, this.today, isSecond) === 200);
    }
    return moves.map(({ booking }) => done.get(booking) ?? false);
  }

  patch(
    booking: Booking,
    wanted: {
      room?: string | undefined;
      start?: Day | null | undefined;
      end?: Day | null | undefined;
      turnaround?: number | null | undefined;
    },
  ): Verdict {
    const room = wanted.room ?? booking.room;
    const start = wanted.start === undefined ? booking.start : (wanted.start ?? booking.created);
    const end = wanted.end === undefined ? booking.end : wanted.end;
    const turnaround = wanted.turnaround === undefined ? booking.turnaround : wanted.turnaround;
    const same = room === booking.room && start === booking.start && end === booking.end;
    if (same && turnaround === booking.turnaround) return 200;
    if (!isLive(booking)) return same && booking.status === 'checked_out' ? this.reclean(booking, turnaround) : 409;
    if (end !== null && end <= start) return 422;
    const last = lastStart(booking);
    const isLate = start > booking.start && start > last && booking.start <= last;
    if (isResident(booking) && isLate && !startsAfterMoves(booking, room, start)) return 422;
    if (room !== booking.room && !this.places.isOpen(room)) return 422;
    return this.together(() => {
      const moves = room !== booking.room;
      const change = this.restay({ ...booking, turnaround }, { room, start, end }, this.today, booking);
      change.columns = { ...change.columns, room, start, end, turnaround };
      if (!this.settle([{ booking, change }])) return 409;
      booking.version += 1;
      if (moves && isResident(booking)) this.homes.set(booking.person, room);
      return 200;
    });
  }

  /** The last room of a stay that is over is cleaned for another number of nights. */
  private reclean(booking: Booking, turnaround: number | null): Verdict {
    const last = Math.max(...booking.holdings.filter((held) => !isEmpty(held)).map(({ segment }) => segment));
    return this.together(() => {
      booking.holdings = booking.holdings.map((held) =>
        held.segment === last && !isEmpty(held)
          ? { ...held, clean: this.places.cleaningAfter(held.root, held, turnaround), full: undefined }
          : held,
      );
      const isTaken = (held: Holding) =>
        this.others(booking).some(({ holdings }) =>
          holdings.some((each) => isSamePlace(held, each) && overlaps(whole(held), whole(each))),
        );
      if (booking.holdings.some((held) => held.segment === last && isTaken(held))) return 409;
      Object.assign(booking, { turnaround, version: booking.version + 1 });
      return 200;
    });
  }

  /** A room move of any day. */
  moveTo(booking: Booking, room: string, on: Day): Verdict {
    if (!isLive(booking)) return 409;
    if (room === booking.room) return 400;
    if (!this.isMoveDay(booking, on) || !this.places.isOpen(room)) return 422;
    return this.together(() => (this.settleMoves([{ booking, move: this.moveOn(booking, room, on) }]) ? 200 : 409));
  }

  /** The planned move is called off. */
  cancelMove(booking: Booking): Verdict {
    if (!isLive(booking)) return 409;
    if (!plannedMove(booking)) return 404;
    const move = { change: this.planned(booking, null), planned: null };
    return this.together(() => (this.settleMoves([{ booking, move }]) ? 200 : 409));
  }

  /** Without a day the swap is of today, whatever the contracts say. */
  swap(one: Booking, other: Booking, on?: Day): Verdict {
    if (one === other) return 400;
    if (!isLive(one) || !isLive(other)) return 409;
    const [here, there] = [one.room, other.room];
    if (here === there) return 400;
    if (on !== undefined && !(this.isMoveDay(one, on) && this.isMoveDay(other, on))) return 422;
    if (!this.places.isOpen(here) || !this.places.isOpen(there)) return 422;
    const moveOf = (booking: Booking, room: string) => {
      if (on !== undefined) return { booking, move: this.moveOn(booking, room, on) };
      const { start, end } = booking;
      const change = this.restay(booking, { room, start, end }, this.today, booking);
      return { booking, move: { change: { ...change, columns: { ...change.columns, room } }, planned: null } };
    };
    return this.together(() => (this.settleMoves([moveOf(one, there), moveOf(other, here)]) ? 200 : 409));
  }

  close(room: string | null, from: Day, to: Day | null): Verdict {
    if (to !== null && to <= from) return 422;
    const holdings = this.closable(room, { from, to });
    if (!holdings) return 409;
    this.closures.push({ key: this.closures.length, room, from, to, holdings });
    return 200;
  }

  changeClosure(closure: Closure, wanted: { room?: string | null; from?: Day; to?: Day | null }): Verdict {
    const { room, from, to } = { room: closure.room, from: closure.from, to: closure.to, ...wanted };
    return to !== null && to <= from ? 422 : this.replace(closure, { room, from, to });
  }

  endClosure(closure: Closure, on: Day): Verdict {
    const to = Math.max(closure.from, on);
    if (closure.to !== null && to > closure.to) return 422;
    return this.replace(closure, { room: closure.room, from: closure.from, to });
  }

  /** A room gets another number of places. Who has one that is gone gets a free one. */
  resize(name: string, capacity: number): Verdict {
    const room = this.places.room(name);
    return this.together(() => {
      if (capacity < room.capacity && !this.empty(name, capacity)) return 409;
      const grows = capacity > room.capacity;
      room.capacity = capacity;
      return grows && !this.extend() ? 409 : 200;
    });
  }

  /** A room becomes one of a flat, or leaves it (null). */
  reparent(name: string, flat: string | null): Verdict {
    const above = this.places.above(name);
    if ((above?.name ?? null) === flat) return 200;
    if (name === flat || this.isHeld(name)) return 409;
    return this.together(() => {
      if (above) above.parts = above.parts.filter((part) => part !== name);
      if (flat !== null) this.places.room(flat).parts.push(name);
      return this.extend() ? 200 : 409;
    });
  }

  retype(name: string, type: Room['type']): Verdict {
    const room = this.places.room(name);
    if (room.type === type) return 200;
    if (this.isHeld(name)) return 409;
    room.type = type;
    return 200;
  }

  /** A new room in a flat. */
  build(room: Room, flat: string): Verdict {
    return this.together(() => {
      this.places.rooms.push(room);
      this.places.room(flat).parts.push(room.name);
      return this.extend() ? 200 : 409;
    });
  }

  activate(name: string): Verdict {
    this.places.room(name).inactive = false;
    return 200;
  }

  deactivate(name: string, confirmed: boolean): Verdict {
    const room = this.places.room(name);
    if (!room.inactive && !confirmed && this.countLive(name) > 0) return 409;
    room.inactive = true;
    return 200;
  }

  /** How many live bookings are in house in a room or below it, or have a night there from today on. */
  countLive(name: string): number {
    const rooms = [name, ...this.places.room(name).parts];
    const concerns = (booking: Booking) => (held: Holding) =>
      rooms.includes(held.room) &&
      held.segment >= booking.segment &&
      (held.inHouse || (!isEmpty(held) && (held.to === null || held.to > this.today)));
    return this.bookings.filter((booking) => isLive(booking) && booking.holdings.some(concerns(booking))).length;
  }

  /** The bookings and closures that keep a stay from its places. */
  blockers(booking: Booking | undefined, stay: Stay): Holder[] {
    const others = this.others(booking);
    if (!this.places.isWhole(stay.room) && this.places.take(stay, others.map(this.withStays), 1, this.today)) return [];
    const rooms = [stay.room, ...this.places.room(stay.room).parts];
    return others.filter(({ holdings }) =>
      holdings.some((held) => rooms.includes(held.room) && isInTheWay(held, stay, this.today)),
    );
  }

  wanted = (room: string, range: Range, turnaround: number | null = null, resident = false): Stay => ({
    ...{ room, from: range.from, to: range.to, resident },
    clean: this.places.cleaningAfter(room, range, turnaround),
  });

  /** What a live booking has, and may still have, and not what its resident has left; and what is closed from now on. */
  private current(holder: Holder): Holding[] {
    if (isBooking(holder))
      return isLive(holder) ? holder.holdings.filter(({ segment }) => segment >= holder.segment) : [];
    return holder.holdings.filter((held) => !isEmpty(held) && (held.to === null || held.to > this.today));
  }

  private isHeld(name: string): boolean {
    const rooms = [name, ...this.places.room(name).parts];
    return this.others().some((holder) => this.current(holder).some(({ room }) => rooms.includes(room)));
  }

  /** All nights of a place: those since the end, and tonight, of who is late to leave, too. */
  private nightsOf(holder: Holder, held: Holding): Range {
    const late = lateNights(held, isBooking(holder) ? holder.end : null, this.today);
    const { from, to } = whole(held);
    return isEmpty(late) || to === null ? { from, to } : { from, to: Math.max(to, late.to ?? to) };
  }

  /** Gives who has a place above a number another one; closures end there. Returns whether there are enough. */
  private empty(name: string, capacity: number): boolean {
    const isAbove = (held: Holding) => held.room === name && held.slot > capacity;
    const endOf = (held: Holding) => whole(held).to ?? Infinity;
    const above = this.bookings.flatMap((booking) => this.current(booking).filter(isAbove).map((held) => ({ booking, held }))); // prettier-ignore
    const order = ({ held }: { held: Holding }) =>
      (isEmpty(held) ? [-Infinity, 0] : [held.from, endOf(held)]) as [number, number];
    above.sort((one, other) => order(one)[0] - order(other)[0] || order(one)[1] - order(other)[1] || one.held.slot - other.held.slot); // prettier-ignore
    for (const { booking, held } of above) {
      const isTaken = (slot: number) =>
        this.others().some((other) =>
          other.holdings.some(
            (each) =>
              each.room === name &&
              each.slot === slot &&
              (overlaps(this.nightsOf(other, each), this.nightsOf(booking, held)) ||
                (each.inHouse && held.inHouse) ||
                (other === booking && each.segment === held.segment)),
          ),
        );
      const slot = Array.from({ length: capacity }, (_, index) => index + 1).find((each) => !isTaken(each));
      if (slot === undefined) return false;
      booking.holdings = booking.holdings.map((each) =>
        isAbove(each) && each.slot === held.slot && each.segment === held.segment ? { ...each, slot } : each,
      );
    }
    for (const closure of this.closures) {
      const open = this.current(closure);
      closure.holdings = closure.holdings.filter((held) => !isAbove(held) || !open.includes(held));
    }
    return true;
  }

  /** Live bookings of a flat and closures have every place in it, for their own nights. Returns whether they can have them. */
  private extend(): boolean {
    // Of two that get a new place, one may be late to leave what the other has next: as in the places that they have.
    const before = new Set(this.others().flatMap(({ holdings }) => holdings));
    const lacking = (root: string, segment: number, holdings: Holding[]) =>
      (root === ''
        ? this.places.rooms.flatMap(({ name }) => ownPlaces(this.places, name))
        : this.places.at(root)
      ).filter(
        ({ room, slot }) =>
          !holdings.some((held) => held.segment === segment && held.room === room && held.slot === slot),
      );
    for (const booking of this.bookings) {
      for (const segment of new Set(this.current(booking).map((held) => held.segment))) {
        const own = this.current(booking).find((held) => held.segment === segment && held.room === held.root);
        if (!own || !this.places.isWhole(own.root)) continue;
        for (const place of lacking(own.root, segment, booking.holdings)) {
          const added = { ...own, ...place };
          const others = this.others(booking);
          const clashes = this.others().some(({ holdings }) =>
            holdings.some(
              (each) =>
                each.room === place.room &&
                each.slot === place.slot &&
                (overlaps(whole(each), whole(added)) ||
                  (before.has(each) && overlaps(whole(each), overstay(added, this.today)))),
            ),
          );
          if (clashes || (!isEmpty(added) && this.places.isFull(place.room, whole(added), others))) return false;
          booking.holdings = [...booking.holdings, added];
        }
      }
    }
    for (const closure of this.closures) {
      if (closure.to !== null && closure.to <= this.today) continue;
      const root = closure.room ?? '';
      for (const place of lacking(root, 1, closure.holdings)) {
        const { from, to } = closure;
        const added = { ...place, root, from, to, clean: 0, inHouse: false, segment: 1, closed: true };
        const clashes = this.others(closure).some(({ holdings }) =>
          holdings.some((each) => each.room === place.room && each.slot === place.slot && overlaps(whole(each), added)),
        );
        if (clashes) return false;
        closure.holdings = [...closure.holdings, added];
      }
    }
    return true;
  }

  private others = (booking?: Holder): Holder[] =>
    [...this.bookings, ...this.closures].filter((other) => other !== booking);

  private add(room: string, start: Day, end: Day | null, status: Status, more: Partial<Booking> = {}): Verdict {
    const booking: Booking = {
      key: this.bookings.length,
      status,
      person: 0,
      room,
      start,
      end,
      created: this.today,
      arrived: status === 'checked_out' ? start : this.today,
      occupiedFrom: start,
      segment: 1,
      segmentFrom: start,
      turnaround: null,
      version: 1,
      history: [status],
      last: { from: null, on: this.today, happened: -Infinity },
      arrivalRecorded: this.today,
      holdings: [],
      suspended: [],
      lost: null,
      ...more,
    };
    // Nobody cleans after a stay of the past.
    const turnaround = status === 'checked_out' ? 0 : booking.turnaround;
    const stay = this.wanted(room, { from: start, to: end }, turnaround, status === 'checked_in');
    const taken = this.places.take(stay, this.others().map(this.withStays), 1, this.today);
    if (!taken) return 409;
    this.bookings.push({ ...booking, holdings: taken });
    if (status === 'checked_in') this.homes.set(booking.person, room);
    return 200;
  }

  private makesWay(
    room: string,
    start: Day,
    end: Day | null,
    conflict: Booking,
    action: 'void' | 'check_out',
  ): boolean {
    const inTheWay = this.blockers(undefined, this.wanted(room, { from: start, to: end }));
    return inTheWay.includes(conflict) && (action === 'void' || isResident(conflict));
  }

  private closable(
    room: string | null,
    { from, to }: Range,
    own?: Closure,
    had?: Range,
    kept = false,
  ): Holding[] | undefined {
    const places =
      room === null ? this.places.rooms.flatMap(({ name }) => ownPlaces(this.places, name)) : this.places.at(room);
    // A room begins later where a resident stayed until then; what it did not have begins when the closure was to end.
    const firstIn = (place: { room: string; slot: number }): Day => {
      const isSame = (held: Holding) => held.room === place.room && held.slot === place.slot && !isEmpty(held);
      return kept ? (own?.holdings.find(isSame)?.from ?? had?.to ?? from) : from;
    };
    // A resident who is late keeps it from no night that it had before.
    const isNew = (nights: Range, first: Day) => {
      const end = Math.min(nights.to ?? Infinity, to ?? Infinity);
      for (let day = Math.max(nights.from, first); day < end; day++)
        if (!had || !overlaps({ from: day, to: day + 1 }, had)) return true;
      return false;
    };
    const isFree = (other: Holder, held: Holding, first: Day) =>
      !overlaps(whole(held), { from: first, to }) &&
      !isNew(lateNights(held, isBooking(other) ? other.end : null, this.today), first);
    const free = places.every((place) =>
      this.others(own).every((other) =>
        other.holdings.every(
          (held) => held.room !== place.room || held.slot !== place.slot || isFree(other, held, firstIn(place)),
        ),
      ),
    );
    if (!free) return undefined;
    return places.map((place) => ({
      ...place,
      root: room ?? '',
      from: firstIn(place),
      to: to === null ? null : Math.max(firstIn(place), to),
      clean: 0,
      inHouse: false,
      segment: 1,
      closed: true,
    }));
  }

  private replace(closure: Closure, { room, from, to }: { room: string | null; from: Day; to: Day | null }): Verdict {
    if (room === closure.room && from === closure.from && to === closure.to) return 200;
    const kept = room === closure.room && from === closure.from;
    const had = room === closure.room ? { from: closure.from, to: closure.to } : undefined;
    const holdings = this.closable(room, { from, to }, closure, had, kept);
    if (!holdings) return 409;
    Object.assign(closure, { room, from, to, holdings });
    return 200;
  }

  /** The stay ended: it keeps the nights that were spent, and nights that others hold begin where it ended. */
  private cut(booking: Booking, ended: Day): void {
    const current = booking.holdings.filter(({ segment }) => segment === booking.segment);
    // It keeps its nights for cleaning, unless it had no end.
    const last = current.filter((held) => !isEmpty(held));
    const had = last.length > 0 && last.every(({ to }) => to !== null) ? Math.max(...last.map(fullCleaning)) : booking.turnaround; // prettier-ignore
    const since = current.flatMap(({ to, ...held }) => (to === null ? [] : [{ ...held, from: to, to: ended }]));
    for (const other of this.others(booking)) this.push(other, since);
    const spent = booking.holdings
      .filter(({ segment }) => segment <= booking.segment)
      .map((held): Holding => {
        if (held.segment === booking.segment)
          return { ...held, to: Math.max(held.from, ended), inHouse: false, clean: 0, full: undefined };
        if (held.to === null || held.to <= ended || isEmpty(held)) return held;
        // What is taken from a room that was left later comes back with the check-out.
        const uncut = { from: held.from, to: held.to, clean: held.clean };
        return { ...held, to: Math.max(held.from, ended), clean: ended > held.from ? held.clean : 0, uncut };
      });
    const rivals = this.others(booking).flatMap(({ holdings }) => holdings.map(whole).map((range, i) => ({ ...holdings[i], ...range }) as Holding)).filter((each) => !isEmpty(each)); // prettier-ignore
    booking.holdings = spent.map((held) => {
      if (held.segment !== booking.segment || isEmpty(held)) return held;
      const there = rivals.filter(({ room, slot }) => room === held.room && slot === held.slot);
      if (there.some(({ from, to }) => from <= ended && (to === null || ended < to))) return held;
      const next = Math.min(...there.filter(({ from }) => from >= ended).map(({ from }) => from - ended));
      return { ...held, clean: Math.min(this.places.cleaningAfter(held.root, held, had), next) };
    });
  }

  /** Nights that another booking holds begin where a stay ended that lasted into them. */
  private push(other: Holder, stayed: Holding[]): void {
    const reaching = (each: Holding) =>
      isUnused(other, each) ? stayed.filter((held) => isSamePlace(held, each) && overlaps(whole(each), held)) : [];
    for (const segment of new Set(
      other.holdings.filter((each) => reaching(each).length > 0).map((each) => each.segment),
    )) {
      const isLater = (each: Holding) => (isBooking(other) ? each.segment === segment : reaching(each).length > 0);
      const later = new Set(other.holdings.filter(isLater));
      const ended = Math.max(...[...later].flatMap(reaching).map(({ to }) => to ?? 0));
      other.holdings = other.holdings.map((each) => {
        if (!later.has(each) || each.from >= ended) return each;
        const gone = each.to !== null && each.to <= ended;
        return { ...each, from: ended, to: gone ? ended : each.to, clean: gone ? 0 : each.clean };
      });
      if (!isBooking(other)) continue;
      const left = other.holdings.filter((each) => !isEmpty(each)).map(({ from }) => from);
      const first = Math.min(ended, ...left);
      if (segment === other.segment) Object.assign(other, { occupiedFrom: first, segmentFrom: first });
      other.version += 1;
    }
  }

  private recordStatus(booking: Booking, type: Type, to: Status, on: Day): void {
    const leaves = isResident(booking) && to !== 'checked_in';
    if (type === 'check_in') booking.arrivalRecorded = this.today;
    const counts = type === 'undo_check_out' ? booking.arrivalRecorded : this.today;
    const happened = type === 'undo_check_out' ? booking.arrived : on;
    booking.last = { from: booking.status, on: counts, happened };
    booking.status = to;
    booking.version += 1;
    booking.history.push(to);
    if (type === 'check_in') booking.arrived = on;
    if (to === 'checked_in') this.homes.set(booking.person, booking.room);
    if (leaves) this.homes.set(booking.person, this.homeOf(booking.person));
  }

  /** Where somebody is in house: of several rooms, the one that was moved into last. */
  private homeOf(person: number): string {
    const at = this.bookings.filter((each) => isResident(each) && each.person === person);
    return at.sort((one, other) => other.segmentFrom - one.segmentFrom || one.key - other.key)[0]?.room ?? '';
  }

  /** Where a transition leads, what it gives up and which stay it takes; undefined when the contract refuses it. */
  private planTransition(booking: Booking, type: Type, on: Day): Plan | undefined {
    const { status, room, start, end, last, segment, segmentFrom } = booking;
    const late = this.today - last.on > HISTORY_WINDOW;
    if (!FROM[type].includes(status)) return undefined;
    const planned = plannedMove(booking);
    const cleaning = heldCleaning(booking, segment) ?? booking.turnaround;
    const spared = heldCleaning(booking, segment, 'spared') ?? booking.turnaround;
    const { lost } = booking;
    const comesBack = lost && this.places.isOpen(lost.room) ? lost : null;
    const suspend = () => {
      booking.suspended = booking.holdings.map((each) => ({ ...each, inHouse: false }));
      booking.holdings = [];
    };
    const first = firstNight(booking);
    const returning = (move: Move | null): Plan => {
      // Who came early and was to move before the first night has all of them in the other room.
      const isMoved = isLive(booking) && move !== null && move.from <= first;
      const later = heldCleaning(booking, segment + 1);
      const part = { segment: 1, room: isMoved ? move.room : room, from: first, to: end, resident: false, turnaround: isMoved ? (later ?? booking.turnaround) : cleaning, keeps: !isMoved }; // prettier-ignore
      return {
        to: 'confirmed',
        leave: this.forget(booking, 1),
        ...this.parts(part, booking, isMoved ? null : move, this.plannedFrom(booking), later),
        columns: { room: part.room, occupiedFrom: first, segment: 1, segmentFrom: first, suspended: [] },
      };
    };
    const isFree = (wanted: Range, turnaround: number | null, resident: boolean, at = room) =>
      this.blockers(booking, this.wanted(at, wanted, turnaround, resident)).length === 0;
    switch (type) {
      case 'confirm':
        return { to: 'confirmed' };
      case 'check_in': {
        if (on < start || (end !== null && on >= end)) return undefined;
        // Whoever arrives after the day of a planned move lives in the other room at once.
        const moved = planned && planned.from <= on ? planned : null;
        const turnaround = moved ? (heldCleaning(booking, segment + 1) ?? booking.turnaround) : cleaning;
        const needed = planned && !moved ? spared : turnaround;
        const begins = (day: Day) => (moved ? moved.from : Math.min(booking.occupiedFrom, day));
        const until = planned && !moved ? planned.from : end;
        const at = moved?.room ?? room;
        if (!this.places.isOpen(at)) return undefined;
        if (!isFree({ from: begins(this.today), to: until }, needed, true, at)) return undefined;
        const part = { segment, room: at, from: begins(on), to: end, resident: true, turnaround, keeps: !moved };
        const columns = { occupiedFrom: part.from, segmentFrom: part.from, room: at };
        return {
          to: 'checked_in',
          leave: this.forget(booking, segment),
          ...this.parts(
            part,
            booking,
            moved ? null : planned,
            this.plannedFrom(booking),
            heldCleaning(booking, segment + 1),
          ),
          columns,
        };
      }
      case 'check_out':
        return { to: 'checked_out', leave: () => this.cut(booking, Math.max(on, booking.occupiedFrom)) };
      case 'cancel':
        return { to: 'cancelled', leave: suspend };
      case 'no_show':
        return this.today > start ? { to: 'no_show', leave: suspend } : undefined;
      case 'void':
        return { to: 'void', leave: suspend };
      case 'undo_check_in': {
        if (late) return undefined;
        const until = planned ? planned.from : end;
        return segment > 1 && !isFree({ from: first, to: until }, planned ? spared : cleaning, false)
          ? undefined
          : returning(planned);
      }
      case 'undo_check_out': {
        const changed = this.hasChanged(booking);
        const left = booking.holdings.filter((held) => held.segment === segment && !isEmpty(held));
        const spent = left.map(({ to }) => to ?? 0);
        // The nights that were spent in other places than the room has today stay there: it goes on in today's since today, or since the
        // check-out, if it has none of the places any more.
        const goesOn = left.some((held) => this.places.at(room).some((place) => isSamePlace(held, place)));
        const [number, since] = changed ? [segment + 1, goesOn ? this.today : Math.max(...spent)] : [segment, segmentFrom]; // prettier-ignore
        // Who is late to leave has the nights since the check-out as well, and those who have booked them wait.
        const isLate = end !== null && end < this.today;
        const again = { from: since, to: isLate ? Math.max(since + 1, ...spent) : this.until(end, since) };
        const needed = lost && lost.from > since ? { from: since, to: lost.from } : again;
        if (late || !isFree(needed, cleaning, true)) return undefined;
        const returned = this.returned(booking, changed);
        if (!returned) return undefined;
        const part = { segment: number, room, ...again, end, resident: true, turnaround: cleaning };
        const leave = () => {
          booking.holdings = returned;
        };
        const columns = { segment: number, segmentFrom: since };
        const back = { to: 'checked_in' as const, leave, columns };
        const instead = { ...back, parts: [part] };
        return {
          ...back,
          ...this.parts(part, booking, comesBack, undefined, heldCleaning(booking, segment + 1)),
          instead,
        };
      }
      case 'reinstate': {
        if (late) return undefined;
        if (last.from === 'checked_out') return this.resumed(booking);
        const returns = comesBack !== null && comesBack.from > first;
        const needed = { from: first, to: lost && lost.from > first ? lost.from : end };
        if (!isFree(needed, returns ? spared : cleaning, false)) return undefined;
        if (!this.places.isOpen(room)) return undefined;
        const to = last.from === 'checked_in' ? 'confirmed' : (last.from ?? 'confirmed');
        return { ...returning(comesBack), to, instead: { ...returning(null), to } };
      }
    }
  }

  /** Whether the nights of a stay were spent in other places than its room has today. */
  private hasChanged({ room, segment, holdings }: Booking): boolean {
    const own = holdings.filter((held) => held.segment === segment);
    if (own.every(isEmpty)) return false;
    const isOf = (one: { room: string; slot: number }) => (other: { room: string; slot: number }) =>
      one.room === other.room && one.slot === other.slot;
    const places = this.places.at(room);
    const hasLeft = own.some((held) => !isEmpty(held) && !places.some(isOf(held)));
    return hasLeft || (this.places.isWhole(room) && places.some((place) => !own.some(isOf(place))));
  }

  /** The rooms that somebody had left before the check-out that is taken back; undefined where others have had them since. */
  private returned(booking: Booking, changed: boolean): Holding[] | undefined {
    const { segment, room, holdings } = booking;
    const before = holdings
      .filter((held) => held.segment < segment)
      .map(({ uncut, ...held }): Holding => (uncut ? { ...held, ...uncut } : held));
    const places = this.places.at(room);
    const remains = (held: Holding) => places.some((place) => place.room === held.room && place.slot === held.slot);
    const after = holdings
      .filter((held) => changed && held.segment === segment)
      .map((held): Holding => (remains(held) ? { ...shortened(held, 0), to: this.today } : held));
    const others = this.others(booking);
    const isTaken = (held: Holding) =>
      others.some((other) =>
        other.holdings.some(
          (each) =>
            each.room === held.room &&
            each.slot === held.slot &&
            (overlaps(whole(each), whole(held)) || overlaps(overstay(each, whole(held).to ?? Infinity), whole(held))),
        ),
      );
    const restored = before.filter((held) => holdings.some(({ uncut, ...old }) => uncut && old.segment === held.segment && old.room === held.room && old.slot === held.slot)); // prettier-ignore
    if (restored.some((held) => isTaken(held) || this.places.isFull(held.room, whole(held), others))) return undefined;
    // A place in which the stay continued was not cleaned before.
    return after.some(isTaken) ? undefined : [...before.map((held) => (restored.includes(held) ? held : uncleaned(held, restored))), ...after]; // prettier-ignore
  }

  /** A stay that was over and voided is over again, unless somebody else stayed in its nights. Who has not used them waits. */
  private resumed(booking: Booking): Plan | undefined {
    const others = this.others(booking);
    const isGone = (held: Holding) => !this.places.has(held);
    const hasFewer = (held: Holding) =>
      isGone(held) ||
      others.some(({ holdings }) =>
        holdings.some(
          (each) => each.room === held.room && !each.closed && isGone(each) && overlaps(whole(each), whole(held)),
        ),
      );
    const isTakenBy = (other: Holder, each: Holding, held: Holding) =>
      overlaps(overstay(each, this.today), held) ||
      (overlaps(whole(each), held) && !(isBooking(other) && isUnused(other, each) && overlaps(each, held)));
    const isUsed = (held: Holding) =>
      others.some((other) => other.holdings.some((each) => isSamePlace(each, held) && isTakenBy(other, each, held)));
    // In another place of the room, if somebody used its own.
    const resumedIn = (held: Holding): Holding | undefined => {
      const isOwn = (slot: number) =>
        booking.suspended.some((each) => each.room === held.room && each.slot === slot && (each.segment === held.segment || overlaps(whole(each), whole(held)))); // prettier-ignore
      const isPart = booking.suspended.some(({ room, root }) => room !== root && (room === held.room || root === held.room)); // prettier-ignore
      const slots = Array.from({ length: this.places.room(held.room).capacity }, (_, index) => index + 1);
      const elsewhere = isPart || isEmpty(held) ? [] : slots.filter((slot) => !isOwn(slot));
      return [held.slot, ...elsewhere].map((slot) => ({ ...held, slot })).find((each) => !isUsed(each));
    };
    const isFull = (held: Holding) => !isEmpty(held) && this.places.isFull(held.room, whole(held), others) && hasFewer(held); // prettier-ignore
    if (booking.suspended.some(isFull)) return undefined;
    const found = booking.suspended.map(resumedIn);
    const suspended = found.filter((held) => held !== undefined);
    if (suspended.length < found.length) return undefined;
    const leave = () => {
      for (const other of others) this.push(other, suspended);
      const next = others.flatMap(({ holdings }) => holdings);
      booking.holdings = suspended.map((held) => {
        const arrivals = next.filter((each) => isSamePlace(each, held) && overlaps(whole(each), whole(held)));
        return shortened(held, Math.min(held.clean, ...arrivals.map(({ from }) => from - (held.to ?? from))));
      });
    };
    return { to: 'checked_out', leave, columns: { suspended: [] } };
  }

  private forget = (booking: Booking, segment: number) => () => {
    booking.holdings = booking.holdings.filter((held) => held.segment < segment);
  };

  /** The parts of a stay: until its planned move, if that still lies within it, and then in the other room. */
  private parts(part: Part, booking: Booking, planned: Move | null, held?: Held, kept?: number): { parts: Part[] } {
    const turnaround = kept ?? booking.turnaround;
    const end = part.end === undefined ? part.to : part.end;
    const isWithin = planned && planned.from > (part.since ?? part.from) && (end === null || planned.from < end);
    if (!isWithin) return { parts: [part] };
    const next = {
      segment: part.segment + 1,
      room: planned.room,
      ...(held ?? { from: planned.from }),
      to: end,
      resident: false,
      turnaround,
    };
    // Who is to come into the first place on that day may spare it nights for cleaning.
    const spared = heldCleaning(booking, part.segment, 'spared');
    const isSpared =
      part.keeps && spared !== undefined && planned.from === (plannedMove(booking) ?? booking.lost)?.from;
    const first = { ...part, to: planned.from, ...(isSpared && { turnaround: spared, owed: heldCleaning(booking, part.segment) }) }; // prettier-ignore
    return { parts: [first, next] };
  }

  /** The nights for cleaning after the other place of a move, if a move there was already planned for that day or an earlier one. */
  private keptAfter(booking: Booking, room: string, from: Day): number | undefined {
    const planned = plannedMove(booking);
    return planned && room === planned.room && from >= planned.from ? heldCleaning(booking, booking.segment + 1) : undefined; // prettier-ignore
  }

  /** From when a part of a stay can be held anew: from today, while the nights since its day are those of somebody who has not left. */
  private heldFrom(booking: Booking, segment: number, from: Day): Held {
    const own = booking.holdings.filter((held) => held.segment === segment && !held.inHouse);
    const waits = this.others(booking).some(({ holdings }) =>
      holdings.some((stay) =>
        own.some(
          (held) =>
            held.room === stay.room && held.slot === stay.slot && overlaps(whole(held), overstay(stay, this.today)),
        ),
      ),
    );
    return waits && from < this.today ? { from: this.today, since: from } : { from };
  }

  private plannedFrom(booking: Booking): Held | undefined {
    const planned = plannedMove(booking);
    return planned ? this.heldFrom(booking, booking.segment + 1, planned.from) : undefined;
  }

  private isMoveDay(booking: Booking, on: Day): boolean {
    const { end, segmentFrom } = booking;
    const resident = isResident(booking);
    if (resident && on < segmentFrom) return false;
    return end === null || on < end || (resident && on <= this.today);
  }

  /** How a booking changes rooms on a day, and which move is planned then. */
  private moveOn(booking: Booking, room: string, on: Day): { change: Change; planned: Move | null } {
    const resident = isResident(booking);
    const { start, end } = booking;
    if (on > this.today && (resident || on > firstNight(booking))) {
      const planned = { room, from: on };
      return { change: this.planned(booking, planned), planned };
    }
    if (resident) {
      const change = this.restay(booking, { room, start, end }, on, booking);
      return { change: { ...change, columns: { ...change.columns, room } }, planned: null };
    }
    const from = Math.max(firstNight(booking), on);
    const part = { segment: 1, room, from, to: end, resident: false, turnaround: booking.turnaround };
    const columns = { room, segment: 1, segmentFrom: from, occupiedFrom: from };
    return { change: { leave: this.forget(booking, 1), parts: [part], columns }, planned: null };
  }

  /** The end of the nights of a resident who is in house since a day: today at least, and the first night. */
  private until = (end: Day | null, from: Day): Day | null => later(end, Math.max(this.today, from + 1));

  /** The stay with a move on a day that is still to come, or with none any more. */
  private planned(booking: Booking, move: Move | null): Change {
    const resident = isResident(booking);
    const held = resident ? { from: booking.segmentFrom } : this.heldFrom(booking, 1, firstNight(booking));
    const { from } = held;
    const segment = resident ? booking.segment : 1;
    const to = resident ? this.until(booking.end, from) : booking.end;
    const part = {
      segment,
      room: booking.room,
      ...held,
      to,
      end: booking.end,
      resident,
      turnaround: heldCleaning(booking, segment) ?? booking.turnaround,
      keeps: true,
    };
    return {
      leave: () => this.leaveAnew(booking, segment),
      ...this.parts(part, booking, move, undefined, move ? this.keptAfter(booking, move.room, move.from) : undefined),
      columns: { segment, segmentFrom: from, ...(segment === 1 && { occupiedFrom: from }) },
    };
  }

  /** The nights after the end of the contract belong to the resident before the stay is written again. */
  private leaveAnew(booking: Booking, segment: number): void {
    if (isResident(booking) && booking.end !== null && booking.end < this.today) this.cut(booking, this.today);
    this.forget(booking, segment)();
  }

  /** The stay after a change of dates or room, for a resident who changes rooms from a day on. `row` is how the booking is to be. */
  private restay(
    row: Booking,
    wanted: { room: string; start: Day; end: Day | null },
    on: Day,
    booking: Booking,
  ): Change {
    const { room, start, end } = wanted;
    const { segment, segmentFrom, occupiedFrom, turnaround } = row;
    const moves = room !== row.room;
    const planned = moves ? null : plannedMove(booking);
    // A stay that does not become longer keeps its nights for cleaning.
    const isLonger = row.end === null || end === null || end > row.end;
    // With a planned move, it becomes longer in the other room.
    const isRecleaned = row.turnaround !== booking.turnaround;
    const cleanedFrom = (from: Day): [here: Pick<Part, 'turnaround' | 'keeps'>, next: number | undefined] => {
      const held = heldCleaning(booking, segment);
      const keeps = (planned ? planned.from > from : !isLonger) && !moves && !isRecleaned && held !== undefined;
      return keeps
        ? [{ turnaround: held, keeps }, isLonger ? undefined : heldCleaning(booking, segment + 1)]
        : [{ turnaround }, undefined];
    };
    if (!isResident(row)) {
      const keeps = !moves && start >= row.start;
      const held = keeps ? this.heldFrom(booking, 1, Math.max(start, firstNight(row))) : { from: start };
      const { from } = held;
      const [cleaned, next] = cleanedFrom(held.since ?? from);
      const part = { segment: 1, room, ...held, to: end, resident: false, ...cleaned };
      const columns = { segment: 1, segmentFrom: from, occupiedFrom: from };
      const parts = this.parts(part, row, planned, this.plannedFrom(booking), next);
      return { leave: this.forget(booking, 1), ...parts, columns };
    }
    const begun = begunOn(booking, room, start);
    if (moves) {
      const since = segment > 1 ? segmentFrom : begun;
      const keepsOld = on > since;
      const from = keepsOld ? on : since;
      const number = keepsOld ? segment + 1 : segment;
      const part = {
        segment: number,
        room,
        from,
        to: this.until(end, from),
        resident: true,
        turnaround: isLonger || isRecleaned ? turnaround : (this.keptAfter(booking, room, from) ?? turnaround),
      };
      const columns = { segment: number, segmentFrom: from, occupiedFrom: begun };
      const leave = () => (keepsOld ? this.cut(booking, on) : this.forget(booking, segment)());
      return { leave, parts: [part], columns, ...(number > 1 && begun !== occupiedFrom && { begun }) };
    }
    const number = startsAfterMoves(booking, room, start) ? 1 : segment;
    const from = number > 1 ? segmentFrom : begun;
    const [cleaned, next] = cleanedFrom(from);
    const part = { segment: number, room, from, to: this.until(end, from), end, resident: true, ...cleaned };
    const columns = { segment: number, segmentFrom: from, occupiedFrom: begun };
    const parts = this.parts(part, row, planned, this.plannedFrom(booking), next);
    const first = number > 1 && begun !== occupiedFrom && { begun };
    return { leave: () => this.leaveAnew(booking, number), ...parts, columns, ...first };
  }

  /** All bookings release their places before any takes one. Returns false when one cannot have all of its places. */
  private settle(changes: { booking: Booking; change: Change }[]): boolean {
    for (const { booking, change } of changes) {
      if (change.begun !== undefined && !this.begin(booking, change.begun)) return false;
      change.leave();
    }
    this.cleanBetween(changes);
    for (const { booking, change } of changes) {
      const next = changes.filter((each) => each.booking !== booking).flatMap((each) => each.change.parts);
      for (const { segment, room, resident, turnaround, from, to, since, owed: before } of change.parts) {
        const stay = this.wanted(room, { from, to }, turnaround, resident);
        const owed = before ?? stay.clean;
        // Those who exchange rooms leave no nights for cleaning between them.
        for (const each of next)
          if (to !== null && each.room === room && each.from >= to) stay.clean = Math.min(stay.clean, each.from - to);
        const places = this.places.take(stay, this.others(booking).map(this.withStays), segment, this.today);
        if (!places) return false;
        const taken = places.map((held) => (held.clean < owed && !isEmpty(held) ? { ...held, full: owed } : held));
        const waiting = since === undefined ? taken : this.withNightsSince(since, taken, booking);
        booking.holdings = [...booking.holdings.map((held) => uncleaned(held, taken)), ...waiting];
        const first = waiting[0]?.from ?? from;
        if (since !== undefined && segment === 1) Object.assign(change.columns, { segmentFrom: first, occupiedFrom: first }); // prettier-ignore
      }
    }
    for (const { booking, change } of changes) Object.assign(booking, change.columns);
    for (const { booking } of changes) this.lengthen(booking);
    return true;
  }

  /** Nights for cleaning that were shortened come back, as far as nobody has the place by now. */
  private lengthen(booking: Booking): void {
    const all = this.others().flatMap(({ holdings }) => holdings);
    booking.holdings = booking.holdings.map((held) => {
      const { to, full, clean } = held;
      if (full === undefined || to === null || isEmpty(held)) return held;
      const next = all.filter((each) => each !== held && isSamePlace(each, held) && overlaps(whole(each), { from: to, to: to + full })); // prettier-ignore
      const left = Math.min(full, ...next.map(({ from }) => Math.max(0, from - to)));
      return left > clean ? { ...held, clean: left } : held;
    });
  }

  /** A booking that waits for somebody who has not left has the nights before today, too, as far as nobody is recorded in them. */
  private withNightsSince(since: Day, taken: Holding[], booking: Booking): Holding[] {
    const nights = ({ to }: Holding) => ({ from: since, to: Math.min(this.today, to ?? Infinity) });
    const takenUntil = (held: Holding, holders: Holder[]) =>
      Math.max(
        since,
        ...holders
          .flatMap(({ holdings }) => holdings)
          .filter((each) => each.room === held.room && each.slot === held.slot && overlaps(whole(each), nights(held)))
          .map((each) => whole(each).to ?? since),
      );
    // What is over by now has no night yet, and of a room for several the place where it gets the most.
    const isOver = ({ to }: Holding) => to !== null && to <= this.today;
    const placed = taken.map((held) => {
      if (!isOver(held) || this.places.isWhole(held.root)) return held;
      const places = this.places.at(held.root).map((place) => ({ ...held, ...place }));
      const until = (place: Holding) => takenUntil(place, this.others(booking));
      return places.sort((one, other) => until(one) - until(other) || one.slot - other.slot)[0] as Holding;
    });
    const from = Math.max(...placed.map((held) => takenUntil(held, [...this.others(booking), booking])));
    return placed.map((held) => ({
      ...held,
      from,
      to: held.to && Math.max(held.to, from),
      ...(isOver(held) && { clean: 0 }),
    }));
  }

  /** The places that others of an exchange take are cleaned until then only. */
  private cleanBetween(changes: { booking: Booking; change: Change }[]): void {
    for (const { booking, change } of changes)
      for (const { room, from } of change.parts) {
        const places = this.places.at(room);
        const isTaken = ({ room: at, to, clean }: Holding) =>
          to !== null && from >= to && from < to + clean && places.some((place) => place.room === at);
        for (const other of changes.filter((each) => each.booking !== booking))
          other.booking.holdings = other.booking.holdings.map((held) =>
            isTaken(held) ? shortened(held, from - (held.to ?? from)) : held,
          );
      }
  }

  /** The first room of a stay, which has been left, is that of the booking since another day. */
  private begin(booking: Booking, begun: Day): boolean {
    const isFirst = (held: Holding) => held.segment === 1 && !isEmpty(held);
    booking.holdings = booking.holdings.map((held) => (isFirst(held) ? { ...held, from: begun } : held));
    return !booking.holdings
      .filter(isFirst)
      .some(
        (held) =>
          this.places.isFull(held.room, whole(held), this.others(booking)) ||
          this.others(booking).some(({ holdings }) =>
            holdings.some(
              (each) =>
                each.room === held.room &&
                each.slot === held.slot &&
                (overlaps(whole(each), whole(held)) ||
                  overlaps(overstay(each, whole(held).to ?? Infinity), whole(held))),
            ),
          ),
      );
  }

  /** The same for room moves, which are written down when they change something. */
  private settleMoves(moves: { booking: Booking; move: { change: Change; planned: Move | null } }[]): boolean {
    const before = moves.map(({ booking }) => ({ room: booking.room, planned: plannedMove(booking) }));
    if (!this.settle(moves.map(({ booking, move }) => ({ booking, change: move.change })))) return false;
    moves.forEach(({ booking, move: { planned } }, index) => {
      const { room, planned: old } = before[index] as (typeof before)[number];
      const changes = room !== booking.room || old?.room !== planned?.room || old?.from !== planned?.from;
      if (changes) booking.version += 1;
      if (room !== booking.room && isResident(booking)) this.homes.set(booking.person, booking.room);
    });
    return true;
  }

  /** The nights of a booking; those that were spent are marked, and those of who is late to leave. */
  private withStays = (holder: Holder): Holder => ({
    holdings: holder.holdings.map((held) => ({
      ...held,
      stayed: isBooking(holder) && (holder.status === 'checked_out' || held.segment < holder.segment),
      late: !isEmpty(lateNights(held, isBooking(holder) ? holder.end : null, this.today)),
    })),
  });

  /** Everything that work does, or nothing. */
  private together(work: () => Verdict): Verdict {
    const before = this.bookings.map((booking) => ({ ...booking, history: [...booking.history] }));
    const closed = this.closures.map((closure) => ({ ...closure }));
    const homes = new Map(this.homes);
    const rooms = this.places.rooms.map((room) => ({ ...room, parts: [...room.parts] }));
    const verdict = work();
    if (verdict === 200) return verdict;
    this.places.rooms.splice(0, Infinity, ...rooms);
    // The objects stay the same: commands hold on to them.
    this.bookings = this.bookings.slice(0, before.length);
    this.bookings.forEach((booking, index) => Object.assign(booking, before[index]));
    this.closures.forEach((closure, index) => Object.assign(closure, closed[index]));
    this.homes = homes;
    return verdict;
  }
}

/** The nights for cleaning that a part of a stay owes its place, or holds of them where somebody comes before; also when it was called off. */
function heldCleaning(
  { holdings, suspended }: Booking,
  segment: number,
  which: 'owed' | 'spared' = 'owed',
): number | undefined {
  const own = [...holdings, ...suspended].filter(
    (held) => held.segment === segment && !isEmpty(held) && held.to !== null,
  );
  return own.length > 0
    ? Math.min(...own.map((held) => (which === 'owed' ? fullCleaning(held) : held.clean)))
    : undefined;
}

/** The last day on which the stay of a resident can have begun: that of the arrival, but before the first move. */
function lastStart({ arrived, holdings, segment }: Booking): Day {
  const ends = holdings.filter((held) => held.segment === 1 && segment > 1 && !isEmpty(held)).map(({ to }) => to ?? 0);
  return Math.min(arrived, ...ends.map((to) => to - 1));
}

/** Whether all rooms that were left, were left before the guest came, and the contract is to begin after that. */
const startsAfterMoves = (booking: Booking, room: string, start: Day): boolean =>
  booking.segment > 1 && room === booking.room && start > booking.start && start >= booking.segmentFrom && start <= booking.arrived; // prettier-ignore

/** The first night of a resident, if the contract is to begin on a day. */
function begunOn(booking: Booking, room: string, start: Day): Day {
  const { occupiedFrom } = booking;
  if (start === booking.start) return occupiedFrom;
  if (start < booking.start) return Math.min(occupiedFrom, start);
  if (startsAfterMoves(booking, room, start)) return start;
  return Math.max(occupiedFrom, Math.min(start, lastStart(booking)));
}

const isBooking = (holder: Holder): holder is Booking => 'status' in holder;
const isSamePlace = (one: Pick<Holding, 'room' | 'slot'>, other: Pick<Holding, 'room' | 'slot'>): boolean =>
  one.room === other.room && one.slot === other.slot;
/** Whether nobody has used the nights: the guests have not come, or are to move there. A closure gives way as well. */
const isUnused = (holder: Holder, { segment, inHouse }: Holding): boolean =>
  !inHouse && (!isBooking(holder) || isExpected(holder) || segment > holder.segment);

const ownPlaces = (places: Places, name: string) => places.at(name).filter(({ room }) => room === name);

/** A place in which the same booking continues is not cleaned. */
function uncleaned(held: Holding, taken: Holding[]): Holding {
  const next = taken.find(({ room, slot }) => room === held.room && slot === held.slot);
  if (!next || held.to === null || isEmpty(held) || isEmpty(next) || next.from < held.to) return held;
  return shortened(held, Math.min(held.clean, next.from - held.to));
}

const fullCleaning = ({ full, clean }: Holding): number => full ?? clean;

/** With fewer nights for cleaning, of which it remembers how many it had. */
const shortened = (held: Holding, clean: number): Holding =>
  clean < held.clean ? { ...held, clean, full: fullCleaning(held) } : held;
