import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteFixture } from '../support/factory.js';
import type { ChaosClient, Said } from './client.js';
import type { Dice } from './dice.js';
import { Ledger } from './ledger.js';

export const IMPORT_ROWS = 40;
/** Imports take turns with so many lists of people and rooms, so that an hour of them ends before the farthest day. */
export const IMPORT_LISTS = 3;
// Nights of years in which only one kind of writer works. Imports ask about stays that begin more than ten years ahead, or one night after another one of
// the person.
const YEARS = { imports: 2027, one: 2037, many: 2067 };
const nights = (kind: keyof typeof YEARS, number: number) => {
  const day = (index: number) => new Date(Date.UTC(YEARS[kind], 0, 1 + index)).toISOString().slice(0, 10);
  return { contract_start: day(number), contract_end: day(number + 1) };
};
/** Notes without a number: a room or a year in them would be a question. */
const importName = (number: number): string => `import-${String(number).replace(/\d/g, (digit) => 'bdfgjqrvwz'.charAt(Number(digit)))}`; // prettier-ignore
// The smallest PNG there is: one grey pixel.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'); // prettier-ignore

const STEPS: Record<string, string[]> = {
  provisional: ['confirm', 'cancel', 'void'],
  confirmed: ['cancel', 'no_show', 'void'],
  cancelled: ['reinstate'],
  no_show: ['reinstate'],
  void: ['reinstate'],
};

const wantedBy = (type: string): object =>
  ['cancel', 'void'].includes(type)
    ? { cancellation_code: 'data_entry_error' }
    : type === 'reinstate' ? { notes: 'by mistake' } : {}; // prettier-ignore

/** The sites and people of their writes. */
export interface Ground {
  site: SiteFixture;
  /** Where students are added. */
  intake: SiteFixture;
  rooms: string[];
  /** Of imports: each room has a code, `C-0` and so on. */
  people: string[];
}

/** Writers of every kind. Each works until it is stopped, and enters acknowledged writes into the ledger. */
export class Writers {
  readonly ledger = new Ledger();
  private isOver = false;
  private serial = 0;
  private stays = 0;
  private bulks = 0;
  private imports = 0;
  private readonly running: Promise<void>[] = [];

  constructor(
    private readonly client: ChaosClient,
    private readonly ground: Ground,
    private readonly dice: Dice,
  ) {}

  /** One of each kind, and of those that move bookings more. */
  start(movers = 2): void {
    const kinds: [() => Promise<void>, number][] = [
      [() => this.create(), 20],
      [() => this.createWithKey(), 20],
      ...Array.from({ length: movers }, (): [() => Promise<void>, number] => [() => this.transition(), 20]),
      [() => this.change(), 30],
      [() => this.createMany(), 150],
      [() => this.moveMany(), 150],
      [() => this.addStudent(), 60],
      [() => this.close(), 100],
      [() => this.importRows(), 700],
      [() => this.invite(), 250],
      [() => this.giveFace(), 300],
      [() => this.print(), 700],
      [() => this.read(), 40],
    ];
    for (const [work, pause] of kinds) this.running.push(this.again(work, pause));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.allSettled(this.running);
  }

  /** Stops them in the middle of what they do. */
  async abandon(): Promise<void> {
    this.client.isOver = true;
    await this.stop();
  }

  private async again(work: () => Promise<void>, pause: number): Promise<void> {
    while (!this.isOver) {
      await work().catch((error: unknown) => {
        if (!this.client.isOver) this.client.violations.push(String((error as Error).stack));
      });
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  private post = (path: string, body: object, key?: string) =>
    this.client.ask({ method: 'POST', path, body, headers: key ? { 'idempotency-key': key } : {} });
  private insist = (path: string, body: object, key?: string) =>
    this.client.insist({ method: 'POST', path, body, headers: key ? { 'idempotency-key': key } : {} });

  private refused(what: string, said: Said): void {
    this.client.violations.push(`${what}: ${said.status} ${JSON.stringify(said.body).slice(0, 400)}`);
  }

  /** A night in a room that no other writer requests. */
  private stay() {
    const number = this.stays++;
    const { rooms } = this.ground;
    const dates = nights('one', Math.floor(number / rooms.length));
    return { location: rooms[number % rooms.length] as string, ...dates, notes: `stay-${number}` };
  }

  private booking() {
    const { site, people } = this.ground;
    const status = this.dice.one(['provisional', 'confirmed']);
    return { site: site.id, lead_person: this.dice.one(people), status, ...this.stay() };
  }

  private async create(): Promise<void> {
    const body = this.booking();
    const said = await this.post('/bookings', body);
    if (said?.status === 200) this.ledger.created(said.body._id, body.notes, body.status);
    else if (said && said.status !== 503) this.refused('create', said);
    else this.ledger.doubtful.add(body.notes);
    if (said?.status === 503 && said.body.outcome !== 'unknown') this.ledger.notWritten.add(body.notes);
  }

  private async createWithKey(): Promise<void> {
    const body = this.booking();
    const said = await this.insist('/bookings', body, `key-${body.notes}`);
    if (said.status === 200) this.ledger.created(said.body._id, body.notes, body.status);
    else this.refused('create with a key', said);
  }

  /** Two of them move the same bookings, so that a refusal is as good as a success. */
  private async transition(): Promise<void> {
    const booking = this.ledger.someBooking(this.dice);
    if (!booking) return;
    const type = this.dice.one(STEPS[booking.status] ?? ['reinstate']);
    const more = wantedBy(type);
    const said = await this.post(`/bookings/${booking.id}/transitions`, { site: this.ground.site.id, type, ...more });
    if (said?.status === 200) this.moved(booking.id, said.body.booking, said.body.transaction);
    else if (said && said.status !== 503 && said.status !== 409) this.refused('transition', said);
    else booking.status = await this.statusOf(booking.id, booking.status);
  }

  private moved(id: string, booking: { status: string }, { sequence, type }: { sequence: number; type: string }): void {
    this.ledger.moved(id, { sequence, type, status: booking.status });
  }

  private async statusOf(id: string, otherwise: string): Promise<string> {
    const said = await this.client.ask({ path: `/bookings/${id}?site=${this.ground.site.id}` });
    return said?.status === 200 ? said.body.status : otherwise;
  }

  private async change(): Promise<void> {
    const booking = this.ledger.someBooking(this.dice);
    if (!booking) return;
    const body = { site: this.ground.site.id, vehicle_registration: `R ${this.serial++}` };
    const said = await this.client.ask({ method: 'PATCH', path: `/bookings/${booking.id}`, body });
    if (said?.status === 200) this.ledger.changed(booking.id, said.body);
    else if (said && ![503, 409].includes(said.status)) this.refused('change', said);
  }

  private async createMany(): Promise<void> {
    const { site, people } = this.ground;
    const number = this.bulks++;
    const notes = `stay-bulk-${number}`;
    const rooms = this.dice.shuffled(this.ground.rooms).slice(0, 5);
    const assignments = rooms.map((location_id) => ({ location_id, person_id: this.dice.one(people) }));
    const body = { site: site.id, ...nights('many', number), notes, assignments };
    const said = await this.insist('/bookings/bulk', body, notes);
    if (said.status !== 200) return this.refused('bulk', said);
    for (const { booking, outcome } of said.body.results)
      if (booking)
        this.ledger.created(booking._id, `${notes} ${booking.location}`, booking.status, false); // prettier-ignore
      else this.client.violations.push(`bulk: ${outcome}`);
  }

  private async moveMany(): Promise<void> {
    const bookings = [1, 2, 3].map(() => this.ledger.someBooking(this.dice)).filter((each) => each !== undefined);
    const distinct = [...new Map(bookings.map((each) => [each.id, each])).values()];
    if (distinct.length === 0) return;
    const transitions = distinct.map(({ id, status }) => {
      const type = this.dice.one(STEPS[status] ?? ['reinstate']);
      return { booking_id: id, type, ...wantedBy(type) };
    });
    const said = await this.post('/bookings/transitions/bulk', { site: this.ground.site.id, transitions });
    if (said?.status === 200) {
      for (const { booking_id, booking, transaction } of said.body.results)
        if (transaction) this.moved(booking_id, booking, transaction);
    } else if (said && said.status !== 503) this.refused('bulk of transitions', said);
  }

  private async addStudent(): Promise<void> {
    const site = this.ground.intake;
    const last_name = `Student-${this.serial++}`;
    const body = { site: site.id, first_name: 'Grace', last_name, location: site.building };
    const said = await this.insist('/students', body, `student-${last_name}`);
    if (said.status === 200) this.ledger.students.set(last_name, said.body._id);
    else this.refused('student', said);
  }

  private async close(): Promise<void> {
    const { location, contract_start, contract_end } = this.stay();
    const body = { location, from: contract_start, to: contract_end, kind: 'maintenance' };
    const said = await this.post(`/sites/${this.ground.site.id}/closures`, body);
    if (said?.status === 200) this.ledger.closures.add(said.body._id);
    else if (said && said.status !== 503) this.refused('closure', said);
  }

  private async importRows(): Promise<void> {
    const number = this.imports++;
    const name = importName(number);
    const turn = Math.floor(number / IMPORT_LISTS);
    const rows = Array.from({ length: IMPORT_ROWS }, (_, row_index) => {
      const own = (number % IMPORT_LISTS) * IMPORT_ROWS + row_index;
      return { row_index, values: { student_id: `P-${own}`, room: `C-${own}`, ...nights('imports', 3 * turn), notes: name } }; // prettier-ignore
    });
    const body = { site: this.ground.site.id, idempotency_key: name, rows };
    const said = await this.insist('/bookings/import/commit', body);
    if (said.status === 200) this.ledger.imports.set(name, said.body.import_id);
    else this.refused('import', said);
  }

  private async invite(): Promise<void> {
    const email = `chaos-${this.serial++}@example.org`;
    const said = await this.post(`/sites/${this.ground.site.id}/members`, { email, first_name: 'A', last_name: 'B', role: 'viewer' }); // prettier-ignore
    if (said?.status === 200) this.ledger.invited.add(email);
    else if (said && said.status !== 503) this.refused('invitation', said);
  }

  /** A picture goes by the file store. */
  private async giveFace(): Promise<void> {
    const path = `/students/${this.ground.site.id}/${this.dice.one(this.ground.people)}/photo`;
    const begun = await this.post(path, { content_type: 'image/png' });
    if (begun?.status !== 200) return begun && begun.status !== 503 ? this.refused('photo', begun) : undefined;
    const to = new URL(begun.body.url);
    const headers = { 'content-type': 'image/png' };
    const put = await this.client.ask({ method: 'PUT', path: to.pathname + to.search, body: PNG, headers });
    if (!put || put.status >= 300) return put && put.status !== 503 ? this.refused('upload', put) : undefined;
    const said = await this.client.ask({ method: 'PUT', path, body: { object_id: begun.body.object_id } });
    if (said?.status === 200) this.ledger.photos.set(path, new URL(said.body.raw_url, 'http://localhost').pathname);
    // It may be in the place of the one before.
    else this.ledger.photos.delete(path);
    if (said && said.status !== 503 && said.status !== 200) this.refused('photo', said);
  }

  private async print(): Promise<void> {
    const booking = this.ledger.someBooking(this.dice);
    if (!booking) return;
    const path = `/bookings/${booking.id}/document?site=${this.ground.site.id}`;
    const said = await this.client.ask({ path, headers: { prefer: 'respond-async' } });
    if (said?.status === 200) this.ledger.jobs.add(said.body._id as string);
    else if (said && said.status !== 503) this.refused('document', said);
  }

  private async read(): Promise<void> {
    const said = await this.client.ask({ path: `/bookings?site=${this.ground.site.id}&limit=5` });
    if (said && said.status !== 200 && said.status !== 503) this.refused('read', said);
  }
}
