import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { checkInvariants } from '#apps/cli/doctor/invariants';
import { dataSourceOptions, MIGRATIONS } from '#libs/core/database/data-source';
import { migrate } from '#libs/core/database/migrate';
import { BookingsWithoutAnEnd1768490000000 } from '#libs/core/database/migrations/1768490000000-bookings-without-an-end';
import { PastStays1765200100000 } from '#libs/core/database/migrations/1765200100000-past-stays';
import { createDatabase } from '../support/database.js';
import type { SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';

interface Place {
  booking_id: string;
  location_id: string;
  slot: number;
  live: boolean;
  nights: string;
}
const PLACES = `SELECT booking_id, location_id, slot, live, period::text AS nights FROM occupancies ORDER BY booking_id, location_id`;

describe('stays of the release before, which were over and guarded by nothing', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
  });
  afterAll(() => lodge.stop());

  test('come under the constraint; of two in one place and night one stays outside, unchanged; none is lost', async () => {
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const [single, twin] = [await lodge.make.room(site), await lodge.make.room(site, { capacity: 2 })];
    const past = async (contract_start: string, contract_end: string): Promise<string> => {
      const [location, lead_person] = [await lodge.make.room(site), await lodge.make.student(site)];
      const stay = { site: site.id, location, lead_person, contract_start, contract_end };
      const { text, status, body } = await manager.post('/bookings', stay);
      expect([text, status]).toEqual([text, 200]);
      for (const [type, on] of [
        ['check_in', contract_start],
        ['check_out', contract_end],
      ]) {
        const change = { site: site.id, type, notes: 'then', occurred_at: `${on}T12:00:00Z` };
        const answer = await manager.post(`/bookings/${body._id}/transitions`, change);
        expect([answer.text, answer.status]).toEqual([answer.text, 200]);
      }
      return body._id;
    };
    const [alone, first, second, bedmate, other, imported] = [
      await past('2025-01-01', '2025-02-01'),
      await past('2025-03-01', '2025-05-01'),
      await past('2025-04-01', '2025-06-01'),
      await past('2025-03-01', '2025-05-01'),
      await past('2025-04-01', '2025-06-01'),
      await past('2024-03-01', '2024-05-01'),
    ] as const;
    // As they were stored before: not live, and two may be in one place.
    const put = async (ids: string[], location: string) => {
      await lodge.sql('UPDATE occupancies SET live = false, location_id = $2 WHERE booking_id = ANY($1)', [ids, location]); // prettier-ignore
      await lodge.sql('UPDATE bookings SET location_id = $2 WHERE id = ANY($1)', [ids, location]);
    };
    await put([alone, first, second], single);
    await put([bedmate, other], twin);
    await lodge.sql('DELETE FROM occupancies WHERE booking_id = $1', [imported]);
    const before = await lodge.sql<Place>(PLACES);

    const source = await new DataSource(dataSourceOptions(lodge.databaseUrl, 1)).initialize();
    const runner = source.createQueryRunner();
    await new PastStays1765200100000().up(runner);
    await runner.release();
    await source.destroy();

    const after = await lodge.sql<Place>(PLACES);
    const of = (id: string) => after.filter(({ booking_id: each }) => each === id);
    expect(before).toHaveLength(5);
    expect(after).toHaveLength(6);
    expect(of(imported)).toMatchObject([{ live: true, nights: '[2024-03-01,2024-05-01)' }]);
    expect([of(alone), of(first)]).toMatchObject([[{ live: true }], [{ live: true, location_id: single }]]);
    expect(of(second)).toEqual(before.filter(({ booking_id: each }) => each === second));
    expect(of(second)).toMatchObject([{ live: false, nights: '[2025-04-01,2025-06-01)' }]);
    // Two beds hold two people: the second of them gets the other bed.
    expect([...of(bedmate), ...of(other)].map(({ live, slot }) => [live, slot])).toEqual([[true, 1], [true, 2]]); // prettier-ignore
  });
});

describe('bookings without an end, which an overstay gave one', () => {
  test('have none again, are listed, and their trails say so; doctor names them before', async () => {
    const lodge = await Lodge.start();
    const site = await lodge.make.site();
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const book = async (contract_end: string | null) => {
      const [location, lead_person] = [await lodge.make.room(site), await lodge.make.student(site)];
      const stay = { site: site.id, location, lead_person, contract_start: '2026-12-01', contract_end };
      return (await manager.post('/bookings', stay)).body._id as string;
    };
    const [open, ended] = [await book(null), await book('2027-06-01')];
    await lodge.sql(`UPDATE bookings SET occupied_from = '2026-12-03', occupied_to = '2026-12-03' WHERE id = $1`, [
      open,
    ]);
    const client = new pg.Client(lodge.databaseUrl);
    await client.connect();
    const told = async () => JSON.stringify(await checkInvariants(client));
    expect(await told()).toContain(`1 bookings without an end whose nights have one: ${open}`);
    const nights = `/bookings?site=${site.id}&from=2027-01-01&to=2027-01-02`;
    const listed = async () => (await manager.get(nights)).body.data.map(({ _id }: { _id: string }) => _id);
    expect(await listed()).toEqual([ended]);

    const source = await new DataSource(dataSourceOptions(lodge.databaseUrl, 1)).initialize();
    const runner = source.createQueryRunner();
    await new BookingsWithoutAnEnd1768490000000().up(runner);
    await runner.release();
    await source.destroy();

    expect(await listed()).toEqual([open, ended]);
    expect(await told()).not.toContain('without an end');
    const { data } = (await manager.get(`/bookings/${open}/transactions?site=${site.id}`)).body;
    const changes = [{ field: 'occupied_to', from: '2026-12-03', to: null }];
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['created', 'updated']);
    expect(data[1]).toMatchObject({ actor: { type: 'system' }, changes });
    expect((await manager.get(`/bookings/${open}?site=${site.id}`)).body).toMatchObject({
      version: 2,
      occupied_to: null,
    });
    await client.end();
    await lodge.stop();
  });
});

describe('a database of the release before', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createDatabase({ empty: true });
    const timeline = MIGRATIONS.findIndex(({ name }) => name.startsWith('Timeline'));
    await migrate(
      database.url,
      MIGRATIONS.slice(0, timeline).map(({ name }) => name),
    );
    client = new pg.Client(database.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test('loses nothing by the migrations; doctor names two past stays of one place and night; who left has no location', async () => {
    const [site, type, room, other] = [v7(), v7(), v7(), v7()] as const;
    await client.query(`INSERT INTO sites (id, name, time_zone) VALUES ($1, 'Old', 'Europe/London')`, [site]);
    await client.query(`INSERT INTO location_types (site_id, id, name, colour, can_be_allocated_to_bookings) VALUES ($1, $2, 'Room', '#000000', true)`, [site, type]); // prettier-ignore
    for (const id of [room, other])
      await client.query('INSERT INTO locations (site_id, id, name, location_type_id) VALUES ($1, $2::uuid, $2::uuid::text, $3)', [site, id, type]); // prettier-ignore
    const person = async (location: string) => {
      const id = v7();
      await client.query(`INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id) VALUES ($1, $2::uuid, $2::uuid::text, 'Ada', 'Byron', $3)`, [site, id, location]); // prettier-ignore
      return id;
    };
    const stay = async (who: string, location: string, status: string, [from, to]: [string, string]) => {
      const id = v7();
      const trail = {
        checked_out: ['confirmed', 'checked_in', 'checked_out'],
        checked_in: ['confirmed', 'checked_in'],
      };
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, occupied_to,
           segment_from, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $6, $7, $6, now(), now())`,
        [site, id, who, location, status, from, to],
      );
      const live = status !== 'checked_out';
      await client.query(`INSERT INTO occupancies VALUES ($1, $2, 1, $3, 1, daterange($4, $5), $6, $7)`, [site, id, location, from, to, live, status === 'checked_in']); // prettier-ignore
      for (const [index, to_status] of (trail[status as keyof typeof trail] ?? ['confirmed']).entries())
        await client.query(
          `INSERT INTO booking_transactions (site_id, booking_id, sequence, id, type, from_status, to_status, occurred_at, recorded_at, actor_type, actor_name)
           VALUES ($1, $2, $3, $4, $5, $6, $7, now(), now(), 'system', 'Old')`,
          [site, id, index + 1, v7(), ['created', 'check_in', 'check_out'][index], index === 0 ? null : 'confirmed', to_status], // prettier-ignore
        );
      await client.query('COMMIT');
      return id;
    };
    const spring: [string, string] = ['2025-03-01', '2025-05-01'];
    const people = { left: await person(room), rival: await person(room), here: await person(other), back: await person(room), elsewhere: await person(other) }; // prettier-ignore
    const first = await stay(people.left, room, 'checked_out', spring);
    const second = await stay(people.rival, room, 'checked_out', ['2025-04-01', '2025-06-01']);
    await stay(people.here, other, 'checked_in', ['2025-09-01', '2035-09-01']);
    await stay(people.back, room, 'checked_out', ['2025-07-01', '2025-08-01']);
    await stay(people.back, room, 'confirmed', ['2035-07-01', '2035-08-01']);
    await stay(people.elsewhere, room, 'checked_out', ['2024-07-01', '2024-08-01']);
    const rows = async () => (await client.query('SELECT booking_id, period::text FROM occupancies ORDER BY booking_id')).rows; // prettier-ignore
    const before = await rows();

    await migrate(database.url);

    expect(await rows()).toEqual(before);
    const told = (await checkInvariants(client))
      .map((finding) => JSON.stringify(finding))
      .filter((finding) => !finding.includes('administrator'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('1 past stays in a place and a night that others have, too');
    for (const id of [first, second]) expect(told[0]).toContain(id);
    const homes = (await client.query<{ id: string; location_id: string | null }>('SELECT id, location_id FROM students')).rows; // prettier-ignore
    const homeOf = (id: string) => homes.find((each) => each.id === id)?.location_id;
    expect([people.left, people.rival].map(homeOf)).toEqual([null, null]);
    // People in house, people who come back to the room, and people who were given another one keep theirs.
    expect([people.here, people.back, people.elsewhere].map(homeOf)).toEqual([other, room, other]);
  });
});
