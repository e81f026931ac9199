import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

const CODE = { cancellation_code: 'data_entry_error' };
const STAY = { contract_start: '2027-01-01', contract_end: '2027-02-01' };

describe('a location with many beds', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let person: string;
  let manager: Client;
  let turn = 0;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const client = () => manager.on(lodge.instances[turn++ % 2] ?? lodge.instance);
  const book = (location: string, more: object = {}, headers = {}): Promise<Answer> =>
    client().post('/bookings', { site: site.id, lead_person: person, location, ...STAY, ...more }, headers);
  const move = (id: string, type: string, more: object = {}): Promise<Answer> =>
    client().post(`/bookings/${id}/transitions`, { site: site.id, type, ...more });
  const statuses = (answers: Answer[]) => new Set(answers.map(({ status }) => status));

  /** A room for two in which the first bed is free again, who had it, and who has the second. */
  const halfEmpty = async (stay: object = STAY) => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const [gone, stays] = [(await book(room, stay)).body._id as string, (await book(room, stay)).body._id as string];
    await move(gone, 'cancel', CODE);
    return { room, gone, stays };
  };

  /** Sends a request while another one is about to take the first bed. */
  const whileSold = async ({ room, gone }: { room: string; gone: string }, send: () => Promise<Answer>) => {
    const rival = await lodge.pool.connect();
    try {
      await rival.query('BEGIN');
      await rival.query(
        `INSERT INTO occupancies (site_id, booking_id, segment, location_id, slot, period, live, in_house)
         VALUES ($1, $2, 2, $3, 1, '[2026-01-01,)', true, false)`,
        [site.id, gone, room],
      );
      const answer = send();
      const isOver = answer.then(() => true);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until(async () => Promise.race([isOver, lodge.sql(waiting).then(({ length }) => length > 0)]));
      await rival.query('COMMIT');
      return await answer;
    } finally {
      rival.release();
    }
  };

  test.each([
    ['as they come', () => ({})],
    ['each with a key', (index: number) => ({ 'idempotency-key': `bed-${index}` })],
  ])('forty who want one of forty beds at once, %s, all get one', async (_, headers) => {
    const dorm = await lodge.make.room(site, { capacity: 40 });
    const answers = await Promise.all(Array.from({ length: 40 }, (_each, index) => book(dorm, {}, headers(index))));
    expect(statuses(answers)).toEqual(new Set([200]));
    expect((await book(dorm)).body.conflicts).toHaveLength(40);
    expect(await findViolations(lodge, site.id)).toEqual([]);
  });

  test('many at once in one request, and one by one at the same time, all get a bed', async () => {
    const dorm = await lodge.make.room(site, { capacity: 60 });
    const assignments = Array.from({ length: 20 }, () => ({ person_id: person, location_id: dorm }));
    const bulk = () => client().post('/bookings/bulk', { site: site.id, ...STAY, assignments });
    const [first, second, ...answers] = await Promise.all([
      bulk(),
      bulk(),
      ...Array.from({ length: 20 }, () => book(dorm)),
    ]);
    expect([first.body.summary.created, second.body.summary.created]).toEqual([20, 20]);
    expect(statuses(answers)).toEqual(new Set([200]));
    expect(await findViolations(lodge, site.id)).toEqual([]);
  });

  test('who has a bed checks in while another bed is being sold', async () => {
    const stay = { contract_start: '2026-11-21', contract_end: '2026-12-21' };
    const house = await halfEmpty(stay);
    expect((await whileSold(house, () => move(house.stays, 'check_in'))).body).toMatchObject({
      booking: { status: 'checked_in' },
    });
  });

  test('who has a bed stays longer while another bed is being sold', async () => {
    const house = await halfEmpty();
    const change = { site: site.id, contract_end: '2027-03-01' };
    const answer = await whileSold(house, () => client().patch(`/bookings/${house.stays}`, change));
    expect(answer).toMatchObject({ status: 200, body: { contract_end: '2027-03-01' } });
  });
});
