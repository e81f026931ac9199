import type { SiteFixture } from '../support/factory.js';
import { type Answer, type Client, type Lodge, NOW } from '../support/lodge.js';
import type { Day, Room, Status, Type } from './house.js';

const DAY_MS = 86_400_000;
const FIRST = Date.parse(NOW);
const CODE = { cancellation_code: 'data_entry_error' };

export const dateOf = (day: Day): string => new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10);
const dateOrNull = (day: Day | null) => (day === null ? null : dateOf(day));

/** The same house in Lodge: a site of its own, spoken to over HTTP. */
export class LodgeHouse {
  readonly ids: string[] = [];

  private constructor(
    readonly lodge: Lodge,
    readonly site: SiteFixture,
    private readonly email: string,
    private client: Client,
    private readonly person: string,
    private readonly rooms: Map<string, string>,
  ) {}

  static async open(lodge: Lodge, rooms: Room[]): Promise<LodgeHouse> {
    lodge.clock.set(NOW);
    const site = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const ids = new Map<string, string>();
    for (const { name, capacity } of rooms) {
      const parent = rooms.find(({ parts }) => parts.includes(name));
      const parent_id = parent ? ids.get(parent.name) : site.building;
      ids.set(name, await lodge.make.room(site, { name, capacity, parent_id }));
    }
    const person = await lodge.make.student(site);
    return new LodgeHouse(lodge, site, email, await lodge.logIn(email), person, ids);
  }

  async pass(today: Day): Promise<void> {
    this.lodge.clock.set(new Date(FIRST + today * DAY_MS).toISOString());
    this.client = await this.lodge.logIn(this.email);
  }

  async create(
    room: string,
    start: Day,
    end: Day | null,
    more: { status?: Status; override?: object } = {},
  ): Promise<Answer> {
    const stay = { location: this.rooms.get(room), contract_start: dateOf(start), contract_end: dateOrNull(end) };
    const answer = await this.post('/bookings', { lead_person: this.person, ...stay, ...more });
    if (answer.status === 200) this.ids.push(answer.body._id);
    return answer;
  }

  override(room: string, start: Day, end: Day | null, conflict: number | undefined, action: string): Promise<Answer> {
    return this.create(room, start, end, { override: this.way(conflict, action) });
  }

  async bulk(rows: { room: string; conflict?: number | undefined }[], start: Day, end: Day | null): Promise<Answer> {
    const assignments = rows.map(({ room, conflict }) => ({
      person_id: this.person,
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

  move(booking: number, type: Type): Promise<Answer> {
    return this.post(`/bookings/${this.ids[booking]}/transitions`, { type, ...CODE, notes: 'model' });
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

  patch(
    booking: number,
    wanted: { room?: string | undefined; start?: Day | null | undefined; end?: Day | null | undefined },
  ): Promise<Answer> {
    const date = (day: Day | null | undefined) => (day === undefined ? undefined : dateOrNull(day));
    const location = wanted.room === undefined ? undefined : this.rooms.get(wanted.room);
    const change = { location, contract_start: date(wanted.start), contract_end: date(wanted.end) };
    return this.client.patch(`/bookings/${this.ids[booking]}`, { site: this.site.id, ...change });
  }

  moveTo(booking: number, room: string, on: Day): Promise<Answer> {
    const body = { location: this.rooms.get(room), on: dateOf(on), notes: 'model' };
    return this.post(`/bookings/${this.ids[booking]}/moves`, body);
  }

  /** What a read of the site says, such as its occupancy. */
  async read(path: string) {
    const { status, body, text } = await this.client.get(`/sites/${this.site.id}/${path}`);
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return body;
  }

  /** The booking of a number. */
  async booking(number: number) {
    return (await this.client.get(`/bookings/${this.ids[number]}?site=${this.site.id}`)).body;
  }

  swap(one: number, other: number): Promise<Answer> {
    return this.post(`/bookings/${this.ids[one]}/swap`, { with_booking: this.ids[other] });
  }

  /** Every booking with its places and the statuses that its trail tells, as the tables have them. */
  async state(): Promise<unknown[]> {
    const rows = await this.lodge.sql(
      `SELECT b.status, l.name AS room, b.contract_start::text AS start, b.contract_end::text AS "end", b.version, b.id,
         ARRAY(SELECT concat_ws(' ', p.name, o.slot, lower(o.period)::text, upper(o.period)::text, o.in_house) FROM occupancies o
           JOIN locations p ON p.site_id = o.site_id AND p.id = o.location_id
           WHERE o.site_id = b.site_id AND o.booking_id = b.id AND o.live ORDER BY p.name, o.slot) AS holdings,
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
    this.client.post(path, { site: this.site.id, ...body });
}
