import { describe, expect, test } from '@jest/globals';
import { FIELD_NAMES } from '#libs/bookings/booking-fields';
import { BOOKING_COLUMNS, type BookingRow, toBooking } from '#libs/bookings/booking-rows';
import { Database } from '#libs/core/database/database';
import fc from '../../support/properties.js';
import { useLodge } from '../../support/use-lodge.js';

// Quotes, escapes, controls, half of a pair, what JavaScript and HTML take for more than text, and what JSON of PostgreSQL looks like.
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\u2028',
        '\u0007',
        '</script>',
        '{a,b}',
        'null',
        '🛏️',
        'Ž',
        '日本',
        '{"a": 1}',
        "'",
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const instant = fc
  .integer({ min: 0, max: 3_000_000_000_000 })
  .map((ms) => new Date(ms).toISOString())
  .chain((iso) => fc.constantFrom(iso, iso.replace(/\.\d+/, '')));

const { lodge, site, desk } = await useLodge({ desk: 'admin' });

describe('the JSON of a page', () => {
  test('is byte by byte that of its bookings as objects, whatever their fields hold', async () => {
    const [people, flags] = [[] as string[], [] as string[]];
    for (let number = 0; number < 4; number++) people.push(await lodge.make.student(site, {}));
    for (const name of ['Late key', 'Ground floor']) {
      const made = await desk.post(`/sites/${site.id}/flags`, { name });
      if (made.status === 200) flags.push(made.body._id as string);
    }
    const bookings = fc.sample(
      fc.record({
        notes: optional(text),
        vehicle_registration: optional(fc.constantFrom('AB12 CDE', 'X', 'Ö-1')),
        parking_expiry_at: optional(instant),
        departure_slot_at: optional(instant),
        turnaround_days: optional(fc.integer({ min: 0, max: 30 })),
        additional_people: optional(fc.subarray(people.slice(1))),
        flags: optional(fc.subarray(flags)),
        contract_end: fc.boolean(),
        status: optional(fc.constantFrom('provisional', 'confirmed')),
      }),
      120,
    );
    let made = 0;
    for (const { contract_end: ends, ...fields } of bookings) {
      const location = await lodge.make.room(site, {});
      const body = { site: site.id, lead_person: people[0], location, contract_start: '2027-01-01', ...fields };
      const { status } = await desk.post('/bookings', { ...body, ...(ends && { contract_end: '2027-06-01' }) });
      if (status === 200) made++;
    }
    // Some texts are refused: no field takes control characters.
    expect(made).toBeGreaterThan(40);
    const database = lodge.instance.app.get(Database);
    const rows = await database.rows<BookingRow>(
      `SELECT ${BOOKING_COLUMNS} FROM bookings b WHERE b.site_id = $1 ORDER BY b.contract_start, b.id LIMIT 200`,
      [site.id],
    );
    const today = '2026-11-21';
    const page = await desk.get(`/bookings?site=${site.id}&limit=200`);
    const expected = rows.map((row) => JSON.stringify(toBooking(row, today))).join(',');
    expect(page.text.slice(0, expected.length + 10)).toBe(`{"data":[${expected}]`);
    expect(Object.keys(page.body.data[0])).toEqual([...FIELD_NAMES]);
  });

  test('is byte by byte that of the records that it includes, in the order in which they are requested', async () => {
    const words = fc.sample(text.filter((given) => given.trim() !== ''), 40); // prettier-ignore
    const word = (at: number) => words[at % words.length] as string;
    const [people, flags] = [[] as string[], [] as string[]];
    for (let at = 0; at < 8; at++)
      people.push(await lodge.make.student(site, { first_name: word(at), last_name: word(at + 1), email: at % 2 ? `p${at}@example.org` : null })); // prettier-ignore
    for (let at = 0; at < 4; at++)
      flags.push(await lodge.make.listEntry('flags', site.id, { name: `${at} ${word(at)}` }));
    const [block] = await lodge.sql<{ id: string }>(
      `INSERT INTO block_bookings (site_id, id, name, notes) VALUES ($1, gen_random_uuid(), $2, $3) RETURNING id`,
      [site.id, `Block ${word(9)}`, word(10)],
    );
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) {
      const location = await lodge.make.room(site, { name: `Room ${at} ${word(at)}`, floor: at % 3 ? at : null });
      const some = {
        additional_people: at % 3 ? people.slice(1, 1 + (at % 5)).reverse() : [],
        flags: flags.slice(at % 5).reverse(),
      };
      const stay = {
        lead_person: people[0],
        location,
        contract_start: '2029-01-01',
        contract_end: '2029-06-01',
        ...some,
      };
      const { body } = await desk.post('/bookings', { site: site.id, ...stay });
      ids.push(body._id as string);
      if (at % 2) await lodge.sql('UPDATE bookings SET block_booking_id = $2 WHERE id = $1', [body._id, block?.id]);
      if (at === 5)
        await lodge.sql(`UPDATE bookings SET lead_person_id = NULL, status = 'provisional' WHERE id = $1`, [body._id]);
    }
    const recordsOf = async (query: string) => new Map((await lodge.sql<{ _id: string }>(query, [site.id])).map((row) => [row._id, row])); // prettier-ignore
    const persons = await recordsOf(`SELECT id AS _id, student_id, first_name, last_name, last_name || ', ' || first_name AS record_name, email, photo_url FROM students WHERE site_id = $1`); // prettier-ignore
    const places = await recordsOf('SELECT id AS _id, name, code, location_type_id AS location_type, parent_id AS parent, floor, capacity, active FROM locations WHERE site_id = $1'); // prettier-ignore
    const blocks = await recordsOf('SELECT id AS _id, name, notes FROM block_bookings WHERE site_id = $1');
    const marks = await recordsOf('SELECT id AS _id, name, colour FROM flags WHERE site_id = $1');
    const all = ['flags', 'location', 'transactions', 'block_booking', 'additional_people', 'lead_person', 'stays'];
    const page = await desk.get(`/bookings?site=${site.id}&arriving_on=2029-01-01&include=${all.join()}`);
    expect(page.body.data).toHaveLength(ids.length);
    const expected = [];
    for (const { _id: id } of page.body.data as { _id: string }[]) {
      const single = await desk.get(`/bookings/${id}?site=${site.id}&include=${all.join()}`);
      const { stays, expanded, ...booking } = single.body as Record<string, never> & { expanded: object };
      const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, booking[name]]));
      const { lead_person: lead, location, block_booking: of, flags: marked, additional_people: others } = fields as unknown as Record<string, string> & { flags: string[]; additional_people: string[] }; // prettier-ignore
      const records = {
        flags: marked.map((each) => marks.get(each)),
        location: places.get(location as string),
        block_booking: blocks.get(of as string) ?? null,
        additional_people: others.map((each) => persons.get(each)),
        lead_person: persons.get(lead as string) ?? null,
        transactions: (expanded as { transactions: object }).transactions,
      };
      expect(JSON.stringify(expanded)).toBe(JSON.stringify(records));
      expected.push(JSON.stringify({ ...fields, stays, expanded: records }));
    }
    expect(page.text.slice(0, -1).split(',"total":')[0]).toBe(`{"data":[${expected.join(',')}]`);
  });
});
