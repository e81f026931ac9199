import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#libs/core/http/ids';
import type { SiteFixture } from '../../support/factory.js';
import { findDoubleBookings, findViolations } from '../../support/checker.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { patientRush } from '../../support/rush.js';

const CODE = { cancellation_code: 'data_entry_error' };

/** A site with a manager who sends through both instances in turn. */
class House {
  private turn = 0;
  private constructor(
    readonly lodge: Lodge,
    readonly site: SiteFixture,
    private readonly manager: Client,
    readonly person: string,
  ) {}

  static async open(options: Parameters<typeof Lodge.start>[0] = {}): Promise<House> {
    const lodge = await Lodge.start({ instances: 2, ...options });
    const site = await lodge.make.site();
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    return new House(lodge, site, manager, await lodge.make.student(site));
  }

  get client(): Client {
    return this.manager.on(this.lodge.instances[this.turn++ % this.lodge.instances.length] ?? this.lodge.instance);
  }

  book = (location: string, from: string, to: string | null, more: object = {}, headers = {}): Promise<Answer> =>
    this.client.post(
      '/bookings',
      { site: this.site.id, lead_person: this.person, location, contract_start: from, contract_end: to, ...more },
      headers,
    );
  /** Another path: a request with a key does not wait for the others of the process. */
  bookByKey = (location: string, from: string, to: string, key: string): Promise<Answer> =>
    this.book(location, from, to, {}, { 'idempotency-key': key });
  move = (id: string, type: string, more: object = {}): Promise<Answer> =>
    this.client.post(`/bookings/${id}/transitions`, { site: this.site.id, type, ...more });
  patch = (id: string, change: object, headers = {}): Promise<Answer> =>
    this.client.patch(`/bookings/${id}`, { site: this.site.id, ...change }, headers);
}

const statuses = (answers: Answer[]): Record<number, number> =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );
const id = (answer: Answer | undefined): string => answer?.body._id as string;

describe('many at once', () => {
  let house: House;
  beforeAll(async () => {
    house = await House.open();
  });
  afterAll(() => house.lodge.stop());

  const deadlocks = async () => {
    // The counters of other connections arrive a moment after they are idle.
    await house.lodge.sql('SELECT pg_stat_clear_snapshot()');
    return (
      await house.lodge.sql<{ deadlocks: string }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      )
    )[0]?.deadlocks;
  };

  test('one room-night wanted 2,000 times over two instances gives one booking and 1,999 refusals that name it', async () => {
    const room = await house.lodge.make.room(house.site);
    const before = await deadlocks();
    const [from, to] = ['2027-01-01', '2027-01-02'];
    const answers = await patientRush(2_000, 100, (index) =>
      index % 2 ? house.book(room, from, to) : house.bookByKey(room, from, to, `rush-${index}`),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 1_999 });
    const winner = id(answers.find(({ status }) => status === 200));
    const named = answers.filter(
      ({ body }) => body.code === 'booking_conflict' && body.conflicts?.[0]?.booking_id === winner,
    );
    expect(named).toHaveLength(1_999);
    expect(await deadlocks()).toBe(before);
  });

  test('of those who lose a room, each learns first what is wrong with its own references', async () => {
    const { make } = house.lodge;
    const room = await make.room(house.site);
    await house.book(room, '2027-01-01', '2027-02-01');
    const wrong = [
      {},
      { lead_person: newId() },
      { additional_people: [await make.student(house.site), newId()] },
      { flags: [newId()] },
      { block_booking: newId() },
    ];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => house.book(room, '2027-01-15', '2027-02-15', wrong[index % 5])),
    );
    const pointers = answers.map(({ body }) => body.errors?.[0]?.pointer ?? body.code);
    const expected = ['booking_conflict', '/lead_person', '/additional_people/1', '/flags/0', '/block_booking'];
    expect(pointers).toEqual(answers.map((_, index) => expected[index % 5]));
  });

  test('random overlapping ranges, a room for three, and a flat against its rooms: nothing is sold twice', async () => {
    const { make } = house.lodge;
    const flat = await make.room(house.site);
    const rooms = [await make.room(house.site, { parent_id: flat }), await make.room(house.site, { parent_id: flat })];
    const triple = await make.room(house.site, { capacity: 3 });
    const targets = [flat, ...rooms, triple, triple, triple];
    const day = (number: number) => new Date(Date.UTC(2027, 0, number)).toISOString().slice(0, 10);
    const answers = await patientRush(600, 60, (index) => {
      const start = 1 + ((index * 37) % 60);
      return house.book(targets[(index * 7) % targets.length] ?? flat, day(start), day(start + 1 + ((index * 13) % 9)));
    });
    expect(Object.keys(statuses(answers)).sort()).toEqual(['200', '409']);
    expect(await findViolations(house.lodge)).toEqual([]);
    const [held] = await house.lodge.sql<{ n: number }>(
      'SELECT count(DISTINCT slot)::int AS n FROM occupancies WHERE location_id = $1',
      [triple],
    );
    expect(held?.n).toBe(3);
  });

  test('a reinstatement against new bookings of the same nights: one has the room', async () => {
    for (let round = 0; round < 6; round++) {
      const room = await house.lodge.make.room(house.site);
      const first = id(await house.book(room, '2027-01-01', '2027-02-01'));
      await house.move(first, 'cancel', CODE);
      const answers = await Promise.all([
        house.move(first, 'reinstate', { notes: 'back' }),
        ...Array.from({ length: 9 }, () => house.book(room, '2027-01-15', '2027-02-15')),
      ]);
      expect(statuses(answers)).toEqual({ 200: 1, 409: 9 });
    }
    expect(await findViolations(house.lodge)).toEqual([]);
  });

  test('two residents cannot be checked in on one who overstays', async () => {
    const room = await house.lodge.make.room(house.site);
    const stayer = id(await house.book(room, '2026-11-01', '2026-11-15'));
    await house.move(stayer, 'check_in', { occurred_at: '2026-11-14T12:00:00Z', notes: 'late' });
    const next = id(await house.book(room, '2026-11-21', '2026-12-20'));
    const answers = await patientRush(50, 50, () => house.move(next, 'check_in'));
    expect(statuses(answers)).toEqual({ 409: 50 });
    expect(new Set(answers.map(({ body }) => body.reasons[0].code))).toEqual(new Set(['room_occupied']));
    await house.move(stayer, 'check_out');
    expect(statuses(await patientRush(50, 50, () => house.move(next, 'check_in')))).toEqual({ 200: 1, 409: 49 });
  });

  test('moves into one room, and moves across each other: no room is lost and nothing fails', async () => {
    const rooms = await Promise.all(Array.from({ length: 3 }, () => house.lodge.make.room(house.site)));
    const [a = '', b = '', free = ''] = rooms;
    const [one, two] = [
      id(await house.book(a, '2027-01-01', '2027-02-01')),
      id(await house.book(b, '2027-01-01', '2027-02-01')),
    ];
    expect(
      statuses(await Promise.all([house.patch(one, { location: free }), house.patch(two, { location: free })])),
    ).toEqual({ 200: 1, 409: 1 });
    const answers = await patientRush(60, 30, (index) =>
      house.patch(index % 2 ? one : two, { location: rooms[index % 3] }),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([]);
    expect(await findViolations(house.lodge)).toEqual([]);
  });

  test('of fifty changes with the same If-Match one is made; without it none is lost', async () => {
    const booking = id(await house.book(await house.lodge.make.room(house.site), '2027-01-01', '2027-02-01'));
    const matched = await patientRush(50, 50, (index) =>
      house.patch(booking, { notes: `note ${index}` }, { 'if-match': '"1"' }),
    );
    expect(statuses(matched)).toEqual({ 200: 1, 412: 49 });
    const free = await patientRush(50, 50, (index) => house.patch(booking, { vehicle_registration: `CAR ${index}` }));
    expect(statuses(free)).toEqual({ 200: 50 });
    expect(await findViolations(house.lodge)).toEqual([]);
  });

  test('a storm of everything over five rooms and a flat leaves every table whole', async () => {
    const { make } = house.lodge;
    const flat = await make.room(house.site);
    const rooms = [
      flat,
      await make.room(house.site, { parent_id: flat }),
      await make.room(house.site),
      await make.room(house.site, { capacity: 2 }),
    ];
    const known: string[] = [];
    const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
    const day = () => new Date(Date.UTC(2026, 10, 10 + Math.floor(Math.random() * 40))).toISOString().slice(0, 10);
    const types = [
      'confirm',
      'check_in',
      'check_out',
      'cancel',
      'no_show',
      'void',
      'undo_check_in',
      'undo_check_out',
      'reinstate',
    ];
    const act = async (): Promise<Answer> => {
      const chance = Math.random();
      if (known.length < 5 || chance < 0.3) {
        const answer = await house.book(any(rooms), day(), Math.random() < 0.1 ? null : day(), {
          status: any(['confirmed', 'provisional', 'checked_in']),
        });
        if (answer.status === 200) known.push(id(answer));
        return answer;
      }
      if (chance < 0.4) return house.patch(any(known), { location: any(rooms) });
      if (chance < 0.5) return house.patch(any(known), { contract_end: day() });
      if (chance < 0.55)
        return house.client.post(`/bookings/${any(known)}/swap`, { site: house.site.id, with_booking: any(known) });
      return house.move(any(known), any(types), { ...CODE, notes: 'storm' });
    };
    const answers = await patientRush(1_500, 50, act);
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect(known.length).toBeGreaterThan(20);
    expect(await findViolations(house.lodge)).toEqual([]);
  });
});

describe('the same rush without the constraint', () => {
  test('sells rooms twice, so the tests above prove something', async () => {
    const house = await House.open({
      prepare: (pool) => pool.query('ALTER TABLE occupancies DROP CONSTRAINT occupancies_no_overlap_1'),
    });
    let doubles = 0;
    for (let round = 0; round < 20 && doubles === 0; round++) {
      const room = await house.lodge.make.room(house.site);
      await patientRush(100, 50, () => house.book(room, '2027-01-01', '2027-01-02'));
      doubles = (await findDoubleBookings(house.lodge)).length;
    }
    await house.lodge.stop();
    expect(doubles).toBeGreaterThan(0);
  });
});
