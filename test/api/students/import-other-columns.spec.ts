import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import type { Client } from '../../support/lodge.js';
import { FIELDS_HEADER, siteOfRooms, studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;
let martin: string;

beforeEach(async () => {
  const made = await siteOfRooms(lodge, 'M101', 'M102', 'M103');
  ({ site, manager } = made);
  martin = await made.make('KC1001', 'Martin', 'Davies', 'M101', { email: 'martin.davies@uni.example' });
  await made.make('KC1002', 'Robert', 'Green', 'M101', {});
  await made.make('KC1003', 'Anna', 'Weber', 'M102', { email: 'anna.weber@uni.example' });
});

const { stored, send, refusals } = studentLists(lodge, () => ({ site, manager }), FIELDS_HEADER);
const causes = async (...lines: string[]) => (await refusals(...lines)).map(([cause]) => cause);

describe('cells of other columns', () => {
  test.each(['KC1001/KC1002', 'parent of KC1001', 'KC1001a', 'KC1001-1', 'N12 withdrawn', 'applied', 'Nora', 'TRUE', '01-Mar', '2026-03-01', '1/2', '١٢٣', 'ＫＣ２２'])(
    '%s does not become the id of a new student',
    async (id) => {
      expect(await causes(`${id},Nora,Newby,,,M102`)).toEqual(['missing_required_field']);
      expect(await stored()).toHaveLength(3);
    },
  ); // prettier-ignore

  test.each([
    ['two ids', (n: number) => `KC41${n}/KC42${n}`],
    ['days', (n: number) => `${n + 1}-Mar`],
    ['ids of the site with a letter', (n: number) => `KC1001${'abcd'[n]}`],
  ])('they do not become usual because a list has many of them: %s', async (_, idOf) => {
    const lines = ['Newby', 'Oldham', 'Quince', 'Ellingham'].map((name, n) => `${idOf(n)},Nora,${name},,,M102`);
    expect(await causes(...lines)).toEqual(lines.map(() => 'missing_required_field'));
  });

  test.each(['KC2044', 'S-77', 'N1'])('%s does', async (id) => {
    expect(await causes(`${id},Nora,Newby,,,M102`)).toEqual([]);
  });

  test.each(['2026-03-01', '01-Mar', '07700900123', '1'])('a student is not renumbered to %s', async (id) => {
    expect(await causes(`${id},Martin,Davies,martin.davies@uni.example,,M101`)).toEqual(['identity_conflict']);
  });

  test.each(['N600,M102,Newby', 'N600,Nora,M102', 'N600,Nora,KC7777', 'N600,Nora,Female', 'N600,N601,Newby'])(
    'no name: %s',
    async (cells) => expect(await causes(`${cells},,,M102`)).toEqual(['missing_required_field']),
  );
});

describe('emails of others', () => {
  test.each([
    'KC1001,Martin,Davies,martina.davies@uni.example,,M101',
    'KC1002,Robert,Green,roberta.green@uni.example,,M101',
  ])('of a sister: %s', async (line) => expect(await causes(line)).toEqual(['identity_conflict']));

  test('of the next row', async () => {
    const lines = ['KC21,Nora,Newby,oscar.oldham@u.example,,M102', 'KC22,Oscar,Oldham,nora.newby@u.example,,M102'];
    expect(await causes(...lines)).toEqual(['identity_conflict', 'identity_conflict']);
  });

  test.each([
    ['the student ids of each other', ['20261,Nora,Newby,20262@u.example,,M102', '20262,Oscar,Oldham,20261@u.example,,M102'], 2],
    ['the student id of a record', ['KC2101,Nora,Newby,kc1002@u.example,,M102'], 1],
    ['the name of a record, at another address', ['KC2101,Nora,Newby,martin.davies@other.example,,M102'], 1],
    ['the own student ids', ['20261,Nora,Newby,20261@u.example,,M102', '20262,Oscar,Oldham,20262@u.example,,M102'], 0],
    ['the own name, which a record has, too', ['KC2101,Anna,Weber-Roth,anna.weber@other.example,2005-01-01,M103'], 0],
  ])('new people have %s', async (_, lines, refused) => {
    expect(await causes(...lines)).toEqual(lines.slice(0, refused).map(() => 'identity_conflict'));
  }); // prettier-ignore

  test('an abbreviation, another pattern and the own name are no such', async () => {
    const lines = ['KC1002,Robert,Green,rob.green@uni.example,,M101', 'KC21,Nora,Newby,sunny.girl@mail.example,,M102', 'KC22,Oscar,Oldham,oldham.oscar@u.example,,M102']; // prettier-ignore
    expect(await causes(...lines)).toEqual([]);
  });
});

test('a full name with an id that differs by one typing error is a second record', async () => {
  for (const id of ['KC10001', 'KC1011', 'KC1010'])
    expect(await refusals(`${id},Martin,Davies,,,M102`)).toEqual([['possible_match', martin]]);
  expect(await causes('KC4711,Martin,Davies,,,M102')).toEqual([]);
});

test.each(['kc1001,Martin,Davies', 'KC1001,mARTIN,dAVIES', 'KC1001,MARTIN,DAVIES'])(
  'a worse spelling changes nothing: %s',
  async (cells) => {
    const before = await stored();
    await send(`${cells},martin.davies@uni.example,,M101`);
    expect(await stored()).toEqual(before);
  },
);
