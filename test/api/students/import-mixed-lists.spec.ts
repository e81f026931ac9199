import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let place: Awaited<ReturnType<typeof siteOfRooms>>;
const { refusals, stored } = studentLists(lodge, () => place, FIELDS_HEADER);

type Field = 'id' | 'first' | 'last' | 'room' | 'born';
type Person = Record<Field, string>;

const personOf = (text: string, at: number): Person => {
  const [id = '', first = '', last = ''] = text.split(' ');
  return { id, first, last, room: `R${at + 1}`, born: `200${at % 6}-0${1 + (at % 9)}-1${at % 7}` };
};
const KNOWN = 'WN41170 Gregor Sommer,WN40233 Tobias Pohlmann,WN45918 Wiebke Ebner,WN42071 Nadja Fuhrmann,WN48806 Oskar Tiedke,WN43355 Frieda Wolters,WN47712 Emil Garnet,WN44049 Paula Jessen'.split(',').map(personOf); // prettier-ignore
const NEW = 'WN51093 Hilde Lorch,WN57721 Leander Lindt,WN53380 Ronja Kessel,WN58414 Anton Brehm,WN52266 Selma Ziegler,WN55507 Moritz Dorn'.split(',').map((text, at) => personOf(text, at + KNOWN.length)); // prettier-ignore

beforeAll(async () => {
  place = await siteOfRooms(lodge, ...[...KNOWN, ...NEW].map(({ room }) => room));
  for (const { id, first, last, room, born } of KNOWN)
    await place.make(id, first, last, room, { email: emailOf(first, last), date_of_birth: born });
});

afterEach(() => lodge.sql('DELETE FROM students WHERE site_id = $1 AND student_id <> ALL ($2)', [place.site.id, KNOWN.map(({ id }) => id)])); // prettier-ignore

const emailOf = (first: string, last: string) => `${first}.${last}@lake.example`.toLowerCase();
/** Lines of a list in which the fields of `slipped` are those of the row above. Emails are those of the person who is meant. */
const lines = (people: readonly Person[], slipped: readonly Field[] = [], withEmails = false, withBirths = false) =>
  people.map((own, at) => {
    const above = people.at(at - 1) ?? own;
    const { id, first, last, room, born } = { ...own, ...Object.fromEntries(slipped.map((field) => [field, above[field]])) }; // prettier-ignore
    return [id, first, last, withEmails ? emailOf(own.first, own.last) : '', withBirths ? born : '', room].join(',');
  });
const inTurn = (known: readonly Person[], added: readonly Person[]) => known.flatMap((person, at) => [person, ...added.slice(at, at + 1)]); // prettier-ignore

test.each(['first', 'last'] as const)(
  'new people between known ones whose %s names have slipped are refused',
  async (field) => {
    const before = await stored();
    const list = [...inTurn(KNOWN.slice(0, 5), NEW.slice(0, 4)), KNOWN[5] as Person];
    expect(await refusals(...lines(list, [field]))).toHaveLength(list.length);
    expect(await stored()).toEqual(before);
  },
);

test.each(['id', 'room'] as const)(
  'new people below known ones whose column %s has slipped are refused, also with emails of their own',
  async (field) => {
    const before = await stored();
    for (const added of [NEW.slice(0, 3), NEW]) {
      const list = [...KNOWN, ...added];
      expect(await refusals(...lines(list, [field], true))).toHaveLength(list.length);
    }
    expect(await stored()).toEqual(before);
  },
);

const exchanged = (people: readonly Person[], field: Field, one: number, other: number): Person[] =>
  people.map((person, at) => ({ ...person, [field]: people[at === one ? other : at === other ? one : at]?.[field] ?? '' })); // prettier-ignore

test.each([
  ['two neighbours have each other’s ids', (list: Person[]) => exchanged(list, 'id', 2, 3)],
  ['two neighbours have each other’s dates of birth', (list: Person[]) => exchanged(list, 'born', 2, 3)],
  [
    'the names of two known people are exchanged',
    (list: Person[]) =>
      list.map((each, at) => (at === 1 || at === 4 ? { ...each, first: each.last, last: each.first } : each)),
  ],
])('new people far away are taken where %s', async (_, damaged) => {
  const list = [...damaged(KNOWN), ...NEW];
  const rows = lines(list, [], false, true).map((line, at) => {
    const own = [...KNOWN, ...NEW][at] as Person;
    return line.split(',').with(3, emailOf(own.first, own.last)).join(',');
  });
  expect(await refusals(...rows)).toHaveLength(2);
});

test('new people are taken where others have ids of known ones', async () => {
  const list = NEW.map((each, at) => (at % 2 === 0 ? { ...each, id: KNOWN[at]?.id ?? '' } : each));
  expect(await refusals(...lines(list, [], true, true))).toHaveLength(3);
});

test('a column of ids that slipped renumbers nobody at its end', async () => {
  const before = await stored();
  const [first, ...rest] = KNOWN.slice(0, 6) as [Person, ...Person[]];
  const list = [first, ...rest, NEW[0] as Person, KNOWN[6] as Person];
  const rows = lines(list, ['id'], true).map((line, at) => (at === 0 ? lines([first], [], true)[0] : at === 1 ? line.replace(/^[^,]*/u, '') : line) ?? ''); // prettier-ignore
  expect((await refusals(...rows)).length).toBeGreaterThanOrEqual(list.length - 2);
  const ids = (rows: { student_id?: string }[]) => rows.map((row) => row.student_id);
  expect(ids(await stored())).toEqual(ids(before));
});

test('new people are taken between others with emails of their own, of whom two far apart have those of relatives', async () => {
  const [two, ...others] = [NEW[2], ...NEW.slice(0, 2), ...NEW.slice(3)] as [Person, ...Person[]];
  const given = (person: Person, first: string) => `${person.id},${person.first},${person.last},${emailOf(first, person.last)},,R9`; // prettier-ignore
  const straight = others.slice(0, 4).map((person) => given(person, person.first));
  const more = KNOWN.map(({ first, last }, at) => `YN7${at}31${at},${last},Ott${first.toLowerCase()},${emailOf(last, `Ott${first}`)},,R9`); // prettier-ignore
  const list = [straight[0], straight[1], 'XN90113,Yuhan,Chen,amy.chen@lake.example,,R9', ...more.slice(0, 4), given(two, 'x').replace(/,[^,]*@[^,]*/u, ','), ...more.slice(4), 'XN90271,Zihan,Liu,kevin.liu@lake.example,,R9', straight[2], straight[3]]; // prettier-ignore
  expect(await refusals(...list.map(String))).toHaveLength(2);
});

test.each([
  ['gunnar.weber.l', (first: string, last: string, at: number) => `${first}.${last}.${'abcdef'.charAt(at)}`],
  ['st-aklein', (first: string, last: string) => `st-${first.charAt(0)}${last}`],
  ['aklein_x', (first: string, last: string) => `${first.charAt(0)}${last}_x`],
])('addresses such as %s that slipped by a row are those of others', async (_, made) => {
  const emails = NEW.map(({ first, last }, at) => `${made(first, last, at)}@house.example`.toLowerCase());
  const rows = (step: number) => NEW.map(({ id, first, last }, at) => [id, first, last, emails.at(at - step), '', 'R9'].join(',')); // prettier-ignore
  expect(await refusals(...rows(1))).toHaveLength(NEW.length);
  expect(await refusals(...rows(0))).toEqual([]);
});

test('private addresses of one domain, each made in its own way, say nothing of the order of names', async () => {
  const people = ['Sophie Stadler sophie_stadler', 'Bram Dahl dahl.bram', 'Tiago Jones tiago_jones', 'Nina Reiter reiter.nina', 'Anu Krause krauseanu']; // prettier-ignore
  const rows = people.map((text, at) => {
    const [first, last, local] = text.split(' ');
    return `XN6${at}17${at},${first},${last},${local}@lakenet.example,,R9`;
  });
  expect(await refusals(...rows)).toEqual([]);
});
