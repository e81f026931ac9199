import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteFixture } from '../support/factory.js';
import { type Answer, type Client, type Lodge, NOW } from '../support/lodge.js';
import type { Status, Type } from './house.js';
import type { Day, Room } from './places.js';

const DAY_MS = 86_400_000;
const FIRST = Date.parse(NOW);
const CODE = { cancellation_code: 'data_entry_error' };

export const dateOf = (day: Day): string => new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10);
export const dateOrNull = (day: Day | null) => (day === null || day === Infinity ? null : dateOf(day));

export interface Wish {
  room?: string | undefined;
  start?: Day | null | undefined;
  end?: Day | null | undefined;
  turnaround?: number | null | undefined;
}

/** A request whose database did not respond in time has written nothing, and is repeated. */
async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    if (answer.body?.code !== 'dependency_unavailable' || attempt === 30) return answer;
    await sleep(attempt * 100);
  }
}

/** How many people there are. */
export const PEOPLE = 6;

/** The same house in Lodge: a site of its own, spoken to over HTTP. */
export class LodgeHouse {
  readonly ids: string[] = [];
  readonly closures: string[] = [];
  private imports = 0;

  private constructor(
    readonly lodge: Lodge,
    readonly site: SiteFixture,
    private readonly email: string,
    private client: Client,
    /** The ids of people, of rooms by their names, and of their types. */
    readonly people: string[],
    readonly rooms: Map<string, string>,
    private readonly types: Record<Room['type'], string>,
  ) {}

  static async open(lodge: Lodge, rooms: Room[]): Promise<LodgeHouse> {
    lodge.clock.set(NOW);
    const site = await lodge.make.site();
    const types = { Room: site.roomType, Suite: await lodge.make.locationType(site.id, { name: 'Suite' }) };
    const { email } = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    const ids = new Map<string, string>();
    for (const { name, capacity, type } of rooms) {
      const parent = rooms.find(({ parts }) => parts.includes(name));
      const parent_id = parent ? ids.get(parent.name) : site.building;
      const code = `M-${[...name].map((letter) => letter.charCodeAt(0)).join('')}`;
      ids.set(name, await lodge.make.location(site.id, types[type], { name, capacity, code, parent_id }));
    }
    const people: string[] = [];
    for (let number = 0; number < PEOPLE; number++)
      people.push(
        await lodge.make.student(site, { student_id: `P-${number}`, last_name: `Number${'abcdefgh'[number]}` }),
      );
    return new LodgeHouse(lodge, site, email, await lodge.logIn(email), people, ids, types);
  }

  async pass(today: Day): Promise<void> {
    this.lodge.clock.set(new Date(FIRST + today * DAY_MS).toISOString());
    this.client = await this.lodge.logIn(this.email);
  }

  /** How many nights a kind of rooms is cleaned from now on. */
  clean(type: Room['type'], days: number): Promise<unknown> {
    const text = 'UPDATE location_types SET turnaround_days = $3 WHERE site_id = $1 AND name = $2';
    return this.lodge.sql(text, [this.site.id, type, days]);
  }

  async create(
    room: string,
    start: Day,
    end: Day | null,
    {
      person = 0,
      ...more
    }: { person?: number; status?: Status; override?: object; turnaround_days?: number | null } = {},
  ): Promise<Answer> {
    const stay = { location: this.rooms.get(room), contract_start: dateOf(start), contract_end: dateOrNull(end) };
    const answer = await this.post('/bookings', { lead_person: this.people[person], ...stay, ...more });
    if (answer.status === 200) this.ids.push(answer.body._id);
    return answer;
  }

  override(room: string, start: Day, end: Day | null, conflict: number | undefined, action: string, person: number) {
    return this.create(room, start, end, { override: this.way(conflict, action), person });
  }

  async bulk(rows: { room: string; conflict?: number | undefined }[], start: Day, end: Day | null): Promise<Answer> {
    const assignments = rows.map(({ room, conflict }) => ({
      person_id: this.people[0],
      location_id: this.rooms.get(room),
      ...(conflict !== undefined && { override: this.way(conflict, 'void') }),
    }));
    const answer = await this.post('/bookings/bulk', {
      contract_start: dateOf(start),
      contract_end: dateOrNull(end),
      assignments,
    });
    for (const { booking } of answer.body.results ?? []) if (booking) this.ids.push(booking._id);
    return answer;
  }

  /** Imports a past stay of a person without another booking. Returns whether it was recorded. */
  async record(room: string, start: Day, end: Day): Promise<boolean> {
    const number = this.imports++;
    const student_id = `X-${number}`;
    this.people.push(
      await this.lodge.make.student(this.site, { student_id, first_name: 'Gone', last_name: `Guest${number}` }),
    );
    const values = {
      student_id,
      room: `M-${[...room].map((letter) => letter.charCodeAt(0)).join('')}`,
      contract_start: dateOf(start),
      contract_end: dateOf(end),
      status: 'checked_out',
    };
    const rows = [{ row_index: 0, values }];
    const answer = await this.post('/bookings/import/commit', {
      idempotency_key: `import-${number}`,
      rows,
      resolutions: [],
    });
    const [row] = answer.body.results ?? [];
    if (answer.status !== 200 || !['created', 'skipped', 'failed'].includes(row?.outcome)) throw new Error(answer.text);
    if (row.outcome === 'created') this.ids.push(row.booking_id);
    return row.outcome === 'created';
  }

  /** Whether a booking says that a transition is possible now. */
  async allows(booking: number, type: Type): Promise<boolean> {
    const { allowed_transitions: told } = await this.get(`/bookings/${this.ids[booking]}?site=${this.site.id}`);
    return told.some((each: { type: Type; allowed: boolean }) => each.type === type && each.allowed);
  }

  move(booking: number, type: Type, on?: Day): Promise<Answer> {
    const occurred_at = on === undefined ? undefined : `${dateOf(on)}T12:00:00Z`;
    return this.post(`/bookings/${this.ids[booking]}/transitions`, { type, ...CODE, notes: 'model', occurred_at });
  }

  moveAll(moves: { booking: number; type: Type }[]): Promise<Answer> {
    const transitions = moves.map(({ booking, type }) => ({
      booking_id: this.ids[booking],
      type,
      ...CODE,
      notes: 'model',
    }));
    return this.post('/bookings/transitions/bulk', { transitions });
  }

  patch(booking: number, wanted: Wish): Promise<Answer> {
    const date = (day: Day | null | undefined) => (day === undefined ? undefined : dateOrNull(day));
    const location = wanted.room === undefined ? undefined : this.rooms.get(wanted.room);
    const dates = { contract_start: date(wanted.start), contract_end: date(wanted.end) };
    const change = { location, ...dates, turnaround_days: wanted.turnaround };
    return patiently(() => this.client.patch(`/bookings/${this.ids[booking]}`, { site: this.site.id, ...change }));
  }

  moveTo(booking: number, room: string, on: Day): Promise<Answer> {
    const body = { location: this.rooms.get(room), on: dateOf(on), notes: 'model' };
    return this.post(`/bookings/${this.ids[booking]}/moves`, body);
  }

  cancelMove = (booking: number): Promise<Answer> =>
    this.client.delete(`/bookings/${this.ids[booking]}/moves?site=${this.site.id}`);

  swap(one: number, other: number, on?: Day): Promise<Answer> {
    const day = on === undefined ? {} : { on: dateOf(on), notes: 'model' };
    return this.post(`/bookings/${this.ids[one]}/swap`, { with_booking: this.ids[other], ...day });
  }

  async close(room: string | null, from: Day, to: Day | null): Promise<Answer> {
    const body = { location: this.at(room), from: dateOf(from), to: dateOrNull(to), kind: 'maintenance' };
    const answer = await this.client.post(`/sites/${this.site.id}/closures`, body);
    if (answer.status === 200) this.closures.push(answer.body._id);
    return answer;
  }

  changeClosure(
    closure: number,
    { room, from, to }: { room?: string | null; from?: Day; to?: Day | null },
  ): Promise<Answer> {
    return this.client.patch(`/sites/${this.site.id}/closures/${this.closures[closure]}`, {
      ...(room !== undefined && { location: this.at(room) }),
      ...(from !== undefined && { from: dateOf(from) }),
      ...(to !== undefined && { to: dateOrNull(to) }),
    });
  }

  endClosure = (closure: number, on: Day): Promise<Answer> =>
    this.client.post(`/sites/${this.site.id}/closures/${this.closures[closure]}/end`, { on: dateOf(on) });

  resize = (room: string, capacity: number): Promise<Answer> => this.put(room, { capacity });
  reparent = (room: string, flat: string | null): Promise<Answer> => this.put(room, { parent: this.at(flat) });
  retype = (room: string, type: Room['type']): Promise<Answer> => this.put(room, { location_type: this.types[type] });
  activate = (room: string): Promise<Answer> => this.put(room, { active: true });
  deactivate = (room: string, confirmed: number | undefined): Promise<Answer> =>
    this.put(room, { active: false, confirm_live_bookings: confirmed });

  async build({ name, capacity, type }: Room, flat: string): Promise<Answer> {
    const body = { name, capacity, location_type: this.types[type], parent: this.at(flat) };
    const answer = await patiently(() => this.client.post(`/sites/${this.site.id}/locations`, body));
    if (answer.status === 200) this.rooms.set(name, answer.body._id);
    return answer;
  }

  private put = (room: string, change: object): Promise<Answer> =>
    patiently(() => this.client.patch(`/sites/${this.site.id}/locations/${this.at(room)}`, change));

  /** What a read says. */
  async get(path: string) {
    const { status, body, text } = await patiently(() => this.client.get(path));
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body;
  }

  /** What a read of the site says, such as its occupancy. */
  read = (path: string) => this.get(`/sites/${this.site.id}/${path}`);
  at = (room: string | null): string | undefined => (room === null ? this.site.building : this.rooms.get(room));

  /** Every booking with its places and the statuses that its trail tells, as the tables have them. */
  async state(): Promise<unknown[]> {
    const rows = await this.lodge.sql(
      `SELECT b.status, l.name AS room, b.contract_start::text AS start, b.contract_end::text AS "end", b.version, b.id,
         ARRAY(SELECT concat_ws(' ', p.name, o.slot, lower(o.period)::text, upper(o.period)::text, o.in_house) FROM occupancies o
           JOIN locations p ON p.site_id = o.site_id AND p.id = o.location_id
           WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.live ORDER BY p.name, o.slot, o.segment) AS holdings,
         ARRAY(SELECT t.to_status FROM booking_transactions t WHERE t.site_id = b.site_id AND t.booking_id = b.id
           AND t.type NOT IN ('updated', 'moved') ORDER BY t.sequence) AS history
       FROM bookings b JOIN locations l ON l.site_id = b.site_id AND l.id = b.location_id WHERE b.site_id = $1`,
      [this.site.id],
    );
    return this.ids.map((id) => {
      const { id: _id, ...row } = rows.find((each) => each.id === id) ?? { id: 'missing' };
      return row;
    });
  }

  private way = (conflict: number | undefined, action: string) => ({
    conflict_booking_id: this.ids[conflict ?? -1] ?? 'none',
    action,
    ...CODE,
  });

  private post = (path: string, body: object): Promise<Answer> =>
    patiently(() => this.client.post(path, { site: this.site.id, ...body }));
}
