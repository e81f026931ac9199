import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

describe('a row about a booking that is to move to another room', () => {
  /** A booking until 30 June 2028 that moves on 10 January. */
  const planned = async () => {
    const { room, student } = await desk.pair();
    const other = await desk.pair();
    const { _id } = await desk.book(room, student);
    const move = { site: desk.site.id, location: other.room, on: '2028-01-10' };
    expect((await desk.client.post(`/bookings/${_id}/moves`, move)).status).toBe(200);
    return { id: _id as string, other };
  };
  const moveOf = async (id: string) =>
    (await desk.client.get(`/bookings/${id}?site=${desk.site.id}`)).body.planned_move;

  test.each([
    ['ends before that day', { contract_end: '2028-01-09' }, true],
    ['ends on that day', { contract_end: '2028-01-10' }, true],
    ['ends after that day', { contract_end: '2028-01-11' }, false],
    ['begins before that day', { contract_start: '2028-01-09' }, false],
    ['begins on that day', { contract_start: '2028-01-10' }, true],
    ['begins after that day', { contract_start: '2028-01-11' }, true],
    ['ends later', { contract_end: '2028-07-31' }, false],
    ['has other notes', { notes: 'Top floor' }, false],
  ])('that %s is a question only if the move would be gone', async (_, values, isGone) => {
    const { id } = await planned();
    const row = { booking_id: id, ...values };
    expect(codes(await desk.look(row)).includes('planned_move_removed')).toBe(isGone);
    const accept = isGone ? ['planned_move_removed'] : [];
    if (isGone) {
      const refused = await desk.commit([row], [{ row_index: 0, action: 'update' }]);
      expect(refused.body.summary).toMatchObject({ updated: 0, failed: 1 });
      expect(await moveOf(id)).not.toBeNull();
    }
    const { body } = await desk.commit([row], [{ row_index: 0, action: 'update', accept }]);
    expect([body.summary.updated, body.results]).toEqual([1, body.results]);
    expect((await moveOf(id)) === null).toBe(isGone);
    const undone = await desk.client.post(`/bookings/imports/${body.import_id}/undo`, { site: desk.site.id });
    expect(undone.body.results).toMatchObject([
      { outcome: 'reversed', reason: isGone ? expect.stringContaining('plan it again') : null },
    ]);
  });

  test('that has it in another room is a question', async () => {
    const { id, other } = await planned();
    for (const { cells } of [other, await desk.pair()])
      expect(codes(await desk.look({ booking_id: id, room: cells.room }))).toContain('planned_move_removed');
  });
});
