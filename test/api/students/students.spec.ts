import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

describe('students', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let desk: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
  });
  afterAll(() => lodge.stop());

  const create = (more: object = {}, client = desk) =>
    client.post('/students', {
      site: site.id,
      first_name: 'Grace',
      last_name: 'Hopper',
      location: site.building,
      ...more,
    });
  const url = (id = '') => `/students/${site.id}${id && `/${id}`}`;
  const same = { first_name: 'Grace', last_name: 'Hopper' };

  test('a new student is returned in the schema of the interface, with a student id made when absent', async () => {
    const { status, body } = await create({ email: 'Grace@uni.example' });
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: body._id,
      site: site.id,
      email: 'Grace@uni.example',
      first_name: 'Grace',
      last_name: 'Hopper',
      location: site.building,
      student_id: expect.stringMatching(/^S-[2-9A-HJKMNP-Z]{8}$/),
      record_name: 'Hopper, Grace',
      type: 'student',
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
      version: 1,
    });
    const { body: element } = await desk.get(url(body._id));
    expect(element).toMatchObject({
      _id: body._id,
      active: true,
      welfare_flag: false,
      flags: [],
      record_name: 'Hopper, Grace',
    });
    expect(element).not.toHaveProperty('photo_url');
    expect(element).not.toHaveProperty('welfare_state');
  });

  test('a location may be an id, a code or a name; unknown and ambiguous ones are refused', async () => {
    const room = await lodge.make.room(site, { name: 'Blue Room', code: 'B-1', floor: '3' });
    expect((await create({ location: 'b-1' })).body.location).toBe(room);
    const { body } = await create({ location: 'blue room' });
    expect((await desk.get(url(body._id))).body.floor).toBe('3');
    const other = await lodge.make.room(site, { name: 'Green Room' });
    await lodge.make.room(site, { name: 'Green Room', parent_id: other });
    const refused = { status: 422, body: { code: 'unknown_reference', errors: [{ pointer: '/location' }] } };
    expect(await create({ location: 'Green Room' })).toMatchObject(refused);
    expect(await create({ location: 'Nowhere' })).toMatchObject(refused);
    expect(await create({ location: await lodge.make.room(await lodge.make.site()) })).toMatchObject(refused);
  });

  test('email and student id are unique whatever their case, and go to one of fifty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => create({ email: index % 2 ? 'one@uni.example' : 'ONE@uni.example' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'email_in_use')).toHaveLength(49);
    await create({ student_id: 'K-1' });
    expect(await create({ student_id: 'k-1' })).toMatchObject({
      status: 409,
      body: { code: 'student_id_in_use', errors: [{ pointer: '/student_id' }] },
    });
    const elsewhere = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    expect((await create({ site: elsewhere.id, location: elsewhere.building, student_id: 'K-1' }, owner)).status).toBe(
      200,
    );
  });

  test('a change returns the element, keeps what is left out, and respects If-Match', async () => {
    const [flag, second] = [
      await lodge.make.listEntry('flags', site.id, { name: 'First' }),
      await lodge.make.listEntry('flags', site.id, { name: 'Second' }),
    ];
    const { body } = await create({ email: 'keep@uni.example' });
    const changed = await desk.patch(
      url(body._id),
      { first_name: 'Ada', last_name: 'Byron', location: site.building, flags: [second, flag] },
      { 'if-match': '"1"' },
    );
    expect(changed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        record_name: 'Byron, Ada',
        email: 'keep@uni.example',
        student_id: body.student_id,
        flags: [{ _id: second }, { _id: flag }],
        version: 2,
      },
    });
    expect((await desk.patch(url(body._id), { ...same, location: site.building }, { 'if-match': '"1"' })).status).toBe(
      412,
    );
    const cleared = await desk.patch(url(body._id), { ...same, location: site.building, email: null, flags: [] });
    expect(cleared.body).not.toHaveProperty('email');
    expect(cleared.body.flags).toEqual([]);
    const foreign = await lodge.make.listEntry('flags', (await lodge.make.site()).id);
    expect(await desk.patch(url(body._id), { ...same, location: site.building, flags: [foreign] })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/flags/0' }] },
    });
  });

  test('welfare is for those who may: others neither see nor set it; moves are written down', async () => {
    const state = await lodge.make.listEntry('welfare_states', site.id, { name: 'Monitor', colour: '#CA8A04' });
    const { body } = await create();
    const change = (more: object, client = manager) =>
      client.patch(url(body._id), { ...same, location: site.building, ...more });
    expect(await change({ welfare_flag: true }, desk)).toMatchObject({
      status: 403,
      body: { required_permission: 'student.welfare' },
    });
    const set = await change({ welfare_state: state });
    expect(set.body).toMatchObject({
      welfare_flag: true,
      welfare_state: { _id: state, name: 'Monitor', colour: '#CA8A04' },
    });
    expect(set.headers).not.toHaveProperty('x-redacted');
    const seen = await desk.get(url(body._id));
    expect(seen).toMatchObject({ headers: { 'x-redacted': 'welfare' }, body: { welfare_flag: false } });
    expect(seen.body).not.toHaveProperty('welfare_state');
    expect((await desk.get(url())).text).not.toContain('Monitor');
    expect((await change({ welfare_flag: false, welfare_state: state })).status).toBe(400);
    expect((await change({ welfare_flag: false })).body).toMatchObject({ welfare_flag: false });
    const audit = await lodge.sql(
      `SELECT changes FROM audit_events WHERE subject_id = $1 AND action = 'student.welfare_changed' ORDER BY id`,
      [body._id],
    );
    expect(audit).toEqual([
      {
        changes: [
          { field: 'welfare_flag', from: false, to: true },
          { field: 'welfare_state', from: null, to: state },
        ],
      },
      {
        changes: [
          { field: 'welfare_flag', from: true, to: false },
          { field: 'welfare_state', from: state, to: null },
        ],
      },
    ]);
  });

  test('who makes, changes, deletes or erases a student is written down: and what it says of who they were goes with them', async () => {
    const room = await lodge.make.room(site);
    const flag = await lodge.make.listEntry('flags', site.id, { name: 'Audited' });
    const { _id: id } = (await create({ first_name: 'Una', last_name: 'Vale', email: 'una@uni.example' })).body;
    const change = (more: object) =>
      desk.patch(url(id), { first_name: 'Una', last_name: 'Vale', location: room, ...more });
    await change({});
    await change({});
    await change({ last_name: 'West', email: null, active: false, flags: [flag] });
    await change({ last_name: 'West', flags: [flag] });
    expect((await change({ location: 'nowhere' })).status).toBe(422);
    await manager.delete(url(id));
    const audit = async () =>
      (
        await lodge.sql<{ action: string; changes: { field: string; from: unknown; to: unknown }[] }>(
          'SELECT action, changes FROM audit_events WHERE subject_id = $1 ORDER BY id',
          [id],
        )
      ).map(({ action, changes }) => [action, ...changes.map(({ field, from, to }) => [field, from, to])]);
    const made = expect.stringMatching(/^S-/);
    expect(await audit()).toEqual([
      [
        'student.created',
        ['student_id', null, made],
        ['first_name', null, 'Una'],
        ['last_name', null, 'Vale'],
        ['email', null, 'una@uni.example'],
        ['location', null, site.building],
        ['type', null, 'student'],
        ['active', null, true],
      ],
      ['student.updated', ['location', site.building, room]],
      [
        'student.updated',
        ['last_name', 'Vale', 'West'],
        ['email', 'una@uni.example', null],
        ['active', true, false],
        ['flags', [], [flag]],
      ],
      ['student.deleted'],
    ]);
    await manager.post(`${url(id)}/erase`);
    expect(await audit()).toEqual([
      [
        'student.created',
        ...['student_id', 'first_name', 'last_name', 'email'].map((field) => [field, null, null]),
        ['location', null, site.building],
        ['type', null, 'student'],
        ['active', null, true],
      ],
      ['student.updated', ['location', site.building, room]],
      [
        'student.updated',
        ['last_name', null, null],
        ['email', null, null],
        ['active', true, false],
        ['flags', null, null],
      ],
      ['student.deleted'],
      ['student.erased'],
    ]);
  });

  test('a student with a live booking, as lead or additional person, can be neither deleted nor erased', async () => {
    const [lead, friend] = [(await create()).body._id as string, (await create()).body._id as string];
    const room = await lodge.make.room(site);
    const booking = (
      await desk.post('/bookings', { site: site.id, lead_person: lead, additional_people: [friend], location: room })
    ).body;
    for (const id of [lead, friend]) {
      expect(await manager.delete(url(id))).toMatchObject({ status: 409, body: { code: 'has_live_bookings' } });
      expect(await manager.post(`${url(id)}/erase`)).toMatchObject({
        status: 409,
        body: { code: 'has_live_bookings' },
      });
    }
    await desk.post(`/bookings/${booking._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'data_entry_error',
    });
    expect((await manager.delete(url(lead))).body).toEqual({ success: true });
    expect((await manager.get(url(lead))).status).toBe(404);
    expect((await manager.post(`${url(friend)}/erase`)).body).toEqual({ success: true });
    expect(await lodge.sql('SELECT first_name, email, active FROM students WHERE id = $1', [friend])).toEqual([
      { first_name: 'Erased', email: null, active: false },
    ]);
    expect((await desk.get(`/bookings/${booking._id}?site=${site.id}`)).body.lead_person).toBe(lead);
    expect((await desk.post('/bookings', { site: site.id, lead_person: lead, location: room })).status).toBe(422);
  });

  test('deleting races with booking: never a live booking of somebody who is gone', async () => {
    for (let round = 0; round < 10; round++) {
      const id = (await create()).body._id as string;
      const room = await lodge.make.room(site);
      const [deleted, booked] = await Promise.all([
        manager.delete(url(id)),
        desk.post('/bookings', { site: site.id, lead_person: id, location: room }),
      ]);
      expect([deleted.status, booked.status].sort()).toEqual(deleted.status === 200 ? [200, 422] : [200, 409]);
    }
  });

  test('roles: a viewer reads only, reception does not delete', async () => {
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const { body } = await create();
    expect((await viewer.get(url(body._id))).status).toBe(200);
    expect((await create({}, viewer)).status).toBe(403);
    expect((await desk.delete(url(body._id))).status).toBe(403);
    const other = await lodge.make.site();
    expect((await desk.get(`/students/${other.id}`)).status).toBe(404);
    expect((await desk.get(url(await lodge.make.student(other)))).status).toBe(404);
  });
});

describe('GET /students/{siteId}', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let clerk: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    clerk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    await lodge.sql(
      `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id, active)
       SELECT $1, gen_random_uuid(), 'N' || n, (ARRAY['Ana', 'Zoë', 'Bob'])[n % 3 + 1], 'Name' || n % 1700, $2, n % 10 <> 0 FROM generate_series(1, 5000) n`,
      [site.id, site.building],
    );
  });
  afterAll(() => lodge.stop());

  test('streams all of them once, in order', async () => {
    const answer = await clerk.get(`/students/${site.id}`);
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '5000' } });
    const names = answer.body.map(
      (student: { last_name: string; first_name: string }) => `${student.last_name} ${student.first_name}`,
    );
    expect(new Set(answer.body.map((student: { _id: string }) => student._id)).size).toBe(5000);
    const sorted = await lodge.sql<{ name: string }>(
      `SELECT last_name || ' ' || first_name AS name FROM students ORDER BY last_name, first_name, id`,
    );
    expect(names).toEqual(sorted.map(({ name }) => name));
  });

  test('filters and pages', async () => {
    expect((await clerk.get(`/students/${site.id}?active=false`)).body).toHaveLength(500);
    const page = await clerk.get(`/students/${site.id}?q=zoe&limit=10&skip=5`);
    expect(page.headers['x-total-count']).toBe('1667');
    expect(page.body).toHaveLength(10);
    expect((await clerk.get(`/students/${site.id}?q=name42,%20zo`)).headers['x-total-count']).toBe('11');
    expect((await clerk.get(`/students/${site.id}?q=nobody`)).body).toEqual([]);
    expect(await clerk.get(`/students/${site.id}?limit=0`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_query' },
    });
  });
});
