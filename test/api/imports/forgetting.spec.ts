import { describe, expect, test } from '@jest/globals';
import { ImportSweepService } from '#libs/booking-import/commit/import-sweep.service';
import { CONFIG, type Config } from '#libs/core/config/config';
import { NOW } from '../../support/lodge.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const GONE = { message: 'The text was removed.', value: null, suggestion: null };

const { lodge, desk, worker } = await useImportDesk({ worker: true });

describe('what imports keep of people', () => {
  const resultOf = async (id: string) =>
    (await desk.client.get(`/bookings/imports/${id}?site=${desk.site.id}`)).body.results;
  const kept = (id: string) =>
    lodge.sql<{ cells: object; resolution: object | null }>(
      'SELECT cells, resolution FROM import_rows WHERE import_id = $1 ORDER BY position',
      [id],
    );
  const erase = (id: string) => desk.client.post(`/students/${desk.site.id}/${id}/erase`);

  test('erasing somebody removes them from each row that names them, in a cell or as somebody it might be', async () => {
    const [ada, bob] = [
      await desk.pair({
        first_name: 'Adelheid',
        last_name: 'Quarles',
        email: 'adelheid@uni.example',
        student_id: '00-7143',
      }),
      await desk.pair({ first_name: 'Bob', last_name: 'Bailey', email: 'bob@uni.example', student_id: 'B-2' }),
    ];
    const held = await desk.book(bob.room, bob.student);
    const { body } = await desk.commit([
      { ...ada.cells, contract_start: 'soon' },
      { ...ada.cells, student_id: 7143, room: 'nowhere' },
      { ...ada.cells, student_id: null, first_name: 'Adelheit', last_name: 'Quarless' },
      { ...ada.cells, student_id: 'B-2', email: ' ADELHEID@uni.example', first_name: 'Bob', last_name: 'Bailey' },
      { ...ada.cells, student_id: 'B-2', contract_start: 'later' },
      { ...(await desk.pair()).cells, room: bob.cells.room },
    ]);
    const before = JSON.stringify(await resultOf(body.import_id));
    expect(before).toMatch(/Quarles, Adelheid/);
    expect((await erase(ada.student)).status).toBe(200);
    const after = await resultOf(body.import_id);
    expect(JSON.stringify(after)).not.toMatch(/Adelhei|7143/i);
    const codes = (results: { outcome: string; issues: { code: string }[] }[]) =>
      results.map(({ outcome, issues }) => [outcome, issues.map(({ code }) => code)]);
    expect(codes(after)).toEqual(codes(JSON.parse(before)));
    expect(after[0].issues).toContainEqual(expect.objectContaining({ code: 'invalid_date', ...GONE }));
    const rows = await kept(body.import_id);
    expect(rows.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => ({ cells: {}, resolution: null })));
    expect(rows[4]?.cells).toMatchObject({ student_id: 'B-2' });
    expect(after[4].issues).toContainEqual(expect.objectContaining({ code: 'invalid_date', value: 'later' }));
    expect(JSON.stringify(after[5])).toMatch(/Bailey, Bob has the place/);
    await desk.client.post(`/bookings/${held._id}/transitions`, {
      site: desk.site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    expect((await erase(bob.student)).status).toBe(200);
    expect(JSON.stringify(await resultOf(body.import_id))).not.toMatch(/Bailey/);
  });

  test('somebody whom an import made is removed from its resolution, and the import can still be undone', async () => {
    const { cells } = await desk.pair();
    const create_person = { first_name: 'Ignatius', last_name: 'Ocle', email: 'ignatius@uni.example' };
    const { body } = await desk.commit(
      [{ ...cells, student_id: null }, { ...(await desk.pair()).cells }],
      [{ row_index: 0, action: 'create', create_person }],
    );
    expect(body.summary).toMatchObject({ created: 2, persons_created: 1 });
    const [{ booking_id, person_id }] = body.results;
    await desk.client.post(`/bookings/${booking_id}/transitions`, {
      site: desk.site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    expect((await erase(person_id)).status).toBe(200);
    expect((await kept(body.import_id))[0]).toEqual({ cells: {}, resolution: null });
    expect((await desk.undo(body.import_id)).body.summary).toEqual({ reversed: 1, kept: 1, blocked: 0 });
  });

  test('30 days after its end, or as long as the installation is set to, an import keeps what became of its rows only, and can still be undone', async () => {
    const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const booked = await desk.book(two.room, two.student);
    const endedBefore = async (days: number) => {
      const { body } = await desk.commit([
        { ...one.cells, contract_start: 'soon' },
        ...(days === 31 ? [{ ...two.cells, booking_id: booked._id, notes: 'Vegan' }, three.cells] : []),
      ]);
      await lodge.sql(`UPDATE jobs SET finished_at = $2::timestamptz - $3 * interval '1 day' WHERE id = $1`, [
        body.import_id,
        NOW,
        days,
      ]);
      return body;
    };
    const [old, young] = [await endedBefore(31), await endedBefore(29)];
    const sweeper = worker.get(ImportSweepService, { strict: false });
    const config = worker.get<Config>(CONFIG, { strict: false });
    config.IMPORT_ROWS_KEEP_DAYS = 32;
    await sweeper.sweep();
    expect(await resultOf(old.import_id)).toEqual(old.results);
    config.IMPORT_ROWS_KEEP_DAYS = 30;
    await Promise.all([sweeper.sweep(), sweeper.sweep()]);
    expect(await resultOf(young.import_id)).toEqual(young.results);
    expect((await kept(young.import_id))[0]?.cells).toMatchObject({ student_id: one.cells.student_id });
    const withoutTexts = old.results.map((row: { issues: object[] }) => ({
      ...row,
      issues: row.issues.map((issue) => ({ ...issue, ...GONE })),
    }));
    expect(await resultOf(old.import_id)).toEqual(withoutTexts);
    expect(await kept(old.import_id)).toEqual(old.results.map(() => ({ cells: {}, resolution: null })));
    expect((await desk.undo(old.import_id)).body.summary).toEqual({ reversed: 2, kept: 0, blocked: 0 });
    expect(await desk.booking(booked._id)).toMatchObject({ notes: booked.notes });
  });
});
