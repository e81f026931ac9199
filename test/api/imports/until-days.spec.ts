import { expect, test } from '@jest/globals';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true, desk: { time_zone: 'Europe/Berlin' } });

test.each([
  ['a day', '2028-06-30', '2028-06-30T21:59:59.000Z'],
  ['a day in another notation', '30. Juni 2028', '2028-06-30T21:59:59.000Z'],
  ['a day as a spreadsheet numbers it', 46_934, '2028-06-30T21:59:59.000Z'],
  ['a day on which the clocks change', '2028-03-26', '2028-03-26T21:59:59.000Z'],
  ['a time of the day', '2028-06-30 18:00', '2028-06-30T16:00:00.000Z'],
  ['a time as a spreadsheet numbers it', '46934.5', '2028-06-30T10:00:00.000Z'],
])('parking is until the end of a day, unless the cell has a time: %s', async (_, parking_expiry, at) => {
  const { cells } = await desk.pair();
  const { body } = await desk.commit([{ ...cells, parking_expiry }]);
  expect(body.results).toMatchObject([{ outcome: 'created' }]);
  expect(await desk.booking(body.results[0].booking_id)).toMatchObject({ parking_expiry_at: at });
});

test('a place is held until the end of a day, the day of the arrival included', async () => {
  const { cells } = await desk.pair();
  const row = { ...cells, status: 'provisional', hold_until: '2027-09-18' };
  const { body } = await desk.commit([row]);
  expect(body.results).toMatchObject([{ outcome: 'created' }]);
  expect(await desk.booking(body.results[0].booking_id)).toMatchObject({ hold_until: '2027-09-18T21:59:59.000Z' });
  expect((await desk.look(row)).state).toBe('duplicate');
});

test('a day says nothing new of a booking that has a time on it', async () => {
  const { room, student, cells } = await desk.pair();
  const { _id: booking_id } = await desk.book(room, student, { parking_expiry_at: '2028-06-19T22:00:00Z' });
  expect((await desk.look({ ...cells, parking_expiry: '2028-06-20' })).state).toBe('duplicate');
  expect(await desk.look({ booking_id, parking_expiry: '2028-06-20' })).toMatchObject({ state: 'duplicate', changes: [] }); // prettier-ignore
  expect((await desk.look({ booking_id, parking_expiry: '2028-06-20 23:59:59' })).changes).toHaveLength(1);
  expect((await desk.look({ booking_id, parking_expiry: '2028-06-19' })).changes).toMatchObject([{ to: '2028-06-19T21:59:59.000Z' }]); // prettier-ignore
});
