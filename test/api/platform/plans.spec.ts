import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '#libs/core/database/database';
import { type Sql } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import type { ImportPreviewResponse } from '#libs/booking-import/import-responses.dto';
import { previewImport } from '#libs/booking-import/preview/preview';
import { exchangePlaces } from '#libs/occupancy/exchange.queries';
import type { SiteFixture } from '../../support/factory.js';
import { Lodge } from '../../support/lodge.js';

const SIZE = 5_000;
const FEW = 200;

// Numbers of rows that mislead the planner: it knows how many rooms a building has, and not that a room has none.
describe('in a site with thousands of rooms in one building, no table is read as a whole again and again', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let rooms: string[];
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    rooms = Array.from({ length: SIZE }, newId);
    await lodge.sql(
      `INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id)
       SELECT $1, id, 'Room ' || n, 'K-' || n, $3, $4 FROM unnest($2::uuid[]) WITH ORDINALITY AS r (id, n)`,
      [site.id, rooms, site.roomType, site.building],
    );
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'P-' || n, 'Student', 'Resident' || n, $2 FROM generate_series(1, $3::int) n`,
      [site.id, site.building, SIZE],
    );
    await lodge.sql('ANALYZE students, locations');
  });
  afterAll(() => lodge.stop());

  /** How many rows of a table work reads. */
  const rowsRead = (table: string, work: (sql: Sql) => Promise<unknown>): Promise<number> =>
    lodge.instance.app.get(Database).transaction(async (tx) => {
      const count =
        'SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = $1';
      const [before] = await tx.rows<{ rows: number }>(count, [table]);
      await work(tx);
      const [after] = await tx.rows<{ rows: number }>(count, [table]);
      return (after?.rows ?? NaN) - (before?.rows ?? NaN);
    });

  test('when a place is looked for', async () => {
    const look = (text: string) => rowsRead('locations', (sql) => sql.rows(text, [site.id, rooms[0], newId()]));
    const stay = `$1, '2026-11-21', $2, '2090-01-01', '2090-02-01', 0::smallint`;
    expect(await look(`SELECT * FROM places_to_take(${stay}, false, $3)`)).toBeLessThan(FEW);
    expect(await look(`SELECT * FROM blocking_holders(${stay}, false, $3)`)).toBeLessThan(FEW);
    expect(await look(`SELECT * FROM place_to_book(${stay}, $3)`)).toBeLessThan(FEW);
  });

  test('when the rows of a file take their places', async () => {
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    const [room, ...others] = rooms;
    const person = await lodge.make.student(site);
    const dates = { contract_start: '2090-01-01', contract_end: '2090-02-01' };
    const booked = await manager.post('/bookings', { site: site.id, lead_person: person, location: room, ...dates });
    const take = (locationId: string, index: number) => ({
      takes: [
        {
          siteId: site.id,
          today: '2026-11-21',
          bookingId: booked.body._id as string,
          segment: index + 2,
          locationId,
          from: '2090-01-01',
          to: '2090-02-01',
          resident: false,
          turnaround: null,
        },
      ],
    });
    const steps = others.slice(0, 20).map(take);
    expect(
      await rowsRead('locations', (sql) => exchangePlaces(sql, { siteId: site.id, today: '2026-11-21' }, steps)),
    ).toBeLessThan(FEW);
  });

  test('when all people and rooms of a file are spelt in another way than here', async () => {
    const dates = { contract_start: '2091-01-01', contract_end: '2091-02-01' };
    const given = Array.from({ length: 2_000 }, (_, row_index) => ({
      row_index,
      values: { last_name: `Residant${row_index}`, first_name: 'Studant', room: `Rooom ${row_index + 1} B`, ...dates },
    }));
    const access = { site: { id: site.id, timeZone: 'Europe/London' }, may: () => true };
    let preview: ImportPreviewResponse | undefined;
    const readOf = (table: string): Promise<number> =>
      rowsRead(table, async (sql) => {
        const database = { reading: (work: (tx: Sql) => unknown) => work(sql), rows: sql.rows };
        const now = new Date('2090-01-01');
        preview = (await previewImport(database as never, access as never, given, {}, now)).answer;
      });
    // A few times as a whole is fine; once for each row of the file would be ten million.
    for (const table of ['locations', 'students']) expect(await readOf(table)).toBeLessThan(5 * SIZE);
    expect(preview?.rows[7]?.person).toMatchObject({ match: 'fuzzy' });
    expect(preview?.rows[7]?.location).toMatchObject({ match: 'fuzzy', candidates: [{ code: 'K-8' }] });
  });
});
