import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';
import type { Client } from '../../support/lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;
let anna: string;
let lena: string;
let lea: string;

beforeEach(async () => {
  const made = await siteOfRooms(lodge, 'A101', 'A103', 'B103', 'B104', 'C1');
  const { make } = made;
  ({ site, manager } = made);
  anna = await make('100005', 'Anna', 'Schmidt', 'A101', { email: 'anna@uni.de', date_of_birth: '2005-03-14' });
  lena = await make('L1', 'Lena', 'Braun', 'B103', { email: 'lena@uni.de', date_of_birth: '2005-02-03' });
  lea = await make('L2', 'Lea', 'Braun', 'B104', { email: 'lea@uni.de', date_of_birth: '2005-02-03' });
});

const { stored, refusals } = studentLists(lodge, () => ({ site, manager }), FIELDS_HEADER);
/** Proves that lines are refused in every order, and that nothing is written. */
const neverWritten = async (...lines: string[]) => {
  const before = await stored();
  for (const list of [lines, [...lines].reverse()]) expect([list, await refusals(...list)]).toEqual([list, list.map(() => expect.anything())]); // prettier-ignore
  expect(await stored()).toEqual(before);
};

describe('rows about one student that contradict each other', () => {
  test.each([
    ['in the room', ['100005,Anna,Schmidt,,,A103', '100005,Anna,Schmidt,,,C1']],
    ['in the room, one by email', ['100005,Anna,Schmidt,,,A103', ',Anna,Schmidt,anna@uni.de,,C1']],
    ['in the email', ['100005,Anna,Schmidt,a1@uni.de,,A101', '100005,Anna,Schmidt,a2@uni.de,,A101']],
    ['in the date of birth', ['N5,Hans,Meier,,2005-01-02,A101', 'N5,Hans,Meier,,2005-02-01,A101']],
    ['in the name', ['N5,Hans,Meier,,,A101', 'N5,Greta,Wolf,,,A101']],
    ['in an accent', ['N5,José,Meier,,,A101', 'N5,Jose,Meier,,,A101']],
    ['in the id', ['N5,Hans,Meier,hans@uni.de,,A101', 'N6,Hans,Meier,hans@uni.de,,A101']],
    ['and have only a name', [',Hans,Meier,,,A101', ',Hans,Meier,,,A103']],
    ['in two steps', ['N5,Hans,Meier,,,A101', 'N5,Hans,Meier,hans@uni.de,,A101', 'N6,Hans,Meier,hans@uni.de,,A101']],
    ['and one has no room', ['N5,Hans,Meier,h@uni.de,,Attic', 'N5,Greta,Wolf,g@uni.de,,A101']],
    ['and one has another id and no room', ['N5,Hans,Meier,hans@uni.de,,Attic', 'N6,Hans,Meier,hans@uni.de,,A101']],
    ['and one has no date', ['N5,Hans,Meier,,2005-02-31,A101', 'N5,Greta,Wolf,,,A101']],
    ['and one has another date that is none', ['N5,Hans,Meier,,2005-02-31,A101', 'N5,Hans,Meier,,2005-03-03,A101']],
    ['and one is too long', ['N5,Hans,Meier,,,A101,left', 'N5,Greta,Wolf,,,A101']],
    ['and one has no email', ['N5,Hans,Meier,hans at uni,,A101', 'N5,Hans,Meier,greta@uni.de,,A101']],
    ['and one has another name', ['100005,Otto,Huber,,,A103', '100005,Anna,Schmidt,,,C1']],
    ['and all of three differ', ['N5,Hans,Meier,,,A101', 'N5,Hans,Meier,,,A103', 'N5,Hans,Meier,,,C1']],
  ])('are all refused: %s', (_, lines) => neverWritten(...lines));

  test('new ones of one name and date of birth are all refused, too', () =>
    neverWritten('N5,Hans,Meier,h.meier@uni.de,2005-01-02,A101', 'N6,Hans,Meier,hans@uni.de,2005-01-02,A103'));

  test('that agree are one: the first is imported', async () => {
    expect(await refusals('N5,Hans,Meier,,,A101', 'n5,HANS,Meier,hans@uni.de,,a101', 'N5,Hans,Meier,,2005-01-02,A101')).toEqual([['duplicate_in_file', ''], ['duplicate_in_file', '']]); // prettier-ignore
    expect(await refusals('100005,Anna,Schmidt,,,A103', '100005,Anna,Schmidt,,,A103')).toEqual([['duplicate_in_file', anna]]); // prettier-ignore
    expect(await stored()).toHaveLength(4);
  });
});

describe('a date of birth', () => {
  test.each(['2005-03-02', '2015-02-03', '1905-01-01', '2005-03-14', '13/02/2005'])(
    'is never overwritten: %s',
    async (date) => {
      await neverWritten(`L1,Lena,Braun,lena@uni.de,${date},B103`);
      expect(await refusals(`L1,Lena,Braun,lena@uni.de,${date},B103`)).toEqual([['identity_conflict', lena]]);
    },
  );

  test('is not exchanged between two students', () =>
    neverWritten('L1,Lena,Braun,lena@uni.de,2005-03-14,B103', '100005,Anna,Schmidt,anna@uni.de,2005-02-03,A101'));

  test('is added where a record has none', async () => {
    const omar = await lodge.make.student(site, { student_id: 'K1', first_name: 'Omar', last_name: 'Khan' });
    expect(await refusals('K1,Omar,Khan,,2004-05-06,A103')).toEqual([]);
    expect(await lodge.sql('SELECT date_of_birth::text FROM students WHERE id = $1', [omar])).toEqual([{ date_of_birth: '2004-05-06' }]); // prettier-ignore
  });
});

describe('a last name that has nothing in common with the present one', () => {
  test.each([
    ...['Deceased', 'Verstorben', 'Ausgezogen', 'Exmatrikuliert', 'Suspended', 'Graduated', 'Unbekannt', 'Nachname'],
    ...['Partie', 'Baja', 'Idem', 'Nil', 'Jr', 'Erasmus', 'Studio', 'Germany', 'Female', 'Weber', 'Uni'],
  ])('is a question: %s', async (name) => {
    await neverWritten(`100005,Anna,${name},anna@uni.de,2005-03-14,A101`);
    await neverWritten(`100005,${name},Schmidt,anna@uni.de,2005-03-14,A101`);
    expect(await refusals(`100005,Anna,${name},anna@uni.de,,A101`)).toEqual([['identity_conflict', anna]]);
  });

  test('is a question also for those who have one name', async () => {
    await lodge.make.student(site, { student_id: 'S1', first_name: 'Sukarno', last_name: '', email: 's@uni.de' });
    await neverWritten('S1,Sukarno,Deceased,s@uni.de,,A101');
  });

  test('is accepted with the present one, and where the email has it', async () => {
    await lodge.make.student(site, { student_id: 'W1', first_name: 'Ida', last_name: 'Kern', email: 'ida.weber@uni.de' }); // prettier-ignore
    expect(await refusals('100005,Anna,Schmidt-Weber,anna@uni.de,,A101', 'W1,Ida,Weber,ida.weber@uni.de,,A103')).toEqual([]); // prettier-ignore
    expect((await stored()).map(({ last_name }) => last_name)).toEqual(expect.arrayContaining(['Schmidt-Weber', 'Weber'])); // prettier-ignore
  });
});

describe('an email of another student', () => {
  test.each([
    ['exchanged', ['L1,Lena,Braun,lea@uni.de,,B103', 'L2,Lea,Braun,lena@uni.de,,B104']],
    ['exchanged, with the dates of birth', ['L1,Lena,Braun,lea@uni.de,2005-02-03,B103', 'L2,Lea,Braun,lena@uni.de,2005-02-03,B104']], // prettier-ignore
    ['in a chain', ['L1,Lena,Braun,lea@uni.de,,B103', 'L2,Lea,Braun,anna@uni.de,,B104', '100005,Anna,Schmidt,new@uni.de,,A101']], // prettier-ignore
    ['one row too low', ['N5,Hans,Meier,lena@uni.de,,C1', 'L1,Lena,Braun,lea@uni.de,,B103', 'L2,Lea,Braun,hans@uni.de,,B104']], // prettier-ignore
    ['next to a row that has no room', ['L1,Lena,Braun,lea@uni.de,,Attic', 'L2,Lea,Braun,new@uni.de,,B104']],
    ['alone', ['L1,Lena,Braun,lea@uni.de,,B103']],
  ])('is never given to one: %s', (_, lines) => neverWritten(...lines));

  test('refuses only the rows that take it or give it up', async () => {
    expect(await refusals('L1,Lena,Braun,lea@uni.de,,B103', 'L2,Lea,Braun,,,C1')).toEqual([['email_in_use', lea]]);
  });
});
