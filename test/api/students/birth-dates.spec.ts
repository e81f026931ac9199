import { describe, expect, test } from '@jest/globals';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, desk, viewer, manager } = await useLodge({ desk: 'reception', viewer: 'viewer', manager: 'manager' }); // prettier-ignore

let made = 0;
const nobody = () => `Person ${String.fromCodePoint(97 + (made % 26))}${made++}`;
const create = (more: object, client = desk) =>
  client.post('/students', { site: site.id, first_name: 'Ada', last_name: 'Byron', location: site.building, ...more });
const address = (id: string) => `/students/${site.id}/${id}`;
const change = (id: string, more: object, client = desk) =>
  client.patch(address(id), { first_name: 'Ada', location: site.building, ...more });
const load = (students: object[], more: object = {}) =>
  manager.post(`/students/${site.id}/import`, {
    type: 'partial',
    students: students.map((row) => ({ location: site.building, ...row })),
    ...more,
  });
const causes = (body: { exceptions: { student_id: string; cause: string }[] }) =>
  body.exceptions.map(({ student_id, cause }) => [student_id, cause]);
const born = async (id: string) => (await desk.get(address(id))).body.date_of_birth;

describe('the date of birth of a person', () => {
  test('is created, changed, cleared, exported, in the copy of the data, read as of the past, and erased', async () => {
    const { status, body } = await create({ last_name: nobody(), date_of_birth: '1815-12-10' });
    expect([status, body.errors]).toEqual([400, [{ pointer: '/date_of_birth', code: 'birth_date', detail: 'must be a date YYYY-MM-DD from 1900 until today' }]]); // prettier-ignore
    const person = (await create({ last_name: nobody(), date_of_birth: '2005-12-10', student_id: 'BORN-1' })).body;
    expect([person.date_of_birth, person.warnings, await born(person._id)]).toEqual(['2005-12-10', undefined, '2005-12-10']); // prettier-ignore
    const moment = lodge.clock.now().toISOString();
    lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000).toISOString());
    expect((await change(person._id, { date_of_birth: '2005-12-11' })).body.date_of_birth).toBe('2005-12-11');
    expect((await change(person._id, {})).body.date_of_birth).toBe('2005-12-11');
    expect((await desk.get(`${address(person._id)}?as_of=${moment}`)).body.date_of_birth).toBe('2005-12-10');
    const csv = (await desk.get(`/students/${site.id}/export-csv`)).text;
    expect(csv.split('\r\n').find((line) => line.includes('BORN-1'))).toContain('2005-12-11');
    expect((await manager.get(`${address(person._id)}/data`)).body.person.date_of_birth).toBe('2005-12-11');
    expect((await change(person._id, { date_of_birth: null })).body).not.toHaveProperty('date_of_birth');
    await change(person._id, { date_of_birth: '2005-12-11' });
    expect((await manager.post(`${address(person._id)}/erase`, {})).status).toBe(200);
    expect(await lodge.sql('SELECT date_of_birth FROM students WHERE id = $1', [person._id])).toEqual([
      { date_of_birth: null },
    ]);
    const trail = await lodge.sql('SELECT changes::text FROM audit_events WHERE subject_id = $1', [person._id]);
    expect(JSON.stringify(trail)).not.toContain('2005-12');
  });

  test('of a column that has slipped is given to nobody', async () => {
    const people = Array.from({ length: 6 }, (_, index) => ({ student_id: `SLIP-${index}`, first_name: 'Ada', last_name: nobody(), date_of_birth: `2005-0${index + 1}-14` })); // prettier-ignore
    const without = people.map((person, index) => (index < 3 ? person : { ...person, date_of_birth: undefined }));
    expect((await load(without)).body.exceptions).toEqual([]);
    const slipped = people.map((person, index) => ({ ...person, date_of_birth: people[(index + 1) % 6]?.date_of_birth })); // prettier-ignore
    expect(causes((await load(slipped)).body).map(([, cause]) => cause)).toEqual(Array(6).fill('identity_conflict'));
    // From a blank one on: the row below it has its date.
    const half = people.map((person, index) => ({ ...person, date_of_birth: people[index < 2 ? index : index - 1]?.date_of_birth })); // prettier-ignore
    Object.assign(half[2] as object, { date_of_birth: undefined });
    expect(causes((await load(half)).body)).toEqual([3, 4, 5].map((index) => [`SLIP-${index}`, 'identity_conflict']));
    // One that is corrected speaks for itself alone.
    const one = people.map((person, index) => (index === 0 ? { ...person, date_of_birth: '2005-01-15' } : person));
    expect(causes((await load(one)).body)).toEqual([['SLIP-0', 'identity_conflict']]);
  });

  test('is a real day from 1900 until today where the site is', async () => {
    const today = lodge.clock.now().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.parse(today) + 2 * 86_400_000).toISOString().slice(0, 10);
    for (const date_of_birth of [
      '1899-12-31',
      '2005-02-30',
      tomorrow,
      '14.03.2005',
      '2005-03-14T00:00:00Z',
      20050314,
      '',
    ]) {
      const { status, body } = await create({ last_name: nobody(), date_of_birth });
      expect([date_of_birth, status, body.errors?.[0]?.pointer]).toEqual([date_of_birth, status, '/date_of_birth']);
      expect([400, 422]).toContain(status);
    }
    expect((await create({ last_name: nobody(), date_of_birth: today })).status).toBe(200);
  });

  test('is not accepted in a list when programs make it of nothing, or when nobody so young lives here', async () => {
    const dates = ['1900-01-01', '01/01/1900', '1904-01-01', '1970-01-01', '2024-05-05', lodge.clock.now().toISOString().slice(0, 10)]; // prettier-ignore
    const rows = (of: string[]) => of.map((date_of_birth, n) => ({ student_id: `NB-${n}`, first_name: `Nora${'abcdef'.charAt(n)}`, last_name: nobody(), date_of_birth })); // prettier-ignore
    expect(causes((await load(rows(dates))).body)).toEqual(dates.map((_, n) => [`NB-${n}`, 'invalid_date']));
    expect(causes((await load(rows(['1900-01-02', '1970-01-02', '2010-05-05']))).body)).toEqual([]);
  });

  test('is not shown to viewers: neither in the record nor in lists, events and their changes', async () => {
    const person = (await create({ last_name: nobody(), date_of_birth: '2004-02-29' })).body;
    await change(person._id, { date_of_birth: '2004-03-01' });
    const seen = await viewer.get(address(person._id));
    expect([seen.body._id, seen.body.date_of_birth, seen.headers['x-redacted']]).toEqual([person._id, undefined, 'welfare, date_of_birth']); // prettier-ignore
    for (const path of [`/students/${site.id}`, `/sites/${site.id}/events?resource=${person._id}`]) {
      const [theirs, ours] = [await viewer.get(path), await desk.get(path)];
      expect([path, theirs.status, /2004-02-29|2004-03-01/.test(theirs.text)]).toEqual([path, 200, false]);
      expect([path, /2004-03-01/.test(ours.text)]).toEqual([path, true]);
    }
  });
});

describe('the same name and the same date of birth', () => {
  test('give a warning when somebody is created or changed, and stop nothing', async () => {
    const [last_name, date_of_birth] = [nobody(), '2003-05-06'];
    const first = (await create({ last_name, date_of_birth })).body;
    expect(first).not.toHaveProperty('warnings');
    expect((await create({ last_name, date_of_birth: '2003-05-07' })).body).not.toHaveProperty('warnings');
    const second = (await create({ first_name: last_name.toUpperCase(), last_name: 'Ada', date_of_birth })).body;
    expect(second.warnings).toMatchObject([{ code: 'possible_duplicate', person_ids: [first._id] }]);
    const third = (await create({ last_name })).body;
    expect((await change(third._id, { date_of_birth })).body.warnings).toMatchObject([{ person_ids: [first._id, second._id].sort() }]); // prettier-ignore
    await manager.delete(address(second._id));
    await manager.delete(address(first._id));
    expect((await change(third._id, { date_of_birth })).body).not.toHaveProperty('warnings');
    const elsewhere = await lodge.make.site();
    await lodge.make.student(elsewhere, { first_name: 'Ada', last_name, date_of_birth });
    expect((await change(third._id, { date_of_birth })).body).not.toHaveProperty('warnings');
  });

  test('of many who are created at once, all but one have the warning', async () => {
    const last_name = nobody();
    const answers = await rush(20, 10, () => create({ last_name, date_of_birth: '2001-01-01' }));
    expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 200));
    const warned = answers.map(({ body }) => body.warnings?.[0].person_ids.length ?? 0).sort((a, b) => a - b);
    expect(warned).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  test('are a question in an import, whatever the student id says; another date tells two of one name apart', async () => {
    const last_name = nobody();
    const there = (await create({ last_name, date_of_birth: '2002-02-02', student_id: 'THERE-1' })).body;
    const row = { first_name: 'Ada', last_name };
    const { body } = await load([
      { ...row, student_id: 'OTHER-1', date_of_birth: '2002-02-02' },
      { ...row, date_of_birth: '2003-05-17' },
    ]);
    expect(body.exceptions).toMatchObject([{ student_id: 'OTHER-1', cause: 'possible_match', existing_record_id: there._id }]); // prettier-ignore
    expect(await born(body.students[0]._id)).toBe('2003-05-17');
    const two = await load([
      { ...row, student_id: 'THERE-1' },
      { ...row, student_id: 'OTHER-2', date_of_birth: '2002-02-02' },
      { ...row, student_id: 'OTHER-3', date_of_birth: '2002-02-04' },
      { first_name: last_name, last_name: 'Ada', student_id: 'OTHER-4', date_of_birth: '2002-02-04' },
    ]);
    expect(causes(two.body)).toEqual(['OTHER-2', 'OTHER-3', 'OTHER-4'].map((id) => [id, 'duplicate_in_file'])); // prettier-ignore
  });

  test('that a list gives to somebody who is there are a warning of the import, also of a dry run', async () => {
    const last_name = nobody();
    const one = (await create({ last_name, student_id: 'W-1' })).body;
    const other = (await create({ last_name, student_id: 'W-2', date_of_birth: '2000-10-10' })).body;
    const rows = [{ first_name: 'Ada', last_name, student_id: 'W-1', date_of_birth: '2000-10-10' }];
    for (const dry_run of [true, false]) {
      const { body } = await load(rows, { dry_run });
      expect(body.exceptions).toEqual([]);
      expect(body.warnings).toMatchObject([{ code: 'possible_duplicate', person_ids: [one._id, other._id].sort() }]);
    }
    expect(await born(one._id)).toBe('2000-10-10');
    expect((await load(rows)).body).not.toHaveProperty('warnings');
  });

  test('a list gives nobody another date, even if student id, email and name are theirs', async () => {
    const last_name = nobody();
    const mail = { email: `${last_name.replace(/\W/g, '')}@students.example` };
    const one = (await create({ last_name, student_id: 'C-1', date_of_birth: '2000-01-31', ...mail })).body;
    const row = { first_name: 'Ada', last_name, student_id: 'C-1', date_of_birth: '2000-01-30' };
    expect((await load([row])).body.exceptions).toMatchObject([{ cause: 'identity_conflict', existing_record_id: one._id }]); // prettier-ignore
    expect((await load([{ ...row, ...mail }])).body.exceptions).toMatchObject([{ cause: 'identity_conflict', existing_record_id: one._id }]); // prettier-ignore
    expect(await born(one._id)).toBe('2000-01-31');
  });
});

describe('dates of birth in a file', () => {
  const file = async (cells: string[], header = 'Geburtsdatum') => {
    const rows = cells.map((cell, n) => [`F-${made}-${n}`, 'Eva', nobody(), site.building, cell].join(';'));
    const text = [`Matrikelnummer;Vorname;Nachname;Zimmer;${header}`, ...rows].join('\n');
    const { body } = await lodge.call('POST', `/students/${site.id}/import?type=partial`, text, {
      cookie: manager.cookie,
      'content-type': 'text/csv',
    });
    const dates = await Promise.all(body.students.map(({ _id }: { _id: string }) => born(_id)));
    return [...dates, ...body.exceptions.map(({ cause }: { cause: string }) => cause)];
  };

  test('are read in the order that the file proves; else what reads two ways is asked for', async () => {
    await lodge.sql('UPDATE sites SET date_order = NULL WHERE id = $1', [site.id]);
    expect(await file(['03.04.2005', '14.03.2005'])).toEqual(['2005-04-03', '2005-03-14']);
    expect(await file(['3/4/2005', '3/14/2005'], 'Date of birth')).toEqual(['2005-03-04', '2005-03-14']);
    expect(await file(['03.04.2005', '5.5.2005', '2005-06-07'], 'Data urodzenia')).toEqual(['2005-05-05', '2005-06-07', 'ambiguous_date']); // prettier-ignore
    expect(await file(['03.04.2005', '14.03.2005', '03/14/2005'], 'Dyddiad geni')).toEqual(['2005-03-14', '2005-03-14', 'ambiguous_date']); // prettier-ignore
    expect(await file(['14.03.05', '31.02.2005', '01.01.1899', '2999-01-01', 'spring'])).toEqual(Array.from({ length: 5 }, () => 'invalid_date')); // prettier-ignore
    // Days before months: another day of the list shows that those until the twelfth may be turned round.
    expect(await file(['2005-03-04', '2005-13-04', '2005-20-04'], 'Born')).toEqual(['2005-04-13', '2005-04-20', 'ambiguous_date']); // prettier-ignore
    // A spreadsheet has turned the days that it could, and left the others as texts.
    expect(await file(['2005-03-04', '13/04/2005'], 'Birthday')).toEqual(['2005-04-13', 'ambiguous_date']);
    for (const day of ['03-Apr-2005', '3 April 2005', 'April 3, 2005'])
      expect(await file([day, '13/04/2005'], 'Birthday')).toEqual(['2005-04-13', 'ambiguous_date']);
    expect(await file(['3rd April 2005', '13/04/2005'], 'Birthday')).toEqual(['2005-04-03', '2005-04-13']);
    expect(await file(['2005-03-04', '2005-03-14', '13/04/2005'], 'Birthday')).toEqual(['2005-03-04', '2005-03-14', '2005-04-13']); // prettier-ignore
    await lodge.sql(`UPDATE sites SET date_order = 'mdy' WHERE id = $1`, [site.id]);
    // The site says how its house writes, not who made the list; and one day against it may be a slip.
    expect(await file(['03/04/2005', '03/14/2005'])).toEqual(['2005-03-04', '2005-03-14']);
    // Days with other signs may be written by somebody else.
    for (const day of ['03.04.2005', '03-04-2005'])
      expect(await file([day, '03/14/2005'])).toEqual(['2005-03-14', 'ambiguous_date']);
    expect(await file(['03.04.2005'])).toEqual(['ambiguous_date']);
    expect(await file(['03.04.2005', '14.03.2005'])).toEqual(['2005-03-14', 'ambiguous_date']);
    expect(await file(['03.04.2005', '14.03.2005', '14.03.2005'])).toEqual(['2005-03-14', '2005-03-14', 'ambiguous_date']); // prettier-ignore
    expect(await file(['03.04.2005', '14.03.2005', '15.03.2005'])).toEqual(['2005-04-03', '2005-03-14', '2005-03-15']);
  });

  test('that count on from row to row, or are all the same, were dragged down', async () => {
    const days = (month: string, ...all: number[]) => all.map((day) => `2005-${month}-${String(day).padStart(2, '0')}`);
    for (const dragged of [
      days('08', 20, 21, 22),
      days('08', 20, 20, 20),
      ['2003-08-20', '2004-08-20', '2005-08-20'],
      ['2005-08-30', '2005-08-31', '2005-09-01'],
    ])
      // prettier-ignore
      expect(await file([...dragged, '2004-02-29'])).toEqual(['2004-02-29', ...Array<string>(3).fill('invalid_date')]);
    expect(await file(days('08', 20, 21, 24, 25))).toEqual(days('08', 20, 21, 24, 25));
  });

  test('a month that is another one in another language is read where a word of the list is of its language', async () => {
    const rows = (...days: string[]) => days.map((date_of_birth) => ({ first_name: 'Eva', last_name: nobody(), student_id: `W-${made}`, date_of_birth })); // prettier-ignore
    expect((await load(rows('3 listopada 2005'))).body.exceptions).toMatchObject([{ cause: 'invalid_date' }]);
    const { body } = await load(rows('3 listopada 2005', '4 maja 2005'));
    expect(body.exceptions).toEqual([]);
    expect(await Promise.all(body.students.map(({ _id }: { _id: string }) => born(_id)))).toEqual(['2005-11-03', '2005-05-04']); // prettier-ignore
    // The last line of a file without a line break at its end has a shorter month, and is not cut.
    expect(await file(['3 listopada 2005', '4 maja 2005'])).toEqual(['2005-11-03', '2005-05-04']);
  });

  test('an export is read back without a change', async () => {
    const csv = (await manager.get(`/students/${site.id}/export-csv`)).text;
    const { body } = await lodge.call('POST', `/students/${site.id}/import?type=partial`, csv, {
      cookie: manager.cookie,
      'content-type': 'text/csv',
    });
    expect([body.import_id, causes(body).filter(([, cause]) => cause !== 'identity_conflict')]).toEqual([null, []]);
  });
});
