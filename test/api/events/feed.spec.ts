import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Cursors, type Place, START } from '#libs/events/cursor';
import { verifyJournal } from '#libs/events/journal/verify-journal.queries';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

interface Event {
  id: string;
  cursor: string;
  type: string;
  site: string;
  resource: { type: string; _id: string; version: number | null };
  changes: { field: string; from: unknown; to: unknown }[];
  data: Record<string, unknown> | null;
  caused_by: { kind: string; _id: string } | null;
  actor: { type: string; _id: string | null };
}

describe('the feed of events', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let adminId: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    site = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    [admin, adminId] = [await lodge.logIn(user.email), user.id];
  });
  afterAll(() => lodge.stop());

  const feed = async (query: Record<string, string> = {}, who = admin, path = `/sites/${site.id}/events`) => {
    const answer = await who.get(`${path}?${new URLSearchParams(query).toString()}`);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.body as { data: Event[]; next_cursor: string };
  };
  const end = async (): Promise<string> => {
    let cursor = (await feed({ limit: '500' })).next_cursor;
    for (let page; page?.data.length !== 0; cursor = page.next_cursor)
      page = await feed({ after: cursor, limit: '500' });
    return cursor;
  };
  const cursorOf = (place: Place) => lodge.instance.app.get(Cursors, { strict: false }).of(place);
  const since = async (after: string, query = {}, who = admin) =>
    (await feed({ after, limit: '500', ...query }, who)).data;
  const ok = async (answer: ReturnType<Client['post']>) => {
    const { status, text, body } = await answer;
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const booked = async () => {
    const [room, student] = [await lodge.make.room(site), await lodge.make.student(site)];
    const stay = { contract_start: '2026-11-21', contract_end: '2027-06-30' };
    return ok(admin.post('/bookings', { site: site.id, lead_person: student, location: room, ...stay }));
  };

  test('tells each transaction of a booking in order, with who did it, what changed and the record as it is', async () => {
    const before = await end();
    const booking = await booked();
    await ok(admin.post(`/bookings/${booking._id}/transitions`, { site: site.id, type: 'check_in' }));
    await ok(admin.patch(`/bookings/${booking._id}`, { site: site.id, notes: 'Allergic to nuts' }));
    const events = (await since(before)).filter(({ resource }) => resource._id === booking._id);
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.checked_in', 'booking.updated']);
    expect(events[1]?.changes).toContainEqual({ field: 'status', from: 'confirmed', to: 'checked_in' });
    expect(events[2]?.changes).toEqual([{ field: 'notes', from: null, to: 'Allergic to nuts' }]);
    const read = (await admin.get(`/bookings/${booking._id}?site=${site.id}`)).body;
    // As lists have it.
    const {
      allowed_transitions: _transitions,
      warnings: _warnings,
      stays: _stays,
      planned_move: _move,
      ...record
    } = read;
    expect(events[2]?.data).toEqual(record);
    expect(events[2]?.resource).toEqual({ type: 'booking', _id: booking._id, version: read.version });
    expect(events[2]?.actor).toMatchObject({ type: 'user', _id: adminId });
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  });

  test('tells every kind of change in the site', async () => {
    const before = await end();
    const base = `/sites/${site.id}`;
    const type = await ok(
      admin.post(`${base}/location-types`, { name: 'Studio', colour: '#112233', can_be_allocated_to_bookings: true }),
    );
    const location = await ok(admin.post(`${base}/locations`, { name: 'S-1', location_type: type._id }));
    await ok(admin.patch(`${base}/locations/${location._id}`, { name: 'S-2' }));
    const flag = await ok(admin.post(`${base}/flags`, { name: 'Late', colour: '#112233' }));
    await ok(admin.delete(`${base}/flags/${flag._id}`));
    const closing = { location: location._id, from: '2030-01-04', to: '2030-01-18', kind: 'maintenance' };
    const closure = await ok(admin.post(`${base}/closures`, closing));
    await ok(admin.patch(`${base}/closures/${closure._id}`, { reason: 'Windows' }));
    await ok(admin.post(`${base}/closures/${closure._id}/end`, { on: '2030-01-10' }));
    const student = await ok(
      admin.post('/students', { site: site.id, first_name: 'Ada', last_name: 'King', location: location._id }),
    );
    const category = await lodge.make.listEntry('categories', site.id);
    const policy = { name: 'Heating', category_ids: [category], targets: { resolution: { hours: 8, minutes: 0 } } };
    await ok(admin.post(`/sla-policies/${site.id}`, policy));
    await ok(admin.post(`${base}/members`, { email: 'somebody@example.org', role: 'viewer' }));
    await ok(admin.patch(base, { name: 'Another name' }));
    await ok(
      admin.post(`/students/${site.id}/import`, {
        type: 'partial',
        students: [{ student_id: 'F-1', first_name: 'Grace', last_name: 'Hopper', location: location._id }],
      }),
    );
    const rows = [{ row_index: 0, values: { room: 'nowhere' } }];
    await admin.post('/bookings/import/commit', { site: site.id, idempotency_key: 'one', rows });
    const booking = await booked();
    await admin.get(`/bookings/${booking._id}/document?site=${site.id}`, { prefer: 'respond-async' });
    await admin.get(`/students/${site.id}`);
    const events = await since(before);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining([
      'location_type.created', 'location.created', 'location.updated', 'flag.created', 'flag.deleted', 'closure.created',
      'closure.updated', 'closure.ended', 'student.created', 'sla_policy.created', 'invitation.created', 'site.changed',
      'students.imported', 'import.started', 'job.created', 'booking.created', 'booking_document.ordered',
    ])); // prettier-ignore
    const of = (kind: string) => events.find(({ type }) => type === kind);
    expect(of('location.updated')?.data).toMatchObject({ _id: location._id, name: 'S-2' });
    expect(of('flag.created')?.data).toBeNull();
    expect(of('closure.updated')).toMatchObject({
      changes: [{ field: 'reason', from: null, to: 'Windows' }],
      data: { to: '2030-01-10' },
    });
    expect(of('student.created')?.data).toMatchObject({ _id: student._id, first_name: 'Ada' });
    expect(of('job.created')?.data).toMatchObject({ kind: 'booking_import', state: 'waiting' });
    expect(of('site.changed')?.data).toMatchObject({ name: 'Another name' });
  });

  test('a bulk request is the cause of its events', async () => {
    const before = await end();
    const assignments = [{ person_id: await lodge.make.student(site), location_id: await lodge.make.room(site) }];
    const stay = { contract_start: '2027-01-04', contract_end: '2027-06-30' };
    const bulk = await ok(admin.post('/bookings/bulk', { site: site.id, ...stay, block: { name: 'B' }, assignments }));
    const [event] = await since(before, { type: 'booking.created' });
    expect(event?.caused_by).toEqual({ kind: 'bulk', _id: bulk.block_booking._id });
  });

  test('a request with many transitions is the cause of all of them', async () => {
    const bookings = [await booked(), await booked()];
    const before = await end();
    const transitions = bookings.map(({ _id }) => ({ booking_id: _id, type: 'check_in' }));
    await ok(admin.post('/bookings/transitions/bulk', { site: site.id, transitions }));
    const causes = (await since(before, { type: 'booking.checked_in' })).map(({ caused_by }) => caused_by);
    expect(causes).toEqual([causes[1], { kind: 'bulk', _id: expect.any(String) }]);
  });

  test('an import of students is the cause of its events, and so is its undo', async () => {
    const before = await end();
    await lodge.make.room(site, { code: 'CAUSE' });
    const students = [{ student_id: 'CAUSE-1', first_name: 'Grace', last_name: 'Hopper', location: 'CAUSE' }];
    const { import_id: _id } = await ok(admin.post(`/students/${site.id}/import`, { type: 'partial', students }));
    await ok(admin.post(`/students/${site.id}/imports/${_id}/undo`));
    const events = await since(before, { type: 'student.*' });
    expect(events.map(({ type, caused_by }) => [type, caused_by])).toEqual([
      ['student.created', { kind: 'import', _id }],
      ['student.deleted', { kind: 'undo', _id }],
    ]);
  });

  test('tells that an entry of the waiting list goes to another person, comes back, and is removed', async () => {
    const [kept, gone] = [await lodge.make.student(site), await lodge.make.student(site)];
    const wish = { person: gone, location_type: site.roomType, from: '2027-09-01' };
    const entry = await ok(admin.post(`/sites/${site.id}/waiting-list`, wish));
    const before = await end();
    await ok(admin.post(`/students/${site.id}/${kept}/merge`, { student: gone }));
    const merged = await ok(admin.get(`/sites/${site.id}/waiting-list/${entry._id}`));
    await ok(admin.post(`/students/${site.id}/${kept}/merge/undo`, { student: gone }));
    const undone = await ok(admin.get(`/sites/${site.id}/waiting-list/${entry._id}`));
    expect([merged, undone].map(({ person, version }) => [person, version])).toEqual([[kept, 2], [gone, 3]]); // prettier-ignore
    await ok(admin.post(`/students/${site.id}/${gone}/erase`));
    const events = await since(before, { resource: 'waiting_entry' });
    expect(events.map(({ type, resource, changes, data }) => [type, resource._id, changes, data])).toEqual([
      ['waiting_entry.updated', entry._id, [{ field: 'person', from: gone, to: kept }], null],
      ['waiting_entry.updated', entry._id, [{ field: 'person', from: kept, to: gone }], null],
      ['waiting_entry.deleted', entry._id, [], null],
    ]);
  });

  test('tells as much of a location that is created alone as of one of many', async () => {
    const before = await end();
    const fields = { name: 'Store', location_type: site.roomType, parent: site.building };
    await ok(admin.post(`/sites/${site.id}/locations`, fields));
    const [event] = await since(before, { type: 'location.created' });
    expect(event?.changes).toEqual(
      expect.arrayContaining([
        { field: 'capacity', from: null, to: 1 },
        { field: 'active', from: null, to: true },
      ]),
    );
  });

  test('shows each role what it may see, welfare only with the permission', async () => {
    const before = await end();
    const student = await ok(
      admin.post('/students', { site: site.id, first_name: 'Mary', last_name: 'Byron', location: site.building }),
    );
    const whole = { first_name: 'Mary', last_name: 'Byron', location: site.building };
    await ok(admin.patch(`/students/${site.id}/${student._id}`, { ...whole, welfare_flag: true }));
    await ok(admin.patch(`/students/${site.id}/${student._id}`, { ...whole, first_name: 'Marie' }));
    await ok(admin.post(`/sites/${site.id}/members`, { email: 'x@example.org', role: 'viewer' }));
    const clients: Record<string, Client> = {};
    for (const role of ['viewer', 'reception', 'welfare', 'manager'] as const)
      clients[role] = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
    const typesOf = async (role: string) => (await since(before, {}, clients[role])).map(({ type }) => type);
    expect(await typesOf('viewer')).toEqual(['student.created', 'student.updated']);
    expect(await typesOf('reception')).toEqual(['student.created', 'student.updated']);
    expect(await typesOf('welfare')).toEqual(['student.created', 'student.welfare_changed', 'student.updated']);
    expect(await typesOf('manager')).toEqual([
      'student.created',
      'student.welfare_changed',
      'student.updated',
      'invitation.created',
    ]);
    const flagOf = async (role: string) =>
      (await since(before, { type: 'student.updated' }, clients[role]))[0]?.data?.welfare_flag;
    expect([await flagOf('viewer'), await flagOf('welfare')]).toEqual([false, true]);
  });

  test('filters by type, kind and record, and its cursor moves on where nothing matches', async () => {
    const before = await end();
    const [one, other] = [await booked(), await booked()];
    await ok(admin.patch(`/bookings/${one._id}`, { site: site.id, notes: 'One' }));
    const ids = async (query: object) => (await since(before, query)).map(({ type, resource }) => [type, resource._id]);
    expect(await ids({ resource: one._id })).toEqual([
      ['booking.created', one._id],
      ['booking.updated', one._id],
    ]);
    expect(await ids({ type: 'booking.created' })).toEqual([
      ['booking.created', one._id],
      ['booking.created', other._id],
    ]);
    expect(await ids({ type: 'booking.*, student.*' })).toHaveLength(3);
    expect(await ids({ resource: 'booking' })).toHaveLength(3);
    const nothing = await feed({ after: before, type: 'flag.created' });
    expect(nothing.data).toEqual([]);
    expect((await feed({ after: nothing.next_cursor })).data).toEqual([]);
  });

  test('pages of any length hold the same events, each once', async () => {
    const all = await since(cursorOf(START));
    expect(all.length).toBeGreaterThan(20);
    const paged: Event[] = [];
    let after: string | undefined;
    for (let page; page?.data.length !== 0; after = page.next_cursor) {
      page = await feed({ limit: '3', ...(after && { after }) });
      paged.push(...page.data);
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const from = all[7]?.cursor ?? '';
    expect((await since(from)).map(({ id }) => id)).toEqual(all.slice(8).map(({ id }) => id));
  });

  test('of all sites has those of the caller, with the role of each', async () => {
    const second = await lodge.make.site();
    const third = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'viewer', [second.id]: 'welfare' } });
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const both = await lodge.logIn(email);
    const before = await end();
    for (const { id, building } of [site, second, third]) {
      const whole = { first_name: 'Ada', last_name: 'Byron', location: building };
      const student = await ok(owner.post('/students', { site: id, ...whole }));
      await ok(owner.patch(`/students/${id}/${student._id}`, { ...whole, welfare_flag: true }));
    }
    const read = async (who: Client) =>
      (await feed({ after: before }, who, '/events')).data.map((event) => [event.site, event.type]);
    expect(await read(both)).toEqual([
      [site.id, 'student.created'],
      [second.id, 'student.created'],
      [second.id, 'student.welfare_changed'],
    ]);
    expect(await read(owner)).toHaveLength(6);
    const nobody = await lodge.logIn((await lodge.make.user()).email);
    expect(await read(nobody)).toEqual([]);
  });

  test('an API key reads the sites that it is for', async () => {
    const before = await end();
    await booked();
    const key = await ok(
      admin.post('/users/@me/api-keys', { name: 'Doors', scopes: [{ site: site.id, role: 'viewer' }] }),
    );
    const answer = await lodge.call('GET', `/events?after=${before}`, undefined, {
      authorization: `Bearer ${key.key}`,
    });
    expect(answer.body.data.map(({ type }: Event) => type)).toEqual(['booking.created']);
  });

  test('what only reads is no event', async () => {
    const before = await end();
    await admin.get(`/students/${site.id}/csv`);
    await admin.get(`/bookings/export?site=${site.id}`);
    await lodge.pool.query(
      `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
       VALUES (uuidv7(), $1, now(), 'system', 'x', 'students.welfare_read', 'site', $1), (uuidv7(), $1, now(), 'system', 'x', 'bookings.exported', 'site', $1)`,
      [site.id],
    );
    expect(await since(before)).toEqual([]);
  });

  test('refuses a cursor, a type and a record that make no sense, and names the field', async () => {
    for (const [name, value] of [
      ['after', 'x'],
      ['after', 'AAAAAAAAAAAAAAAAAAAA='],
      ['type', 'booking'],
      ['resource', 'bookings'],
      ['limit', '501'],
    ]) {
      const answer = await admin.get(`/sites/${site.id}/events?${name}=${value}`);
      expect([name, answer.status, answer.body.errors?.[0]?.pointer]).toEqual([name, 400, name]);
    }
  });

  test('a cursor tells nothing of other sites, and does not change with what happens there', async () => {
    const other = await lodge.make.site();
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    const rename = (name: string) => ok(stranger.patch(`/sites/${other.id}`, { name }));
    await booked();
    // What earlier tests read of students is written down within seconds, as an entry of this site.
    await lodge.instance.app.get(WelfareReads, { strict: false }).flush();
    const before = (await feed({ limit: '500', type: 'flag.deleted' })).next_cursor;
    const resumed = async () => {
      const { text } = await admin.get(`/sites/${site.id}/events/stream?seconds=1`);
      return /^id: (\S+)$/m.exec(text)?.[1];
    };
    for (const name of ['North', 'East', 'South']) {
      await rename(name);
      for (const after of [before, cursorOf(START)])
        expect([name, (await feed({ after, limit: '500', type: 'flag.deleted' })).next_cursor]).toEqual([name, before]);
    }
    expect(await resumed()).toBe(before);
    const ofAll = (await feed({ after: before, limit: '500' }, stranger, '/events')).data;
    expect(ofAll.map(({ type }) => type)).toEqual(['site.changed', 'site.changed', 'site.changed']);
    for (const { id, cursor } of ofAll) {
      const [place] = await lodge.sql<{ position: string }>('SELECT position FROM event_journal WHERE event_id = $1', [id]); // prettier-ignore
      const plain = Buffer.alloc(4);
      plain.writeUInt32BE(Number(place?.position));
      expect(Buffer.from(cursor, 'base64url').includes(plain)).toBe(false);
    }
  });

  test('goes on after a cursor that was stored before cursors were encrypted', async () => {
    const before = await end();
    const [made, next] = [await booked(), await booked()];
    const [first] = await since(before);
    const [place] = await lodge.sql<{ position: string; chain: Buffer }>('SELECT position, chain FROM event_journal WHERE event_id = $1', [first?.id]); // prettier-ignore
    const plain = Buffer.alloc(15);
    plain.writeUIntBE(Number(place?.position), 1, 6);
    place?.chain.copy(plain, 7, 0, 8);
    const rest = (await since(plain.toString('base64url'))).map(({ resource }) => resource._id);
    expect(rest).toContain(next._id);
    expect(rest).not.toContain(made._id);
  });

  test('a cursor of a history that was lost, or older than what is kept, is told and not skipped over', async () => {
    const [first] = (await feed({ limit: '1' })).data;
    const beyond = cursorOf({ position: '999999999', chain: 'ab'.repeat(32) });
    const altered = cursorOf({ position: '3', chain: 'ab'.repeat(32) });
    const config = lodge.instance.app.get<Config>(CONFIG, { strict: false });
    const sealed = new Cursors({ ...config, JWT_SECRET: 'another secret than the one of this one' }).of(START);
    for (const cursor of [beyond, altered, sealed]) {
      const answer = await admin.get(`/sites/${site.id}/events?after=${cursor}`);
      expect([answer.status, answer.body.code, answer.body.reason]).toEqual([410, 'cursor_gone', 'unknown']);
      expect((await since(answer.body.restart_at))[0]?.id).toBe(first?.id);
    }
    const old = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    for (const days of [401, 399, 1])
      await lodge.pool.query(
        `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
         VALUES (uuidv7(), $1, now() - make_interval(days => $2), 'system', 'x', 'site.changed', 'site', $1)`,
        [old.id, days],
      );
    const kept = await feed({}, owner, `/sites/${old.id}/events`);
    expect(kept.data).toHaveLength(2);
    const gone = await owner.get(`/sites/${old.id}/events?after=${first?.cursor}`);
    expect([gone.status, gone.body.reason]).toEqual([410, 'expired']);
    expect((await feed({ after: gone.body.restart_at }, owner, `/sites/${old.id}/events`)).data).toHaveLength(2);
    await ok(owner.patch(`/sites/${old.id}`, { settings: { event_retention_days: 30 } }));
    expect((await feed({}, owner, `/sites/${old.id}/events`)).data.map(({ type }) => type)).toEqual([
      'site.changed',
      'site.changed',
    ]);
    // What is not shown any more is still in the chain, and found when it is altered.
    const database = lodge.instance.app.get(Database);
    expect((await verifyJournal(database)).altered).toBeUndefined();
    const alter = (name: string) => lodge.sql(`BEGIN; SET LOCAL session_replication_role = replica; UPDATE audit_events SET actor_name = '${name}' WHERE site_id = '${old.id}' AND at < now() - interval '400 days'; COMMIT`); // prettier-ignore
    await alter('y');
    expect((await verifyJournal(database)).altered).toMatchObject({ site: old.id, why: 'the trail says something else than it did' }); // prettier-ignore
    await alter('x');
  });

  test('what is lost with its transaction is no event, and a job that was taken back neither', async () => {
    const before = await end();
    await lodge.pool.query('BEGIN; ROLLBACK');
    const client = await lodge.pool.connect();
    const job = `INSERT INTO jobs (site_id, id, kind, created_at, heartbeat_at) VALUES ('${site.id}', uuidv7(), 'booking_import', now(), now())`;
    await client.query(`BEGIN; ${job}; ROLLBACK`);
    await client.query(`BEGIN; ${job}; DELETE FROM jobs WHERE site_id = '${site.id}' AND created_at = now(); COMMIT`);
    client.release();
    expect(await since(before)).toEqual([]);
  });

  test('the way of a job is told, and that an import or a document is over', async () => {
    const before = await end();
    const id = (
      await lodge.sql<{ id: string }>(
        `INSERT INTO jobs (site_id, id, kind, created_at, heartbeat_at) VALUES ($1, uuidv7(), 'students_document', now(), now()) RETURNING id`,
        [site.id],
      )
    )[0]?.id;
    for (const state of ['active', 'waiting', 'active', 'completed'])
      await lodge.pool.query('UPDATE jobs SET state = $2 WHERE id = $1', [id, state]);
    const events = await since(before);
    expect(events.map(({ type, resource }) => [type, resource.type])).toEqual([
      ['job.created', 'job'],
      ['job.started', 'job'],
      ['job.waiting', 'job'],
      ['job.started', 'job'],
      ['job.completed', 'job'],
      ['document.completed', 'document'],
    ]);
    expect(events.every(({ resource }) => resource._id === id)).toBe(true);
  });
});
