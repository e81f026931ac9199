import { beforeAll, describe, expect, test } from '@jest/globals';
import { siteOfRooms } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const ids = new Map<string, string>();
const PEOPLE = [
  ['KC1', 'Wanda', 'Stone'],
  ['KC2', 'Johannes', 'van der Berg'],
  ['KC3', 'Sarah', 'Jones'],
  ['KC4', 'Sarah', 'Smith-Jones'],
  ['KC5', 'Anna Maria', 'Rossi'],
  ['KC6', 'Martin', 'Yara'],
  ['KC7', 'Yara', 'Martin'],
  ['KC8', 'Robert', 'Green'],
  ['KC9', 'Marie-Jean', 'Dupont'],
] as const;

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101', 'M102');
  for (const [id, first, last] of PEOPLE)
    ids.set(id, await place.make(id, first, last, 'M101', { email: `${first}.${last}@uni.example`.toLowerCase().replaceAll(' ', '') })); // prettier-ignore
});

interface Answer {
  students: { student_id: string; first_name: string; last_name: string; active: boolean }[];
  exceptions: { cause: string; existing_record_id: string; first_name: string }[];
}
/** What a list would do: its lines have a student id, a name in one cell, an email and a room. */
async function look(lines: string[], header = 'Name', type = 'partial'): Promise<Answer> {
  const text = [`student_id,"${header}",email,location`, ...lines].join('\n');
  const { status, body } = await place.manager.post(`/students/${place.site.id}/import?type=${type}&dry_run=true`, text, { 'content-type': 'text/csv' }); // prettier-ignore
  expect(status).toBe(200);
  return body as Answer;
}
const made = async (lines: string[], header?: string) =>
  (await look(lines, header)).students.map(({ first_name, last_name }) => [first_name, last_name]);
const causes = async (lines: string[], header?: string) => (await look(lines, header)).exceptions.map(({ cause }) => cause); // prettier-ignore

describe('a name in one cell with the id of a student', () => {
  test.each([
    ['KC1', 'Wanda Stone'],
    ['KC1', 'STONE Wanda'],
    ['KC1', 'Stone, Wanda'],
    ['KC1', 'Wanda, Stone'],
    ['KC2', 'Johannes van der Berg'],
    ['KC2', 'van der Berg, Johannes'],
    ['KC2', 'Berg, Johannes van der'],
    ['KC4', 'Jones, Sarah Smith'],
    ['KC5', 'Maria Rossi, Anna'],
  ])('changes no name: %s %s', async (id, name) => {
    const [, first, last] = PEOPLE.find(([each]) => each === id) ?? [];
    expect(await look([`${id},"${name}",,M102`])).toMatchObject({
      students: [{ student_id: id, first_name: first, last_name: last }],
      exceptions: [],
    });
  });

  test.each([
    ['KC1', 'Wanda Green'],
    ['KC1', 'Stone'],
    ['KC1', 'Wanda Stone, left'],
    ['KC6', 'Yara Martin'],
    ['KC6', 'Martin Yara'],
    ['KC9', 'Jean Marie Dupont'],
    ['KC8', 'Green, Robert & Stone, Wanda'],
  ])('is refused with other words, or those of two people: %s %s', async (id, name) => {
    expect(await look([`${id},"${name}",,M102`])).toMatchObject({
      students: [],
      exceptions: [{ cause: 'identity_conflict', existing_record_id: ids.get(id), first_name: name }],
    });
  });

  test('is refused if the header says the other order', async () => {
    expect(await causes(['KC1,Wanda Stone,,M101'], 'Nachname Vorname')).toEqual(['identity_conflict']);
    expect(await causes(['KC1,Stone Wanda,,M101'], 'Nachname Vorname')).toEqual([]);
  });
});

describe('a name in one cell of somebody new', () => {
  test('needs a proof of its order: the header, students who are known, or the own email', async () => {
    const [turned, straight] = ['N1,"Newby, Nora",,M101', 'N1,Nora Newby,,M101'];
    const NAMES = [['Nora', 'Newby']];
    for (const line of [turned, straight]) expect(await causes([line])).toEqual(['missing_required_field']);
    for (const header of ['Nachname, Vorname', 'Last name, first name', 'Nom / Prénom']) expect(await made([turned], header)).toEqual(NAMES); // prettier-ignore
    expect(await made([straight], 'First name and last name')).toEqual(NAMES);
    expect(await made(['N1,"Nora, Newby",,M101'], 'Vorname, Nachname')).toEqual(NAMES);
    expect(await made(['KC1,"Stone, Wanda",,M101', turned])).toEqual([['Wanda', 'Stone'], ...NAMES]);
    expect(await made(['KC1,Stone Wanda,,M101', 'N1,Newby Nora,,M101'])).toEqual([['Wanda', 'Stone'], ...NAMES]);
    expect(await made(['N1,"Newby, Nora",nora.newby@uni.example,M101'])).toEqual(NAMES);
    expect(await made(['N1,"van der Berg, Nora",nora.berg@uni.example,M101'])).toEqual([['Nora', 'van der Berg']]);
  });

  test.each<[string, string[], string]>([
    ['the header', ['N1,"Nora, Newby",,M101'], 'Nombre y apellidos'],
    ['an email of another row', ['N2,"Nora, Newby",nora.newby@uni.example,M101', 'N1,"Oldham, Oscar",oscar.oldham@uni.example,M101'], 'Name'], // prettier-ignore
    ['somebody who is known', ['KC1,"Wanda, Stone",,M101', 'N1,"Newby, Nora",nora.newby@uni.example,M101'], 'Name'],
    ['capitals', ['N1,"Newby, NORA",,M101'], 'Nachname, Vorname'],
    ['half of its own email', ['KC1,"Stone, Wanda",,M101', 'N1,"Smith, Newby",nora.newby@uni.example,M101'], 'Name'],
    ['the other notation', ['N1,Newby Nora,,M101'], 'Nachname, Vorname'],
  ])('is refused if its order is contradicted, or not proved, by %s', async (_, lines, header) => {
    expect((await look(lines, header)).students.filter(({ student_id }) => student_id.startsWith('N'))).toEqual([]);
  });

  test.each([
    ...[
      'Nora Newby, Ben Lee',
      'Nora Newby, Lee',
      'Nora Newby, left',
      'Nora Newby, MSc',
      'Newby, Nora N900',
      'Newby, Nora May 5',
      'Newby, Nora Jr',
    ],
    ...['Herr Newby, Nora', 'Newby, Srta. Nora', 'University, Kent', 'Newby, Nora van der', 'Newby, Nora & Ben'],
    ...[
      'Newby, left',
      'Newby, PhD',
      'Newby, F',
      'Newby, M101',
      'Newby, Spain',
      'Newby, Erasmus',
      'Newby, July',
      'Newby, confirmed',
      'Newby, N.',
    ],
  ])('is nobody if it is more, or something else, than two names: %s', async (name) => {
    const lines = ['KC1,"Stone, Wanda",,M101', `N900,"${name}",nora.newby@uni.example,M101`];
    expect((await look(lines)).exceptions).toMatchObject([{ first_name: name, last_name: '' }]);
    expect((await look(lines.map((line) => line.replace('nora.newby@uni.example', '')))).students).toHaveLength(1);
  });
});

test('a name in one cell without an id may be that of a student, and is refused with their record', async () => {
  const known = 'KC8,Robert Green,,M101';
  expect((await look([known, `,Stone Wanda,w.s@other.example,M101`])).exceptions).toMatchObject([
    { cause: 'possible_match', existing_record_id: ids.get('KC1'), first_name: 'Stone Wanda' },
  ]);
});

describe('in a full list', () => {
  const lineOf = ([id, first, last]: (typeof PEOPLE)[number]) => `${id},"${last}, ${first}",,M101`;
  const gone = async (id: string, line: string, header?: string) => {
    const lines = PEOPLE.filter(([each]) => each !== id && !line.startsWith(`${each},`)).map(lineOf);
    const { students } = await look([...lines, line], header, 'full');
    return students.filter(({ active }) => !active).map(({ student_id }) => student_id);
  };

  test.each([
    ['KC1', 'KC99,Wanda Stone,,M101'],
    ['KC1', 'KC99,"Stone, Wanda",,M101'],
    ['KC1', 'KC99,"Stone, Ms Wanda",,M101'],
    ['KC1', 'KC99,"Stone, W",,M101'],
    ['KC1', ',Wanda Stone,w.s@other.example,M101'],
    ['KC1', 'KC8,"Green, Robert & Stone, Wanda",,M101'],
    ['KC2', 'KC99,Johannes van der Berg,,M101'],
  ])('%s stays active, whom a refused row may mean: %s', async (id, line) => expect(await gone(id, line)).toEqual([]));

  test('so does a student whose whole name is in one of two columns', async () => {
    for (const name of ['Wanda Stone,', 'Ms Wanda,Stone']) {
      const rows = PEOPLE.filter(([id]) => id !== 'KC1').map(([id, first, last]) => `${id},${first},${last},M101`);
      const text = ['student_id,first_name,last_name,location', ...rows, `KC99,${name},M101`].join('\n');
      const { body } = await place.manager.post(`/students/${place.site.id}/import?type=full&dry_run=true`, text, { 'content-type': 'text/csv' }); // prettier-ignore
      expect((body as Answer).students.filter(({ active }) => !active)).toEqual([]);
    }
  });

  test('nobody stays whom no row may mean', async () => {
    expect(await gone('KC1', 'KC99,Nora Newby,,M101')).toEqual(['KC1']);
    expect(await gone('KC1', 'KC2,Johannes van den Berg,,M101')).toEqual(['KC1']);
  });
});
