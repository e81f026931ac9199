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
    const plan = this.judge(booking, type);
    if (!plan) return 409;
    const { to, stay, change } = plan;
    const left = booking.holdings;
    booking.holdings = [];
    const taken = stay ? this.take(booking, stay) : [];
    if (!taken) {
      booking.holdings = left;
      return 409;
    }
    booking.holdings = taken;
    Object.assign(booking, change);
    this.record(booking, type, to);
    return 200;
  }

  /** Moves of different bookings in one request: those that take no place go first. */
  moveAll(moves: { booking: Booking; type: Type }[]): boolean[] {
    const frees = ({ type }: { type: Type }) => ['confirm', 'check_out', 'cancel', 'no_show', 'void'].includes(type);
    const done = new Map<Booking, boolean>();
    for (const move of moves.filter(frees)) done.set(move.booking, this.move(move.booking, move.type) === 200);
    // The others are all judged before the first of them takes a place.
    const judged = moves
      .filter((move) => !frees(move))
      .map((move) => ({ ...move, able: this.judge(move.booking, move.type) !== undefined }));
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
    return this.settle([booking], () => this.resettle(booking, { room, start, end }));
  }

  swap(one: Booking, other: Booking): Verdict {
    if (one === other) return 400;
    if (!isLive(one) || !isLive(other)) return 409;
    const [here, there] = [one.room, other.room];
    if (here === there) return 200;
    return this.settle(
      [one, other],
      () => this.resettle(one, { ...one, room: there }) && this.resettle(other, { ...other, room: here }),
    );
  }

  /** The bookings that keep a stay from its places. */
  blockers(booking: Booking | undefined, stay: Stay): { booking: Booking; overlaps: boolean; inHouse: boolean }[] {
    if (!this.isWhole(stay.room) && this.take(booking, stay)) return [];
    const rooms = [stay.room, ...this.room(stay.room).parts];
    return this.bookings
      .filter((other) => other !== booking)
      .map((other) => {
        const held = other.holdings.filter(
          (holding) => rooms.includes(holding.room) && (overlaps(holding, stay) || (stay.resident && holding.inHouse)),
        );
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
    };
    const taken = this.take(booking, { room, from: start, to: end, resident: status === 'checked_in' });
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
  private take(booking: Booking | undefined, stay: Stay): Holding[] | undefined {
    const others = this.bookings.filter((other) => other.key !== booking?.key);
    const isFree = (room: string, slot: number) =>
      !others.some((other) =>
        other.holdings.some(
          (held) =>
            held.room === room && held.slot === slot && (overlaps(held, stay) || (stay.resident && held.inHouse)),
        ),
      );
    const slots = (room: string) => Array.from({ length: this.room(room).capacity }, (_, index) => index + 1);
    const hold = (room: string, slot: number) => ({ room, slot, from: stay.from, to: stay.to, inHouse: stay.resident });
    if (!this.isWhole(stay.room)) {
      const slot = slots(stay.room).find((each) => isFree(stay.room, each));
      return slot === undefined ? undefined : [hold(stay.room, slot)];
    }
    const wanted = [stay.room, ...this.room(stay.room).parts].flatMap((room) =>
      slots(room).map((slot) => hold(room, slot)),
    );
    return wanted.every(({ room, slot }) => isFree(room, slot)) ? wanted : undefined;
  }

  private record(booking: Booking, type: string, to: Status): void {
    booking.last = { type, from: booking.status, on: this.today };
    booking.status = to;
    booking.version += 1;
    booking.history.push(to);
  }

  /** Where a transition leads and which stay it takes; undefined when the contract refuses it. */
  private judge(booking: Booking, type: Type): { to: Status; stay?: Stay; change: Partial<Booking> } | undefined {
    const { status, room, start, end, last } = booking;
    const late = this.today - last.on > HISTORY_WINDOW;
    const from = (...statuses: Status[]) => statuses.includes(status);
    const wanted = { room, from: Math.min(start, this.today), to: end, resident: true };
    const returning = { room, from: start, to: end, resident: false };
    const restarted = {
      to: 'confirmed' as const,
      stay: returning,
      change: { occupiedFrom: start, segment: 1, segmentFrom: start },
    };
    switch (type) {
      case 'confirm':
        return from('provisional') ? { to: 'confirmed', change: { holdings: booking.holdings } } : undefined;
      case 'check_in': {
        if (!from('confirmed') || this.today < start || (end !== null && this.today >= end)) return undefined;
        if (this.blockers(booking, wanted).length > 0) return undefined;
        const first = Math.min(booking.occupiedFrom, this.today);
        return {
          to: 'checked_in',
          stay: { ...wanted, from: first },
          change: { occupiedFrom: first, segmentFrom: first },
        };
      }
      case 'check_out':
        return from('checked_in') ? { to: 'checked_out', change: {} } : undefined;
      case 'cancel':
        return from('provisional', 'confirmed') ? { to: 'cancelled', change: {} } : undefined;
      case 'no_show':
        return from('confirmed') && this.today > start ? { to: 'no_show', change: {} } : undefined;
      case 'void':
        return from('provisional', 'confirmed', 'checked_in', 'checked_out') ? { to: 'void', change: {} } : undefined;
      case 'undo_check_in':
        return from('checked_in') && !late && (last.type === 'check_in' || last.type === 'created')
          ? restarted
          : undefined;
      case 'undo_check_out': {
        const again = { room, from: booking.segmentFrom, to: end, resident: true };
        if (!from('checked_out') || late || this.blockers(booking, again).length > 0) return undefined;
        return { to: 'checked_in', stay: again, change: {} };
      }
      case 'reinstate': {
        if (!from('cancelled', 'no_show', 'void') || late) return undefined;
        if (last.from === 'checked_out') return { to: 'checked_out', change: {} };
        if (this.blockers(booking, returning).some((each) => each.overlaps)) return undefined;
        const before = last.from === 'checked_in' ? 'confirmed' : (last.from ?? 'confirmed');
        return { ...restarted, to: before };
      }
    }
  }

  /** Puts a live booking that has left its places into those of other nights or another room. */
  private resettle(booking: Booking, wanted: { room: string; start: Day; end: Day | null }): boolean {
    const resident = booking.status === 'checked_in';
    const moves = resident && wanted.room !== booking.room;
    const keepsOld = moves && this.today > booking.segmentFrom;
    const first = resident ? Math.min(booking.occupiedFrom, wanted.start) : wanted.start;
    const from = keepsOld ? this.today : moves || booking.segment > 1 ? booking.segmentFrom : first;
    const taken = this.take(booking, { room: wanted.room, from, to: wanted.end, resident });
    if (!taken) return false;
    const segment = keepsOld ? booking.segment + 1 : booking.segment;
    const { room, start, end } = wanted;
    Object.assign(booking, { room, start, end, segment, segmentFrom: from, holdings: taken });
    booking.occupiedFrom = segment > 1 ? booking.occupiedFrom : from;
    booking.version += 1;
    return true;
  }

  /** All leave their places, then work; when it fails everything is as before. */
  private settle(bookings: Booking[], work: () => boolean): Verdict {
    return this.together(() => {
      for (const booking of bookings) booking.holdings = [];
      return work() ? 200 : 409;
    });
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
