import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { pick, seeded } from '#apps/demo/seeded';
import { makeList, peopleMaker, type Student } from '../../corpus/adversary-students.js';
import { ImportDesk, STAY } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

// As in adversaries.spec.ts: `SEEDS=20 ROWS=5000` is the whole proof.
const SEEDS = Number(process.env.SEEDS ?? 1);
const ROWS = Math.min(Number(process.env.ROWS ?? 120), 1_000);
const FIRST = Number(process.env.SEED ?? 2);
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST + index);

const { lodge } = await useImportDesk({ worker: true });
const COLUMNS = ['student_id', 'first_name', 'last_name', 'email', 'date_of_birth', 'location'] as const;
const csvOf = (columns: readonly string[], lines: string[][]) => [columns, ...lines].map((line) => `${line.map((cell) => `"${cell}"`).join(',')}\n`).join(''); // prettier-ignore

describe('lists of students that try to be read wrongly', () => {
  const open = async (people: Student[]) => {
    const desk = await ImportDesk.open(lodge);
    const { id, building } = desk.site;
    await lodge.make.room(desk.site, { code: 'K-1' });
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, email, date_of_birth, location_id)
       SELECT $1, gen_random_uuid(), s.student_id, s.first_name, s.last_name, s.email, s.date_of_birth, $3
       FROM jsonb_to_recordset($2) AS s (student_id text, first_name text, last_name text, email text, date_of_birth date)`,
      [id, JSON.stringify(people), building],
    );
    const stored = async () => {
      const rows = await lodge.sql<{ line: string }>(
        `SELECT concat_ws('|', student_id, first_name, last_name, email, date_of_birth, active) AS line FROM students WHERE site_id = $1 ORDER BY student_id`,
        [id],
      );
      return rows.map(({ line }) => line);
    };
    const send = async (rows: readonly Student[], type: string, columns: readonly (typeof COLUMNS)[number][] = COLUMNS) => {
      const lines = rows.map((row) => columns.map((column) => (column === 'location' ? 'K-1' : row[column])));
      const { status, body, text } = await desk.client.post(`/students/${id}/import?type=${type}`, csvOf(COLUMNS, lines), { 'content-type': 'text/csv' }); // prettier-ignore
      if (status !== 200) throw new Error(text.slice(0, 500));
      return body as { exceptions: { student_id: string; cause: string }[] };
    };
    return { stored, send };
  }; // prettier-ignore
  const lineOf = (student: Student) =>
    [student.student_id, student.first_name, student.last_name, student.email, student.date_of_birth, 't'].join('|');

  it.each(seeds)('seed %i: a list makes the new people who can be nobody else, and nobody else', async (seed) => {
    const random = seeded(seed + 6_000);
    const make = peopleMaker(random);
    const known = Array.from({ length: ROWS }, make);
    const { stored, send } = await open(known);
    const list = makeList(make, known, ROWS, random);
    await send(list, 'partial');
    const [after, before] = [new Set(await stored()), new Set(known.map(lineOf))];
    const fresh = list.filter(({ kind }) => kind === 'new');
    const right = new Set([...before, ...fresh.map(lineOf)]);
    const whose = (line: string) => [line, list.filter(({ student_id: id }) => line.startsWith(`${id}|`)).map(({ kind }) => kind)]; // prettier-ignore
    expect([...after].filter((line) => !right.has(line)).slice(0, 5).map(whose)).toEqual([]); // prettier-ignore
    expect([...before].filter((line) => !after.has(line)).slice(0, 5)).toEqual([]);
    expect(fresh.filter((row) => after.has(lineOf(row))).length / fresh.length).toBeGreaterThanOrEqual(0.92);
  });

  it.each(seeds)('seed %i: a full list with new numbers for some, or the two names exchanged, changes nobody', async (seed) => {
    const random = seeded(seed + 7_000);
    const make = peopleMaker(random);
    const known = Array.from({ length: 40 }, make);
    const { stored, send } = await open(known);
    const before = await stored();
    const renumbered = known.map((each) => (random() < 0.1 ? { ...each, student_id: make().student_id, email: '', date_of_birth: '' } : each)); // prettier-ignore
    const { exceptions } = await send(renumbered, 'full');
    const numbers = renumbered.filter((each) => !known.includes(each)).map(({ student_id: id }) => id);
    expect(exceptions.map(({ student_id: id }) => id)).toEqual(expect.arrayContaining(numbers));
    expect(await stored()).toEqual(before);
    await send(Array.from({ length: 5 }, make), 'partial', ['student_id', 'last_name', 'first_name', 'email', 'date_of_birth', 'location']); // prettier-ignore
    expect(await stored()).toEqual(before);
  }); // prettier-ignore
});

interface Entry {
  cause: 'import' | 'undo' | 'person';
  of: number;
  before: string;
}

/** A booking as it should be: what it says, and everything that happened to it. */
class Modelled {
  notes = '';
  isVoid = false;
  private readonly entries: Entry[] = [];

  constructor(readonly id: string) {}

  change(cause: 'import' | 'person', of: number, notes: string): void {
    this.entries.push({ cause, of, before: this.notes });
    this.notes = notes;
  }

  /** What an undo does, if the import did something here: it keeps what anybody else has touched since. */
  undo(of: number): 'reversed' | 'kept' | undefined {
    const at = this.entries.findIndex((each) => each.cause === 'import' && each.of === of);
    const entry = this.entries[at];
    if (!entry) return undefined;
    const since = this.entries.slice(at + 1);
    const ofCause = (cause: string) => since.filter((each) => each.cause === cause).map((each) => each.of).sort().join(); // prettier-ignore
    if (ofCause('person') !== '' || ofCause('import') !== ofCause('undo')) return 'kept';
    this.entries.push({ cause: 'undo', of, before: this.notes });
    if (of === 1) this.isVoid = true;
    else this.notes = entry.before;
    return 'reversed';
  }
}

describe('imports that change the same bookings', () => {
  it.each(seeds)('seed %i: undone one after another, they take back all that nobody else touched', async (seed) => {
    const random = seeded(seed + 8_000);
    const desk = await ImportDesk.open(lodge);
    const cells = [];
    for (let index = 0; index < 12; index++) cells.push((await desk.pair()).cells);
    const imports: string[] = [];
    const first = await desk.commit(cells.map((each) => ({ ...each, notes: 'import 1' })));
    imports.push(first.body.import_id);
    const bookings = (first.body.results as { booking_id: string }[]).map(({ booking_id: id }) => new Modelled(id));
    for (const booking of bookings) booking.change('import', 1, 'import 1');
    const edit = async (share: number) => {
      for (const booking of bookings.filter(({ isVoid }) => !isVoid && random() < share)) {
        const notes = `by hand ${random()}`;
        expect((await desk.client.patch(`/bookings/${booking.id}`, { site: desk.site.id, notes })).status).toBe(200);
        booking.change('person', 0, notes);
      }
    };
    for (let number = 2; number <= 4; number++) {
      const some = bookings.filter(() => random() < 0.6);
      const notes = `import ${number}`;
      const { body } = await desk.commit(some.map(({ id: booking_id }) => ({ booking_id, notes })));
      expect(body.summary).toMatchObject({ updated: some.length });
      imports.push(body.import_id);
      for (const booking of some) booking.change('import', number, notes);
      await edit(0.12);
    }
    // The last one first, as people do, or in any order.
    const order = random() < 0.6 ? [4, 3, 2, 1] : [1, 2, 3, 4].map((number) => ({ number, at: random() })).sort((one, other) => one.at - other.at).map(({ number }) => number); // prettier-ignore
    for (const number of order) {
      const { body } = await desk.undo(imports[number - 1] ?? '');
      const expected = bookings.flatMap(({ id }, index) => {
        const outcome = bookings[index]?.undo(number);
        return outcome ? [[id, outcome]] : [];
      });
      const results = (body.results as { booking_id: string; outcome: string }[]).map(({ booking_id: id, outcome }) => [id, outcome]); // prettier-ignore
      expect([order, number, new Map(results as never)]).toEqual([order, number, new Map(expected as never)]);
      await edit(0.05);
    }
    const stored = await lodge.sql<{ id: string; notes: string; status: string }>('SELECT id, notes, status FROM bookings WHERE site_id = $1', [desk.site.id]); // prettier-ignore
    const byId = new Map(stored.map((each) => [each.id, each]));
    expect(bookings.map(({ id }) => [byId.get(id)?.notes, byId.get(id)?.status])).toEqual(bookings.map(({ notes, isVoid }) => [notes, isVoid ? 'void' : 'confirmed'])); // prettier-ignore
  });

  it.each(seeds)('seed %i: the export of this year with the days of the next one changes no booking', async (seed) => {
    const random = seeded(seed + 9_000);
    const desk = await ImportDesk.open(lodge);
    for (let index = 0; index < 10; index++) {
      const { room, student } = await desk.pair();
      await desk.book(room, student, STAY);
    }
    const exported = parse((await desk.client.get(`/bookings/export?site=${desk.site.id}`)).text, { columns: true, bom: true }) as unknown as Record<string, string>[]; // prettier-ignore
    const years = pick([1, 2], random);
    const later = (day = '') => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
    const rows = exported.map((row) => ({ ...row, contract_start: later(row.contract_start), contract_end: later(row.contract_end), status: pick([row.status ?? '', ''], random) })); // prettier-ignore
    const { body } = await desk.commit(rows);
    expect(body.summary).toMatchObject({ updated: 0, created: 0 });
  });
});
