import { beforeAll, describe, expect, test } from '@jest/globals';
import { XLSX_TYPE } from '#libs/core/http/file-types';
import { codes, ImportDesk } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';
import { textRows, workbook } from '../../support/workbook.js';

const { lodge, desk } = await useImportDesk({});
const TAIL = ['2027-09-18', '2028-06-30'];

beforeAll(async () => {
  const { site } = desk;
  const house = (name: string, parent_id?: string) => lodge.make.location(site.id, site.buildingType, { name, ...(parent_id && { parent_id }) }); // prettier-ignore
  const room = (name: string, parent_id: string) => lodge.make.location(site.id, site.roomType, { name, parent_id });
  for (const name of ['Aspen', 'Poplar', 'Elm Tower', 'Tower', '4']) await room('101', await house(name));
  const mill = await house('Watermill');
  for (const flat of ['Flat 1', 'Flat 2']) await room('A', await house(flat, mill));
});

const student = async () => (await desk.pair()).cells.student_id as string;
const seen = ({ body }: { body: { rows: { state: string; issues: never[] }[] } }) =>
  body.rows.map((row) => (row.state === 'ready' ? 'ready' : codes(row)));
const previewOf = async (headers: string[], lines: string[][], columns?: object) => {
  const rows = lines.map((line, row_index) => ({ row_index, values: Object.fromEntries(headers.map((header, at) => [header, line[at] ?? ''])) })); // prettier-ignore
  return desk.client.post('/bookings/import/preview', { site: desk.site.id, rows, ...(columns && { columns }) });
};

describe('the name of a sheet', () => {
  const send = async (name: string, building: string, room: string) => {
    const rows = textRows(['student_id', 'Building', 'room', 'contract_start', 'contract_end'], [await student(), building, room, ...TAIL]); // prettier-ignore
    const book = await workbook({ sheets: [{ name, rows }] });
    return seen(await desk.client.post(`/bookings/import/preview?site=${desk.site.id}`, book, { 'content-type': XLSX_TYPE })); // prettier-ignore
  };

  test.each([
    ['Aspen', 'Poplar', '101'],
    ['Arrivals Aspen 2027', 'Poplar', '101'],
    ['Flat 2', 'Flat 1', 'A'],
    ['Flat 2', 'Watermill', 'Flat 1 A'],
    ['Tower', 'Elm Tower', '101'],
    ['4', 'Aspen', '101'],
  ])('%s contradicts the building %s of a room', async (...given) => {
    expect(await send(...given)).toEqual([['unread_column']]);
  });

  test.each([
    ['Aspen', 'Aspen', '101'],
    ['Flat 2', 'Watermill', 'Flat 2 A'],
    ['Watermill', 'Flat 2', 'A'],
    ['Elm Tower', 'Elm Tower', '101'],
    ['4', '4', '101'],
    ['Arrivals Elm Tower', 'Elm Tower', '101'],
  ])('%s says nothing new of the building %s', async (...given) => {
    expect(await send(...given)).toEqual(['ready']);
  });
});

test('lines between rows that are declared as buildings, and are all called like one, are no remarks about the rows above', async () => {
  const headers = ['student_id', 'room', 'contract_start', 'contract_end'];
  const list = async (second: string) => [['Aspen'], [await student(), '101', ...TAIL], [second], [await student(), '101', ...TAIL]]; // prettier-ignore
  const columns = { 'section line': 'building' };
  const [, first, , second] = seen(await previewOf(headers, await list('Poplar'), columns));
  expect([first, second]).toEqual(['ready', 'ready']);
  expect(seen(await previewOf(headers, await list('both cancelled'), columns))[1]).not.toBe('ready');
});

describe('a word for rooms before a code', () => {
  let own: ImportDesk;
  let house: string;
  beforeAll(async () => {
    own = await ImportDesk.open(lodge);
    for (const name of ['Aspen', 'Poplar']) {
      house = await lodge.make.location(own.site.id, own.site.buildingType, { name });
      await lodge.make.location(own.site.id, own.site.roomType, { name: '101', parent_id: house });
    }
    await lodge.make.student(own.site, { student_id: 'W1' });
  });
  const room = async (text: string, Building = 'Aspen') =>
    seen(await own.preview({ student_id: 'W1', Building, room: text, contract_start: TAIL[0], contract_end: TAIL[1] }));

  test.each(['Room 101', 'Rm. 101', 'Zimmer Nr. 101', 'Hab. 101', 'kamer 101'])(
    'says nothing new: %s',
    async (text) => {
      expect(await room(text)).toEqual(['ready']);
    },
  );

  test.each(['Flat 101', 'Room 102', 'Roomy 101', 'Zoom 101', 'Room 101 or 102'])('but not in %s', async (text) => {
    expect(await room(text)).toEqual([['location_not_found']]);
  });

  test('names each room with that code where no building is given', async () => {
    expect(await room('Room 101', '')).toEqual([['location_ambiguous']]);
  });

  test.each(['Room 7', 'Hab. 7'])('is a question in a site with a location %s', async (name) => {
    const id = await lodge.make.location(own.site.id, own.site.roomType, { name, parent_id: house });
    expect(await room('Room 101')).toEqual([['location_not_found']]);
    await lodge.sql('DELETE FROM locations WHERE id = $1', [id]);
    expect(await room('Room 101')).toEqual(['ready']);
  });
});

describe('a building of which two columns say a part each', () => {
  test.each([
    ['Building', 'Flat'],
    ['Flat', 'Building'],
  ])('is one place, whichever comes first: %s', async (...names) => {
    const line = async (flat: string) => [await student(), ...names.map((name) => (name === 'Flat' ? flat : 'Watermill')), 'A', ...TAIL]; // prettier-ignore
    const headers = ['student_id', ...names, 'room', 'contract_start', 'contract_end'];
    const lines = [await line('Flat 1'), await line('Flat 2'), await line('Flat 3')];
    const answer = await previewOf(headers, lines, { Flat: 'building' });
    expect(seen(answer)).toEqual(['ready', 'ready', ['location_not_found']]);
    const [one, other] = answer.body.rows.map(
      ({ location }: { location: { location_id: string } }) => location.location_id,
    );
    expect(one).not.toBe(other);
  });

  test('is one in a list of students, too', async () => {
    const csv = ['student_id,first_name,last_name,Flat,Building,Room', 'WBR1,Nora,Newby,Flat 2,Watermill,A'].join('\n');
    const query = new URLSearchParams({ type: 'partial', columns: JSON.stringify({ Flat: 'building' }) });
    const { body } = await desk.client.post(`/students/${desk.site.id}/import?${query.toString()}`, csv, { 'content-type': 'text/csv' }); // prettier-ignore
    expect(body).toMatchObject({ exceptions: [], students: [{ student_id: 'WBR1' }] });
  });
});
