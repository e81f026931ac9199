import { beforeAll, expect, test } from '@jest/globals';
import { siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
let martin: string;
const houses = new Map<string, string>();
const { stored, refusals, send } = studentLists(lodge, () => place, 'Student ID,Name,Email,Building,Room');

beforeAll(async () => {
  place = await siteOfRooms(lodge, 'M101');
  martin = await place.make('KC1001', 'Martin', 'Davies', 'M101', { email: 'martin.davies@uni.example' });
  for (const name of ['Mill House', 'East Court']) {
    const parent_id = await lodge.make.location(place.site.id, place.site.buildingType, { name });
    houses.set(name, await lodge.make.location(place.site.id, place.site.roomType, { name: '12', parent_id }));
  }
});

test('a name in one cell makes a student if something proves which part is which, and the building says where', async () => {
  expect(await refusals('N1,"Newby, Nora",nora.newby@uni.example,East Court,12')).toEqual([]);
  expect((await stored()).at(-1)).toMatchObject({ first_name: 'Nora', last_name: 'Newby', location_id: houses.get('East Court') }); // prettier-ignore
  expect(await refusals('N2,Oscar Oldham,oscar@uni.example,East Court,12')).toEqual([['missing_required_field', '']]);
});

test('a known student is compared with such a name, and a building without the room is refused', async () => {
  const before = await stored();
  expect(await refusals('KC1001,"Davies, Martina",,,M101')).toEqual([['identity_conflict', martin]]);
  expect(await refusals('N3,"Quince, Peter",,North Court,12')).toEqual([['location_not_found', '']]);
  expect(await refusals('N3,"Quince, Peter",,,12')).toEqual([['location_ambiguous', '']]);
  expect(await stored()).toEqual(before);
  expect((await send('KC1001,"Davies, Martin",,Mill House,12')).exceptions).toEqual([]);
  expect((await stored()).find(({ id }) => id === martin)).toMatchObject({ location_id: houses.get('Mill House') });
});

test('an empty cell below a building, or a dot, may mean that building: the room has to say itself where it is', async () => {
  const above = await lodge.make.location(place.site.id, place.site.buildingType, { name: 'West Court' });
  await lodge.make.location(place.site.id, place.site.roomType, { name: '77', parent_id: above });
  const [first, second] = ['KC1001,"Davies, Martin",,East Court,12', 'N7,"Oldham, Oscar",oscar.oldham@uni.example'];
  expect(await refusals(first, `${second},,77`)).toEqual([['location_ambiguous', '']]);
  expect(await refusals(first, `${second},.,77`)).toEqual([['unread_column', '']]);
  expect(await refusals(first, `${second},,M101`)).toEqual([]);
});
