import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { parse } from 'csv-parse/sync';
import { pick, seeded } from '#apps/demo/seeded';
import { ImportDesk, STAY } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';
import { lettersForDigits, LOOK_ALIKES, makeStrangers, signsLost } from '../../corpus/strangers.js';
import { asWord } from '../../support/words.js';

// As in adversaries.spec.ts: `SEEDS=20 ROWS=5000` is the whole proof.
const SEEDS = Number(process.env.SEEDS ?? 1);
const ROWS = Math.min(Number(process.env.ROWS ?? 120), 1_000);
const FIRST = Number(process.env.SEED ?? 2);

type Row = Record<string, string>;
interface Result {
  row_index: number;
  outcome: string;
  booking_id: string | null;
  issues: { code: string }[];
}

/** What stands in lists where the name of one person should be. */
const NO_NAMES = ['Garc?a', '#N/A', '#NV', 'NULL', 'TBC', 'Anna & Bea', 'Doe (cancelled)', 'Davies, Martin', 'NaN', 'nan', 'NaT', 'nan nan', 'undefined', 'Unbekannt', 'M&uuml;ller', 'Jоhn', '120', '-', 'Anna / Bea']; // prettier-ignore
const mistyped = (id: string, random: () => number) => (/^0/.test(id) ? id.replace(/^0+/, '') : lettersForDigits(id, random)); // prettier-ignore

const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
const csvOf = (columns: string[], lines: string[][]) => [columns, ...lines].map((line) => `${line.map(quoted).join(',')}\r\n`).join(''); // prettier-ignore

describe('files that are wrong as a whole', () => {
  let lodge: Lodge;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '60' } });
    worker = await startWorker(lodge);
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  let keys = 0;
  const commit = async (desk: ImportDesk, csv: string, columns: object = {}): Promise<Result[]> => {
    const query = new URLSearchParams({ site: desk.site.id, idempotency_key: `file-${++keys}`, columns: JSON.stringify(columns) }); // prettier-ignore
    const path = `/bookings/import/commit?${query.toString()}`;
    const { status, body, text } = await desk.client.post(path, csv, { 'content-type': 'text/csv' });
    if (status !== 200) throw new Error(text.slice(0, 500));
    return body.results as Result[];
  };
  const bookings = async (desk: ImportDesk) =>
    new Map(
      (
        await lodge.sql<{ id: string; notes: string | null; version: number }>(
          'SELECT id, notes, version FROM bookings WHERE site_id = $1',
          [desk.site.id],
        )
      ).map((each) => [each.id, each]),
    );

  /** A site with a booking for each of its students, and the file that made them. */
  const open = async (random: () => number) => {
    const desk = await ImportDesk.open(lodge);
    const { id, roomType, building } = desk.site;
    await lodge.sql(
      `INSERT INTO locations (site_id, id, name, code, location_type_id, parent_id)
       SELECT $1, gen_random_uuid(), 'Room ' || n, 'K-' || n, $2, $3 FROM generate_series(1, $4::int) n`,
      [id, roomType, building, ROWS],
    );
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
       SELECT $1, gen_random_uuid(), 'P-' || n, 'First' || n, 'Last' || md5(n::text), $2 FROM generate_series(1, $3::int) n`,
      [id, building, ROWS],
    );
    const columns = ['student_id', 'room', 'contract_start', 'contract_end', 'notes'];
    const lines = Array.from({ length: ROWS }, (_, index) => [`P-${index + 1}`, `K-${index + 1}`, ...Object.values(STAY), `first ${asWord(index)}`]); // prettier-ignore
    const some = (share: number) => new Set(lines.map((_, index) => index).filter(() => random() < share));
    return { desk, columns, lines, some };
  };

  const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST + index);

  it.each(seeds)(
    'seed %i: rows with more cells, halves of rows and filled columns that nobody knows wait',
    async (seed) => {
      const random = seeded(seed);
      const { desk, columns, lines, some } = await open(random);
      const [unread, ragged] = [some(0.3), some(0.3)];
      const strange = pick(
        ['is_canceled', 'Reservation status', 'nights', 'Last night', 'Registration', 'Bettwäsche', 'Letzte Nacht', 'Dernière nuit', 'Number of nights', 'Last day', 'Half day', 'Half of the room', 'Move-out (inclusive)', 'No. of weeks', 'Car', 'Vehicle'], // prettier-ignore
        random,
      );
      const file = lines.map((line, index) => [
        ...line,
        unread.has(index) ? pick(['1', 'Canceled', '0', 'x'], random) : '',
        ...(ragged.has(index) ? [pick(['no lift', 'Doe', '7', ''], random)] : []),
      ]);
      const results = await commit(desk, csvOf([...columns, strange], file));
      const wrong = results.filter(({ row_index: row, outcome }) => (outcome === 'created') === (unread.has(row) || ragged.has(row))); // prettier-ignore
      expect(wrong.slice(0, 5)).toEqual([]);
      expect((await bookings(desk)).size).toBe(results.filter(({ outcome }) => outcome === 'created').length);
    },
    300_000,
  );

  it.each(seeds)(
    'seed %i: lines that are no rows become nothing: headers again, sums, separators, formulas that failed',
    async (seed) => {
      const random = seeded(seed + 3_000);
      const { desk, columns, lines } = await open(random);
      const noRows: string[][] = [
        columns,
        ['Student ID', 'Room', 'Arrival', 'Departure', 'Remarks'],
        ['Sum', '', STAY.contract_start, STAY.contract_end, '=SUM(E2:E9)'],
        ['----', '----', '----', '----', '----'],
        ['#REF!', 'K-1', STAY.contract_start, STAY.contract_end, ''],
        ['P-1', '#N/A', STAY.contract_start, STAY.contract_end, ''],
        ['P-1', 'K-1', '#VALUE!', STAY.contract_end, ''],
        ['100%', 'K-1', STAY.contract_start, STAY.contract_end, ''],
        ['1.2E+05', 'K-1', STAY.contract_start, STAY.contract_end, ''],
      ];
      const file = lines.map((line) => ({ line, isRow: true }));
      const added = noRows.map((line) => ({ line, at: Math.floor(random() * file.length) }));
      for (const { line, at } of added) file.splice(at, 0, { line, isRow: false });
      const results = await commit(desk, csvOf(columns, file.map(({ line }) => line))); // prettier-ignore
      const made = new Set(results.filter(({ outcome }) => outcome === 'created').map(({ row_index: row }) => row));
      // P-1 and K-1 are in several lines: a person who comes with them may have to be a question.
      const isPlain = ([id]: string[]) => id !== 'P-1';
      file.forEach(({ line, isRow }, index) => {
        if (!isRow || isPlain(line)) expect([line, made.has(index)]).toEqual([line, isRow]);
      });
    },
    300_000,
  );

  it.each(seeds)(
    'seed %i: rows below a line that may say something of them wait, and the line becomes nothing, until somebody says that it says nothing',
    async (seed) => {
      const random = seeded(seed + 5_000);
      const { desk, columns, lines } = await open(random);
      const word = pick(['CANCELLED:', 'Storniert', 'Block B', 'NO SHOW', 'Waiting list', '2026/27', '12', 'Page 2', 'departed ↓', '* * old * *', 'K-1'], random); // prettier-ignore
      const at = 1 + Math.floor(random() * (lines.length - 1));
      const alone = columns.map(() => '').with(Math.floor(random() * columns.length), word);
      const pair = columns.map(() => '').with(0, pick(['Status', 'Total', 'Haus'], random)).with(1 + Math.floor(random() * 4), word); // prettier-ignore
      const line = pick(
        [
          ...[alone, alone, pair],
          ['', '', ...Object.values(STAY), ''],
          ['(id)', '(code)', '(date)', '(date)', '(text)'],
          ['Student', 'Room', 'Arrival', 'Departure', pick(['Cancelled', 'Status', 'Old room', 'Kennzeichen'], random)],
          ['Student', 'Room', 'Last arrival', 'Last departure', 'Notes'],
          ['Jemand', 'Wohin', 'Anfang', 'Ende', 'Sonstiges'],
        ],
        random,
      );
      const csv = csvOf(columns, [...lines.slice(0, at), line, ...lines.slice(at)]);
      const madeBy = (results: Result[]) => results.filter(({ outcome }) => outcome === 'created').map(({ row_index: row }) => row); // prettier-ignore
      const first = madeBy(await commit(desk, csv));
      // A remark may be about the rows above it: then all of them wait.
      expect([line, first]).toEqual([line, first.length === 0 ? [] : Array.from({ length: at }, (_, index) => index)]);
      const isTurned = ['Status', 'Kennzeichen'].includes(line[4] ?? '');
      const settled = madeBy(await commit(desk, csv, { 'section line': 'ignore' }));
      // Cells below the name of another known column are each a question.
      expect([line, settled]).toEqual([line, isTurned ? [] : Array.from({ length: lines.length + 1 }, (_, index) => index).filter((index) => index !== at && !first.includes(index))]); // prettier-ignore
    },
    300_000,
  );

  it.each(seeds)(
    'seed %i: two lists in one file, the second with its columns in another order: its rows wait',
    async (seed) => {
      const random = seeded(seed + 4_000);
      const { desk, columns, lines } = await open(random);
      const at = 1 + Math.floor(random() * (lines.length - 1));
      const words = pick([['notes', 'vehicle_registration'], ['Bemerkungen', 'Kennzeichen'], ['Comments', 'Number plate']], random); // prettier-ignore
      const stays = lines.map((line, index) => [...line, index % 2 ? `AB ${index}` : '']);
      const turned = stays.slice(at).map((line) => [...line.slice(0, 4), line[5] ?? '', line[4] ?? '']);
      const second = [...columns.slice(0, 4), ...words.toReversed()];
      const results = await commit(desk, csvOf([...columns.slice(0, 4), ...words], [...stays.slice(0, at), second, ...turned])); // prettier-ignore
      const made = results.filter(({ outcome }) => outcome === 'created').map(({ row_index: row }) => row);
      expect(made).toEqual(Array.from({ length: at }, (_, index) => index));
    },
    300_000,
  );

  it.each(seeds)(
    'seed %i: rows that are sent again make nothing, and rows of an old export take nothing back',
    async (seed) => {
      const random = seeded(seed + 1_000);
      const { desk, columns, lines, some } = await open(random);
      expect((await commit(desk, csvOf(columns, lines))).filter(({ outcome }) => outcome !== 'created')).toEqual([]);
      const again = lines.map((line, index) =>
        line.with(4, random() < 0.5 ? `again ${asWord(index)}` : (line[4] ?? '')),
      );
      const before = await bookings(desk);
      expect((await commit(desk, csvOf(columns, again))).filter(({ outcome }) => outcome !== 'skipped')).toEqual([]);
      expect(await bookings(desk)).toEqual(before);

      const { text } = await desk.client.get(`/bookings/export?site=${desk.site.id}`);
      const exported = parse(text, { columns: true, bom: true }) as unknown as Row[];
      // What colleagues do is later than the export.
      lodge.clock.set(new Date(lodge.clock.now().getTime() + 60_000).toISOString());
      const touched = some(0.2);
      const ofColleagues = new Set<string>();
      for (const [index, { booking_id: id = '' }] of exported.entries()) {
        if (!touched.has(index)) continue;
        ofColleagues.add(id);
        const { status } = await desk.client.patch(`/bookings/${id}`, {
          site: desk.site.id,
          notes: `a colleague, ${index}`,
        });
        expect(status).toBe(200);
      }
      // A part of the columns was sorted without the others: the bookings are in rows with other people.
      const sorted = exported.map((row, index) => {
        const { booking_id = '', reference = '' } = exported[(index + 1) % exported.length] ?? {};
        return Object.values({ ...row, booking_id, reference });
      });
      const beforeSorted = await bookings(desk);
      expect((await commit(desk, csvOf(Object.keys(exported[0] ?? {}), sorted))).filter(({ outcome }) => outcome === 'updated')).toEqual([]); // prettier-ignore
      expect(await bookings(desk)).toEqual(beforeSorted);
      // A person who edits the file may drop one of the columns that show its age.
      const dropped = pick([[], ['version'], ['updated_at']], random);
      const kept = Object.keys(exported[0] ?? {}).filter((name) => !dropped.includes(name));
      const edited = exported.map((row, index) =>
        kept.map((name) => (name === 'notes' ? `mine ${asWord(index)}` : (row[name] ?? ''))),
      );
      const results = await commit(desk, csvOf(kept, edited));
      const stored = await bookings(desk);
      for (const [index, { booking_id: id = '' }] of exported.entries()) {
        const isTheirs = ofColleagues.has(id);
        expect([results[index]?.outcome, stored.get(id)?.notes]).toEqual(
          isTheirs ? ['skipped', `a colleague, ${index}`] : ['updated', `mine ${asWord(index)}`],
        );
      }
    },
    300_000,
  );

  it.each(seeds)(
    'seed %i: no list of students gives somebody the name or the id of another',
    async (seed) => {
      const random = seeded(seed + 2_000);
      const desk = await ImportDesk.open(lodge, { role: 'admin' });
      const { people, couples } = makeStrangers(random);
      const { id, building } = desk.site;
      await lodge.make.room(desk.site, { code: 'K-1' });
      await lodge.sql(
        `INSERT INTO students (site_id, id, student_id, first_name, last_name, email, location_id)
       SELECT $1, s.id, s.student_id, s.first_name, s.last_name, s.email, $3
       FROM jsonb_to_recordset($2) AS s (id uuid, student_id text, first_name text, last_name text, email text)`,
        [id, JSON.stringify(people), building],
      );
      const state = () =>
        lodge.sql<{ id: string; identity: string }>(
          `SELECT id, concat_ws('|', student_id, email, first_name, last_name) AS identity FROM students WHERE site_id = $1 AND deleted_at IS NULL ORDER BY id`,
          [id],
        );
      const before = await state();
      const rows = Array.from({ length: ROWS }, () => {
        const [one, other] = pick(couples, random);
        const alike = LOOK_ALIKES[pick(Object.keys(LOOK_ALIKES), random)]?.(one, random) ?? other;
        // Some differences do not change some names; with their own name and email, somebody has got another id.
        const isOwn = alike.first_name === one.first_name && alike.last_name === one.last_name;
        const name = random() < 0.5 || isOwn ? other : alike;
        return pick(
          [
            [one.student_id, name.first_name, name.last_name, ''],
            ['', name.first_name, name.last_name, one.email],
            [one.student_id, name.first_name, name.last_name, other.email],
            [`NEW-${Math.floor(random() * 1e9)}`, name.first_name, name.last_name, one.email],
            [mistyped(one.student_id, random), one.first_name, one.last_name, one.email],
            [one.student_id, one.last_name, one.first_name, one.email],
            [one.student_id, one.first_name.toUpperCase(), signsLost(one.last_name).toUpperCase(), one.email],
            [one.student_id, signsLost(one.first_name), signsLost(one.last_name), one.email],
            [one.student_id, one.first_name, pick(NO_NAMES, random), one.email],
            [`NEW-${Math.floor(random() * 1e9)}`, pick(NO_NAMES, random), one.last_name, ''],
            [pick(['TBC', 'n/a', '-', '#N/A', '1.23457E+16', 'КС1O08'], random), `New ${Math.floor(random() * 1e9)}`, 'Person', ''], // prettier-ignore
          ],
          random,
        );
      });
      const csv = csvOf(
        ['student_id', 'first_name', 'last_name', 'email', 'location'],
        rows.map((row) => [...row, 'K-1']),
      );
      const path = `/students/${id}/import?type=partial`;
      const { status, body } = await desk.client.post(path, csv, { 'content-type': 'text/csv' });
      expect(status).toBe(200);
      const after = new Map((await state()).map((each) => [each.id, each.identity]));
      // A list may write the name of somebody in small letters.
      const isOther = (one?: string, other?: string) => one?.toLowerCase() !== other?.toLowerCase();
      expect(before.filter((each) => isOther(after.get(each.id), each.identity)).slice(0, 5).map((each) => [each.identity, after.get(each.id)])).toEqual([]); // prettier-ignore
      const known = new Set(before.map((each) => each.id));
      const made = [...after].flatMap(([each, identity]) => (known.has(each) ? [] : [identity.split('|')]));
      expect(made.filter(([number = '', , first = '']) => !/^(NEW-|S-|U|\d)/.test(number) || NO_NAMES.includes(first))).toEqual([]); // prettier-ignore
      expect(body.exceptions.length).toBeGreaterThan(ROWS / 2);
    },
    300_000,
  );
});
