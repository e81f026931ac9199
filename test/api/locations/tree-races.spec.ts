import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { findViolations } from '../../support/checker.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { patientRush } from '../../support/rush.js';
import { SEED } from '../../support/properties.js';
import { until } from '../../support/until.js';

const TIMES = Number(process.env.TREE_RACES ?? 250);
const WIDTH = 12;

describe('changes of the tree among bookings of the same branches', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let client: Client;
  let people: string[];
  let flats: string[];
  let rooms: string[];
  const bookings: string[] = [];
  beforeAll(async () => {
    // A deadlock is found at once, and not after a second in which it might dissolve.
    const prepare = (pool: Lodge['pool']) => pool.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = ''20ms''', current_database()); END $$`); // prettier-ignore
    const settings = { RATE_LIMIT_BULK_PER_MINUTE: '1000000' };
    lodge = await Lodge.start({ instances: 2, prepare: async (pool) => void (await prepare(pool)), settings });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    people = await Promise.all([1, 2, 3].map(() => lodge.make.student(site)));
    flats = await Promise.all([1, 2, 3].map(() => lodge.make.room(site)));
    rooms = await Promise.all(
      [...flats, ...flats].map((flat) => lodge.make.room(site, { parent_id: flat, capacity: 2 })),
    );
  });
  afterAll(() => lodge.stop());

  let state = SEED;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = <T>(of: T[]): T => of[random(of.length)] as T;
  const day = (number: number) => new Date(Date.UTC(2027, 0, number)).toISOString().slice(0, 10);
  const nights = () => {
    const from = random(60);
    return { contract_start: day(from), contract_end: day(from + 1 + random(9)) };
  };
  const wanted = () => ({ lead_person: one(people), location: one([...flats, ...rooms, ...rooms]), ...nights() });
  const on = () => client.on(one(lodge.instances));
  const known = (): string => one(bookings) ?? '';
  const keep = (answer: Answer): Answer => {
    if (answer.status === 200 && answer.body._id && answer.body.contract_start) bookings.push(answer.body._id);
    return answer;
  };
  const locations = () => `/sites/${site.id}/locations`;
  const move = (type: string, more: object = {}) => on().post(`/bookings/${known()}/transitions`, { site: site.id, type, ...more }); // prettier-ignore

  const book = async () => keep(await on().post('/bookings', { site: site.id, ...wanted() }));
  const bulk = () => {
    const row = () => ({ person_id: one(people), location_id: one([...flats, ...rooms]) });
    const assignments = Array.from({ length: 6 }, row);
    return on().post('/bookings/bulk', { site: site.id, assignments, ...nights() });
  };
  const override = async () => {
    const request = { site: site.id, ...wanted() };
    const refused = await on().post('/bookings', request);
    const conflict_booking_id = refused.body.conflicts?.[0]?.booking_id;
    if (!conflict_booking_id) return keep(refused);
    return keep(await on().post('/bookings', { ...request, override: { conflict_booking_id, action: 'cancel', cancellation_code: 'data_entry_error' } })); // prettier-ignore
  };
  // Each is drawn as often as the others, so that half of all are bookings.
  const DEEDS: (() => Promise<Answer>)[] = [
    book,
    book,
    bulk,
    override,
    () => on().patch(`/bookings/${known()}`, { site: site.id, location: one([...flats, ...rooms]) }),
    () => on().patch(`/bookings/${known()}`, { site: site.id, ...nights() }),
    () => on().post(`/bookings/${known()}/swap`, { site: site.id, with_booking: known() }),
    () => move('cancel', { cancellation_code: 'data_entry_error' }),
    () => move('reinstate', { notes: 'back' }),
    () => on().post(`/sites/${site.id}/closures`, { location: one([...flats, ...rooms]), from: day(random(60)), to: day(61 + random(9)), kind: 'maintenance' }), // prettier-ignore
    () => on().patch(`${locations()}/${one(rooms)}`, { capacity: 1 + random(3) }),
    () => on().patch(`${locations()}/${one(rooms)}`, { parent: one(flats) }),
    () => on().patch(`${locations()}/${one(flats)}`, { floor: String(random(9)) }),
    () => on().post(locations(), { name: `Room ${random(1e9)}`, location_type: site.roomType, parent: one(flats) }),
    () => on().patch(`/sites/${site.id}/location-types/${site.roomType}`, { name: 'Room', colour: '#2F6FED', can_be_allocated_to_bookings: random(4) > 0 }), // prettier-ignore
  ];

  /** What PostgreSQL counted; connections tell it when they end. */
  async function deadlocks(): Promise<number> {
    const others = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> ''`;
    await until(async () => (await lodge.sql(`SELECT pg_terminate_backend(pid) ${others}`)).length === 0);
    const [row] = await lodge.sql<{ count: number }>(
      'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return row?.count ?? 0;
  }

  test(`${TIMES} of them at random: nothing deadlocks, nothing fails, and nothing is held twice`, async () => {
    const answers = await patientRush(TIMES, WIDTH, () => one(DEEDS)());
    const found = {
      failed: answers.filter(({ status }) => status >= 500).map(({ text }) => text),
      violations: await findViolations(lodge),
      deadlocks: await deadlocks(),
    };
    expect(found).toEqual({ failed: [], violations: [], deadlocks: 0 });
    // Otherwise they would knock at the door only.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(TIMES / 4);
  });
});
