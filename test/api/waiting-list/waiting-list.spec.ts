import { beforeEach, describe, expect, test } from '@jest/globals';
import { HoldReleaseService } from '#libs/bookings/holds/hold-release.service';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { findViolations } from '../../support/checker.js';
import { NOW } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

const { lodge, site, desk, manager, viewer } = await useLodge(
  { desk: 'reception', manager: 'manager', viewer: 'viewer' },
  { instances: 2 },
);
const list = `/sites/${site.id}/waiting-list`;
const person = await lodge.make.student(site, { first_name: 'Ada', last_name: 'Byron', student_id: 'W-1' });
const resident = await lodge.make.student(site);
const NIGHTS = { from: '2027-01-04', to: '2027-01-20' };
const STAY = { contract_start: '2027-01-01', contract_end: '2027-02-01' };

const wait = async (more: object = {}) => {
  const answer = await desk.post(list, { person, location_type: site.roomType, ...NIGHTS, ...more });
  expect(answer.status).toBe(200);
  return answer.body;
};
const book = async (location: string, more: object = {}) =>
  (await manager.post('/bookings', { site: site.id, lead_person: resident, location, ...STAY, ...more })).body;
const transition = async (id: string, type: string, more: object = {}) =>
  (await manager.post(`/bookings/${id}/transitions`, { site: site.id, type, ...more })).body;
const cancel = (id: string) => transition(id, 'cancel', { cancellation_code: 'data_entry_error' });
const offer = (id: string, location: string, more: object = {}, instance = 0) =>
  desk
    .on(lodge.instances[instance] ?? lodge.instance)
    .post(`${list}/${id}/offers`, { location, hold_until: at(60), ...more });
const idsOf = (matches: { _id: string }[]) => matches.map(({ _id }) => _id);
const read = async (id: string) => (await viewer.get(`${list}/${id}`)).body;

beforeEach(async () => {
  lodge.clock.set(NOW);
  await lodge.sql('DELETE FROM waiting_entries WHERE site_id = $1', [site.id]);
});

describe('/sites/{siteId}/waiting-list', () => {
  test('the next person of an entry does not get what was written about the one before', async () => {
    const entry = await wait({ notes: 'Ground floor', contact: 'ada@uni.example' });
    const path = `${list}/${entry._id}`;
    const { status, body } = await desk.patch(path, { person: resident });
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, ['/contact', '/notes']]); // prettier-ignore
    expect((await desk.patch(path, { name: 'A guest', notes: null })).body.errors).toMatchObject([{ pointer: '/contact' }]); // prettier-ignore
    expect((await desk.patch(path, { person, priority: 1 })).body).toMatchObject({ notes: 'Ground floor' });
    const named = await desk.post(list, { name: 'Ada Guest', contact: '1', location_type: entry.location_type, from: entry.from }); // prettier-ignore
    for (const nobody of ['nobody', newId()]) {
      expect((await desk.patch(`${list}/${named.body._id}`, { person: nobody })).body.errors).toMatchObject([{ pointer: '/person' }]); // prettier-ignore
      expect((await offer(named.body._id, await lodge.make.room(site), { lead_person: nobody })).body.errors).toMatchObject([{ pointer: '/lead_person' }]); // prettier-ignore
    }
    const changed = await desk.patch(path, { person: resident, contact: null, notes: 'Quiet' });
    expect(changed.body).toMatchObject({ person: resident, contact: null, notes: 'Quiet' });
  });

  test('is in the order of priority and of waiting, filtered by what is asked for, as a list and as a file', async () => {
    const other = await lodge.make.locationType(site.id, { name: 'Studio' });
    const house = await lodge.make.location(site.id, site.buildingType, { name: 'Annex' });
    const late = await wait({ since: '2026-11-02T10:00' });
    const early = await wait({ since: '2026-11-01T10:00', location_tree: house });
    const urgent = await wait({ priority: 5, location_type: other });
    const guest = await wait({
      person: null,
      name: '=Guest',
      contact: 'guest@example.org',
      from: '2028-01-01',
      to: null,
    });
    const found = async (query: string) => idsOf((await viewer.get(`${list}?${query}`)).body.data);
    expect(await found('')).toEqual([urgent, early, late, guest].map(({ _id }) => _id));
    expect(await found(`location_type=${other}`)).toEqual([urgent._id]);
    expect(await found(`location_tree=${house}&to=2027-12-31`)).toEqual([urgent, early, late].map(({ _id }) => _id));
    expect(await found(`location_tree=${site.building}&to=2027-12-31`)).toEqual([urgent._id, late._id]);
    expect(await found('from=2027-01-20')).toEqual([guest._id]);
    expect(await found(`person=${person}&limit=1&skip=1`)).toEqual([early._id]);
    await desk.delete(`${list}/${late._id}`);
    expect(await found('state=withdrawn')).toEqual([late._id]);
    const file = await desk.get(`${list}/export?state=waiting&from=2027-01-20`);
    const [, line = ''] = file.text.split('\r\n');
    expect(line.trim()).toBe(`,"'=Guest","guest@example.org","waiting","Room",,"2028-01-01",,"${NOW}","0",,`);
    expect((await desk.get(`${list}/export?format=xlsx`)).headers['content-type']).toContain('spreadsheetml');
  });

  test('is changed with its version, and refuses what no entry can be', async () => {
    const entry = await wait();
    expect((await desk.patch(`${list}/${entry._id}`, { priority: 7 }, { 'if-match': '"1"' })).body).toMatchObject({ priority: 7, version: 2 }); // prettier-ignore
    expect((await desk.patch(`${list}/${entry._id}`, { priority: 8 }, { 'if-match': '"1"' })).status).toBe(412);
    expect((await desk.patch(`${list}/${entry._id}`, { name: 'A guest' })).body).toMatchObject({ person: null, name: 'A guest' }); // prettier-ignore
    const refused = async (body: object) => {
      const answer = await desk.post(list, { person, location_type: site.roomType, ...NIGHTS, ...body });
      return [answer.status, answer.body.code, answer.body.errors?.[0]?.pointer];
    };
    expect(await refused({ to: NIGHTS.from })).toEqual([422, 'invalid_date_range', '/to']);
    expect(await refused({ person: null })).toEqual([400, 'validation_failed', '/person']);
    expect(await refused({ name: 'Both' })).toEqual([400, 'validation_failed', '/person']);
    expect(await refused({ since: at(1) })).toEqual([400, 'validation_failed', '/since']);
    expect(await refused({ location_type: site.id })).toEqual([422, 'unknown_reference', '/location_type']);
    const building = { location_type: site.buildingType };
    expect(await refused(building)).toEqual([422, 'location_not_allocatable', '/location_type']);
    expect((await desk.patch(`${list}/${entry._id}`, building)).body.code).toBe('location_not_allocatable');
    expect((await viewer.post(list, { person, location_type: site.roomType, ...NIGHTS })).status).toBe(403);
    const { body } = await manager.get(`/sites/${site.id}/events?limit=500&type=waiting_entry.created`);
    expect(JSON.stringify(body.data)).toContain(entry._id);
  });

  test('records who created, changed, offered, withdrew and exported it, in the audit of the site', async () => {
    const [kept, left] = [await wait(), await wait()];
    await desk.patch(`${list}/${kept._id}`, { priority: 3 });
    const offered = await offer(kept._id, await lodge.make.room(site));
    expect(offered.status).toBe(200);
    expect((await desk.delete(`${list}/${left._id}`)).status).toBe(200);
    expect((await desk.get(`${list}/export`)).status).toBe(200);
    const deeds = async (id: string) =>
      (await lodge.sql<{ action: string }>(`SELECT action FROM audit_events WHERE site_id = $1 AND subject_id = $2 AND action LIKE 'waiting%' ORDER BY at, id`, [site.id, id])).map(({ action }) => action); // prettier-ignore
    expect(await deeds(kept._id)).toEqual(['waiting_entry.created', 'waiting_entry.updated', 'waiting_entry.offered']);
    expect(await deeds(left._id)).toEqual(['waiting_entry.created', 'waiting_entry.withdrawn']);
    expect(new Set(await deeds(site.id))).toEqual(new Set(['waiting_list.exported']));
    await cancel(offered.body.booking._id);
  });

  test('is named by everything that frees nights, as far as all nights of an entry are free in a place of its kind', async () => {
    const house = await lodge.make.location(site.id, site.buildingType, { name: 'House' });
    const type = await lodge.make.locationType(site.id, { name: 'Single' });
    const room = await lodge.make.location(site.id, type, { name: 'S 1', parent_id: house });
    const want = (more: object = {}) => wait({ location_type: type, ...more });
    const second = await want();
    const first = await want({ location_tree: house, priority: 1 });
    const [kind, building, nights, longer] = [
      await wait(),
      await want({ location_tree: site.building }),
      await want({ from: '2027-03-01', to: '2027-03-02' }),
      await want({ to: '2027-02-10' }),
    ];
    const both = [first._id, second._id];
    const freed = async (
      act: (booking: { _id: string }) => Promise<{ waiting: { _id: string }[] }>,
      more: object = {},
    ) => {
      const next = await book(room, { contract_start: '2027-02-05', contract_end: '2027-02-09' });
      const booking = await book(room, more);
      const { waiting } = await act(booking);
      await cancel(next._id);
      const { status } = (await manager.get(`/bookings/${booking._id}?site=${site.id}`)).body;
      if (['confirmed', 'checked_in'].includes(status)) await transition(booking._id, 'void', { cancellation_code: 'data_entry_error' }); // prettier-ignore
      return idsOf(waiting);
    };
    const patch = (body: object) => async (booking: { _id: string }) =>
      (await manager.patch(`/bookings/${booking._id}`, { site: site.id, ...body })).body;
    expect(await freed(({ _id }) => cancel(_id))).toEqual(both);
    expect(await freed(patch({ contract_end: '2027-01-04' }))).toEqual(both);
    expect(await freed(patch({ contract_end: '2027-01-05' }))).toEqual([]);
    expect(await freed(patch({ location: await lodge.make.location(site.id, type, { name: 'S 2' }) }))).toEqual(both);
    const elsewhere = await lodge.make.location(site.id, type, { name: 'S 3' });
    expect(await freed(async ({ _id }) => (await manager.post(`/bookings/${_id}/moves`, { site: site.id, location: elsewhere })).body)).toEqual(both); // prettier-ignore
    expect(await freed(({ _id }) => transition(_id, 'check_out'), { contract_start: '2026-11-21', status: 'checked_in' })).toEqual(both); // prettier-ignore
    expect(await freed(({ _id }) => transition(_id, 'no_show'), { contract_start: '2026-11-20' })).toEqual(both);
    const bulk = async ({ _id }: { _id: string }) => {
      const transitions = [{ booking_id: _id, type: 'cancel', cancellation_code: 'data_entry_error' }];
      return (await manager.post('/bookings/transitions/bulk', { site: site.id, transitions })).body.results[0];
    };
    expect(await freed(bulk)).toEqual(both);
    const swapped = async ({ _id }: { _id: string }) => {
      const other = await book(await lodge.make.location(site.id, type, { name: 'S 4' }), { contract_start: '2027-01-25', contract_end: '2027-02-01' }); // prettier-ignore
      const { body } = await manager.post(`/bookings/${_id}/swap`, { site: site.id, with_booking: other._id });
      await cancel(other._id);
      return body.booking;
    };
    expect(await freed(swapped)).toEqual(both);
    const overridden = async ({ _id }: { _id: string }) => {
      const override = { conflict_booking_id: _id, action: 'void', cancellation_code: 'data_entry_error' };
      const short = await book(room, { contract_start: '2027-01-01', contract_end: '2027-01-03', override });
      await cancel(short._id);
      return short;
    };
    expect(await freed(overridden)).toEqual(both);
    const replaced = async ({ _id }: { _id: string }) => {
      const override = { conflict_booking_id: _id, action: 'void', cancellation_code: 'data_entry_error' };
      const whole = await book(room, { override });
      await cancel(whole._id);
      return whole;
    };
    expect(await freed(replaced)).toEqual([]);
    const override = ({ _id }: { _id: string }) => ({ conflict_booking_id: _id, action: 'void', cancellation_code: 'data_entry_error' }); // prettier-ignore
    const together = (contract_end: string) => async (booking: { _id: string }) => {
      const assignments = [
        { person_id: resident, location_id: await lodge.make.location(site.id, type, { name: `S of ${contract_end}` }) }, // prettier-ignore
        { person_id: resident, location_id: room, override: override(booking) },
      ];
      const request = { site: site.id, contract_start: '2027-01-01', contract_end, assignments };
      const { body } = await manager.post('/bookings/bulk', request);
      for (const { booking: made } of body.results) await cancel(made._id);
      expect(body.results[0].waiting).toEqual([]);
      return body.results[1];
    };
    expect(await freed(together('2027-01-03'))).toEqual(both);
    expect(await freed(together('2027-02-01'))).toEqual([]);
    const shortened = async ({ _id }: { _id: string }) => {
      const updates = [{ booking_id: _id, contract_end: '2027-01-03' }];
      return (await manager.patch('/bookings/bulk', { site: site.id, updates })).body.results[0].booking;
    };
    expect(await freed(shortened)).toEqual(both);
    const planned = async ({ _id }: { _id: string }) => {
      const on = '2027-01-25';
      const next = await lodge.make.location(site.id, type, { name: 'S 5', code: 'S-5' });
      const third = await want({ from: '2027-01-26', to: '2027-01-28', location_tree: next });
      await manager.post(`/bookings/${_id}/moves`, { site: site.id, location: next, on });
      const { body } = await manager.delete(`/bookings/${_id}/moves?site=${site.id}`);
      expect(idsOf(body.waiting)).toEqual([longer._id, third._id]);
      await desk.delete(`${list}/${third._id}`);
      await lodge.sql('UPDATE locations SET open = false WHERE id = $1', [next]);
      return { waiting: [] };
    };
    await freed(planned);
    const block = async (act: (id: string, booking: string) => Promise<{ body: object; status: number }>) => {
      const request = { site: site.id, contract_start: STAY.contract_start, contract_end: STAY.contract_end, status: 'provisional' }; // prettier-ignore
      const named = { block: { name: `Block ${blocks++}` }, assignments: [{ location_id: room }] };
      const { body } = await manager.post('/bookings/bulk', { ...request, ...named });
      const answer = await act(body.block_booking._id, body.results[0].booking._id);
      expect([answer.status, (answer.body as { detail?: string }).detail]).toEqual([200, undefined]);
      await manager.post(`/block-bookings/${body.block_booking._id}/cancel`, { site: site.id, cancellation_code: 'requested_by_student' }); // prettier-ignore
      return answer.body as { waiting: { _id: string }[]; results: { waiting: { _id: string }[] }[] };
    };
    let blocks = 0;
    const ended = { site: site.id, cancellation_code: 'requested_by_student' };
    const released = await block((id, booking) => manager.post(`/block-bookings/${id}/release`, { ...ended, bookings: [booking] })); // prettier-ignore
    expect(idsOf(released.results[0]!.waiting)).toEqual([first._id, second._id, longer._id]);
    const cancelled = await block((id) => manager.post(`/block-bookings/${id}/cancel`, ended));
    expect(idsOf(cancelled.waiting)).toEqual([first._id, second._id, longer._id]);
    const shorter = await block((id) => manager.patch(`/block-bookings/${id}`, { site: site.id, contract_end: '2027-01-03' })); // prettier-ignore
    expect(idsOf(shorter.waiting)).toEqual([first._id, second._id, longer._id]);
    const renamed = await block((id) => manager.patch(`/block-bookings/${id}`, { site: site.id, notes: 'Later' }));
    expect(renamed.waiting).toEqual([]);
    const closure = (await manager.post(`/sites/${site.id}/closures`, { location: house, from: '2027-01-01', to: '2027-01-30', kind: 'maintenance' })).body; // prettier-ignore
    expect(idsOf((await manager.post(`/sites/${site.id}/closures/${closure._id}/end`, {})).body.waiting)).toEqual([first._id, second._id, longer._id]); // prettier-ignore
    const { waiting } = (await viewer.get(`/sites/${site.id}/day`)).body;
    expect(waiting).toEqual({ waiting: 6, offered: 0, freed: 3 });
    expect((await viewer.get(`/sites/${site.id}/day?on=2026-11-20`)).body.waiting.freed).toBe(0);
    for (const { _id } of [kind, building, nights]) expect((await read(_id)).freed_at).toBeNull();
    expect(await read(first._id)).toMatchObject({ freed_at: NOW, freed_location: room, version: 1 });
  });

  test('names whom a place suits, however many others wait before them for another house', async () => {
    const type = await lodge.make.locationType(site.id, { name: 'Double' });
    const [here, there] = [
      await lodge.make.location(site.id, site.buildingType, { name: 'Here' }),
      await lodge.make.location(site.id, site.buildingType, { name: 'There' }),
    ];
    const room = await lodge.make.location(site.id, type, { name: 'D 1', parent_id: here });
    const last = await wait({ location_type: type, location_tree: here });
    await lodge.sql(
      `INSERT INTO waiting_entries (site_id, id, name, location_type_id, location_id, starts, ends, since, priority, created_at, updated_at)
       SELECT $1, uuidv7(), 'Guest ' || n, $2, $3, $4, $5, $6, 9, $6, $6 FROM generate_series(1, 600) n`,
      [site.id, type, there, NIGHTS.from, NIGHTS.to, NOW],
    );
    expect(idsOf((await cancel((await book(room))._id)).waiting)).toEqual([last._id]);
  });

  test('with an offer has a held booking; when its hold ends it waits again where it was, when it is confirmed it is served', async () => {
    const entry = await wait({ since: '2026-11-01T10:00' });
    const later = await wait();
    const room = await lodge.make.room(site);
    const { body } = await offer(entry._id, room);
    expect(body).toMatchObject({
      entry: { state: 'offered', booking: body.booking._id, version: 2 },
      booking: { status: 'provisional', hold_until: at(60), lead_person: person, location: room, contract_start: NIGHTS.from, contract_end: NIGHTS.to }, // prettier-ignore
    });
    expect((await offer(entry._id, await lodge.make.room(site))).body).toMatchObject({ code: 'waiting_state', state: 'offered' }); // prettier-ignore
    expect((await desk.delete(`${list}/${entry._id}`)).body.code).toBe('waiting_state');
    const studio = await lodge.make.locationType(site.id, { name: 'Studio for offers' });
    const other = { person: resident, location_type: studio, priority: 2 };
    const changed = await desk.patch(`${list}/${entry._id}`, other);
    expect([changed.status, changed.body.code, changed.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([409, 'waiting_state', ['/person', '/location_type']]); // prettier-ignore
    expect(await read(entry._id)).toMatchObject({ state: 'offered', person, location_type: site.roomType, version: 2 });
    expect((await viewer.get(`/sites/${site.id}/day`)).body.waiting).toMatchObject({ waiting: 1, offered: 1 });
    lodge.clock.set(at(61));
    await new HoldReleaseService(lodge.instance.app.get(Database), lodge.clock).release();
    const order = (await viewer.get(`${list}?state=waiting`)).body.data;
    expect(idsOf(order)).toEqual([entry._id, later._id]);
    expect(order[0]).toMatchObject({ state: 'waiting', freed_location: room });
    const again = (await offer(entry._id, room, { hold_until: at(120) })).body;
    await transition(again.booking._id, 'confirm');
    expect((await read(entry._id)).state).toBe('placed');
    expect((await desk.patch(`${list}/${entry._id}`, { priority: 1 })).body.code).toBe('waiting_state');
    const guest = await wait({ person: null, name: 'A guest' });
    expect((await offer(guest._id, await lodge.make.room(site))).body.errors[0].pointer).toBe('/lead_person');
    expect(
      (await offer(guest._id, await lodge.make.room(site), { lead_person: resident, hold_until: at(120) })).status,
    ).toBe(200);
    const past = await wait({ from: '2026-01-01', to: '2026-02-01' });
    expect(past.state).toBe('lapsed');
  });

  test('gives one place to one entry and one entry one place, also with simultaneous offers', async () => {
    const entries = await rush(8, 4, () => wait());
    const rooms = await rush(4, 4, () => lodge.make.room(site));
    const answers = await rush(64, 16, (index) =>
      offer(entries[index % 8]._id, rooms[(index >> 3) % 4] ?? '', {}, index % 2),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(4);
    for (const { status, body } of answers) if (status !== 200) expect([409, ['booking_conflict', 'waiting_state']]).toEqual([status, expect.arrayContaining([body.code])]); // prettier-ignore
    expect(new Set(won.map(({ body }) => body.entry._id)).size).toBe(4);
    expect(new Set(won.map(({ body }) => body.booking.location)).size).toBe(4);
    const states = (await viewer.get(`${list}?limit=200`)).body.data.map(({ state }: { state: string }) => state);
    expect(states.sort()).toEqual([...Array(4).fill('offered'), ...Array(4).fill('waiting')]);
    // Places are freed while they are offered: there is no deadlock.
    await rush(24, 12, async (index) => {
      const { body } = won[index % 4] ?? { body: {} };
      if (index < 4) return cancel(body.booking._id);
      return index % 2 ? offer(entries[index % 8]._id, rooms[index % 4] ?? '') : desk.patch(`${list}/${entries[index % 8]._id}`, { priority: index }); // prettier-ignore
    });
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('forgets a person who is erased, and crosses their name out elsewhere', async () => {
    const gone = await lodge.make.student(site, { first_name: 'Zelda', last_name: 'Quuxley', location_id: null });
    const theirs = await wait({ person: gone });
    const friend = await wait({ notes: 'Wants to live with Zelda Quuxley' });
    expect((await manager.post(`/students/${site.id}/${gone}/erase`)).status).toBeLessThan(300);
    const left = (await viewer.get(`${list}?limit=200`)).body.data;
    expect(idsOf(left)).not.toContain(theirs._id);
    expect(left.find(({ _id }: { _id: string }) => _id === friend._id).notes).not.toContain('Quuxley');
  });
});
