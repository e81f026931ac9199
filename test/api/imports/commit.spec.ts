import { describe, expect, test } from '@jest/globals';
import { type Cells, codes, ImportDesk, STAY } from '../../support/import-desk.js';
import { startWorker } from '../../support/test-worker.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true, instances: 2 });

describe('POST /bookings/import/commit', () => {
  const person = async (values: object = {}) => {
    const id = await lodge.make.student(desk.site, { ...values });
    const [row] = await lodge.sql<{ student_id: string }>('SELECT student_id FROM students WHERE id = $1', [id]);
    return { id, student_id: row?.student_id ?? '' };
  };
  const count = async (table: string) =>
    (await lodge.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE site_id = $1`, [desk.site.id]))[0]
      ?.n;

  test('books what is ready, and says who and where', async () => {
    const { cells, room, student } = await desk.pair();
    const { status, body } = await desk.commit([{ ...cells, notes: 'Quiet side', vehicle_registration: 'AB12 CDE' }]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'completed',
      summary: { created: 1, updated: 0, skipped: 0, failed: 0, persons_created: 0 },
      results: [{ row_index: 0, outcome: 'created', reason: null, person_id: student, overridden_booking_id: null }],
    });
    const booking = await desk.booking(body.results[0].booking_id);
    expect(booking).toMatchObject({
      ...STAY,
      location: room,
      lead_person: student,
      source: 'import',
      status: 'confirmed',
      notes: 'Quiet side',
      vehicle_registration: 'AB12 CDE',
    });
    expect(booking.expanded.transactions).toMatchObject([
      { type: 'created', caused_by: { kind: 'import', id: body.import_id } },
    ]);
  });

  test('books present and past stays with the times that they imply', async () => {
    const [now, past] = [await desk.pair(), await desk.pair()];
    const { body } = await desk.commit([
      { ...now.cells, contract_start: '2026-09-18' },
      { ...past.cells, contract_start: '2025-09-18', contract_end: '2026-06-30' },
    ]);
    expect(body.summary).toMatchObject({ created: 2 });
    const [resident, left] = await Promise.all(
      body.results.map(({ booking_id }: { booking_id: string }) => desk.booking(booking_id)),
    );
    expect(resident).toMatchObject({ status: 'checked_in', checked_in_at: '2026-09-17T23:00:00.000Z' });
    expect(left).toMatchObject({ status: 'checked_out', checked_out_at: '2026-06-29T23:00:00.000Z' });
  });

  test('skips what nobody decided, fails what is wrong, each with its cause', async () => {
    const { cells, student } = await desk.pair();
    const taken = await desk.pair();
    await desk.book(taken.room, taken.student);
    const { body } = await desk.commit([
      { ...cells, student_id: 'S-nobody', first_name: 'Grace', last_name: 'Hopper' },
      { ...(await desk.pair()).cells, contract_start: 'soon' },
      { ...taken.cells, student_id: cells.student_id },
      { ...(await desk.pair()).cells, room: 'R-nowhere-at-all' },
    ]);
    expect(body.summary).toEqual({ created: 0, updated: 0, skipped: 2, failed: 2, persons_created: 0 });
    expect(body.results).toMatchObject([
      { outcome: 'skipped', reason: 'unresolved' },
      { outcome: 'failed', reason: 'invalid', booking_id: null },
      { outcome: 'skipped', reason: 'unresolved', person_id: student },
      { outcome: 'failed', reason: 'invalid' },
    ]);
    expect(body.results.map(codes)).toEqual([
      ['person_not_found'],
      ['invalid_date'],
      ['conflict_booking'],
      ['location_not_found'],
    ]);
  });

  test('does what was decided: skip, person, room, corrected cells, status, accepted doubts', async () => {
    const pairs = await Promise.all(Array.from({ length: 5 }, () => desk.pair()));
    const [skipped, chosen, placed, corrected, accepted] = pairs as [
      (typeof pairs)[0],
      (typeof pairs)[0],
      (typeof pairs)[0],
      (typeof pairs)[0],
      (typeof pairs)[0],
    ];
    const zeros = await person({ student_id: '00717', first_name: 'Zero', last_name: 'Eaten' });
    const { body } = await desk.commit(
      [
        skipped.cells,
        { ...chosen.cells, student_id: 'S-typo' },
        { ...placed.cells, room: 'the room upstairs' },
        { ...corrected.cells, Start: 'soon', contract_start: undefined },
        { ...accepted.cells, student_id: '717' },
      ],
      [
        { row_index: 0, action: 'skip' },
        { row_index: 1, action: 'create', person_id: chosen.student.toUpperCase() },
        { row_index: 2, action: 'create', location_id: placed.room },
        { row_index: 3, action: 'create', values: { contract_start: '2027-10-01' }, status: 'provisional' },
        { row_index: 4, action: 'create', accept: ['leading_zero_mismatch'] },
      ],
    );
    expect(body.results).toMatchObject([
      { outcome: 'skipped', reason: 'skipped', booking_id: null },
      { outcome: 'created', person_id: chosen.student },
      { outcome: 'created', person_id: placed.student },
      { outcome: 'created', person_id: corrected.student },
      { outcome: 'created', person_id: zeros.id },
    ]);
    expect(await desk.booking(body.results[2].booking_id)).toMatchObject({ location: placed.room });
    expect(await desk.booking(body.results[3].booking_id)).toMatchObject({
      status: 'provisional',
      contract_start: '2027-10-01',
    });
  });

  test('two columns that differ are one question: the corrected cell is the answer', async () => {
    const { cells } = await desk.pair();
    const row = { ...cells, Arrival: '2027-10-01' };
    const { body } = await desk.commit(
      [row, row],
      [{ row_index: 1, action: 'create', values: { contract_start: '2027-10-01' } }],
    );
    expect(body.results).toMatchObject([{ outcome: 'failed', reason: 'invalid' }, { outcome: 'created' }]);
    expect(body.results[0].issues[0]).toMatchObject({
      field: 'contract_start',
      message: 'two columns for this say different things; keep one',
    });
    expect(await desk.booking(body.results[1].booking_id)).toMatchObject({ contract_start: '2027-10-01' });
  });

  test('a date of another country in a file makes those unclear that read two ways', async () => {
    const at = await ImportDesk.open(lodge, { date_order: 'dmy' });
    const pairs = await Promise.all([at.pair(), at.pair(), at.pair()]);
    const days = ['09/08/2027', '09/08/2027', '09/18/2027'];
    const { body } = await at.commit(
      pairs.map(({ cells }, index) => ({ ...cells, contract_start: undefined, Arrival: days[index] })),
      [{ row_index: 1, action: 'create', values: { contract_start: '2027-09-08' } }],
    );
    expect(body.results).toMatchObject([{ outcome: 'failed' }, { outcome: 'created' }, { outcome: 'created' }]);
    expect(codes(body.results[0])).toEqual(['ambiguous_date']);
    const alone = await at.commit([{ ...pairs[0].cells, contract_start: days[0] }]);
    expect(alone.body.summary).toMatchObject({ created: 0, failed: 1 });
    expect(codes(alone.body.results[0])).toEqual(['ambiguous_date']);
  });

  test('a cell can be corrected to nothing', async () => {
    const { cells } = await desk.pair();
    const given = { ...cells, Comments: 'of somebody else', vehicle_registration: 'AB12 CDE', email: 'ada@' };
    const values = { notes: null, vehicle_registration: '', 'E-mail': ' ', contract_end: null };
    const { body } = await desk.commit([given], [{ row_index: 0, action: 'create', values }]);
    expect(body.results).toMatchObject([{ outcome: 'created' }]);
    expect(await desk.booking(body.results[0].booking_id)).toMatchObject({
      notes: null,
      vehicle_registration: null,
      contract_end: null,
    });
  });

  test('a resolution can say who and where, so the cells need not; an update needs only what changes', async () => {
    const [bare, known] = [await desk.pair(), await desk.pair()];
    const booking = await desk.book(known.room, known.student);
    const { body } = await desk.commit(
      [
        { ...STAY, email: 'ada@' },
        { booking_id: booking._id, contract_end: '2028-07-31' },
        { ...STAY, notes: 'Late' },
      ],
      [
        { row_index: 0, action: 'create', person_id: bare.student, location_id: bare.room },
        { row_index: 2, action: 'skip' },
      ],
    );
    expect(body.results).toMatchObject([
      { outcome: 'created', person_id: bare.student },
      { outcome: 'updated', booking_id: booking._id },
      { outcome: 'skipped' },
    ]);
    const later = await desk.commit([{ notes: 'Late' }], [{ row_index: 0, action: 'update', booking_id: booking._id }]);
    expect(later.body.results).toMatchObject([{ outcome: 'updated' }]);
    expect(await desk.booking(booking._id)).toMatchObject({ notes: 'Late', contract_end: '2028-07-31' });
  });

  test('a row that is skipped makes way for a row after it that somebody decided about', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const rival = { ...other.cells, room: one.cells.room };
    const skip = { row_index: 0, action: 'skip' };
    const { body: before } = await desk.commit([one.cells, rival, one.cells], [skip]);
    expect(before.results).toMatchObject([
      { reason: 'skipped' },
      { outcome: 'skipped', reason: 'unresolved', person_id: other.student },
      { outcome: 'skipped', reason: 'unresolved', person_id: one.student },
    ]);
    const { body } = await desk.commit([one.cells, rival, one.cells], [skip, { row_index: 1, action: 'create' }]);
    expect(body.results).toMatchObject([
      { outcome: 'skipped' },
      { outcome: 'created', person_id: other.student },
      { outcome: 'skipped', reason: 'unresolved', person_id: one.student },
    ]);
  });

  test('rows take their places in the order of the file, as the preview says: new bookings and changed ones', async () => {
    const [a, b, c, free] = await Promise.all([desk.pair(), desk.pair(), desk.pair(), desk.pair()]);
    const [one, two] = [await desk.book(a.room, a.student), await desk.book(b.room, b.student)];
    const { cells: late } = await desk.pair();
    const cells = [
      { ...a.cells, booking_id: one._id, room: free.cells.room },
      { ...c.cells, room: free.cells.room },
      { ...b.cells, booking_id: two._id, room: a.cells.room },
      { ...late, room: b.cells.room },
    ];
    const { body: preview } = await desk.preview(...cells);
    expect(preview.rows.map(({ state }: { state: string }) => state)).toEqual([
      'needs_decision',
      'needs_decision',
      'ready',
      'ready',
    ]);
    expect(preview.rows[1].issues.at(-1)).toMatchObject({ code: 'conflict_in_file', value: '0' });
    const { body } = await desk.commit(cells, [{ row_index: 0, action: 'update' }]);
    expect(body.results).toMatchObject([
      { outcome: 'updated' },
      { outcome: 'skipped', reason: 'unresolved' },
      { outcome: 'updated' },
      { outcome: 'created' },
    ]);
    expect(await desk.booking(two._id)).toMatchObject({ location: a.room });
    expect((await desk.undo(body.import_id)).body.summary).toEqual({ reversed: 3, kept: 0, blocked: 0 });
    expect(await desk.booking(one._id)).toMatchObject({ location: a.room });
    expect(await desk.booking(two._id)).toMatchObject({ location: b.room });
  });

  test('two bookings that would exchange rooms are asked, and stay where they are', async () => {
    const [a, b] = [await desk.pair(), await desk.pair()];
    const [one, two] = [await desk.book(a.room, a.student), await desk.book(b.room, b.student)];
    const cells = [
      { ...a.cells, booking_id: one._id, room: b.cells.room },
      { ...b.cells, booking_id: two._id, room: a.cells.room },
    ];
    const { body: preview } = await desk.preview(...cells);
    expect(preview.summary).toMatchObject({ needs_decision: 2 });
    expect((await desk.commit(cells)).body.summary).toMatchObject({ updated: 0, skipped: 2 });
    expect(await desk.booking(one._id)).toMatchObject({ location: a.room, version: 1 });
  });

  test('makes the person who is missing, who then lives in the room', async () => {
    const { cells, room } = await desk.pair();
    const create_person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.org' };
    const { body } = await desk.commit(
      [{ ...cells, student_id: undefined, first_name: 'Grace', last_name: 'Hopper' }],
      [{ row_index: 0, action: 'create', create_person }],
    );
    expect(body.summary).toMatchObject({ created: 1, persons_created: 1 });
    const { body: made } = await desk.client.get(`/students/${desk.site.id}/${body.results[0].person_id}`);
    expect(made).toMatchObject({ record_name: 'Hopper, Grace', email: 'grace@example.org', location: room });
    expect(await lodge.sql('SELECT action FROM audit_events WHERE subject_id = $1', [made._id])).toEqual([
      { action: 'student.created' },
    ]);
  });

  test('makes nobody when the room turns out to be taken, and nobody twice under another key', async () => {
    const [past, future] = [await desk.pair(), await desk.pair()];
    const name = { student_id: undefined, first_name: 'Hedy', last_name: 'Lamarr' };
    const cells = [{ ...past.cells, ...name, contract_start: '2025-09-18', contract_end: '2026-06-30' }];
    const decided = [{ row_index: 0, action: 'create', create_person: { first_name: 'Hedy', last_name: 'Lamarr' } }];
    expect((await desk.commit(cells, decided)).body.summary).toMatchObject({ created: 1, persons_created: 1 });
    // The import itself leaves entries; a person that nobody made leaves none.
    const ofPeople = async () =>
      (await lodge.sql(`SELECT FROM audit_events WHERE site_id = $1 AND subject_kind = 'student'`, [desk.site.id]))
        .length;
    const [before, recorded] = [await count('students'), await ofPeople()];
    const again = await desk.commit(cells, decided);
    expect(again.body.results).toMatchObject([{ outcome: 'skipped', reason: 'duplicate_existing' }]);

    const override = { conflict_booking_id: again.body.results[0].booking_id, action: 'check_out' };
    const mary = { first_name: 'Mary', last_name: 'Somerville' };
    const { body } = await desk.commit(
      [{ ...future.cells, ...mary, student_id: undefined }],
      [{ row_index: 0, action: 'create', create_person: mary, override }],
    );
    expect(body.results).toMatchObject([{ outcome: 'failed', reason: 'changed_since_preview', person_id: null }]);
    expect(body.summary).toMatchObject({ persons_created: 0 });
    expect([await count('students'), await ofPeople()]).toEqual([before, recorded]);
  });

  test('takes a booking out of the way when told to', async () => {
    const { cells, room, student } = await desk.pair();
    const old = await desk.book(room, student);
    const other = await person();
    const override = { conflict_booking_id: old._id, action: 'void', cancellation_code: 'data_entry_error' };
    const { body } = await desk.commit(
      [{ ...cells, student_id: other.student_id }],
      [{ row_index: 0, action: 'create', override }],
    );
    expect(body.results).toMatchObject([{ outcome: 'created', overridden_booking_id: old._id }]);
    expect(await desk.booking(old._id)).toMatchObject({ status: 'void' });
  });

  test('a booking that somebody edited since the preview is not changed back unless somebody decides that', async () => {
    const pairs = await Promise.all([desk.pair(), desk.pair(), desk.pair()]);
    const cells: Cells[] = [];
    for (const { room, student } of pairs) {
      const { _id: booking_id } = await desk.book(room, student, { notes: 'Quiet side' });
      cells.push({ booking_id, notes: 'Quiet side' });
    }
    const { body: seen } = await desk.preview(...cells, {
      ...pairs[0].cells,
      contract_start: '2029-09-18',
      contract_end: null,
    });
    expect(seen.rows).toMatchObject([
      ...cells.map(({ booking_id }) => ({ state: 'duplicate', booking_id, booking_version: 1 })),
      { state: 'ready', booking_id: null, booking_version: null },
    ]);
    for (const { booking_id } of cells.slice(0, 2))
      await desk.client.patch(`/bookings/${String(booking_id)}`, { site: desk.site.id, notes: 'By hand' });
    const { body } = await desk.commit(
      [...cells, { ...pairs[0].cells, contract_start: '2029-09-18', contract_end: null }],
      [
        { row_index: 0, action: 'update', expected_version: 1 },
        { row_index: 2, action: 'update', expected_version: 1 },
        { row_index: 3, action: 'create', expected_version: 1 },
      ],
    );
    expect(body.results).toMatchObject([
      {
        outcome: 'failed',
        reason: 'changed_since_preview',
        changed: [],
        issues: [{ code: 'booking_changed', value: '2' }],
      },
      { outcome: 'skipped', reason: 'unresolved', issues: [{ code: 'changed_since_export' }] },
      { outcome: 'skipped', reason: 'unchanged', changed: [] },
      { outcome: 'failed', reason: 'changed_since_preview' },
    ]);
    expect(await desk.booking(String(cells[0]?.booking_id))).toMatchObject({ notes: 'By hand', version: 2 });
    const again = await desk.commit([cells[0] ?? {}], [{ row_index: 0, action: 'update', expected_version: 2 }]);
    expect(again.body.results).toMatchObject([{ outcome: 'updated', changed: ['notes'] }]);
  });

  test('an override that nobody needs is told, and nobody makes way', async () => {
    const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const old = await desk.book(one.room, one.student);
    const mine = await desk.book(two.room, two.student);
    const override = { conflict_booking_id: old._id, action: 'void', cancellation_code: 'data_entry_error' };
    const past = { contract_start: '2025-09-18', contract_end: '2026-06-30' };
    const { body } = await desk.commit(
      [{ booking_id: mine._id, notes: 'Late' }, three.cells, { ...one.cells, ...past }],
      [
        { row_index: 0, action: 'update', override, status: 'checked_in' },
        { row_index: 1, action: 'create', override },
        { row_index: 2, action: 'create', override },
      ],
    );
    expect(body.results).toMatchObject([
      { outcome: 'failed', reason: 'invalid' },
      { outcome: 'failed', reason: 'changed_since_preview' },
      { outcome: 'failed', reason: 'invalid' },
    ]);
    for (const { issues } of body.results)
      expect(issues).toContainEqual(expect.objectContaining({ severity: 'error', field: 'override' }));
    expect(body.results[0].issues).toContainEqual(expect.objectContaining({ field: 'status', value: 'checked_in' }));
    expect(await desk.booking(old._id)).toMatchObject({ status: 'confirmed', version: 1 });
    expect(await desk.booking(mine._id)).toMatchObject({ notes: null, version: 1 });
  });

  test('a resolution that says what nothing would come of is refused', async () => {
    const { cells, student } = await desk.pair();
    const create_person = { first_name: 'Quirin', last_name: 'Xylander' };
    const refused = async (more: object) => {
      const { status, body } = await desk.commit([cells], [{ row_index: 0, action: 'create', ...more }]);
      return [status, body.errors?.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])];
    };
    expect(await refused({ values: { 'arival/day': '2027-09-18', Arrival: '2027-09-19' } })).toEqual([
      400,
      [['/resolutions/0/values/arival~1day', 'unknown_field']],
    ]);
    expect(await refused({ person_id: student, create_person })).toEqual([
      400,
      [['/resolutions/0/create_person', 'person_twice']],
    ]);
  });

  test('changes an exported booking, by its id, its reference, or the booking of the resolution', async () => {
    const pairs = await Promise.all([desk.pair(), desk.pair(), desk.pair()]);
    const [byId, byReference, chosen] = await Promise.all(pairs.map(({ room, student }) => desk.book(room, student)));
    const { body } = await desk.commit(
      [
        { ...pairs[0].cells, booking_id: byId._id, notes: 'Late', contract_end: '2028-07-15' },
        { ...pairs[1].cells, reference: byReference.reference.toLowerCase(), notes: '' },
        { ...pairs[2].cells, contract_start: '2027-09-25' },
      ],
      [{ row_index: 2, action: 'update', booking_id: chosen._id }],
    );
    expect(body.results).toMatchObject([
      { outcome: 'updated', booking_id: byId._id },
      { outcome: 'skipped', reason: 'unchanged', booking_id: byReference._id },
      { outcome: 'updated', booking_id: chosen._id },
    ]);
    const changed = await desk.booking(byId._id);
    expect(changed).toMatchObject({ notes: 'Late', contract_end: '2028-07-15', version: 2 });
    expect(changed.expanded.transactions[1]).toMatchObject({ caused_by: { kind: 'import', id: body.import_id } });
    expect(await desk.booking(chosen._id)).toMatchObject({ contract_start: '2027-09-25' });
  });

  test('a person to make for a booking that is there is refused, and not forgotten', async () => {
    const { cells, room, student } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student);
    const create_person = { first_name: 'Quirin', last_name: 'Xylander' };
    const row = { ...cells, ...create_person, student_id: undefined, booking_id, notes: 'Moved in' };
    const { body } = await desk.commit([row], [{ row_index: 0, action: 'update', create_person }]);
    expect(body.results).toMatchObject([{ outcome: 'failed', reason: 'invalid' }]);
    expect(body.results[0].issues).toContainEqual(expect.objectContaining({ field: 'create_person' }));
    expect(await desk.booking(booking_id)).toMatchObject({ lead_person: student, notes: null, version: 1 });
  });

  test('a booking is changed by one row of a file, however far apart two rows are', async () => {
    const [{ cells, room, student }, ...others] = await Promise.all([desk.pair(), desk.pair()]);
    const { _id: booking_id } = await desk.book(room, student);
    const between = Array.from({ length: 520 }, () => ({ ...others[0].cells, room: 'nowhere' }));
    const rows = [{ ...cells, booking_id, notes: 'first' }, ...between, { ...cells, booking_id, notes: 'second' }];
    const accept = (row_index: number) => ({ row_index, action: 'update', accept: ['contradicts_row'] });
    const both = await desk.commit(rows, [accept(0), accept(521)]);
    expect(both.body.summary).toMatchObject({ updated: 0 });
    const { body } = await desk.commit(rows, [accept(0)]);
    expect(body.results.at(0)).toMatchObject({ outcome: 'updated' });
    expect(body.results.at(-1)).toMatchObject({ outcome: 'skipped', reason: 'unresolved' });
    expect(await desk.booking(booking_id)).toMatchObject({ notes: 'first', version: 2 });
  });

  test('fails a decision that no longer holds, with what stands against it now', async () => {
    const [one, two, three, gone] = await Promise.all([desk.pair(), desk.pair(), desk.pair(), desk.pair()]);
    const rival = await desk.book(one.room, two.student);
    const vanished = await desk.book(three.room, three.student);
    const code = { cancellation_code: 'data_entry_error' };
    await desk.client.post(`/bookings/${vanished._id}/transitions`, { site: desk.site.id, type: 'cancel', ...code });
    await desk.client.delete(`/students/${desk.site.id}/${gone.student}`);
    const { body } = await desk.commit(
      [one.cells, three.cells, gone.cells],
      [
        { row_index: 0, action: 'create', person_id: one.student },
        {
          row_index: 1,
          action: 'create',
          accept: ['was_cancelled'],
          override: { conflict_booking_id: vanished._id, action: 'void', ...code },
        },
        { row_index: 2, action: 'create', person_id: gone.student },
      ],
    );
    expect(body.results).toMatchObject(
      [0, 1, 2].map((row_index) => ({ row_index, outcome: 'failed', reason: 'changed_since_preview' })),
    );
    expect(body.results[0].issues).toContainEqual(
      expect.objectContaining({ code: 'conflict_booking', value: rival._id }),
    );
    expect(codes(body.results[1])).toContain('conflict_booking');
    expect(codes(body.results[2])).toContain('person_not_found');
  });

  test('the same rows under a new key create nothing', async () => {
    const pairs = await Promise.all([desk.pair(), desk.pair()]);
    const rows = pairs.map(({ cells }) => cells);
    const first = await desk.commit(rows);
    const before = await desk.count();
    const { body } = await desk.commit(rows);
    expect(body.results).toMatchObject(
      first.body.results.map(({ booking_id }: { booking_id: string }) => ({
        outcome: 'skipped',
        reason: 'duplicate_existing',
        booking_id,
      })),
    );
    expect(await desk.count()).toBe(before);
  });

  test('the same rows under several keys at once are booked once, where no place stops them too', async () => {
    const others = await Promise.all([startWorker(lodge), startWorker(lodge)]);
    const past = { contract_start: '2025-09-18', contract_end: '2026-06-30' };
    try {
      for (let round = 0; round < 6; round++) {
        const pairs = await Promise.all([desk.pair(), desk.pair(), desk.pair()]);
        const rows = pairs.map(({ cells }) => ({ ...cells, ...past }));
        const before = await desk.count();
        const answers = await Promise.all([desk.commit(rows), desk.commit(rows), desk.commit(rows)]);
        expect(answers.map(({ body }) => body.summary.created).sort()).toEqual([0, 0, 3]);
        expect(await desk.count()).toBe(before + 3);
      }
    } finally {
      await Promise.all(others.map((each) => each.close()));
    }
  });

  test('one key sent 100 times at once, to two instances: one effect, one answer', async () => {
    const { cells } = await desk.pair();
    const [rows, before] = [desk.rows(cells), await desk.count()];
    const body = { site: desk.site.id, idempotency_key: 'rush', rows };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        desk.client.on(lodge.instances[index % 2] ?? lodge.instance).post('/bookings/import/commit', body),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { status: 'completed', summary: { created: 1 } } });
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    expect(await desk.count()).toBe(before + 1);
    const other = await desk.commit([{ ...cells, notes: 'else' }], [], 'rush');
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  test('the same rows with their cells in another order are the same request', async () => {
    const { cells } = await desk.pair();
    const first = await desk.commit([cells], [], 'order');
    const again = await desk.commit([Object.fromEntries(Object.entries(cells).reverse())], [], 'order');
    expect(again.text).toBe(first.text);
  });

  test('refuses rows and resolutions that do not fit, field by field', async () => {
    const { cells } = await desk.pair();
    const send = (more: object) =>
      desk.client.post('/bookings/import/commit', {
        site: desk.site.id,
        idempotency_key: 'bad',
        rows: desk.rows(cells),
        ...more,
      });
    const cases: [object, string][] = [
      [{ rows: [] }, '/rows'],
      [{ rows: [...desk.rows(cells), ...desk.rows(cells)] }, '/rows/1/row_index'],
      [{ resolutions: [{ row_index: 7, action: 'skip' }] }, '/resolutions/0/row_index'],
      [{ resolutions: [{ row_index: 0, action: 'sit' }] }, '/resolutions/0/action'],
      [{ idempotency_key: 'two words' }, '/idempotency_key'],
    ];
    for (const [more, pointer] of cases) {
      const { status, body } = await send(more);
      expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
    }
  });

  test('an import and its job can be read; for other sites they do not exist', async () => {
    const { cells } = await desk.pair();
    const { body } = await desk.commit([cells]);
    const [url, job] = [`/bookings/imports/${body.import_id}`, `/jobs/${body.import_id}`];
    expect((await desk.client.get(`${url}?site=${desk.site.id}`)).body).toEqual(body);
    expect((await desk.client.get(job)).body).toMatchObject({
      _id: body.import_id,
      kind: 'booking_import',
      state: 'completed',
      progress: { done: 1, total: 1, stage: 'completed' },
      result_url: `${url}?site=${desk.site.id}`,
    });
    const events = await desk.client.get(`${job}/events`);
    expect(events.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(events.text).toMatch(/^event: progress\ndata: \{.*"completed".*\}\n\n$/);
    const stranger = await ImportDesk.open(lodge);
    for (const [method, path] of [
      ['get', `${url}?site=${stranger.site.id}`],
      ['get', `${url}?site=${desk.site.id}`],
      ['get', job],
      ['get', `${job}/events`],
    ] as const)
      expect((await stranger.client[method](path)).status).toBe(404);
    expect((await stranger.undo(body.import_id)).status).toBe(404);
  });

  test('what a program imported with an API key says so, as every other change of it does', async () => {
    const { email } = await lodge.make.user({ roles: { [desk.site.id]: 'admin' } });
    const scopes = [{ site: desk.site.id, role: 'manager' }];
    const made = await (await lodge.logIn(email)).post('/users/@me/api-keys', { name: 'Nightly report', scopes });
    const send = (url: string, body: object) =>
      lodge.call('POST', url, { site: desk.site.id, ...body }, { authorization: `Bearer ${made.body.key}` });
    const { cells } = await desk.pair();
    const { body } = await send('/bookings/import/commit', { idempotency_key: 'by-key', rows: desk.rows(cells) });
    expect(body.summary).toMatchObject({ created: 1 });
    const actor = {
      type: 'api_key',
      _id: made.body._id,
      name: expect.stringMatching(/^Robin Clerk\d+ \(Nightly report\)$/),
    };
    const booking = await desk.booking(body.results[0].booking_id);
    expect(booking.expanded.transactions[0]).toMatchObject({
      actor,
      caused_by: { kind: 'import', id: body.import_id },
    });
    const [kept] = await lodge.sql('SELECT role, key_role FROM imports WHERE id = $1', [body.import_id]);
    expect(kept).toEqual({ role: 'admin', key_role: 'manager' });
  });

  test('people and rooms of another site are as unknown as made-up ones', async () => {
    const [{ cells }, foreign] = [await desk.pair(), await (await ImportDesk.open(lodge)).pair()];
    const { body } = await desk.commit(
      [cells, (await desk.pair()).cells, cells],
      [
        { row_index: 0, action: 'create', person_id: foreign.student },
        { row_index: 1, action: 'create', location_id: foreign.room },
        { row_index: 2, action: 'skip' },
      ],
    );
    expect(body.summary).toMatchObject({ created: 0, failed: 2 });
    expect(body.results.map(codes)).toEqual([['person_not_found'], ['location_not_found'], []]);
  });

  test.each(['viewer', 'reception', 'welfare'] as const)('is not for %s', async (role) => {
    const { email } = await lodge.make.user({ roles: { [desk.site.id]: role } });
    const answer = await (
      await lodge.logIn(email)
    ).post('/bookings/import/commit', { site: desk.site.id, idempotency_key: 'no', rows: desk.rows({ room: 'x' }) });
    expect(answer).toMatchObject({ status: 403, body: { required_permission: 'booking.import' } });
  });
});
