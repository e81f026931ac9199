import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({ worker: true });

describe('doubts of a line, in the file of failed rows', () => {
  let keys = 0;
  const send = (kind: 'preview' | 'commit', text: string) => {
    const key = kind === 'commit' ? `&idempotency_key=doubt-${++keys}` : '';
    return desk.client.post(`/bookings/import/${kind}?site=${desk.site.id}${key}`, text, {
      'content-type': 'text/csv',
    });
  };
  const failed = async (id: string): Promise<string[][]> =>
    parse((await desk.client.get(`/bookings/imports/${id}/rows?site=${desk.site.id}`)).text, { bom: true });
  const csv = (lines: string[][]) =>
    lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n') + '\r\n';
  /** The lines with one column changed; a column that is not there is added. */
  const edited = ([header = [], ...lines]: string[][], column: string, text: string) => {
    const at = header.indexOf(column);
    return [header, ...lines.map((line) => line.map((cell, place) => (place === at ? text : cell)))];
  };
  const HEADER = 'student_id,room,contract_start,contract_end,notes';
  const line = async (end: string) => {
    const { cells } = await desk.pair();
    return `${cells.student_id},${cells.room},2027-09-18,${end}`;
  };

  test('a line that is too long comes back with all of its cells, and stays a question until somebody accepts it', async () => {
    const text = `${HEADER}\r\n${await line('2028-06-30')},note, with the rest,,"no, lift"\r\n`;
    const { body } = await send('commit', text);
    expect(body.results).toMatchObject([{ reason: 'unresolved' }]);
    const file = await failed(body.import_id);
    expect(file[0]).toEqual(expect.arrayContaining(['lodge_doubt', 'lodge_beyond_1', 'lodge_beyond_2', 'lodge_beyond_3'])); // prettier-ignore
    const [header = [], row = []] = file;
    const cell = (name: string) => row[header.indexOf(name)];
    expect(['notes', 'lodge_beyond_1', 'lodge_beyond_2', 'lodge_beyond_3'].map(cell)).toEqual(['note', ' with the rest', '', 'no, lift']); // prettier-ignore
    // As it is, without its doubt, and with nothing beyond.
    const emptied = ['lodge_doubt', 'lodge_beyond_1', 'lodge_beyond_3'].reduce((lines, each) => edited(lines, each, ''), file); // prettier-ignore
    for (const lines of [file, edited(file, 'lodge_doubt', ''), emptied]) {
      const [seen] = (await send('preview', csv(lines))).body.rows;
      expect([seen.state, codes(seen)]).toEqual(['needs_decision', ['ragged_row']]);
    }
    const again = await send('commit', csv(file));
    expect(again.body.results).toMatchObject([{ reason: 'unresolved' }]);
    // The second file of failed rows has the cells, too.
    const [, second = []] = await failed(again.body.import_id);
    expect(second).toEqual(expect.arrayContaining([' with the rest', 'no, lift']));
    const accepted = edited(edited(file, 'notes', 'note, with the rest; no, lift'), 'lodge_accept', 'ragged_row');
    const done = await send('commit', csv(accepted));
    expect(done.body.summary).toMatchObject({ created: 1 });
    expect(await desk.booking(done.body.results[0].booking_id)).toMatchObject({
      notes: 'note, with the rest; no, lift',
    });
  });

  test('so do lines that are too short, and a last line that was cut', async () => {
    const text = `${HEADER}\r\n${await line('2028-06-30')}\r\n${await line('2028-06-30')},bicycle\r\n${await line('2028-06-3')}`;
    const { body } = await send('commit', text);
    expect(body.results.map(({ reason }: { reason: string }) => reason)).toEqual(['unresolved', null, 'unresolved']);
    const file = await failed(body.import_id);
    expect(file).toHaveLength(3);
    const { body: seen } = await send('preview', csv(file));
    expect(seen.rows.map(codes)).toEqual([['ragged_row'], ['ragged_row']]);
    expect(seen.summary).toMatchObject({ ready: 0, needs_decision: 2 });
    // Without the column it is known from the import.
    const at = file[0]?.indexOf('lodge_doubt') ?? -1;
    const { body: without } = await send('preview', csv(file.map((each) => each.filter((_, place) => place !== at))));
    expect(without.summary).toMatchObject({ ready: 0, needs_decision: 2 });
  });

  test.each([
    ['two columns of a CSV', 'csv'],
    ['a list in JSON', 'json'],
    ['a list of three', 'three'],
  ])(
    'cells of one field that contradict each other come back as several columns, and are an error again: %s',
    async (_, kind) => {
      const { cells } = await desk.pair();
      const said = kind === 'three' ? ['vegan', 'needs ramp', 'cancelled'] : ['vegan', 'needs ramp'];
      const first =
        kind === 'csv'
          ? await send('commit', `${HEADER},Comments\r\n${Object.values(cells).join(',')},${said.join(',')}\r\n`)
          : await desk.commit([{ ...cells, notes: said }]);
      expect(first.body.results).toMatchObject([{ outcome: 'failed', reason: 'invalid' }]);
      const file = await failed(first.body.import_id);
      expect(file[0]?.filter((name) => name === 'notes')).toHaveLength(said.length);
      expect(file[1]).toEqual(expect.arrayContaining(said));
      expect(JSON.stringify(file)).not.toContain('[\\"vegan');
      const { body } = await send('preview', csv(file));
      expect([body.rows[0].state, codes(body.rows[0])]).toEqual(['error', ['invalid_value']]);
      const kept = file.map((each) => each.filter((_cell, place) => file[0]?.[place] !== 'notes' || file[0].indexOf('notes') === place)); // prettier-ignore
      expect((await send('preview', csv(kept))).body.rows[0].normalized.notes).toBe('vegan');
    },
  );

  test('a value that is no text comes back as one that has to be checked', async () => {
    const { cells } = await desk.pair();
    const { body } = await desk.commit([
      { ...cells, notes: { is: 'cancelled' } },
      { ...cells, notes: [['a'], 'b'] },
    ]);
    expect(body.summary).toMatchObject({ created: 0, failed: 2 });
    const { body: seen } = await send('preview', csv(await failed(body.import_id)));
    expect(seen.summary).toMatchObject({ ready: 0 });
  });
});
