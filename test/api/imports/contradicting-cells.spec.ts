import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true, desk: { time_zone: 'Europe/Berlin' } });

const ASKED = ['needs_decision', ['contradicting_cells']];
const READY = ['ready', []];
const seen = async (cells: Cells) => {
  const row = await desk.look(cells);
  return [row.state, codes(row)];
};

// The stay is from 2027-09-18 to 2028-06-30.
test.each([
  ...[
    'no car',
    'kein Auto',
    'pas de voiture',
    'sin coche',
    'senza macchina',
    'geen auto',
    'sem carro',
    'bez samochodu',
    'dim car',
    'sold her car',
    'car sold',
    'ha vendido su coche',
    'a vendu sa voiture',
    'ha venduto la macchina',
    'vendeu o carro',
    'sprzedała samochód',
    'comes with QQ12 ABC',
    'arrives in AB-123-CD',
    'Auto verkauft',
    'kein Fahrzeug',
    'reg is QQ12 ABC',
    'drives QQ12 ABC',
    'reg changed',
    'no parking required',
    'gave up the car',
    'does not drive',
    'Kennzeichen jetzt M-AB 123',
    'new car XY34 ZZZ',
    'neues Auto',
    'nouvelle voiture',
    'nuova targa',
  ].map((notes) => ({ vehicle_registration: 'AB12 CDE', notes })),
  ...[
    'leaves at 14:00',
    'leaving 2pm',
    'checkout 2.30 pm',
    'out by 2pm',
    'leaves at 2',
    'out by 9',
    'leaving at noon',
    'partenza ore 14',
    'vertrek 14 uur',
    'reist um 14 Uhr ab',
    'reist ab um 14:00',
    'part à 14h00',
    'salida 14:00',
    'partenza 14.00',
    'vertrek 14:00',
    'saída 14:00',
    'wyjazd 14:00',
    'taxi 14:00',
  ].map((notes) => ({ departure_slot: '2028-06-30T10:00', notes })),
])('a row whose notes contradict its number plate or its departure slot is a question: %j', async (more) => {
  expect(await seen({ ...(await desk.pair()).cells, ...more })).toEqual(ASKED);
});

test.each([
  { vehicle_registration: 'AB12 CDE', notes: 'car park permit' },
  { vehicle_registration: 'AB12 CDE', notes: 'no carpet' },
  { vehicle_registration: 'AB12 CDE', notes: 'comes with AB12CDE' },
  { departure_slot: '2028-06-30T10:00', notes: 'leaves at 10:00' },
  { departure_slot: '2028-06-30T10:00', notes: 'leaving 10am' },
  { departure_slot: '2028-06-30T10:00', notes: 'leaves at 10' },
  { departure_slot: '2028-06-30T12:00', notes: 'leaving at noon' },
  { departure_slot: '2028-06-30T10:00', notes: 'partenza ore 10' },
  { departure_slot: '2028-06-30T10:00', notes: 'gym at 14:00' },
  { vehicle_registration: 'AB12 CDE', notes: 'reg is AB12CDE' },
  { vehicle_registration: 'AB12 CDE', notes: 'car park pass given' },
])('other notes are no question: %j', async (more) => {
  expect(await seen({ ...(await desk.pair()).cells, ...more })).toEqual(READY);
});

test.each([
  ['a departure slot on the day before', { departure_slot: '2028-06-29T09:00' }, 'departure_slot_at'],
  ['a departure slot of a year before', { departure_slot: '2027-06-30T09:00' }, 'departure_slot_at'],
  [
    'a departure slot of a stay without an end',
    { contract_end: '', departure_slot: '2028-06-29T09:00' },
    'departure_slot_at',
  ],
  ['a hold until after the arrival', { status: 'provisional', hold_until: '2027-09-19T12:00' }, 'hold_until'],
  ['a hold without a status until after the arrival', { hold_until: '2028-09-10T12:00' }, 'hold_until'],
  ['parking that ends a day after the stay', { parking_expiry: '2028-07-01' }, 'parking_expiry'],
  ['parking that ends long after the stay', { parking_expiry: '2029-06-30T12:00' }, 'parking_expiry'],
  ['parking that ends before the arrival', { parking_expiry: '2027-09-17' }, 'parking_expiry'],
  [
    'parking that ends before a stay without an end',
    { contract_end: '', parking_expiry: '2027-01-31' },
    'parking_expiry',
  ],
])(
  'a row whose cells contradict each other is a question, until it is accepted or corrected: %s',
  async (_, more, field) => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, ...more });
    expect([row.state, codes(row)]).toEqual(ASKED);
    expect(row.issues.at(-1)).toMatchObject({ field, severity: 'warning' });
    const before = await desk.count();
    const undecided = await desk.commit([{ ...cells, ...more }]);
    expect(undecided.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    expect(await desk.count()).toBe(before);
    const accepted = await desk.commit(
      [{ ...cells, ...more }],
      [{ row_index: 0, action: 'create', accept: ['contradicting_cells'] }],
    );
    expect(accepted.body.results).toMatchObject([{ outcome: 'created' }]);
  },
);

test('a departure slot that is on the day only in UTC contradicts it, and is at night', async () => {
  const { cells } = await desk.pair();
  const asked = ['needs_decision', ['contradicting_cells', 'doubtful_value']];
  expect(await seen({ ...cells, departure_slot: '2028-06-30T22:30:00Z' })).toEqual(asked);
});

test.each([
  ['a departure slot on the day of the departure', { departure_slot: '2028-06-30T09:00' }],
  ['a hold until the day of the arrival', { status: 'provisional', hold_until: '2027-09-18T12:00' }],
  ['parking until the day of the departure', { parking_expiry: '2028-06-30T18:00' }],
  ['parking for a part of the stay', { parking_expiry: '2027-12-31' }],
  ['parking of a stay without an end', { contract_end: '', parking_expiry: '2029-12-31' }],
])('a row without such a contradiction is ready: %s', async (_, more) => {
  const { cells } = await desk.pair();
  expect(await seen({ ...cells, ...more })).toEqual(READY);
});

test('a hold of a confirmed booking is an error, as before', async () => {
  const { cells } = await desk.pair();
  expect(await seen({ ...cells, status: 'confirmed', hold_until: '2027-09-10T12:00' })).toEqual(['error', ['invalid_value']]); // prettier-ignore
});

test('a row that names a booking is compared with the days that the booking has', async () => {
  const { room, student } = await desk.pair();
  const { _id: booking_id } = await desk.book(room, student);
  expect(await seen({ booking_id, departure_slot: '2028-06-29T09:00' })).toEqual(ASKED);
  expect(await seen({ booking_id, parking_expiry: '2028-07-20' })).toEqual(ASKED);
  expect(await seen({ booking_id, departure_slot: '2028-06-29T09:00', contract_end: '2028-06-29' })).toEqual(READY);
  expect(await seen({ booking_id, departure_slot: '2028-06-30T09:00' })).toEqual(READY);
});

test('a booking that has such moments already is repeated by its export without a question', async () => {
  const { room, student } = await desk.pair();
  const parking_expiry_at = '2028-08-01T10:00:00Z';
  const { _id: booking_id } = await desk.book(room, student, { parking_expiry_at });
  expect((await desk.look({ booking_id, parking_expiry: parking_expiry_at })).state).toBe('duplicate');
});

/** The file of the rows of an import that failed, and how it is sent again. */
const failedRows = async (id: string) => {
  const { text } = await desk.client.get(`/bookings/imports/${id}/rows?site=${desk.site.id}`);
  return parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[];
};
const again = async (kind: string, rows: Cells[], key = '') => {
  const body = { site: desk.site.id, rows: desk.rows(...rows), ...(key && { idempotency_key: key }) };
  return (await desk.client.post(`/bookings/import/${kind}`, body)).body;
};

test('a room that was corrected by hand, and another one chosen in the same line, is a question', async () => {
  const [one, other, third] = [await desk.pair(), await desk.pair(), await desk.pair()];
  const { body } = await desk.commit([third.cells, { ...one.cells, room: `${one.cells.room}?` }]);
  const [failed] = (await failedRows(body.import_id)) as [Record<string, string>];
  const chosen = { ...failed, lodge_room: '1' };
  const room = other.cells.room;
  const states = async (...rows: Cells[]) => (await again('preview', rows)).rows.map((row: never) => [(row as { state: string }).state, codes(row)]); // prettier-ignore
  expect(await states(chosen)).toEqual([READY]);
  expect(await states({ ...chosen, room })).toEqual([ASKED]);
  expect(await states({ ...chosen, room: 'Attic 99' })).toEqual([ASKED]);
  expect(await states({ ...chosen, room: one.cells.room })).toEqual([READY]);
  expect(await states({ ...failed, room })).toEqual([READY]);
  const { results } = await again('commit', [{ ...chosen, room }], 'both');
  expect(results).toMatchObject([{ outcome: 'failed', reason: 'unresolved', booking_id: null }]);
  const accepted = await again('commit', [{ ...chosen, room, lodge_accept: 'contradicting_cells' }], 'accepted');
  expect((await desk.booking(accepted.results[0].booking_id)).location).toBe(one.room);
});

test('another room may be chosen for a row whose own room is taken and was left as it was', async () => {
  const [one, other, free] = [await desk.pair(), await desk.pair(), await desk.pair()];
  await desk.book(one.room, other.student);
  const { body } = await desk.commit([one.cells]);
  const [failed] = (await failedRows(body.import_id)) as [Record<string, string>];
  const { results } = await again('commit', [{ ...failed, lodge_room: free.room }], 'moved');
  expect((await desk.booking(results[0].booking_id)).location).toBe(free.room);
});

test('a person who was corrected by hand, and another one chosen in the same line, is a question', async () => {
  const [one, other] = [await desk.pair(), await desk.pair()];
  const { body } = await desk.commit([{ ...one.cells, student_id: 'NOBODY-7' }]);
  const [failed] = (await failedRows(body.import_id)) as [Record<string, string>];
  const chosen = { ...failed, lodge_person: one.student };
  const look = async (cells: Cells) => (await again('preview', [cells])).rows[0];
  expect((await look(chosen)).state).toBe('ready');
  const row = await look({ ...chosen, student_id: other.cells.student_id });
  expect([row.state, codes(row)]).toEqual(ASKED);
});
