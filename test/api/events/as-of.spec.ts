import { beforeAll, describe, expect, test } from '@jest/globals';
import fc, { SEED } from '../../support/properties.js';
import type { Client } from '../../support/lodge.js';
import { useLodge } from '../../support/use-lodge.js';

const INSTANTS = Number(process.env.AS_OF_INSTANTS ?? 60);
const STEPS = Math.max(40, INSTANTS / 2);
const HOUR_MS = 3_600_000;

const { lodge, site } = await useLodge({});

/** A response that the interface gave at an instant. */
interface Kept {
  at: string;
  path: string;
  body: Record<string, unknown>;
  who: 'admin' | 'reception';
}

type Dice = (most: number) => number;

/** A history of a small site in which anything may happen, by fixed dice. Reads between the changes are kept. */
class History {
  readonly kept: Kept[] = [];
  private readonly users = new Map<Kept['who'], string>();
  private readonly clients = new Map<string, Client>();
  private rooms: string[] = [];
  private flags: string[] = [];
  private states: string[] = [];
  private students: string[] = [];
  private bookings: string[] = [];
  private closures: string[] = [];
  done = 0;

  constructor(private readonly die: Dice) {}

  async prepare(): Promise<void> {
    for (const role of ['admin', 'reception'] as const)
      this.users.set(role, (await lodge.make.user({ roles: { [site.id]: role } })).email);
    for (const name of ['Vegan', 'Ground floor'])
      this.flags.push(await this.made('/flags', { name, colour: '#AA3300' }));
    this.states.push(await lodge.make.listEntry('welfare_states', site.id));
    for (let n = 0; n < 8; n++)
      this.rooms.push(
        await this.made('/locations', {
          name: `Room ${n}`,
          location_type: site.roomType,
          parent: site.building,
          floor: String(n % 3),
        }),
      );
    for (let n = 0; n < 6; n++) await this.newStudent();
  }

  private async made(path: string, body: Record<string, unknown>): Promise<string> {
    const url = path.startsWith('/students') || path === '/bookings' ? path : `/sites/${site.id}${path}`;
    const answer = await (
      await this.client('admin')
    ).post(url, path.startsWith('/students') || path === '/bookings' ? { site: site.id, ...body } : body);
    if (answer.status >= 300) throw new Error(`${url}: ${answer.text}`);
    return (answer.body as { _id: string })._id;
  }

  private async client(who: Kept['who']): Promise<Client> {
    const key = `${who} ${this.now.slice(0, 13)}`;
    const known = this.clients.get(key) ?? (await lodge.logIn(this.users.get(who) ?? ''));
    this.clients.set(key, known);
    return known;
  }

  private get now(): string {
    return lodge.clock.now().toISOString();
  }
  private pick = <T>(list: T[]): T => list[this.die(list.length)] as T;
  private day = (offset: number): string =>
    new Date(lodge.clock.now().getTime() + offset * 24 * HOUR_MS).toISOString().slice(0, 10);
  private pass = (most: number) =>
    lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000 + this.die(most)).toISOString());

  private async newStudent(): Promise<void> {
    const n = this.students.length;
    this.students.push(
      await this.made('/students', {
        first_name: 'Ada',
        last_name: `Byron ${n}`,
        location: site.building,
        email: `ada${n}@example.org`,
      }),
    );
  }

  /** One change, which may be refused. */
  async change(): Promise<void> {
    this.pass(5 * HOUR_MS);
    const client = await this.client('admin');
    const [booking, student] = [this.pick(this.bookings), this.pick(this.students)];
    const send = async (method: 'post' | 'patch' | 'delete', path: string, body: Record<string, unknown> = {}) => {
      const answer = method === 'delete' ? await client.delete(path) : await client[method](path, body);
      expect([answer.status < 500, answer.text]).toEqual([true, answer.text]);
      if (answer.status < 300) this.done++;
      return answer;
    };
    const from = this.day(this.die(8) - 2);
    const book = async () => {
      const end = this.pick([null, this.day(3), this.day(6), this.day(40)]);
      const body = {
        site: site.id,
        lead_person: student,
        location: this.pick(this.rooms),
        contract_start: from,
        contract_end: end,
      };
      const more = {
        status: this.pick(['provisional', 'confirmed', 'checked_in']),
        additional_people: this.die(2) ? [] : [this.pick(this.students)].filter((id) => id !== student),
        notes: this.pick(['', 'Late']),
        flags: this.die(2) ? [] : [this.pick(this.flags)],
      };
      const answer = await send('post', '/bookings', { ...body, ...more });
      if (answer.status < 300) this.bookings.push((answer.body as { _id: string })._id);
    };
    if (!booking || this.die(5) === 0) return book();
    const at = `/bookings/${booking}`;
    const patch = (fields: Record<string, unknown>) => send('patch', at, { site: site.id, ...fields });
    const type = this.pick([
      'check_in',
      'check_in',
      'confirm',
      'check_out',
      'cancel',
      'no_show',
      'void',
      'undo_check_in',
      'undo_check_out',
      'reinstate',
    ]);
    const person = `/students/${site.id}/${student}`;
    const acts: (() => Promise<unknown>)[] = [
      () =>
        send('post', `${at}/transitions`, {
          site: site.id,
          type,
          ...(['cancel', 'void'].includes(type) && {
            cancellation_code: 'other',
            cancellation_reason: 'Changed plans',
          }),
        }),
      () =>
        send('post', `${at}/transitions`, {
          site: site.id,
          type,
          ...(['cancel', 'void'].includes(type) && { cancellation_code: 'other' }),
        }),
      () =>
        patch(
          this.pick([
            { notes: this.pick(['One', 'Two', null]) },
            { vehicle_registration: 'AB12 CDE' },
            { departure_slot_at: `${this.day(2)}T10:00` },
            { turnaround_days: this.die(3) },
          ]),
        ),
      () => patch({ contract_end: this.pick([null, this.day(1), this.day(4), this.day(9)]) }),
      () => patch({ contract_start: from }),
      () => patch({ location: this.pick(this.rooms) }),
      () => patch({ flags: [this.pick(this.flags)], additional_people: [], lead_person: student }),
      () =>
        send('post', `${at}/moves`, { site: site.id, location: this.pick(this.rooms), on: this.day(this.die(5) - 1) }),
      () => send('delete', `${at}/moves?site=${site.id}`),
      () => send('post', `${at}/swap`, { site: site.id, with_booking: this.pick(this.bookings) }),
      () =>
        send(
          'patch',
          person,
          this.pick<Record<string, unknown>>([
            { last_name: `Byron ${this.die(99)}` },
            { flags: [this.pick(this.flags)] },
            { flags: [] },
            { location: this.pick(this.rooms) },
            { active: this.die(2) === 0 },
          ]),
        ),
      () =>
        send(
          'patch',
          person,
          this.pick<Record<string, unknown>>([
            { welfare_flag: true },
            { welfare_flag: false },
            { welfare_state: this.pick(this.states) },
          ]),
        ),
      () => (this.die(3) ? this.newStudent() : send('delete', person)),
      () => send('patch', `/sites/${site.id}/flags/${this.pick(this.flags)}`, { name: `Flag ${this.die(999)}` }),
      () =>
        send('patch', `/sites/${site.id}/locations/${this.pick(this.rooms)}`, {
          name: `Room ${this.die(999)}`,
          floor: String(this.die(4)),
        }),
      async () => {
        const closing = {
          location: this.pick(this.rooms),
          from: this.day(this.die(3)),
          to: this.day(5),
          kind: 'maintenance',
        };
        const answer = await send('post', `/sites/${site.id}/closures`, closing);
        if (answer.status < 300) this.closures.push((answer.body as { _id: string })._id);
      },
      () =>
        this.closures.length ? send('post', `/sites/${site.id}/closures/${this.pick(this.closures)}/end`, {}) : book(),
    ];
    await this.pick(acts)();
  }

  /** Keeps what the interface returns at a random instant of now. */
  async look(): Promise<void> {
    this.pass(2 * HOUR_MS);
    const who = this.pick<Kept['who']>(['admin', 'reception']);
    const paths = [
      ...(this.bookings.length ? [`/bookings/${this.pick(this.bookings)}?site=${site.id}`] : []),
      `/students/${site.id}/${this.pick(this.students)}?`,
      `/sites/${site.id}/day?on=${this.day(this.die(7) - 3)}`,
    ];
    for (const path of paths) {
      const answer = await (await this.client(who)).get(path.replace(/\?$/, ''));
      this.kept.push({ at: this.now, path, who, body: shown(answer.body) });
    }
  }

  /** What it says of the same instant today. */
  async recalled({ at, path, who }: Kept): Promise<Record<string, unknown>> {
    const answer = await (await this.client(who)).get(`${path}&as_of=${at}`);
    return shown(answer.body);
  }

  async present({ path, who }: Kept): Promise<Record<string, unknown>> {
    return shown((await (await this.client(who)).get(path.replace(/\?$/, ''))).body);
  }
}

// What can be done is of now, and so are the waiting list and how other systems hear of it; a problem names its request.
const shown = (body: unknown) => {
  const {
    allowed_transitions: _,
    warnings: __,
    as_of: ___,
    emptied_at: ____,
    webhooks: _____,
    waiting: ________,
    request_id: ______,
    instance: _______,
    ...rest
  } = body as Record<string, unknown>;
  return rest;
};

describe('what Lodge knew at an instant', () => {
  const random = fc.sample(fc.infiniteStream(fc.nat()), { seed: SEED, numRuns: 1 })[0] as Iterator<number>;
  const history = new History((most) => (random.next().value as number) % most);
  beforeAll(async () => {
    await history.prepare();
    for (let step = 0; step < STEPS; step++) {
      await history.change();
      await history.look();
    }
  });

  test('is what the interface returned at that instant, of bookings, students and days', async () => {
    expect(history.done).toBeGreaterThan(STEPS / 4);
    const every = Math.max(1, Math.floor(history.kept.length / INSTANTS));
    let changed = 0;
    for (const kept of history.kept.filter((_, index) => index % every === 0)) {
      expect({ ...kept, body: await history.recalled(kept) }).toEqual(kept);
      const present = await history.present(kept);
      if (JSON.stringify(present) !== JSON.stringify(kept.body)) changed++;
    }
    // Most of it is another by now: who returned the present would not pass.
    expect(changed).toBeGreaterThan(INSTANTS / 4);
  });

  test('says of a student when the last change was, to the millisecond, although the clock goes on during a request', async () => {
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const tick = () => lodge.clock.set(new Date(lodge.clock.now().getTime() + 1).toISOString());
    for (let n = 0; n < 10; n++) {
      const ticking = setInterval(tick, 1);
      const fields = { first_name: 'Tick', last_name: `Tock ${n}`, location: site.building };
      const made = await client.post('/students', { site: site.id, ...fields });
      clearInterval(ticking);
      tick();
      const url = `/students/${site.id}/${made.body._id}`;
      const asOf = `${url}?as_of=${lodge.clock.now().toISOString()}`;
      expect((await client.get(asOf)).body).toEqual((await client.get(url)).body);
      tick();
      expect((await client.patch(url, { ...fields, first_name: 'Tack' })).status).toBe(200);
      expect((await client.get(asOf)).body.updated_at).toBe(made.body.updated_at);
    }
  });

  test('has no waiting list of a day in the past, which is not known', async () => {
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const day = await client.get(`/sites/${site.id}/day?as_of=${lodge.clock.now().toISOString()}`);
    expect([day.status, day.body.waiting]).toEqual([200, null]);
    const now = await client.get(`/sites/${site.id}/day`);
    expect(now.body.waiting).toEqual({ waiting: 0, offered: 0, freed: 0 });
  });

  test('is refused where it cannot be told: in the future, before there was anything, of erased people, before trails said it all', async () => {
    const [path] = history.kept.filter(({ path: each }) => each.startsWith('/bookings')).map(({ path: each }) => each);
    const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const asked = async (of: string, query: string) => {
      const { status, body } = await client.get(`${of}${query}`);
      return [status, (body as { errors?: { pointer?: string; parameter?: string }[] }).errors?.length];
    };
    expect(await asked(`${path}`, '&as_of=2099-01-01T00:00:00Z')).toEqual([400, 1]);
    expect(await asked(`${path}`, '&as_of=yesterday')).toEqual([400, 1]);
    expect(await asked(`${path}`, '&as_of=2026-11-01T00:00:00Z')).toEqual([404, 0]);
    expect(await asked(`${path}`, `&include=location&as_of=${lodge.clock.now().toISOString()}`)).toEqual([400, 1]);
    const gone = await client.post('/students', {
      site: site.id,
      first_name: 'Bo',
      last_name: 'Gone',
      location: site.building,
    });
    const student = `/students/${site.id}/${(gone.body as { _id: string })._id}`;
    const before = lodge.clock.now().toISOString();
    expect(await asked(student, `?as_of=${before}`)).toEqual([200, undefined]);
    lodge.clock.set(new Date(lodge.clock.now().getTime() + HOUR_MS).toISOString());
    expect((await client.post(`${student}/erase`, {})).status).toBe(200);
    expect(await asked(student, `?as_of=${before}`)).toEqual([404, 0]);
    await lodge.sql('UPDATE sites SET history_since = $1', [lodge.clock.now()]);
    expect(await asked(`${path}`, `&as_of=${before}`)).toEqual([400, 1]);
  });
});
