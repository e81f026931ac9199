import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

const exported = async (id: string): Promise<Cells> => {
  const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}`);
  const rows = parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[];
  return rows.find(({ booking_id }) => booking_id === id) as Cells;
};

/** What programs and people remove from an export before they send it again. */
const withoutDate = ({ version: _, updated_at: __, ...row }: Cells): Cells => row;

describe('a row without the moment of its export that has what the booking had before', () => {
  // Each field that an import changes: what it was, what a colleague made of it, and what nobody has written yet.
  test.each([
    ['notes', 'Quiet side', 'Ground floor', 'Top floor'],
    ['vehicle_registration', 'AB12 CDE', 'XY98 ZZZ', 'QQ11 QQQ'],
    ['contract_start', '2027-09-18', '2027-09-20', '2027-09-21'],
    ['contract_end', '2028-06-30', '2028-06-15', '2028-06-20'],
    ['hold_until', '2027-08-01T10:00:00Z', '2027-08-02T10:00:00Z', '2027-08-03T10:00:00Z'],
  ])('is a question: %s', async (field, before, now, next) => {
    const { room, student } = await desk.pair();
    const status = field === 'hold_until' ? 'provisional' : 'confirmed';
    const { _id, reference } = await desk.book(room, student, { status, [field]: before });
    const old = withoutDate(await exported(_id));
    expect(await desk.look(old)).toMatchObject({ state: 'duplicate' });
    const changed = await desk.client.patch(`/bookings/${_id}`, { site: desk.site.id, [field]: now });
    expect(changed.status).toBe(200);

    for (const row of [old, { booking_id: _id, [field]: old[field] }, { reference, [field]: old[field] }]) {
      const look = await desk.look(row);
      expect([look.state, codes(look)]).toEqual(['needs_decision', ['changed_since_export']]);
      expect(look.issues.find(({ code }: { code: string }) => code === 'changed_since_export')).toMatchObject({
        field,
      });
      const { body } = await desk.commit([row]);
      expect(body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    }
    expect(await desk.look({ booking_id: _id, [field]: next })).toMatchObject({ state: 'ready', planned: 'update' });

    const back = [{ row_index: 0, action: 'update', accept: ['changed_since_export'] }];
    expect((await desk.commit([old], back)).body.results).toMatchObject([{ outcome: 'updated' }]);
    expect(withoutDate(await exported(_id))).toEqual(old);
  });

  test('is a question for the room of a booking that was moved twice', async () => {
    const [first, second, third] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const { _id } = await desk.book(first.room, first.student);
    const old = withoutDate(await exported(_id));
    for (const { room } of [second, third])
      expect((await desk.client.patch(`/bookings/${_id}`, { site: desk.site.id, location: room })).status).toBe(200);
    for (const { cells } of [first, second])
      expect(codes(await desk.look({ ...old, room: cells.room }))).toEqual(['changed_since_export']);
    expect(await desk.look({ ...old, room: third.cells.room })).toMatchObject({ state: 'duplicate' });
    expect(await desk.look({ ...old, room: (await desk.pair()).cells.room })).toMatchObject({ state: 'ready' });
  });

  test('is no question in a file that comes again after its import was undone', async () => {
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student, { notes: 'Quiet side' });
    const row = { booking_id: _id, notes: 'Ground floor' };
    const { body } = await desk.commit([row]);
    expect(body.results).toMatchObject([{ outcome: 'updated' }]);
    expect((await desk.undo(body.import_id)).status).toBeLessThan(300);
    expect(await desk.booking(_id)).toMatchObject({ notes: 'Quiet side' });
    expect(await desk.look(row)).toMatchObject({ state: 'ready', planned: 'update' });
  });
});
