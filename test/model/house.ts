/** A date as a number of days from the first day of a run. */
export type Day = number;

export interface Room {
  name: string;
  capacity: number;
  /** The rooms below it that a booking of it takes along. */
  parts: string[];
}

interface Holding {
  room: string;
  slot: number;
  from: Day;
  to: Day | null;
  inHouse: boolean;
  segment: number;
}

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

export interface Booking {
  key: number;
  status: Status;
  room: string;
  start: Day;
  end: Day | null;
  created: Day;
  occupiedFrom: Day;
  segment: number;
  segmentFrom: Day;
  version: number;
  history: Status[];
  last: { type: string; from: Status | null; on: Day };
  holdings: Holding[];
  /** What it held when it was voided, for its return. */
  suspended: Holding[];
}

interface Stay {
  room: string;
  from: Day;
  to: Day | null;
  resident: boolean;
}

/** What a request of the contract leads to: the HTTP status, and what it did when that is 200. */
export type Verdict = 200 | 400 | 409 | 422;

const LIVE: readonly Status[] = ['provisional', 'confirmed', 'checked_in'];
const HISTORY_WINDOW = 7;
export const isLive = ({ status }: Booking): boolean => LIVE.includes(status);

const overlaps = (one: { from: Day; to: Day | null }, other: { from: Day; to: Day | null }): boolean => {
  const empty = [one, other].some(({ from, to }) => to !== null && to <= from);
  return !empty && (other.to === null || one.from < other.to) && (one.to === null || other.from < one.to);
};

/** The nights after the end of a stay in which somebody was still there. */
const overstay = ({ inHouse, to }: Holding, today: Day) => ({
  from: to ?? Infinity,
  to: inHouse && to !== null ? today : -Infinity,
});

/** What a transition does: where it leads, what it gives up, and which stay it takes. */
interface Plan {
  to: Status;
  leave?: () => void;
  stay?: Stay;
  segment?: number;
  change: Partial<Booking>;
}

/** A house as the contract describes it, in memory: who has which place, and what every request leads to. */
export class House {
  today: Day = 0;
  bookings: Booking[] = [];

  constructor(readonly rooms: Room[]) {}

  create(room: string, start: Day, end: Day | null, status: Status = 'confirmed'): Verdict {
    if (end !== null && end <= start) return 422;
    if (status === 'checked_in' && (start > this.today || (end !== null && end <= this.today))) return 422;
    return this.add(room, start, end, status);
  }

  override(
    room: string,
    start: Day,
    end: Day | null,
    conflict: Booking | undefined,
    action: 'void' | 'check_out',
  ): Verdict {
    if (end !== null && end <= start) return 422;
    if (!conflict || !this.makesWay(room, start, end, conflict, action)) return 409;
    return this.together(() => {
      const moved = this.move(conflict, action);
      return moved === 200 ? this.add(room, start, end, 'confirmed') : moved;
    });
  }

  /** Rows of a bulk request, in order; answers which were created. */
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
      const stay = (index: number) => ({ room: rows[index]?.room ?? '', from: start, to: end, resident: false });
      open = open.filter((index) => !made[index] && this.blockers(undefined, stay(index)).length === 0);
    }
    // They are known in the order of their rows.
    this.bookings = [...this.bookings.slice(0, known), ...made.filter((booking) => booking !== undefined)];
    this.bookings.forEach((booking, key) => (booking.key = key));
    return made.map((booking) => booking !== undefined);
  }

  move(booking: Booking, type: Type): Verdict {
    const plan = this.planTransition(booking, type);
    if (!plan) return 409;
    return this.together(() => {
      plan.leave?.();
      if (plan.stay) {
        const taken = this.take(booking, plan.stay, plan.segment ?? booking.segment);
        if (!taken) return 409;
        booking.holdings = [...booking.holdings, ...taken];
      }
      Object.assign(booking, plan.change);
      this.record(booking, type, plan.to);
      return 200;
    });
  }

  /** Moves of different bookings in one request: those that take no place go first. */
  moveAll(moves: { booking: Booking; type: Type }[]): boolean[] {
    const frees = ({ type }: { type: Type }) => ['confirm', 'check_out', 'cancel', 'no_show', 'void'].includes(type);
    const done = new Map<Booking, boolean>();
    for (const move of moves.filter(frees)) done.set(move.booking, this.move(move.booking, move.type) === 200);
    // The others are all judged before the first of them takes a place.
    const judged = moves
      .filter((move) => !frees(move))
      .map((move) => ({ ...move, able: this.planTransition(move.booking, move.type) !== undefined }));
    for (const { booking, type, able } of judged) done.set(booking, able && this.move(booking, type) === 200);
    return moves.map(({ booking }) => done.get(booking) ?? false);
  }

  patch(
    booking: Booking,
    wanted: { room?: string | undefined; start?: Day | null | undefined; end?: Day | null | undefined },
  ): Verdict {
    const room = wanted.room ?? booking.room;
    const start = wanted.start === undefined ? booking.start : (wanted.start ?? booking.created);
    const end = wanted.end === undefined ? booking.end : wanted.end;
    if (room === booking.room && start === booking.start && end === booking.end) return 200;
    if (!isLive(booking)) return 409;
    if (end !== null && end <= start) return 422;
    return this.together(() => {
      this.leave(booking, { room, start, end });
      return this.resettle(booking, { room, start, end }) ? 200 : 409;
    });
  }

  /** A room move of today, or of a day that is over. */
  moveTo(booking: Booking, room: string, on: Day): Verdict {
    if (!isLive(booking)) return 409;
    if (room === booking.room) return 400;
    const resident = booking.status === 'checked_in';
    if (resident && on < booking.segmentFrom) return 422;
    if (!resident && booking.end !== null && on >= booking.end) return 422;
    const { start, end } = booking;
    return this.together(() => {
      this.leave(booking, { room, start, end }, on);
      return this.resettle(booking, { room, start, end }, on) ? 200 : 409;
    });
  }

  swap(one: Booking, other: Booking): Verdict {
    if (one === other) return 400;
    if (!isLive(one) || !isLive(other)) return 409;
    const [here, there] = [one.room, other.room];
    if (here === there) return 200;
    return this.together(() => {
      this.leave(one, { ...one, room: there });
      this.leave(other, { ...other, room: here });
      const both = this.resettle(one, { ...one, room: there }) && this.resettle(other, { ...other, room: here });
      return both ? 200 : 409;
    });
  }

  /** The bookings that keep a stay from its places. */
  blockers(booking: Booking | undefined, stay: Stay): { booking: Booking; overlaps: boolean; inHouse: boolean }[] {
    if (!this.isWhole(stay.room) && this.take(booking, stay)) return [];
    const rooms = [stay.room, ...this.room(stay.room).parts];
    return this.bookings
      .filter((other) => other !== booking)
      .map((other) => {
        const held = other.holdings.filter((holding) => rooms.includes(holding.room) && this.isInTheWay(holding, stay));
        const found = held.length > 0;
        return {
          booking: other,
          found,
          overlaps: held.some((each) => overlaps(each, stay)),
          inHouse: held.some(({ inHouse }) => inHouse),
        };
      })
      .filter(({ found }) => found);
  }

  private room(name: string): Room {
    const room = this.rooms.find((each) => each.name === name);
    if (!room) throw new Error(`no room ${name}`);
    return room;
  }

  private isWhole = (name: string): boolean => this.room(name).parts.length > 0;

  private add(room: string, start: Day, end: Day | null, status: Status): Verdict {
    const booking: Booking = {
      key: this.bookings.length,
      status,
      room,
      start,
      end,
      created: this.today,
      occupiedFrom: start,
      segment: 1,
      segmentFrom: start,
      version: 1,
      history: [status],
      last: { type: 'created', from: null, on: this.today },
      holdings: [],
      suspended: [],
    };
    const taken = this.take(booking, { room, from: start, to: end, resident: status === 'checked_in' }, 1);
    if (!taken) return 409;
    this.bookings.push({ ...booking, holdings: taken });
    return 200;
  }

  private makesWay(
    room: string,
    start: Day,
    end: Day | null,
    conflict: Booking,
    action: 'void' | 'check_out',
  ): boolean {
    const inTheWay = this.blockers(undefined, { room, from: start, to: end, resident: false });
    return (
      inTheWay.some(({ booking }) => booking === conflict) && (action === 'void' || conflict.status === 'checked_in')
    );
  }

  /** The places of a stay, or undefined when one of them is not to be had. */
  private take(booking: Booking | undefined, stay: Stay, segment = 1): Holding[] | undefined {
    const others = this.bookings.filter((other) => other.key !== booking?.key);
    const isFree = (room: string, slot: number) =>
      !others.some((other) =>
        other.holdings.some((held) => held.room === room && held.slot === slot && this.isInTheWay(held, stay)),
      );
    const slots = (room: string) => Array.from({ length: this.room(room).capacity }, (_, index) => index + 1);
    const { from, to, resident: inHouse } = stay;
    const hold = (room: string, slot: number) => ({ room, slot, from, to, inHouse, segment });
    if (!this.isWhole(stay.room)) {
      const slot = slots(stay.room).find((each) => isFree(stay.room, each));
      return slot === undefined ? undefined : [hold(stay.room, slot)];
    }
    const wanted = [stay.room, ...this.room(stay.room).parts].flatMap((room) =>
      slots(room).map((slot) => hold(room, slot)),
    );
    return wanted.every(({ room, slot }) => isFree(room, slot)) ? wanted : undefined;
  }

  private isInTheWay = (held: Holding, stay: Stay): boolean =>
    overlaps(held, stay) || (held.inHouse && (stay.resident || overlaps(overstay(held, this.today), stay)));

  /** The stay ended: it keeps the nights that were spent, and nights that others hold begin where it ended. */
  private cut(booking: Booking, ended: Day): void {
    const current = booking.holdings.filter(({ segment }) => segment === booking.segment);
    for (const held of current) {
      const over = { from: held.to ?? Infinity, to: ended };
      for (const other of this.bookings)
        if (other !== booking && other.holdings.some((each) => this.isReached(each, held, over)))
          this.push(other, ended);
    }
    booking.holdings = booking.holdings.map((held) =>
      held.segment === booking.segment
        ? { ...held, to: Math.max(held.from, ended), inHouse: false }
        : { ...held, to: Math.min(held.to ?? Infinity, Math.max(ended, held.from)) },
    );
  }

  private isReached = (each: Holding, held: Holding, over: { from: Day; to: Day }): boolean =>
    each.room === held.room && each.slot === held.slot && !each.inHouse && overlaps(each, over);

  private push(booking: Booking, from: Day): void {
    booking.holdings = booking.holdings.map((held) =>
      held.from < from ? { ...held, from, to: held.to === null ? null : Math.max(from, held.to) } : held,
    );
    booking.occupiedFrom = from;
    booking.segmentFrom = from;
    booking.version += 1;
  }

  private record(booking: Booking, type: string, to: Status): void {
    booking.last = { type, from: booking.status, on: this.today };
    booking.status = to;
    booking.version += 1;
    booking.history.push(to);
  }

  /** Where a transition leads, what it gives up and which stay it takes; undefined when the contract refuses it. */
  private planTransition(booking: Booking, type: Type): Plan | undefined {
    const { status, room, start, end, last, segment, segmentFrom } = booking;
    const late = this.today - last.on > HISTORY_WINDOW;
    const from = (...statuses: Status[]) => statuses.includes(status);
    const forget = (first: number) => () => {
      booking.holdings = booking.holdings.filter((held) => held.segment < first);
    };
    const suspend = () => {
      booking.suspended = booking.holdings.map((held) => ({ ...held, inHouse: false }));
      booking.holdings = [];
    };
    const first = Math.max(start, booking.occupiedFrom);
    const returning = { room, from: first, to: end, resident: false };
    const restarted = {
      to: 'confirmed' as const,
      leave: forget(1),
      stay: returning,
      segment: 1,
      change: { occupiedFrom: first, segment: 1, segmentFrom: first, suspended: [] },
    };
    switch (type) {
      case 'confirm':
        return from('provisional') ? { to: 'confirmed', change: {} } : undefined;
      case 'check_in': {
        if (!from('confirmed') || this.today < start || (end !== null && this.today >= end)) return undefined;
        const wanted = { room, from: Math.min(booking.occupiedFrom, this.today), to: end, resident: true };
        if (this.blockers(booking, wanted).length > 0) return undefined;
        const change = { occupiedFrom: wanted.from, segmentFrom: wanted.from };
        return { to: 'checked_in', leave: forget(segment), stay: wanted, change };
      }
      case 'check_out': {
        const ended = Math.max(this.today, booking.occupiedFrom);
        return from('checked_in')
          ? { to: 'checked_out', leave: () => this.cut(booking, ended), change: {} }
          : undefined;
      }
      case 'cancel':
        return from('provisional', 'confirmed') ? { to: 'cancelled', leave: suspend, change: {} } : undefined;
      case 'no_show':
        return from('confirmed') && this.today > start ? { to: 'no_show', leave: suspend, change: {} } : undefined;
      case 'void':
        return from('provisional', 'confirmed', 'checked_in', 'checked_out')
          ? { to: 'void', leave: suspend, change: {} }
          : undefined;
      case 'undo_check_in': {
        if (!from('checked_in') || late || (last.type !== 'check_in' && last.type !== 'created')) return undefined;
        return segment > 1 && this.blockers(booking, returning).length > 0 ? undefined : restarted;
      }
      case 'undo_check_out': {
        const again = { room, from: segmentFrom, to: end === null ? null : Math.max(end, this.today), resident: true };
        if (!from('checked_out') || late || this.blockers(booking, again).length > 0) return undefined;
        return { to: 'checked_in', leave: forget(segment), stay: again, change: {} };
      }
      case 'reinstate': {
        if (!from('cancelled', 'no_show', 'void') || late) return undefined;
        if (last.from === 'checked_out') return this.resumed(booking);
        if (this.blockers(booking, returning).length > 0) return undefined;
        const before = last.from === 'checked_in' ? 'confirmed' : (last.from ?? 'confirmed');
        return { ...restarted, to: before };
      }
    }
  }

  /** A stay that was over and voided is over again, unless somebody else has its nights by now. */
  private resumed(booking: Booking): Plan | undefined {
    const { suspended } = booking;
    const taken = suspended.some((held) =>
      this.bookings.some((other) =>
        other.holdings.some(
          (each) =>
            each.room === held.room &&
            each.slot === held.slot &&
            (overlaps(each, held) || overlaps(overstay(each, this.today), held)),
        ),
      ),
    );
    const leave = () => {
      booking.holdings = suspended;
    };
    return taken ? undefined : { to: 'checked_out', leave, change: { suspended: [] } };
  }

  /** A live booking leaves its places for other nights or another room. What a resident spent in the old room stays. */
  private leave(booking: Booking, wanted: { room: string; start: Day; end: Day | null }, on = this.today): void {
    const resident = booking.status === 'checked_in';
    const moves = resident && wanted.room !== booking.room;
    if (moves && on > booking.segmentFrom) return this.cut(booking, on);
    if (resident && !moves && booking.end !== null && booking.end < this.today) this.cut(booking, this.today);
    booking.holdings = booking.holdings.filter(({ segment }) => segment < booking.segment);
  }

  /** Puts a live booking that has left its places into those of other nights or another room. */
  private resettle(booking: Booking, wanted: { room: string; start: Day; end: Day | null }, on?: Day): boolean {
    const resident = booking.status === 'checked_in';
    const moves = wanted.room !== booking.room;
    const day = on ?? this.today;
    const keepsOld = resident && moves && day > booking.segmentFrom;
    const first = this.firstNight(booking, wanted, { resident, moves, keepsOld, day });
    // Whoever has not come yet holds the other room from the day of the move; PATCH asks for all nights.
    const from = resident || on === undefined ? first : Math.max(booking.start, booking.occupiedFrom, on);
    const least = !resident ? -Infinity : moves ? Math.max(this.today, from + 1) : this.today;
    const to = wanted.end === null ? null : Math.max(wanted.end, least);
    const segment = keepsOld ? booking.segment + 1 : booking.segment;
    const taken = this.take(booking, { room: wanted.room, from, to, resident }, segment);
    if (!taken) return false;
    const { room, start, end } = wanted;
    const holdings = [...booking.holdings, ...taken];
    Object.assign(booking, { room, start, end, segment, segmentFrom: from, holdings });
    booking.occupiedFrom = segment > 1 ? booking.occupiedFrom : from;
    booking.version += 1;
    return true;
  }

  private firstNight(
    booking: Booking,
    wanted: { start: Day },
    { resident, moves, keepsOld, day }: { resident: boolean; moves: boolean; keepsOld: boolean; day: Day },
  ): Day {
    const { start, occupiedFrom, segment, segmentFrom } = booking;
    const sameStart = wanted.start === start;
    if (!resident) return sameStart && !moves ? Math.max(start, occupiedFrom) : wanted.start;
    if (keepsOld) return day;
    return moves || segment > 1 ? segmentFrom : Math.min(occupiedFrom, sameStart ? occupiedFrom : wanted.start);
  }

  /** Everything that work does, or nothing. */
  private together(work: () => Verdict): Verdict {
    const before = this.bookings.map((booking) => ({ ...booking, history: [...booking.history] }));
    const verdict = work();
    if (verdict === 200) return verdict;
    // The objects stay the same: commands hold on to them.
    this.bookings = this.bookings.slice(0, before.length);
    this.bookings.forEach((booking, index) => Object.assign(booking, before[index]));
    return verdict;
  }
}
