import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

describe('the import of students', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
  });
  beforeEach(async () => {
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const send = (students: unknown, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    manager.post(`/students/${site.id}/import`, { type: 'partial', students, ...more }, headers);
  const full = (students: unknown, more: object = {}) => send(students, { type: 'full', ...more });
  const grace = (more: object = {}) => ({
    email: 'grace@uni.example',
    first_name: 'Grace',
    last_name: 'Hopper',
    location: 'North House',
    student_id: 'K1',
    ...more,
  });
  const alan = (more: object = {}) =>
    grace({ email: 'alan@uni.example', first_name: 'Alan', last_name: 'Turing', student_id: 'K2', ...more });
  const stored = () => lodge.sql<Record<string, unknown>>('SELECT * FROM students WHERE site_id = $1 ORDER BY id', [site.id]); // prettier-ignore
  const causes = ({ body }: Answer) =>
    body.exceptions.map((each: { cause: string; existing_record_id: string }) => [each.cause, each.existing_record_id]);
  const causeOf = async (...students: unknown[]) => causes(await send(students));
  /** A digest of every table, to prove that nothing was written. */
  const digest = async (...without: string[]) => {
    const tables = await lodge.sql<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`); // prettier-ignore
    const names = tables.map(({ name }) => name).filter((name) => !without.includes(name));
    const sums = names.map((name) => `SELECT '${name}' AS name, count(*)::text || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS sum FROM ${name} t`); // prettier-ignore
    return lodge.sql(`${sums.join(' UNION ALL ')} ORDER BY name`);
  };

  /** Somebody of the site who has the name that the lists of these specs have for them. */
  const enrolled = (values: Record<string, unknown> = {}) => {
    const isAlan = values.student_id === 'K2' || String(values.email).toLowerCase().startsWith('alan');
    const names = isAlan ? { first_name: 'Alan', last_name: 'Turing' } : { first_name: 'Grace', last_name: 'Hopper' };
    return lodge.make.student(site, { ...(values.student_id || values.email ? names : {}), ...values });
  };

  describe('reads a list', () => {
    test('makes who is new, changes who is known by student id or else by email, and answers in the order of the list', async () => {
      const known = await enrolled({ student_id: 'k1', email: 'old@uni.example' });
      const mailed = await enrolled({ student_id: 'OLD', email: 'ALAN@uni.example' });
      const room = await lodge.make.room(site, { name: 'Blue Room' });
      const answer = await send([
        alan(),
        grace({ location: 'blue room' }),
        grace({ student_id: 'K3', email: 'k3@x.org' }),
      ]);
      expect(answer.status).toBe(200);
      expect(answer.body.exceptions).toEqual([]);
      const [third] = (await stored()).slice(-1);
      expect(answer.body.students).toEqual([
        { _id: mailed, ...alan({ location: site.building }), site: site.id, active: true },
        { _id: known, ...grace({ location: room }), site: site.id, active: true },
        { _id: third?.id, ...grace({ student_id: 'K3', email: 'k3@x.org', location: site.building }), site: site.id, active: true }, // prettier-ignore
      ]);
      expect(await stored()).toMatchObject([
        { id: known, student_id: 'K1', first_name: 'Grace', location_id: room, version: 2 },
        { id: mailed, student_id: 'K2', email: 'alan@uni.example', last_name: 'Turing', version: 2 },
        { student_id: 'K3', type: 'student', active: true, version: 1 },
      ]);
    });

    test('an identity is what it looks like: no blanks that nobody sees, no formula that is only a text', async () => {
      const known = await enrolled({ student_id: 'KC00119', email: null });
      const spellings = ['KC00119\u200b', '\u2066KC00119\u2069', 'KC\u00ad00119', '="KC00119"', '\u00a0KC00119'];
      for (const student_id of spellings) {
        const { body } = await send([
          grace({ student_id, email: 'grace@uni.example\u200b', location: 'North\u00a0House' }),
        ]);
        expect([student_id, body.exceptions, body.students[0]?._id]).toEqual([student_id, [], known]);
      }
      expect(await stored()).toMatchObject([{ student_id: 'KC00119', email: 'grace@uni.example' }]);
    });

    test('the same list again changes nothing, not even a version', async () => {
      const list = [grace(), alan(), grace({ student_id: '', email: 'mail@only.example' }), grace({ first_name: 'Ida', student_id: 'K4', email: null })]; // prettier-ignore
      await send(list);
      const before = await digest();
      lodge.clock.set('2026-11-22T12:00:00.000Z');
      const again = await send(list);
      expect(again.body.exceptions).toEqual([]);
      expect(again.body.students).toHaveLength(4);
      expect(await digest()).toEqual(before);
    });

    test('takes what the create takes: trims, composes, and takes off the apostrophe of an export', async () => {
      await send([
        { student_id: " '=K9 ", first_name: ' Zoe\u0308 ', last_name: "O'Brien", location: ' NORTH HOUSE ' },
      ]);
      expect(await stored()).toMatchObject([
        { student_id: '=K9', first_name: 'Zoë', last_name: "O'Brien", email: null },
      ]);
    });

    test('a value that a row leaves out stays; a student id is made for who comes without', async () => {
      await enrolled({ student_id: 'K1', email: 'keep@uni.example' });
      const { body } = await send([grace({ email: '' }), alan({ student_id: null })]);
      expect(body.students).toMatchObject([
        { student_id: 'K1', email: 'keep@uni.example' },
        { student_id: expect.stringMatching(/^S-[2-9A-HJKMNP-Z]{8}$/), email: 'alan@uni.example' },
      ]);
    });

    test('finds a location by id, code, name or path', async () => {
      const flat = await lodge.make.location(site.id, site.roomType, { name: 'Flat A', parent_id: site.building });
      const room = await lodge.make.room(site, { name: 'Room 1', code: 'N-A-1', parent_id: flat });
      const elsewhere = await lodge.make.room(site, { name: 'Room 1' });
      const ways = [room.toUpperCase(), 'n-a-1', 'North House / Flat A / Room 1', 'north house/flat a/ROOM 1'];
      const { body } = await send(
        [...ways, elsewhere, 'Flat A'].map((location, index) =>
          grace({ location, student_id: `K${index}`, first_name: `Grace ${'abcdef'[index]}`, email: null }),
        ),
      );
      const found = body.students.map(({ location }: { location: string }) => location);
      expect(found).toEqual([room, room, room, room, elsewhere, flat]);
    });

    test('reads what an export wrote: everybody stays where they are, however the locations are called', async () => {
      const south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
      const annexe = await lodge.make.location(site.id, site.buildingType, { name: 'Annexe' });
      const rooms = [
        ['Room 1', site.building],
        ['Room 1', south],
        ['101', site.building],
        ['Ground floor', south, '101'],
        ['Annexe', south],
        ['=1', south],
      ] as const;
      const made = await Promise.all(
        rooms.map(([name, parent_id, code = null]) => lodge.make.room(site, { name, parent_id, code })),
      );
      for (const location_id of [...made, annexe, site.building]) await enrolled({ location_id });
      const before = await stored();
      const { text } = await manager.get(`/students/${site.id}/export-csv?sortBy=created_at`);
      const list = parse(text, { bom: true, columns: true }) as unknown as Record<string, string>[];
      expect(new Set(list.map(({ location }) => location))).toEqual(
        new Set(['North House / Room 1', 'South House / Room 1', 'North House / 101', '101', 'South House / Annexe', 'South House / =1', annexe, 'North House']), // prettier-ignore
      );
      expect((await full(list)).body.exceptions).toEqual([]);
      expect(await stored()).toEqual(before);
    });

    test('neither swaps emails of two students nor hands one on from row to row', async () => {
      const make = (student_id: string, email: string) => enrolled({ student_id, email });
      const [a, b, c] = [await make('K1', 'a@x.org'), await make('K2', 'b@x.org'), await make('K3', 'c@x.org')];
      const swap = [grace({ email: 'B@x.org' }), alan({ email: 'A@x.org' })];
      expect(await causeOf(...swap)).toEqual([['email_in_use', b], ['email_in_use', a]]); // prettier-ignore
      const chain = [
        grace({ email: 'A@x.org' }),
        alan({ email: 'c@x.org' }),
        grace({ student_id: 'K3', email: 'd@x.org' }),
      ];
      expect(await causeOf(...chain)).toEqual([['email_in_use', c], ['identity_conflict', c]]); // prettier-ignore
      const emails = Object.fromEntries((await stored()).map(({ id, email, version }) => [id, [email, version]]));
      expect(emails).toEqual({ [a]: ['A@x.org', 2], [b]: ['b@x.org', 1], [c]: ['c@x.org', 1] });
    });

    test('does not see deleted students', async () => {
      await enrolled({ student_id: 'K1', email: 'grace@uni.example', deleted_at: new Date() });
      const { body } = await send([grace()]);
      expect(body.exceptions).toEqual([]);
      expect(await stored()).toHaveLength(2);
    });
  });

  describe('refuses a row and no other, with its cause', () => {
    const poison: [what: string, row: unknown, cause: string][] = [
      ['null', null, 'missing_required_field'],
      ['text', 'Grace Hopper', 'missing_required_field'],
      ['a list', [grace()], 'missing_required_field'],
      ['no first name', grace({ first_name: undefined }), 'missing_required_field'],
      [
        'no last name, and nothing else that says who it is',
        grace({ last_name: '  ', student_id: undefined, email: undefined }),
        'missing_required_field',
      ],
      ['no location', grace({ location: null }), 'missing_required_field'],
      ['a name that is a number', grace({ first_name: 7 }), 'missing_required_field'],
      ['a name that is an object', grace({ last_name: { a: [] } }), 'missing_required_field'],
      ['NUL in a name', grace({ first_name: 'Gr\u0000ace' }), 'missing_required_field'],
      ['half a surrogate pair', grace({ last_name: 'Hop\ud83dper' }), 'missing_required_field'],
      ['a student id that is a number', grace({ student_id: 123 }), 'missing_required_field'],
      ['an escape in a student id', grace({ student_id: 'K\u001b1' }), 'missing_required_field'],
      ['no email address', grace({ email: 'grace at uni' }), 'invalid_email'],
      ['an email that is a truth value', grace({ email: true }), 'invalid_email'],
      ['NUL in an email', grace({ email: 'gr\u0000ace@uni.example' }), 'invalid_email'],
      ['a long first name', grace({ first_name: 'x'.repeat(101) }), 'value_too_long'],
      ['a long email', grace({ email: `${'x'.repeat(250)}@uni.example` }), 'value_too_long'],
      ['a long student id', grace({ student_id: '😀'.repeat(65) }), 'value_too_long'],
      ['a very long location', grace({ location: 'x'.repeat(1_000_000) }), 'value_too_long'],
      ['an unknown location', grace({ location: 'Attic' }), 'location_not_found'],
      ['a path that leads nowhere', grace({ location: 'North House / Attic' }), 'location_not_found'],
    ];
    test.each(poison)('%s', async (_, row, cause) => {
      const answer = await send([row, alan(), row]);
      expect(answer.status).toBe(200);
      expect(causes(answer)).toEqual([[cause, ''], [cause, '']]); // prettier-ignore
      expect(answer.body.students).toMatchObject([{ student_id: 'K2' }]);
      const [first] = answer.body.exceptions;
      expect(Object.keys(first).sort()).toEqual(['cause', 'email', 'existing_record_id', 'first_name', 'last_name', 'location', 'student_id']); // prettier-ignore
      expect(Object.values(first).every((value) => typeof value === 'string')).toBe(true);
      expect(await stored()).toHaveLength(1);
    });

    test('the exception shows the row as it was sent, and whom it names', async () => {
      const id = await enrolled({ student_id: 'K1' });
      const { body } = await send([grace({ location: ' Attic\u0007', first_name: 12, email: { a: 1 } })]);
      expect(body.exceptions).toEqual([
        { email: '', first_name: '12', last_name: 'Hopper', location: ' Attic\u0007', student_id: 'K1', cause: 'missing_required_field', existing_record_id: id }, // prettier-ignore
      ]);
      expect(await causeOf(grace({ location: 'Attic' }))).toEqual([['location_not_found', id]]);
    });

    test('location_ambiguous: a name of several locations', async () => {
      const flat = await lodge.make.room(site, { name: 'Twin' });
      await lodge.make.room(site, { name: 'Twin', parent_id: flat });
      expect(await causeOf(grace({ location: 'twin' }))).toEqual([['location_ambiguous', '']]);
      expect(await causeOf(grace({ location: 'North House / Twin' }))).toEqual([]);
    });

    test('a location of another site is not found', async () => {
      const room = await lodge.make.room(await lodge.make.site(), { code: 'FAR-1' });
      expect(await causeOf(grace({ location: room }), alan({ location: 'FAR-1' }))).toEqual([
        ['location_not_found', ''],
        ['location_not_found', ''],
      ]);
    });

    test('duplicate_in_file: rows with one student id or email that contradict each other; the later of two that agree', async () => {
      const id = await enrolled({ student_id: 'K1' });
      const nameless = { student_id: '', email: '', first_name: 'Joan', last_name: 'Clarke' };
      const answer = await send([
        grace(),
        alan({ student_id: 'k1' }),
        alan({ student_id: 'K3', email: 'GRACE@uni.example' }),
        grace(nameless),
        grace({ ...nameless, first_name: 'JOAN' }),
      ]);
      expect(causes(answer)).toEqual([['duplicate_in_file', id], ['duplicate_in_file', id], ['duplicate_in_file', ''], ['duplicate_in_file', '']]); // prettier-ignore
      expect(answer.body.students).toMatchObject([{ last_name: 'Clarke' }]);
    });

    test('duplicate_in_file: two rows that name one student, one by student id and one by email', async () => {
      const id = await enrolled({ student_id: 'K1', email: 'grace@uni.example' });
      expect(await causeOf(grace({ student_id: '' }), grace({ email: '' }))).toEqual([['duplicate_in_file', id]]);
      // Which of the two is right, the list does not say: the second would take from the student what the first names it by.
      const before = await stored();
      expect(await causeOf(grace({ student_id: '' }), grace({ email: 'new@uni.example' }))).toEqual([
        ['duplicate_in_file', id],
        ['duplicate_in_file', id],
      ]);
      expect(await stored()).toEqual(before);
    });

    test('email_in_use: of somebody else, whatever another row would do with it', async () => {
      const [a, b, c] = [
        await enrolled({ student_id: 'K1', email: 'a@x.org' }),
        await enrolled({ student_id: 'K2', email: 'b@x.org' }),
        await enrolled({ student_id: 'K3', email: 'c@x.org' }),
      ];
      const before = await stored();
      const chain = [grace({ email: 'b@x.org' }), alan({ email: 'c@x.org' })];
      expect(await causeOf(...chain)).toEqual([['email_in_use', b], ['email_in_use', c]]); // prettier-ignore
      expect(await stored()).toEqual(before);
      expect(await causeOf(grace({ student_id: 'K9', email: 'A@x.org' }), grace({ email: '' }))).toEqual([['duplicate_in_file', a], ['duplicate_in_file', a]]); // prettier-ignore
    });

    test('possible_match: the student id but for zeros and hyphens, unless the list has both', async () => {
      const id = await enrolled({ student_id: '00-123' });
      expect(await causeOf(grace({ student_id: '123' }))).toEqual([['possible_match', id]]);
      expect(await causeOf(alan({ student_id: '123' }), grace({ student_id: '00-123', email: 'g@x.org' }))).toEqual([]);
    });

    test('possible_match: the name but for accents, case and order, when nothing tells the two apart', async () => {
      const id = await enrolled({
        student_id: 'S-ABCDEFGH',
        first_name: 'Zoë',
        last_name: 'Ång-Ström',
      });
      const zoe = (more: object) =>
        grace({ first_name: 'zoe', last_name: 'ANG STROM', student_id: '', email: '', ...more });
      expect(await causeOf(zoe({}))).toEqual([['possible_match', id]]);
      expect(await causeOf(zoe({ first_name: 'ang strom', last_name: 'Zoé', email: 'z@x.org' }))).toEqual([['possible_match', id]]); // prettier-ignore
      expect(await causeOf(zoe({ student_id: 'K7' }))).toEqual([['possible_match', id]]);
      const other = await enrolled({
        student_id: 'K8',
        email: 'o@x.org',
        first_name: 'Ada',
        last_name: 'King',
      });
      const ada = (more: object) => grace({ first_name: 'Ada', last_name: 'King', student_id: '', email: '', ...more });
      expect(await causeOf(ada({}))).toEqual([['possible_match', other]]);
      expect(await causeOf(ada({ email: 'other@x.org' }), ada({ student_id: 'K9', email: 'k9@x.org' }))).toEqual([]);
    });

    test('possible_match: finds whom it made itself among very many of one name', async () => {
      await lodge.make.room(site, { code: 'FAR-1' });
      const nameless = grace({ student_id: '', email: '', location: 'FAR-1' });
      expect(await causeOf(nameless)).toEqual([]);
      const [{ id } = {}] = await stored();
      const list = Array.from({ length: 30 }, (_, index) => ({ student_id: `G${index}` }));
      for (const each of list) await enrolled(each);
      expect(await causeOf(nameless)).toMatchObject([['possible_match', id]]);
      expect(await causeOf(...list.map((each) => grace({ ...each, email: '' })), nameless)).toEqual([['possible_match', id]]); // prettier-ignore
      expect(await stored()).toHaveLength(31);
    });

    test('rows of two hundred thousand brackets have the file refused while it arrives', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const body = `{"type":"partial","students":[${deep},{"first_name":${deep}},${JSON.stringify(grace())}]}`;
      const answer = await manager.post(`/students/${site.id}/import`, body, { 'content-type': 'application/json' });
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed_json']);
    });
  });

  describe('never makes one student another', () => {
    const before = () => enrolled({ student_id: 'KC1008', email: 'kc1008@uni.example' });
    test.each<[string, object]>([
      [
        'the email of one under another id and name',
        { student_id: 'NEW78', first_name: 'Totally', last_name: 'Different' },
      ],
      [
        'a mistyped id with the name and email of its owner',
        { email: 'other@uni.example', first_name: 'Alan', last_name: 'Turing' },
      ],
      ['a brother with the id', { email: null, first_name: 'Grant' }],
      ['a sister with the id and the email', { first_name: 'Gracia' }],
      [
        'an email that is new together with a name in another order',
        { email: 'new@uni.example', first_name: 'Hopper', last_name: 'Grace' },
      ],
    ])('identity_conflict: %s', async (_, more) => {
      const id = await before();
      const stays = await stored();
      const row = grace({ student_id: 'KC1008', email: 'kc1008@uni.example', ...more });
      expect(await causeOf(row)).toEqual([['identity_conflict', id]]);
      expect(await stored()).toEqual(stays);
    });

    test('identity_conflict: another student is told from the one by what would be tolerated', async () => {
      const id = await enrolled({ student_id: 'KC1', first_name: 'José' });
      expect(await causeOf(grace({ student_id: 'KC1', first_name: 'Jose', email: null }))).toEqual([]);
      expect((await stored()).find((each) => each.id === id)).toMatchObject({ first_name: 'José' });
      await enrolled({ student_id: 'KC3', first_name: 'Jose' });
      await enrolled({ student_id: 'KC2', first_name: 'José' });
      expect(await causeOf(grace({ student_id: 'KC2', first_name: 'Jose', email: null }))).toMatchObject([
        ['identity_conflict', expect.any(String)],
      ]);
    });

    test('a further last name is taken when student id, email and first name stay', async () => {
      await before();
      expect(await causeOf(grace({ student_id: 'KC1008', email: 'KC1008@uni.example', last_name: 'Hopper-Murray' }))).toEqual([]); // prettier-ignore
    });

    test('lives_elsewhere: who is checked in stays in the room of their booking', async () => {
      const [home, other] = [await lodge.make.room(site), await lodge.make.room(site, { code: 'OTHER-1' })];
      const id = await enrolled({ student_id: 'KC1' });
      const booking = { site: site.id, lead_person: id, location: home, status: 'checked_in', contract_start: '2026-11-01', contract_end: '2027-06-30' }; // prettier-ignore
      expect((await manager.post('/bookings', booking)).status).toBe(200);
      expect(await causeOf(grace({ student_id: 'KC1', location: 'OTHER-1' }))).toEqual([['lives_elsewhere', id]]);
      expect((await stored())[0]).not.toMatchObject({ location_id: other });
      expect(await causeOf(grace({ student_id: 'KC1', location: home }))).toEqual([]);
    });

    test('lives_elsewhere: also of further residents of a booking, and of who has a confirmed one today, but not a later one', async () => {
      const [home, later] = [await lodge.make.room(site), await lodge.make.room(site)];
      await lodge.make.room(site, { code: 'OTHER-1' });
      const [id, second] = [await enrolled({ student_id: 'KC1' }), await enrolled({ student_id: 'KC2', first_name: 'Ada', last_name: 'Byron' })]; // prettier-ignore
      const ada = grace({ student_id: 'KC2', first_name: 'Ada', last_name: 'Byron', email: null, location: 'OTHER-1' });
      const booking = { site: site.id, lead_person: id, location: later, status: 'confirmed', contract_start: '2027-09-01', contract_end: '2028-06-30' }; // prettier-ignore
      expect((await manager.post('/bookings', booking)).status).toBe(200);
      expect(await causeOf(grace({ student_id: 'KC1', location: 'OTHER-1' }), ada)).toEqual([]);
      const now = { ...booking, location: home, additional_people: [second], contract_start: '2026-11-01', contract_end: '2027-06-30' }; // prettier-ignore
      expect((await manager.post('/bookings', now)).status).toBe(200);
      await lodge.make.room(site, { code: 'OTHER-2' });
      expect(await causeOf(grace({ student_id: 'KC1', location: 'OTHER-2' }), { ...ada, location: 'OTHER-2' })).toEqual(
        [
          ['lives_elsewhere', id],
          ['lives_elsewhere', second],
        ],
      );
    });
  });

  describe('full', () => {
    const people = (count: number, values: object = {}) =>
      Promise.all(Array.from({ length: count }, () => enrolled({ ...values })));

    test('deactivates who is not on the list, shows them, and activates who is', async () => {
      const [absent, back] = [await lodge.make.student(site), await enrolled({ student_id: 'K1', active: false })]; // prettier-ignore
      const { body } = await full([grace()]);
      expect(body.exceptions).toEqual([]);
      expect(body.students).toMatchObject([{ _id: back, active: true }, { _id: absent, active: false, email: '' }]); // prettier-ignore
      expect(await stored()).toMatchObject([{ id: absent, active: false, version: 2 }, { id: back, active: true, version: 2 }]); // prettier-ignore
      const before = await digest();
      const again = await full([grace()]);
      expect(again.body.students).toHaveLength(1);
      expect(await digest()).toEqual(before);
    });

    test('leaves alone staff, guests, the deleted, other sites, and everybody whom a faulty row might mean', async () => {
      const elsewhere = await lodge.make.student(await lodge.make.site());
      await enrolled({ type: 'staff' });
      await enrolled({ type: 'guest' });
      await enrolled({ deleted_at: new Date() });
      await enrolled({ student_id: 'K5', email: 'five@x.org' });
      await enrolled({ student_id: '007' });
      await enrolled({ student_id: 'K6', first_name: 'Alan', last_name: 'Turing' });
      const { body } = await full([
        grace(),
        grace({ student_id: '', email: 'five@x.org', location: 'Attic' }),
        grace({ student_id: '7', email: '' }),
        alan({ student_id: 'K\u0000', email: '' }),
      ]);
      expect(body.students).toMatchObject([{ student_id: 'K1' }]);
      expect(body.exceptions).toHaveLength(3);
      expect((await stored()).every(({ active }) => active)).toBe(true);
      expect(await lodge.sql('SELECT active FROM students WHERE id = $1', [elsewhere])).toEqual([{ active: true }]);
    });

    test('keeps an absent student with a live booking, as leader or companion, as an exception', async () => {
      const [lead, mate, past] = [await lodge.make.student(site), await lodge.make.student(site), await lodge.make.student(site)]; // prettier-ignore
      const book = async (lead_person: string, more: object = {}) =>
        (await manager.post('/bookings', { site: site.id, lead_person, location: await lodge.make.room(site), ...more })).body; // prettier-ignore
      await book(lead, { additional_people: [mate] });
      const { _id } = await book(past);
      await manager.post(`/bookings/${_id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' }); // prettier-ignore
      const answer = await full([grace()]);
      expect(causes(answer)).toEqual([['absent_has_live_booking', lead], ['absent_has_live_booking', mate]]); // prettier-ignore
      expect(answer.body.exceptions[0]).toMatchObject({ first_name: 'Ada', location: site.building, email: '' });
      expect(answer.body.students).toMatchObject([{ student_id: 'K1' }, { _id: past, active: false }]);
      const active = Object.fromEntries((await stored()).map(({ id, active: is }) => [id, is]));
      expect(active).toMatchObject({ [lead]: true, [mate]: true, [past]: false });
    });

    test('an empty list is 422, and a list without one usable row deactivates nobody', async () => {
      await people(3);
      expect(await full([])).toMatchObject({ status: 422, body: { code: 'empty_full_import' } });
      const { body } = await full([null, grace({ location: 'Attic' })]);
      expect([body.students.length, body.exceptions.length]).toEqual([0, 2]);
      expect((await stored()).every(({ active }) => active)).toBe(true);
    });

    test('five may go without asking; six of forty need the exact number', async () => {
      await people(6);
      await people(34, { email: null });
      const list = (await stored()).slice(6).map(({ student_id, first_name, last_name }) => grace({ student_id, first_name, last_name, email: '' })); // prettier-ignore
      const before = await digest();
      const refused = await full(list);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'deactivation_threshold_exceeded', deactivations: 6, active: 40 },
      });
      expect((await full(list, { dry_run: true })).status).toBe(409);
      for (const confirm_deactivations of [0, 5, 7, 40]) expect((await full(list, { confirm_deactivations })).status).toBe(409); // prettier-ignore
      expect(await digest()).toEqual(before);
      const done = await full(list, { confirm_deactivations: 6 });
      expect(done.body.students.filter(({ active }: { active: boolean }) => !active)).toHaveLength(6);
    });

    test('five of five, and a tenth of a hundred, go without asking; one more does not', async () => {
      await people(5);
      expect((await full([grace()])).status).toBe(200);
      await people(99);
      const list = (await stored()).filter(({ active }) => active).map(({ student_id, first_name, last_name }) => grace({ student_id, first_name, last_name, email: '' })); // prettier-ignore
      expect(list).toHaveLength(100);
      expect(await full(list.slice(11))).toMatchObject({ status: 409, body: { deactivations: 11, active: 100 } });
      expect((await full(list.slice(10))).status).toBe(200);
    });

    test('who has a live booking does not count as going', async () => {
      for (const student of await people(6))
        await manager.post('/bookings', { site: site.id, lead_person: student, location: await lodge.make.room(site) });
      const { status, body } = await full([grace()]);
      expect([status, body.exceptions.length]).toEqual([200, 6]);
    });
  });

  test('partial touches nobody who is not on the list, and is 400 when empty', async () => {
    await lodge.make.student(site);
    expect((await send([grace()])).body.students).toHaveLength(1);
    expect((await stored())[0]).toMatchObject({ active: true, version: 1 });
    expect(await send([])).toMatchObject({ status: 400, body: { errors: [{ pointer: '/students' }] } });
  });

  test('a dry run answers what would be, without ids for whom it would make, and writes nothing', async () => {
    const [known, gone] = [await enrolled({ student_id: 'K1' }), await lodge.make.student(site)];
    const before = await digest('idempotency_keys');
    const list = [grace(), alan({ student_id: '' }), null];
    const dry = await full(list, { dry_run: true });
    expect(dry.body.students).toEqual([
      { _id: known, ...grace({ location: site.building }), site: site.id, active: true },
      { _id: '', ...alan({ location: site.building, student_id: '' }), site: site.id, active: true },
      expect.objectContaining({ _id: gone, active: false }),
    ]);
    expect(causes(dry)).toEqual([['missing_required_field', '']]);
    expect((await send(list, { type: 'full', dry_run: true }, { 'idempotency-key': 'dry' })).text).toBe(dry.text);
    expect(await digest('idempotency_keys')).toEqual(before);
    const real = await full(list);
    const bare = ({ body }: Answer) => body.students.map(({ email, active }: Record<string, unknown>) => [email, active]); // prettier-ignore
    expect(bare(real)).toEqual(bare(dry));
  });

  test('only the envelope is refused', async () => {
    const refused: [object, string][] = [
      [{ type: 'some' }, '/type'],
      [{ type: undefined }, '/type'],
      [{ students: undefined }, '/students'],
      [{ students: { 0: grace() } }, '/students'],
      [{ students: Array.from({ length: 20_001 }, () => null) }, '/students'],
      [{ dry_run: 'yes' }, '/dry_run'],
      [{ confirm_deactivations: -1 }, '/confirm_deactivations'],
      [{ rows: [] }, '/rows'],
    ];
    for (const [more, pointer] of refused)
      expect(await send([grace()], more)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect((await manager.post(`/students/${site.id}/import`, [grace()])).status).toBe(400);
    const large = { type: 'partial', students: ['x'.repeat(16 * 1_048_576)] };
    expect((await manager.post(`/students/${site.id}/import`, large)).status).toBe(413);
  });

  test('an Idempotency-Key gives the same answer again, also for rows that no text can hold', async () => {
    const list = [grace(), { student_id: 'K9', first_name: 'Half \ud83d', last_name: '\u0000' }];
    const first = await send(list, {}, { 'idempotency-key': 'one' });
    expect(first.body.students).toHaveLength(1);
    const again = await send(list, {}, { 'idempotency-key': 'one' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    expect((await send([alan()], {}, { 'idempotency-key': 'one' })).body.code).toBe('idempotency_key_reused');
  });

  test('is for managers, in their own site', async () => {
    const url = `/students/${site.id}/import`;
    const body = { type: 'partial', students: [grace()] };
    for (const role of ['viewer', 'reception', 'welfare', 'manager', 'admin'] as const) {
      const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
      const { status } = await client.post(url, body);
      expect([role, status]).toEqual([role, ['manager', 'admin'].includes(role) ? 200 : 403]);
    }
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [(await lodge.make.site()).id]: 'admin' } })).email); // prettier-ignore
    expect((await stranger.post(url, body)).status).toBe(404);
    expect((await manager.post('/students/none/import', body)).status).toBe(404);
    const elsewhere = await lodge.make.site();
    await lodge.make.student(elsewhere, { student_id: 'K2', email: 'alan@uni.example' });
    expect((await send([alan()])).body.students).toHaveLength(1);
  });

  test('writes down what it did, as a whole and to each student', async () => {
    const [known, gone] = [await enrolled({ student_id: 'K1' }), await lodge.make.student(site)];
    await full([grace(), alan()]);
    const events = await lodge.sql<{ action: string; subject_id: string; changes: unknown }>(
      'SELECT action, subject_id, changes FROM audit_events WHERE site_id = $1 ORDER BY id',
      [site.id],
    );
    const counts = { type: 'full', created: 1, updated: 1, deactivated: 1 };
    expect(events).toMatchObject([
      { action: 'students.imported', subject_id: site.id, changes: Object.entries(counts).map(([field, to]) => ({ field, to })) }, // prettier-ignore
      { action: 'student.created', changes: [{ field: 'student_id' }, { field: 'first_name', from: null, to: 'Alan' }, {}, {}, {}, {}, {}] }, // prettier-ignore
      { action: 'student.updated', subject_id: known, changes: [{ field: 'email', from: null, to: 'grace@uni.example' }] }, // prettier-ignore
      { action: 'student.deactivated', subject_id: gone, changes: [{ field: 'active', from: true, to: false }] },
    ]);
  });
});
