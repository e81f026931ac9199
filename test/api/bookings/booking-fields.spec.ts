import { describe, expect, test } from '@jest/globals';
import fc from '../../support/properties.js';
import {
  BOOKING_FIELDS,
  CREATE_FIELDS,
  FIELD_NAMES,
  IMPORTED_FIELDS,
  typeOf,
  UPDATE_FIELDS,
} from '#libs/bookings/booking-fields';
import { useLodge } from '../../support/use-lodge.js';

// What these are is tested where they matter: who, where, which status.
const APART: readonly string[] = ['lead_person', 'additional_people', 'location', 'status', 'flags', 'block_booking'];
const plain = <Name extends string>(names: readonly Name[]) => names.filter((name) => !APART.includes(name));

const day = (date: Date) => date.toISOString().slice(0, 10);
const VALUES: Record<string, (name: string) => fc.Arbitrary<string | number>> = {
  // The first night lies before the day of departure.
  date: (name) => {
    const year = name === 'contract_start' ? 2031 : 2032;
    return fc.date({ min: new Date(`${year}-01-01`), max: new Date(`${year}-12-30`), noInvalidDate: true }).map(day);
  },
  timestamptz: () =>
    fc
      .date({ min: new Date('2031-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  smallint: () => fc.integer({ min: 0, max: 30 }),
  text: () => fc.stringMatching(/^[A-Z0-9][A-Z0-9 ]{0,10}[A-Z0-9]$/),
};
const valuesOf = (names: readonly (typeof UPDATE_FIELDS)[number][]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, VALUES[typeOf(name)]?.(name) ?? fc.constant('')])));

const { lodge, site, manager } = await useLodge({ manager: 'manager' });
const person = await lodge.make.student(site, { student_id: 'S-1' });

describe('every field in the table of a booking', () => {
  const fields = plain(UPDATE_FIELDS);

  test('stands in the answer at its place', async () => {
    const { body } = await lodge.call('GET', '/openapi.json');
    const promised = Object.keys(body.components.schemas.BookingResponse.properties);
    expect(promised.filter((name) => !['stays', 'expanded'].includes(name))).toEqual(FIELD_NAMES);
    const location = await lodge.make.room(site);
    const made = await manager.post('/bookings', {
      site: site.id,
      lead_person: person,
      location,
      contract_start: '2030-01-01',
    });
    expect(Object.keys(made.body)).toEqual([
      ...FIELD_NAMES,
      'stays',
      'planned_move',
      'allowed_transitions',
      'warnings',
    ]);
    const page = await manager.get(`/bookings?site=${site.id}`);
    for (const booking of page.body.data) expect(Object.keys(booking)).toEqual(FIELD_NAMES);
  });

  test('is written by a creation and by a change, read back by every answer, and written down', async () => {
    expect(plain(CREATE_FIELDS)).toEqual(fields);
    const round = async ([first, second]: Record<string, string | number>[]) => {
      const location = await lodge.make.room(site);
      const made = await manager.post('/bookings', { site: site.id, lead_person: person, location, ...first });
      expect(made).toMatchObject({ status: 200, body: first });
      const path = `/bookings/${made.body._id}`;
      const changed = await manager.patch(path, { site: site.id, ...second });
      expect(changed).toMatchObject({ status: 200, body: second });
      const read = await manager.get(`${path}?site=${site.id}&include=transactions`);
      expect(read.body).toMatchObject(second ?? {});
      const differing = fields.filter((name) => first?.[name] !== second?.[name]);
      const written = differing.map((field) => ({ field, from: first?.[field], to: second?.[field] }));
      const { changes } = read.body.expanded.transactions.at(-1) as { changes: { field: string }[] };
      // The nights that it holds follow its dates.
      expect(changes.filter(({ field }) => !field.startsWith('occupied_'))).toEqual(written);
    };
    await fc.assert(fc.asyncProperty(fc.tuple(valuesOf(fields), valuesOf(fields)), round), { numRuns: 15 });
  });

  test('that an import reads stands in an export, and comes back from it as it was', async () => {
    const columns = IMPORTED_FIELDS.map((name) => BOOKING_FIELDS[name].imported.column);
    const round = async (values: Record<string, string | number>) => {
      const location = await lodge.make.room(site);
      const made = await manager.post('/bookings', { site: site.id, lead_person: person, location, ...values });
      const csv = await manager.get(`/bookings/export?site=${site.id}`);
      const [head = '', ...lines] = csv.text.replace('\ufeff', '').trim().split('\r\n');
      const cells = (line: string) =>
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^",]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
      const line = lines.find((each) => each.includes(made.body._id)) ?? '';
      const row = Object.fromEntries(cells(head).map((name, index) => [name, cells(line)[index]]));
      expect(columns.map((column) => row[column])).toEqual(IMPORTED_FIELDS.map((name) => String(values[name])));
      const preview = await manager.post('/bookings/import/preview', {
        site: site.id,
        rows: [{ row_index: 0, values: row }],
      });
      expect(preview.body.rows[0]).toMatchObject({
        normalized: Object.fromEntries(columns.map((name) => [name, row[name]])),
      });
    };
    await fc.assert(fc.asyncProperty(valuesOf(IMPORTED_FIELDS), round), { numRuns: 10 });
  });
});
