import { beforeAll, describe, expect, test } from '@jest/globals';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const { send, refusals } = studentLists(lodge, () => place, FIELDS_HEADER);
const causes = async (...lines: string[]) => (await refusals(...lines)).map(([cause]) => cause);

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101', 'M102');
  const people = [
    ['KC1001', 'Thomas', 'Fischer', '2005-04-03'],
    ['KC1002', 'Jürgen', 'Müller', '2004-12-09'],
    ['KC1003', 'Xiaoming', 'Wang', '2005-07-07'],
    ['KC1004', 'Anna Maria', 'Rossi', '2005-01-05'],
    ['KC1005', 'Katarzyna', 'Nowak', '2005-02-05'],
    ['KC1006', 'Mohammed', 'Al-Rashid', '2005-03-05'],
    ['KC1007', 'Megan', 'Cooper', '2005-06-05'],
  ] as const;
  for (const [id, first, last, date_of_birth] of people)
    await place.make(id, first, last, 'M101', { email: `${first}.${last}@uni.example`.toLowerCase().replace(' ', ''), date_of_birth }); // prettier-ignore
});

describe('who was born on the same day and has a similar name', () => {
  test.each([
    ['Tomas,Fischer', '2005-04-03'],
    ['T,Fischer', '2005-04-03'],
    ['Tom,Fischer', '2005-04-03'],
    ['Thomas Karl,Fischer-Roth', '2005-04-03'],
    ['Juergen,Mueller', '2004-12-09'],
    ['Xiao Ming,Wang', '2005-07-07'],
    ['Annamaria,Rossi', '2005-01-05'],
    ['Anna,Rossi', '2005-01-05'],
    ['Kasia,Nowak', '2005-02-05'],
    ['Katarzyna,Nowak-Kowalska', '2005-02-05'],
    ['Muhammad,Alrashid', '2005-03-05'],
    ['Megan,Cooer', '2005-06-05'],
  ])('is a possible match: %s', async (name, born) =>
    expect(await refusals(`KC2001,${name},,${born},M102`)).toEqual([['possible_match', expect.any(String)]]),
  );

  test('is refused in one list, also next to somebody who is known', async () => {
    expect(await causes('KC2002,Nora,Newby,,2005-05-05,M102', 'KC2003,Norah,Newby,,2005-05-05,M101')).toEqual([
      'duplicate_in_file',
      'duplicate_in_file',
    ]);
    expect(await causes('KC1001,Thomas,Fischer,,,M101', 'KC2004,Tom,Fischer,,2005-04-03,M102')).toEqual([
      'duplicate_in_file',
    ]);
  });

  test('is new when the name is another one, or the day', async () => {
    expect(await refusals('KC2005,Bela,Kun,,2005-04-03,M102', 'KC2006,Tomas,Fischer,,2004-11-21,M102')).toEqual([]);
  });
});

test.each([
  ...['Nora and Ben,Newby', 'Nora u. Ben,Newby', 'Nora et Ben,Newby', 'Nora y Ben,Newby', 'Nora,Newby and Smith'],
  ...['Nora,see row 3', 'Nora,same', 'Nora,ditto', 'Nora,Newby see N2', 'Nora,Newby Room 5', 'Nora,not Newby'],
  ...[
    'Nora,Newby ex Smith',
    'Nora,Newby née Smith',
    'Nora,Newby geb. Smith',
    'Nora,Newby aka Lee',
    'Nora,Newby MSc',
    'Nora left,Newby',
  ],
  ...['Deferred,Newby', 'Parent of,Newby', 'Guest of Nora,Newby', 'Ms Nora,Newby', 'Dr Nora,Newby'],
  ...[
    'Zimmer,frei',
    'Leer,Stand',
    'chambre,libre',
    'habitación,libre',
    'vrij,kamer',
    'New,Student',
    'Vorname,Nachname',
    'Printed,Monday',
  ],
])('a cell that is not the name of one person makes nobody: %s', async (name) => {
  expect(await causes(`KC3001,${name},,,M102`)).toEqual(['missing_required_field']);
});

test.each([
  ...['Single,Room', 'Twin,Bed', 'Not,Allocated', 'Store,Room', 'Common,Room', 'Grand,Total', 'Total,Students'],
  ...['Football,Team', 'Summer,School', 'Erasmus,Group', 'Smith,Family', 'Exchange,Student 1', 'Staff,Member'],
  ...['Warden,Warden', 'NN,NN', 'Block,Booking', 'Continued,Overleaf', 'Deceased,Smith'],
])('a line of a list of rooms makes nobody: %s', async (name) =>
  expect(await causes(`,${name},,,M102`)).toEqual(['missing_required_field']),
);

test.each(['do.', 's. o.', 's.o.', 'wie oben', 'gleich', 'as N7', 'idem dito', 'dto.', 'siehe N7'])(
  'what says that a name is that of the row above is no name: %s',
  async (last) => expect(await causes('N1,Nina,Nowell,,,M102', `N2,Oscar,${last},,,M102`)).toEqual(['missing_required_field']), // prettier-ignore
);

test.each(['M√ºller', 'Gonz√°lez', 'M³ller', 'M¿ller', 'GarcÌa', 'JosÈ', 'PÈrez', 'Mu¨ller'])(
  'a name whose letters were lost in another encoding is no name: %s',
  async (last) => expect(await causes(`KC3200,Jan,${last},,,M102`)).toEqual(['missing_required_field']),
);

test('names that look like remarks are names', async () => {
  const names = ['Na,Chen', 'Stefan,Frei', 'Alvin,See', 'Marie,Parent', 'Maria José,Ortega y Gasset', 'Mary E,Guest', 'April,May', 'Li En,Ou', 'Will,Stand', 'Sam,New', 'Jan,Gleich', 'Minh,Do', 'Lea,Block', 'Seán,MacÉil', 'Joan,Gal·la', 'ÈVE,LÒPEZ', 'Summer,Grand', 'Björn,Ångström']; // prettier-ignore
  expect(await refusals(...names.map((name, n) => `KC31${10 + n},${name},,,M102`))).toEqual([]);
});

test.each(['2026-03-01', '01-Mar', '03/04/2005', '1/2', 'Mar-01', '07700900123', '+44 7700 900123'])(
  'a date or a telephone number is no id: %s',
  async (id) => {
    expect(await causes(`${id},Thomas,Fischer,thomas.fischer@uni.example,,M101`)).toEqual(['identity_conflict']);
    expect(await causes(`${id},Ada,Byron,,,M101`)).toEqual(['missing_required_field']);
  },
);

test('one character does not replace an id', async () => {
  for (const id of ['1', '2', 'J'])
    expect(await causes(`${id},Thomas,Fischer,thomas.fischer@uni.example,,M101`)).toEqual(['identity_conflict']);
});

test('emails prove that the headers of the names are exchanged, although all people are new', async () => {
  const rows = ['KC4001,Newby,Nora,nora.newby@uni.example,,M101', 'KC4002,Oldham,Oscar,oscar.oldham@uni.example,,M101'];
  expect(await refusals(...rows)).toEqual([
    ['identity_conflict', ''],
    ['identity_conflict', ''],
  ]);
  expect(await refusals('KC4003,Pia,Quince,pia.quince@uni.example,,M101')).toEqual([]);
});

test('a list that is no export has its own floor and flags, which are not read', async () => {
  for (const [header, cell] of [
    ['flags', 'withdrawn'],
    ['floor', '2'],
  ] as const) {
    const text = `student_id,first_name,last_name,location,${header}\nKC5001,Nora,Flag,M101,${cell}`;
    const { body } = await place.manager.post(`/students/${place.site.id}/import?type=partial&dry_run=true`, text, { 'content-type': 'text/csv' }); // prettier-ignore
    expect(body).toMatchObject({ unread_columns: [header], exceptions: [{ cause: 'unread_column' }] });
  }
  const { text } = await place.manager.get(`/students/${place.site.id}/export-csv`);
  const { body } = await place.manager.post(`/students/${place.site.id}/import?type=partial`, text, { 'content-type': 'text/csv' }); // prettier-ignore
  expect([body.exceptions, body.import_id]).toEqual([[], null]);
});

test('a name that a full list has with another id, while its student is missing, is that student or another one', async () => {
  const other = await siteOfRooms(lodge, 'F-1', 'F-2');
  const names = ['Martin,Davies', 'Robert,Green', 'Jane,Miller'];
  for (const [n, name] of names.entries()) {
    const [first, last] = name.split(',') as [string, string];
    await other.make(`KC100${n}`, first, last, 'F-1', {});
  }
  const students = ['KC1111,Martin,Davies', 'KC1001,Robert,Green', 'KC1002,Jane,Miller'].map((line) => {
    const [student_id, first_name, last_name] = line.split(',');
    return { student_id, first_name, last_name, location: student_id === 'KC1111' ? 'F-2' : 'F-1' };
  });
  const load = async (list: object[]) =>
    (
      await other.manager.post(`/students/${other.site.id}/import`, {
        type: 'full',
        students: list,
        confirm_deactivations: 1,
      })
    ).body;
  expect(await load(students)).toMatchObject({ exceptions: [{ student_id: 'KC1111', cause: 'possible_match' }] });
  const active = await lodge.sql('SELECT student_id FROM students WHERE site_id = $1 AND active ORDER BY 1', [
    other.site.id,
  ]);
  expect(active.map(({ student_id }) => student_id)).toEqual(['KC1000', 'KC1001', 'KC1002']);
  // Both are in the list: these are two people.
  expect((await load([{ ...students[0], student_id: 'KC1000', location: 'F-1' }, ...students])).exceptions).toEqual([]);
});

test('a list with two new people of the site is written', async () => {
  expect((await send('KC6001,Ada,Lovelace,ada.lovelace@uni.example,2005-06-06,M101', 'KC6002,Ivo,Novak,,2005-06-06,M101')).exceptions).toEqual([]); // prettier-ignore
});
