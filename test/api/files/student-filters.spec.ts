import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { Archive } from '#libs/core/xlsx/archive';
import { hasPoppler, textOf } from '../../support/poppler.js';
import fc from '../../support/properties.js';
import { startWorker } from '../../support/test-worker.js';
import { useLodge } from '../../support/use-lodge.js';

const NAMES = [
  ['Zoë', 'Müller'],
  ['Zoe', "O'Neil"],
  ['Ada', 'Byron'],
  ['Ada', 'Byrne'],
  ['Back', 'Sla\\sh'],
  ['Per', '100%'],
  ['Under', 'A_B'],
  ['Under', 'AxB'],
  ['Two', "'; DROP TABLE students; --"],
  ['Sukarno', ''],
] as const;
/** Searches, also for what LIKE and SQL take for more than text. */
const SEARCHES = ['zoe', 'ZOË', "o'n", 'Byron, A', 'byr', 'la\\s', '00%', 'a_b', "'; drop", '--', 'sukarno', 'PX-1', 'px-00@', '%%', '__', '\\\\', '$1', '${']; // prettier-ignore

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { settings: { DOCUMENT_WAIT_SECONDS: '120' } });

describe('the list of students, its CSV, its workbook and its PDF', () => {
  const people: { id: string; number: string; text: string; active: boolean; flagged: boolean; south: boolean }[] = [];
  let worker: INestApplicationContext;
  let south: string;
  let flag: string;

  beforeAll(async () => {
    worker = await startWorker(lodge);
    south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
    flag = await lodge.make.listEntry('flags', site.id, { name: 'Step-free' });
    for (const active of [true, false])
      for (const [index, [first_name, last_name]] of NAMES.entries()) {
        const number = `PX-${active ? 1 : 0}${index}`;
        const email = `${number.toLowerCase()}@uni.example`;
        const [isSouth, flagged] = [index % 2 === 0, index % 3 === 0];
        const location_id = await lodge.make.room(site, isSouth ? { parent_id: south } : {});
        const id = await lodge.make.student(site, { first_name, last_name, student_id: number, email, active, location_id }); // prettier-ignore
        if (flagged) await lodge.sql('INSERT INTO student_flags VALUES ($1, $2, $3, 0)', [site.id, id, flag]);
        people.push({ id, number, text: `${first_name} ${last_name} ${email} ${number}`, active, flagged, south: isSouth }); // prettier-ignore
      }
  });
  afterAll(() => worker.close());

  interface Filters {
    q?: string;
    active?: boolean;
    flags?: string;
    location_tree?: string;
  }
  const queryOf = (filters: Filters) =>
    Object.entries(filters).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&'); // prettier-ignore
  const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  /** What a search promises: a part of the name, the email or the student id; "Last, F" is a name, too. */
  const isFound = (text: string, q: string) => {
    const [last, first] = /^([^,]+),\s*(\S[^,]*)$/.exec(q)?.slice(1) ?? [];
    if (last === undefined || first === undefined) return folded(text).includes(folded(q));
    const at = folded(text).indexOf(folded(first));
    return at >= 0 && folded(text).includes(folded(last), at + first.length);
  };
  const expected = ({ q, active, flags, location_tree }: Filters) =>
    people
      .filter((each) => active === undefined || each.active === active)
      .filter((each) => q === undefined || isFound(each.text, q))
      .filter((each) => (flags === undefined || each.flagged) && (location_tree === undefined || each.south))
      .map(({ number }) => number)
      .sort();

  const url = (part: string, filters: Filters) => `/students/${site.id}${part}?${queryOf(filters)}`;
  const fetch = async (address: string) => {
    const answer = await lodge.instance.app.inject({ url: address, headers: { cookie: manager.cookie } });
    expect([address, answer.statusCode]).toEqual([address, 200]);
    return answer.rawPayload;
  };
  const listed = async (filters: Filters) => {
    const { body, headers } = await manager.get(url('', filters));
    expect(headers['x-total-count']).toBe(String(body.length));
    return (body as { student_id: string }[]).map(({ student_id }) => student_id).sort();
  };
  const inCsv = async (filters: Filters) => {
    const rows: { student_id: string }[] = parse(await fetch(url('/export-csv', filters)), {
      columns: true,
      bom: true,
    });
    return rows.map(({ student_id }) => student_id).sort();
  };
  const numbersIn = (text: string) => (text.match(/\bPX-\d\d\b/g) ?? []).sort();
  const inWorkbook = async (filters: Filters) => {
    const file = await fetch(`${url('/export-csv', filters)}&format=xlsx`);
    let sheet = '';
    for await (const chunk of (await Archive.open(file)).read('xl/worksheets/sheet1.xml')) sheet += String(chunk);
    return numbersIn(sheet);
  };
  const inPdf = async (filters: Filters) => numbersIn(textOf(await fetch(url('/export', filters))));

  test('have the same people, whatever the filters say together', async () => {
    const sizes = new Set<number>();
    const filters = fc.record(
      {
        q: fc.constantFrom(...SEARCHES),
        active: fc.boolean(),
        flags: fc.constant(flag),
        location_tree: fc.constant(south),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const found = await Promise.all([listed(given), inCsv(given), inWorkbook(given)]);
        const wanted = expected(given);
        sizes.add(wanted.length);
        expect([given, ...found]).toEqual([given, wanted, wanted, wanted]);
      }),
      { numRuns: 80 },
    );
    // It says little unless some filters find nobody, some find one person and some find many.
    expect([sizes.has(0), sizes.has(1), Math.max(...sizes) >= 5]).toEqual([true, true, true]);
  });

  test.each(SEARCHES)('find %s alike', async (q) => {
    const wanted = expected({ q });
    expect([await listed({ q }), await inCsv({ q }), await inWorkbook({ q })]).toEqual([wanted, wanted, wanted]);
  });

  (hasPoppler ? test : test.skip)('are printed for the same people; without `active` for the active ones', async () => {
    const searched = ['zoe', 'Byron, A', 'a_b', "'; drop", 'la\\s', '%%'].map((q) => ({ q }));
    const others = [{}, { active: true }, { active: false }, { q: 'byr', active: false }, { q: 'zoe', active: true, location_tree: south, flags: flag }]; // prettier-ignore
    for (const given of [...searched, ...others]) {
      const wanted = expected({ active: true, ...given });
      expect([given, await inPdf(given)]).toEqual([given, wanted]);
      expect(await listed({ active: true, ...given })).toEqual(wanted);
    }
    expect(textOf(await fetch(url('/export', { q: 'nobody' })))).toContain('No students were found');
  });

  test('refuse the same values', async () => {
    for (const query of ['q=z', 'q=', `q=${'x'.repeat(101)}`, 'q=%00%00', 'active=maybe', 'active='])
      for (const part of ['', '/export-csv', '/export']) {
        const { status, body } = await manager.get(`/students/${site.id}${part}?${query}`);
        expect([query, part, status, body?.code]).toEqual([query, part, 400, 'invalid_query']);
      }
  });

  test('leave in the audit that a text was searched for, and not which', async () => {
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    await fetch(url('/export-csv', { q: 'secretname', active: true }));
    const document = { prefer: 'respond-async' };
    expect((await manager.get(url('/export', { q: 'secretname' }), document)).status).toBe(200);
    const { body } = await owner.get(`/sites/${site.id}/audit?limit=2`);
    const changes = (body.data as { action: string; changes: object[] }[]).map((each) => each.changes);
    expect(JSON.stringify(body)).not.toContain('secretname');
    expect(changes[0]).toContainEqual({ field: 'q', from: null, to: true });
    expect(changes[1]).toContainEqual({ field: 'filters', from: null, to: ['q', 'active'] });
  });
});
