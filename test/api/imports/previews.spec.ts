import { describe, expect, test } from '@jest/globals';
import { ImportSweepService } from '#libs/booking-import/commit/import-sweep.service';
import { type Cells, codes, ImportDesk } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk, worker } = await useImportDesk({
  worker: true,
  settings: { IMPORT_WAIT_SECONDS: '20' },
  desk: { date_order: null },
});

describe('previews that are kept, and what is remembered of files', () => {
  let keys = 0;
  const preview = (cells: Cells[], more: object = {}, at = desk) =>
    at.client.post('/bookings/import/preview', { site: at.site.id, rows: at.rows(...cells), ...more });
  const commit = (more: object, at = desk) =>
    at.client.post('/bookings/import/commit', { site: at.site.id, idempotency_key: `preview-${++keys}`, ...more });
  const age = (id: string, hours: number) =>
    lodge.sql(`UPDATE import_previews SET created_at = created_at - $2 * interval '1 hour' WHERE id = $1`, [id, hours]);

  test('a commit takes the rows of a preview with its decisions, once for a key, also when the preview is gone', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const { body } = await preview([one.cells, { ...two.cells, room: 'Attic' }]);
    const request = {
      idempotency_key: 'by preview'.replace(' ', '-'),
      preview_id: body.preview_id,
      resolutions: [{ row_index: 1, action: 'create', location_id: two.room }],
    };
    const done = await commit(request);
    expect(done.body.summary).toMatchObject({ created: 2, failed: 0 });
    await age(body.preview_id, 25);
    await worker.get(ImportSweepService).sweep();
    const again = await commit(request);
    expect(again.body).toEqual(done.body);
    expect((await commit({ ...request, idempotency_key: 'another' })).body).toMatchObject({
      status: 410,
      code: 'preview_expired',
    });
    expect(await desk.count()).toBe(2);
  });

  test('it is there for 24 hours, for its site, and of one user the last twenty', async () => {
    const { cells } = await desk.pair();
    const { body } = await preview([cells]);
    await age(body.preview_id, 23.9);
    const other = await ImportDesk.open(lodge);
    expect((await commit({ preview_id: body.preview_id }, other)).body.code).toBe('preview_expired');
    expect((await commit({ preview_id: 'nonsense' })).body.code).toBe('preview_expired');
    for (let times = 0; times < 21; times++) await preview([{ room: 'x' }], {}, other);
    const [kept] = await lodge.sql<{ n: number }>('SELECT count(*)::int AS n FROM import_previews WHERE site_id = $1', [other.site.id]); // prettier-ignore
    expect(kept?.n).toBe(20);
    expect((await commit({ preview_id: body.preview_id })).body.summary).toMatchObject({ created: 1 });
    for (const wrong of [{}, { preview_id: body.preview_id, rows: desk.rows(cells) }])
      expect((await commit(wrong)).body.errors).toEqual([expect.objectContaining({ pointer: '/rows' })]);
  });

  test('many commits of one preview at once make each booking once', async () => {
    const pairs = await Promise.all(Array.from({ length: 5 }, () => desk.pair()));
    const before = await desk.count();
    const { body } = await preview(pairs.map(({ cells }) => cells));
    const answers = await Promise.all(Array.from({ length: 5 }, () => commit({ preview_id: body.preview_id })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await desk.count()) - before).toBe(5);
    expect(answers.reduce((sum, each) => sum + each.body.summary.created, 0)).toBe(5);
  });

  test('a student who is erased is in no preview any more', async () => {
    const at = await ImportDesk.open(lodge, { role: 'admin' });
    const { cells, student } = await at.pair();
    const { body } = await preview([cells], {}, at);
    const erased = await at.client.post(`/students/${at.site.id}/${student}/erase`, {});
    expect(erased.status).toBe(200);
    expect(await lodge.sql('SELECT FROM import_previews WHERE site_id = $1', [at.site.id])).toEqual([]);
    expect((await commit({ preview_id: body.preview_id }, at)).body.code).toBe('preview_expired');
  });

  test('what a commit declared counts for the next file with the same headers, which says where it comes from', async () => {
    const at = await ImportDesk.open(lodge, { date_order: null });
    const file = async (start: string, end: string) => {
      const { student_id, room } = (await at.pair()).cells;
      return [
        { 'student id': student_id, Zimmer: room, Von: start, Bis: end, Status: 'kommt sicher', Bettwäsche: 'ja' },
      ];
    };
    const header = { columns: { Von: 'contract_start', Bis: 'contract_end', Bettwäsche: 'ignore' } };
    const declared = { ...header, date_order: 'mdy', status_words: { 'Kommt SICHER': 'confirmed' } };
    const first = await preview(await file('09/05/2027', '06/07/2028'), declared, at);
    expect(first.body).toMatchObject({ remembered: null, declared, rows: [{ state: 'ready', normalized: { contract_start: '2027-09-05', status: 'confirmed' } }] }); // prettier-ignore
    // A preview alone is no decision.
    expect((await at.client.get(`/bookings/import/mappings?site=${at.site.id}`)).body).toEqual([]);
    expect((await commit({ preview_id: first.body.preview_id }, at)).body.summary.created).toBe(1);
    const next = await preview(await file('03/04/2027', '05/06/2028'), {}, at);
    expect(next.body).toMatchObject({ declared, remembered: { used: ['columns', 'date_order', 'status_words'] } });
    expect(next.body.rows[0]).toMatchObject({ state: 'ready', normalized: { contract_start: '2027-03-04', contract_end: '2028-05-06' } }); // prettier-ignore
    const done = await commit({ preview_id: next.body.preview_id }, at);
    const { contract_start, contract_end } = await at.booking(done.body.results[0].booking_id);
    expect([contract_start, contract_end]).toEqual(['2027-03-04', '2028-05-06']);
    // A date that cannot be meant so: the file is of another system.
    const other = await preview([...(await file('03/04/2027', '05/06/2028')), ...(await file('25/09/2027', '28/06/2028'))], {}, at); // prettier-ignore
    expect(other.body.remembered.used).toEqual(['columns', 'status_words']);
    expect(other.body.rows[0].normalized.contract_start).toBe('2027-04-03');
    // What the request says counts more.
    const own = await preview(await file('03/04/2027', '05/06/2028'), { date_order: 'dmy', columns: { Bettwäsche: 'notes' } }, at); // prettier-ignore
    expect(own.body.rows[0].normalized).toMatchObject({ contract_start: '2027-04-03', notes: 'ja' });
    const list = await at.client.get(`/bookings/import/mappings?site=${at.site.id}`);
    expect(list.body).toEqual([
      { _id: next.body.remembered._id, headers: ['Bettwäsche', 'Bis', 'Status', 'Von', 'Zimmer', 'student id'], declared, updated_at: expect.any(String), updated_by: next.body.remembered.updated_by }, // prettier-ignore
    ]);
    const { email } = await lodge.make.user({ roles: { [at.site.id]: 'viewer' } });
    const path = `/bookings/import/mappings/${list.body[0]._id}?site=${at.site.id}`;
    expect((await (await lodge.logIn(email)).delete(path)).status).toBe(403);
    expect((await desk.client.delete(path.replace(at.site.id, desk.site.id))).status).toBe(404);
    expect((await at.client.delete(path)).body).toEqual({ success: true });
    expect((await at.client.delete(path)).status).toBe(404);
    const forgotten = await preview(await file('03/04/2027', '05/06/2028'), {}, at);
    expect(codes(forgotten.body.rows[0])).toContain('unread_column');
  });

  test('a declared order is strict, and what cannot be meant is named', async () => {
    const { cells } = await desk.pair();
    const dates = { contract_start: '25/09/2027', contract_end: '06/07/2028' };
    const { body } = await preview([{ ...cells, ...dates }], { date_order: 'mdy' });
    expect(codes(body.rows[0])).toEqual(['invalid_date', 'ambiguous_date']);
    const ymd = await preview([{ ...cells, contract_start: '27-09-05', contract_end: '28-07-06' }], {
      date_order: 'ymd',
    });
    expect(ymd.body.rows[0].normalized).toMatchObject({ contract_start: '2027-09-05', contract_end: '2028-07-06' });
    for (const [field, value, pointer] of [
      ['status_words', { here: 'sleeping' }, '/status_words/here'],
      ['columns', { Von: 'start' }, '/columns/Von'],
      ['date_order', 'year first', '/date_order'],
      ['date_system', 1904, '/date_system'],
    ] as const)
      expect((await preview([cells], { [field]: value })).body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  describe('a commit of a preview means what was previewed', () => {
    const head = (one: Cells, more: Cells) => ({ 'student id': one.student_id, Zimmer: one.room, ...more });
    const first = async (id: string, at = desk) => (await commit({ preview_id: id }, at)).body.results;

    test('whatever others declared about files with these headers since', async () => {
      const at = await ImportDesk.open(lodge, { date_order: null });
      const cells = async () => (await at.pair()).cells;
      const stay = (from: string, more: Cells = {}) => ({ Von: from, contract_end: '2028-06-30', ...more });
      const columns = { Von: 'contract_start' };
      const unread = await preview([head(await cells(), { contract_start: '2027-09-18', contract_end: '2028-06-30', Wunsch: 'x' })], {}, at); // prettier-ignore
      const unclear = await preview([head(await cells(), stay('03/04/2027'))], { columns }, at);
      const word = await preview([head(await cells(), stay('2027-09-18', { Status: 'kommt' }))], { columns }, at);
      expect([unread, unclear, word].map(({ body }) => codes(body.rows[0]))).toEqual([['unread_column'], ['ambiguous_date'], ['status_unknown']]); // prettier-ignore
      for (const [more, declared] of [
        [{ contract_start: '2027-09-18', contract_end: '2028-06-30', Wunsch: 'y' }, { columns: { Wunsch: 'ignore' } }],
        [stay('05/06/2027'), { columns, date_order: 'mdy' }],
        [stay('2027-09-19', { Status: 'kommt' }), { columns, status_words: { kommt: 'confirmed' } }],
      ] as [Cells, object][])
        expect((await commit({ rows: at.rows(head(await cells(), more)), ...declared }, at)).body.summary.created).toBe(
          1,
        );
      for (const { body } of [unread, unclear, word])
        expect((await first(body.preview_id, at))[0].outcome).not.toBe('created');
      // The commit of the second one stored its declarations, and removed nothing that had been stored since.
      const mappings = await at.client.get(`/bookings/import/mappings?site=${at.site.id}`);
      expect(mappings.body.map(({ declared }: { declared: object }) => declared)).toContainEqual({ columns, date_order: 'mdy' }); // prettier-ignore
      expect(await at.count()).toBe(3);
      // What is declared with the commit counts.
      const now = await commit({ preview_id: unread.body.preview_id, columns: { Wunsch: 'ignore' } }, at);
      expect(now.body.summary.created).toBe(1);
    });

    test('a site that writes days in another order since', async () => {
      const at = await ImportDesk.open(lodge, { date_order: null });
      const { cells } = await at.pair();
      const { body } = await preview([{ ...cells, contract_start: '25/09/2027', contract_end: '07/06/2028' }], {}, at);
      await lodge.sql("UPDATE sites SET date_order = 'mdy' WHERE id = $1", [at.site.id]);
      const [done] = await first(body.preview_id, at);
      const stored = done.booking_id && (await at.booking(done.booking_id));
      expect(stored?.contract_end ?? null).toBe(body.rows[0].normalized.contract_end);
    });

    test('a room or a person that its cell names now, and not then', async () => {
      const [room, person, same, ok] = await Promise.all([desk.pair(), desk.pair(), desk.pair(), desk.pair()]);
      const strange = { ...ok.cells, room: 'Greenhouse' };
      const rows = [room.cells, person.cells, same.cells, strange];
      const { body } = await preview(rows);
      expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready', 'ready', 'error']);
      await lodge.sql("UPDATE locations SET code = code || '-old' WHERE id = $1", [room.room]);
      await lodge.make.room(desk.site, { code: room.cells.room });
      await lodge.sql("UPDATE students SET student_id = student_id || '-old' WHERE id = $1", [person.student]);
      await lodge.make.student(desk.site, { student_id: person.cells.student_id });
      await lodge.make.room(desk.site, { code: 'Greenhouse' });
      const failed = { outcome: 'failed', reason: 'changed_since_preview' };
      const done = await commit({ preview_id: body.preview_id });
      const { results } = done.body;
      expect(results).toMatchObject([failed, failed, { outcome: 'created' }, failed]);
      expect(results.map(codes)).toEqual([['location_ambiguous'], ['person_ambiguous'], [], ['location_ambiguous']]);
      // The rows come back as they were sent.
      const { text } = await desk.client.get(
        `/bookings/imports/${results[0].import_id ?? ''}/rows?site=${desk.site.id}`,
      );
      expect(text).not.toContain('_previewed');
    });

    test('a booking that was changed or made since', async () => {
      const [one, two] = await Promise.all([desk.pair(), desk.pair()]);
      const old = await desk.book(one.room, one.student, { notes: 'old' });
      const { body } = await preview([{ ...one.cells, reference: old.reference, notes: 'from the file' }, two.cells]);
      expect(body.rows.map(({ planned }: { planned: string }) => planned)).toEqual(['update', 'create']);
      const change = { site: desk.site.id, notes: 'by hand' };
      expect((await desk.client.patch(`/bookings/${old._id}`, change)).status).toBe(200);
      const [changed, second] = await first(body.preview_id);
      expect(changed).toMatchObject({ outcome: 'failed', reason: 'changed_since_preview' });
      expect(codes(changed)).toContain('booking_changed');
      expect(second.outcome).toBe('created');
      expect((await desk.booking(old._id)).notes).toBe('by hand');
    });
  });
});
