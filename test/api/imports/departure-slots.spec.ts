import { describe, expect, test } from '@jest/globals';
import { type Cells, codes } from '../../support/import-desk.js';
import { useImportDesk } from '../../support/use-import-desk.js';

const DAY = '2028-06-30';
const [nine, ten] = ['2028-06-30T08:00:00.000Z', '2028-06-30T09:00:00.000Z'];

interface Row {
  state: string;
  outcome: string;
  reason: string | null;
  issues: { code: string; field: string; severity: string; suggestion: string | null }[];
}

const { lodge, desk } = await useImportDesk({ worker: true, instances: 2 });

describe('departure slots in an import of bookings', () => {
  const setSlots = async (slots: [string, number][], location?: string) => {
    const body = { on: DAY, location, slots: slots.map(([time, capacity]) => ({ time, capacity })) };
    expect((await desk.client.put(`/sites/${desk.site.id}/departure-slots`, body)).status).toBe(200);
  };
  const taken = async () =>
    (await desk.client.get(`/sites/${desk.site.id}/departure-slots?on=${DAY}`)).body.data.map(
      (slot: { taken: number }) => slot.taken,
    );
  const rowAt = async (departure_slot_at: string): Promise<Cells> => ({ ...(await desk.pair()).cells, departure_slot: departure_slot_at }); // prettier-ignore
  const statesOf = (rows: Row[]) => rows.map((row) => [row.state, ...codes(row)]);
  const free = async () => {
    const { data } = (await desk.client.get(`/bookings?site=${desk.site.id}&departure_slot_on=${DAY}&limit=200`)).body;
    for (const { _id } of data) await desk.client.patch(`/bookings/${_id}`, { site: desk.site.id, departure_slot_at: null }); // prettier-ignore
  };

  test('with a range of times are not read as a time with an offset', async () => {
    await setSlots([['09:00', 2], ['10:00', 2]]); // prettier-ignore
    const ranges = ['09:00-10:00', '09:00-09:30', '10:00-12:00'].map((range) => `${DAY} ${range}`);
    const rows = await Promise.all([...ranges, `${DAY} 10:00:00+01:00`].map(rowAt));
    const states = ((await desk.preview(...rows)).body.rows as Row[]).map(({ state }) => state);
    expect(states).toEqual(['error', 'error', 'error', 'ready']);
  });

  test('that are full, also by earlier rows of the file, are questions that name the next one that is free', async () => {
    await setSlots([['09:00', 2], ['10:00', 2]]); // prettier-ignore
    const { room, student } = await desk.pair();
    const there = await desk.book(room, student, { departure_slot_at: nine });
    const rows = [await rowAt(nine), await rowAt(nine), await rowAt('2028-06-30T09:30'), await rowAt(ten)];
    const { body } = await desk.preview(...rows);
    expect(statesOf(body.rows)).toEqual([
      ['ready'],
      ['needs_decision', 'slot_full'],
      ['needs_decision', 'unknown_slot'],
      ['ready'],
    ]);
    expect(body.rows[1].issues.at(-1)).toMatchObject({ field: 'departure_slot_at', suggestion: ten });
    const moved = { booking_id: there._id, departure_slot: ten };
    const swapped = (await desk.preview(moved, rows[0]!, rows[1]!)).body.rows as Row[];
    expect(statesOf(swapped)).toEqual([['ready'], ['ready'], ['ready']]);
    const resolutions = [{ row_index: 1, action: 'create', values: { departure_slot: ten } }];
    const done = (await desk.commit(rows, resolutions)).body.results as Row[];
    expect(done.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['created', null],
      ['created', null],
      ['skipped', 'unresolved'],
      ['created', null],
    ]);
    expect(await taken()).toEqual([2, 2]);
    await free();
  });

  test('are released by a new departure, which the preview says; with the undo of the import they return', async () => {
    await setSlots([]);
    const { room, student } = await desk.pair();
    const { _id } = await desk.book(room, student, { departure_slot_at: nine });
    const read = async () => (await desk.client.get(`/bookings/${_id}?site=${desk.site.id}`)).body;
    const row = { booking_id: _id, contract_end: '2028-07-05' };
    const [previewed] = (await desk.preview(row)).body.rows;
    expect(previewed.state).toBe('ready');
    expect(previewed.issues).toMatchObject([{ code: 'departure_slot_released', severity: 'info', value: nine }]);
    expect(previewed.changes).toEqual([
      { field: 'contract_end', from: DAY, to: '2028-07-05' },
      { field: 'departure_slot_at', from: nine, to: null },
    ]);
    const { body } = await desk.commit([row]);
    expect(body.results[0].outcome).toBe('updated');
    expect(await read()).toMatchObject({ contract_end: '2028-07-05', departure_slot_at: null });
    expect((await desk.undo(body.import_id)).status).toBe(200);
    expect(await read()).toMatchObject({ contract_end: DAY, departure_slot_at: nine });
    // Of a file that says both days, somebody has accepted that they differ.
    const both = { ...row, departure_slot: nine };
    expect((await desk.preview(both)).body.rows[0].issues).toMatchObject([{ code: 'contradicting_cells' }]);
    const accepted = await desk.commit([both], [{ row_index: 0, action: 'update', booking_id: _id, accept: ['contradicting_cells'] }]); // prettier-ignore
    expect(accepted.body.results[0].outcome).toBe('updated');
    expect(await read()).toMatchObject({ contract_end: '2028-07-05', departure_slot_at: nine });
    await free();
  });

  test('of a building count there, and a day without slots takes every time', async () => {
    await setSlots([]);
    const rows = await Promise.all([nine, nine, '2028-06-30T13:17'].map(rowAt));
    expect(statesOf((await desk.preview(...rows)).body.rows)).toEqual([['ready'], ['ready'], ['ready']]);
    await setSlots([['09:00', 1]]);
    await setSlots([['09:00', 2]], desk.site.building);
    expect(statesOf((await desk.preview(rows[0]!, rows[1]!)).body.rows)).toEqual([['ready'], ['ready']]);
    await setSlots([], desk.site.building);
  });

  test('are never overbooked by files that are committed at the same moment as bookings are made', async () => {
    await setSlots([['09:00', 5], ['10:00', 3]]); // prettier-ignore
    const files = await Promise.all(
      Array.from({ length: 4 }, () => Promise.all([nine, ten, nine, ten, nine].map(rowAt))),
    );
    const pairs = await Promise.all(Array.from({ length: 6 }, () => desk.pair()));
    const [imports, bookings] = await Promise.all([
      Promise.all(files.map((rows) => desk.commit(rows))),
      Promise.all(
        pairs.map(({ room, student }, n) =>
          desk.client.on(lodge.instances[n % 2]!).post('/bookings', {
            site: desk.site.id,
            location: room,
            lead_person: student,
            contract_start: '2027-09-18',
            contract_end: DAY,
            departure_slot_at: n % 2 ? nine : ten,
          }),
        ),
      ),
    ]);
    expect(await taken()).toEqual([5, 3]);
    const results = imports.flatMap(({ body }) => body.results as Row[]);
    expect(results.filter(({ outcome }) => outcome === 'created').length + bookings.filter(({ status }) => status === 200).length).toBe(8); // prettier-ignore
    const refused = results.filter(({ outcome }) => outcome !== 'created');
    expect(new Set(refused.map(({ outcome, reason, issues }) => `${outcome} ${reason} ${issues.at(-1)?.code}`))).toEqual(new Set(['skipped unresolved slot_full'])); // prettier-ignore
    const day = (await desk.client.get(`/sites/${desk.site.id}/day?on=${DAY}`)).body.departure_slots;
    expect(day.times).toMatchObject([
      { count: 5, capacity: 5 },
      { count: 3, capacity: 3 },
    ]);
    await setSlots([['08:00', 4], ['09:00', 6]]); // prettier-ignore
    const changed = (await desk.client.get(`/sites/${desk.site.id}/day?on=${DAY}&limit=0`)).body.departure_slots;
    expect(changed.times).toMatchObject([
      { count: 0, capacity: 4 },
      { count: 5, capacity: 6 },
      { count: 3, capacity: null },
    ]);
    const elsewhere = await lodge.make.location(desk.site.id, desk.site.buildingType, { name: 'South House' });
    await setSlots([['07:00', 1]], elsewhere);
    const times = async (tree: string) =>
      (await desk.client.get(`/sites/${desk.site.id}/day?on=${DAY}&location_tree=${tree}`)).body.departure_slots.times.map(
        ({ capacity }: { capacity: number | null }) => capacity,
      ); // prettier-ignore
    expect(await times(elsewhere)).toEqual([1]);
    expect(await times(desk.site.building)).toEqual([4, 6, null]);
  });
});
