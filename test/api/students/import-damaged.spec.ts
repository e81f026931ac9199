import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { studentLists } from '../../support/student-lists.js';
import { useLodge } from '../../support/use-lodge.js';
import type { Client } from '../../support/lodge.js';

const { lodge } = await useLodge({});
let site: SiteFixture;
let manager: Client;
let zoe: string;
let martin: string;

beforeEach(async () => {
  site = await lodge.make.site();
  manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  const rooms = [await lodge.make.room(site, { code: 'O-01' }), await lodge.make.room(site, { code: 'O-02' })];
  await lodge.make.room(site, { code: 'E-02' });
  const make = (location_id: string | undefined, values: object) =>
    lodge.make.student(site, { location_id, ...values });
  zoe = await make(rooms[0], { student_id: '1001', first_name: 'Zoë', last_name: 'Ångström', email: 'zoe@x.example' }); // prettier-ignore
  martin = await make(rooms[1], { student_id: '1002', first_name: 'Martin', last_name: 'Davies', email: 'martin@x.example' }); // prettier-ignore
});

const { stored, refusals } = studentLists(lodge, () => ({ site, manager }));

const FORMS = [
  ...['1001.0', '#1001', '"1,001"', '1.001', '1001?', '1001*', '(1001)', '1001/1002', 'ID 1001', 'KC1001', '1001A'],
  ...['1001 (old)', '1001/', '10 01', '1001;', '01001', '1O01', '1001 old', '1001 or 1002', 'zoe@x.example'],
];
const PLACEHOLDERS = ['x', 'xxx', '0', 'deleted', '1.001E3', 'new', 'temp', 'test', 'same'];

describe('a student id that is damaged or stands for none', () => {
  test.each([...FORMS, ...PLACEHOLDERS, '10001', '1010', 'S-2345ABCD', 'E-02', 'Ångström', 'withdrawn'])(
    'never becomes the id of the student whom the email names: %s',
    async (id) => {
      const before = await stored();
      expect(await refusals(`${id},Zoë,Ångström,zoe@x.example,O-01`)).toEqual([['identity_conflict', zoe]]);
      expect(await stored()).toEqual(before);
    },
  );

  test.each([...FORMS, ...PLACEHOLDERS])(
    'never makes a second record of a student without an email: %s',
    async (id) => {
      const before = await stored();
      expect(await refusals(`${id},Zoë,Ångström,,O-01`)).toEqual([['possible_match', zoe]]);
      expect(await stored()).toEqual(before);
    },
  );

  test('with a new email, another room and signs that were lost it may still be the student', async () => {
    expect(await refusals('KC1001,Zoe,Angstrom,new@x.example,E-02')).toEqual([['possible_match', zoe]]);
    expect(await refusals('#1001,Somebody,Else,,E-02')).toEqual([['possible_match', zoe]]);
  });

  test('a mistyped email without an id may be the student; another one is of a namesake', async () => {
    expect(await refusals(',Zoë,Ångström,zoe@x.exmaple,O-01')).toEqual([['possible_match', zoe]]);
    expect(await refusals(',Zoë,Ångström,angstrom.2@x.example,E-02')).toEqual([]);
  });

  test.each([...PLACEHOLDERS, '2001?', '2001 (tbc)', '2001 or 2002', '2001.0', '#2001', 'nobody@x.example', 'ID 2001'])(
    'is no id of somebody new: %s',
    async (id) => {
      expect(await refusals(`${id},Iva,Nova,,E-02`)).toEqual([['missing_required_field', '']]);
      expect(await stored()).toHaveLength(2);
    },
  );

  test('another id by the same email and name is a new id, and a namesake with an id of their own is somebody else', async () => {
    expect(await refusals('K77-4,Zoë,Ångström,zoe@x.example,O-01')).toEqual([]);
    expect(await stored()).toContainEqual(expect.objectContaining({ id: zoe, student_id: 'K77-4' }));
    expect(await refusals('2024/0815,Martin,Davies,,E-02')).toEqual([]);
    expect(await stored()).toHaveLength(3);
  });

  test('a student who has such an id keeps it', async () => {
    await lodge.make.student(site, { student_id: '2001?', first_name: 'Iva', last_name: 'Nova' });
    expect(await refusals('2001?,Iva,Nova,,E-02')).toEqual([]);
  });
});

describe('an email with a mark of doubt', () => {
  test.each([...'?*!/-', '.'].map((mark) => `zoe@x.example${mark}`).concat('?zoe@x.example', '*zoe@x.example', 'zo?e@x.example', 'none@none.none', 'test@test.com', 'a@a.a', 'nomail@nomail.com'))(
    'is not stored: %s',
    async (email) => {
      const before = await stored();
      expect(await refusals(`1001,Zoë,Ångström,${email},O-01`)).toEqual([['invalid_email', zoe]]);
      expect(await refusals(`2001,Iva,Nova,${email},E-02`)).toEqual([['invalid_email', '']]);
      expect(await stored()).toEqual(before);
    },
  ); // prettier-ignore

  test('stays with a student who has it, and usual addresses are stored', async () => {
    await lodge.make.student(site, { student_id: '1003', first_name: 'Iva', last_name: 'Nova', email: 'iva?@x.example' }); // prettier-ignore
    const usual = [
      "o'brien+uni@x.example",
      'a_b-c.d=e@sub-domain.uni.example',
      'müller@über.example',
      '_x1@x-1.example',
    ];
    const lines = usual.map((email, index) => `${3001 + index},Iva,Nova${'abcd'.charAt(index)},${email},E-02`);
    expect(await refusals('1003,Iva,Nova,iva?@x.example,E-02', ...lines)).toEqual([]);
    expect(await stored()).toHaveLength(7);
  });
});

describe('a last name', () => {
  test.each([
    ...[
      'D.',
      'D',
      'Davies left',
      'Davies - left',
      'Davies cancelled',
      'Davies see note',
      'formerly Davies',
      'see note',
    ],
    ...[
      'Davies now Smith',
      'Mr',
      'Mrs',
      'x',
      'xx',
      'Test',
      'E-02',
      'Martin',
      'Davies Davies',
      'DaviesMartin',
      'Da vies',
    ],
    ...['Dav', 'Davies1', 'Davis', 'Dr Davies', 'cancelled', 'Davies-Davies', 'Davies-left', 'Annexe', 'Smith 2'],
    ...['Smith', "O'Brien", 'van den Berg', 'Нововић', '佐藤', 'Ó Súilleabháin'],
  ])('is not overwritten by %s', async (name) => {
    await lodge.make.room(site, { name: 'Annexe' });
    const before = await stored();
    expect(await refusals(`1002,Martin,${name},martin@x.example,O-02`)).toEqual([[expect.any(String), martin]]);
    expect(await stored()).toEqual(before);
  });

  test.each(['Davies-Smith', 'Smith-Davies', 'Davies-Ó Súilleabháin'])(
    'is overwritten by %s when student id, email and first name stay',
    async (name) => {
      expect(await refusals(`1002,Martin,${name},martin@x.example,O-02`)).toEqual([]);
      expect(await stored()).toContainEqual(expect.objectContaining({ id: martin, last_name: name }));
    },
  );
});

describe('somebody new', () => {
  test.each([
    ...[
      'Room,Closed',
      'Test,Test',
      'Out,of order',
      'Do not,use',
      'First,Last',
      'Double,Booked',
      'aaa,aaa',
      'Void,Void',
      'x,y',
      'X,X',
      'Blocked,Room',
      'Mr,Davis',
      'Iva,Mrs',
    ],
    ...['Bjï¿½rn,Nova', 'Bj\ufffdrn,Nova', 'Iva,Cancelled', 'Guest,Room'],
  ])('is not called %s', async (names) => {
    expect(await refusals(`2001,${names},,E-02`)).toEqual([['missing_required_field', '']]);
    expect(await stored()).toHaveLength(2);
  });

  test('may have any name that people have', async () => {
    const names = [
      ...['Ali,Ali', 'Minh,Do', 'Hai,To', 'Yu,O', 'Mary-Jane,O’Neill', 'Jan,van der Berg', 'Thomas,Test', 'Alice,Guest', 'Sukarno,', 'E,Nova', 'Jean-Luc,d’Arc'],
      ...['李,明', 'Ольга,Й', 'नेहा,शर्मा', 'محمد,علي', 'さくら,佐藤', 'Nguyễn,Thị Minh', 'Ælfgifu,Þórsdóttir', 'New,Person', 'Holly,Hold', 'Mark,Left'],
    ]; // prettier-ignore
    expect(await refusals(...names.map((each, index) => `${3001 + index},${each},,E-02`))).toEqual([]);
    expect(await stored()).toHaveLength(2 + names.length);
  });
});
