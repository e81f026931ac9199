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

    const included = await desk.get(`/bookings?site=${site.id}&limit=200&include=lead_person,flags,stays`);
    const single = await desk.get(`/bookings/${rows[0]?._id}?site=${site.id}&include=lead_person,flags,stays`);
    const { stays, expanded } = single.body;
    expect(included.body.data[0]).toEqual({ ...page.body.data[0], stays, expanded });
    expect(JSON.stringify(included.body)).toBe(included.text);
  });
});
