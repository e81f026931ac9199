import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Cells, codes, ImportDesk, STAY } from '../../support/import-desk.js';
import { NOW } from '../../support/lodge.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ desk: { role: 'reception' } });

describe('POST /bookings/import/preview', () => {
  /** The only row of a preview at a desk of its own. */
  const errorsOf = async (cells: Cells, at = desk) => codes(await at.look(cells));

  test('says whom and which room a row means, on what evidence, and what would happen', async () => {
    const { cells, room, student } = await desk.pair({ first_name: 'Ada', last_name: 'Lovelace' });
    const { status, body } = await desk.preview({ ...cells, first_name: 'ADA', last_name: 'Lovelace', shoe: 39 });
    expect([status, body.summary, body.columns]).toEqual([
      200,
      { total: 1, ready: 0, needs_decision: 1, error: 0, duplicate: 0 },
      {
        recognised: ['student_id', 'room', 'contract_start', 'contract_end', 'first_name', 'last_name'],
        unknown: ['shoe'],
        ignored: [],
      },
    ]);
    expect(body.generated_at).toBe('2026-11-21T12:00:00.000Z');
    expect(body.rows).toMatchObject([
      {
        row_index: 0,
        state: 'needs_decision',
        values: { ...STAY, shoe: 39, student_id: expect.any(String), first_name: 'ADA' },
        normalized: { ...STAY, first_name: 'ADA' },
        person: { match: 'exact', person_id: student, score: 1, matched_on: ['student_id', 'name'] },
        location: { match: 'exact', location_id: room, score: 1, matched_on: ['code'] },
        status: { value: 'confirmed', inferred: true },
        conflicts: [],
        planned: 'create',
        changes: [],
        issues: [
          { code: 'status_inferred', severity: 'info' },
          { code: 'unread_column', severity: 'warning', value: 'shoe' },
          { code: 'unknown_column', severity: 'info', value: 'shoe' },
        ],
      },
    ]);
  });

  describe('a CSV file', () => {
    test('may begin with a byte order mark, end its lines in any way, and name its columns loosely', async () => {
      const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
      const line = ({ cells }: typeof one, note: string) =>
        [cells.student_id, cells.room, cells.contract_start, cells.contract_end, note].join(',');
      const file =
        '\ufeffStudent Number, ROOM no. ,Arrival Date,move-out,Comments\r\n' +
        `${line(one, '"two\r\nlines, and a ""quote"""')}\n${line(two, "'=1+1 bags")}\r\r\n${line(three, 'a 5" nail')}`;
      const { status, body } = await desk.previewCsv(file);
      expect([status, body.summary?.ready]).toEqual([200, 3]);
      expect(body.columns.unknown).toEqual([]);
      expect(body.rows.map(({ normalized }: { normalized: Cells }) => normalized.notes)).toEqual([
        'two\r\nlines, and a "quote"',
        '=1+1 bags',
        'a 5" nail',
      ]);
    });

    test('may separate its cells by commas, semicolons or tabs, which its first line tells', async () => {
      for (const [delimiter, other] of [
        [';', ','],
        ['\t', ';'],
        [',', ';'],
      ] as const) {
        const { cells } = await desk.pair();
        const file = [
          ['\ufeff"Student\nNumber"', 'Room', `"From${other}"`, `a${other}b${other}c`, 'Notes'],
          [cells.student_id, cells.room, '18.09.2027', '', `"two${delimiter}\r\nlines"`],
        ];
        const { status, body } = await desk.previewCsv(file.map((line) => line.join(delimiter)).join('\r\n'));
        expect([status, body.columns?.unknown]).toEqual([200, [`a${other}b${other}c`]]);
        expect(body.rows).toMatchObject([
          { state: 'ready', normalized: { contract_start: '2027-09-18', notes: `two${delimiter}\r\nlines` } },
        ]);
      }
      const open = await desk.previewCsv('student_id;room;notes\nA;1;"nice\nB;2;\nC;3;"quiet"\n');
      expect([open.status, open.body.detail]).toEqual([400, expect.stringMatching(/in row 1 a quotation mark/)]);
      expect(await desk.previewCsv(`room;notes${';'.repeat(999)}\n`)).toMatchObject({ status: 413 });
      const one = await desk.previewCsv('room\nQ;1,2\n');
      expect(one.body.columns).toEqual({ recognised: ['room'], unknown: [], ignored: [] });
      expect(one.body.rows[0].issues).toContainEqual(expect.objectContaining({ code: 'ragged_row' }));
    });

    test('may have lines without anything in their cells: they are no rows, and later rows keep their numbers', async () => {
      const { cells } = await desk.pair();
      const { body } = await desk.previewCsv(
        `,,,\nstudent_id,room,contract_start,notes\n,,,\n\n${cells.student_id},${cells.room},2027-09-18,\n" ",,\u00a0,""\n` +
          `S-404,,,\n${',,,\n'.repeat(20_001)}`,
      );
      expect(body.summary).toEqual({ total: 2, ready: 1, needs_decision: 0, error: 1, duplicate: 0 });
      expect(body.rows.map(({ row_index }: { row_index: number }) => row_index)).toEqual([1, 3]);
      expect(await desk.previewCsv('student_id,room\n,\n')).toMatchObject({ status: 400 });
    });

    test('may have ragged lines, columns twice, and a column called __proto__', async () => {
      const { cells } = await desk.pair();
      const { body } = await desk.previewCsv(
        `__proto__,student_id,room,student_id,contract_start,constructor\n` +
          `{"admin":true},,${cells.room},${cells.student_id},2027-09-18,x,too,many\nx,${cells.student_id}\n`,
      );
      expect(body.columns).toEqual({
        recognised: ['student_id', 'room', 'contract_start'],
        unknown: ['__proto__', 'constructor', 'section line'],
        ignored: [],
      });
      expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['needs_decision', 'error']);
      expect(codes(body.rows[0])).toEqual(['ragged_row', 'unread_column', 'unread_column', 'unread_column']);
      expect(codes(body.rows[1])).toEqual(['missing_required', 'ragged_row']);
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    });

    test('in which two columns for one field differ is told so, whatever their names, also when it is committed', async () => {
      const [one, two, three] = [await desk.pair(), await desk.pair(), await desk.pair()];
      const line = ({ cells }: typeof one, ...more: string[]) => [cells.student_id, cells.room, ...more].join(',');
      const { body } = await desk.previewCsv(
        `student_id,room,contract_start,Check in,notes,Comments,notes\n` +
          `${line(one, '2027-09-18', '2027-10-01', 'Quiet', '', 'Loud')}\n` +
          `${line(two, '2027-09-18', ' 2027-09-18', ' ', 'Quiet', '')}\n${line(three, '2027-09-18', '', 'a', 'b', 'c')}\n`,
      );
      expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['error', 'needs_decision', 'error']);
      expect(body.rows[0].issues).toMatchObject([
        { code: 'invalid_value', field: 'contract_start', value: '["2027-09-18","2027-10-01"]' },
        { code: 'invalid_value', field: 'notes', value: '["Quiet","Loud"]' },
        { code: 'contradicting_cells', field: 'notes' },
      ]);
      expect(body.rows[1].normalized).toMatchObject({ contract_start: '2027-09-18', notes: 'Quiet' });
      const again = await desk.preview(...body.rows.map(({ values }: { values: Cells }) => values));
      expect(again.body.rows.map(({ state }: { state: string }) => state)).toEqual([
        'error',
        'needs_decision',
        'error',
      ]);
    });

    test('whose encoding its bytes do not prove is not guessed: the encoding is asked for, with samples', async () => {
      const { cells } = await desk.pair();
      const head = Buffer.from(
        `student_id,room,contract_start,first_name\n${cells.student_id},${cells.room},2027-09-18,Ren`,
      );
      const refused = await desk.previewCsv(Buffer.concat([head, Buffer.from([0xe9, 0x0a])]));
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/encoding', code: 'encoding_unknown' }] },
      });
    });

    test('with a quote that swallows the lines after it is refused; a cell that begins with one is not', async () => {
      const head = 'student_id,room,contract_start,notes\n';
      const swallowing = `${head}A,1,2027-09-18,"nice view\nB,2,2027-09-18,\nC,3,2027-09-18,"quiet"\n`;
      const refused = await desk.previewCsv(swallowing);
      expect([refused.status, refused.body.detail]).toEqual([
        400,
        'The file is not CSV: in row 1 a quotation mark is not closed.',
      ]);
      const { body } = await desk.previewCsv(
        `${head}A,1,2027-09-18,"""Hush"" said\n5"" nails"\nB,2,2027-09-18,"5" nail\n`,
      );
      expect(body.rows.map(({ normalized }: { normalized: Cells }) => normalized.notes)).toEqual([
        '"Hush" said\n5" nails',
        '"5" nail',
      ]);
    });

    test('without a row, with an open quote, or to another route is refused', async () => {
      const refusal = async (text: string) => (await desk.previewCsv(text)).status;
      expect([await refusal(''), await refusal('student_id,room\n'), await refusal('a,b\n"open,1\n')]).toEqual([
        400, 400, 400,
      ]);
      const elsewhere = await desk.client.post('/bookings', 'a\n1', {
        'content-type': 'text/csv',
      });
      expect(elsewhere.status).toBe(415);
    });

    test('of more than 1,000 columns is too large, be it in the head, in a row, or in one line of 16 MiB', async () => {
      const columns = (count: number) => `room${','.repeat(count - 1)}\n`;
      expect((await desk.previewCsv(`${columns(1_000)}x\n`)).status).toBe(200);
      for (const file of [`${columns(1_001)}x\n`, `room\n${columns(1_001)}`, ','.repeat(16 * 1_048_576)])
        expect(await desk.previewCsv(file)).toMatchObject({
          status: 413,
          body: { code: 'payload_too_large', detail: expect.stringMatching(/at most 1000 columns/) },
        });
    });

    test('of more than 20,000 rows is too large', async () => {
      expect(await desk.previewCsv(`room\n${'x\n'.repeat(20_001)}`)).toMatchObject({
        status: 413,
        body: { code: 'payload_too_large' },
      });
    });
  });

  test('each fault has its code, its field and its cell', async () => {
    const { cells } = await desk.pair();
    await lodge.make.room(desk.site, { code: 'closed', active: false });
    const cases: [Cells, string, string][] = [
      [{ room: '' }, 'missing_required', 'room'],
      [{ contract_start: null }, 'missing_required', 'contract_start'],
      [{ student_id: ' ' }, 'missing_required', 'student_id'],
      [{ contract_start: 'soon' }, 'invalid_date', 'contract_start'],
      [{ contract_start: '2027-02-30' }, 'invalid_date', 'contract_start'],
      [{ contract_end: '9999-01-01' }, 'invalid_date', 'contract_end'],
      [{ parking_expiry: 'never' }, 'invalid_date', 'parking_expiry'],
      [{ email: 'ada@' }, 'invalid_email', 'email'],
      [{ contract_end: '2027-09-18' }, 'date_range_invalid', 'contract_end'],
      [{ contract_end: '2032-09-19' }, 'date_range_invalid', 'contract_end'],
      [{ student_id: 'S-nobody' }, 'person_not_found', 'student_id'],
      [{ room: 'Q-999' }, 'location_not_found', 'room'],
      [{ room: 'North House' }, 'location_not_allocatable', 'room'],
      [{ room: 'CLOSED' }, 'location_not_allocatable', 'room'],
      [{ vehicle_registration: 'X'.repeat(17) }, 'value_too_long', 'vehicle_registration'],
      [{ notes: 'x'.repeat(4_001) }, 'value_too_long', 'notes'],
      [{ notes: 'a\u0000b' }, 'invalid_value', 'notes'],
      [{ notes: 'a\ud800b' }, 'invalid_value', 'notes'],
      [{ notes: { deep: true } }, 'invalid_value', 'notes'],
      [{ status: 'checked in' }, 'invalid_value', 'status'],
      [{ status: 'checked_out' }, 'invalid_value', 'status'],
      [{ booking_id: 'x' }, 'booking_not_found', 'booking_id'],
      [{ booking_id: '01900000-0000-7000-8000-000000000000' }, 'booking_not_found', 'booking_id'],
      [{ reference: 'NOPE1234' }, 'booking_not_found', 'reference'],
    ];
    const { body } = await desk.preview(...cases.map(([more]) => ({ ...cells, ...more })));
    for (const [index, [more, code, field]] of cases.entries()) {
      const { state, issues, planned } = body.rows[index];
      const faults = issues.filter(({ severity }: { severity: string }) => severity === 'error');
      expect([more, state, planned, faults.map((issue: Cells) => [issue.code, issue.field])]).toEqual([
        more,
        'error',
        'none',
        [[code, field]],
      ]);
    }
    expect(body.summary).toMatchObject({ total: cases.length, error: cases.length });
  });

  test('a fault shows the start of its cell, however long or odd that is', async () => {
    const { cells } = await desk.pair();
    const { issues } = await desk.look({ ...cells, notes: `\u0000${'x'.repeat(900_000)}` });
    expect(issues[0]).toMatchObject({ code: 'invalid_value', value: `\ufffd${'x'.repeat(59)}` });
  });

  describe('a person', () => {
    let people: ImportDesk;
    let room: string;
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      people = await ImportDesk.open(lodge);
      ({ room } = (await people.pair()).cells as { room: string });
      const make = async (student_id: string, first_name: string, last_name: string, email?: string) =>
        (ids[student_id] = await lodge.make.student(people.site, { student_id, first_name, last_name, email }));
      await make('00-4711', 'Zoë', 'Müller', 'Zoe@Example.org');
      await make('S-2', 'Grace', 'Hopper');
      await make('T-1', 'Anna', 'Maria Berg');
      await make('T-2', 'Maria', 'Anna Berg');
      await make('U-1', 'Christopher', 'Strachey', 'cs@example.org');
    });
    const match = async (cells: Cells) => {
      const row = await people.look({ room, ...STAY, ...cells });
      return [row.person.match, row.person.person_id, row.person.score, codes(row)];
    };

    test.each<[string, Cells, string, string | null, number, string[]]>([
      ['by student_id, whatever its case', { student_id: ' s-2 ' }, 'exact', 'S-2', 1, []],
      ['by email, whatever its case', { email: 'ZOE@example.ORG' }, 'exact', '00-4711', 0.98, []],
      [
        'never alone by a student_id without its zeros',
        { student_id: '4711' },
        'normalized',
        null,
        0.9,
        ['leading_zero_mismatch'],
      ],
      [
        'by the same name, whatever its case',
        { first_name: ' ZOË', last_name: 'müller' },
        'fuzzy',
        '00-4711',
        0.99,
        [],
      ],
      [
        'never alone by the same name in another order and without accents',
        { first_name: 'Muller', last_name: 'ZOE' },
        'fuzzy',
        null,
        0.96,
        ['person_possible_match'],
      ],
      [
        'not by a name that two have',
        { first_name: 'Anna Maria', last_name: 'Berg' },
        'fuzzy',
        null,
        0.99,
        ['person_ambiguous'],
      ],
      [
        'not by a name that is only like',
        { first_name: 'Chris', last_name: 'Strachey' },
        'fuzzy',
        null,
        0.855,
        ['person_possible_match'],
      ],
      [
        'not by a name when the email says otherwise',
        { first_name: 'Christopher', last_name: 'Strachey', email: 'other@example.org' },
        'fuzzy',
        null,
        1,
        ['person_possible_match'],
      ],
      [
        'not by a name when the student_id says otherwise',
        { first_name: 'Grace', last_name: 'Hopper', student_id: 'S-99' },
        'fuzzy',
        null,
        1,
        ['person_possible_match'],
      ],
      [
        'not by a student_id of somebody of another name',
        { student_id: 'S-2', first_name: 'Alan', last_name: 'Turing' },
        'exact',
        null,
        1,
        ['person_possible_match'],
      ],
      [
        'not when student_id and email are two people',
        { student_id: 'S-2', email: 'zoe@example.org' },
        'exact',
        null,
        1,
        ['person_ambiguous'],
      ],
      [
        'not by an email under another student_id',
        { student_id: 'X-1', email: 'zoe@example.org' },
        'exact',
        null,
        0.98,
        ['person_possible_match'],
      ],
      ['as somebody new', { first_name: 'Katherine', last_name: 'Johnson' }, 'new', null, 0, ['person_not_found']],
      ['as nobody', { student_id: 'Q-1' }, 'none', null, 0, ['person_not_found']],
    ])('is found %s', async (_, cells, kind, id, score, expected) => {
      expect(await match(cells)).toEqual([kind, id && ids[id], score, expected]);
    });

    test('is never one of another site, nor one who was deleted', async () => {
      const elsewhere = await (await ImportDesk.open(lodge)).pair({ first_name: 'Unique', last_name: 'Elsewhere' });
      expect((await match({ student_id: elsewhere.cells.student_id }))[3]).toEqual(['person_not_found']);
      const gone = await lodge.make.student(people.site, {
        first_name: 'Gone',
        last_name: 'Away',
        deleted_at: new Date(),
      });
      expect((await match({ first_name: 'Gone', last_name: 'Away' })).slice(0, 2)).toEqual(['new', null]);
      expect(gone).toBeTruthy();
    });

    test('has at most five candidates, the likeliest first', async () => {
      for (let number = 0; number < 8; number++)
        await lodge.make.student(people.site, { first_name: 'Emmy', last_name: `Noether${'r'.repeat(number)}` });
      const { person } = await people.look({ room, ...STAY, first_name: 'Emy', last_name: 'Noether' });
      expect(person.candidates).toHaveLength(5);
      expect(person.candidates[0]).toMatchObject({ record_name: 'Noether, Emmy', matched_on: ['name'] });
      const scores = person.candidates.map(({ score }: { score: number }) => score);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
    });
  });

  describe('a room', () => {
    let house: ImportDesk;
    let student_id: string;
    const ids: Record<string, string> = {};
    beforeAll(async () => {
      house = await ImportDesk.open(lodge);
      ({ student_id } = (await house.pair()).cells as { student_id: string });
      const { site } = house;
      const south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
      ids.n101 = await lodge.make.room(site, { name: 'Room 101', code: 'N-101' });
      ids.s101 = await lodge.make.room(site, { name: 'Room 101', code: 'S-101', parent_id: south });
      ids.garden = await lodge.make.room(site, { name: 'Garden Flat', code: null });
    });
    const match = async (room: unknown) => {
      const row = await house.look({ student_id, ...STAY, room });
      return [row.location.match, row.location.location_id, codes(row)];
    };

    test.each<[unknown, string, string | null, string[]]>([
      ['N-101', 'exact', 'n101', []],
      ['N 101', 'exact', 'n101', []],
      ['N--101', 'fuzzy', null, ['location_not_found']],
      ['N-101...', 'fuzzy', null, ['location_not_found']],
      ['N-101/', 'fuzzy', null, ['location_not_found']],
      ['  n 101', 'exact', 'n101', []],
      ['n.101', 'exact', 'n101', []],
      ['north house / room 101', 'exact', 'n101', []],
      ['SOUTH HOUSE, Room-101', 'exact', 's101', []],
      ['garden flat', 'exact', 'garden', []],
      ['Room 101', 'exact', null, ['location_ambiguous']],
      ['Gardn Flat', 'fuzzy', null, ['location_not_found']],
      ['N-107', 'none', null, ['location_not_found']],
      [101, 'none', null, ['location_not_found']],
    ])('%p', async (room, kind, id, expected) => {
      const [found, location, issues] = await match(room);
      expect([kind === 'none' ? 'none' : found, location, issues]).toEqual([kind, id && ids[id], expected]);
    });

    test('of other digits is not even a candidate', async () => {
      const { location } = await house.look({ student_id, ...STAY, room: 'Room 107' });
      expect(location.candidates).toEqual([]);
    });
  });

  describe('a date', () => {
    const read = async (at: ImportDesk, contract_start: unknown) => {
      const row = await at.look({ contract_start, room: 'x', student_id: 'x' });
      const fault = row.issues.find(({ field }: { field: string }) => field === 'contract_start');
      return row.normalized.contract_start ?? [fault.code, fault.suggestion].filter(Boolean).join(': ');
    };

    test.each<[string | null, unknown, string]>([
      ['dmy', '2027-09-08', '2027-09-08'],
      ['dmy', '08/09/2027', 'ambiguous_date: 2027-09-08 or 2027-08-09'],
      ['mdy', '08/09/2027', 'ambiguous_date: 2027-09-08 or 2027-08-09'],
      ['dmy', 'Wed 08/09/2027', '2027-09-08'],
      ['mdy', 'mittwoch, 08.09.2027', '2027-09-08'],
      ['dmy', '="18/09/2027"', '2027-09-18'],
      ['dmy', '18\u00a0marras 2027', '2027-11-18'],
      ['dmy', '18 września 2027', '2027-09-18'],
      ['dmy', '18 Medi 2027', '2027-09-18'],
      ['dmy', '26-09-22', 'ambiguous_date: 2022-09-26 or 2026-09-22'],
      ['dmy', 45176, 'ambiguous_date: 2023-09-07 or 2027-09-08'],
      ['mdy', '25/12/2027', '2027-12-25'],
      ['ymd', '27-09-08', '2027-09-08'],
      ['dmy', '8.9.27', 'ambiguous_date: 2027-09-08 or 2027-08-09'],
      ['dmy', '2027/9/8', '2027-09-08'],
      ['dmy', '8th September 2027', '2027-09-08'],
      ['dmy', 'Sep 8, 2027', '2027-09-08'],
      ['dmy', '2027-09-08 00:00:00', '2027-09-08'],
      ['dmy', '2027-09-07T23:00:00Z', 'ambiguous_date: 2027-09-07 or 2027-09-08'],
      ['dmy', '2027-09-07T23:30:00Z', 'ambiguous_date: 2027-09-07 or 2027-09-08'],
      ['dmy', '2027-09-08T00:00:00+09:00', 'ambiguous_date: 2027-09-08 or 2027-09-07'],
      ['dmy', '2027-09-07T22:00:00Z', 'ambiguous_date: 2027-09-07 or 2027-09-08'],
      ['dmy', '2027-09-08T00:00:00-05:00', '2027-09-08'],
      ['dmy', 46638, '2027-09-08'],
      ['dmy', '46638', '2027-09-08'],
      [null, '08/09/2027', 'ambiguous_date: 2027-09-08 or 2027-08-09'],
      [null, '25/12/2027', '2027-12-25'],
      [null, '09/09/2027', '2027-09-09'],
      ['mdy', '9/18/27', '2027-09-18'],
      ['dmy', '21.11.36', '2036-11-21'],
      ['dmy', '22.11.36', 'ambiguous_date: 1936-11-22 or 2036-11-22'],
      ['dmy', '22.11.2036', '2036-11-22'],
      [null, '18.9.99', 'ambiguous_date: 1999-09-18 or 2099-09-18'],
      ['dmy', '18-Sep-99', 'ambiguous_date: 1999-09-18 or 2099-09-18'],
      ['ymd', '99-09-18', 'ambiguous_date: 1999-09-18 or 2099-09-18'],
      ['dmy', '31/02/2027', 'invalid_date'],
      ['dmy', '1999-12-31', 'invalid_date'],
      ['dmy', 1, 'invalid_date'],
    ])('in a site of %p: %p', async (date_order, given, expected) => {
      expect(await read(await ImportDesk.open(lodge, { date_order }), given)).toBe(expected);
    });

    test.each([
      ['dmy', '09/18/2027', '09/08/2027'],
      ['mdy', '18.09.2027', '8.9.2027'],
    ])('in a site of %s: next to %s nobody knows what %s means', async (date_order, foreign, unclear) => {
      const at = await ImportDesk.open(lodge, { date_order });
      const { body } = await at.preview(
        ...[foreign, unclear, '2027-09-08', '9/9/2027'].map((contract_start) => ({ contract_start, room: 'x' })),
      );
      expect(body.rows.map(({ normalized }: { normalized: Cells }) => normalized.contract_start)).toEqual([
        '2027-09-18',
        null,
        '2027-09-08',
        '2027-09-09',
      ]);
      expect(body.rows[1].issues).toContainEqual(
        expect.objectContaining({ code: 'ambiguous_date', suggestion: expect.stringContaining('2027-09-08') }),
      );
    });

    test('of an instant is read in the zone of the site', async () => {
      const { normalized } = await desk.look({
        parking_expiry: '28/07/2027 12:30',
        departure_slot: '2028-06-30 10:00',
      });
      expect(normalized).toMatchObject({
        parking_expiry: '2027-07-28T11:30:00.000Z',
        departure_slot: '2028-06-30T09:00:00.000Z',
      });
    });

    test('of an instant whose year has two digits and lies far ahead is asked', async () => {
      const { normalized, issues } = await desk.look({
        parking_expiry: '13.07.99 00:00',
        departure_slot: '15 Jun 27 10:00',
      });
      expect(normalized).toMatchObject({ parking_expiry: null, departure_slot: '2027-06-15T09:00:00.000Z' });
      expect(issues).toContainEqual(
        expect.objectContaining({ code: 'ambiguous_date', suggestion: '1999-07-13 or 2099-07-13' }),
      );
    });

    test('of an instant keeps the time of day of a serial number', async () => {
      const { normalized } = await desk.look({ parking_expiry: 46_934, departure_slot: 46_934.416666666664 });
      expect(normalized).toMatchObject({
        parking_expiry: '2028-06-30T22:59:59.000Z',
        departure_slot: '2028-06-30T09:00:00.000Z',
      });
    });
  });

  test.each<[string, string | undefined, string, string[]]>([
    ['2026-11-22', '2027-06-30', 'confirmed', []],
    ['2026-11-21', '2027-06-30', 'confirmed', []],
    ['2026-11-20', '2027-06-30', 'checked_in', []],
    ['2025-09-18', undefined, 'checked_in', []],
    ['2025-09-18', '2026-11-22', 'checked_in', []],
    ['2025-09-18', '2026-11-21', 'checked_out', ['past_stay']],
  ])('a stay from %s to %s is inferred as %s', async (contract_start, contract_end, value, more) => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, contract_start, contract_end });
    expect([row.status.value, row.status.inferred, row.state]).toEqual([value, true, 'ready']);
    expect(row.status.reason).toContain('2026-11-21');
    expect(row.issues.map(({ code }: { code: string }) => code)).toEqual(['status_inferred', ...more]);
  });

  test('a status column wins over what the dates say', async () => {
    const { cells } = await desk.pair();
    const row = await desk.look({ ...cells, status: ' Provisional ' });
    expect([row.status, row.state]).toEqual([
      { value: 'provisional', inferred: false, reason: 'The row says so.' },
      'ready',
    ]);
  });

  test('conflicts: a booking, a resident who is still in the room, another row', async () => {
    const [booked, house, free] = [await desk.pair(), await desk.pair(), await desk.pair()];
    const others = await Promise.all(Array.from({ length: 5 }, () => desk.pair()));
    const someone = (index: number) => ({ student_id: others[index]?.cells.student_id });
    const booking = await desk.book(booked.room, booked.student);
    lodge.clock.set('2026-11-19T12:00:00.000Z');
    const overdue = { contract_start: '2026-11-01', contract_end: '2026-11-21', status: 'checked_in' };
    const overstay = await desk.book(house.room, house.student, overdue);
    lodge.clock.set(NOW);
    const { body } = await desk.preview(
      { ...booked.cells, ...someone(0), contract_start: '2028-06-29', contract_end: '2028-07-01' },
      { ...booked.cells, ...someone(1), contract_start: '2028-06-30', contract_end: '2028-07-01' },
      { ...house.cells, ...someone(2), contract_start: '2026-11-21', status: 'checked in' },
      free.cells,
      { ...free.cells, ...someone(3), contract_start: '2027-10-01' },
      { ...free.cells, ...someone(4), contract_start: '2028-06-30', contract_end: '2029-06-30' },
    );
    expect(body.rows.map(({ state }: { state: string }) => state)).toEqual([
      'needs_decision',
      'needs_decision',
      'needs_decision',
      'needs_decision',
      'needs_decision',
      'ready',
    ]);
    expect(codes(body.rows[3])).toEqual(['conflict_in_file']);
    expect(body.rows[3].issues.at(-1)).toMatchObject({ value: '4' });
    expect(body.rows[0].conflicts).toEqual([
      {
        booking_id: booking._id,
        kind: 'booking',
        status: 'confirmed',
        ...STAY,
        lead_person_name: expect.stringContaining('Byron'),
        override_actions: [],
      },
    ]);
    expect(body.rows[2].conflicts).toMatchObject([{ booking_id: overstay._id, kind: 'occupied' }]);
    expect(codes(body.rows[4])).toEqual(['conflict_in_file']);
    expect(body.rows[4].issues.at(-1)).toMatchObject({ value: '3' });
  });

  test('a manager is told what can be overridden', async () => {
    const at = await ImportDesk.open(lodge, { role: 'manager' });
    const { cells, room, student } = await at.pair();
    const other = await at.pair();
    await at.book(room, student);
    const row = await at.look({ ...cells, student_id: other.cells.student_id });
    expect(row.conflicts).toMatchObject([{ override_actions: ['void'] }]);
    // A resident who is to move into the room can be checked out as well, as a create tells.
    const { room: next, cells: planned } = await at.pair();
    const resident = await at.book(other.room, student, { status: 'checked_in', contract_start: '2026-11-15' });
    const move = { site: at.site.id, location: next, on: STAY.contract_start };
    expect((await at.client.post(`/bookings/${resident._id}/moves`, move)).status).toBe(200);
    const moved = await at.look({ ...planned, student_id: other.cells.student_id });
    expect(moved.conflicts).toMatchObject([{ override_actions: ['check_out', 'void'] }]);
  });

  test.each([
    [
      'one that began long ago and has no end',
      { contract_start: '2024-01-01', contract_end: null },
      {},
      ['person_overlap'],
    ],
    [
      'a later one, next to a stay without an end',
      { contract_start: '2031-09-01', contract_end: '2032-06-30' },
      { contract_end: null },
      ['person_overlap'],
    ],
    [
      'one that ends on the day of arrival',
      { contract_start: '2027-01-01', contract_end: STAY.contract_start },
      {},
      [],
    ],
  ])('another room of the same person: %s', async (_, stay, cells, expected) => {
    const [{ cells: given, student }, { room: elsewhere }] = [await desk.pair(), await desk.pair()];
    await desk.book(elsewhere, student, stay);
    expect(codes(await desk.look({ ...given, ...cells }))).toEqual(expected);
  });

  test('what is booked already, what the file says twice, and who would be in two rooms', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const booking = await desk.book(one.room, one.student);
    const { body } = await desk.preview(one.cells, two.cells, two.cells, {
      ...(await desk.pair()).cells,
      student_id: one.cells.student_id,
    });
    expect(
      body.rows.map((row: { state: string; planned: string; issues: [] }) => [row.state, row.planned, codes(row)]),
    ).toEqual([
      ['duplicate', 'none', ['person_overlap', 'duplicate_existing']],
      ['ready', 'create', []],
      ['duplicate', 'none', ['duplicate_in_file']],
      ['needs_decision', 'create', ['person_overlap', 'person_overlap']],
    ]);
    expect(body.rows[0].issues.at(-1)).toMatchObject({ value: booking._id });
    expect(body.rows[2].issues.at(-1)).toMatchObject({
      value: '1',
      message: 'says the same as row 1',
    });
    expect(body.summary).toMatchObject({ ready: 1, needs_decision: 1, duplicate: 2 });
  });

  test('a row that is wrong does not make a duplicate of the one that is right', async () => {
    const { cells } = await desk.pair();
    const { body } = await desk.preview({ ...cells, email: 'ada@' }, cells);
    expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['error', 'ready']);
  });

  test('rows of bookings that there are show what they would change', async () => {
    const { cells, room, student } = await desk.pair();
    const other = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student, { notes: 'Quiet' });
    const { body } = await desk.preview({
      ...cells,
      booking_id,
      room: other.cells.room,
      notes: 'Loud',
      status: 'checked_in',
    });
    expect(body.rows[0]).toMatchObject({
      state: 'needs_decision',
      planned: 'update',
      changes: [
        { field: 'location', from: room, to: other.room },
        { field: 'notes', from: 'Quiet', to: 'Loud' },
      ],
    });
    expect(codes(body.rows[0])).toEqual(['status_not_imported']);
    const { state, planned } = await desk.look({ ...cells, booking_id, room: `${cells.room}y` });
    expect([state, planned]).not.toEqual(['duplicate', 'none']);
  });

  test('a booking_id and the reference of another booking do not go together', async () => {
    const [one, two] = [await desk.pair(), await desk.pair()];
    const [first, second] = [await desk.book(one.room, one.student), await desk.book(two.room, two.student)];
    const row = { booking_id: first._id, reference: second.reference, notes: 'Late' };
    expect(await desk.look(row)).toMatchObject({
      state: 'error',
      issues: [{ code: 'invalid_value', field: 'reference' }],
    });
    expect(await desk.look({ ...row, reference: first.reference })).toMatchObject({ state: 'ready' });
    expect(await desk.look({ ...row, reference: '1E+07' })).toMatchObject({ state: 'ready' });
  });

  test('an unknown person does not pass for the person of a booking', async () => {
    const { cells, room, student } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student);
    const stranger = { student_id: 'QX-77', first_name: 'Quirin', last_name: 'Xylander' };
    const row = await desk.look({ ...cells, ...stranger, booking_id, notes: 'By the window' });
    expect([row.state, row.planned, codes(row)]).toEqual(['needs_decision', 'update', ['person_not_found']]);
    expect(row.issues[0]).toMatchObject({ suggestion: null });
    expect(await desk.look({ ...cells, ...stranger, booking_id })).toMatchObject({ state: 'needs_decision' });
  });

  test('the frozen fields of a closed booking cannot change', async () => {
    const { cells, room, student } = await desk.pair();
    const { _id: booking_id } = await desk.book(room, student);
    const cancelled = { site: desk.site.id, type: 'cancel', cancellation_code: 'requested_by_student' };
    await desk.client.post(`/bookings/${booking_id}/transitions`, cancelled);
    expect(await errorsOf({ ...cells, booking_id, contract_end: '2028-07-01' })).toEqual(['booking_closed']);
    expect(await errorsOf({ ...cells, booking_id, notes: 'Came back' })).toEqual([]);
  });

  test('an export previews as zero changes', async () => {
    const at = await ImportDesk.open(lodge);
    const notes = ['=SUM(A1)', "'=quoted", '-1', 'two\nlines, "quoted"', "' apostrophe", '+44', '\u{1f600}'];
    notes.push('Pr\u00eat\u00a0? Oui\u202f!', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '="Room 5"');
    for (const [index, note] of notes.entries()) {
      const { room, student } = await at.pair({ first_name: '@Ada', last_name: `=Byron${index}` });
      await at.book(room, student, {
        notes: note,
        vehicle_registration: 'AB12 CDE',
        parking_expiry_at: '2027-10-01T10:00:00.123Z',
        ...(index === 1 && { status: 'checked_in', contract_start: '2026-11-01' }),
        ...(index === 2 && { status: 'provisional', contract_end: null }),
      });
    }
    const closed = await at.pair();
    await at.book(closed.room, closed.student);
    await lodge.sql('UPDATE locations SET active = false WHERE id = $1', [closed.room]);
    const unnamed = await lodge.make.room(at.site, { code: null });
    const { student } = await at.pair();
    const { _id } = await at.book(unnamed, student);
    await at.client.post(`/bookings/${_id}/transitions`, {
      site: at.site.id,
      type: 'cancel',
      cancellation_code: 'other',
      cancellation_reason: 'x',
    });
    await at.client.delete(`/students/${at.site.id}/${student}`);
    const { text } = await at.client.get(`/bookings/export?site=${at.site.id}`);
    const { body } = await at.previewCsv(text);
    expect(body.summary).toEqual({ total: 12, ready: 0, needs_decision: 0, error: 0, duplicate: 12 });
    expect(body.rows.flatMap(({ changes }: { changes: [] }) => changes)).toEqual([]);
  });

  test('an export means the rooms that it names, also where others are called nearly so', async () => {
    const at = await ImportDesk.open(lodge);
    const south = await lodge.make.location(at.site.id, at.site.buildingType, { name: 'South House' });
    const rooms = [
      { name: '101', code: null },
      { name: 'Ground floor', code: '101', parent_id: south },
      { name: 'One', code: 'A 7' },
      { name: 'Two', code: 'A-7' },
      { name: 'Three', code: 'Caf\u00e9 3' },
      { name: 'Four', code: 'Cafe 3' },
      { name: 'Bed 1', code: null },
      { name: 'Bed-1', code: null },
      { name: 'Star', code: '***' },
    ];
    for (const room of rooms) {
      const { student } = await at.pair();
      await at.book(await lodge.make.room(at.site, room), student);
    }
    const { text } = await at.client.get(`/bookings/export?site=${at.site.id}`);
    const { body } = await at.previewCsv(text);
    expect(body.summary).toMatchObject({ total: rooms.length, duplicate: rooms.length });
    for (const name of ['Annexe', '102']) await lodge.make.location(at.site.id, at.site.roomType, { name });
    await lodge.make.room(at.site, { name: 'Annexe' });
    await lodge.make.room(at.site, { code: '102' });
    for (const room of ['A.7', 'Annexe', '102'])
      expect([room, await errorsOf({ ...(await at.pair()).cells, room }, at)]).toEqual([room, ['location_ambiguous']]);
  });

  test('leaves the tables as they were', async () => {
    const tables = await lodge.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       AND tablename <> 'import_previews'`,
    );
    const state = async () => {
      const sums: Record<string, unknown> = {};
      for (const { name } of tables)
        [sums[name]] = await lodge.sql(
          `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM ${name} t`,
        );
      return sums;
    };
    const [one, other] = [await desk.pair(), await desk.pair()];
    await desk.book(one.room, one.student);
    const before = await state();
    const cells = Array.from({ length: 600 }, (_, index) => ({
      ...other.cells,
      first_name: 'Ada',
      last_name: `B${index}`,
    }));
    const { status } = await desk.preview(one.cells, ...cells);
    expect(status).toBe(200);
    const after = await state();
    // A request notes that its session was used.
    for (const sums of [before, after]) delete sums['public.sessions'];
    expect(after).toEqual(before);
    expect(Object.keys(after).length).toBeGreaterThan(20);
  });

  test('refuses what is not a list of rows', async () => {
    const send = async (body: object) => {
      const { status, body: problem } = await desk.client.post('/bookings/import/preview', {
        site: desk.site.id,
        ...body,
      });
      return [status, problem.errors?.[0]?.pointer];
    };
    const row = { row_index: 0, values: {} };
    expect(await send({ rows: [] })).toEqual([400, '/rows']);
    expect(await send({ rows: [{ row_index: -1, values: {} }] })).toEqual([400, '/rows/0/row_index']);
    expect(await send({ rows: [{ row_index: 0, values: [] }] })).toEqual([400, '/rows/0/values']);
    expect(await send({ rows: [row, row] })).toEqual([400, '/rows/1/row_index']);
    expect(await send({ rows: [row], more: 1 })).toEqual([400, '/more']);
  });

  test.each([
    ['viewer', 403],
    ['welfare', 403],
    ['reception', 200],
    ['manager', 200],
    ['admin', 200],
  ] as const)('for %s: %i', async (role, expected) => {
    const { email } = await lodge.make.user({ roles: { [desk.site.id]: role } });
    const client = await lodge.logIn(email);
    const rows = desk.rows({ room: 'x' });
    expect((await client.post('/bookings/import/preview', { site: desk.site.id, rows })).status).toBe(expected);
    const elsewhere = await lodge.make.site();
    expect((await client.post('/bookings/import/preview', { site: elsewhere.id, rows })).status).toBe(404);
  });
});
