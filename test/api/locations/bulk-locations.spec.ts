import { describe, expect, test } from '@jest/globals';
import { newId } from '#libs/core/http/ids';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';
import { workbook } from '../../support/workbook.js';

const { lodge, site, admin, manager } = await useLodge({ admin: 'admin', manager: 'manager' }, { instances: 2 });
const url = `/sites/${site.id}/locations/bulk`;
const [types] = await lodge.sql<{ room: string; building: string }>(
  `SELECT (SELECT name FROM location_types WHERE id = $1) AS room, (SELECT name FROM location_types WHERE id = $2) AS building`,
  [site.roomType, site.buildingType],
);
const { room, building } = types ?? { room: '', building: '' };
let number = 0;
const make = (locations: object[], headers = {}, turn = 0) =>
  admin.on(lodge.instances[turn % 2] ?? lodge.instance).post(url, { locations }, headers);
const house = () => ({ name: `House ${++number}`, code: `H${number}`, type: building });
const codes = ({ body }: { body: { locations: { code: string }[] } }) => body.locations.map(({ code }) => code);
/** What the tables have of a house: its locations, their different codes, and the entries of the audit log that made them. */
const stored = async (house: string) => {
  const [row] = await lodge.sql(
    `SELECT count(*)::int AS rooms, count(DISTINCT lower(code))::int AS codes, (SELECT count(*)::int FROM audit_events a WHERE a.action = 'location.created'
       AND a.subject_id IN (SELECT id FROM locations WHERE code = $1 OR code LIKE $1 || '-%')) AS created
     FROM locations WHERE code = $1 OR code LIKE $1 || '-%'`,
    [house],
  );
  return row;
};

describe('POST /sites/{siteId}/locations/bulk', () => {
  test('makes a building of 220 rooms in one call, with leading zeros, floors and a trail each', async () => {
    const top = house();
    const floors = ['0', '1'].map((floor) => ({ name: `Floor ${floor}`, type: building, parent: top.code }));
    const rooms = ['0', '1'].map((floor) => ({
      name: 'Room {n}',
      code: `${top.code}-${floor}{n}`,
      type: room.toUpperCase(),
      parent: `${top.name} / Floor ${floor}`,
      range: '001-110',
      floor,
      capacity: 2,
    }));
    const answer = await make([top, ...floors, ...rooms]);
    expect(answer.status).toBe(200);
    expect(answer.body.created).toBe(223);
    expect(answer.body.locations[3]).toMatchObject({
      name: 'Room 001',
      code: `${top.code}-0001`,
      capacity: 2,
      floor: '0',
      path: `${top.name} / Floor 0 / Room 001`,
      version: 1,
    });
    expect(answer.body.locations[222].code).toBe(`${top.code}-1110`);
    const ids = answer.body.locations.map(({ _id }: { _id: string }) => _id);
    const deeds = await lodge.sql('SELECT FROM audit_events WHERE subject_id = ANY($1)', [ids]);
    expect(deeds).toHaveLength(223);
    const person = await lodge.make.student(site);
    const stay = { contract_start: '2027-01-04', contract_end: '2027-02-01' };
    const booked = await manager.post('/bookings', { site: site.id, lead_person: person, location: ids[222], ...stay });
    expect(booked.status).toBe(200);
  });

  test.each([
    ['reversed', '130-101', '/locations/1/range'],
    ['no range', '101', '/locations/1/range'],
    ['too long', '1-1001', '/locations/1/range'],
    ['of letters', 'A-F', '/locations/1/range'],
  ])('refuses a range that is %s, and makes nothing', async (_, range, pointer) => {
    const top = house();
    const answer = await make([top, { name: 'Room {n}', type: room, parent: top.code, range }]);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
    expect((await admin.get(`/sites/${site.id}/locations?q=${encodeURIComponent(top.name)}`)).body).toEqual([]);
  });

  test('tells every error of every row, and makes nothing', async () => {
    const top = house();
    const answer = await make([
      top,
      { name: 'Lost', type: 'Castle', parent: 'nowhere' },
      { name: 'Room {n}', code: 'same', type: room, parent: top.code, range: '1-2' },
      { name: 'Twin', code: top.code.toLowerCase(), type: room, parent: top.code },
      { name: top.name, type: building },
      { name: 'Too early', type: room, parent: `${top.name} / Later` },
      { name: 'Later', type: building, parent: newId() },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/locations/1/type', 'unknown_reference'],
      ['/locations/1/parent', 'unknown_reference'],
      ['/locations/2/code', 'validation_failed'],
      ['/locations/3/code', 'duplicate_name'],
      ['/locations/4/name', 'duplicate_name'],
      ['/locations/5/parent', 'unknown_reference'],
      ['/locations/6/parent', 'unknown_reference'],
    ]);
    expect((await admin.get(`/sites/${site.id}/locations?q=${encodeURIComponent(top.name)}`)).body).toEqual([]);
  });

  test('refuses {n} in a name or a code without a range, also in a file, and makes nothing', async () => {
    const top = house();
    const lost = { name: 'Room {n}', code: 'Q-{n}', type: room, parent: top.code };
    const answer = await make([top, lost, { ...lost, name: 'Attic' }]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const pointers = ['/locations/1/name', '/locations/1/code', '/locations/2/code'];
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect(answer.body.errors[0].detail).toMatch(/^has \{n\}.* range such as 101-130/);
    const csv = ['name;code;type;parent', `${top.name};${top.code};${building};`, `Room {n};Q-{n};${room};${top.code}`];
    const sent = await admin.post(url, csv.join('\r\n'), { 'content-type': 'text/csv' });
    expect(sent.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers.slice(0, 2));
    expect(await lodge.sql(`SELECT FROM locations WHERE name LIKE 'Room %' AND code LIKE 'Q-%'`)).toEqual([]);
  });

  test('takes the prefixes of codes, also for an earlier row, and tells what is like a code that nothing has', async () => {
    const [there, top] = [house(), house()];
    expect((await make([{ ...there, type: `name:${building.toUpperCase()}` }])).status).toBe(200);
    const rows = (parent: string) => ({ name: 'Room {n}', code: `${parent}-{n}`, type: `name: ${room}`, parent: `code:${parent.toLowerCase()}`, range: '1-2' }); // prettier-ignore
    const answer = await make([top, rows(top.code), rows(there.code)]);
    expect(answer.status).toBe(200);
    expect(codes(answer)).toEqual([top.code, `${top.code}-1`, `${top.code}-2`, `${there.code}-1`, `${there.code}-2`]);
    const wrong = await make([
      { name: 'Lost', type: `name:${room}x`, parent: `code:${there.code}-9` },
      { name: 'Lost', type: `${building}x`, parent: there.name },
      { name: 'Lost', type: room, parent: `code:${there.name}` },
      { name: 'Lost', type: `code:${room}`, parent: newId() },
    ]);
    expect(wrong).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
    const told = wrong.body.candidates.map(
      ({ pointer, given, candidates }: { pointer: string; given: string; candidates: { code: string }[] }) =>
        [pointer, given, candidates.map(({ code }) => code)] as const,
    );
    expect(told).toEqual([
      ['/locations/0/type', `name:${room}x`, expect.arrayContaining([room])],
      ['/locations/0/parent', `code:${there.code}-9`, expect.arrayContaining([`${there.code}-1`])],
      ['/locations/1/type', `${building}x`, expect.arrayContaining([building])],
      ['/locations/2/parent', `code:${there.name}`, expect.arrayContaining([there.code])],
      ['/locations/3/type', `code:${room}`, expect.arrayContaining([room])],
      ['/locations/3/parent', expect.any(String), []],
    ]);
  });

  test('a file of rooms is read as it is, CSV or workbook; a column that nobody knows is refused', async () => {
    const [one, other] = [house(), house()];
    const csv = (top: typeof one, more = '') =>
      [`Name;Room code;Type;Building;Numbers;Beds${more}`, `${top.name};${top.code};${building};;;`, `Room {n};${top.code}-{n};${room};${top.code};08-11;2`].join('\r\n'); // prettier-ignore
    const headers = { 'content-type': 'text/csv' };
    const answer = await admin.post(url, csv(one), headers);
    expect(answer.status).toBe(200);
    expect(codes(answer)).toEqual([one.code, ...['08', '09', '10', '11'].map((n) => `${one.code}-${n}`)]);
    const unknown = await admin.post(url, `${csv(other, ';Colour')};red`, headers);
    expect(unknown).toMatchObject({ status: 400, body: { code: 'unknown_field' } });
    const lines = [
      ['name', 'code', 'type', 'parent', 'range', 'capacity'],
      [other.name, other.code, building, '', '', ''],
      ['Room {n}', `${other.code}-{n}`, room, other.code, '1-3', '2'],
    ];
    const cells = (line: string[]) => line.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
    const rows = lines.map((line) => `<row>${cells(line)}</row>`).join('');
    const sheet = await workbook({ sheets: [{ name: 'Rooms', rows }] });
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const read = await admin.post(url, sheet, { 'content-type': type });
    expect(codes(read)).toHaveLength(4);
    expect(read.body.locations[3].capacity).toBe(2);
  });

  test('of many that make the same rooms at once, and again with one key, exactly one makes them', async () => {
    const top = house();
    const rows = [top, { name: 'Room {n}', code: `${top.code}-{n}`, type: room, parent: top.code, range: '1-20' }];
    const answers = await rush(6, 6, (index) => make(rows, {}, index));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await stored(top.code)).toEqual({ rooms: 21, codes: 21, created: 21 });
    const next = house();
    const headers = { 'idempotency-key': newId() };
    const repeated = await rush(6, 6, (index) => make([next], headers, index));
    const made = repeated.filter(({ status }) => status === 200);
    expect(repeated.filter(({ status, body }) => status !== 200 && body.code !== 'idempotency_in_progress')).toEqual(
      [],
    );
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect((await make([next], headers)).headers['idempotent-replayed']).toBe('true');
    expect(await stored(next.code)).toEqual({ rooms: 1, codes: 1, created: 1 });
    expect((await manager.post(url, { locations: [house()] })).status).toBe(403);
  });

  test('of ranges that overlap, made at once in one building, each is there as a whole or not at all', async () => {
    const top = house();
    expect((await make([top])).status).toBe(200);
    const ranges = ['1-20', '15-34', '30-49', '1-49', '20-30', '45-60'];
    const answers = await rush(
      18,
      12,
      (index) =>
      make([{ name: 'Room {n}', code: `${top.code}-{n}`, type: room, parent: top.code, range: ranges[index % 6] }], {}, index), // prettier-ignore
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'duplicate_name')).toEqual([]);
    const made = won.reduce((sum, { body }) => sum + body.created, 0);
    expect([won.length > 0, await stored(top.code)]).toEqual([true, { rooms: 1 + made, codes: 1 + made, created: 1 + made }]); // prettier-ignore
  });
});
