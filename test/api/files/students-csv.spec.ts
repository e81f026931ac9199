import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readTextCell } from '#libs/core/csv/cells';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

// RFC 4180, read by nothing but its grammar.
function readRfc4180(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`not RFC 4180 at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push(row.splice(0));
  }
  return rows;
}

const NASTY = [
  '=HYPERLINK("http://evil.example","x")',
  '+1',
  '-1',
  '@SUM(A1)',
  "'=1",
  "''=1",
  "'quoted'",
  'a, b; "c"',
  '""',
  ' lead'.trim(),
  "O'Neil",
  'Ångström',
  '张伟',
  'محمد',
  'דוד',
  'अमित',
  '김민준',
  'Ελένη',
  'Дмитрий',
  'NULL',
  '\\.',
  '\\N',
  '1,000',
  '=',
  '%',
  '👩‍🎓',
];

describe('the CSV of the students of a site', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let desk: Client;
  let officer: Client;
  const as = async (role: 'viewer' | 'reception' | 'manager') =>
    lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
  const url = (of = site, more = '') => `/students/${of.id}/export-csv${more}`;
  const table = (text: string) =>
    parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as unknown as Record<string, string>[];

  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site({ name: 'Château Nord & Süd' });
    desk = await as('reception');
    officer = await as('manager');
    const room = await lodge.make.room(site, { code: 'N-101', floor: '1' });
    const flags = [
      await lodge.make.listEntry('flags', site.id, { name: 'Step-free' }),
      await lodge.make.listEntry('flags', site.id, { name: '=cmd|"/c calc"!A1' }),
    ];
    const state = await lodge.make.listEntry('welfare_states', site.id, { name: '@monitor' });
    for (const [index, name] of NASTY.entries()) {
      const id = await lodge.make.student(site, {
        first_name: name,
        last_name: NASTY[(index + 7) % NASTY.length],
        student_id: `X${String(index).padStart(3, '0')}`,
        location_id: index % 2 ? room : site.building,
        welfare_flag: index === 3,
        welfare_state_id: index === 3 ? state : null,
        active: index !== 5,
      });
      for (const [position, flag] of index === 3 ? flags.reverse().entries() : [])
        await lodge.sql('INSERT INTO student_flags VALUES ($1, $2, $3, $4)', [site.id, id, flag, position]);
    }
    const gone = await lodge.make.student(site, { last_name: 'Gone' });
    await lodge.sql('UPDATE students SET deleted_at = now(), active = false WHERE id = $1', [gone]);
  });
  afterAll(() => lodge.stop());

  test('is what was stored, whichever reader reads it, and no cell begins a formula', async () => {
    const { status, text, headers } = await officer.get(url(site, '?sortBy=student_id'));
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toBe('attachment; filename="students-chateau-nord-sud-2026-11-21.csv"');
    expect(
      text.startsWith(
        '\uFEFF"student_id","first_name","last_name","email","location","floor","type","active","flags",',
      ),
    ).toBe(true);
    const own = readRfc4180(text.slice(1)).slice(1);
    const theirs = parse(text, { bom: true }).slice(1) as unknown as string[][];
    expect(own).toEqual(theirs);
    expect(own.map((row) => [readTextCell(row[1] ?? ''), readTextCell(row[2] ?? '')])).toEqual(
      NASTY.map((name, index) => [name, NASTY[(index + 7) % NASTY.length]]),
    );
    expect(own.flat().filter((each) => /^[=+\-@\t\r]/.test(each))).toEqual([]);
  });

  test('names place, floor, flags in their order, and whether somebody is active', async () => {
    const rows = table((await officer.get(url(site, '?sortBy=student_id'))).text);
    expect(rows[3]).toMatchObject({
      location: 'N-101',
      floor: '1',
      type: 'student',
      active: 'true',
      flags: `'=cmd|"/c calc"!A1; Step-free`,
      welfare_state: "'@monitor",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown as string,
    });
    expect(rows[2]?.location).toBe('North House');
    expect(rows[5]?.active).toBe('false');
  });

  test('has no welfare for those who may not see it, and says so', async () => {
    const seen = await desk.get(url());
    expect(seen.headers['x-redacted']).toBe('welfare');
    expect(seen.text).not.toMatch(/welfare_state|monitor/);
    expect(Object.keys(table(seen.text)[0] ?? {})).toHaveLength(12);
  });

  test.each(['last_name', 'first_name', 'location', 'student_id', 'created_at'])(
    'can be sorted by %s',
    async (order) => {
      const ids = async (sort: string) =>
        table((await officer.get(url(site, `?sortBy=${sort}`))).text).map(({ student_id }) => student_id);
      const [up, down] = [await ids(order), await ids(`-${order}`)];
      expect([...up].sort()).toEqual([...down].sort());
      expect(new Set(up).size).toBe(NASTY.length);
      if (order !== 'location') expect(up).toEqual(down.reverse());
    },
  );

  test('refuses other orders, other sites, and roles that do not export', async () => {
    expect(await desk.get(url(site, '?sortBy=email'))).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(await desk.get(url(await lodge.make.site()))).toMatchObject({ status: 404 });
    expect(await (await as('viewer')).get(url())).toMatchObject({
      status: 403,
      body: { required_permission: 'student.export' },
    });
  });

  test('is the same file with semicolons on request, and its instants are then on the clock of the site', async () => {
    const read = async (query: string) =>
      parse((await officer.get(`/students/${site.id}/export-csv${query}`)).text, {
        columns: true,
        bom: true,
        delimiter: query ? ';' : ',',
      }) as Record<string, string>[];
    const [plain, local] = [await read(''), await read('?delimiter=semicolon&times=local')];
    expect(local.length).toBe(plain.length);
    const withoutClocks = ({ created_at: _created, updated_at: _updated, ...rest }: Record<string, string>) => rest;
    expect(local.map(withoutClocks)).toEqual(plain.map(withoutClocks));
    // In November Europe/London has the time of UTC.
    const clocks = plain.map(({ created_at }) => created_at?.slice(0, 19).replace('T', ' '));
    expect(local.map(({ created_at }) => created_at)).toEqual(clocks);
  });

  test('of an empty site is its header', async () => {
    const empty = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    expect((await owner.get(url(empty))).text).toMatch(/^\uFEFF"student_id",["a-z_,]+"updated_at"\r\n$/);
  });

  test('HEAD returns the headers, and reads nothing', async () => {
    const answer = await lodge.call('HEAD', url(), undefined, { cookie: desk.cookie });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-type': 'text/csv; charset=utf-8' } });
  });

  test('a reader who goes away in the middle gives the connection back', async () => {
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'B' || n, 'Bulk', 'Student ' || n, $2 FROM generate_series(1, 60000) n`,
      [site.id, site.building],
    );
    await lodge.instance.app.listen(0, '127.0.0.1');
    const address = await lodge.instance.app.getUrl();
    for (let round = 0; round < 8; round++) {
      const call = request(`${address}${url()}`, { headers: { cookie: desk.cookie } }).end();
      const [answer] = (await once(call, 'response')) as [NodeJS.ReadableStream & { destroy(): void }];
      await once(answer, 'data');
      answer.destroy();
    }
    const whole = await desk.get(url());
    expect(readRfc4180(whole.text.slice(1))).toHaveLength(60_000 + NASTY.length + 1);
    const active = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY%' AND state = 'active'`;
    await until(async () => (await lodge.sql(active)).length === 0);
  });
});
