import { beforeAll, expect, test } from '@jest/globals';
import { codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const { lodge, desk } = await useImportDesk({});
const rooms = new Map<string, string>();

beforeAll(async () => {
  const { id, buildingType, roomType } = desk.site;
  const add = async (path: string[], code?: string): Promise<string> => {
    const key = path.join(' / ');
    const known = rooms.get(key);
    if (known) return known;
    const parent_id = path.length > 1 ? await add(path.slice(0, -1)) : undefined;
    const type = code === undefined && !path.at(-1)?.startsWith('=') ? buildingType : roomType;
    const name = (path.at(-1) ?? '').replace('=', '');
    rooms.set(key, await lodge.make.location(id, type, { name, ...(parent_id && { parent_id }), ...(code && { code }) }));
    return rooms.get(key) ?? '';
  };
  for (const path of ['Ash Two/=101', 'Ash Two North/=101', 'South/=101', 'South/=T101', 'South Tower/=101', 'North/=E01', 'North East/=01', 'North/=77', '2/=11', 'Cedar/2/=A', 'Cedar/3/=B', 'Gate/=G01', 'Queens/=7', 'Kings/=6', '9/=1', 'Fir Court/=East 1', 'Pine/Flat 9/=1A', 'K1/=501', 'K12/=502'])
    await add(path.split('/'));
  await add(['E Block', '=307'], 'E307');
}); // prettier-ignore

const seen = async (...cells: [building: string, room: string][]) => {
  const pairs = await Promise.all(cells.map(() => desk.pair()));
  const { body } = await desk.preview(...cells.map(([Building, room], index) => ({ ...pairs[index]?.cells, Building, room })));
  return body.rows.map((row: { state: string; location: { location_id: string }; issues: never[] }) => (row.state === 'ready' ? row.location.location_id : codes(row))); // prettier-ignore
}; // prettier-ignore

test.each([
  ['Ash Two', 'North 101'],
  ['South', 'Tower 101'],
  ['North', 'East 01'],
  ['South T', '101'],
  ['North E', '01'],
  ['2', 'A'],
  ['9 Flat 9', '1A'],
  ['Fir Court', '1'],
  ['K', '501'],
  ['K', '502'],
])('a room that is in another building than %s is not meant: %s', async (building, room) => {
  expect(await seen([building, room])).toEqual([['location_not_found']]);
});

test.each([
  ['Ash Two', '101', 'Ash Two / =101'],
  ['South', 'T101', 'South / =T101'],
  ['North East', '01', 'North East / =01'],
  ['E', '307', 'E Block / =307'],
  ['E Block', 'E307', 'E Block / =307'],
  ['3', 'B', 'Cedar / 3 / =B'],
])('a building and a room that are there are meant: %s, %s', async (building, room, path) => {
  expect(await seen([building, room])).toEqual([rooms.get(path)]);
});

// Each room of a site without buildings, cut at each place: what two rooms can be cut into is a question, whatever is between the parts of their codes.
test('two cells that several codes can be cut into are a question', async () => {
  const codes = ['Z2-2-14', 'Z2-214', 'Z22-14', 'Z2-21-4', 'Z22/1/4', 'Z3-1', 'Z31', 'Z4.11', 'Z41.1', 'Z5-1'];
  const ids = await Promise.all(codes.map(async (code) => lodge.make.location(desk.site.id, desk.site.roomType, { name: `Place ${code}`, code }))); // prettier-ignore
  const cuts = codes.flatMap(
    (code) =>
    Array.from(code, (_, at) => [code.slice(0, at), code.slice(at).replace(/^[-/.]/, '')] as const).filter(([building, room]) => building && room), // prettier-ignore
  );
  const cells = [...new Map(cuts.map((cut) => [cut.join('|'), [cut[0].replace(/[-/.]$/, ''), cut[1]] as [string, string]])).values()]; // prettier-ignore
  const readings: string[] = [];
  // Each in a file of its own: rows of one room clash.
  for (const cell of cells) readings.push(...(await seen(cell)));
  const silent = cells.flatMap(([building, room], index) => {
    const meant = codes.filter((code) => Array.from(code, (_, at) => at).some((at) => code.slice(0, at).replace(/[-/.]$/, '') === building && code.slice(at).replace(/^[-/.]/, '') === room)); // prettier-ignore
    const place = ids.indexOf(readings[index] ?? '');
    return place < 0 || (meant.length === 1 && codes[place] === meant[0])
      ? []
      : [[building, room, codes[place], meant]];
  });
  expect(silent).toEqual([]);
  expect(readings.filter((each) => ids.includes(each)).length).toBeGreaterThan(4);
  expect(readings[cells.findIndex(([building, room]) => building === 'Z5' && room === '1')]).toBe(ids.at(-1));
});

test('a room without the sign of its code is a question where another code has the same letters and digits', async () => {
  for (const code of ['Y-111', 'Y-11-1', 'Y-1-11', 'X-222']) await lodge.make.location(desk.site.id, desk.site.roomType, { name: `Place ${code}`, code }); // prettier-ignore
  const read = async (room: string) => {
    const { cells } = await desk.pair();
    const { state, location } = await desk.look({ ...cells, room });
    return state === 'ready' ? location.candidates[0]?.code : state;
  };
  expect(await read('Y111')).toBe('needs_decision');
  for (const code of ['Y-111', 'Y-11-1', 'Y-1-11', 'y 11 1']) expect(await read(code)).toBe(code.toUpperCase().replaceAll(' ', '-')); // prettier-ignore
  expect(await read('X222')).toBe('X-222');
});

test('a blank building below others is a question, unless the code of the room says it', async () => {
  expect(await seen(['Queens', '7'], ['', '6'])).toEqual([rooms.get('Queens / =7'), ['doubtful_value']]);
  expect(await seen(['Queens', '7'], ['', 'E307'])).toEqual([rooms.get('Queens / =7'), rooms.get('E Block / =307')]);
  expect(await seen(['', '6'])).toEqual([rooms.get('Kings / =6')]);
  expect((await seen(['.', 'E307']))[0]).toContain('location_not_found');
});

test('a building without a room, in a row of a booking, is a question', async () => {
  const { room, student, cells } = await desk.pair();
  const { reference } = await desk.book(room, student);
  const row = { ...cells, room: '', reference, Building: 'Queens' };
  expect(codes(await desk.look(row))).toContain('doubtful_value');
  expect(codes(await desk.look({ ...row, Building: '' }))).toEqual([]);
});
