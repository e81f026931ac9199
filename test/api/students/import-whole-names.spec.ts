import { beforeAll, describe, expect, test } from '@jest/globals';
import { siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const { stored, refusals, send } = studentLists(lodge, () => place, 'student_id,name,email,location');
const ids = new Map<string, string>();

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101', 'M102');
  const people = [['KC1005', 'Wanda', 'Stone'], ['KC1007', 'Anna', 'Rossi'], ['KC1008', 'Anna Maria', 'Rossi'], ['KC1009', 'Johannes', 'van der Berg'], ['KC1014', 'Sarah', 'Smith-Jones'], ['KC1015', 'Nora', 'Vance'], ['KC1016', 'Tom', 'Ash']] as const; // prettier-ignore
  for (const [id, first, last] of people)
    ids.set(id, await place.make(id, first, last, 'M101', { email: `${first}.${last}@uni.example`.toLowerCase().replaceAll(' ', '') })); // prettier-ignore
});

const causes = async (...lines: string[]) => (await refusals(...lines)).map(([cause]) => cause);
const nameOf = async (id: string) => {
  const found = (await stored()).find((each) => each.id === ids.get(id));
  return [found?.first_name, found?.last_name];
};

describe('a name in one cell', () => {
  test('does not rename a student whose words it has in another order', async () => {
    expect(await refusals('KC1009,"Berg, Johannes van der",,M101')).toEqual([]);
    expect(await nameOf('KC1009')).toEqual(['Johannes', 'van der Berg']);
    for (const [id, name] of [
      ['KC1014', 'Jones, Sarah Smith'],
      ['KC1008', 'Maria Rossi, Anna'],
    ] as const)
      // prettier-ignore
      expect(await refusals(`${id},"${name}",,M101`)).toEqual([['identity_conflict', ids.get(id)]]);
  });

  test.each([
    ...['Nora Newby, Ben Lee', 'Nora Newby, Lee', 'Nora Newby, left', 'Nora Newby, MSc', 'Nora Newby, Engineering'],
    ...['Newby, Nora N900', 'Newby, Nora May 5', 'Newby, Nora Jr', 'Herr Newby, Nora', 'Newby, Srta. Nora', 'ABC Ltd, Newby'],
    ...['University, Kent', 'London, Student', 'Smith, Newby'],
  ])('makes nobody of two people, remarks and what the email contradicts: %s', async (name) => {
    expect(await causes(`N900,"${name}",nora.newby@uni.example,M102`)).toEqual(['missing_required_field']);
  }); // prettier-ignore

  test.each([
    ...['PhD', 'Senior', 'F', 'Engineering', 'Spain', 'see below', 'gap year', 'late arrival', 'Parent', 'Occupied', 'left'],
    ...['confirmed', 'checked in', 'Year 2', 'July', 'Monday', 'new', 'M101'],
  ])('makes nobody of a remark after the comma: %s', async (remark) => {
    expect(await causes(`N900,"Newby, ${remark}",,M102`)).toEqual(['missing_required_field']);
  }); // prettier-ignore

  test('makes the student whom it names', async () => {
    const names = ['Newby, Nina', 'García López, María José', 'de Vries, Jan', "O'Neill, Sean", 'Li, Wei', 'Müller-Lüdenscheidt, Jörg'];
    expect(await causes(...names.map((name, index) => `N91${index},"${name}",,M102`))).toEqual([]);
  }); // prettier-ignore

  test('is read in the order that the header, capitals and the emails of other rows say', async () => {
    const header = async (name: string, line: string) => (await studentLists(lodge, () => place, `student_id,"${name}",email,location`).refusals(line)).map(([cause]) => cause); // prettier-ignore
    for (const name of ['Vorname, Nachname', 'Prénom, Nom', 'Nombre y apellidos'])
      expect(await header(name, 'N920,"Nora, Newling",,M102')).toEqual(['missing_required_field']);
    expect(await causes('N920,"Nora, NEWLING",,M102')).toEqual(['missing_required_field']);
    const rows = ['N921,"Nora, Newling",nora.newling@uni.example,M102', 'N922,"Oscar, Oldham",,M102', 'N923,"Pia, Penn",,M102']; // prettier-ignore
    expect(await causes(...rows)).toEqual(['identity_conflict', 'identity_conflict', 'identity_conflict']);
  });

  test('that cannot be read is shown as it was sent', async () => {
    expect((await send('N930,Wilma Worth,,M102')).exceptions).toMatchObject([{ first_name: 'Wilma Worth' }]);
  });

  test.each(['KC9999,Wanda Stone,', 'KC9999,"Stone, Ms Wanda",', 'KC9999,"Stone, W",', ',"Tom Ash & Wanda Stone",'])(
    'keeps whom it names in a full list, though its row is refused: %s',
    async (row) => {
      const others = (await stored()).filter(({ student_id, active }) => student_id !== 'KC1005' && active);
      const lines = others.map(({ student_id, first_name, last_name }) => `${student_id},"${last_name}, ${first_name}",,M101`); // prettier-ignore
      await studentLists(lodge, () => place, 'student_id,name,email,location', 'full').send(...lines, `${row},M101`);
      const kept = (await stored()).find(({ id }) => id === ids.get('KC1005'));
      expect(kept?.active).toBe(true);
    },
  );
});

test('a blank building below others is a question', async () => {
  const house = await lodge.make.location(place.site.id, place.site.buildingType, { name: 'Ash' });
  await lodge.make.location(place.site.id, place.site.roomType, { name: '44', parent_id: house });
  const other = await lodge.make.location(place.site.id, place.site.buildingType, { name: 'Birch' });
  await lodge.make.location(place.site.id, place.site.roomType, { name: '45', parent_id: other });
  const list = studentLists(lodge, () => place, 'student_id,first_name,last_name,building,location');
  expect(await list.refusals('N940,Una,Unger,Ash,44', 'N941,Ute,Uhl,,45')).toEqual([['location_ambiguous', '']]);
});
