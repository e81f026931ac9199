import { beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '#libs/core/http/ids';
import { findViolations } from '../../support/checker.js';
import type { Answer } from '../../support/lodge.js';
import fc from '../../support/properties.js';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, clerk } = await useLodge({ manager: 'manager', clerk: 'reception' }, { instances: 2 });
const STAY = { contract_start: '2027-01-04', contract_end: '2027-01-18' };
const LATER = { contract_start: '2027-01-18', contract_end: '2027-02-01' };

describe('PATCH /bookings/bulk', () => {
  let person: string;
  beforeEach(async () => {
    person = await lodge.make.student(site);
  });

  const update = (updates: object[], more: object = {}, headers = {}): Promise<Answer> =>
    manager.patch('/bookings/bulk', { site: site.id, updates, ...more }, headers);
  const book = async (location: string, more: object = {}): Promise<string> =>
    (await manager.post('/bookings', { site: site.id, lead_person: person, location, ...STAY, ...more })).body._id;
  const rooms = (count: number) => Promise.all(Array.from({ length: count }, () => lodge.make.room(site)));
  const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;
  const outcomes = (answer: Answer) => answer.body.results.map(({ outcome }: { outcome: string }) => outcome);

  test('changes dates, location, flags and notes, each booking with its own trail entry and the cause', async () => {
    const [one, two, three] = (await rooms(3)) as [string, string, string];
    const flag = await lodge.make.listEntry('flags', site.id);
    const [first, second] = [await book(one), await book(two)];
    const answer = await update([
      { booking_id: first, contract_end: '2027-01-20', flags: [flag] },
      { booking_id: second, location: three, notes: 'Needs a desk' },
    ]);
    expect(answer.body.summary).toEqual({ requested: 2, updated: 2, failed: 0, rolled_back: 0 });
    const [told, other] = [await read(first), await read(second)];
    expect(told).toMatchObject({ contract_end: '2027-01-20', occupied_to: '2027-01-20', flags: [flag], version: 2 });
    expect(other).toMatchObject({ location: three, notes: 'Needs a desk', version: 2 });
    const [entry, otherEntry] = [told, other].map(({ expanded }) => expanded.transactions.at(-1));
    expect(entry).toMatchObject({ type: 'updated', caused_by: { kind: 'bulk' } });
    expect(otherEntry.changes.map(({ field }: { field: string }) => field).sort()).toEqual(['location', 'notes']);
    expect(otherEntry.caused_by).toEqual(entry.caused_by);
    const { expanded: _expanded, ...plain } = told;
    expect(answer.body.results[0].booking).toEqual({ ...plain, waiting: [] });
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('changes what it can; what fails says why and keeps everything that it had', async () => {
    const [one, two] = (await rooms(2)) as [string, string];
    const [first, second] = [await book(one), await book(two)];
    const answer = await update([
      { booking_id: first, location: two, notes: 'not to be seen' },
      { booking_id: second, notes: 'seen' },
      { booking_id: newId(), notes: 'of nobody' },
      { booking_id: 'reference:NOTHING', notes: 'by a code' },
    ]);
    expect(answer.status).toBe(422);
    const plain = await update([
      { booking_id: first, location: two, notes: 'not to be seen' },
      { booking_id: second, notes: 'seen' },
      { booking_id: newId(), notes: 'of nobody' },
    ]);
    expect(outcomes(plain)).toEqual(['failed', 'updated', 'failed']);
    expect(plain.body.results[0].error).toMatchObject({
      code: 'booking_conflict',
      conflicts: [{ booking_id: second }],
    });
    expect(plain.body.results[2].error).toMatchObject({ code: 'not_found' });
    expect(await read(first)).toMatchObject({ location: one, notes: null, version: 1 });
    expect(await read(second)).toMatchObject({ notes: 'seen', version: 2 });
  });

  test('two rows for rooms that the other one leaves: together atomic, in any order otherwise', async () => {
    const [one, two, three] = (await rooms(3)) as [string, string, string];
    const [first, second] = [await book(one), await book(two)];
    const circle = [
      { booking_id: first, location: two },
      { booking_id: second, location: one },
    ];
    expect(outcomes(await update(circle))).toEqual(['failed', 'failed']);
    expect(outcomes(await update(circle, { atomic: true }))).toEqual(['updated', 'updated']);
    const chain = [
      { booking_id: second, location: two },
      { booking_id: first, location: three },
    ];
    expect(outcomes(await update(chain))).toEqual(['updated', 'updated']);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('atomic changes all or none', async () => {
    const [one, two, taken] = (await rooms(3)) as [string, string, string];
    await book(taken);
    const [first, second] = [await book(one), await book(two)];
    const rows = [
      { booking_id: first, notes: 'never' },
      { booking_id: second, location: taken },
    ];
    const answer = await update(rows, { atomic: true });
    expect(answer.body.summary).toEqual({ requested: 2, updated: 0, failed: 1, rolled_back: 1 });
    expect(answer.body.results.map(({ booking }: { booking: unknown }) => booking)).toEqual([null, null]);
    expect(await read(first)).toMatchObject({ notes: null, version: 1 });
  });

  test('a stale version fails its row alone; a booking named twice, a viewer and a clerk are refused as a whole', async () => {
    const [one, two] = (await rooms(2)) as [string, string];
    const [first, second] = [await book(one), await book(two)];
    const answer = await update([
      { booking_id: first, version: 7, notes: 'stale' },
      { booking_id: second, version: 1, notes: 'current' },
    ]);
    expect(answer.body.results[0].error).toMatchObject({ code: 'version_mismatch', current_version: 1 });
    expect(outcomes(answer)).toEqual(['failed', 'updated']);
    const twice = await update([{ booking_id: first }, { booking_id: first }]);
    expect(twice).toMatchObject({ status: 400, body: { errors: [{ pointer: '/updates/1/booking_id' }] } });
    const body = { site: site.id, updates: [{ booking_id: first }] };
    expect((await clerk.patch('/bookings/bulk', body)).status).toBe(403);
  });

  test('takes 1,000 rows in one request, and not one more', async () => {
    const [room = ''] = await rooms(1);
    const known = await book(room);
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        booking_id: index === 0 ? known : newId(),
        notes: 'Keys at the desk',
      }));
    const most = await update(rows(1_000));
    expect([most.status, most.body.summary]).toEqual([
      200,
      { requested: 1_000, updated: 1, failed: 999, rolled_back: 0 },
    ]);
    const more = await update(rows(1_001));
    expect([more.status, more.body.errors[0].pointer]).toEqual([400, '/updates']);
  });

  test('sent again with the same key changes nothing twice', async () => {
    const [room] = (await rooms(1)) as [string];
    const id = await book(room);
    const headers = { 'idempotency-key': newId() };
    const first = await update([{ booking_id: id, notes: 'once' }], {}, headers);
    const again = await update([{ booking_id: id, notes: 'once' }], {}, headers);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await read(id)).version).toBe(2);
  });

  test('of many that want one room at once exactly one gets it, in requests of one and of many rows', async () => {
    const target = await lodge.make.room(site);
    const ids = await Promise.all((await rooms(12)).map((room) => book(room)));
    const answers = await rush(
      6,
      6,
      (index) =>
      update(ids.slice(index * 2, index * 2 + 2).map((booking_id) => ({ booking_id, location: target, notes: 'tried' }))), // prettier-ignore
    );
    const all = answers.flatMap(outcomes);
    expect(all.filter((outcome) => outcome === 'updated')).toHaveLength(1);
    const read = await manager.get(`/bookings?site=${site.id}&location=${target}`);
    expect(read.body.data).toMatchObject([{ notes: 'tried' }]);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('fails with the same code and the same errors as a change of one booking', async () => {
    const [one, taken] = (await rooms(2)) as [string, string];
    await book(taken);
    const closed = await book(one, LATER);
    await manager.post(`/bookings/${closed}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' }); // prettier-ignore
    const foreign = await lodge.make.site();
    const value = {
      lead_person: fc.constantFrom(newId(), await lodge.make.student(foreign), 'nobody'),
      location: fc.constantFrom(taken, newId(), site.building, await lodge.make.room(site, { active: false })),
      contract_start: fc.constantFrom('2027-01-18', '2026-12-01', '2021-01-01', null),
      contract_end: fc.constantFrom('2027-01-04', '2040-01-01', null),
      flags: fc.constantFrom([newId()], []),
      turnaround_days: fc.constantFrom(3, null),
      notes: fc.constantFrom('Changed', null),
    };
    const codes = new Set<string>();
    const compare = async (change: object, isClosed: boolean) => {
      const id = isClosed ? closed : await book(await lodge.make.room(site));
      const other = await book(await lodge.make.room(site));
      const rows = [
        { booking_id: id, ...change },
        { booking_id: other, version: 9 },
      ];
      const together = (await update(rows, { atomic: true })).body.results[0];
      const alone = await manager.patch(`/bookings/${id}`, { site: site.id, ...change });
      const told = (problem: { code: string; errors?: { pointer: string }[] } | null) =>
        problem && [problem.code, (problem.errors ?? []).map(({ pointer, ...rest }) => ({ ...rest, pointer: pointer.replace('/updates/0', '') }))]; // prettier-ignore
      codes.add(alone.status === 200 ? 'changed' : alone.body.code);
      expect(told(together.error)).toEqual(told(alone.status === 200 ? null : alone.body));
    };
    const change = fc.record(value, { requiredKeys: [] });
    await fc.assert(fc.asyncProperty(change, fc.boolean(), compare), {
      numRuns: 24,
      examples: [
        [{ notes: 'Changed' }, false],
        [{ location: taken }, false],
        [{ location: taken }, true],
        [{ location: site.building }, false],
        [{ flags: [newId()] }, false],
        [{ contract_end: '2027-01-04' }, false],
      ],
    });
    expect([...codes].sort()).toEqual(
      ['booking_closed', 'booking_conflict', 'changed', 'invalid_date_range', 'location_not_allocatable', 'unknown_reference'], // prettier-ignore
    );
  });
});
