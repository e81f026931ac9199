import { type Day, type Holder, type Holding, isEmpty, isInTheWay, overlaps, overstay, Places, type Range, type Room, type Stay, whole } from './places.js'; // prettier-ignore

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
  last: { type: string; from: Status | null; on: Day; happened: Day };
  /** What it held when it was called off, for its return. */
  suspended: Holding[];
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
  segment: number;
  room: string;
  resident: boolean;
  turnaround: number | null;
}

/** How the places of a booking change: what it gives up, and which parts of a stay it takes after that. */
interface Change {
  leave: () => void;
  parts: Part[];
  columns: Partial<Booking>;
}

/** What a transition does. */
interface Plan extends Partial<Change> {
  to: Status;
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
    this.places = new Places(rooms);
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
    if (end !== null && end <= start) return 422;
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
    return this.add(room, start, end, 'checked_out', { person });
  }

  move(booking: Booking, type: Type, on = this.today): Verdict {
    const plan = this.planTransition(booking, type, on);
    if (!plan) return 409;
    return this.together(() => {
      const { to, leave = () => undefined, parts = [], columns = {} } = plan;
      if (!this.settle([{ booking, change: { leave, parts, columns } }])) return 409;
      this.recordStatus(booking, type, to, on);
      return 200;
    });
  }

  /** Moves of different bookings in one request: those that take no place go first. */
  moveAll(moves: { booking: Booking; type: Type }[]): boolean[] {
    const frees = ({ type }: { type: Type }) => ['confirm', 'check_out', 'cancel', 'no_show', 'void'].includes(type);
    const done = new Map<Booking, boolean>();
    // They are all judged before the first of them is done, in each of the two waves.
    for (const wave of [moves.filter(frees), moves.filter((move) => !frees(move))]) {
      const judged = wave.map((each) => ({
        ...each,
        able: !!this.planTransition(each.booking, each.type, this.today),
      }));
      for (const { booking, type, able } of judged) done.set(booking, able && this.move(booking, type) === 200);
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
    if (!isLive(booking)) return 409;
    if (end !== null && end <= start) return 422;
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

  /** A room move of any day. */
  moveTo(booking: Booking, room: string, on: Day): Verdict {
    if (!isLive(booking)) return 409;
    if (room === booking.room) return 400;
    if (!this.isMoveDay(booking, on)) return 422;
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
    if (here === there) return 200;
    if (on !== undefined && !(this.isMoveDay(one, on) && this.isMoveDay(other, on))) return 422;
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

  /** The bookings and closures that keep a stay from its places. */
  blockers(booking: Booking | undefined, stay: Stay): Holder[] {
    const others = this.others(booking);
    if (!this.places.isWhole(stay.room) && this.places.take(stay, others.map(withStays), 1, this.today)) return [];
    const rooms = [stay.room, ...this.places.room(stay.room).parts];
    return others.filter(({ holdings }) =>
      holdings.some((held) => rooms.includes(held.room) && isInTheWay(held, stay, this.today)),
    );
  }

  wanted = (room: string, range: Range, turnaround: number | null = null, resident = false): Stay => ({
    ...{ room, from: range.from, to: range.to, resident },
    clean: this.places.cleaningAfter(room, range, turnaround),
  });

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
      last: { type: 'created', from: null, on: this.today, happened: -Infinity },
      holdings: [],
      suspended: [],
      ...more,
    };
    // Nobody cleans after a stay of the past.
    const turnaround = status === 'checked_out' ? 0 : booking.turnaround;
    const stay = this.wanted(room, { from: start, to: end }, turnaround, status === 'checked_in');
    const taken = this.places.take(stay, this.others().map(withStays), 1, this.today);
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

  private closable(room: string | null, { from, to }: Range, own?: Closure): Holding[] | undefined {
    const places =
      room === null ? this.places.rooms.flatMap(({ name }) => ownPlaces(this.places, name)) : this.places.at(room);
    const stay = (name: string): Stay => ({ room: name, from, to, clean: 0, resident: false });
    const free = places.every(({ room: name, slot }) =>
      this.others(own).every(({ holdings }) =>
        holdings.every((held) => held.room !== name || held.slot !== slot || !isInTheWay(held, stay(name), this.today)),
      ),
    );
    if (!free) return undefined;
    return places.map((place) => ({ ...place, root: room ?? '', from, to, clean: 0, inHouse: false, segment: 1 }));
  }

  private replace(closure: Closure, { room, from, to }: { room: string | null; from: Day; to: Day | null }): Verdict {
    if (room === closure.room && from === closure.from && to === closure.to) return 200;
    const kept = room === closure.room && from === closure.from;
    const held = closure.holdings.filter((each) => !isEmpty(each));
    // It begins later where somebody stayed until then.
    const first = kept && held.length > 0 ? Math.min(...held.map((each) => each.from)) : from;
    const holdings = this.closable(room, { from: first, to }, closure);
    if (!holdings) return 409;
    Object.assign(closure, { room, from, to, holdings });
    return 200;
  }

  /** The stay ended: it keeps the nights that were spent, and nights that others hold begin where it ended. */
  private cut(booking: Booking, ended: Day): void {
    const current = booking.holdings.filter(({ segment }) => segment === booking.segment);
    for (const other of this.others(booking)) this.push(other, current, ended);
    const spent = booking.holdings
      .filter(({ segment }) => segment <= booking.segment)
      .map((held): Holding => {
        if (held.segment === booking.segment)
          return { ...held, to: Math.max(held.from, ended), inHouse: false, clean: 0 };
        return held.to !== null && held.to > ended ? { ...held, to: Math.max(held.from, ended), clean: 0 } : held;
      });
    const rivals = this.others(booking).flatMap(({ holdings }) => holdings.map(whole).map((range, i) => ({ ...holdings[i], ...range }) as Holding)).filter((each) => !isEmpty(each)); // prettier-ignore
    booking.holdings = spent.map((held) => {
      if (held.segment !== booking.segment || isEmpty(held)) return held;
      const there = rivals.filter(({ room, slot }) => room === held.room && slot === held.slot);
      if (there.some(({ from, to }) => from <= ended && (to === null || ended < to))) return held;
      const next = Math.min(...there.filter(({ from }) => from >= ended).map(({ from }) => from - ended));
      return { ...held, clean: Math.min(this.places.cleaningAfter(held.root, held, booking.turnaround), next) };
    });
  }

  /** The nights that somebody else holds begin where a stay ended that lasted into them. */
  private push(other: Holder, stayed: Holding[], ended: Day): void {
    const yields = ({ segment, inHouse }: Holding) =>
      !inHouse && (!isBooking(other) || isExpected(other) || segment > other.segment);
    const isReached = (each: Holding) =>
      yields(each) &&
      stayed.some(
        ({ room, slot, to }) =>
          each.room === room && each.slot === slot && to !== null && overlaps(whole(each), { from: to, to: ended }),
      );
    for (const segment of new Set(other.holdings.filter(isReached).map((each) => each.segment))) {
      other.holdings = other.holdings.map((each) => {
        if (each.segment !== segment || each.from >= ended) return each;
        const gone = each.to !== null && each.to <= ended;
        return { ...each, from: ended, to: gone ? ended : each.to, clean: gone ? 0 : each.clean };
      });
      if (!isBooking(other)) continue;
      if (segment === other.segment) Object.assign(other, { occupiedFrom: ended, segmentFrom: ended });
      other.version += 1;
    }
  }

  private recordStatus(booking: Booking, type: Type, to: Status, on: Day): void {
    const leaves = isResident(booking) && to !== 'checked_in';
    booking.last = { type, from: booking.status, on: this.today, happened: on };
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
    const from = (...statuses: Status[]) => statuses.includes(status);
    const planned = plannedMove(booking);
    const held = booking.holdings.filter((each) => each.segment === segment).map(({ clean }) => clean);
    const cleaning = held.length > 0 ? Math.min(...held) : booking.turnaround;
    const suspend = () => {
      booking.suspended = booking.holdings.map((each) => ({ ...each, inHouse: false }));
      booking.holdings = [];
    };
    const first = firstNight(booking);
    const returning = (): Plan => ({
      to: 'confirmed',
      leave: this.forget(booking, 1),
      ...this.parts(
        { segment: 1, room, from: first, to: end, resident: false, turnaround: booking.turnaround },
        booking,
        planned,
      ),
      columns: { occupiedFrom: first, segment: 1, segmentFrom: first, suspended: [] },
    });
    const isFree = (wanted: Range, turnaround: number | null, resident: boolean, at = room) =>
      this.blockers(booking, this.wanted(at, wanted, turnaround, resident)).length === 0;
    switch (type) {
      case 'confirm':
        return from('provisional') ? { to: 'confirmed' } : undefined;
      case 'check_in': {
        if (!from('confirmed') || on < start || (end !== null && on >= end)) return undefined;
        // Whoever arrives after the day of a planned move lives in the other room at once.
        const moved = planned && planned.from <= on ? planned : null;
        const next = moved ? booking.holdings.filter((each) => each.segment > segment).map(({ clean }) => clean) : [];
        const turnaround = moved ? Math.min(...next) : cleaning;
        const begins = (day: Day) => (moved ? moved.from : Math.min(booking.occupiedFrom, day));
        const until = planned && !moved ? planned.from : end;
        const at = moved?.room ?? room;
        if (!isFree({ from: begins(this.today), to: until }, turnaround, true, at)) return undefined;
        const part = { segment, room: at, from: begins(on), to: end, resident: true, turnaround };
        const columns = { occupiedFrom: part.from, segmentFrom: part.from, room: at };
        return {
          to: 'checked_in',
          leave: this.forget(booking, segment),
          ...this.parts(part, booking, moved ? null : planned),
          columns,
        };
      }
      case 'check_out':
        if (!from('checked_in')) return undefined;
        return { to: 'checked_out', leave: () => this.cut(booking, Math.max(on, booking.occupiedFrom)) };
      case 'cancel':
        return from('provisional', 'confirmed') ? { to: 'cancelled', leave: suspend } : undefined;
      case 'no_show':
        return from('confirmed') && this.today > start ? { to: 'no_show', leave: suspend } : undefined;
      case 'void':
        return from('provisional', 'confirmed', 'checked_in', 'checked_out')
          ? { to: 'void', leave: suspend }
          : undefined;
      case 'undo_check_in': {
        if (!from('checked_in') || late || (last.type !== 'check_in' && last.type !== 'created')) return undefined;
        const until = planned ? planned.from : end;
        return segment > 1 && !isFree({ from: first, to: until }, cleaning, false) ? undefined : returning();
      }
      case 'undo_check_out': {
        const again = { from: segmentFrom, to: this.until(end, segmentFrom) };
        if (!from('checked_out') || late || !isFree(again, cleaning, true)) return undefined;
        const part = { segment, room, ...again, resident: true, turnaround: cleaning };
        return { to: 'checked_in', leave: this.forget(booking, segment), parts: [part] };
      }
      case 'reinstate': {
        if (!from('cancelled', 'no_show', 'void') || late) return undefined;
        if (last.from === 'checked_out') return this.resumed(booking);
        if (!isFree({ from: first, to: end }, booking.turnaround, false)) return undefined;
        return { ...returning(), to: last.from === 'checked_in' ? 'confirmed' : (last.from ?? 'confirmed') };
      }
    }
  }

  /** A stay that was over and voided is over again, unless somebody else has its nights by now. */
  private resumed(booking: Booking): Plan | undefined {
    const { suspended } = booking;
    const isTaken = (held: Holding) =>
      this.others(booking).some(({ holdings }) =>
        holdings.some(
          (each) =>
            each.room === held.room &&
            each.slot === held.slot &&
            (overlaps(whole(each), whole(held)) || overlaps(overstay(each, this.today), whole(held))),
        ),
      );
    const leave = () => {
      booking.holdings = suspended;
    };
    return suspended.some(isTaken) ? undefined : { to: 'checked_out', leave, columns: { suspended: [] } };
  }

  private forget = (booking: Booking, segment: number) => () => {
    booking.holdings = booking.holdings.filter((held) => held.segment < segment);
  };

  /** The parts of a stay: until its planned move, if that still lies within it, and then in the other room. */
  private parts(part: Part, { turnaround }: Booking, planned: Move | null): { parts: Part[] } {
    const isWithin = planned && planned.from > part.from && (part.to === null || planned.from < part.to);
    if (!isWithin) return { parts: [part] };
    const next = { segment: part.segment + 1, ...planned, to: part.to, resident: false, turnaround };
    return { parts: [{ ...part, to: planned.from }, next] };
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

  /** Until when somebody has a room who is in house since a day: today at least, and the first night. */
  private until = (end: Day | null, from: Day): Day | null => later(end, Math.max(this.today, from + 1));

  /** The stay with a move on a day that is still to come, or with none any more. */
  private planned(booking: Booking, move: Move | null): Change {
    const resident = isResident(booking);
    const from = resident ? booking.segmentFrom : firstNight(booking);
    const segment = resident ? booking.segment : 1;
    const to = resident ? this.until(booking.end, from) : booking.end;
    const part = { segment, room: booking.room, from, to, resident, turnaround: booking.turnaround };
    return {
      leave: () => this.leaveAnew(booking, segment),
      ...this.parts(part, booking, move),
      columns: { segment, segmentFrom: from, ...(segment === 1 && { occupiedFrom: from }) },
    };
  }

  /** The nights after the end of the contract belong to the resident before the stay is written anew. */
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
    if (!isResident(row)) {
      const from = !moves && start === row.start ? firstNight(row) : start;
      const part = { segment: 1, room, from, to: end, resident: false, turnaround };
      const columns = { segment: 1, segmentFrom: from, occupiedFrom: from };
      return { leave: this.forget(booking, 1), ...this.parts(part, row, planned), columns };
    }
    if (moves) {
      const keepsOld = on > segmentFrom;
      const from = keepsOld ? on : segmentFrom;
      const next = keepsOld ? segment + 1 : segment;
      const part = {
        segment: next,
        room,
        from,
        to: this.until(end, from),
        resident: true,
        turnaround,
      };
      const columns = { segment: next, segmentFrom: from, ...(next === 1 && { occupiedFrom: from }) };
      const leave = () => (keepsOld ? this.cut(booking, on) : this.forget(booking, segment)());
      return { leave, parts: [part], columns };
    }
    const from = segment > 1 ? segmentFrom : Math.min(occupiedFrom, start === row.start ? occupiedFrom : start);
    const part = { segment, room, from, to: this.until(end, from), resident: true, turnaround };
    const columns = { segment, segmentFrom: from, ...(segment === 1 && { occupiedFrom: from }) };
    return { leave: () => this.leaveAnew(booking, segment), ...this.parts(part, row, planned), columns };
  }

  /** All leave before anybody takes a place. Returns false when somebody cannot have all of it. */
  private settle(changes: { booking: Booking; change: Change }[]): boolean {
    for (const { change } of changes) change.leave();
    for (const { booking, change } of changes) {
      for (const { segment, room, resident, turnaround, ...range } of change.parts) {
        const stay = this.wanted(room, range, turnaround, resident);
        const taken = this.places.take(stay, this.others(booking).map(withStays), segment, this.today);
        if (!taken) return false;
        booking.holdings = [...booking.holdings.map((held) => uncleaned(held, taken)), ...taken];
      }
    }
    for (const { booking, change } of changes) Object.assign(booking, change.columns);
    return true;
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

  /** Everything that work does, or nothing. */
  private together(work: () => Verdict): Verdict {
    const before = this.bookings.map((booking) => ({ ...booking, history: [...booking.history] }));
    const closed = this.closures.map((closure) => ({ ...closure }));
    const homes = new Map(this.homes);
    const verdict = work();
    if (verdict === 200) return verdict;
    // The objects stay the same: commands hold on to them.
    this.bookings = this.bookings.slice(0, before.length);
    this.bookings.forEach((booking, index) => Object.assign(booking, before[index]));
    this.closures.forEach((closure, index) => Object.assign(closure, closed[index]));
    this.homes = homes;
    return verdict;
  }
}

const isBooking = (holder: Holder): holder is Booking => 'status' in holder;

/** What somebody has, with the nights marked that were spent. */
const withStays = (holder: Holder): Holder => ({
  holdings: holder.holdings.map((held) => ({
    ...held,
    stayed: isBooking(holder) && (holder.status === 'checked_out' || held.segment < holder.segment),
  })),
});
const ownPlaces = (places: Places, name: string) => places.at(name).filter(({ room }) => room === name);

/** Nobody cleans a place in which the same booking goes on. */
function uncleaned(held: Holding, taken: Holding[]): Holding {
  const next = taken.find(({ room, slot }) => room === held.room && slot === held.slot);
  if (!next || held.to === null || isEmpty(held) || isEmpty(next) || next.from < held.to) return held;
  return { ...held, clean: Math.min(held.clean, next.from - held.to) };
}
