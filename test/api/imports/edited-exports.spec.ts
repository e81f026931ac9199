import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

const exported = async (id: string) => {
  const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}`);
  const rows = parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[];
  return rows.find(({ booking_id }) => booking_id === id) as Cells;
};

const CHANGED = ['needs_decision', ['change_not_imported']];
const seen = async (row: Cells) => {
  const { state, ...others } = await desk.look(row);
  return [state, codes(others)];
};

describe('an export that comes back with a cell that an import cannot change', () => {
  test.each([
    ['phase', 'in_house'],
    ['phase', 'cancelled'],
    ['flags', 'VIP'],
    ['flags', ''],
    ['block_booking', 'Summer school'],
    ['additional_people', 'Hopper, Grace'],
    ['checked_in_at', '2027-09-18T10:00:00Z'],
    ['cancellation_code', 'other'],
    ['created_at', '2020-01-01T00:00:00Z'],
    ['status', ''],
    ['notes', ''],
    ['vehicle_registration', ' '],
    ['contract_end', ''],
  ])('is a question: %s "%s"', async (column, value) => {
    const { room, student } = await desk.pair();
    const flag = await lodge.make.listEntry('flags', desk.site.id);
    const { _id } = await desk.book(room, student, { notes: 'Quiet side', vehicle_registration: 'AB12 CDE', flags: [flag] }); // prettier-ignore
    const row = await exported(_id);
    expect(await seen(row)).toEqual(['duplicate', []]);
    const edited = { ...row, [column]: value };
    const look = await desk.look(edited);
    expect([look.state, codes(look)]).toEqual(CHANGED);
    expect(look.issues.find(({ code }: { code: string }) => code === 'change_not_imported')).toMatchObject({
      field: column,
    });
    const undecided = await desk.commit([edited]);
    expect(undecided.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    const accepted = await desk.commit([edited], [{ row_index: 0, action: 'update', accept: ['change_not_imported'] }]);
    expect(accepted.body.results).toMatchObject([{ outcome: 'skipped', reason: 'unchanged' }]);
    expect(await desk.booking(_id)).toMatchObject({ version: 1, notes: 'Quiet side' });
  });

  test('is a question for a row without an id of the booking, too, and next to a change that it can make', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student);
    const { booking_id: _, reference: __, ...row } = await exported(_id);
    expect((await seen({ ...row, phase: 'in_house' }))[0]).toBe('needs_decision');
    expect(await seen({ ...(await exported(_id)), phase: 'in_house', notes: 'Top floor' })).toEqual(CHANGED);
  });

  test('is none when only the day has changed it, or a program has left out columns', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student, { contract_start: '2026-11-22', notes: 'x' });
    const row = await exported(_id);
    expect(row.phase).toBe('upcoming');
    lodge.clock.set('2026-11-22T12:00:00.000Z');
    expect((await exported(_id)).phase).toBe('due_in');
    expect(await seen(row)).toEqual(['duplicate', []]);
    expect(await seen({ ...row, phase: 'overstay' })).toEqual(CHANGED);
    const { version, booking_id } = row;
    expect(await seen({ booking_id, version })).toEqual(['duplicate', []]);
    // Without a version nobody knows that the cell was filled.
    expect(await seen({ booking_id, notes: '' })).toEqual(['duplicate', []]);
  });

  test('is a question in another column that somebody added', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student);
    expect(await seen({ ...(await exported(_id)), 'New room': 'B2' })).toEqual(['needs_decision', ['unread_column']]);
  });

  test('is none in a whole file on the clock of the site that nobody edited', async () => {
    const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}&times=local`);
    const { body } = await desk.previewCsv(text);
    expect(new Set(body.rows.flatMap(codes))).toEqual(new Set());
  });
});
