import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

describe('rows that name a booking, and do not go with what it has', () => {
  test.each([
    ['an end before its start', { contract_end: '2027-01-01' }, 'contract_end', /must lie after contract_start/],
    ['its first day as its end', { contract_end: '2027-09-18' }, 'contract_end', /must lie after contract_start/],
    ['a start after its end', { contract_start: '2028-07-01' }, 'contract_start', /must lie after contract_start/],
    ['an end that is too far away', { contract_end: '2038-09-19' }, 'contract_end', /at most 5 years after/],
  ])('%s is an error of the row, which names the cell and what to do', async (_, cells, field, message) => {
    const { room, student, cells: others } = await desk.pair();
    const booking = await desk.book(room, student);
    const { cells: fresh } = await desk.pair();
    for (const named of [{ reference: booking.reference }, { booking_id: booking._id }]) {
      const { status, body } = await desk.preview({ ...named, ...cells }, fresh);
      expect(status).toBe(200);
      expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['error', 'ready']);
      const found = body.rows[0].issues.find(({ code }: { code: string }) => code === 'date_range_invalid');
      expect(found).toMatchObject({ field, message: expect.stringMatching(message) });
      expect(found.message).toContain('give both');
    }
    const { body } = await desk.commit([{ reference: booking.reference, ...cells }]);
    expect(body.results).toMatchObject([{ outcome: 'failed', reason: 'invalid' }]);
    // With both days it is the stay that is meant.
    const both = { reference: booking.reference, contract_start: '2027-09-20', contract_end: '2028-06-29' };
    expect((await desk.look(both)).state).toBe('ready');
    expect(others.student_id).toBeDefined();
  });

  test('notes that call the stay off are asked, as in other rows; notes that it has already are not', async () => {
    const { room, student } = await desk.pair();
    const booking = await desk.book(room, student, { notes: 'Cancelled parking' });
    const { reference } = booking;
    expect((await desk.look({ reference, notes: 'cancelled' })).state).toBe('needs_decision');
    expect(codes(await desk.look({ reference, notes: 'cancelled' }))).toEqual(['status_not_imported']);
    expect(codes(await desk.look({ reference, notes: 'Cancelled parking', contract_end: '2028-06-29' }))).toEqual([]);
    const { body } = await desk.commit([{ reference, notes: 'cancelled' }]);
    expect(body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
    const accepted = { row_index: 0, action: 'update', accept: ['status_not_imported'] };
    expect((await desk.commit([{ reference, notes: 'cancelled' }], [accepted])).body.summary).toMatchObject({ updated: 1 }); // prettier-ignore
  });
});
