import { beforeEach, describe, expect, test } from '@jest/globals';
import { findViolations } from '../../support/checker.js';
import type { Answer } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { startWorker } from '../../support/test-worker.js';
import { until } from '../../support/until.js';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, manager, clerk } = await useLodge({ manager: 'manager', clerk: 'reception' }, { instances: 2 });
const STAY = { contract_start: '2027-07-05', contract_end: '2027-07-17' };
const CODE = { cancellation_code: 'requested_by_student' };

interface Row {
  _id: string;
  status: string;
  lead_person: string | null;
  location: string;
  version: number;
}

describe('block bookings', () => {
  let number = 0;
  let rooms: string[];
  let block: string;
  let name: string;
  beforeEach(async () => {
    rooms = await Promise.all([1, 2, 3, 4].map(() => lodge.make.room(site)));
    name = `Summer school ${++number}`;
    const answer = await reserve(rooms.slice(0, 3), { block: { name } });
    block = answer.body.block_booking._id;
  });

  const inSite = (body: object) => ({ site: site.id, ...body });
  const reserve = (places: string[], more: object = {}): Promise<Answer> =>
    manager.post('/bookings/bulk', {
      ...inSite(STAY),
      status: 'provisional',
      assignments: places.map((location_id) => ({ location_id })),
      ...more,
    });
  const change = (body: object, headers = {}) => manager.patch(`/block-bookings/${block}`, inSite(body), headers);
  const post = (what: string, body: object, client = manager) =>
    client.post(`/block-bookings/${block}/${what}`, inSite(body));
  const listed = async (): Promise<Row[]> =>
    (await manager.get(`/bookings?site=${site.id}&block_booking=${block}&limit=200`)).body.data;
  const read = async () => (await manager.get(`/block-bookings/${block}?site=${site.id}`)).body;
  const move = (id: string, type: string, more = {}) =>
    manager.post(`/bookings/${id}/transitions`, inSite({ type, ...more }));

  test('rooms are held without a name, found everywhere, and confirmed only when somebody is named', async () => {
    const [first] = await listed();
    const id = first?._id ?? '';
    expect(first).toMatchObject({ lead_person: null, status: 'provisional' });
    for (const type of ['confirm', 'check_in'])
      expect(await move(id, type)).toMatchObject({
        status: 422,
        body: { code: 'lead_person_required', errors: [{ pointer: '/lead_person' }] },
      });
    const single = (await manager.get(`/bookings/${id}?site=${site.id}&include=lead_person,block_booking`)).body;
    expect(single.expanded).toMatchObject({ lead_person: null, block_booking: { name } });
    const confirm = single.allowed_transitions.find((each: { type: string }) => each.type === 'confirm');
    expect(confirm).toMatchObject({ allowed: false, reasons: [{ code: 'lead_person_required' }] });
    const taken = await manager.post('/bookings', inSite({ ...STAY, lead_person: await lodge.make.student(site), location: rooms[0] })); // prettier-ignore
    expect(taken).toMatchObject({ status: 409, body: { conflicts: [{ booking_id: id, lead_person_name: name }] } });
    const day = (await manager.get(`/sites/${site.id}/day?on=${STAY.contract_start}`)).body.arrivals.due.entries;
    const entry = day.find((each: Row) => each._id === id);
    expect(entry).toMatchObject({ lead_person: null, record_name: name, student_id: null });
    for (const sort of ['lead_person', '-lead_person', 'location', 'contract_end']) {
      const page = await manager.get(`/bookings?site=${site.id}&block_booking=${block}&sort=${sort}&limit=2`);
      const next = await manager.get(`/bookings?site=${site.id}&block_booking=${block}&sort=${sort}&limit=2&cursor=${encodeURIComponent(page.body.next_cursor)}`); // prettier-ignore
      const ids = [...page.body.data, ...next.body.data].map((each: Row) => each._id);
      expect([sort, ids.sort()]).toEqual([sort, (await listed()).map(({ _id }) => _id).sort()]);
    }
    const found = await manager.get(`/bookings?site=${site.id}&q=${encodeURIComponent(name)}`);
    expect(found.body.total).toBeGreaterThanOrEqual(3);
    const { text } = await manager.get(`/bookings/export?site=${site.id}&block_booking=${block}`);
    expect(text.trim().split('\r\n')).toHaveLength(4);
    const calendar = await manager.get(
      `/sites/${site.id}/locations/${rooms[0]}/calendar?from=2027-07-01&to=2027-07-20`,
    );
    expect(calendar.status).toBe(200);
    expect(calendar.text).toContain(name);
    const person = await lodge.make.student(site);
    const named = await clerk.patch(`/bookings/${id}`, inSite({ lead_person: person }));
    expect(named.body).toMatchObject({ lead_person: person });
    expect((await move(id, 'confirm')).body.booking.status).toBe('confirmed');
    const unnamed = await clerk.patch(`/bookings/${id}`, inSite({ lead_person: null }));
    expect(unnamed).toMatchObject({ status: 422, body: { code: 'lead_person_required' } });
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('outside a block, or confirmed, a booking needs its lead person in every way to make one', async () => {
    const wanted = { status: 422, body: { code: 'lead_person_required' } };
    const single = (more: object) => manager.post('/bookings', inSite({ ...STAY, location: rooms[3], ...more }));
    expect(await single({ status: 'provisional' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/lead_person', code: 'required' }] },
    });
    expect(await single({ block_booking: block })).toMatchObject(wanted);
    const many = await reserve([rooms[3] ?? '']);
    expect(many).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/assignments/0/person_id', code: 'required' }] },
    });
    const confirmed = await post('bookings', { status: 'confirmed', assignments: [{ location_id: rooms[3] }] });
    expect(confirmed.body.results[0].error.code).toBe('lead_person_required');
    expect((await single({ status: 'provisional', block_booking: block })).status).toBe(200);
  });

  test('names are added in bulk', async () => {
    const people = await Promise.all(rooms.slice(0, 3).map(() => lodge.make.student(site)));
    const updates = (await listed()).map(({ _id }, index) => ({ booking_id: _id, lead_person: people[index] }));
    const answer = await manager.patch('/bookings/bulk', inSite({ atomic: true, updates }));
    expect(answer.body.summary.updated).toBe(3);
    expect((await listed()).map((each) => each.lead_person).sort()).toEqual([...people].sort());
  });

  test('names are added by an import of the exported list', async () => {
    const people = await Promise.all(rooms.slice(0, 3).map(() => lodge.make.student(site)));
    const ids = await lodge.sql<{ student_id: string }>(
      'SELECT student_id FROM students WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      [people],
    );
    const rows = (await listed()).map(({ _id }, row_index) => ({
      row_index,
      values: { booking_id: _id, student_id: ids[row_index]?.student_id ?? '' },
    }));
    const preview = await manager.post('/bookings/import/preview', inSite({ rows }));
    expect(preview.body.rows.map((row: { state: string }) => row.state)).toEqual(['ready', 'ready', 'ready']);
    expect(preview.body.rows[0].changes).toMatchObject([{ field: 'lead_person', from: null }]);
    const worker = await startWorker(lodge);
    const request = inSite({ idempotency_key: `block-names-${number}`, rows, resolutions: [] });
    const commit = await manager.post('/bookings/import/commit', request);
    expect([commit.status, commit.body.errors]).toEqual([200, undefined]);
    await until(async () => (await listed()).every((each) => each.lead_person !== null), 30);
    await worker.close();
    expect((await listed()).map((each) => each.lead_person)).toEqual(people);
  });

  test('a full list of students deactivates those who are not on it, although a live booking has no name', async () => {
    const elsewhere = await lodge.make.site();
    const admin = await lodge.logIn((await lodge.make.user({ roles: { [elsewhere.id]: 'admin' } })).email);
    const room = await lodge.make.room(elsewhere);
    const gone = await lodge.make.student(elsewhere);
    const held = { site: elsewhere.id, ...STAY, status: 'provisional', block: { name }, assignments: [{ location_id: room }] }; // prettier-ignore
    expect((await admin.post('/bookings/bulk', held)).body.summary.created).toBe(1);
    const student = { student_id: 'K77', first_name: 'Ada', last_name: 'Byron', location: room };
    const body = { type: 'full', students: [student], confirm_deactivations: 1 };
    expect((await admin.post(`/students/${elsewhere.id}/import`, body)).status).toBe(200);
    expect((await lodge.sql('SELECT active FROM students WHERE id = $1', [gone]))[0]).toEqual({ active: false });
  });

  test('name and notes change under a version; a name is taken once, and the refusal names the block that has it', async () => {
    const stale = await change({ notes: 'x' }, { 'if-match': '"9"' });
    expect(stale.status).toBe(412);
    const answer = await change(
      { name: `Jazz week ${number}`, notes: 'Invoice to the faculty' },
      { 'if-match': '"1"' },
    );
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { ...STAY, version: 2 } });
    const again = await reserve([rooms[3] ?? ''], { block: { name: `JAZZ WEEK ${number}` } });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'duplicate_name', block_booking: { _id: block }, errors: [{ pointer: '/block/name' }] },
    });
    const other = (await reserve([rooms[3] ?? ''], { block: { name: `Other ${number}` } })).body.block_booking._id;
    const taken = await manager.patch(`/block-bookings/${other}`, inSite({ name: `jazz week ${number}` }));
    expect(taken).toMatchObject({
      status: 409,
      body: { block_booking: { _id: block }, errors: [{ pointer: '/name' }] },
    });
    const feed = await manager.get(`/sites/${site.id}/events?resource=${block}`);
    expect(feed.body.data).toMatchObject([
      { type: 'block_booking.created', changes: [{ field: 'name', from: null, to: `Summer school ${number}` }] },
      {
        type: 'block_booking.updated',
        changes: [
          { field: 'name', from: `Summer school ${number}`, to: `Jazz week ${number}` },
          { field: 'notes', from: null, to: 'Invoice to the faculty' },
        ],
      },
    ]);
  });

  test('the date until which rooms are held is set for all that are provisional, and for no other', async () => {
    const [first] = await listed();
    await clerk.patch(`/bookings/${first?._id}`, inSite({ lead_person: await lodge.make.student(site) }));
    await move(first?._id ?? '', 'confirm');
    expect((await change({ hold_until: '2026-12-01T12:00:00Z' })).status).toBe(200);
    const held = (await listed()).map((row) => (row as Row & { hold_until: string | null }).hold_until);
    expect(held.sort()).toEqual(['2026-12-01T12:00:00.000Z', '2026-12-01T12:00:00.000Z', null]);
    const add = async (more: object = {}) => {
      const assignments = [{ person_id: null, location_id: await lodge.make.room(site) }];
      const { body } = await manager.post(`/block-bookings/${block}/bookings`, inSite({ assignments, ...more }));
      return body.results[0].booking;
    };
    expect(await add()).toMatchObject({ status: 'provisional', hold_until: '2026-12-01T12:00:00.000Z' });
    expect(await add({ status: 'provisional', hold_until: null })).toMatchObject({ hold_until: null });
    expect((await manager.get(`/block-bookings/${block}?site=${site.id}`)).body.hold_until).toBe(
      '2026-12-01T12:00:00.000Z',
    );
    expect(await change({ hold_until: '2020-01-01T12:00:00Z' })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/hold_until' }] } }); // prettier-ignore
  });

  test('of many that want one name at once exactly one gets it', async () => {
    const wanted = `Contested ${number}`;
    const places = await Promise.all(Array.from({ length: 6 }, () => lodge.make.room(site)));
    const answers = await rush(6, 6, (index) => reserve([places[index] ?? ''], { block: { name: wanted } }));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('new dates are for all bookings or none, and the conflicts of all are told', async () => {
    const later = { contract_start: '2027-07-06', contract_end: '2027-07-20' };
    expect((await change(later)).body).toMatchObject(later);
    expect(await listed()).toEqual(expect.arrayContaining([expect.objectContaining({ ...later, version: 2 })]));
    const person = await lodge.make.student(site);
    const rivals = [];
    for (const location of rooms.slice(0, 2))
      rivals.push((await manager.post('/bookings', inSite({ lead_person: person, location, contract_start: '2027-07-20', contract_end: '2027-08-01' }))).body._id); // prettier-ignore
    const refused = await change({ contract_end: '2027-07-22', notes: 'not kept' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'booking_conflict' } });
    expect(refused.body.conflicts.map((each: { booking_id: string }) => each.booking_id).sort()).toEqual(rivals.sort());
    expect(await read()).toMatchObject({ ...later, notes: null, version: 2 });
    expect((await change({ contract_end: '2027-07-01' })).body.code).toBe('invalid_date_range');
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('new dates that put bookings of the block into each other are refused with the booking in the way', async () => {
    const { contract_start, contract_end } = STAY;
    const [first] = (await listed()).filter(({ location }) => location === rooms[0]);
    const next = { contract_start: contract_end, contract_end: '2027-07-25' };
    const added = await post('bookings', { ...next, status: 'provisional', assignments: [{ location_id: rooms[0] }] });
    const second = added.body.results[0].booking;
    const refused = await change({ contract_end: '2027-07-22' });
    expect([refused.status, refused.body.code]).toEqual([409, 'booking_conflict']);
    expect(refused.body.conflicts).toMatchObject([{ booking_id: first?._id, contract_start, contract_end }]);
    expect(refused.body.bookings).toMatchObject([{ booking_id: second._id }]);
    expect(refused.body.detail).toContain('whose booking this request changes as well, would have the place');
    expect((await listed()).every(({ version }) => version === 1)).toBe(true);
  });

  test('new dates name the planned moves that they remove', async () => {
    const [first] = await listed();
    const planned = await manager.post(`/bookings/${first?._id}/moves`, inSite({ location: rooms[3], on: '2027-07-10' })); // prettier-ignore
    expect([planned.text, planned.status]).toEqual([planned.text, 200]);
    const answer = await change({ contract_end: '2027-07-09' });
    expect(answer.body.warnings).toMatchObject([{ code: 'planned_move_removed', booking_ids: [first?._id] }]);
  });

  test('a new arrival is for everybody or refused with the guest who is there already, and dates of a block that is over are refused', async () => {
    const person = await lodge.make.student(site);
    const today = { contract_start: '2026-11-20', contract_end: '2027-07-17', location: await lodge.make.room(site) };
    const { _id, reference } = (await manager.post('/bookings', inSite({ lead_person: person, block_booking: block, ...today }))).body; // prettier-ignore
    await move(_id, 'check_in');
    const refused = await change({ contract_start: '2027-07-07', contract_end: '2027-07-18' });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_date_range']);
    expect(refused.body.errors[0].pointer).toBe('/contract_start');
    expect(refused.body.detail).toContain(`The booking ${reference} is refused, so that nothing changed.`);
    expect(refused.body.bookings).toEqual([{ booking_id: _id, reference, code: 'invalid_date_range', detail: expect.stringContaining('the guest was there') }]); // prettier-ignore
    expect(await read()).toMatchObject({ contract_start: '2026-11-20', contract_end: '2027-07-17', version: 1 });
    expect((await change({ contract_end: '2027-07-18' })).body).toMatchObject({ contract_end: '2027-07-18', warnings: [] }); // prettier-ignore
    await move(_id, 'check_out');
    await post('release', CODE);
    const over = await change({ contract_end: '2027-07-20', contract_start: '2027-07-01', notes: 'not kept' });
    expect([over.status, over.body.code, over.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      409,
      'booking_closed',
      ['/contract_start', '/contract_end'],
    ]);
    expect((await change({ notes: 'Settled' })).body).toMatchObject({ notes: 'Settled' });
    expect((await change({ name: null })).body.errors).toEqual([{ pointer: '/name', code: expect.any(String), detail: expect.stringContaining('must not be null') }]); // prettier-ignore
  });

  test('bookings are added for the nights of the block, released one by one, and the rest with one request', async () => {
    const added = await post('bookings', { status: 'provisional', assignments: [{ location_id: rooms[3] }, { location_id: rooms[0] }] }); // prettier-ignore
    expect(added.body.summary).toMatchObject({ created: 1, failed: 1 });
    expect(added.body.block_booking).toMatchObject({ _id: block, name });
    expect(added.body.results[0].booking).toMatchObject({ ...STAY, block_booking: block });
    const [first] = await listed();
    const one = await post('release', { ...CODE, bookings: [first?._id] });
    expect(one.body.results).toEqual([
      { index: 0, booking_id: first?._id, outcome: 'released', error: null, waiting: [] },
    ]);
    expect(one.body.block_booking.counts).toMatchObject({ provisional: 3, cancelled: 1 });
    const stranger = await post('release', { ...CODE, bookings: [rooms[0]] });
    expect(stranger).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
    const again = await post('release', { ...CODE, bookings: [first?._id] });
    expect(again.body.results[0]).toMatchObject({ outcome: 'failed', error: { code: 'transition_not_allowed' } });
    expect((await post('release', CODE)).body.block_booking.counts).toMatchObject({ provisional: 0, cancelled: 4 });
    expect((await post('release', {})).status).toBe(400);
    expect((await post('release', CODE, clerk)).status).toBe(403);
  });

  test('a block is cancelled as a whole, or not at all when somebody has moved in', async () => {
    const person = await lodge.make.student(site);
    const today = { ...inSite({ lead_person: person, location: await lodge.make.room(site), block_booking: block }) };
    const resident = (await manager.post('/bookings', { ...today, contract_start: '2026-11-20', contract_end: '2027-07-17', status: 'confirmed' })).body._id; // prettier-ignore
    expect((await move(resident, 'check_in')).status).toBe(200);
    expect(await post('cancel', CODE)).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    expect((await read()).counts).toMatchObject({ provisional: 3, checked_in: 1 });
    await move(resident, 'check_out');
    expect((await post('cancel', CODE)).body.counts).toMatchObject({ provisional: 0, cancelled: 3, checked_out: 1 });
    const deeds = await lodge.sql(`SELECT FROM audit_events WHERE subject_id = $1 AND action = 'block_booking.cancelled'`, [block]); // prettier-ignore
    expect(deeds).toHaveLength(1);
    const [back] = (await listed()).filter(({ status }) => status === 'cancelled');
    expect((await move(back?._id ?? '', 'reinstate', { notes: 'They come after all' })).body).toMatchObject({ booking: { status: 'provisional', lead_person: null } }); // prettier-ignore
  });

  test('released, moved and filled at the same time, no place is held twice and every booking has one story', async () => {
    const calls = [
      () => post('release', CODE),
      () => change({ contract_end: '2027-07-19' }),
      () => post('bookings', { status: 'provisional', assignments: [{ location_id: rooms[3] }] }),
      () => change({ contract_start: '2027-07-04' }),
      () => reserve(rooms, { block: { name: `Rival ${number}` } }),
      () => post('cancel', CODE),
    ];
    const answers = await rush(calls.length * 3, 6, (index) => (calls[index % calls.length] as () => Promise<Answer>)()); // prettier-ignore
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('the list is filtered by name, by nights and by whether anything is live, page by page', async () => {
    const list = async (query: string) => (await manager.get(`/block-bookings?site=${site.id}&${query}`)).body;
    const ids = async (query: string) => (await list(query)).data.map((each: Row) => each._id);
    expect(await ids(`q=${encodeURIComponent(name)}`)).toContain(block);
    expect(await ids('from=2027-07-16&to=2027-07-17&limit=200')).toContain(block);
    expect(await ids('from=2027-07-17&limit=200')).not.toContain(block);
    expect(await ids('live=true&limit=200')).toContain(block);
    await post('cancel', CODE);
    expect(await ids('live=false&limit=200')).toContain(block);
    expect(await ids('live=true&limit=200')).not.toContain(block);
    const [first, second] = [await list('limit=1'), await list('limit=1&skip=1')];
    expect(first.data[0]._id).toBe(block);
    expect(second.data[0]._id).not.toBe(block);
  });
});
