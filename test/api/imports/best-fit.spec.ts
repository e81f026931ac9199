import { beforeAll, describe, expect, test } from '@jest/globals';
import { codes, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({ desk: { date_order: 'dmy' } });
const people: Record<string, string> = {};

beforeAll(async () => {
  const { id, buildingType, roomType } = desk.site;
  const building = (name: string, code: string) => lodge.make.location(id, buildingType, { name, code });
  const [ash, birch] = [await building('Ash House', 'A'), await building('Birch House', 'B')];
  const room = (parent_id: string, name: string, code: string) =>
    lodge.make.location(id, roomType, { parent_id, name, code });
  for (const number of ['12', '101', '102', '103', '104']) await room(ash, number, `A-${number}`);
  await room(ash, '7', 'A-7');
  await room(ash, '508', '508');
  await room(ash, 'W-12C', 'W-12C');
  for (const code of ['A7', '0508', '0700', 'B-14', 'W-12']) await room(birch, code.replace('B-', ''), code);
  await room(birch, 'Room 12', 'B-12');
  await room(birch, 'Room 301', 'BH301');
  for (const name of ['Room 302', 'Flat 302']) await room(birch, name, `X-${name}`);
  for (const name of ['Room 303', 'Room 5']) await room(birch, name, name === 'Room 5' ? 'B-303' : 'X-303');
  await room(birch, 'Sea View', 'B-304');
  for (const [first_name, last_name, student_id] of [
    ['John', 'Smith', 'S1001'],
    ['Mary', 'Jones', 'S1003'],
    ['Tom', 'Baker', 'S1005'],
    ['Eva', 'Novak', '20392'],
    ['Ida', 'Quint', '0071'],
    ['Zoe', 'Ray', '8812'],
  ] as const)
    people[last_name] = await lodge.make.student(desk.site, {
      first_name,
      last_name,
      student_id,
      email: `${first_name}.${last_name}@uni.example`.toLowerCase(),
    });
});

const smith = { 'Student ID': 'S1001', 'First name': 'John', 'Last name': 'Smith', Room: 'A-102' };
const john = { ...smith, ...STAY };
/** What is asked of rows; nothing of those that are ready. */
const asked = async (...rows: object[]): Promise<string[][]> =>
  (await desk.preview(...rows.map((row) => ({ ...row })))).body.rows.map(codes);

describe('a room that fits a building fits no other room better', () => {
  test.each([
    ['Birch House', '508'],
    ['Ash House', 'A7'],
    ['Birch House', 'A-7'],
    ['Birch House', 'W-12-C'],
    ['Birch House', '302'],
    ['Birch House', '303'],
  ])('%s and %s are a question', async (Building, Room) => {
    expect(await asked({ ...john, Building, Room })).toEqual([['location_ambiguous']]);
  });

  test.each([
    ['Birch House', '0508'],
    ['Ash House', '508'],
    ['Ash House', 'A-7'],
    ['Ash House', '7'],
    ['Birch House', '12'],
    ['Birch House', 'Room 12'],
    ['Birch House', '301'],
    ['Birch House', '304'],
    ['Ash House', '12'],
    ['Birch House', 'b-12'],
  ])('%s and %s are clear', async (Building, Room) => {
    expect(await asked({ ...john, Building, Room })).toEqual([[]]);
  });
});

test('two rooms in one cell are not found, even if the name of one room has both numbers', async () => {
  await lodge.make.location(desk.site.id, desk.site.roomType, { name: '101-102', code: 'A-101-102' });
  const rooms = ['A-101;102', 'A-101|102', 'A-101; 102'];
  for (const Room of rooms) expect(await asked({ ...john, Room })).toEqual([['location_not_found']]);
  for (const Room of ['A-101, 102', 'A-101,102', '101, 102', '101,102'])
    expect(await asked({ ...john, Room })).toEqual([['location_ambiguous']]);
  for (const Room of ['Ash House, 101', 'A-101-102']) expect(await asked({ ...john, Room })).toEqual([[]]);
});

describe('notes that name a day of the arrival or the departure, and not of the other one', () => {
  // A Saturday in October until a Friday in June.
  const stay = { ...john, contract_start: '2027-10-09', contract_end: '2028-06-30' };
  test.each([
    'arrives Friday',
    'moves in on Friday',
    'Anreise Freitag',
    'arrives on the 10th',
    'Ankunft am 10.',
    'llega el 30',
    'arriving in June',
    'leaves Saturday',
    'leaves on the 9th',
    'coming on the 10th',
    'from the 10th',
    'kommt am 10.',
    'until the 9th',
    'arriving Sept',
    'arrival: September',
    'ETA Fri 18:00',
    'leaving end of July',
    'leaving early July',
    'contract to end of July',
    'tot eind juli',
    'fino a fine luglio',
    'ext. to Aug',
    'salida mayo',
    'hasta finales de mayo',
    'sai no fim de maio',
    'arriving late Oct',
    'arrives end of October',
    'leaving beginning of June',
    'deposit paid 01/08 left 12/05',
    'deposit paid left 12/05',
    'paid on arrival 20/09',
    'trasferito',
    'mudou-se',
    'late Sept',
    'end of Oct',
    'out March',
    'No lift, out March',
    'deposit paid 01/08 out 14/03/2028',
    'arr. Fri 18:00',
    'arr Sept',
    'vanaf de 20e',
    'ab dem 20.',
    'arrives 20th at 15:00',
    'checkout on 29th',
    'ist ausgezogen',
    'No lift, moved',
    'paid in full - left',
    'on notice',
    'préavis',
    'a déménagé',
    'verzogen',
    'rescisão',
    'open-ended',
    'paid in full [B-14]',
    'arrival 10 Oct 14:00',
  ])('are a question: %s', async (Notes) => {
    expect(await asked({ ...stay, Notes })).toEqual([['contradicting_cells']]);
  });

  test('are clear about a stay without an end, if it has none', async () => {
    expect(await asked({ ...stay, contract_end: '', Notes: 'open end' })).toEqual([[]]);
  });

  test.each([
    'arrives Saturday',
    'leaves Friday',
    'arrives on the 9th',
    'Ankunft am 9.',
    'leaves in June',
    'leaving end of June',
    'allergic to mayo',
    'arrives 09/10',
    'arrives 10.9.',
    'from October to June',
    'arriving Oct',
    'arrival: October',
    'ETA Sat 18:00',
    'arrives with Jan',
    'arrives by 10',
    'Deposit £250 paid 01/08/2027',
    'deposit paid 01/08',
    'paid on 1 August',
    'DOB 13/04/2005',
    'bezahlt am 01.08.2027',
    'contract signed 03/08/2027',
    'deposit received 01/08',
    'paid deposit 01/08',
    'early Oct',
    'arr. Sat 18:00',
    'arr Oct',
    'ab dem 9.',
    'arrives 9th at 15:00',
    'checkout on 30th',
    'ETA 15:00',
    'arrives 3pm',
    'arrives with 2nd year friends',
    'No lift, moved the bed',
    'suitcase left - collect later',
    'contrato firmado 03/08/2027',
    'contratto firmato 03/08/2027',
    'contract getekend 03/08/2027',
    'kaucja wpłacona 01.08',
    'paid in full 14/08',
    'paid by card 02/08',
    'balance due 01/10',
    'birthday 10 October',
    'room inspected 01/09',
    'arrival 9 Oct 14:00',
  ])('are clear: %s', async (Notes) => {
    expect(await asked({ ...stay, Notes })).toEqual([[]]);
  });
});

test('a day in notes is read in the order of the file', async () => {
  const stay = { ...john, contract_start: '09/10/2027', contract_end: '30/06/2028' };
  for (const Notes of ['arrives 10/09', 'arrival 10/09/2027'])
    expect(await asked({ ...stay, Notes })).toEqual([['contradicting_cells']]);
  for (const Notes of ['arrives 09/10', 'arrives 10.09.2027']) expect(await asked({ ...stay, Notes })).toEqual([[]]);
});

describe('notes with the number of another room', () => {
  test.each([
    'room 14',
    'bed 14',
    'Zimmer 12',
    'chambre 12',
    'change to 14',
    'into 12',
    'now 12',
    'moved 12',
    'wants room 14, please',
    'room no. 14',
    'room=14',
    'nr 14',
    'gets 14',
    'room 99',
    'Zimmer 1502',
  ])(
    // prettier-ignore
    'are a question: %s',
    async (Notes) => {
      expect(await asked({ ...john, Notes })).toEqual([['contradicting_cells']]);
    },
  );

  test.each([
    'vegetarian',
    '2 suitcases',
    'deposit 12',
    'shoe size 12',
    'aged 14',
    'room 102',
    'bed 2',
    'no 2 pillows',
  ])('are clear without one: %s', async (Notes) => {
    expect(await asked({ ...john, Notes })).toEqual([[]]);
  });
});

describe('a column of days of which a spreadsheet may have turned some', () => {
  const stays = (...arrivals: string[]) =>
    arrivals.map((Arrival, n) => ({ ...smith, 'Student ID': `N${n}`, 'First name': 'Nia', 'Last name': `Nord${'abcdefgh'.charAt(n)}`, Room: `A-10${1 + (n % 4)}`, Arrival, Departure: '28/06/2028' })); // prettier-ignore
  const ofDays = async (...arrivals: string[]) =>
    (await asked(...stays(...arrivals))).map((each) => each.includes('ambiguous_date'));

  const shown = ['10-Sep-27', '10 Sep 2027', '10. Sep. 27', 'Sep 10, 2027', '10 September 2027', 'Friday, September 10, 2027', 'Freitag, 10. September 2027', '46640', '2027-09-10']; // prettier-ignore
  test.each(shown)('is a question where a day is shown as %s, and all texts have days after the 12th', async (day) => {
    expect(await ofDays(day, '13/09/2027', '14/09/2027')).toEqual([true, false, false]);
  });

  test.each(shown)(
    'is a question where each day is shown as %s, and all texts of another column have days after the 12th',
    async (day) => {
      expect(await ofDays(day)).toEqual([true]);
    },
  );

  test.each([
    ['another day shows which way round', ['10-Sep-27', '23-Sep-27', '14/09/2027']],
    ['a text could have been taken for a day', ['10-Sep-27', '11/09/2027', '14/09/2027']],
    ['a person wrote it', ['10th September 2027', '13/09/2027', '14/09/2027']],
  ])('is no question where %s', async (_why, days) => {
    expect(await ofDays(...days)).toEqual(days.map(() => false));
  });

  test('is no question where a text of the other column could have been taken for a day', async () => {
    const rows = stays('10-Sep-27', '11-Sep-27').map((row, n) => ({
      ...row,
      Departure: ['28/06/2028', '05/06/2028'][n],
    }));
    expect((await asked(...rows)).flat()).not.toContain('ambiguous_date');
  });

  test('is a question where a day stands beside another day of the week', async () => {
    const days = ['Sun 2027-09-30', 'Tue 2027-10-05', 'Thu 2027-10-05', 'Tue 2027-10-05'];
    expect((await asked(...stays(...days)))[0]).toContain('invalid_date');
  });

  test('is a question, though a text with a day of the week stands beside it', async () => {
    expect(await ofDays('2027-10-09', '13/09/2027', 'Fri 10/09/2027')).toEqual([true, false, false]);
  });

  test('is a question in each column, if one of them has days of both kinds', async () => {
    const given = [
      ['10-Sep-27', '30/06/2028'],
      ['11-Sep-27', '07-Jun-28'],
    ];
    const rows = stays('', '').map((row, n) => ({ ...row, Arrival: given[n]?.[0], Departure: given[n]?.[1] }));
    expect((await asked(...rows)).map((each) => each.filter((code) => code === 'ambiguous_date').length)).toEqual([1, 2]); // prettier-ignore
  });

  test('is still asked about an hour at night, where both ways round are the same day', async () => {
    const rows = stays('20/09/2027', '18/09/2027').map((row, n) => ({ ...row, Departure: n === 0 ? '2028-07-07 23:59' : '13/06/2028' })); // prettier-ignore
    expect((await asked(...rows))[0]).toContain('ambiguous_date');
  });

  test.each(['Parking until', 'Hold until'])('is a question in the column %s, too', async (header) => {
    const rows = stays('20/09/2027', '18/09/2027').map((row, n) => ({ ...row, [header]: n === 0 ? '05-Jun-28' : '28/06/2028' })); // prettier-ignore
    expect((await asked(...rows))[0]).toContain('ambiguous_date');
  });

  test('is no question where all days are serial numbers', async () => {
    expect(await ofDays('46640', '46653')).toEqual([false, false]);
  });
});

describe('the order of dates', () => {
  const SMITH = ['S1001', 'John', 'Smith', 'A-101'];
  const JONES = ['S1003', 'Mary', 'Jones', 'A-102'];
  const BAKER = ['S1005', 'Tom', 'Baker', 'A-103'];
  const row = ([id, first, last, room]: string[], Arrival: string, Departure: string, Status = 'confirmed') => ({
    'Student ID': id,
    'First name': first,
    'Last name': last,
    Room: room,
    Arrival,
    Departure,
    Status,
  });
  const example = (id: string) => row([id, 'Jane', 'Doe', 'A-104'], '12/31/2027', '06/30/2028');
  const unclear = row(SMITH, '09/10/2027', '06/05/2028');
  const proving = [row(JONES, '09/20/2027', '06/25/2028'), row(BAKER, '09/21/2027', '06/26/2028')] as const;

  test.each([
    ['one row', [proving[0]]],
    ['one row that is there twice', [proving[0], proving[0]]],
    [
      'one row that is there twice, written otherwise',
      [proving[0], { ...proving[0], 'Student ID': undefined, 'Last name': 'JONES' }],
    ],
    ['one row that is there again as cancelled', [proving[0], { ...proving[0], Status: 'cancelled' }]],
    ['the example of a template', [example('e.g. S9998'), proving[0]]],
    ['two examples', [example('e.g. S9998'), example('Example: S9999')]],
  ])('is not proved against that of the site by %s', async (_what, rows) => {
    expect((await asked(unclear, ...rows))[0]).toEqual(['ambiguous_date', 'ambiguous_date']);
  });

  test('is proved by two rows', async () => {
    expect((await asked(unclear, ...proving))[0]).toEqual([]);
  });
});

describe('a row that calls off a stay of the same person', () => {
  test.each([
    [{ Room: 'A-l02' }],
    [{ Room: 'Z-1' }],
    [{ Room: undefined }],
    [{ Room: 'Ash House' }],
    [{ Room: undefined, contract_start: undefined, contract_end: undefined }],
    [{ 'Student ID': 'S-1001' }],
    [{ 'Student ID': 'S9001' }],
    [{ 'Student ID': undefined, 'First name': 'J.' }],
    [{ 'Student ID': undefined, 'First name': 'Johhn' }],
    [{ 'Student ID': undefined, 'First name': undefined, 'Last name': undefined }],
  ])('is a question for the stay also if %j', async (cells) => {
    const [stay] = await asked({ ...john, Status: 'confirmed' }, { ...john, ...cells, Status: 'cancelled' });
    expect(stay).toEqual(['contradicts_row']);
  });

  test('is no question if a stranger had the same room', async () => {
    const stranger = { ...john, 'Student ID': 'T1', 'First name': 'Aled', 'Last name': 'Quist', Status: 'cancelled' };
    expect((await asked({ ...john, Status: 'confirmed' }, stranger))[0]).toEqual([]);
  });

  test('is no question in another room of the site', async () => {
    const [stay] = await asked({ ...john, Status: 'confirmed' }, { ...john, Room: 'A-103', Status: 'cancelled' });
    expect(stay).toEqual([]);
  });
});

test('a namesake in a list of people of whom most are unknown is a question', async () => {
  const row = (name: string, index: number) => {
    const [first, last] = name.split(' ');
    return { 'First name': first, 'Last name': last, Room: `A-10${index + 1}`, ...STAY };
  };
  const strangers = ['Tom Baker', 'Aled Quist', 'Bo Zander', 'Cy Yorke', 'Di Xenos'];
  expect((await asked(...strangers.map(row)))[0]).toEqual(['person_possible_match']);
  const known = ['Tom Baker', 'Aled Quist', 'John Smith', 'Eva Novak'];
  expect((await asked(...known.map(row)))[0]).toEqual([]);
});

test('zeros before an id that the record does not have are a question, also with the right email', async () => {
  const eva = { 'First name': 'Eva', 'Last name': 'Novak', Email: 'eva.novak@uni.example', Room: 'A-101', ...STAY };
  const ida = { 'First name': 'Ida', 'Last name': 'Quint', Email: 'ida.quint@uni.example', Room: 'A-101', ...STAY };
  expect(await asked({ ...eva, 'Student ID': '020392' })).toEqual([['person_possible_match']]);
  expect(await asked({ ...ida, 'Student ID': '71' })).toEqual([[]]);
});

test.each([
  ['mar. 14/09/2027', '2027-09-14'],
  ['1st of September 2027', '2027-09-01'],
  ["13 Sep '27", '2027-09-13'],
  ['13/09/2027 2pm', '2027-09-13'],
  ['10.IX.2027', '2027-09-10'],
  ['2027年9月13日', '2027-09-13'],
])('%s is %s', async (written, day) => {
  const { body } = await desk.preview({ ...john, contract_start: written });
  expect(body.rows[0].normalized.contract_start).toBe(day);
});

test('the names of columns that other programs give are known', async () => {
  const text = `Student ID,Name First,Name Last,Assigned Room,Arr. Date,Dep. Date,Status
S1001,John,Smith,A-102,13/09/2027,30/06/2028,CNF\n`;
  const { body } = await desk.previewCsv(text);
  expect(body.rows.map(codes)).toEqual([[]]);
  expect(people.Smith).toBe(body.rows[0].person.person_id);
});

describe('rows that other rows make doubtful', () => {
  const who = [
    ['S1001', 'John', 'Smith', 'A-101'],
    ['S1003', 'Mary', 'Jones', 'A-102'],
    ['S1005', 'Tom', 'Baker', 'A-103'],
    ['20392', 'Eva', 'Novak', 'A-104'],
    ['0071', 'Ida', 'Quint', 'A-7'],
    ['8812', 'Zoe', 'Ray', 'A-12'],
  ] as const;
  const rows = (each: (index: number) => object, count = 4) =>
    who.slice(0, count).map(([id, first, last, Room], index) => ({
      ...{ 'Student ID': id, 'First name': first, 'Last name': last, Room, ...STAY },
      ...each(index),
    }));
  const statuses = (...words: (string | undefined)[]) => asked(...rows((index) => ({ Status: words[index] }), words.length)); // prettier-ignore
  const ASKED = ['status_unknown'];

  test.each([
    ['confirmed', undefined, 'cancelled', undefined],
    ['cancelled', undefined, undefined],
    ['confirmed', undefined, 'provisional', undefined],
    ['cancelled', undefined, 'no show', undefined],
  ])('a blank status below the first of a group: %s, %s, %s, %s', async (...words) => {
    const found = await statuses(...words);
    expect(found.at(-1)).toEqual(ASKED);
  });

  test('below an unknown one that no other group has, and not below one that two have', async () => {
    expect((await statuses('Purple', undefined, 'confirmed', undefined))[1]).toEqual(ASKED);
    expect((await statuses('Purple', undefined, 'Purple', undefined))[1]).toEqual([]);
    expect((await statuses('Purple', undefined, 'confirmed', undefined, undefined, 'Purple'))[3]).toEqual([]);
  });

  test.each([
    ['confirmed', undefined, 'confirmed', undefined],
    [undefined, 'provisional', undefined, undefined],
    ['provisional', 'provisional', undefined, undefined],
  ])('but not below one of several exceptions: %s, %s, %s, %s', async (...words) => {
    expect((await statuses(...words)).at(-1)).toEqual([]);
  });

  test.each(['-', '/', '.', '', ' ', '. '])(
    'days before months after the year, with "%s" between them',
    async (sign) => {
      const day = (year: number, number: string, month: string) => [year, number, month].join(sign);
      const given = [
        [day(2027, '09', '10'), day(2028, '05', '06')],
        [day(2027, '13', '09'), day(2028, '30', '06')],
        [day(2027, '14', '09'), day(2028, '30', '06')],
      ];
      const found = await asked(...rows((index) => ({ contract_start: given[index]?.[0], contract_end: given[index]?.[1] }), 3)); // prettier-ignore
      expect(found[0]).toEqual(['ambiguous_date', 'ambiguous_date']);
    },
  );

  test.each([
    [['2027-9-10', '2027-13-9'], '2028-06-30'],
    [['2027-09-10 2:00 PM', '2027-13-09 2:00 PM'], '2028-06-30'],
    [['2027-09-10T00:00:00Z', '2027-13-09T00:00:00Z'], '2028-06-30'],
  ])('days before months in one column: %j', async (days, contract_end) => {
    const found = await asked(...rows((index) => ({ contract_start: days[index], contract_end }), 2));
    expect(found[0]).toEqual(['ambiguous_date']);
  });

  test('a day of the week that is against the order of the other dates', async () => {
    const days = ['Fri 09/10/2027', '13/09/2027', '14/09/2027', 'Wed 08/09/2027'];
    const found = await asked(...rows((index) => ({ contract_start: days[index], contract_end: '30/06/2028' })));
    expect(found).toEqual([['ambiguous_date'], [], [], []]);
  });

  test.each(['S9013', undefined])(
    'the name alone of somebody of whom another row has an unknown id (%s) or email',
    async (id) => {
      const other = { ...john, 'Student ID': id, Email: id ? undefined : 'j.smith@elsewhere.example', Room: 'A-104' };
      const [row] = await asked({ ...john, 'Student ID': undefined }, { ...other, contract_start: '2029-09-01', contract_end: '2030-06-01' }); // prettier-ignore
      expect(row).toEqual(['person_possible_match']);
    },
  );

  test.each(['J.', 'John Paul', 'Mr John'])('and so if that row has it as %s', async (first) => {
    const other = { ...john, 'Student ID': 'S9013', 'First name': first, Room: 'A-104' };
    const later = { ...other, contract_start: '2029-09-01', contract_end: '2030-06-01' };
    expect((await asked({ ...john, 'Student ID': undefined }, later))[0]).toEqual(['person_possible_match']);
  });

  test('a stay of more than a year, far longer than all others', async () => {
    const found = await asked(
      ...rows((index) => ({
        contract_start: index === 3 ? '2027-01-14' : '2027-09-14',
        contract_end: ['2028-06-28', '2028-06-20', '2028-06-26', '2028-06-23'][index],
      })),
    );
    expect(found).toEqual([[], [], [], ['doubtful_value']]);
  });

  test('a stay in a year of its own, apart from all others, however long these are', async () => {
    const ends = ['2028-01-15', '2028-06-25', '2028-08-20', '2030-06-26'];
    const found = await asked(
      ...rows((index) => ({ contract_start: index === 3 ? '2029-09-14' : '2027-09-14', contract_end: ends[index] })),
    );
    expect(found).toEqual([[], [], [], ['doubtful_value']]);
  });

  test.each([
    ['2027-09-20', '2029-06-28', 'contract_start'],
    ['2026-12-15', '2029-06-28', 'contract_start'],
    ['2028-09-15', '2032-05-20', 'contract_end'],
    ['2028-09-15', '2030-06-24', 'contract_end'],
    ['2027-09-20', '2028-06-20', 'contract_start'],
  ])('years from %s to %s that no other row has', async (start, end, field) => {
    const usual = ['12', '14', '16'].map((day) => [`2028-09-${day}`, `2029-06-${Number(day) + 12}`]);
    const given = [...usual, [start, end]];
    const { body } = await desk.preview(
      ...rows((index) => ({ contract_start: given[index]?.[0], contract_end: given[index]?.[1] })),
    );
    expect(body.rows.map(codes)).toEqual([[], [], [], ['doubtful_value']]);
    expect(body.rows[3].issues).toContainEqual(expect.objectContaining({ code: 'doubtful_value', field }));
  });
});
