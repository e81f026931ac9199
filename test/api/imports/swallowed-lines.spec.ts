import { describe, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

describe('a quotation mark that takes the next line into its cell', () => {
  const swallowed = async (columns: string[], separator: string) => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const line = ({ cells }: typeof one, notes: string) => columns.map((column) => ({ ...cells, notes })[column] ?? '').join(separator); // prettier-ignore
    return `${columns.join(separator)}\r\n${line(one, '"no lift')}\r\n${line(two, 'ramp"')}\r\n`;
  };
  const FIRST = ['notes', 'student_id', 'room', 'contract_start', 'contract_end'];
  const MIDDLE = ['student_id', 'notes', 'room', 'contract_start', 'contract_end'];
  const LAST = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];

  test.each([
    ...[',', ';', '\t'].map((separator) => ['in the middle', MIDDLE, separator] as const),
    ['in the first column', FIRST, ','] as const,
    ['in the last column', LAST, ','] as const,
  ])('is a question, and not the row of the next person: %s', async (_, columns, separator) => {
    const { status, body } = await desk.previewCsv(await swallowed([...columns], separator));
    expect(status).toBe(200);
    expect(body.summary.ready).toBe(0);
    const [row] = body.rows;
    // The room or the person of the other line contradicts the row as well.
    expect([row.state, codes(row)]).toEqual(['needs_decision', ['contradicting_cells', 'ragged_row']]);
    expect(row.issues.find(({ code }: { code: string }) => code === 'ragged_row').value).toContain('"notes"');
  });

  test('notes of several lines that are no rows are notes', async () => {
    const { cells } = await desk.pair();
    const { student_id, room } = cells;
    const notes = 'Arrives late, by train\r\nNo lift; no stairs; no cellar\r\nVegan';
    const text = `student_id,room,contract_start,contract_end,notes\r\n${student_id},${room},2027-09-18,2028-06-30,"${notes}"\r\n`;
    const { body } = await desk.previewCsv(text);
    expect(body.rows).toMatchObject([{ state: 'ready', normalized: { notes } }]);
  });

  test('a list of students asks as well', async () => {
    const place = await lodge.make.room(desk.site, { code: 'SW-1', name: 'SW-1' });
    expect(place).toBeDefined();
    const text = 'student_id,first_name,last_name,room\r\n77001,"Ada,Byron,SW-1\r\n77002,Grace",Hopper,SW-1\r\n';
    const { body, status } = await desk.client.post(`/students/${desk.site.id}/import?type=partial`, text, { 'content-type': 'text/csv' }); // prettier-ignore
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('ragged_row');
    const rows = await lodge.sql('SELECT 1 FROM students WHERE site_id = $1 AND student_id = $2', [desk.site.id, '77001']); // prettier-ignore
    expect(rows).toEqual([]);
  });
});
