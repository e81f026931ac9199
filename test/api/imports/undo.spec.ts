import { describe, expect, test } from '@jest/globals';
import { ImportDesk } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });

describe('POST /bookings/imports/{importId}/undo', () => {
  const committed = async (...args: Parameters<ImportDesk['commit']>) => {
    const { body } = await desk.commit(...args);
    return { id: body.import_id as string, bookings: body.results.map((row: any) => row.booking_id) as string[], body }; // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever came back
  };
  const move = (id: string, more: object) =>
    desk.client.post(`/bookings/${id}/transitions`, { site: desk.site.id, ...more });

  test('voids what was created, keeps what was edited since, and returns the same when asked again', async () => {
    const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const { id, bookings } = await committed([one.cells, two.cells, { ...three.cells, contract_start: 'soon' }]);
    await desk.client.patch(`/bookings/${bookings[1]}`, { site: desk.site.id, notes: 'Checked by hand' });
    const nobody = { person_id: null, person_outcome: null };
    const { status, body, text } = await desk.undo(id);
    expect([status, body]).toEqual([
      200,
      {
        import_id: id,
        status: 'completed',
        job_id: expect.any(String),
        summary: { reversed: 1, kept: 1, blocked: 0 },
        results: [
          { row_index: 0, outcome: 'reversed', reason: null, booking_id: bookings[0], ...nobody },
          {
            row_index: 1,
            outcome: 'kept',
            reason: 'The booking was changed since.',
            booking_id: bookings[1],
            ...nobody,
          },
        ],
      },
    ]);
    const [gone, kept] = await Promise.all(bookings.slice(0, 2).map((each) => desk.booking(each)));
    expect(gone).toMatchObject({ status: 'void', cancellation_code: 'data_entry_error' });
    expect(gone.expanded.transactions.at(-1)).toMatchObject({ type: 'void', caused_by: { kind: 'undo', id } });
    expect(kept).toMatchObject({ status: 'confirmed', notes: 'Checked by hand' });
    expect((await desk.undo(id)).text).toBe(text);
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ version: gone.version });
  });

  test('takes an Idempotency-Key, and does nothing twice with or without', async () => {
    const { id, bookings } = await committed([(await desk.pair()).cells]);
    const undo = () =>
      desk.client.post(`/bookings/imports/${id}/undo`, { site: desk.site.id }, { 'idempotency-key': 'undo-1' });
    const first = await undo();
    expect([first.status, first.body.summary]).toEqual([200, { reversed: 1, kept: 0, blocked: 0 }]);
    expect([(await undo()).text, (await desk.undo(id)).text]).toEqual([first.text, first.text]);
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'void', version: 2 });
  });

  test('is a job, and the import says that it is undone, and how far', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const { id, body, bookings } = await committed([one.cells, two.cells]);
    expect(body.undone).toBeNull();
    await desk.client.patch(`/bookings/${bookings[1]}`, { site: desk.site.id, notes: 'Checked by hand' });
    const { body: undone } = await desk.undo(id);
    expect((await desk.client.get(`/jobs/${undone.job_id}`)).body).toMatchObject({
      kind: 'booking_import_undo',
      state: 'completed',
      progress: { done: 2, total: 2 },
      result_url: `/bookings/imports/${id}?site=${desk.site.id}`,
    });
    const { body: read } = await desk.client.get(`/bookings/imports/${id}?site=${desk.site.id}`);
    expect(read).toMatchObject({ status: 'completed', summary: { created: 2 } });
    expect(read.undone).toEqual({
      status: 'completed',
      job_id: undone.job_id,
      undone_at: '2026-11-21T12:00:00.000Z',
      ...{ reversed: 1, kept: 1, blocked: 0 },
    });
  });

  test('one of an earlier release returns what it did', async () => {
    const { id } = await committed([(await desk.pair()).cells]);
    const summary = { reversed: 1, kept: 0, blocked: 0 };
    const row = { row_index: 0, outcome: 'reversed', reason: null, booking_id: null };
    await lodge.sql(`UPDATE imports SET undo_answer = $2, undone_at = '2026-11-21T12:00:00Z' WHERE id = $1`, [
      id,
      JSON.stringify({ import_id: id, summary, results: [row] }),
    ]);
    const nobody = { person_id: null, person_outcome: null };
    expect((await desk.undo(id)).body).toMatchObject({
      status: 'completed',
      summary,
      results: [{ ...row, ...nobody }],
    });
    expect((await desk.client.get(`/bookings/imports/${id}?site=${desk.site.id}`)).body.undone).toMatchObject(summary);
  });

  test('asked for ten times at once it happens once, and all hear the same', async () => {
    const { id, bookings } = await committed([(await desk.pair()).cells]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.undo(id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.summary).toEqual({ reversed: 1, kept: 0, blocked: 0 });
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'void', version: 2 });
  });

  test('gives the place back to the booking that made way: void, or checked out', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const [first, second] = await Promise.all([
      desk.book(one.room, one.student),
      desk.book(two.room, two.student, { contract_start: '2026-11-01', status: 'checked_in' }),
    ]);
    const override = { conflict_booking_id: first._id, action: 'void', cancellation_code: 'data_entry_error' };
    const checkOut = { conflict_booking_id: second._id, action: 'check_out' };
    const [other, another] = [await desk.pair(), await desk.pair()];
    const { id, body } = await committed(
      [
        { ...one.cells, student_id: other.cells.student_id },
        { ...two.cells, student_id: another.cells.student_id, contract_start: '2026-11-21' },
      ],
      [
        { row_index: 0, action: 'create', override },
        { row_index: 1, action: 'create', override: checkOut },
      ],
    );
    expect(body.summary).toMatchObject({ created: 2 });
    expect((await desk.undo(id)).body).toMatchObject({
      summary: { reversed: 2 },
      results: [{ reason: null }, { reason: null }],
    });
    expect(await desk.booking(first._id)).toMatchObject({ status: 'confirmed' });
    expect(await desk.booking(second._id)).toMatchObject({ status: 'checked_in' });
  });

  test('gives changed bookings their values back, in the order that lets them', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const free = await desk.pair();
    const first = await desk.book(one.room, one.student, { notes: 'As it was' });
    const second = await desk.book(two.room, two.student);
    const cells = [
      {
        ...one.cells,
        booking_id: first._id,
        room: free.cells.room,
        notes: 'Near the lift',
        vehicle_registration: 'AB12 CDE',
      },
      { ...two.cells, booking_id: second._id, contract_end: '2028-07-31' },
    ];
    const { id, body } = await committed(cells);
    expect(body.summary).toMatchObject({ updated: 2 });
    expect((await desk.undo(id)).body.summary).toEqual({ reversed: 2, kept: 0, blocked: 0 });
    expect(await desk.booking(first._id)).toMatchObject({
      location: one.room,
      notes: 'As it was',
      vehicle_registration: null,
      version: 3,
    });
    expect(await desk.booking(second._id)).toMatchObject({ contract_end: '2028-06-30' });
  });

  test('a room that another row has taken over in the same import is free again when its old booking returns', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const first = await desk.book(one.room, one.student);
    const second = await desk.book(two.room, two.student);
    const free = await desk.pair();
    const between = Array.from({ length: 2_010 }, () => ({ room: 'nowhere', student_id: 'S-nobody' }));
    // Far enough apart to be two batches: the room is empty when the second row comes.
    const { id, body } = await committed([
      { ...one.cells, booking_id: first._id, room: free.cells.room },
      ...between,
      { ...two.cells, booking_id: second._id, room: one.cells.room },
    ]);
    expect(body.summary).toMatchObject({ updated: 2 });
    expect((await desk.undo(id)).body.summary).toEqual({ reversed: 2, kept: 0, blocked: 0 });
    expect(await desk.booking(first._id)).toMatchObject({ location: one.room });
    expect(await desk.booking(second._id)).toMatchObject({ location: two.room });
  });

  test('says what stands in the way of a change that cannot be taken back', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const booking = await desk.book(one.room, one.student);
    const { id } = await committed([{ ...one.cells, booking_id: booking._id, contract_start: '2027-10-18' }]);
    await desk.book(one.room, other.student, { contract_end: '2027-10-18' });
    const { body } = await desk.undo(id);
    expect(body).toMatchObject({ summary: { reversed: 0, kept: 0, blocked: 1 }, results: [{ outcome: 'blocked' }] });
    expect(body.results[0].reason).toMatch(/\S/);
    expect(await desk.booking(booking._id)).toMatchObject({ contract_start: '2027-10-18', version: 2 });
  });

  test('imports that are undone from the last to the first leave nothing of any of them', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const { id: first, bookings } = await committed([one.cells, two.cells]);
    const later = (contract_end: string) =>
      committed([
        { ...one.cells, booking_id: bookings[0], contract_end },
        { ...two.cells, booking_id: bookings[1], contract_end },
      ]);
    const [{ id: second }, { id: third }] = [await later('2028-07-31'), await later('2028-07-24')];
    await desk.client.patch(`/bookings/${bookings[1]}`, { site: desk.site.id, notes: 'Checked by hand' });
    const summary = async (id: string) => (await desk.undo(id)).body.summary;
    expect(await summary(third)).toEqual({ reversed: 1, kept: 1, blocked: 0 });
    expect(await summary(second)).toEqual({ reversed: 1, kept: 1, blocked: 0 });
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ contract_end: one.cells.contract_end });
    expect(await summary(first)).toEqual({ reversed: 1, kept: 1, blocked: 0 });
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'void' });
    expect(await desk.booking(bookings[1] ?? '')).toMatchObject({ status: 'confirmed', notes: 'Checked by hand' });
  });

  test('tries again what was blocked, when it is requested again', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const booking = await desk.book(one.room, one.student);
    const { id } = await committed([{ ...one.cells, booking_id: booking._id, contract_start: '2027-10-18' }]);
    const inTheWay = await desk.book(one.room, other.student, { contract_end: '2027-10-18' });
    for (let time = 0; time < 2; time++) expect((await desk.undo(id)).body.summary).toMatchObject({ blocked: 1 });
    await move(inTheWay._id, { type: 'cancel', cancellation_code: 'requested_by_student' });
    const { text, body } = await desk.undo(id);
    expect(body).toMatchObject({ summary: { reversed: 1, kept: 0, blocked: 0 }, results: [{ reason: null }] });
    expect(await desk.booking(booking._id)).toMatchObject({ contract_start: booking.contract_start });
    expect((await desk.undo(id)).text).toBe(text);
  });

  test('tries again what was kept because of a later import, when that one is undone', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const { id: first, bookings } = await committed([one.cells, two.cells]);
    const { id: second } = await committed(bookings.map((booking_id) => ({ booking_id, notes: 'Second' })));
    const summary = async (id: string) => (await desk.undo(id)).body.summary;
    for (let time = 0; time < 2; time++) expect(await summary(first)).toEqual({ reversed: 0, kept: 2, blocked: 0 });
    expect(await summary(second)).toEqual({ reversed: 2, kept: 0, blocked: 0 });
    await desk.client.patch(`/bookings/${bookings[1]}`, { site: desk.site.id, notes: 'By hand' });
    expect(await summary(first)).toEqual({ reversed: 1, kept: 1, blocked: 0 });
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'void' });
    expect(await desk.booking(bookings[1] ?? '')).toMatchObject({ status: 'confirmed', notes: 'By hand' });
  });

  test('says when the booking that made way cannot come back', async () => {
    const [one, other] = [await desk.pair(), await desk.pair()];
    const old = await desk.book(one.room, one.student);
    const override = { conflict_booking_id: old._id, action: 'void', cancellation_code: 'data_entry_error' };
    const short = { student_id: other.cells.student_id, contract_end: '2027-12-18' };
    const { id } = await committed([{ ...one.cells, ...short }], [{ row_index: 0, action: 'create', override }]);
    await desk.book(one.room, other.student, { contract_start: '2027-12-18' });
    const { body } = await desk.undo(id);
    expect(body.results).toMatchObject([{ outcome: 'reversed' }]);
    expect(body.results[0].reason).toMatch(/did not come back: .* the booking from 2027-12-18/);
    expect(await desk.booking(old._id)).toMatchObject({ status: 'void' });
  });

  test('somebody who came with the import goes with it, unless they have another booking', async () => {
    const pairs = [await desk.pair(), await desk.pair()];
    const names = ['Annie', 'Dorothy'];
    const { id, body } = await committed(
      pairs.map(({ cells }) => ({ ...cells, student_id: undefined })),
      names.map((first_name, row_index) => ({
        row_index,
        action: 'create',
        create_person: { first_name, last_name: 'Vaughan' },
      })),
    );
    expect(body.summary).toMatchObject({ persons_created: 2 });
    const [goes, stays] = body.results.map(({ person_id }: { person_id: string }) => person_id);
    await desk.book((await desk.pair()).room, stays);
    const undone = await desk.undo(id);
    expect(undone.body).toMatchObject({
      summary: { reversed: 2 },
      results: [
        { person_id: goes, person_outcome: 'removed' },
        { person_id: stays, person_outcome: 'kept' },
      ],
    });
    expect((await desk.undo(id)).text).toBe(undone.text);
    const read = async (person: string) => (await desk.client.get(`/students/${desk.site.id}/${person}`)).status;
    expect([await read(goes), await read(stays)]).toEqual([404, 200]);
  });

  test('somebody who came with the import and is in house goes with it, wherever they were said to live', async () => {
    const { cells, room } = await desk.pair();
    const home = await lodge.make.room(desk.site, { code: 'Home' });
    const stay = { ...cells, student_id: undefined, contract_start: '2026-09-18', contract_end: '2027-06-30' };
    const create_person = { first_name: 'Orla', last_name: 'Quist', location: 'Home' };
    const { id, body } = await committed(
      [stay, { ...stay, room: 'Home', contract_start: '2027-09-18', contract_end: '2028-06-30' }, stay],
      [
        { row_index: 0, action: 'create', create_person },
        {
          row_index: 1,
          action: 'create',
          create_person: { ...create_person, first_name: 'Wim', location: cells.room },
        },
        { row_index: 2, action: 'create', create_person: { first_name: 'Zed', last_name: 'Y', location: 'Nowhere' } },
      ],
    );
    expect(body.results[2]).toMatchObject({ outcome: 'failed', reason: 'changed_since_preview' });
    expect(body.results[2].issues).toContainEqual(expect.objectContaining({ field: 'location' }));
    const lives = async ({ person_id }: { person_id: string }) =>
      (await desk.client.get(`/students/${desk.site.id}/${person_id}`)).body.location;
    expect(await Promise.all(body.results.slice(0, 2).map(lives))).toEqual([room, room]);
    expect(home).not.toBe(room);
    expect((await desk.undo(id)).body.results).toMatchObject([
      { outcome: 'reversed', person_outcome: 'removed' },
      { outcome: 'reversed', person_outcome: 'removed' },
    ]);
    expect(await Promise.all(body.results.slice(0, 2).map(lives))).toEqual([undefined, undefined]);
  });

  test('somebody who came with the import and was changed by hand since stays', async () => {
    const { cells } = await desk.pair();
    const create_person = { first_name: 'Ann', last_name: 'Unge' };
    const { id, body } = await committed(
      [{ ...cells, student_id: undefined }],
      [{ row_index: 0, action: 'create', create_person }],
    );
    const url = `/students/${desk.site.id}/${body.results[0].person_id}`;
    const { location } = (await desk.client.get(url)).body;
    await desk.client.patch(url, { first_name: 'Ann', last_name: 'Unger', location, email: 'ann@example.org' });
    expect((await desk.undo(id)).body.summary).toMatchObject({ reversed: 1 });
    expect(await desk.client.get(url)).toMatchObject({ status: 200, body: { record_name: 'Unger, Ann' } });
  });

  test('what was undone can be imported again under a new key', async () => {
    const { cells } = await desk.pair();
    const { id } = await committed([cells]);
    await desk.undo(id);
    expect((await desk.commit([cells])).body.summary).toMatchObject({ created: 1 });
  });

  test('a booking that has moved on since is kept', async () => {
    const { cells } = await desk.pair();
    const { id, bookings } = await committed([cells]);
    await move(bookings[0] ?? '', { type: 'cancel', cancellation_code: 'requested_by_student' });
    expect((await desk.undo(id)).body.results).toMatchObject([{ outcome: 'kept' }]);
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'cancelled' });
  });

  test('leaves of a booking what a void by hand leaves, also of one who is in house', async () => {
    const now = { contract_start: '2026-09-18', contract_end: '2027-06-30' };
    const [one, two, three, four] = [await desk.pair(), await desk.pair(), await desk.pair(), await desk.pair()];
    const { id, bookings } = await committed([one.cells, { ...two.cells, ...now }]);
    const { bookings: others } = await committed([three.cells, { ...four.cells, ...now }]);
    expect((await desk.undo(id)).body.summary).toEqual({ reversed: 2, kept: 0, blocked: 0 });
    const notes = 'The import was undone';
    for (const other of others) await move(other, { type: 'void', cancellation_code: 'data_entry_error', notes });
    const left = async (booking: string, { room, student }: { room: string; student: string }) => {
      const { expanded, ...fields } = await desk.booking(booking);
      const { caused_by: _, ...last } = expanded.transactions.at(-1);
      const places = await lodge.sql(
        'SELECT slot, period, live, in_house, turnaround FROM occupancies WHERE booking_id = $1',
        [booking],
      );
      const names: [string, string][] = [
        [booking, 'booking'],
        [room, 'room'],
        [student, 'student'],
        [fields.reference, 'reference'],
        [last._id, 'entry'],
      ];
      const text = JSON.stringify({ fields, last, count: expanded.transactions.length, places });
      return names
        .reduce((all, [name, general]) => all.replaceAll(name, general), text)
        .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, 'moment')
        .replace(/"request_id":"[^"]*"/, '"request_id":""');
    };
    for (const [index, [undone, voided]] of [[one, three] as const, [two, four] as const].entries())
      expect(await left(bookings[index] ?? '', undone)).toBe(await left(others[index] ?? '', voided));
  });

  test('says of each booking why it cannot be called off', async () => {
    const { id, bookings } = await committed([(await desk.pair()).cells]);
    const use = (active: boolean) =>
      lodge.sql(`UPDATE cancellation_codes SET active = $2 WHERE site_id = $1 AND code = 'data_entry_error'`, [
        desk.site.id,
        active,
      ]);
    await use(false);
    const { body } = await desk.undo(id);
    await use(true);
    expect(body).toMatchObject({ summary: { reversed: 0, kept: 0, blocked: 1 }, results: [{ outcome: 'blocked' }] });
    expect(body.results[0].reason).toMatch(/cancellation_code/);
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'confirmed', version: 1 });
  });

  test('waits for the import to be over, and an import that failed half-way can be taken back', async () => {
    const { id, bookings } = await committed([(await desk.pair()).cells]);
    const become = (state: string) => lodge.sql('UPDATE jobs SET state = $2 WHERE id = $1', [id, state]);
    await lodge.sql(`UPDATE jobs SET heartbeat_at = now() + interval '1 hour' WHERE id = $1`, [id]);
    await become('active');
    expect(await desk.undo(id)).toMatchObject({ status: 409, body: { code: 'import_in_progress' } });
    await become('failed');
    expect((await desk.undo(id)).body.summary).toMatchObject({ reversed: 1 });
    expect(await desk.booking(bookings[0] ?? '')).toMatchObject({ status: 'void' });
  });

  test('is for managers of the site', async () => {
    const { id } = await committed([(await desk.pair()).cells]);
    const { email } = await lodge.make.user({ roles: { [desk.site.id]: 'reception' } });
    const reception = await lodge.logIn(email);
    const answer = await reception.post(`/bookings/imports/${id}/undo`, { site: desk.site.id });
    expect(answer).toMatchObject({ status: 403, body: { required_permission: 'booking.import' } });
  });
});
