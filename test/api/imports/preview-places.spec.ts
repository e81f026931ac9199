import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ImportDesk } from '../../support/import-desk.js';
import { Lodge } from '../../support/lodge.js';
import { startWorker } from '../../support/test-worker.js';

const day = (number: number) => new Date(Date.UTC(2026, 10, 21 + number)).toISOString().slice(0, 10);
type Issue = { code: string; value: string | null };
type Told = { booking_id: string | null; closure_id?: string; kind: string };
const told = (conflicts: Told[]) =>
  conflicts.map(({ booking_id, closure_id, kind }) => `${booking_id ?? closure_id} ${kind}`).sort();

// It is noon of 21 November 2026.
describe('what a preview says of places', () => {
  let lodge: Lodge;
  let desk: ImportDesk;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  const rooms = new Map<string, string>();
  let person: string;
  let resident: string;
  let student_id: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { IMPORT_WAIT_SECONDS: '60' } });
    worker = await startWorker(lodge);
    desk = await ImportDesk.open(lodge);
    const cleaned = await lodge.make.locationType(desk.site.id, { name: 'Cleaned', turnaround_days: 2 });
    const flatType = await lodge.make.locationType(desk.site.id, { name: 'Flat' });
    const place = async (code: string, type: string, parent_id = desk.site.building, more = {}) =>
      rooms.set(
        code,
        await lodge.make.location(desk.site.id, type, { code, name: `Place ${code}`, parent_id, ...more }),
      );
    await place('PLAIN', desk.site.roomType);
    await place('CLEAN', cleaned);
    await place('TWIN', cleaned, desk.site.building, { capacity: 2 });
    await place('FLAT', flatType);
    await place('LEFT', cleaned, rooms.get('FLAT'));
    const [other, pair] = [await desk.pair(), await desk.pair()];
    ({ student_id } = pair.cells);
    person = pair.student;
    resident = other.student;
    for (const code of ['PLAIN', 'CLEAN', 'TWIN', 'LEFT']) await settle(rooms.get(code) as string);
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
  });

  /** A past stay, an overstay of four days, a late arrival, a reservation and a closure. */
  const settle = async (room: string) => {
    const move = async (id: string, type: string, on: number) => {
      const body = { site: desk.site.id, type, occurred_at: `${day(on)}T12:00`, notes: 'then' };
      expect(await desk.client.post(`/bookings/${id}/transitions`, body)).toMatchObject({ status: 200 });
    };
    const book = async (from: number, to: number) =>
      (await desk.book(room, resident, { contract_start: day(from), contract_end: day(to) }))._id as string;
    const gone = await book(-20, -5);
    await book(10, 14);
    await move(gone, 'check_in', -6);
    await move(gone, 'check_out', -6);
    const stayer = await book(-4, -2);
    await move(stayer, 'check_in', -4);
    const closure = { location: room, from: day(20), to: day(24), kind: 'maintenance' };
    expect(await desk.client.post(`/sites/${desk.site.id}/closures`, closure)).toMatchObject({ status: 200 });
  };
  const cells = (room: string, from: number, to: number | null, status: string) => ({
    student_id,
    room,
    contract_start: day(from),
    contract_end: to === null ? null : day(to),
    status,
  });

  test('is what a create answers: overstays, stays that are over, cleaning, closures', async () => {
    const seen = new Set<string>();
    const stay = fc.tuple(
      fc.constantFrom(...['PLAIN', 'CLEAN', 'TWIN', 'FLAT', 'LEFT']),
      fc.integer({ min: -26, max: 28 }),
      fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
      fc.constantFrom('confirmed', 'checked_in'),
    );
    const ask = async ([code, from, nights, wanted]: [string, number, number | null, string]) => {
      const to = nights === null ? null : from + nights;
      const status = from <= 0 && (to === null || to > 0) ? wanted : 'confirmed';
      const row = await desk.look(cells(code, from, to, status));
      const body = { contract_start: day(from), contract_end: to === null ? null : day(to), status };
      const location = rooms.get(code);
      const made = await desk.client.post('/bookings', { site: desk.site.id, lead_person: person, location, ...body });
      const expected = made.status === 200 ? [] : told(made.body.conflicts);
      expect([code, from, to, status, ...told(row.conflicts)]).toEqual([code, from, to, status, ...expected]);
      for (const { kind } of row.conflicts) seen.add(kind);
      const late = (made.body.warnings ?? []).find(({ code }: Issue) => code === 'overstay_in_place');
      const notes = (row.issues as Issue[]).filter(({ code }) => code === 'overstay_in_place');
      expect([code, from, to, ...notes.map(({ value }) => value)]).toEqual([code, from, to, ...(late?.booking_ids ?? [])]); // prettier-ignore
      if (late) seen.add('overstay');
      if (made.status !== 200) return;
      await lodge.sql('DELETE FROM occupancies WHERE booking_id = $1', [made.body._id]);
      await lodge.sql(`UPDATE bookings SET status = 'void' WHERE id = $1`, [made.body._id]);
    };
    await fc.assert(fc.asyncProperty(stay, ask), {
      ...{ numRuns: 60, seed: 17, endOnFailure: true },
      examples: [[['PLAIN', 0, 5, 'checked_in']]],
    });
    expect([...seen].sort()).toEqual(['booking', 'closure', 'occupied', 'overstay', 'stay', 'turnaround']);
  });

  test('says, as an import does, that somebody is late to leave the place, and keeps the row ready', async () => {
    const [{ cells: given, student, room }, next] = [await desk.pair(), await desk.pair()];
    const late = await desk.book(room, student, { contract_start: day(-10), contract_end: day(-8) });
    const body = { site: desk.site.id, type: 'check_in', occurred_at: `${day(-10)}T12:00`, notes: 'then' };
    expect((await desk.client.post(`/bookings/${late._id}/transitions`, body)).status).toBe(200);
    const note = { code: 'overstay_in_place', severity: 'info', field: 'room', value: late._id };
    const follows = { ...next.cells, room: given.room, contract_start: day(1), contract_end: day(5) };
    expect(await desk.look(follows)).toMatchObject({ state: 'ready', issues: [{ code: 'status_inferred' }, note] });
    const [made] = (await desk.commit([follows])).body.results;
    expect(made).toMatchObject({ outcome: 'created', issues: [{ code: 'status_inferred' }, note] });
    const changed = { booking_id: made.booking_id, contract_end: day(6) };
    expect(await desk.look(changed)).toMatchObject({ state: 'ready', issues: [note] });
    const [updated] = (await desk.commit([changed])).body.results;
    expect(updated).toMatchObject({ outcome: 'updated', issues: [note] });
  });

  test('of a stay of the past it says who stayed there, and the import refuses it', async () => {
    const past = cells('PLAIN', -7, -5, 'checked_out');
    const row = await desk.look(past);
    expect(row).toMatchObject({ state: 'needs_decision', conflicts: [{ kind: 'stay' }] });
    const before = await desk.count();
    await desk.commit([past]);
    expect(await desk.count()).toBe(before);
    // One that is free is taken.
    const free = await desk.look(cells('PLAIN', -40, -30, 'checked_out'));
    expect(free).toMatchObject({ state: 'ready', conflicts: [] });
  });

  test('of a stay that is over nobody cleans after it: before a booking, and before the next row of the file', async () => {
    const stay = {
      lead_person: person,
      location: rooms.get('CLEAN'),
      contract_start: day(-90),
      contract_end: day(-85),
    };
    expect(await desk.client.post('/bookings', { site: desk.site.id, ...stay })).toMatchObject({ status: 200 });
    expect(await desk.look(cells('CLEAN', -95, -90, 'confirmed'))).toMatchObject({ state: 'needs_decision' });
    expect(await desk.look(cells('CLEAN', -95, -90, 'checked_out'))).toMatchObject({ state: 'ready' });
    const other = await desk.pair();
    const rows = [
      cells('CLEAN', -110, -105, 'checked_out'),
      { ...cells('CLEAN', -105, -100, 'checked_out'), student_id: other.cells.student_id },
    ];
    const { body } = await desk.preview(...rows);
    expect(body.rows.map(({ state }: { state: string }) => state)).toEqual(['ready', 'ready']);
    const { results } = (await desk.commit(rows)).body;
    expect(results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'created']);
  });

  test('rows of one file that claim one place for the same nights are told before, past or to come', async () => {
    const stay = fc.record({ room: fc.constantFrom('one', 'twin'), from: fc.integer({ min: -40, max: 20 }), nights: fc.integer({ min: 1, max: 30 }), open: fc.boolean() }); // prettier-ignore
    let times = 0;
    const tried = fc.asyncProperty(fc.array(stay, { minLength: 2, maxLength: 6 }), async (stays) => {
      const codes = { one: `one-${++times}`, twin: `twin-${times}` };
      const people = await Promise.all(stays.map(() => desk.pair()));
      await lodge.make.room(desk.site, { code: codes.one });
      await lodge.make.room(desk.site, { code: codes.twin, capacity: 2 });
      const rows = stays.map(({ room, from, nights, open }, index) => ({
        student_id: people[index]?.cells.student_id,
        room: codes[room as 'one' | 'twin'],
        contract_start: day(from),
        contract_end: open && from > 0 ? null : day(from + nights),
        status: from + nights <= 0 ? 'checked_out' : 'confirmed',
      }));
      const { body } = await desk.preview(...rows);
      const done = await desk.commit(rows);
      const ready = body.rows.map(({ state }: { state: string }) => state === 'ready');
      expect(done.body.results.map(({ outcome }: { outcome: string }) => outcome === 'created')).toEqual(ready);
    });
    await fc.assert(tried, { numRuns: 12 });
  });

  test('rows of one file keep the nights for cleaning of each other', async () => {
    const first = cells('CLEAN', 40, 45, 'confirmed');
    const { body } = await desk.preview(
      first,
      cells('CLEAN', 46, 50, 'confirmed'),
      cells('CLEAN', 47, 50, 'confirmed'),
    );
    const codes = body.rows.map(({ issues }: { issues: { code: string }[] }) => issues.map(({ code }) => code));
    for (const each of codes.slice(0, 2)) expect(each).toContain('conflict_in_file');
    expect(codes[2]).not.toContain('conflict_in_file');
    const again = await desk.preview(cells('PLAIN', -60, -50, 'checked_out'), cells('PLAIN', -55, -52, 'checked_out'));
    expect(again.body.rows[1].issues).toContainEqual(expect.objectContaining({ code: 'conflict_in_file' }));
  });
});
