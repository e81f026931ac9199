import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

interface Result {
  outcome: string;
  reason: string | null;
  issues: { code: string; severity: string }[];
}

let keys = 0;
const send = (more: object, path = 'commit') =>
  desk.client.post(`/bookings/import/${path}`, { site: desk.site.id, ...(path === 'commit' && { idempotency_key: `twice-${++keys}` }), ...more }); // prettier-ignore
const refusal = async (more: object, path?: string) => {
  const before = await desk.count();
  const { status, body } = await send(more, path);
  expect(await desk.count()).toBe(before);
  return [status, body.code, ...(body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
};
const create = { row_index: 0, action: 'create' };
const CODE = 'contradictory_decisions';

describe('a row that is decided twice', () => {
  test.each([
    ['imported and skipped', [{}, { action: 'skip' }], '/resolutions/1/action'],
    ['for two people', [{ person_id: 'a' }, { person_id: 'b' }], '/resolutions/1/person_id'],
    ['in two rooms', [{ location_id: 'a' }, { location_id: 'b' }], '/resolutions/1/location_id'],
    ['with two departures', [{ values: { contract_end: '2028-06-29' } }, { values: { contract_end: '2028-06-30' } }], '/resolutions/1/values'], // prettier-ignore
    ['accepted and not', [{ accept: ['was_cancelled'] }, {}], '/resolutions/1/accept'],
  ])('with different answers is refused with both: %s', async (_, [one, other], pointer) => {
    const [a, b] = [await desk.pair(), await desk.pair()];
    const id = (value: unknown) => (value === 'a' ? a : b);
    const filled = (part: Cells) => ({
      ...create,
      ...part,
      ...('person_id' in part && { person_id: id(part.person_id).student }),
      ...('location_id' in part && { location_id: id(part.location_id).room }),
    });
    const rows = desk.rows(a.cells);
    const { status, body } = await send({ rows, resolutions: [filled(one as Cells), filled(other as Cells)] });
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, CODE, pointer]);
    expect(body.errors[0].detail).toContain('/resolutions/0');
  });

  test('with the same answer is refused as before', async () => {
    const { cells } = await desk.pair();
    const { status, body } = await send({ rows: desk.rows(cells), resolutions: [create, create] });
    expect([status, body.errors[0].pointer]).toEqual([400, '/resolutions/1/row_index']);
  });

  test.each([
    ['skipped with a room', { action: 'skip', accept: ['was_cancelled'] }, '/resolutions/0/accept'],
    ['with two statuses', { status: 'confirmed', values: { status: 'provisional' } }, '/resolutions/0/status'],
    ['with two cells of one field', { values: { contract_end: '2028-06-29', Departure: '2028-06-28' } }, '/resolutions/0/values/Departure'], // prettier-ignore
    ['with two names', { create_person: { first_name: 'Ada' }, values: { first_name: 'Eda' } }, '/resolutions/0/values/first_name'], // prettier-ignore
  ])('in one resolution is refused, too: %s', async (_, parts, pointer) => {
    const { cells } = await desk.pair();
    expect(await refusal({ rows: desk.rows(cells), resolutions: [{ ...create, ...parts }] })).toEqual([422, CODE, pointer]); // prettier-ignore
  });

  test('by a corrected cell and a choice that mean different things stays a question', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const decide = async (more: object) => {
      const [result] = (await desk.commit([one.cells], [{ ...create, ...more }])).body.results as [Result];
      return [result.outcome, ...codes(result)];
    };
    const asked = ['failed', 'contradicting_cells'];
    expect(await decide({ location_id: one.room, values: { room: other.cells.room } })).toEqual(asked);
    expect(await decide({ person_id: one.student, values: { student_id: other.cells.student_id } })).toEqual(asked);
    expect(await decide({ location_id: one.room, values: { room: one.cells.room } })).toEqual(['created']);
  });
});

test('a column that is declared as two fields is refused', async () => {
  const { cells } = await desk.pair();
  const columns = { Remark: 'notes', ' Remark': 'ignore' };
  for (const path of ['preview', 'commit'])
    expect(await refusal({ rows: desk.rows(cells), columns }, path)).toEqual([422, CODE, '/columns/ Remark']);
});

describe('a file with decisions and a request with others', () => {
  const failed = async (cells: Cells) => {
    const { body } = await desk.commit([cells]);
    const { text } = await desk.client.get(`/bookings/imports/${body.import_id}/rows?site=${desk.site.id}`);
    return (parse(text, { columns: true, bom: true }) as unknown as Record<string, string>[])[0] as Cells;
  };

  test('that contradict each other are refused with both; those that add to each other count together', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const row = await failed({ ...one.cells, room: `${String(one.cells.room)}?` });
    const rows = desk.rows({ ...row, lodge_room: one.room });
    expect(await refusal({ rows, resolutions: [{ ...create, location_id: other.room }] })).toEqual([422, CODE, '/resolutions/0/location_id']); // prettier-ignore
    expect(await refusal({ rows, resolutions: [{ row_index: 0, action: 'skip' }] })).toEqual([422, CODE, '/resolutions/0/action']); // prettier-ignore
    const skips = desk.rows({ ...row, lodge_action: 'skip' });
    expect(await refusal({ rows: skips, resolutions: [create] })).toEqual([422, CODE, '/resolutions/0/action']);
    const { body } = await send({ rows, resolutions: [{ ...create, values: { notes: 'Quiet' } }] });
    expect(body.results).toMatchObject([{ outcome: 'created' }]);
    expect(await desk.booking(body.results[0].booking_id)).toMatchObject({ location: one.room, notes: 'Quiet' });
  });

  test.each(['preview', 'commit'])('a line that is skipped and decided is refused by a %s', async (path) => {
    const one = await desk.pair();
    const row = await failed({ ...one.cells, room: `${String(one.cells.room)}?` });
    const rows = desk.rows({ ...row, lodge_action: 'skip', lodge_room: one.room });
    expect(await refusal({ rows }, path)).toEqual([422, CODE, '/rows/0/values/lodge_action']);
  });

  test('a line that is skipped is previewed as one of which nothing is made', async () => {
    const one = await desk.pair();
    const row = await failed({ ...one.cells, room: `${String(one.cells.room)}?` });
    const { body } = await desk.preview({ ...row, lodge_action: 'skip' });
    expect(body.rows).toMatchObject([{ state: 'ready', planned: 'none' }]);
  });
});

describe('two rows that contradict each other', () => {
  const accept = (row_index: number) => ({ row_index, action: 'create', accept: ['contradicts_row'] });

  test('and are both accepted are refused by their preview, and both fail without one', async () => {
    const { cells } = await desk.pair();
    const rows = [cells, { ...cells, contract_end: '2028-07-31' }, { ...cells, notes: 'x' }];
    const { body } = await desk.preview(...rows);
    const resolutions = [accept(0), accept(2)];
    const refused = await send({ preview_id: body.preview_id, resolutions });
    expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([422, CODE, '/resolutions/1/accept']); // prettier-ignore
    expect(refused.body.errors[0].detail).toContain('row 0');
    const before = await desk.count();
    const directly = (await desk.commit(rows, resolutions)).body.results as Result[];
    expect(directly.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'failed']);
    expect(await desk.count()).toBe(before);
    const one = await send({ preview_id: body.preview_id, resolutions: [accept(1)] });
    expect(one.body.results.map(({ outcome }: Result) => outcome)).toEqual(['skipped', 'created', 'skipped']);
  });
});
