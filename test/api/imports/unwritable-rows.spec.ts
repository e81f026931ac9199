import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

interface Result {
  outcome: string;
  reason: string | null;
}

describe('rows that cannot be written, and others of the same file', () => {
  /** What becomes of rows: by a preview, by its commit, and sent again. */
  const both = async (...cells: Cells[]) => {
    const { body } = await desk.preview(...cells);
    const more = { site: desk.site.id, idempotency_key: `unwritable-${Math.random()}`, preview_id: body.preview_id };
    const previewed = await desk.client.post('/bookings/import/commit', more);
    await desk.undo(previewed.body.import_id);
    const directly = await desk.commit(cells);
    await desk.undo(directly.body.import_id);
    const outcomes = ({ body: done }: { body: { results: Result[] } }) => done.results.map(({ outcome }) => outcome);
    return {
      states: body.rows.map(({ state }: { state: string }) => state),
      codes: body.rows.map(codes),
      outcomes: [outcomes(previewed), outcomes(directly)],
    };
  };

  const BROKEN = [
    ['an arrival that does not exist', { contract_start: '31/09/2027' }],
    ['a departure that does not exist', { contract_end: '31/06/2028' }],
    ['two dates that do not exist', { contract_start: '31/09/2027', contract_end: '31/06/2028' }],
    ['no arrival', { contract_start: '' }],
    ['a lost number plate', { vehicle_registration: '#N/A' }],
    ['an address that is none', { email: 'at home' }],
    ['an unknown status', { status: 'gestrichelt' }],
    ['somebody who is not there yet', { status: 'checked_in' }],
  ] as const;

  test.each(BROKEN)('the person of a row with %s is not booked elsewhere by another row', async (_, broken) => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const clear = { ...cells, room: other.room, status: 'confirmed' };
    const first = await both({ ...cells, ...broken }, clear);
    expect([first.states[1], first.codes[1]]).toEqual(['needs_decision', ['person_overlap']]);
    for (const [, outcome] of first.outcomes) expect(outcome).toBe('skipped');
    const last = await both(clear, { ...cells, ...broken });
    expect([last.states[0], last.codes[0]]).toEqual(['needs_decision', ['person_overlap']]);
    for (const [outcome] of last.outcomes) expect(outcome).toBe('skipped');
  });

  test.each(['(new)', '?', 'tbc', 'bed 1', '- moved', '(was elsewhere)'])(
    'the room of a row that adds to it %s is not given to the person of another row',
    async (remark) => {
      const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
      const doubtful = { ...cells, room: `${String(cells.room)} ${remark}` };
      const clear = { ...other, room: cells.room, status: 'confirmed' };
      const first = await both(doubtful, clear);
      expect([first.states[1], first.codes[1]]).toEqual(['needs_decision', ['conflict_in_file']]);
      const last = await both(clear, doubtful);
      expect([last.states[0], last.codes[0]]).toEqual(['needs_decision', ['conflict_in_file']]);
      for (const outcomes of [...first.outcomes, ...last.outcomes]) expect(outcomes).toEqual(['skipped', 'skipped']);
    },
  );

  test.each(BROKEN)('the room of a row with %s is not given to the person of another row', async (_, broken) => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const {
      states,
      codes: told,
      outcomes,
    } = await both({ ...cells, ...broken }, { ...other, room: cells.room, status: 'confirmed' });
    expect([states[1], told[1]]).toEqual(['needs_decision', ['conflict_in_file']]);
    for (const [, outcome] of outcomes) expect(outcome).toBe('skipped');
    const [{ cells: one }, { cells: two }] = [await desk.pair(), await desk.pair()];
    const before = await both({ ...two, room: one.room }, { ...one, ...broken });
    expect([before.states[0], before.codes[0]]).toEqual(['needs_decision', ['conflict_in_file']]);
    for (const [outcome] of before.outcomes) expect(outcome).toBe('skipped');
  });

  test('a stay that another row has with an end that cannot be read is a question, and so is one with an unknown room', async () => {
    const { cells } = await desk.pair();
    const end = await both({ ...cells, contract_end: '31/06/2028' }, cells);
    expect(end.codes[1]).toContain('contradicts_row');
    const start = await both({ ...cells, contract_start: '31/09/2027' }, cells);
    expect(start.codes[1]).toContain('person_overlap');
    const lost = await both({ ...cells, room: '#REF!' }, cells);
    expect(lost.codes[1]).toEqual(['person_overlap']);
  });

  test('rows that follow each other, and one that is cancelled or a heading, are in nobody’s way', async () => {
    const [{ cells }, { cells: other }] = [await desk.pair(), await desk.pair()];
    const before = { ...cells, contract_start: '31/06/2027', contract_end: '2027-08-31' };
    const after = { ...cells, room: other.room };
    expect((await both(before, after)).states).toEqual(['error', 'ready']);
    expect((await both(before, { ...other, room: cells.room })).states).toEqual(['error', 'ready']);
    const cancelled = { ...cells, status: 'cancelled' };
    expect((await both(cancelled, { ...other, room: cells.room, status: 'confirmed' })).states).toEqual([
      'needs_decision',
      'ready',
    ]);
  });

  test('a room with two places has one left', async () => {
    const [a, b, c] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const room = 'TWIN-9';
    await desk.lodge.make.room(desk.site, { code: room, capacity: 2 });
    const rows = [a, b, c].map(({ cells }) => ({ ...cells, room }));
    const { states, codes: told } = await both({ ...rows[0], contract_start: '31/09/2027' }, ...rows.slice(1));
    expect(states).toEqual(['error', 'needs_decision', 'needs_decision']);
    expect(told.slice(1)).toEqual([['conflict_in_file'], ['conflict_in_file']]);
  });
});
