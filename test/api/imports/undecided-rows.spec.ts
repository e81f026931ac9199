import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

interface Result {
  outcome: string;
  reason: string | null;
  issues: { code: string; severity: string }[];
}

describe('rows that a preview asked about, and nobody decided', () => {
  let keys = 0;
  const commitPreview = (preview_id: string, more: object = {}) =>
    desk.client.post('/bookings/import/commit', { site: desk.site.id, idempotency_key: `undecided-${++keys}`, preview_id, ...more }); // prettier-ignore
  const told = ({ outcome, reason }: Result) => `${outcome} ${reason ?? ''}`.trim();
  const OPEN = 'skipped unresolved';

  /** What a preview says of rows, and what becomes of them: by the preview, and sent again as they are. */
  const both = async (cells: Cells[], resolutions: object[] = []) => {
    const { body } = await desk.preview(...cells);
    const before = await desk.count();
    const byPreview = await commitPreview(body.preview_id, { resolutions });
    await desk.undo(byPreview.body.import_id);
    const directly = await desk.commit(cells, resolutions);
    await desk.undo(directly.body.import_id);
    return {
      states: body.rows.map(({ state }: { state: string }) => state),
      results: [byPreview, directly].map(({ body: done }) => (done.results as Result[]).map(told)),
      issues: [byPreview, directly].map(({ body: done }) => (done.results as Result[]).map(codes)),
      made: (await desk.count()) - before,
    };
  };

  test('the second of two rows for one place stays a question, though nobody knows whom the first one means', async () => {
    const { cells } = await desk.pair();
    const { cells: other } = await desk.pair();
    const stranger = { ...cells, student_id: 'NOBODY-9', first_name: 'No', last_name: 'Body' };
    const { states, results, issues, made } = await both([stranger, { ...other, room: cells.room }]);
    expect(states).toEqual(['needs_decision', 'needs_decision']);
    expect(results).toEqual([[OPEN, OPEN], [OPEN, OPEN]]); // prettier-ignore
    for (const [, second] of issues) expect(second).toContain('conflict_in_file');
    expect(made).toBe(0);
  });

  test('so it does when the first one was skipped; a decision about it settles it', async () => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const rows = [cells, { ...other, room: cells.room }];
    const skip = { row_index: 0, action: 'skip' };
    const skipped = await both(rows, [skip]);
    expect(skipped.states).toEqual(['needs_decision', 'needs_decision']);
    expect(skipped.results).toEqual([['skipped skipped', OPEN], ['skipped skipped', OPEN]]); // prettier-ignore
    const decided = await both(rows, [skip, { row_index: 1, action: 'create' }]);
    expect(decided.results).toEqual([['skipped skipped', 'created'], ['skipped skipped', 'created']]); // prettier-ignore
  });

  test('so does the first one when the second was skipped: the order of a list says nothing of who is right', async () => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const rows = [cells, { ...other, room: cells.room }];
    const skip = { row_index: 1, action: 'skip' };
    expect((await both(rows)).results).toEqual([[OPEN, OPEN], [OPEN, OPEN]]); // prettier-ignore
    expect((await both(rows, [skip])).results).toEqual([[OPEN, 'skipped skipped'], [OPEN, 'skipped skipped']]); // prettier-ignore
    const decided = await both(rows, [{ row_index: 0, action: 'create' }, skip]);
    expect(decided.results).toEqual([['created', 'skipped skipped'], ['created', 'skipped skipped']]); // prettier-ignore
  });

  test('so do three rows that overlap one after the other, and those before and after them do not', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => desk.pair()));
    const days = [['01', '05'], ['05', '12'], ['10', '20'], ['18', '25'], ['25', '28']]; // prettier-ignore
    const rows = all.map(({ cells }, n) => ({ ...cells, room: all[0]?.cells.room, contract_start: `2028-02-${days[n]?.[0]}`, contract_end: `2028-02-${days[n]?.[1]}` })); // prettier-ignore
    const { states, results } = await both(rows);
    expect(states).toEqual(['ready', 'needs_decision', 'needs_decision', 'needs_decision', 'ready']);
    expect(results[0]).toEqual(['created', OPEN, OPEN, OPEN, 'created']);
    expect(results[1]).toEqual(results[0]);
  });

  test('so does a row after two that contradict each other', async () => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const { states, results } = await both([
      cells,
      { ...cells, notes: 'ground floor' },
      { ...other, room: cells.room },
    ]);
    expect(states).toEqual(['needs_decision', 'needs_decision', 'needs_decision']);
    expect(results).toEqual([[OPEN, OPEN, OPEN], [OPEN, OPEN, OPEN]]); // prettier-ignore
  });

  test('a row that repeats one which somebody skipped is not booked in its place', async () => {
    const { cells } = await desk.pair();
    const { results } = await both([cells, cells], [{ row_index: 0, action: 'skip' }]);
    expect(results).toEqual([['skipped skipped', OPEN], ['skipped skipped', OPEN]]); // prettier-ignore
  });

  test('rows that follow each other in a room, or have a place each, are imported', async () => {
    const [a, b, c] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const next = { ...b.cells, room: a.cells.room, contract_start: '2028-06-30', contract_end: '2028-07-31' };
    const { states, results } = await both([a.cells, next, c.cells]);
    expect(states).toEqual(['ready', 'ready', 'ready']);
    expect(results).toEqual([['created', 'created', 'created'], ['created', 'created', 'created']]); // prettier-ignore
    const code = `T${++keys}win`;
    await lodge.make.room(desk.site, { code, capacity: 2 });
    const shared = await both([a, b, c].map(({ cells }) => ({ ...cells, room: code })));
    expect(shared.states).toEqual(['needs_decision', 'needs_decision', 'needs_decision']);
    expect(shared.results).toEqual([[OPEN, OPEN, OPEN], [OPEN, OPEN, OPEN]]); // prettier-ignore
  });

  test('a row that moves a booking, and one that wants the same room, are looked at with the days of that booking', async () => {
    const [a, b, c] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const { reference } = await desk.book(a.room, a.student);
    const free = c.cells.room;
    const stranger = { ...c.cells, student_id: 'NOBODY-8', first_name: 'No', last_name: 'Body' };
    const { states, results } = await both([stranger, { reference, room: free }, { ...b.cells, room: free }]);
    expect(states).toEqual(['needs_decision', 'needs_decision', 'needs_decision']);
    expect(results).toEqual([[OPEN, OPEN, OPEN], [OPEN, OPEN, OPEN]]); // prettier-ignore
  });

  test('when the booking in the way is gone by the time of the commit, the row of the preview is still a question', async () => {
    const { room, student, cells } = await desk.pair();
    const other = await desk.pair();
    const booking = await desk.book(room, student);
    const { body } = await desk.preview({ ...other.cells, room: cells.room });
    expect(body.rows.map(codes)).toEqual([['conflict_booking']]);
    const voided = await desk.client.post(`/bookings/${booking._id}/transitions`, { site: desk.site.id, type: 'void', cancellation_code: 'data_entry_error' }); // prettier-ignore
    expect(voided).toMatchObject({ status: 200 });
    const [result] = (await commitPreview(body.preview_id)).body.results as [Result];
    expect([told(result), codes(result)]).toEqual([OPEN, ['conflict_booking']]);
    // What is declared of the file decides nothing about it.
    const declared = await commitPreview(body.preview_id, { columns: { Anything: 'ignore' } });
    expect(declared.body.results.map(told)).toEqual([OPEN]);
    const decided = await commitPreview(body.preview_id, { resolutions: [{ row_index: 0, action: 'create' }] });
    expect(decided.body.results.map(told)).toEqual(['created']);
  });
});
