import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Cells, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk } = await useImportDesk({});
const PEOPLE = [
  ['Jane', 'Doe'], ['Simon', 'Peter'], ['Sarah', 'Smith-Jones'], ['Sarah', 'Jones'], ['Anna Maria', 'Rossi'], ['Anna', 'Rossi'], ['Ali', 'Hassan'], ['Ali', ''],
  ['Johannes', 'van der Berg'], ['Maria', 'Garcia Lopez'], ['小明', '王'], ['서연', '김'], ['さくら', '山田'], ['大', '林小'], ['小大', '林'],
] as const; // prettier-ignore
const ids = new Map<string, string>();
const idOf = (name: string): string => `NB-${PEOPLE.findIndex((each) => each.join(' ').trim() === name)}`;

beforeAll(async () => {
  for (const [first_name, last_name] of PEOPLE) {
    const name = `${first_name} ${last_name}`.trim();
    ids.set(name, await desk.lodge.make.student(desk.site, { student_id: idOf(name), first_name, last_name }));
  }
  await desk.lodge.make.room(desk.site, { code: 'NB1x' });
});

/** Whom a row means, or that it is a question. */
async function seen(cells: Cells): Promise<string> {
  const { state, person } = await desk.look({ room: 'NB1x', ...STAY, ...cells });
  const name = [...ids].find(([, id]) => id === person.person_id)?.[0];
  return state === 'ready' ? (name ?? 'nobody') : 'asked';
}

describe('words on either side of the border between two names', () => {
  test.each([
    [{ Name: 'Jones, Sarah Smith' }],
    [{ first_name: 'Sarah Smith', last_name: 'Jones' }],
    [{ first_name: 'Sarah Smith', last_name: 'Jones', student_id: idOf('Sarah Smith-Jones') }],
    [{ Name: 'Maria Rossi, Anna' }],
    [{ Name: 'Maria Rossi, Anna', student_id: idOf('Anna Maria Rossi') }],
    [{ Name: 'Lopez, Maria Garcia' }],
  ])('are not of the other name: %j', async (cells) => expect(await seen(cells)).toBe('asked'));

  test.each([
    [{ Name: 'Berg, Johannes van der' }, 'Johannes van der Berg'],
    [{ Name: 'van der Berg, Johannes' }, 'Johannes van der Berg'],
    [{ Name: 'Lopez, Maria Garcia', student_id: idOf('Maria Garcia Lopez') }, 'Maria Garcia Lopez'],
    [{ Name: 'Smith-Jones, Sarah' }, 'Sarah Smith-Jones'],
  ])('do not matter if they are particles, or an id says so and nobody else is called so: %j', async (cells, name) => {
    expect(await seen(cells)).toBe(name);
  });
});

test.each([{ Name: 'Ali' }, { first_name: 'Ali', last_name: '' }, { first_name: 'Ali' }])(
  'all of the name of somebody is a question with the id of another person: %j',
  async (cells) => {
    expect(await seen({ ...cells, student_id: idOf('Ali Hassan') })).toBe('asked');
    expect(await seen({ ...cells, student_id: idOf('Ali') })).toBe('Ali');
  },
);

describe('names whose script or capitals say the order', () => {
  test.each([
    ['王 小明', '小明 王'],
    ['王小明', '小明 王'],
    ['김 서연', '서연 김'],
    ['김서연', '서연 김'],
    ['山田 さくら', 'さくら 山田'],
    ['山田さくら', 'さくら 山田'],
    ['DOE Jane', 'Jane Doe'],
  ])('%s is only one person', async (whole, name) => {
    expect(await seen({ Name: whole })).toBe(name);
    expect(await seen({ Name: whole, student_id: idOf(name) })).toBe(name);
    expect(await seen({ Name: whole, student_id: idOf('Simon Peter') })).toBe('asked');
  });

  test.each(['林小大', '明小王', '小明王', '王小', 'SIMON Peter', 'JONES Sarah Smith'])(
    'others are a question: %s',
    async (whole) => expect(await seen({ Name: whole })).toBe('asked'),
  );
});

test.each(['Student', 'Guest', 'Resident', 'Tenant', 'Last name, first name', 'Surname Forename', 'Family name / given name', 'Nachname / Vorname'])(
  'a column %s has whole names',
  async (header) => expect(await seen({ [header]: 'Doe, Jane' })).toBe('Jane Doe'),
); // prettier-ignore

test('a column for people beside one for names is not read', async () => {
  expect(await seen({ Name: 'Doe, Jane', Guest: '2' })).toBe('asked');
  expect(await seen({ first_name: 'Jane', last_name: 'Doe', Student: 'yes' })).toBe('asked');
});

// Two people who differ by the order of their names only, in scripts with and without capitals, with every header, notation and id.
describe('somebody who has the two names in the other order', () => {
  const PAIRS = [['Yara', 'Martin'], ['伟', '欧阳'], ['さど さど', 'はん'], ['Олег', 'Иван'], ['Ngọc', 'Thu']] as const; // prettier-ignore
  const HEADERS = { 'Prénom, Nom': 'first', 'Vorname Nachname': 'first', 'Nom, Prénom': 'last', 'Nachname Vorname': 'last', Name: null } as const; // prettier-ignore
  const keys = new Map<string, { student_id: string; email: string }>();
  const made = new Map<string, string>();
  beforeAll(async () => {
    for (const [index, [one, other]] of PAIRS.entries())
      for (const [turn, [first_name, last_name]] of ([[one, other], [other, one]] as const).entries()) {
        const own = { student_id: `RV-${index}${turn}`, email: `rv${index}${turn}@uni.example` };
        keys.set(`${first_name}|${last_name}`, own);
        made.set(await desk.lodge.make.student(desk.site, { ...own, first_name, last_name }), `${first_name}|${last_name}`);
      }
  }); // prettier-ignore

  test.each(Object.entries(HEADERS))('is not taken for the other one under %s', async (header, order) => {
    const wrong: unknown[] = [];
    let accepted = 0;
    for (const [one, other] of PAIRS)
      for (const [before, after] of [[one, other], [other, one]] as const)
        for (const sign of [', ', ' '])
          for (const key of [`${one}|${other}`, `${other}|${one}`])
            for (const cells of [{}, keys.get(key), { student_id: keys.get(key)?.student_id }, { email: keys.get(key)?.email }] as Cells[]) {
              const row = { room: 'NB1x', ...STAY, ...cells, [header]: `${before}${sign}${after}` };
              const { state, person } = await desk.look(row);
              if (state !== 'ready') continue;
              accepted++;
              const who = made.get(person.person_id ?? '');
              const said = order === null && sign === ', ' ? 'last' : order;
              const isNamed = cells.student_id === undefined && cells.email === undefined;
              if ((said !== null && who !== (said === 'first' ? `${before}|${after}` : `${after}|${before}`)) || (!isNamed && who !== key)) wrong.push([row, who]);
            }
    expect(wrong).toEqual([]);
    if (header === 'Nom, Prénom') expect(accepted).toBeGreaterThan(0);
  }); // prettier-ignore
});
