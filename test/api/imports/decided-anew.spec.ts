import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

const emailOf = async (id: string) => (await lodge.sql('SELECT email FROM students WHERE id = $1', [id]))[0]?.email;

describe('an email that belongs to nobody', () => {
  const withoutEmail = (first_name: string, last_name: string) => desk.pair({ first_name, last_name, email: null });

  test('is a question also if the person of the row has none', async () => {
    const { cells, student } = await withoutEmail('Anna', 'Schmidt');
    const row = { ...cells, first_name: 'Anna', last_name: 'Schmidt', email: 'anna.new@uni.example' };
    const { student_id: _id, ...byName } = row;
    for (const each of [row, byName, { ...cells, email: 'anna.new@uni.example' }]) {
      const seen = await desk.look(each);
      expect([seen.state, codes(seen)]).toEqual(['needs_decision', ['person_possible_match']]);
      expect(seen.issues.find(({ code }: { code: string }) => code === 'person_possible_match').message).toMatch(
        /keeps the email/,
      );
      expect(seen.person.candidates[0]).toMatchObject({ _id: student });
    }
    expect((await desk.look({ ...byName, email: '' })).state).toBe('ready');
    const { body } = await desk.commit([row]);
    expect(body.results).toMatchObject([{ outcome: 'skipped', reason: 'unresolved' }]);
  });

  test('is not stored, and the result says so, when somebody accepts the person or chooses another', async () => {
    const one = await withoutEmail('Tom', 'Reed');
    const row = { ...one.cells, first_name: 'Tom', last_name: 'Reed', email: 'tomasz.reed@x.example' };
    const decided = { row_index: 0, action: 'create', accept: ['person_possible_match'] };
    const { body } = await desk.commit([row], [decided]);
    expect(body.results).toMatchObject([{ outcome: 'created' }]);
    const told = { severity: 'info', field: 'email', value: 'tomasz.reed@x.example' };
    expect(body.results[0].issues).toContainEqual(expect.objectContaining({ ...told, message: expect.stringMatching(/not stored: Reed, Tom has no email/) })); // prettier-ignore
    expect(await emailOf(one.student)).toBeNull();
    const two = await desk.pair({ email: 'kept@x.example' });
    const chosen = { row_index: 0, action: 'create', person_id: two.student };
    const done = await desk.commit([{ ...two.cells, student_id: 'NOBODY-1', email: 'lost@x.example' }], [chosen]);
    expect(done.body.results[0].issues).toContainEqual(expect.objectContaining({ field: 'email', message: expect.stringMatching(/keeps kept@x.example/) })); // prettier-ignore
  });
});

describe('a decision that accepts a question, and changes what the question was about', () => {
  let keys = 0;
  const scene = async () => {
    const [anna, ahmed] = [await desk.pair({ first_name: 'Anna', last_name: `Schmidt${++keys}` }), await desk.pair({ first_name: 'Ahmed', last_name: `Khan${keys}` })]; // prettier-ignore
    const cells = { ...anna.cells, first_name: 'Anna', last_name: `Schmit${keys}` };
    return { anna, ahmed, cells, last: `Khan${keys}` };
  };
  const commit = (more: object) =>
    desk.client.post('/bookings/import/commit', { site: desk.site.id, idempotency_key: `anew-${++keys}`, ...more });

  test('accepts nothing: the row is a question again', async () => {
    const { anna, ahmed, cells, last } = await scene();
    const { body } = await desk.preview(cells);
    expect(body.rows[0].person.candidates[0]._id).toBe(anna.student);
    const before = await desk.count();
    const decide = (values?: object) => ({ row_index: 0, action: 'create', accept: ['person_possible_match'], ...(values && { values }) }); // prettier-ignore
    for (const values of [
      { student_id: ahmed.cells.student_id },
      { first_name: 'Ahmed', last_name: last },
      { 'Last name': last },
      { email: 'ahmed@x.example' },
      { student_id: null, first_name: 'Ahmet', last_name: last },
    ]) {
      const asked = await commit({ preview_id: body.preview_id, resolutions: [decide(values)] });
      expect(asked.body.results).toMatchObject([{ outcome: 'failed', booking_id: null }]);
      expect(['unresolved', 'changed_since_preview']).toContain(asked.body.results[0].reason);
      const rows = await commit({ rows: desk.rows(cells), resolutions: [decide(values)] });
      expect(rows.body.results).toMatchObject([{ outcome: 'failed', booking_id: null }]);
    }
    expect(await desk.count()).toBe(before);
    // Other cells have nothing to do with it, and so have those that stay as they were.
    const values = { notes: 'late', first_name: 'Anna' };
    const done = await commit({ preview_id: body.preview_id, resolutions: [decide(values)] });
    expect(done.body.results).toMatchObject([{ outcome: 'created', person_id: anna.student }]);
  });

  test('so it is for the days of a stay and for its moments', async () => {
    const { cells, room, student } = await desk.pair();
    await desk.book(room, student);
    const other = await desk.pair();
    const row = { ...cells, room: other.cells.room };
    const { body } = await desk.preview(row);
    expect(codes(body.rows[0])).toEqual(['person_overlap']);
    const decide = (values: object) => [{ row_index: 0, action: 'create', accept: ['person_overlap'], values }];
    const longer = await commit({ preview_id: body.preview_id, resolutions: decide({ contract_end: '2028-08-30' }) });
    expect(longer.body.results).toMatchObject([{ outcome: 'failed', reason: 'unresolved' }]);
    const done = await commit({ preview_id: body.preview_id, resolutions: decide({ notes: 'all of them' }) });
    expect(done.body.results).toMatchObject([{ outcome: 'created' }]);
  });

  test('so it is in a file of failed rows', async () => {
    const { anna, ahmed, cells } = await scene();
    const { body } = await desk.commit([cells]);
    const { text } = await desk.client.get(`/bookings/imports/${body.import_id}/rows?site=${desk.site.id}`);
    const [failed] = parse(text, { columns: true, bom: true }) as unknown as [Record<string, string>];
    const again = async (kind: string, row: Cells) =>
      (await desk.client.post(`/bookings/import/${kind}`, { site: desk.site.id, rows: desk.rows(row), ...(kind === 'commit' && { idempotency_key: `anew-${++keys}` }) })).body; // prettier-ignore
    const accepted = { ...failed, lodge_accept: 'person_possible_match' };
    const edited = { ...accepted, student_id: ahmed.cells.student_id };
    const seen = (await again('preview', edited)).rows[0];
    expect([seen.state, codes(seen)]).toEqual(['needs_decision', ['person_possible_match']]);
    expect((await again('commit', edited)).results).toMatchObject([{ outcome: 'failed', reason: 'unresolved' }]);
    expect((await again('preview', accepted)).rows[0].state).toBe('ready');
    expect((await again('commit', accepted)).results).toMatchObject([{ outcome: 'created', person_id: anna.student }]);
  });
});
