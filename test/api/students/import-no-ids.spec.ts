import { beforeAll, expect, test } from '@jest/globals';
import { siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
let martin: string;
const { stored, send, refusals } = studentLists(lodge, () => place);

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101', 'M105', 'M106', 'M107');
  martin = await place.make('KC1001', 'Martin', 'Davies', 'M101', { email: 'martin.davies@uni.example' });
  for (const [n, name] of ['Rossi', 'Wang', 'Green'].entries()) await place.make(`KC100${n + 2}`, 'Anna', name, 'M101', {}); // prettier-ignore
});

test.each(['P4366918', 'ERASMUS27', 'NEW1', 'TBC1', 'AB123456C', 'GB29NWBK60161331926819', '18kg', 'KC10234', 'M105'])(
  'an id unlike all others does not replace the id of a student: %s',
  async (id) => {
    const before = await stored();
    expect(await refusals(`${id},Martin,Davies,martin.davies@uni.example,M101`)).toEqual([['identity_conflict', martin]]); // prettier-ignore
    expect(await stored()).toEqual(before);
  },
);

test.each(['NEW1', 'TBC1', 'ERASMUS27', '18kg', 'GB29NWBK60161331926819', 'AB123456C', '1', '001'])(
  'nobody new has the id %s',
  async (id) => expect(await refusals(`${id},Nora,Newby,,M105`)).toEqual([['missing_required_field', '']]),
);

test('the room of a row is no id of its student', async () => {
  expect(await refusals('M105,Nora,Newby,nora@uni.example,M105', 'm106,Oscar,Oldham,,M106')).toEqual([
    ['missing_required_field', ''],
    ['missing_required_field', ''],
  ]);
});

test('new people have ids of all kinds, and a known one may get a new one like all others', async () => {
  const ids = ['N600', 'S1234567', '2026-0815', 'KC2001', 'VX-77B', 'M107', 'GB29NWBK60161331926818'];
  expect((await send(...ids.map((id, n) => `${id},Ida${'abcdefg'.charAt(n)},Novak,,M105`))).exceptions).toEqual([]);
  expect(await refusals('KC2345,Martin,Davies,martin.davies@uni.example,M101')).toEqual([]);
});
