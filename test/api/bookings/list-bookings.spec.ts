import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import type { Pool } from 'pg';
import { POOL, RESERVED_POOL } from '#libs/core/database/pool';
import { type Client, Lodge } from '../../support/lodge.js';

describe('GET /bookings', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let clerk: Client;
  const ids: Record<string, string> = {};
  const people: Record<string, string> = {};
  const rooms: Record<string, string> = {};

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    clerk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    people.zoe = await lodge.make.student(site, {
      first_name: 'Zoë',
      last_name: 'Ångström',
      email: 'zoe@uni.example',
      student_id: '00123',
    });
    people.bob = await lodge.make.student(site, { first_name: 'Bob', last_name: 'Zulu' });
    people.eve = await lodge.make.student(site, { first_name: 'Eve', last_name: 'Miller' });
    rooms.a = await lodge.make.room(site, { name: 'Room A', code: 'N-101' });
    rooms.b = await lodge.make.room(site, { name: 'Room B', code: '100%_x' });
    const book = async (name: string, more: object) => {
      const answer = await clerk.post('/bookings', { site: site.id, ...more });
      if (answer.status !== 200) throw new Error(answer.text);
      ids[name] = answer.body._id;
    };
    await book('past', {
      lead_person: people.zoe,
      location: rooms.a,
      contract_start: '2026-10-01',
      contract_end: '2026-11-10',
      vehicle_registration: 'AB12 CDE',
    });
    await book('due', {
      lead_person: people.bob,
      location: rooms.a,
      contract_start: '2026-11-21',
      contract_end: '2027-01-10',
    });
    await book('future', {
      lead_person: people.eve,
      location: rooms.b,
      contract_start: '2027-02-01',
      contract_end: null,
      additional_people: [people.zoe],
    });
    await book('house', {
      lead_person: people.eve,
      location: rooms.b,
      contract_start: '2026-11-15',
      contract_end: '2026-11-21',
      status: 'provisional',
    });
    await clerk.post(`/bookings/${ids.past}/transitions`, {
      site: site.id,
      type: 'check_in',
      occurred_at: '2026-11-01T12:00:00Z',
      notes: 'late',
    });
    await clerk.post(`/bookings/${ids.house}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
  });
  afterAll(() => lodge.stop());

  const list = async (query: string) => clerk.get(`/bookings?site=${site.id}&${query}`);
  const names = async (query: string) => {
    const answer = await list(query);
    expect(answer.status).toBe(200);
    const found = answer.body.data.map((booking: { _id: string }) =>
      Object.keys(ids).find((name) => ids[name] === booking._id),
    );
    expect(answer.body.total).toBeGreaterThanOrEqual(found.length);
    return found;
  };

  test('answers a page with its exact total', async () => {
    const answer = await list('limit=2&skip=1');
    expect(answer.body).toMatchObject({ total: 4, total_exact: true, limit: 2, skip: 1 });
    expect(answer.body.data).toHaveLength(2);
    const { body: one } = await clerk.get(`/bookings/${answer.body.data[0]._id}?site=${site.id}`);
    const { allowed_transitions: _allowed, warnings: _warnings, stays: _stays, planned_move: _move, ...same } = one;
    expect(answer.body.data[0]).toEqual(same);
    expect((await list('skip=100')).body).toMatchObject({ data: [], total: 4 });
  });

  test.each([
    ['status=confirmed', ['due', 'future']],
    ['status=confirmed,cancelled', ['house', 'due', 'future']],
    ['status=confirmed&status=cancelled', ['house', 'due', 'future']],
    ['phase=overstay', ['past']],
    ['phase=past', []],
    ['phase=in_house', []],
    ['phase=late_arrival', []],
    ['phase=due_out', []],
    ['phase=due_in', ['due']],
    ['phase=closed', ['house']],
    ['phase=upcoming', ['future']],
    ['from=2026-11-21&to=2027-01-01', ['due']],
    ['from=2027-06-01', ['future']],
    ['sort=contract_start', ['past', 'house', 'due', 'future']],
    ['sort=-contract_start', ['future', 'due', 'house', 'past']],
    ['sort=contract_end', ['past', 'house', 'due', 'future']],
    ['sort=created_at', ['past', 'due', 'future', 'house']],
    ['sort=lead_person&status=confirmed,checked_in', ['past', 'future', 'due']],
    ['sort=-location&status=confirmed', ['future', 'due']],
    ['sort=status', ['house', 'past', 'due', 'future']],
  ])('%s finds the right ones in the right order', async (query, expected) => {
    const found = await names(query);
    if (query.includes('sort=status')) expect([...found].sort()).toEqual([...expected].sort());
    else expect(found).toEqual(expected);
  });

  test.each([
    ['angstrom', ['past', 'future']],
    ['ZOË', ['past', 'future']],
    ['zoe@uni', ['past', 'future']],
    ['Angström, zo', ['past', 'future']],
    ['miller,zoe', []],
    ['00123', ['past', 'future']],
    ['b12 c', ['past']],
    ['n-101', ['past', 'due']],
    ['100%_x', ['house', 'future']],
    ['0%x', []],
    ['nobody', []],
  ])('q=%s finds by part of a name, email, id, room or vehicle, whatever the accents', async (q, expected) => {
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  test('q finds a reference, and person finds lead and additional people', async () => {
    const { body } = await clerk.get(`/bookings/${ids.due}?site=${site.id}`);
    expect(await names(`q=${body.reference.slice(1).toLowerCase()}`)).toEqual(['due']);
    expect(await names(`person=${people.zoe}`)).toEqual(['past', 'future']);
    expect(await names(`location=${rooms.b}`)).toEqual(['house', 'future']);
    expect(await names('person=019aa000-0000-7000-8000-00000000dead')).toEqual([]);
  });

  test('include puts the records into expanded', async () => {
    const answer = await list(
      `person=${people.zoe}&include=lead_person,additional_people,location,flags,block_booking,transactions`,
    );
    expect(answer.body.data[1].expanded).toMatchObject({
      lead_person: { _id: people.eve, record_name: 'Miller, Eve' },
      additional_people: [{ _id: people.zoe, student_id: '00123' }],
      location: { _id: rooms.b, name: 'Room B', code: '100%_x' },
      flags: [],
      block_booking: null,
      transactions: [{ type: 'created', sequence: 1 }],
    });
    const one = await clerk.get(`/bookings/${ids.due}?site=${site.id}&include=lead_person`);
    expect(one.body.expanded).toEqual({ lead_person: expect.objectContaining({ _id: people.bob }) });
  });

  test.each([
    'sort=name',
    'status=asleep',
    'limit=0',
    'limit=201',
    'skip=-1',
    'skip=10001',
    'colour=red',
    'q=x',
    'from=yesterday',
    'include=everything',
  ])('%s is answered 400 invalid_query', async (query) => {
    const answer = await list(query);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: [{ pointer: query.split('=')[0] }] },
    });
  });

  test.each([
    'contract_start',
    '-contract_start',
    'contract_end',
    '-contract_end',
    'created_at',
    '-updated_at',
    'lead_person',
    '-lead_person',
    'location',
    '-location',
    'status',
  ])('cursors walk the list sorted by %s exactly once, and stay on it', async (sort) => {
    const whole = await list(`sort=${sort}&limit=200`);
    expect(whole.body.next_cursor).toBeNull();
    const walked: string[] = [];
    let cursor = '';
    do {
      const page = await list(`sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.body.total).toBe(whole.body.total);
      walked.push(...page.body.data.map(({ _id }: { _id: string }) => _id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(walked).toEqual(whole.body.data.map(({ _id }: { _id: string }) => _id));
    expect(walked.length).toBeGreaterThan(3);
  });

  test('locations are sorted as people count', async () => {
    const other = await lodge.make.site();
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'manager' } })).email);
    const named = [];
    for (const name of ['Room 10', 'Room 2', 'room 1']) {
      named.unshift(await lodge.make.room(other, { name }));
      await manager.post('/bookings', {
        site: other.id,
        lead_person: await lodge.make.student(other),
        location: named[0],
        contract_start: '2026-12-01',
        contract_end: null,
      });
    }
    const { body } = await manager.get(`/bookings?site=${other.id}&sort=location`);
    expect(body.data.map(({ location }: { location: string }) => location)).toEqual(named);
  });

  test('a cursor that is not one, of another sort, or with skip, is answered 400', async () => {
    const { next_cursor: cursor } = (await list('limit=1')).body;
    const forged = Buffer.from(JSON.stringify(['contract_start', 'today', 'x'])).toString('base64url');
    for (const query of [`cursor=nonsense`, `cursor=${forged}`, `cursor=${cursor}&sort=status`]) {
      expect(await list(query)).toMatchObject({ status: 400, body: { errors: [{ pointer: 'cursor' }] } });
    }
    expect((await list(`cursor=${cursor}&skip=1`)).body.errors).toMatchObject([{ pointer: 'skip' }]);
  });

  test('a site is required, and one of the own', async () => {
    expect(await clerk.get('/bookings')).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: [{ pointer: 'site' }] },
    });
    const other = await lodge.make.site();
    expect((await clerk.get(`/bookings?site=${other.id}`)).status).toBe(404);
    expect((await clerk.get('/bookings?site=nonsense')).status).toBe(404);
  });

  test('a page costs one round trip, whatever its size and the records that it includes, and a trail one more', async () => {
    const { app } = lodge.instance;
    const pools = [POOL, RESERVED_POOL].map((each) => app.get<Pool>(each));
    const count = async (query: string) => {
      await list(query);
      let used = 0;
      const add = () => void used++;
      for (const pool of pools) pool.on('acquire', add);
      await list(query);
      for (const pool of pools) pool.off('acquire', add);
      return used;
    };
    expect(await count('limit=1')).toBe(1);
    expect(await count('limit=200')).toBe(1);
    expect(await count('limit=200&include=lead_person,additional_people,location,block_booking,flags')).toBe(1);
    expect(await count('limit=200&include=lead_person,transactions')).toBe(2);
  });
});
