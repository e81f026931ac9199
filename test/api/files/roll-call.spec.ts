import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import sharp from 'sharp';
import { newId } from '#libs/core/http/ids';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { findKept, keepRollCall, type KeptRollCall, listKept } from '#libs/documents/roll-call/kept-roll-calls';
import { RollCallKeeper } from '#libs/documents/roll-call/roll-call-keeper.service';
import type { PresentBuildingResponse, RollCallResponse } from '#libs/documents/roll-call/roll-call.dto';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';
import { squaresIn } from '../../support/drawn-boxes.js';
import { hasPoppler, imagesOf, textOf } from '../../support/poppler.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { startWorker } from '../../support/test-worker.js';
import { until } from '../../support/until.js';

const MINUTE_MS = 60_000;
/** The side of a box to tick. */
const BOX_MM = 4.2;

const together = (calls: (() => Promise<Answer>)[]) => Promise.all(calls.map((call) => call()));

const NOBODY = '019aa000-0000-7000-8000-00000000dead';
const peopleOf = ({ buildings }: { buildings: PresentBuildingResponse[] }) =>
  buildings.flatMap((building) =>
    building.floors.flatMap((floor) =>
      floor.rooms.flatMap((room) =>
        room.people.map((person) => ({
          ...person,
          building: building._id,
          floor: floor.floor,
          location: room.location,
        })),
      ),
    ),
  );

describe('the roll-call of a site', () => {
  const proxy = new TcpProxy();
  let lodge: Lodge;
  let folder: string;
  let worker: INestApplicationContext;
  let site: SiteFixture;
  let admin: Client;
  let userId: string;
  let south: string;
  let stepFree: string;
  let other: string;
  const rooms: string[] = [];
  const people: string[] = [];
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-roll-call-'));
    lodge = await Lodge.start({
      through: (address) => proxy.to(address),
      settings: { STORAGE_URL: pathToFileURL(folder).href, DOCUMENT_WAIT_SECONDS: '120' },
    });
    site = await lodge.make.site({ name: 'Kings Court' });
    url = `/sites/${site.id}/roll-call`;
    const user = await lodge.make.user({ roles: { [site.id]: 'admin' } });
    userId = user.id;
    admin = await lodge.logIn(user.email);
    south = await lodge.make.location(site.id, site.buildingType, { name: 'South House' });
    for (const [index, parent] of [site.building, south].entries())
      for (const floor of ['10', '2']) {
        const level = await lodge.make.location(site.id, site.buildingType, { name: `Floor ${floor}`, floor, parent_id: parent }); // prettier-ignore
        for (const name of ['Room 11', 'Room 3'])
          rooms.push(
            await lodge.make.room(site, { name, code: `${index}-${floor}-${name.slice(5)}`, parent_id: level }),
          );
      }
    stepFree = await lodge.make.listEntry('flags', site.id, { name: 'Step-free' });
    other = await lodge.make.listEntry('flags', site.id, { name: 'Early bird' });
    for (let index = 0; index < 12; index++)
      people.push(await lodge.make.student(site, { first_name: `First${index}`, last_name: `Last${index}`, student_id: `KC${index}`, location_id: rooms[index % 8] })); // prettier-ignore
    await lodge.sql('INSERT INTO student_flags VALUES ($1, $2, $3, 0), ($1, $4, $5, 0)', [site.id, people[0], stepFree, people[1], other]); // prettier-ignore
    for (const [index, location] of rooms.entries()) {
      const { status, body } = await admin.post('/bookings', {
        site: site.id,
        lead_person: people[index],
        ...(index === 2 && { additional_people: [people[8], people[9]], flags: [stepFree] }),
        location,
        contract_start: '2026-11-20',
        contract_end: '2027-06-30',
        // Of the eight, one has not arrived, and one has left.
        ...(index === 5 ? {} : { status: 'checked_in' }),
      });
      expect([status, body.detail]).toEqual([200, undefined]);
      if (index === 6) await admin.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'check_out' });
    }
    worker = await startWorker(lodge);
  });
  afterAll(async () => {
    await proxy.mend().catch(() => undefined);
    await worker.close();
    await lodge.stop();
    await proxy.cut();
    await rm(folder, { recursive: true });
  });
  const read = async (more = '') => (await admin.get(url + more)).body as RollCallResponse;
  const named = (codes: number[]) => codes.map((index) => people[index]);

  test('has everybody who is in house once, by building, floor and room in natural order, with who shares the room', async () => {
    const all = await read();
    expect(all).toMatchObject({ site: site.id, site_name: 'Kings Court', kept: false, age_seconds: 0, count: 8 });
    // Of each building and floor the rooms 3 and 11, and floor 2 before 10.
    expect(peopleOf(all).map(({ _id }) => _id)).toEqual(named([3, 2, 8, 9, 1, 0, 7, 4]));
    expect(all.buildings.map(({ name, count }) => [name, count])).toEqual([
      ['North House', 6],
      ['South House', 2],
    ]);
    for (const building of all.buildings) {
      expect(building.count).toBe(building.floors.reduce((sum, { count }) => sum + count, 0));
      for (const floor of building.floors) expect(floor.count).toBe(floor.rooms.flatMap((room) => room.people).length);
    }
    expect(peopleOf(all).filter(({ lead }) => !lead).map(({ _id }) => _id)).toEqual(named([8, 9])); // prettier-ignore
  });

  test('shows a building, floor or room alone, also by its code, and nothing of what is unknown', async () => {
    const whole = peopleOf(await read());
    const part = async (tree: string) => peopleOf(await read(`?location_tree=${encodeURIComponent(tree)}`));
    expect(await part(south)).toEqual(whole.filter(({ building }) => building === south));
    expect(await part('code:0-2-11')).toEqual(whole.filter(({ location }) => location === rooms[2]));
    expect(await part(NOBODY)).toEqual([]);
    for (const unknown of ['code:9-9', '9-9'])
      expect((await admin.get(`${url}?location_tree=${unknown}`)).status).toBe(422);
  });

  test('shows every flag until the site names those that tell of a need in an evacuation, which then cannot be deleted', async () => {
    const needs = async () => {
      const all = await read();
      const found = peopleOf(all).flatMap(({ _id, evacuation }) => evacuation.map(({ name }) => [_id, name]));
      expect(all.evacuation_count).toBe(new Set(found.map(([id]) => id)).size);
      return found.sort();
    };
    const shared = named([2, 8, 9]).map((id) => [id, 'Step-free']);
    expect(await needs()).toEqual([[people[0], 'Step-free'], [people[1], 'Early bird'], ...shared].sort());
    const named1 = { settings: { evacuation_flags: ['name:step-free'] } };
    const answer = await admin.patch(`/sites/${site.id}`, named1);
    expect([answer.status, answer.body.settings?.evacuation_flags]).toEqual([200, [stepFree]]);
    expect(await needs()).toEqual([[people[0], 'Step-free'], ...shared].sort());
    expect((await admin.delete(`/sites/${site.id}/flags/${stepFree}`)).body.code).toBe('in_use');
    const [audited] = (await admin.get(`/sites/${site.id}/audit?limit=1`)).body.data;
    expect(audited.changes).toEqual([{ field: 'settings/evacuation_flags', from: [], to: [stepFree] }]);
  });

  test('a flag that is named and deleted at once is either kept or unknown, never dangling', async () => {
    for (let round = 0; round < 5; round++) {
      const flag = await lodge.make.listEntry('flags', site.id);
      const [name, drop] = await together([
        () => admin.patch(`/sites/${site.id}`, { settings: { evacuation_flags: [stepFree, flag] } }),
        () => admin.delete(`/sites/${site.id}/flags/${flag}`),
      ]);
      const exists = (await admin.get(`/sites/${site.id}/flags`)).body.some(({ _id }: { _id: string }) => _id === flag);
      const { settings } = (await admin.get(`/sites/${site.id}`)).body;
      expect(settings.evacuation_flags.includes(flag)).toBe(exists);
      expect([name?.status, drop?.status].sort()).toEqual(exists ? [200, 409] : [200, 422]);
      await admin.patch(`/sites/${site.id}`, { settings: { evacuation_flags: [stepFree] } });
    }
  });

  test('never misses or doubles somebody who changes rooms meanwhile', async () => {
    const [{ _id: booking } = { _id: '' }] = (await admin.get(`/bookings?site=${site.id}&person=${people[3]}`)).body
      .data;
    const answers = await together([
      ...[rooms[6], rooms[3], rooms[6], rooms[3]].map(
        (location) => () => admin.patch(`/bookings/${booking}`, { site: site.id, location }),
      ),
      ...Array.from({ length: 12 }, () => () => admin.get(url)),
    ]);
    const lists = answers.filter(({ body }) => body.buildings).map(({ body }) => peopleOf(body).map(({ _id }) => _id));
    expect(lists).toHaveLength(12);
    for (const list of lists) expect(list.sort()).toEqual(named([0, 1, 2, 3, 4, 7, 8, 9]).sort());
    await admin.patch(`/bookings/${booking}`, { site: site.id, location: rooms[3] });
  });

  test('the list of students, its CSV and its PDF take the same filters, and agree', async () => {
    const inHouse = new Set(peopleOf(await read()).map(({ _id }) => _id));
    // A person who has left lives nowhere.
    const living = (below: string[]) =>
      people.filter((_, index) => index !== 6 && below.includes(rooms[index % 8] as string));
    for (const [query, expected] of [
      ['in_house=true', people.filter((id) => inHouse.has(id))],
      ['in_house=false', people.filter((id) => !inHouse.has(id))],
      [`location_tree=${south}`, living(rooms.slice(4))],
      [`location_tree=${south}&in_house=true`, living(rooms.slice(4)).filter((id) => inHouse.has(id))],
      [`flags=${stepFree},${other}`, named([0, 1])],
      ['flags=name:early%20bird', named([1])],
      [`flags=${NOBODY}`, []],
    ] as [string, string[]][]) {
      const listed = (await admin.get(`/students/${site.id}?${query}`)).body as { _id: string; student_id: string }[];
      expect([query, listed.map(({ _id }) => _id).sort()]).toEqual([query, [...expected].sort()]);
      const csv = (await admin.get(`/students/${site.id}/export-csv?${query}`)).text;
      for (const id of people) {
        const number = `KC${people.indexOf(id)}`;
        expect([query, number, new RegExp(`(^|[,"])${number}([,"]|\r?$)`, 'm').test(csv)]).toEqual([query, number, expected.includes(id)]); // prettier-ignore
      }
      if (!hasPoppler) continue;
      const printed = await lodge.instance.app.inject({ url: `/students/${site.id}/export?${query}`, headers: { cookie: admin.cookie } }); // prettier-ignore
      // A printed list does not show that a filter found nothing: it is refused for a flag that does not exist.
      expect([query, printed.statusCode]).toEqual([query, query.endsWith(NOBODY) ? 422 : 200]);
      if (printed.statusCode === 422) continue;
      const numbers = textOf(printed.rawPayload).match(/\bKC\d+\b/g) ?? [];
      expect([query, numbers.sort()]).toEqual([query, expected.map((id) => `KC${people.indexOf(id)}`).sort()]);
    }
  });

  test('is printed with a box for each person, on request of one building', async () => {
    const answer = await lodge.instance.app.inject({ url: `${url}/document?location_tree=${south}`, headers: { cookie: admin.cookie } }); // prettier-ignore
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(answer.headers['content-disposition']).toContain('roll-call-kings-court-2026-11-21.pdf');
    expect(squaresIn(answer.rawPayload, BOX_MM)).toBe(2);
    if (!hasPoppler) return;
    const text = textOf(answer.rawPayload);
    for (const line of ['Roll-call', '2 in house', 'South House', 'Last7', 'Last4']) expect(text).toContain(line);
    expect(text).not.toContain('Last1,');
  });

  test('is printed with the pictures of people when they are asked for, and of those who have one', async () => {
    const [present = '', left = ''] = named([0, 6]);
    const webp = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#aa5533' } }).webp().toBuffer(); // prettier-ignore
    for (const person of [present, left]) {
      const id = newId();
      await lodge.instance.app.get<ObjectStore>(OBJECT_STORE, { strict: false }).put(`pictures/${id}.webp`, webp);
      await lodge.sql('INSERT INTO pictures (id, site_id, student_id) VALUES ($1, $2, $3)', [id, site.id, person]);
    }
    const print = async (query: string) => {
      const { statusCode, rawPayload } = await lodge.instance.app.inject({ url: `${url}/document?${query}`, headers: { cookie: admin.cookie } }); // prettier-ignore
      expect(statusCode).toBe(200);
      return rawPayload;
    };
    const [plain, pictured] = [await print(''), await print('include_photo=true')];
    expect([plain, pictured].map((pdf) => pdf.includes('/DCTDecode'))).toEqual([false, true]);
    expect([plain, pictured].map((pdf) => squaresIn(pdf, BOX_MM))).toEqual([8, 8]);
    if (!hasPoppler) return;
    expect(textOf(pictured)).toContain('Last0');
    expect(imagesOf(pictured)).toBe(1);
    expect(imagesOf(await print(`include_photo=true&location_tree=${south}`))).toBe(0);
  });

  test('is kept once and whole by two workers that generate it at the same moment, while people move and it is read', async () => {
    const other = await startWorker(lodge);
    const keepers = [worker, other].map((each) => each.get(RollCallKeeper, { strict: false }));
    const store = worker.get<ObjectStore>(OBJECT_STORE, { strict: false });
    const [{ _id: booking } = { _id: '' }] = (await admin.get(`/bookings?site=${site.id}&person=${people[3]}`)).body.data; // prettier-ignore
    const sizes: number[] = [];
    let isOver = false;
    const watch = async () => {
      for (; !isOver; await sleep(5)) {
        const kept = await findKept(store, site.id);
        if (kept) sizes.push(new Set(kept.people.map(({ student }) => student)).size);
      }
    };
    const moves = async () => {
      for (const location of [rooms[6], rooms[3], rooms[6], rooms[3]])
        await admin.patch(`/bookings/${booking}`, { site: site.id, location });
    };
    const watching = watch();
    try {
      await Promise.all([...keepers, ...keepers].map((keeper) => keeper.sweep()).concat(moves()));
    } finally {
      isOver = true;
      await watching;
      await other.close();
    }
    expect([sizes.length > 0, new Set(sizes)]).toEqual([true, new Set([8])]);
    const files = await readdir(join(folder, 'roll-calls'));
    expect(files.filter((name) => name.startsWith(site.id)).sort()).toEqual([`${site.id}.json`, `${site.id}.pdf`]);
    expect((await listKept(store)).filter((kept) => kept.site.id === site.id)).toHaveLength(1);
  });

  describe('while the database is unavailable', () => {
    let key: Record<string, string>;
    let before: RollCallResponse;
    let viewer: Client;
    let stranger: Client;
    beforeAll(async () => {
      await until(
        async () => (await lodge.sql(`SELECT 1 FROM jobs WHERE state IN ('waiting', 'active')`)).length === 0,
      );
      const scopes = [{ site: site.id, role: 'reception' }];
      const made = await admin.post('/users/@me/api-keys', { name: 'porter', scopes });
      key = { authorization: `Bearer ${made.body.key}` };
      viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
      const elsewhere = await lodge.make.site();
      stranger = await lodge.logIn((await lodge.make.user({ roles: { [elsewhere.id]: 'admin' } })).email);
      // Two workers at the same moment keep one.
      const keeper = worker.get(RollCallKeeper, { strict: false });
      await Promise.all([keeper.sweep(), keeper.sweep()]);
      before = await read();
      await proxy.cut();
      lodge.clock.set(new Date(Date.parse(NOW) + 43 * MINUTE_MS).toISOString());
    });
    afterAll(() => proxy.mend());

    test('the kept one is shown with its age, whole or in part, to sessions and keys that could read it', async () => {
      for (const headers of [{ cookie: admin.cookie }, key]) {
        const { status, body } = await lodge.call('GET', url, undefined, headers as Record<string, string>);
        expect([status, body]).toEqual([200, { ...before, kept: true, age_seconds: 43 * 60 }]);
        const part = await lodge.call(
          'GET',
          `${url}?location_tree=${south}`,
          undefined,
          headers as Record<string, string>,
        );
        expect(peopleOf(part.body)).toEqual(peopleOf(before).filter(({ building }) => building === south));
      }
    });

    test('it takes the codes of locations as the database does, also of one in which nobody is, and says what it does not know', async () => {
      for (const headers of [{ cookie: admin.cookie }, key] as Record<string, string>[]) {
        const call = (tree: string, form = '') =>
          lodge.call('GET', `${url}${form}?location_tree=${encodeURIComponent(tree)}`, undefined, headers);
        const floor = await call('code:0-2-11');
        expect([floor.status, floor.body.kept]).toEqual([200, true]);
        expect(peopleOf(floor.body)).toEqual(peopleOf(before).filter(({ location }) => location === rooms[2]));
        expect((await call('code:1-10-3')).body).toMatchObject({ kept: true, count: 0, buildings: [] });
        expect((await call('code:0-2-11', '/document')).status).toBe(200);
        for (const form of ['', '/document']) {
          const { status, body } = await call('code:0-2-99', form);
          expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'unknown_reference', 'location_tree']);
          expect(body.detail).toContain(
            `The database is unavailable, and the roll-call that was kept at ${NOW} has no`,
          );
          expect(body.candidates[0].candidates.map(({ code }: { code: string }) => code).slice(0, 2).sort()).toEqual(['0-2-11', '0-2-3']); // prettier-ignore
          expect((await call('name:South House', form)).body.detail).toContain(
            'A location is named by code:…, or by its id',
          );
        }
      }
    });

    test('a copy without codes, of an earlier version, is shown in whole and by ids, and says that only the database has the codes', async () => {
      const store = worker.get<ObjectStore>(OBJECT_STORE, { strict: false });
      const { locations, ...earlier } = (await findKept(store, site.id)) as KeptRollCall;
      await keepRollCall(store, earlier);
      try {
        expect((await admin.get(`${url}?location_tree=${south}`)).body).toMatchObject({ kept: true, count: 2 });
        const { status, body } = await admin.get(`${url}?location_tree=code:0-2-11`);
        expect([status, body.code]).toEqual([503, 'dependency_unavailable']);
        expect(body.detail).toContain('Send the id of the location');
      } finally {
        await keepRollCall(store, { ...earlier, ...(locations && { locations }) });
      }
    });

    test('an access credential is good for twelve hours then, and not for longer, nor is another signature', async () => {
      const jwt = lodge.instance.app.get(JwtService, { strict: false });
      const hoursAgo = (hours: number) => Math.floor(Date.now() / 1_000) - hours * 3_600;
      const call = async (token: string) =>
        (await lodge.call('GET', url, undefined, { authorization: `Bearer ${token}` })).status;
      const claims = { sid: userId, sub: userId };
      expect(await call(jwt.sign({ ...claims, iat: hoursAgo(11) }))).toBe(200);
      expect(await call(jwt.sign({ ...claims, iat: hoursAgo(13) }))).toBe(401);
      expect(await call(jwt.sign(claims, { secret: 'another secret that is long enough for this' }))).toBe(401);
      expect((await lodge.call('GET', url)).status).toBe(401);
    });

    test('nobody else sees it, and what nothing is kept of is unavailable', async () => {
      expect((await viewer.get(url)).body).toMatchObject({ code: 'forbidden', required_permission: 'roll_call.read' });
      expect((await stranger.get(url)).body.code).toBe('forbidden');
      expect((await admin.get(`/sites/${userId}/roll-call`)).status).toBe(503);
      expect((await admin.get(`/sites/${site.id}/day`)).status).toBe(503);
    });

    test('the kept PDF is there with its age', async () => {
      const answer = await lodge.instance.app.inject({ url: `${url}/document`, headers: { cookie: admin.cookie } });
      expect([answer.statusCode, answer.headers['content-type'], answer.headers.age]).toEqual([200, 'application/pdf', String(43 * 60)]); // prettier-ignore
      if (hasPoppler) expect(textOf(answer.rawPayload)).toContain('8 in house');
    });
  });
});
