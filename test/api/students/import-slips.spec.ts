import { describe, expect, test } from '@jest/globals';
import { siteOfRooms, studentLists, usePeople } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
const { ids, stored, refusals } = usePeople(
  lodge,
  ['Anna,Kowalska', 'Bob,Davies', 'Tom,Hall'].map((name, index) => ({ name, email: `p100${index + 1}@uni.example` })),
);

test('names that one email has in the other order than the others of the list are refused', async () => {
  expect(await refusals('NW1,Quirk,Zelda,zelda.quirk@uni.example,M105', 'NW2,Otto,Brandt,otto.brandt@uni.example,M101')).toEqual([['identity_conflict', '']]); // prettier-ignore
});

test('the email of a stranger does not take the place of one of the same domain', async () => {
  const before = await stored();
  expect(await refusals('KC1001,Anna,Kowalska,zelda.wuthering@uni.example,M101')).toEqual([['identity_conflict', ids.get('Anna,Kowalska')]]); // prettier-ignore
  expect(await stored()).toEqual(before);
});

test.each(['Zelda,Year 1', 'M,Quirk', 'F,Quirk', 'Ze1da,Quirk', 'Zelda,Qu1rk', 'Zel\u200bda,Quirk'])(
  'nobody new is called so: %s',
  async (name) => expect(await refusals(`NW9,${name},,M105`)).toEqual([['missing_required_field', '']]),
);

test('a new id that is nearly what all others are is refused', async () => {
  const other = await siteOfRooms(lodge, 'M105');
  const names = ['Ada', 'Bea', 'Cleo', 'Dora'].flatMap((first) => [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${first},Marsh${letter}y`)); // prettier-ignore
  const usual = names.map((name, index) => `KC${3100 + index},${name},,M105`);
  const odd = [
    'KC310,Maja,Quirk,,M105',
    'KC3O99,Zelda,Falk,,M105',
    'KC31000,Oskar,Birch,,M105',
    'X-17,Nils,Holm,,M105',
  ];
  const { refusals: refusalsOf } = studentLists(lodge, () => other, undefined);
  expect(await refusalsOf(...usual, ...odd)).toEqual(Array(3).fill(['missing_required_field', ''])); // prettier-ignore
  // After 9,999 comes a number with one more.
  expect(await refusalsOf('KC9998,Jan,Falk,,M105', 'KC10001,Jo,Birk,,M105')).toEqual([]);
});

describe('last names that rows have of each other, by their records or emails', () => {
  test.each([
    ['exchanged', ['NX1,Lena,Holm,lena.brandt@uni.example,M105', 'NX2,Otto,Brandt,otto.holm@uni.example,M105'], 2],
    [
      'one row too low',
      [
        'NX1,Lena,,lena.brandt@uni.example,M105',
        'NX2,Otto,Brandt,otto.holm@uni.example,M105',
        'NX3,Ruth,Holm,ruth.winter@uni.example,M105',
      ],
      3,
    ],
    [
      'exchanged, with initials',
      ['NX1,Lena,Holm,lbrandt@uni.example,M105', 'NX2,Otto,Brandt,holmo@uni.example,M105'],
      2,
    ],
    [
      'exchanged, in one word',
      ['NX1,Lena,Holm-Nilsen,lenabrandt@uni.example,M105', 'NX2,Otto,Brandt,o.holm-nilsen@uni.example,M105'],
      2,
    ],
    [
      'missing, and in the email',
      ['NX1,Lena,,lbrandt@uni.example,M105', 'NX2,Otto,Holm,otto.holm@uni.example,M105'],
      1,
    ],
    ['exchanged between known ones', ['KC1001,Anna,Davies,,M101', 'KC1002,Bob,Kowalska,,M101'], 2],
  ])('are refused: %s', async (_what, rows, count) => {
    expect((await refusals(...rows)).map(([cause]) => cause)).toEqual(Array(count).fill('identity_conflict'));
  });
});

test('an email in capitals is the same one', async () => {
  const before = await stored();
  expect(await refusals('KC1002,Bob,Davies,P1002@UNI.EXAMPLE,M101')).toEqual([]);
  expect(await stored()).toEqual(before);
});

test('emails of one name, of other domains and with initials are people’s own', async () => {
  expect(await refusals('NW20,Maja,Lund,blue.flower@mail.example,M105', 'NW21,Ida,Falk,i.falk@uni.example,M105', 'NW22,Oskar,Birch,,M105', "NW23,Zoë,O'Brien,zobrien@uni.example,M105")).toEqual([]); // prettier-ignore
});

test('a full list with somebody new of nearly the name of a student who is missing changes neither of them', async () => {
  const other = await siteOfRooms(lodge, 'M101', 'M105');
  const full = studentLists(lodge, () => other, undefined, 'full');
  const others = Array.from({ length: 12 }, (_, index) => `KC20${10 + index},${'ABCDEFGHIJKL'.charAt(index)}lva,Marsh${'abcdefghijkl'.charAt(index)}y,,M101`); // prettier-ignore
  const anna = await other.make('KC1001', 'Anna', 'Kowalska', 'M101', {});
  await other.make('KC1009', 'Petra', 'Lindqvist', 'M101', {});
  for (const line of others) {
    const [id = '', first = '', last = ''] = line.split(',');
    await other.make(id, first, last, 'M101', {});
  }
  expect(await full.refusals(...others, 'NW1,Ana,Kowalska,ak@uni.example,M105')).toEqual([['possible_match', anna]]); // prettier-ignore
  const active = (await full.stored()) as unknown as { student_id: string; active: boolean }[];
  expect(active.find(({ student_id: id }) => id === 'KC1001')?.active).toBe(true);
  expect(active.find(({ student_id: id }) => id === 'KC1009')?.active).toBe(false);
});
