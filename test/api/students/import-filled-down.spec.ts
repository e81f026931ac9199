import { beforeAll, expect, test } from '@jest/globals';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const { refusals, stored } = studentLists(lodge, () => place, FIELDS_HEADER);

const ROOMS = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6'];
const PEOPLE = [
  ['KC11930', 'Jonas', 'Weber', 'R4'],
  ['KC10482', 'Lea', 'Vogel', 'R1'],
  ['KC13551', 'Paul', 'Fuchs', 'R6'],
  ['KC10017', 'Max', 'Huber', 'R2'],
  ['KC12077', 'Eva', 'Lange', 'R5'],
  ['KC14408', 'Ida', 'Roth', 'R3'],
] as const;
const emailOf = (first: string, last: string) => `${first}.${last}@uni.example`.toLowerCase();

beforeAll(async () => {
  place = await siteOfRooms(lodge, ...ROOMS);
  for (const [id, first, last, room] of PEOPLE) await place.make(id, first, last, room, { email: emailOf(first, last) }); // prettier-ignore
});

interface Line {
  id?: (at: number) => string;
  email?: (at: number) => string;
  room?: (at: number) => string;
}
const lines = ({ id, email, room }: Line) =>
  PEOPLE.map(([ownId, first, last, ownRoom], at) =>
    [id?.(at) ?? ownId, first, last, email?.(at) ?? emailOf(first, last), '', room?.(at) ?? ownRoom].join(','),
  );
const countingFrom = (first: number) => (at: number) => `KC${first + at}`;
const causes = async (line: Line) => (await refusals(...lines(line))).map(([cause]) => cause);

test('ids that count on renumber nobody', async () => {
  const before = await stored();
  expect(await causes({ id: countingFrom(11930) })).toEqual(Array(5).fill('identity_conflict'));
  expect(await stored()).toEqual(before);
});

test('ids that count on make no second record of anybody, if the list has no emails', async () => {
  const before = await stored();
  expect(await causes({ id: countingFrom(11930), email: () => '' })).toEqual(Array(5).fill('possible_match'));
  expect(await stored()).toEqual(before);
});

test.each([1, -1])('rooms that slipped by %d move nobody', async (step) => {
  const before = await stored();
  const room = (at: number) => PEOPLE[(at + step + PEOPLE.length) % PEOPLE.length]?.[3] ?? '';
  expect(await causes({ room })).toEqual(Array(6).fill('identity_conflict'));
  expect(await stored()).toEqual(before);
});

test('rooms that are given out anew move everybody', async () => {
  const before = await stored();
  expect(await causes({ room: (at) => ROOMS[at] ?? '' })).toEqual([]);
  expect(await stored()).not.toEqual(before);
  expect(await causes({})).toEqual([]);
});

test('a site is renumbered by new ids that count on from the first row', async () => {
  expect(await causes({ id: (at) => `2027-000${at + 1}` })).toEqual([]);
  expect(await causes({})).toEqual([]);
});

const NEWCOMERS = [
  ['SN30111', 'Ina', 'Moser', 'R1'],
  ['SN30203', 'Udo', 'Haas', 'R2'],
] as const;

test.each([0, 1, 2, 3])('new people in a list whose column %d slipped are refused with the others', async (column) => {
  const before = await stored();
  const people = [...PEOPLE, ...NEWCOMERS];
  const list = people.map((own, at) => own.map((cell, field) => (field === column ? people[(at + 7) % 8]?.[field] : cell))); // prettier-ignore
  const found = await refusals(...list.map(([id, first, last, room]) => [id, first, last, '', '', room].join(',')));
  expect(found).toHaveLength(8);
  expect(await stored()).toEqual(before);
});

test('new people with rooms of their own do not hide that those of known ones have slipped', async () => {
  const before = await stored();
  const room = (at: number) => PEOPLE[(at + 1) % PEOPLE.length]?.[3] ?? '';
  const added = Array.from({ length: 12 }, (_, n) => `SN4${n}07,New${'abcdefghijkl'.charAt(n)},Comer,,,R1`);
  expect((await refusals(...lines({ room }), ...added)).length).toBeGreaterThanOrEqual(6);
  expect(await stored()).toEqual(before);
});

test('where two names have slipped, those of the new people below may have, too; where two are mistyped, nothing has', async () => {
  const before = await stored();
  const list = (...lasts: string[]) => [
    ...PEOPLE.slice(0, 4).map(([id, first, last, room], at) => [id, first, lasts[at] ?? last, '', '', room]),
    ['SN30111', 'Ina', lasts[4] ?? 'Moser', '', '', 'R1'],
    ['SN30203', 'Udo', lasts[5] ?? 'Haas', '', '', 'R2'],
  ].map((cells) => cells.join(',')); // prettier-ignore
  expect(await refusals(...list('Weber', 'Vogel', 'Vogel', 'Fuchs', 'Huber', 'Moser'))).toHaveLength(4);
  expect(await stored()).toEqual(before);
  expect(await refusals(...list('Weber', 'Vogel', 'Fusch', 'Hubre'))).toHaveLength(2);
});

test('new people share the rooms of known ones', async () => {
  const mates = PEOPLE.slice(0, 4).map(([, , , room], n) => `SN5${n}13,Mate${'abcd'.charAt(n)},Comer,,,${room}`);
  expect(
    await refusals(
      ...lines({})
        .slice(0, 4)
        .flatMap((line, n) => [line, mates[n] ?? '']),
    ),
  ).toEqual([]);
});

test('new people move into the rooms of those who leave', async () => {
  const list = NEWCOMERS.map(([id, first, last, room]) => [id, first, last, '', '', room].join(','));
  expect(await refusals(...lines({ room: (at) => (at < 2 ? 'R6' : (PEOPLE[at]?.[3] ?? '')) }), ...list)).toEqual([]);
});

const NEW = ['KC31931,Ada,Pfeiffer', 'KC33874,Tim,Sorge', 'KC30412,Nele,Brandt', 'KC38190,Finn,Albers', 'KC35526,Maja,Kuhn']; // prettier-ignore

test('an email that is the id of nobody is refused among those that are the own ones', async () => {
  const emails = ['kc31931', 'kc33875', 'kc30412', 'kc38190', 'kc35526'];
  const found = await refusals(...NEW.map((line, at) => `${line},${emails[at] ?? ''}@ids.example,,R1`));
  expect(found.map(([cause]) => cause)).toEqual(['identity_conflict']);
});
