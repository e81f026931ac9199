import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { desk, lodge } = await useImportDesk();

/** What becomes of one row: the date that is read, or why it is asked. */
const seen = async (cells: Cells, values: Cells = {}) => {
  const row = await desk.look({ ...(await desk.pair(values)).cells, ...cells });
  return codes(row)[0] ?? row.state;
};
const inFile = async (...rows: Cells[]) => {
  const all: Cells[] = [];
  for (const cells of rows) all.push({ ...(await desk.pair()).cells, ...cells });
  return ((await desk.preview(...all)).body.rows as Parameters<typeof codes>[0][]).map(
    (row) => codes(row)[0] ?? 'ready',
  );
};

describe('days', () => {
  test.each([
    '2st Sept 2027',
    '3st October 2027',
    '2th Sept 2027',
    '11st Sept 2027',
    '22th Sept 2027',
    'Sept 2st, 2027',
  ])('an ending that is not that of its number is asked: %s', async (contract_start) =>
    expect(await seen({ contract_start })).toBe('invalid_date'),
  );

  test.each(['1st Sept 2027', '22nd Sept 2027', '3rd Sept 2027', '11th Sept 2027', '12TH September 2027'])(
    'the right ending is read: %s',
    async (contract_start) => expect(await seen({ contract_start })).toBe('ready'),
  );

  test.each([
    { contract_start: '2027-09-18T00:30:00' },
    { contract_start: '2027-09-18T04:30:00' },
    { contract_end: '2028-06-30T00:28:00' },
    { contract_end: '2028-06-30T23:59:59' },
  ])('a time of the night may belong to two days: %j', async (cells) =>
    expect(await seen(cells)).toBe('ambiguous_date'),
  );

  test('a time of the day, and midnight, are read', async () => {
    expect(await seen({ contract_start: '2027-09-18T14:00:00', contract_end: '2028-06-30T00:00:00' })).toBe('ready');
  });

  test.each(['2028-03-26 01:30', '2028-03-26T01:30'])(
    'a time that the clocks leave out is not accepted: %s',
    async (departure_slot) => expect(await seen({ contract_end: '2028-03-26', departure_slot })).toBe('invalid_date'),
  );

  test('a time that comes twice when the clocks go back is asked', async () => {
    expect(await seen({ contract_end: '2027-10-31', departure_slot: '2027-10-31 01:30' })).toBe('ambiguous_date');
    expect(await seen({ contract_end: '2027-10-31', departure_slot: '2027-10-31T01:30:00Z' })).toBe('doubtful_value');
  });

  test('a year that nobody else of the file has, or that is far ahead, is asked', async () => {
    const [far, past] = [{ contract_start: '2072-09-18', contract_end: '2073-06-30' }, { contract_start: '2017-09-18', contract_end: '2018-06-30' }]; // prettier-ignore
    expect(await seen(far)).toBe('doubtful_value');
    expect(await seen(past)).toBe('ready');
    expect(await inFile({}, past, {})).toEqual(['ready', 'doubtful_value', 'ready']);
    expect(await inFile(past, past)).toEqual(['ready', 'ready']);
  });
});

describe('blanks among filled cells', () => {
  test('a last day that most rows have', async () => {
    expect(await inFile({}, { contract_end: '' }, {})).toEqual(['ready', 'doubtful_value', 'ready']);
    expect(await inFile({ contract_end: '' }, { contract_end: '' })).toEqual(['ready', 'ready']);
  });

  test('a status that most rows have, also for stays to come', async () => {
    const provisional = { status: 'Provisional' };
    expect(await inFile(provisional, {}, provisional)).toEqual(['ready', 'status_unknown', 'ready']);
    expect(await inFile({}, {}, provisional)).toEqual(['ready', 'ready', 'ready']);
  });
});

describe('names', () => {
  test.each([
    ['José María', 'Pérez', 'María José', 'Pérez'],
    ['Jean-Marie', 'Dupont', 'Marie-Jean', 'Dupont'],
    ['Jean-Marie', 'Dupont', 'Marie', 'Dupont'],
    ['Jean-Marie', 'Dupont', 'Jean', 'Dupont'],
    ['Anna Maria', 'Rossi', 'Maria', 'Rossi'],
    ['Min-su', 'Kim', 'Min', 'Kim'],
  ])('%s %s is not %s %s, though the id says so', async (first_name, last_name, first, last) => {
    expect(await seen({ first_name: first, last_name: last }, { first_name, last_name })).toBe('person_possible_match');
  });

  test.each([
    ['Anna Maria', 'Verdi', 'Anna', 'Verdi'],
    ['Anna Maria', 'Bianchi', 'Bianchi', 'Anna Maria'],
    ['Anna Maria', 'Neri', '', 'Neri, Anna Maria'],
    ['Anna Maria', 'Gallo', 'Gallo Anna Maria', ''],
  ])('%s %s with the id may be written %s|%s', async (first_name, last_name, first, last) => {
    expect(await seen({ first_name: first, last_name: last }, { first_name, last_name })).toBe('ready');
  });

  test('a person who stays with somebody else for the nights is asked', async () => {
    const [host, guest] = [await desk.pair(), await desk.pair()];
    await desk.book(host.room, host.student, { additional_people: [guest.student] });
    expect(codes(await desk.look(guest.cells))).toEqual(['person_overlap']);
  });
});

describe('rooms', () => {
  test('a bare number may be a Room of another house', async () => {
    const king = await lodge.make.location(desk.site.id, desk.site.buildingType);
    const block = await lodge.make.location(desk.site.id, desk.site.buildingType);
    await lodge.make.room(desk.site, { name: '714', code: null, parent_id: king });
    expect(await seen({ room: '714' })).toBe('ready');
    await lodge.make.room(desk.site, { name: 'Room 714', code: 'BX-714', parent_id: block });
    expect(await seen({ room: '714' })).toBe('location_ambiguous');
  });

  test('a final dot leaves the question about lost zeros', async () => {
    await lodge.make.room(desk.site, { code: '95' });
    await lodge.make.room(desk.site, { code: '095' });
    expect(await seen({ room: '95' })).toBe('location_ambiguous');
    expect(await seen({ room: '95.' })).toBe('location_ambiguous');
  });
});

describe('cells of other columns', () => {
  test('an id, a room and a single digit are no number plates', async () => {
    const other = await desk.pair();
    for (const vehicle_registration of [String(other.cells.student_id), String(other.cells.room), '2'])
      expect(await seen({ vehicle_registration })).toBe('doubtful_value');
    expect(await seen({ vehicle_registration: 'KC 432 X' })).toBe('ready');
  });

  test('an export with the days of another year is not the same booking', async () => {
    const { cells, room, student } = await desk.pair();
    const { reference } = await desk.book(room, student);
    const next = { ...cells, reference, contract_start: '2028-09-18', contract_end: '2029-06-30' };
    expect(codes(await desk.look(next))).toEqual(['identity_conflict']);
    expect(codes(await desk.look({ ...next, contract_start: '2027-09-20', contract_end: '2028-06-20' }))).toEqual([]);
  });
});

test.each([
  ...['已取消', 'キャンセル', 'отменено', 'ملغى', 'iptal', 'đã hủy', '1 night', 'two nights only', '39 weeks', '+1 week', 'for 2028/29', 'AY 26/27', 'autumn term only', 'next year'],
  ...['twin sister takes the room', 'replaced by Wilfred', 'on behalf of Jane Doe', 'name to follow', 'room closed', 'entered in error', 'null and void', 'passed away', 'see row 12', 'as above'],
  ...['bitte löschen', 'please remove', 'à supprimer', 'gave notice', 'lives at home', 'if visa granted', 'da verificare', 'baja', 'tritt nicht an'],
])('a note that takes the stay back is asked: %s', async (notes) => expect(await seen({ notes })).not.toBe('ready')); // prettier-ignore

test.each(['2 suitcases', 'one bag', '24/7 access', 'vegetarian', 'wheelchair', 'Weekly cleaning please'])(
  'a note that says nothing of the stay is fine: %s',
  async (notes) => expect(await seen({ notes })).toBe('ready'),
);
