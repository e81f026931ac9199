import { beforeAll, describe, expect, test } from '@jest/globals';
import { siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const { stored, refusals } = studentLists(lodge, () => place);
let martin: string;

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101', 'M105', 'M106');
  martin = await place.make('KC1001', 'Martin', 'Davies', 'M101', { email: 'martin.davies@uni.example' });
});

describe('a second row with the name of a new person', () => {
  test.each([
    ['without id and email in another room', 'N1,Nora,Newby,nora@uni.example,M105', ',Nora,Newby,,M106'],
    ['in capitals', 'N1,Nora,Newby,,M105', ',NORA,NEWBY,,M106'],
    ['with the names exchanged', 'N1,Nora,Newby,,M105', ',Newby,Nora,,M106'],
    ['with the names exchanged, both without id', ',Nora,Newby,,M105', ',Newby,Nora,,M105'],
    ['with an id that is one character off, and nothing else', 'N1,Nora,Newby,,M105', 'N2,Nora,Newby,,M106'],
    ['of which one has the id and one the email', ',Nora,Newby,nora@uni.example,M105', 'N1,Nora,Newby,,M106'],
  ])('is a question, as the first one is: %s', async (_, ...lines) => {
    for (const list of [lines, [...lines].reverse()])
      expect(await refusals(...list)).toEqual([['duplicate_in_file', ''], ['duplicate_in_file', '']]); // prettier-ignore
    expect(await stored()).toHaveLength(1);
  });

  test('is a question next to the row of a known student', async () => {
    const known = 'KC1001,Martin,Davies,martin.davies@uni.example,M101';
    expect(await refusals(known, ',Martin,Davies,,M106')).toEqual([['duplicate_in_file', martin]]);
  });

  test('is somebody else with an email, or an id, of their own', async () => {
    expect(await refusals('N1,Ivo,Novak,,M105', 'N22,Ivo,Novak,,M106')).toEqual([]);
    expect(await refusals('N3,Ada,Byron,ada@uni.example,M105', ',Ada,Byron,byron.a@uni.example,M106')).toEqual([]);
  });
});
