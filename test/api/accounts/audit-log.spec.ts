import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { PASSWORD, type SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

interface Event {
  _id: string;
  action: string;
  actor: { type: string; _id: string | null; name: string };
  resource: { kind: string; _id: string };
  changes: { field: string; from: unknown; to: unknown }[];
}

describe('the audit log', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let adminId: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '0' } });
    site = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    adminId = user.id;
    admin = await lodge.logIn(user.email);
  });
  afterAll(() => lodge.stop());

  const url = (query = '') => `/sites/${site.id}/audit${query && `?${query}`}`;
  const read = async (query = '', who = admin): Promise<Event[]> => (await who.get(url(query))).body.data;
  /** What is written down by some work, oldest first. */
  const trailOf = async (work: () => Promise<unknown>) => {
    const [last] = await read('limit=1');
    await work();
    const events = await read('limit=200');
    const news = last
      ? events.slice(
          0,
          events.findIndex(({ _id }) => _id === last._id),
        )
      : events;
    return news.reverse();
  };
  const post = async (path: string, body: object) => {
    const answer = await admin.post(path, body);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.body;
  };

  test.each([
    ['flags', 'flag', { name: 'Vegan', colour: '#112233' }, { colour: '#445566' }, 'colour'],
    ['welfare-states', 'welfare_state', { name: 'Watch', colour: '#112233' }, { name: 'Watched' }, 'name'],
    ['categories', 'category', { name: 'Heating', colour: '#112233' }, { name: 'Heat' }, 'name'],
    ['cancellation-codes', 'cancellation_code', { code: 'flood', name: 'Flood' }, { active: false }, 'active'],
  ])(
    'has one entry for each change of %s, with what changed, and none for none',
    async (path, kind, fields, change, field) => {
      const list = `/sites/${site.id}/${path}`;
      let id = '';
      const events = await trailOf(async () => {
        id = (await post(list, fields))._id;
        await admin.patch(`${list}/${id}`, change);
        await admin.patch(`${list}/${id}`, change);
        await admin.delete(`${list}/${id}`);
      });
      expect(events.map(({ action, resource }) => [action, resource])).toEqual(
        ['created', 'updated', 'deleted'].map((what) => [`${kind}.${what}`, { kind, _id: id }]),
      );
      expect(events[0]?.changes).toEqual(
        expect.arrayContaining(Object.entries(fields).map(([name, to]) => ({ field: name, from: null, to }))),
      );
      expect(events[1]?.changes.map((each) => each.field)).toEqual([field]);
      expect(events[0]?.actor).toMatchObject({ type: 'user', _id: adminId });
    },
  );

  test('has one entry for each change of locations and their types', async () => {
    const types = `/sites/${site.id}/location-types`;
    const type = { name: 'Studio', colour: '#112233', can_be_allocated_to_bookings: true };
    const locations = `/sites/${site.id}/locations`;
    const events = await trailOf(async () => {
      const { _id: typeId } = await post(types, type);
      await admin.patch(`${types}/${typeId}`, { ...type, cleaning_type: 'daily' });
      const { _id: id } = await post(locations, { name: 'S1', location_type: typeId, parent: site.building });
      await admin.patch(`${locations}/${id}`, { capacity: 2, parent: null });
      await admin.delete(`${locations}/${id}`);
      await admin.delete(`${types}/${typeId}`);
    });
    expect(events.map(({ action, changes }) => [action, ...changes.map(({ field }) => field)])).toEqual([
      ['location_type.created', 'name', 'colour', 'can_be_allocated_to_bookings'],
      ['location_type.updated', 'cleaning_type'],
      ['location.created', 'capacity', 'active', 'name', 'location_type', 'parent'],
      ['location.updated', 'capacity', 'parent'],
      ['location.deleted'],
      ['location_type.deleted'],
    ]);
  });

  test('has blocks, imports, documents and exports', async () => {
    const one = await lodge.make.student(site);
    const stay = { contract_start: '2027-01-04', contract_end: '2027-03-20' };
    const events = await trailOf(async () => {
      const assignments = [{ person_id: one, location_id: await lodge.make.room(site) }];
      await post('/bookings/bulk', { site: site.id, ...stay, block: { name: 'Choir' }, assignments });
      const rows = [{ row_index: 0, values: { room: 'nowhere' } }];
      const imported = { site: site.id, idempotency_key: 'key', rows };
      await Promise.all([1, 2, 3].map(() => admin.post('/bookings/import/commit', imported)));
      await admin.get(`/students/${site.id}/export?includePhoto=false`, { prefer: 'respond-async' });
      await admin.get(`/students/${site.id}/export-csv`);
      await admin.get(`/bookings/export?site=${site.id}`);
      await post(`/students/${site.id}/import`, {
        type: 'partial',
        students: [
          { first_name: 'New', last_name: 'Comer', location: 'North House', student_id: 'N1', email: 'n@uni.example' },
        ],
      });
    });
    expect(events.map(({ action }) => action)).toEqual([
      'block_booking.created',
      'import.started',
      'students_document.ordered',
      'students.exported',
      'bookings.exported',
      'students.imported',
      'student.created',
    ]);
  });

  test('has log-ins, and failed ones of accounts that exist, for the owner', async () => {
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const { email, id } = await lodge.make.user();
    await lodge.call('POST', '/users/sessions', { email, password: 'not this one' });
    await lodge.call('POST', '/users/sessions', { email: 'nobody@example.org', password: 'not this one' });
    await lodge.call('POST', '/users/sessions', { email, password: PASSWORD });
    const [entered] = (await owner.get(`/audit?actor=${id}`)).body.data as Event[];
    expect(entered).toMatchObject({ action: 'session.created', changes: [{ field: 'address', to: '127.0.0.1' }] });
    let refused: Event[] = [];
    await until(async () => (refused = (await owner.get('/audit?action=session.refused')).body.data).length > 0);
    expect(refused.map(({ resource }) => resource)).toEqual([{ kind: 'user', _id: id }]);
    expect((await admin.get('/audit')).status).toBe(403);
  });

  test('has reads of welfare data, each once for a while, and not of those who cannot see it', async () => {
    const student = await lodge.make.student(site, { welfare_flag: true });
    const plain = await lodge.make.student(site);
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const events = await trailOf(async () => {
      for (const who of [admin, admin, viewer]) {
        for (const id of [student, plain]) expect((await who.get(`/students/${site.id}/${id}`)).status).toBe(200);
        expect((await who.get(`/students/${site.id}`)).status).toBe(200);
      }
      await lodge.instance.app.get(WelfareReads, { strict: false }).flush();
    });
    expect(events.map(({ action, resource, actor }) => [action, resource._id, actor._id])).toEqual([
      ['student.welfare_read', student, adminId],
      ['students.welfare_read', site.id, adminId],
    ]);
  });

  test('has reads of welfare data in the feed and the stream of events', async () => {
    const student = await lodge.make.student(site, { welfare_flag: true });
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const since = (await admin.get(`/sites/${site.id}/events?limit=500&type=flag.*`)).body.next_cursor as string;
    const change = await admin.get(`/students/${site.id}/${student}`);
    const renamed = { first_name: 'Renamed', location: site.building };
    expect((await admin.patch(`/students/${site.id}/${student}`, renamed, { 'if-match': change.headers.etag })).status).toBe(200); // prettier-ignore
    const reads = lodge.instance.app.get(WelfareReads, { strict: false });
    await reads.flush();
    for (const path of [
      `/sites/${site.id}/events?after=${since}`,
      `/events?after=${since}`,
      `/sites/${site.id}/events/stream?seconds=1`,
    ]) {
      const events = await trailOf(async () => {
        for (const who of [viewer, admin]) expect((await who.get(path)).status).toBe(200);
        await reads.flush();
      }); // prettier-ignore
      expect([path, events.map(({ action, actor }) => [action, actor._id])]).toEqual([path, [['students.welfare_read', adminId]]]); // prettier-ignore
    }
  });

  test('has who read in it what the welfare of somebody was, as a page and as lines', async () => {
    const [watched, plain] = [await lodge.make.student(site), await lodge.make.student(site)];
    const path = `/students/${site.id}`;
    const change = { first_name: 'Sam', location: site.building };
    for (const [id, more] of [
      [watched, { welfare_flag: true }],
      [plain, {}],
    ] as const)
      expect((await admin.patch(`${path}/${id}`, { ...change, ...more })).status).toBe(200);
    const reads = lodge.instance.app.get(WelfareReads, { strict: false });
    const noted = async () => {
      await reads.flush();
      const rows = await lodge.sql<{ id: string }>(`SELECT subject_id AS id FROM audit_events WHERE action = 'student.welfare_read' AND subject_id = ANY ($1)`, [[watched, plain]]); // prettier-ignore
      return rows.map(({ id }) => id);
    };
    const expected = await noted();
    for (const headers of [{}, { accept: 'application/x-ndjson' }]) {
      for (const id of [watched, plain]) expect((await admin.get(url(`resource=${id}`), headers)).status).toBe(200);
      expected.push(watched);
      expect(await noted()).toEqual(expected);
    }
  });

  test('is filtered by actor, resource, kind, action and time, and paged to its end without a gap', async () => {
    const all: Event[] = [];
    let cursor = '';
    do {
      const { body } = await admin.get(url(`limit=3${cursor && `&cursor=${cursor}`}`));
      all.push(...body.data);
      cursor = body.next_cursor ?? '';
    } while (cursor);
    // How jobs go is shown to those who ask for it.
    const stored = await lodge.sql(
      `SELECT id FROM audit_events WHERE site_id = $1 AND subject_kind <> 'job' ORDER BY id DESC`,
      [site.id],
    );
    expect(all.map(({ _id }) => _id)).toEqual(stored.map(({ id }) => id));
    const [event] = all as [Event];
    const matching = (test: (each: Event) => boolean) => all.filter(test).map(({ _id }) => _id);
    const ids = async (query: string) => (await read(`${query}&limit=200`)).map(({ _id }) => _id);
    expect(await ids('kind=flag')).toEqual(matching(({ resource }) => resource.kind === 'flag'));
    expect(await ids(`actor=${adminId}`)).toEqual(matching(({ actor }) => actor._id === adminId));
    expect(await ids(`resource=${event.resource._id}`)).toEqual(
      matching(({ resource }) => resource._id === event.resource._id),
    );
    expect(await ids('action=flag.created')).toEqual(matching(({ action }) => action === 'flag.created'));
    expect(await ids('from=2026-11-21T12:00:00Z')).toHaveLength(all.length);
    expect(await ids('to=2026-11-21T12:00:00Z')).toEqual([]);
    const lines = (await admin.get(url('kind=flag'), { accept: 'application/x-ndjson' })).text.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as Event)._id)).toEqual(await ids('kind=flag'));
  });

  test.each(['actor=me', 'resource=x', 'kind=house', 'cursor=%00', 'cursor=abc', 'from=yesterday', 'limit=0'])(
    'answers 400 to %s',
    async (query) => {
      expect(await admin.get(url(query))).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    },
  );

  test('streams 5,000 entries as lines, each once', async () => {
    const big = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [big.id]: 'admin' } });
    await lodge.sql(
      `INSERT INTO audit_events (id, site_id, at, actor_type, actor_name, action, subject_kind, subject_id)
       SELECT uuidv7(), $1, now(), 'system', 'Lodge', 'site.changed', 'site', $1 FROM generate_series(1, 5000)`,
      [big.id],
    );
    const client = await lodge.logIn(user.email);
    const { text } = await client.get(`/sites/${big.id}/audit`, { accept: 'application/x-ndjson' });
    const ids = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Event)._id);
    expect(new Set(ids).size).toBe(5000);
  });

  test('is for administrators, of their site only', async () => {
    const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    expect((await manager.get(url())).status).toBe(403);
    const stranger = await lodge.logIn(
      (await lodge.make.user({ roles: { [(await lodge.make.site()).id]: 'admin' } })).email,
    );
    expect((await stranger.get(url())).status).toBe(404);
  });
});
