import { describe, expect, test } from '@jest/globals';
import { type Cells, codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ worker: true });
const ids = new Map<string, string>();
let people = 0;

/** The cells of somebody, whose name is in one of them. */
async function row(first_name: string, last_name: string, whole: string, more: Cells = {}) {
  const code = `W${++people}n`;
  await desk.lodge.make.room(desk.site, { code });
  const known = ids.get(`${first_name} ${last_name}`);
  const student_id = `20270${10 + people}`;
  const id = known ?? (await desk.lodge.make.student(desk.site, { student_id, first_name, last_name }));
  ids.set(`${first_name} ${last_name}`, id);
  return { id, student_id, cells: { Name: whole, room: code, ...STAY, ...more } };
}
const seen = async (...rows: Cells[]) => {
  const { body } = await desk.preview(...rows);
  return body.rows.map((each: { state: string; person: { person_id: string | null }; issues: never[] }) => [
    each.state,
    each.person.person_id,
    ...codes(each),
  ]);
};

describe('a column with the first and the last name in one cell', () => {
  test.each(['Ilse, Marek', 'Marek Ilse', 'MAREK  ILSE'])('means the only person with that name: %s', async (whole) => {
    const { id, cells } = await row('Marek', 'Ilse', whole);
    expect(await seen(cells)).toEqual([['ready', id]]);
  });

  test('is read with the last name first, if nearly all names of the file are', async () => {
    const all = [await row('Vera', 'Kohl', 'Kohl Vera'), await row('Nils', 'Brandt', 'Brandt Nils')];
    const cells = all.map((each) => each.cells);
    expect(await seen(...cells)).toEqual(all.map(({ id }) => ['ready', id]));
    expect(await seen(cells[0] as Cells)).toEqual([['needs_decision', null, 'person_possible_match']]);
    const turned = [await row('Ute', 'Falk', 'Ute Falk'), await row('Jan', 'Groth', 'Groth Jan')].map((each) => each.cells); // prettier-ignore
    expect((await seen(...cells, ...turned)).map(([state]: string[]) => state)).toEqual(cells.concat(turned).map(() => 'needs_decision')); // prettier-ignore
  });

  test('has to agree with the id, and an id counts only together with the name', async () => {
    const [{ id, student_id, cells }, { student_id: other }] = [await row('Pia', 'Quell', 'Pia Quell'), await row('Ria', 'Quell', '')]; // prettier-ignore
    expect(await seen({ ...cells, student_id })).toEqual([['ready', id]]);
    expect(await seen({ ...cells, Name: 'Quell Pia', student_id })).toEqual([['ready', id]]);
    expect(await seen({ ...cells, student_id: other })).toEqual([['needs_decision', null, 'person_possible_match']]);
    expect(await seen({ ...cells, student_id: 'X-1' })).toEqual([['needs_decision', null, 'person_possible_match']]);
  });

  test.each([
    ['Jon', 'Arlow', 'Jon Arlo'],
    ['Tomas', 'Ruiz', 'Tomás Ruiz'],
    ['Jon', 'Arlow', 'Mr Jon Arlow'],
    ['Jon', 'Arlow', 'Arlow'],
    ['Lee', 'Ann Marie', 'Ann Lee Marie'],
  ])('of %s %s is a question as %s', async (first, last, whole) => {
    const { cells } = await row(first, last, whole);
    expect((await seen(cells))[0]?.slice(0, 2)).toEqual(['needs_decision', null]);
  });

  test.each(['Ada - Lund', 'Ada \u2013 Lund', '- Ada Lund', 'Lund, - Ada'])(
    'is a question with a mark: %s',
    async (whole) => {
      const { cells, student_id } = await row('Ada', 'Lund', whole);
      expect((await seen({ ...cells, student_id }))[0]?.[0]).toBe('needs_decision');
    },
  );

  test('is a question if the same words are the name of two people', async () => {
    const { cells } = await row('Martin', 'Yara', 'Martin Yara');
    await row('Yara', 'Martin', '');
    expect((await seen(cells))[0]?.slice(0, 2)).toEqual(['needs_decision', null]);
  });

  test('is a question also with the id of one of two people with the same words in another order', async () => {
    const [one, other] = [await row('Uma', 'Vero', 'Uma Vero'), await row('Vero', 'Uma', 'Uma Vero')];
    for (const { cells, student_id } of [one, other])
      expect((await seen({ ...cells, student_id }))[0]?.slice(0, 2)).toEqual(['needs_decision', null]);
  });

  test('names one person in each order: their stays in two places are a question', async () => {
    const [one, two] = [await row('Orla', 'Finch', 'Orla Finch'), await row('Orla', 'Finch', 'Finch Orla')];
    expect((await seen(one.cells, two.cells)).map(([state]: string[]) => state)).toEqual(['needs_decision', 'needs_decision']); // prettier-ignore
    const again = [one.cells, { ...two.cells, Name: 'Orla Finch' }];
    expect(await seen(...again)).toEqual([0, 1].map(() => ['needs_decision', one.id, 'person_overlap']));
  });

  test('makes nobody before somebody says so', async () => {
    const { cells } = await row('Nobody', 'Else', 'Nina Newling');
    for (const Name of ['Nina Newling', 'Newling, Nora'])
      expect(await seen({ ...cells, Name })).toEqual([['needs_decision', null, 'person_not_found']]);
    const { body } = await desk.commit([cells], [{ row_index: 0, action: 'create', create_person: { first_name: 'Nina', last_name: 'Newling' } }]); // prettier-ignore
    expect(body.results).toMatchObject([{ outcome: 'created' }]);
  });

  test('beside columns for the two names has to say the same', async () => {
    const { id, cells } = await row('Kai', 'Olsen', '');
    const own = { ...cells, Name: undefined, first_name: 'Kai', last_name: 'Olsen' };
    expect(await seen({ ...own, 'Full name': 'Olsen, Kai' })).toEqual([['ready', id]]);
    expect(await seen({ ...own, 'Full name': 'Kim Olsen' })).toEqual([['needs_decision', id, 'contradicting_cells']]);
  });
});

describe('a column for the building beside that of the room', () => {
  const stay = async (building: string, room: string) => {
    const { cells } = await desk.pair();
    const found = await desk.look({ ...cells, Building: building, room });
    return [found.state, found.location.location_id, ...codes(found)];
  };
  const house = async (name: string, code?: string) =>
    lodge.make.location(desk.site.id, desk.site.buildingType, { name, ...(code && { code }) });
  const roomIn = (parent_id: string, name: string, code?: string) =>
    lodge.make.location(desk.site.id, desk.site.roomType, { name, parent_id, ...(code && { code }) });

  test('says which room of that number is meant, also below a floor', async () => {
    const [east, west] = [await house('East Court'), await house('Block W')];
    const floor = await lodge.make.location(desk.site.id, desk.site.buildingType, { name: 'Floor 3', parent_id: east });
    const [of, other, coded] = [await roomIn(floor, '307'), await roomIn(west, '307'), await roomIn(west, 'Room 9', 'WW-009')]; // prettier-ignore
    expect(await stay('East Court', '307')).toEqual(['ready', of]);
    expect(await stay('EAST COURT', '307')).toEqual(['ready', of]);
    expect(await stay('W', '307')).toEqual(['ready', other]);
    expect(await stay('WW', '009')).toEqual(['ready', coded]);
    expect(await stay('Block W', 'WW-009')).toEqual(['ready', coded]);
    // The building is read: a room elsewhere is not meant.
    expect(await stay('East Court', 'WW-009')).toEqual(['needs_decision', null, 'location_not_found']);
    expect(await stay('North Court', '307')).toEqual(['needs_decision', null, 'location_not_found']);
    expect(await stay('', '307')).toEqual(['needs_decision', null, 'location_ambiguous']);
    expect(await stay('East Court', '')).toEqual(['error', null, 'missing_required']);
  });

  test('is a question if its words are in the names of two buildings that have the room', async () => {
    for (const name of ['South Hall', 'South Wing']) await roomIn(await house(name), '11');
    expect(await stay('South', '11')).toEqual(['needs_decision', null, 'location_ambiguous']);
    const inner = await house('Inner Hall Annexe');
    await roomIn(inner, '12');
    expect((await stay('Inner Hall', '12'))[0]).toBe('ready');
    await house('Inner Hall');
    expect(await stay('Inner Hall', '12')).toEqual(['needs_decision', null, 'location_not_found']);
  });
});
