import { beforeEach, describe, expect, test } from '@jest/globals';
import { HoldReleaseService } from '#libs/bookings/holds/hold-release.service';
import { HoldWarningsService } from '#libs/bookings/holds/hold-warnings.service';
import { Database } from '#libs/core/database/database';
import { Outbox } from '#libs/core/mail/outbox';
import { findViolations } from '../../support/checker.js';
import { NOW } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { startWorker } from '../../support/test-worker.js';
import { until } from '../../support/until.js';
import { useLodge } from '../../support/use-lodge.js';

const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * MINUTE_MS).toISOString();

const { lodge, site, manager } = await useLodge({ manager: 'manager' }, { instances: 2 });
await lodge.sql('UPDATE sites SET require_confirmed_for_check_in = false WHERE id = $1', [site.id]);
const lead_person = await lodge.make.student(site, { student_id: 'S-1' });
const { app } = lodge.instance;
const release = () => new HoldReleaseService(app.get(Database), lodge.clock).release();

const stay = { site: site.id, lead_person, contract_start: '2027-01-04', contract_end: '2027-01-10' };
const book = async (more: object) => {
  const answer = await manager.post('/bookings', { ...stay, location: await lodge.make.room(site), ...more });
  expect(answer.status).toBe(200);
  return answer.body;
};
const read = async (id: string) => (await manager.get(`/bookings/${id}?site=${site.id}&include=transactions`)).body;
const confirm = (id: string, instance = 0) =>
  manager
    .on(lodge.instances[instance] ?? lodge.instance)
    .post(`/bookings/${id}/transitions`, { site: site.id, type: 'confirm' });
const reinstate = (id: string, hold_until?: string | null) =>
  manager.post(`/bookings/${id}/transitions`, { site: site.id, type: 'reinstate', notes: 'They called.', hold_until });

beforeEach(() => lodge.clock.set(NOW));

describe('hold_until', () => {
  test('makes a booking provisional, and is refused where nothing is held or when it is over', async () => {
    expect(await book({ hold_until: at(60) })).toMatchObject({ status: 'provisional', hold_until: at(60) });
    const location = await lodge.make.room(site);
    const refused = [
      manager.post('/bookings', { ...stay, location, status: 'confirmed', hold_until: at(60) }),
      manager.post('/bookings', { ...stay, location, hold_until: NOW }),
      manager.post('/bookings/bulk', { ...stay, lead_person: undefined, hold_until: at(-1), assignments: [{ person_id: lead_person, location_id: location }] }), // prettier-ignore
      manager.patch(`/bookings/${(await book({}))._id}`, { site: site.id, hold_until: at(60) }),
    ];
    for (const answer of await Promise.all(refused))
      expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([400, '/hold_until']);
  });

  test('of many bookings at once holds each of them', async () => {
    const rooms = await Promise.all([1, 2].map(() => lodge.make.room(site)));
    const { lead_person: _lead, ...nights } = stay;
    const { body } = await manager.post('/bookings/bulk', {
      ...nights,
      hold_until: at(60),
      block: { name: 'Fair' },
      assignments: rooms.map((location_id) => ({ person_id: lead_person, location_id })),
    });
    for (const { booking } of body.results)
      expect(booking).toMatchObject({
        status: 'provisional',
        hold_until: at(60),
        block_booking: body.block_booking._id,
      });
  });

  test('releases the booking at that time and not before, says so in its trail, and frees the room', async () => {
    const location = await lodge.make.room(site);
    const held = await book({ location, hold_until: at(60) });
    lodge.clock.set(at(59));
    await release();
    expect((await read(held._id)).status).toBe('provisional');
    lodge.clock.set(at(60));
    expect(await release()).toBeGreaterThan(0);
    const after = await read(held._id);
    expect(after).toMatchObject({ status: 'cancelled', hold_until: null, cancellation_reason: 'The hold ended on 2026-11-21.' }); // prettier-ignore
    expect(after.expanded.transactions.at(-1)).toMatchObject({
      type: 'cancel',
      from_status: 'provisional',
      to_status: 'cancelled',
      actor: { type: 'system', _id: null, name: 'Lodge' },
      changes: expect.arrayContaining([{ field: 'hold_until', from: at(60), to: null }]),
    });
    await book({ location });
    const { body: feed } = await manager.get(`/sites/${site.id}/events?limit=500&type=booking.cancelled`);
    expect(JSON.stringify(feed.data)).toContain(held._id);
  });

  test('ends with a confirmation, a check-in or null, and a booking that returns after its end needs another one', async () => {
    const [confirmed, arrived, freed] = await Promise.all([
      book({ hold_until: at(60) }),
      book({ hold_until: at(60), contract_start: '2026-11-21' }),
      book({ hold_until: at(60) }),
    ]);
    expect((await confirm(confirmed._id)).body.booking).toMatchObject({ status: 'confirmed', hold_until: null });
    await manager.post(`/bookings/${arrived._id}/transitions`, { site: site.id, type: 'check_in' });
    await manager.patch(`/bookings/${freed._id}`, { site: site.id, hold_until: null });
    const back = await book({ hold_until: at(61) });
    lodge.clock.set(at(61));
    await release();
    const requires = ((await read(back._id)).allowed_transitions as { type: string; requires: string[] }[]).find(
      ({ type }) => type === 'reinstate',
    )?.requires;
    expect(requires).toEqual(['notes', 'hold_until']);
    for (const hold_until of [undefined, at(60)]) {
      const refused = await reinstate(back._id, hold_until);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/hold_until']);
    }
    const { body } = await reinstate(back._id, at(90));
    expect(body.booking).toMatchObject({ status: 'provisional', hold_until: at(90) });
    expect(body.transaction.changes).toContainEqual({ field: 'hold_until', from: null, to: at(90) });
    await release();
    const statuses = () =>
      Promise.all([confirmed, arrived, freed, back].map(async ({ _id }) => (await read(_id)).status));
    expect(await statuses()).toEqual(['confirmed', 'checked_in', 'provisional', 'provisional']);
    lodge.clock.set(at(90));
    await release();
    expect(await statuses()).toEqual(['confirmed', 'checked_in', 'provisional', 'cancelled']);
    expect((await reinstate(back._id, null)).body.booking).toMatchObject({ status: 'provisional', hold_until: null });
  });

  test('comes back with a booking that returns before its end, and is only for one that returns as provisional', async () => {
    const later = at(120);
    const cancel = async (id: string) => {
      const { status } = await manager.post(`/bookings/${id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' }); // prettier-ignore
      expect(status).toBe(200);
    };
    const held = await book({ hold_until: at(60) });
    await cancel(held._id);
    expect((await reinstate(held._id)).body.booking).toMatchObject({ status: 'provisional', hold_until: at(60) });
    await cancel(held._id);
    expect((await reinstate(held._id, later)).body.booking).toMatchObject({ hold_until: later });
    await cancel(held._id);
    expect((await reinstate(held._id, null)).body.booking).toMatchObject({ hold_until: null });
    const confirmed = await book({});
    await cancel(confirmed._id);
    const refused = await reinstate(confirmed._id, later);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/hold_until']);
    expect((await reinstate(confirmed._id)).body.booking).toMatchObject({ status: 'confirmed', hold_until: null });
    const loose = await book({ status: 'provisional' });
    await cancel(loose._id);
    expect((await reinstate(loose._id)).body.booking).toMatchObject({ status: 'provisional', hold_until: null });
  });

  test('that comes back while its end arrives is released or refused, but never without an end', async () => {
    const bookings = await Promise.all(Array.from({ length: 6 }, () => book({ hold_until: at(60) })));
    for (const { _id } of bookings)
      await manager.post(`/bookings/${_id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'data_entry_error' }); // prettier-ignore
    await rush(24, 8, async (index) => {
      if (index === 8) lodge.clock.set(at(60));
      if (index % 4 === 3) await release();
      else await reinstate((bookings[index % 6] as { _id: string })._id);
    });
    await release();
    for (const { _id } of bookings) expect((await read(_id)).status).toBe('cancelled');
  });

  test('and a confirmation of the same instant have exactly one winner, regardless of the number of requests', async () => {
    const ids = await rush(30, 8, async () => (await book({ hold_until: at(10) }))._id as string);
    lodge.clock.set(at(10));
    const results = await Promise.all([
      rush(60, 12, async (index) => {
        const id = ids[index >> 1] ?? '';
        if (index % 2) return { id, status: (await confirm(id, index % 4 === 1 ? 1 : 0)).status };
        await manager.patch(`/bookings/${id}`, { site: site.id, notes: 'Called' });
        return undefined;
      }),
      release(),
      release(),
    ]);
    const confirmed = results[0].filter((each) => each?.status === 200).map((each) => each?.id);
    expect(results[1] + results[2]).toBe(ids.length - confirmed.length);
    for (const id of ids) {
      const { status, expanded } = await read(id);
      expect(status).toBe(confirmed.includes(id) ? 'confirmed' : 'cancelled');
      const types = expanded.transactions.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type !== 'updated')).toEqual(['created', status === 'confirmed' ? 'confirm' : 'cancel']); // prettier-ignore
    }
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('is listed as expiring, and in the day before its end and the day of it, with one mail to its maker; every worker watches it', async () => {
    const DAY = 24 * 60;
    const held = await book({ hold_until: at(3 * DAY) });
    const listed = async (path: string) =>
      (await manager.get(`/sites/${site.id}/${path}`)).body.holds.entries.map(({ _id }: { _id: string }) => _id);
    expect(await listed('expiring?within=3')).toContain(held._id);
    expect(await listed('expiring?within=2')).not.toContain(held._id);
    for (const [on, shown] of [
      ['2026-11-22', false],
      ['2026-11-23', true],
      ['2026-11-24', true],
      ['2026-11-25', false],
    ] as const)
      // prettier-ignore
      expect([on, (await listed(`day?on=${on}`)).includes(held._id)]).toEqual([on, shown]);
    const mails = async () => (await lodge.sql(`SELECT FROM outgoing_mails WHERE kind = 'notice'`)).length;
    const warn = () => new HoldWarningsService(app.get(Database), lodge.clock, app.get(Outbox)).sweep();
    await warn();
    const before = await mails();
    lodge.clock.set(at(2 * DAY));
    await Promise.all([warn(), warn()]);
    expect(await mails()).toBe(before + 1);
    await warn();
    expect(await mails()).toBe(before + 1);
    lodge.clock.set(at(3 * DAY));
    const worker = await startWorker(lodge);
    const status = async () => (await lodge.sql('SELECT status FROM bookings WHERE id = $1', [held._id]))[0]?.status;
    await until(async () => (await status()) === 'cancelled');
    await worker.close();
  });

  test('released, confirmed and taken back while they are listed: each list is whole, and none that ended stays on it', async () => {
    const ids = await rush(24, 8, async () => (await book({ hold_until: at(10) }))._id as string);
    lodge.clock.set(at(10));
    const list = (n: number) =>
      manager
        .on(lodge.instances[n % 2] ?? lodge.instance)
        .get(`/sites/${site.id}/${n % 3 ? 'expiring?within=1' : 'day'}`);
    const [lists] = await Promise.all([
      rush(30, 6, list),
      rush(16, 4, (n) => (n % 2 ? confirm(ids[n] ?? '', n % 4 === 1 ? 1 : 0) : manager.patch(`/bookings/${ids[n]}`, { site: site.id, hold_until: null }))), // prettier-ignore
      release(),
      release(),
    ]);
    for (const { status, body } of lists) {
      const { count, entries } = body.holds as { count: number; entries: { _id: string; hold_until: string }[] };
      expect([status, count, new Set(entries.map(({ _id }) => _id)).size]).toEqual([200, entries.length, count]);
      // What ended after it was counted is shown as it is now: without its room, it would not be shown at all.
      for (const entry of entries) expect(entry).toMatchObject({ location: expect.any(String), status: expect.any(String) }); // prettier-ignore
    }
    const held = await lodge.sql<{ id: string }>('SELECT id FROM bookings WHERE id = ANY($1) AND hold_until IS NOT NULL', [ids]); // prettier-ignore
    expect(held).toEqual([]);
    const left = (await list(1)).body.holds.entries.map(({ _id }: { _id: string }) => _id);
    expect(left.filter((id: string) => ids.includes(id))).toEqual([]);
    const ended = await lodge.sql(`SELECT FROM booking_transactions WHERE booking_id = ANY($1) AND type = 'cancel' GROUP BY booking_id HAVING count(*) > 1`, [ids]); // prettier-ignore
    expect([ended, await findViolations(lodge)]).toEqual([[], []]);
  });

  test('of an import is kept, makes its row provisional, and fails where it cannot be', async () => {
    const row = (row_index: number, room: string, more: object) => ({
      row_index,
      values: { student_id: 'S-1', room, contract_start: `2027-0${row_index + 2}-01`, contract_end: `2027-0${row_index + 2}-10`, ...more }, // prettier-ignore
    });
    const rooms = await Promise.all([1, 2, 3].map((n) => lodge.make.room(site, { code: `H-${n}` })));
    expect(rooms).toHaveLength(3);
    const rows = [
      row(0, 'H-1', { hold_until: '2026-12-01T12:00' }),
      row(1, 'H-2', { hold_until: '2026-12-01T12:00', status: 'confirmed' }),
      row(2, 'H-3', { 'held until': '2026-11-21T23:00' }),
    ];
    const { body } = await manager.post('/bookings/import/preview', { site: site.id, rows });
    const errors = body.rows.map(({ issues }: { issues: { severity: string; field: string }[] }) =>
      issues.filter(({ severity }) => severity === 'error').map(({ field }) => field),
    );
    expect(errors).toEqual([[], ['hold_until'], ['hold_until']]);
    expect(body.rows[0]).toMatchObject({ state: 'ready', status: { value: 'provisional' }, normalized: { hold_until: '2026-12-01T12:00:00.000Z' } }); // prettier-ignore
  });
});
