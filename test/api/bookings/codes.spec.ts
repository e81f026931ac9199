import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ReferenceResolver } from '#libs/core/http/references';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { operations } from '../../support/contract.js';
import { placesOf } from '../../support/id-places.js';

describe('codes in the place of ids', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let admin: Client;
  let room: string;
  let ada: string;
  let bob: string;
  let flag: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site();
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    room = await lodge.make.room(site, { name: 'Studio 101', code: 'M-101' });
    await lodge.make.room(site, { name: 'Studio 102', code: 'M-102' });
    ada = await lodge.make.student(site, {
      student_id: 'KC00018',
      email: 'ada@uni.example',
      first_name: 'Ada',
      last_name: 'Byron',
    });
    bob = await lodge.make.student(site, { student_id: 'KC00019' });
    flag = await lodge.make.listEntry('flags', site.id, { name: 'Needs a ramp' });
    const other = await lodge.make.site();
    await lodge.make.room(other, { name: 'Elsewhere', code: 'X-900' });
    await lodge.make.student(other, { student_id: 'ZZ900' });
  });
  afterAll(() => lodge.stop());

  let months = 0;
  const nights = () => {
    const year = 2030 + Math.floor(months / 12);
    const month = String((months++ % 12) + 1).padStart(2, '0');
    return { contract_start: `${year}-${month}-03`, contract_end: `${year}-${month}-20` };
  };
  const create = (more: object, client = manager): Promise<Answer> =>
    client.post('/bookings', { site: site.id, lead_person: ada, location: room, ...nights(), ...more });
  const ok = async (answer: Promise<Answer>) => {
    const { status, body, text } = await answer;
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return body;
  };

  test('every query parameter that names such a record says which codes it takes', () => {
    const takes: Record<string, string> = {
      location: '`code:…`', student: '`student_id:…`', booking: '`reference:…`', otherBooking: '`reference:…`',
      flag: '`name:…`', locationType: '`name:…`', blockBooking: '`name:…`', welfareState: '`name:…`',
    }; // prettier-ignore
    const silent = operations.flatMap((operation) => {
      const textOf = (name?: string) => JSON.stringify(operation.parameters.find((each) => each.name === name));
      return placesOf(operation)
        .filter(
          ({ kind, path, in: where }) => where === 'query' && takes[kind] && !textOf(path[0]).includes(takes[kind]),
        )
        .map((place) => `${operation.name} ${place.path.join('/')}`);
    });
    expect(silent).toEqual([]);
  });

  test('find a room, people, flags, blocks and bookings, whatever the case', async () => {
    const made = await ok(
      create({
        lead_person: 'student_id:kc00018',
        location: 'code:m-101',
        additional_people: ['student_id: KC00019'],
        flags: ['name:needs a RAMP'],
      }),
    );
    expect(made).toMatchObject({ lead_person: ada, location: room, additional_people: [bob], flags: [flag] });
    expect(await ok(create({ lead_person: 'email:ADA@uni.example' }))).toMatchObject({ lead_person: ada });
    const other = await ok(create({ location: 'code:M-102' }));
    const swapped = await ok(
      manager.post(`/bookings/${made._id}/swap`, {
        site: site.id,
        with_booking: `reference:${other.reference.toLowerCase()}`,
      }),
    );
    expect(swapped.with_booking).toMatchObject({ _id: other._id, location: room });
    const moved = await ok(
      manager.patch(`/bookings/${made._id}`, {
        site: site.id,
        location: 'code:M-102',
        lead_person: 'student_id:KC00018',
      }),
    );
    expect(moved.location).toBe(other.location);
    const bulk = await ok(
      manager.post('/bookings/bulk', {
        site: site.id,
        ...nights(),
        block: { name: 'Summer school' },
        assignments: [{ person_id: 'student_id:KC00018', location_id: 'code:M-101' }],
      }),
    );
    expect(bulk.summary).toMatchObject({ created: 1, failed: 0 });
    const confirmed = await ok(
      manager.post('/bookings/transitions/bulk', {
        site: site.id,
        transitions: [
          { booking_id: `reference:${made.reference}`, type: 'cancel', cancellation_code: 'data_entry_error' },
        ],
      }),
    );
    expect(confirmed.summary.failed).toBe(0);
    const list = async (query: string) =>
      (await ok(manager.get(`/bookings?site=${site.id}&${query}`))).data.map(({ _id }: { _id: string }) => _id);
    expect(await list('block_booking=name:Summer%20school')).toHaveLength(1);
    expect(await list('location=code:M-101&person=student_id:KC00018')).toContain(other._id);
    expect(await list('flags=name:Needs%20a%20ramp')).toEqual([made._id]);
    const file = await manager.get(`/bookings/export?site=${site.id}&location=code:M-102`);
    expect(file.text.split('\r\n').filter(Boolean).length).toBe((await list('location=code:M-102')).length + 1);
  });

  test('name a flag with a comma in a filter as it is written, alone, among others, and in parameters of their own', async () => {
    const chair = await lodge.make.listEntry('flags', site.id, { name: 'Wheelchair, electric' });
    const deaf = await lodge.make.listEntry('flags', site.id, { name: 'Deaf' });
    const made: string[] = [];
    for (const flags of [[chair], [deaf], [flag]]) made.push((await ok(create({ flags })))._id);
    const grace = { site: site.id, first_name: 'Grace', last_name: 'Hopper', student_id: 'KC00090', location: room };
    const { _id: pupil } = await ok(manager.post('/students', grace));
    const { site: _site, ...same } = grace;
    expect((await manager.patch(`/students/${site.id}/${pupil}`, { ...same, flags: [chair] })).status).toBe(200);
    const [withChair, withDeaf, withRamp] = made;
    const list = async (query: string) =>
      (await ok(manager.get(`/bookings?site=${site.id}&sort=created_at&${query}`))).data
        .map(({ _id }: { _id: string }) => _id)
        .filter((id: string) => made.includes(id));
    const named = encodeURIComponent('name:wheelchair, electric');
    expect(await list(`flags=${named}`)).toEqual([withChair]);
    expect(await list(`flags=name:Wheelchair,%20electric,name:Deaf`)).toEqual([withChair, withDeaf]);
    expect(await list(`flags=name:Deaf,${named},${flag}`)).toEqual([withChair, withDeaf, withRamp]);
    expect(await list(`flags=${flag},%20${chair}`)).toEqual([withChair, withRamp]);
    expect(await list(`flags=${named}&flags=name:Deaf`)).toEqual([withChair, withDeaf]);
    expect((await manager.get(`/bookings/export?site=${site.id}&flags=${named}`)).text.trim().split('\n')).toHaveLength(
      2,
    );
    const people = await ok(manager.get(`/students/${site.id}?flags=${named}`));
    expect(people.map(({ _id }: { _id: string }) => _id)).toEqual([pupil]);
    expect((await manager.get(`/students/${site.id}/export-csv?flags=${named}`)).text).toContain('KC00090');
    const wrong = await manager.get(`/bookings?site=${site.id}&flags=name:Deaf,Wheelchair`);
    expect(wrong).toMatchObject({
      status: 422,
      body: { candidates: [{ pointer: 'flags/0', given: 'name:Deaf,Wheelchair' }] },
    });
    const bare = await manager.get(`/bookings?site=${site.id}&flags=${deaf},Deaf`);
    expect(bare).toMatchObject({ status: 422, body: { candidates: [{ pointer: 'flags/1', given: 'Deaf' }] } });
    expect(bare.body.candidates[0].candidates[0]).toMatchObject({ _id: deaf, code: 'Deaf' });
  });

  test('a text that is neither an id nor a code finds nothing silently in no list; an id that nothing has finds nothing', async () => {
    const answer = await manager.get(`/bookings?site=${site.id}&person=KC00018`);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'unknown_reference',
        errors: [{ pointer: 'person', detail: 'A student is named by student_id:… or email:…, or by its id.' }],
        candidates: [{ pointer: 'person', given: 'KC00018' }],
      },
    });
    expect(answer.body.candidates[0].candidates[0]).toMatchObject({ _id: ada, code: 'KC00018' });
    const nobody = '019aa000-0000-7000-8000-00000000dead';
    for (const filter of ['person', 'location', 'flags', 'block_booking'])
      expect((await ok(manager.get(`/bookings?site=${site.id}&${filter}=${nobody}`))).data).toEqual([]);
  });

  test('are taken by closures, availability, locations and students, too', async () => {
    const closure = await ok(
      manager.post(`/sites/${site.id}/closures`, {
        location: 'code:M-101',
        from: '2029-07-01',
        to: '2029-07-05',
        kind: 'maintenance',
      }),
    );
    expect(closure.location).toBe(room);
    expect((await ok(manager.get(`/sites/${site.id}/closures?location_tree=code:M-101`))).data).toHaveLength(1);
    const free = await ok(
      manager.get(
        `/sites/${site.id}/availability?from=2029-07-01&to=2029-07-02&location_tree=code:M-102&location_type=name:${encodeURIComponent((await ok(manager.get(`/sites/${site.id}/location-types`))).find(({ _id }: { _id: string }) => _id === site.roomType).name)}`,
      ),
    );
    expect(free.data.map(({ code }: { code: string }) => code)).toEqual(['M-102']);
    const below = await ok(
      admin.post(`/sites/${site.id}/locations`, {
        name: 'Cupboard',
        location_type: site.buildingType,
        parent: 'code:M-101',
      }),
    );
    expect(below.parent).toBe(room);
    const student = await ok(
      manager.post('/students', { site: site.id, first_name: 'Grace', last_name: 'Hopper', location: 'code:M-102' }),
    );
    expect(student.location).not.toBe(room);
    expect((await ok(manager.get(`/sites/${site.id}/day?location_tree=code:M-101`))).in_house.count).toBe(0);
  });

  test('that nothing has are 422 with what is like them, of this site only', async () => {
    const answer = await create({
      location: 'code:M-103',
      lead_person: 'student_id:KC00081',
      flags: ['name:Needs a rope'],
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
    const byPointer = Object.fromEntries(
      answer.body.candidates.map((each: { pointer: string; candidates: { code: string }[] }) => [
        each.pointer,
        each.candidates.map(({ code }) => code),
      ]),
    );
    expect(byPointer['/location']).toEqual(['M-101', 'M-102']);
    expect(byPointer['/lead_person']).toEqual(expect.arrayContaining(['KC00018', 'KC00019']));
    expect(byPointer['/flags/0']).toEqual(['Needs a ramp']);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/lead_person',
      '/location',
      '/flags/0',
    ]);
    for (const hidden of ['code:X-900', 'code:x-900']) {
      const { status, text } = await create({ location: hidden });
      expect([status, text.includes('Elsewhere')]).toEqual([422, false]);
    }
    expect((await create({ lead_person: 'student_id:ZZ900' })).status).toBe(422);
    expect((await manager.get(`/bookings?site=${site.id}&location=code:nowhere`)).status).toBe(422);
  });

  test('that several have are 422 with all of them', async () => {
    const block = { name: 'Twice' };
    for (const code of ['M-101', 'M-102'])
      await ok(
        manager.post('/bookings/bulk', {
          site: site.id,
          ...nights(),
          block: { ...block, name: `Block ${code}` },
          assignments: [{ person_id: ada, location_id: `code:${code}` }],
        }),
      );
    await lodge.sql(`UPDATE location_types SET name = 'Bed' WHERE id = $1`, [site.roomType]);
    await lodge.make.locationType(site.id, { name: 'bed', parent_id: site.buildingType });
    const answer = await manager.get(
      `/sites/${site.id}/availability?from=2029-01-01&to=2029-01-02&location_type=name:Bed`,
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: 'location_type', code: 'unknown_reference' }] },
    });
    expect(answer.body.candidates[0].candidates).toHaveLength(2);
  });

  test.each([
    ['code:', 422],
    ['student_id:KC00018', 422],
    ["code:' OR 1=1 --", 422],
    ['code:%', 422],
    ['code:\\', 422],
    ['code:M-10_', 422],
    ['code:\u0000', 400],
    ['CODE:M-101', 422],
  ])('%j in the place of a location is refused, and changes nothing', async (location, status) => {
    expect((await create({ location })).status).toBe(status);
  });

  test('a list that names somebody by id and by code is refused', async () => {
    expect(await create({ additional_people: [bob, 'student_id:KC00019'] })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/additional_people' }] },
    });
    expect((await create({ additional_people: ['student_id:KC00018'] })).status).toBe(400);
  });

  test('a request with plain ids asks the database for no code', async () => {
    const resolve = jest.spyOn(lodge.instance.app.get(ReferenceResolver), 'resolve');
    await ok(create({ additional_people: [bob], flags: [flag] }));
    await ok(manager.get(`/bookings?site=${site.id}&location=${room}`));
    expect(resolve).toHaveBeenCalledTimes(0);
    await ok(create({ location: 'code:M-101' }));
    expect(resolve).toHaveBeenCalledTimes(1);
    resolve.mockRestore();
  });

  test('are found for a body that arrives in parts, long after the head of the request', async () => {
    const server = lodge.instance.app.getHttpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as { port: number };
    const body = JSON.stringify({
      site: site.id,
      lead_person: 'student_id:KC00018',
      location: 'code:M-101',
      ...nights(),
    });
    const heads = ['POST /bookings HTTP/1.1', 'host: localhost', `cookie: ${manager.cookie}`, 'connection: close'];
    const socket = connect(port, '127.0.0.1');
    socket.write([...heads, 'content-type: application/json', `content-length: ${body.length}`, '', ''].join('\r\n'));
    for (const part of [body.slice(0, 30), body.slice(30, 90), body.slice(90)]) {
      await sleep(100);
      socket.write(part);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const [head = '', answer = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    expect([head.split('\r\n')[0], answer.includes(room)]).toEqual(['HTTP/1.1 200 OK', true]);
  });

  test('a key that is sent again gets the same answer, also after the code went to another room', async () => {
    const [from, to] = [await lodge.make.room(site, { code: 'OLD-1' }), await lodge.make.room(site, { code: 'NEW-1' })];
    const body = { site: site.id, lead_person: ada, location: 'code:OLD-1', ...nights() };
    const key = { 'idempotency-key': 'book-old-1' };
    const first = await manager.post('/bookings', body, key);
    expect(first.body.location).toBe(from);
    await lodge.sql(`UPDATE locations SET code = 'GONE-1' WHERE id = $1`, [from]);
    await lodge.sql(`UPDATE locations SET code = 'OLD-1' WHERE id = $1`, [to]);
    const again = await manager.post('/bookings', body, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('when many book a room by its code at once, one gets it', async () => {
    await lodge.make.room(site, { code: 'RUSH-1' });
    const dates = nights();
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create(
          { location: 'code:RUSH-1', lead_person: index % 2 ? 'student_id:KC00018' : 'student_id:KC00019', ...dates },
          manager.on(lodge.instances[index % 2] ?? lodge.instance),
        ),
      ),
    );
    expect(calls.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});
