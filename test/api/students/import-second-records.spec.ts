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

beforeEach(async () => {
  const made = await siteOfRooms(lodge, 'A101', 'A102', 'B103', 'C1', 'C2');
  const { make } = made;
  ({ site, manager } = made);
  anna = await make('100005', 'Anna', 'Schmidt', 'A101', { email: 'anna@uni.de' });
  await make('100006', 'Anne', 'Kern', 'A102', { email: 'anne@uni.de' });
  lena = await make('L1', 'Lena', 'Braun', 'B103', { email: 'lena@uni.de', date_of_birth: '2005-02-03' });
});

const { stored, refusals } = studentLists(lodge, () => ({ site, manager }), FIELDS_HEADER);

describe('a second record of one person', () => {
  test.each([
    ['in the room', 'N3,Lena,Braun,braun@uni.de,,B103'],
    ['in the room, with another date of birth', 'N3,Lena,Braun,braun@uni.de,1999-12-31,B103'],
    ['with a date that is a day off', 'N3,Lena,Braun,,2005-02-04,C1'],
    ['with day and month exchanged', 'N3,Lena,Braun,,2005-03-02,C1'],
    ['with one digit of the date changed', 'N3,Lena,Braun,,2005-02-08,C1'],
    ['with one letter of the email changed', 'N3,Lena,Braun,lens@uni.de,,C1'],
    ['with a letter of the email that looks alike', 'N3,Lena,Braun,1ena@uni.de,,C1'],
    ['with another domain', 'N3,Lena,Braun,lena@gmail.com,,C1'],
    ['with another domain and another date', 'N3,Lena,Braun,lena@gmail.com,1999-12-31,C1'],
  ])('is a question: %s', async (_, line) => {
    const before = await stored();
    expect(await refusals(line)).toEqual([['possible_match', lena]]);
    const both = ['L1,Lena,Braun,lena@uni.de,2005-02-03,B103', line];
    expect(await refusals(...both)).toEqual([['duplicate_in_file', lena]]);
    expect(await refusals(...[...both].reverse())).toEqual([['duplicate_in_file', lena]]);
    expect(await stored()).toEqual(before);
  });

  test.each([
    ['the same room', 'N5,Hans,Meier,meier@uni.de,,C1', 'N6,Hans,Meier,hans@uni.de,,C1'],
    ['neighbouring dates', 'N5,Hans,Meier,,2005-05-31,C1', 'N6,Hans,Meier,,2005-06-01,C2'],
    ['emails that look alike', 'N5,Hans,Meier,rneier@uni.de,,C1', 'N6,Hans,Meier,meier@uni.de,,C2'],
    ['emails of two domains', 'N5,Hans,Meier,meier@uni.de,,C1', 'N6,Hans,Meier,meier@x.com,,C2'],
  ])('is a question when both are new and have %s', async (_, ...lines) => {
    expect(await refusals(...lines)).toEqual([['duplicate_in_file', ''], ['duplicate_in_file', '']]); // prettier-ignore
    expect(await stored()).toHaveLength(3);
  });

  test('is none where everything tells two of one name apart', async () => {
    expect(await refusals('N3,Lena,Braun,braun.l@uni.de,1999-11-30,C1', 'N4,Lena,Braun,lenchen@uni.de,2003-06-17,C2')).toEqual([]); // prettier-ignore
  });
});

describe('first and last names in the columns of each other', () => {
  const NEW = ['N5,Doe,Jane,,,C1', 'N6,Roe,Ida,,,C2'];
  test.each([
    ['by student id', '100005,Schmidt,Anna,,,A101'],
    ['by email', ',Schmidt,Anna,anna@uni.de,,A101'],
    ['by name alone', ',Schmidt,Anna,,,A101'],
    ['by a first name', '100005,Schmidt,Anna Maria,,,A101'],
  ])('of known students refuse new ones: %s', async (_, line) => {
    const before = await stored();
    const answer = await refusals(line, ...NEW);
    expect(answer.map(([, record]) => record)).toEqual([anna, anna, anna]);
    expect(answer.slice(1).map(([cause]) => cause)).toEqual(['identity_conflict', 'identity_conflict']);
    expect(await refusals(...NEW, '100006,Anne,Kern,,,A102', line)).toHaveLength(3);
    expect(await stored()).toEqual(before);
  });

  test('are a slip of one row where very many are right', async () => {
    const right = Array.from({ length: 10 }, (_, index) => `R${index},Rita${'abcdefghij'[index]},Rot,,,North House`);
    expect(await refusals(...right)).toEqual([]);
    expect(await refusals(...right, '100005,Schmidt,Anna,,,A101', ...NEW)).toEqual([['identity_conflict', anna]]);
  });

  test('are a question when only the first name is in capitals, unless known students have that, too', async () => {
    expect(await refusals('N5,DOE,Jane,,,C1', 'N6,Ida,ROE,,,C2', 'N7,EVA,ROE,,,C2', 'N8,E,Vogel,,,C2')).toEqual([['identity_conflict', '']]); // prettier-ignore
    expect(await refusals('100005,ANNA,Schmidt,,,A101', 'N5,JANE,Doe,,,C1')).toEqual([]);
  });

  test('a text that several known students have in place of a name is no name of new ones', async () => {
    const before = await stored();
    const slipped = ['100005,Anna,Studierende,anna@uni.de,,A101', '100006,Anne,Studierende,anne@uni.de,,A102'];
    expect((await refusals(...slipped, 'N5,Ida,Studierende,,,C1')).map(([cause]) => cause)).toEqual(Array(3).fill('identity_conflict')); // prettier-ignore
    expect(await stored()).toEqual(before);
  });
});
