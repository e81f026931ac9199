import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { IdempotencyService } from '#libs/idempotency/idempotency.service';
import { findViolations } from '../../support/checker.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge, NOW } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { until } from '../../support/until.js';

describe('Idempotency-Key', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let person: string;
  let room: string;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
  });
  beforeEach(async () => {
    lodge.clock.set(NOW);
    site = await lodge.make.site();
    person = await lodge.make.student(site);
    room = await lodge.make.room(site);
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const key = (value: string) => ({ 'idempotency-key': value });
  const stay = (more: object = {}) => ({
    site: site.id,
    lead_person: person,
    location: room,
    contract_start: '2027-01-01',
    contract_end: '2027-02-01',
    ...more,
  });
  const bookings = async () => (await lodge.sql('SELECT FROM bookings WHERE site_id = $1', [site.id])).length;
  const bare = ({ status, text, headers }: Answer) => ({
    status,
    text,
    etag: headers.etag,
    type: headers['content-type'],
  });

  test('repeats the first answer byte for byte and does nothing again', async () => {
    const first = await manager.post('/bookings', stay(), key('k1'));
    const again = await manager.on(lodge.instances[1] ?? lodge.instance).post('/bookings', stay(), key('k1'));
    expect(bare(again)).toEqual(bare(first));
    expect(first.status).toBe(200);
    expect(first.headers.etag).toBe('"1"');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await bookings()).toBe(1);
  });

  test('does not mind the order of the fields, but every value', async () => {
    const first = await manager.post('/bookings', stay(), key('k1'));
    const reversed = Object.fromEntries(Object.entries(stay()).reverse());
    expect((await manager.post('/bookings', reversed, key('k1'))).text).toBe(first.text);
    const other = await manager.post('/bookings', stay({ notes: 'else' }), key('k1'));
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(other.body.errors).toMatchObject([{ pointer: 'Idempotency-Key' }]);
  });

  test('belongs to the caller, the site and the operation', async () => {
    const elsewhere = await lodge.make.site();
    const { email } = await lodge.make.user({ roles: { [site.id]: 'manager', [elsewhere.id]: 'manager' } });
    const colleague = await lodge.logIn(email);
    const first = await manager.post('/bookings', stay(), key('k1'));
    const theirs = await colleague.post('/bookings', stay(), key('k1'));
    expect(theirs.body.code).toBe('booking_conflict');
    const there = {
      ...stay(),
      site: elsewhere.id,
      lead_person: await lodge.make.student(elsewhere),
      location: await lodge.make.room(elsewhere),
    };
    expect((await colleague.post('/bookings', there, key('k1'))).status).toBe(200);
    const move = { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' };
    const moved = await manager.post(`/bookings/${first.body._id}/transitions`, move, key('k1'));
    expect(moved).toMatchObject({ status: 200, body: { booking: { status: 'cancelled' } } });
    expect((await manager.post(`/bookings/${first.body._id}/transitions`, move, key('k1'))).text).toBe(moved.text);
    expect((await manager.post(`/bookings/${first.body._id}/transitions`, move)).body.code).toBe(
      'transition_not_allowed',
    );
    expect((await manager.post(`/bookings/${theirs.body._id}/transitions`, move, key('k1'))).status).not.toBe(200);
  });

  test('is not used up by a request that failed', async () => {
    const taken = await manager.post('/bookings', stay());
    expect((await manager.post('/bookings', stay(), key('k1'))).status).toBe(409);
    expect((await manager.post('/bookings', stay({ contract_end: 'never' }), key('k1'))).status).toBe(400);
    await manager.post(`/bookings/${taken.body._id}/transitions`, {
      site: site.id,
      type: 'cancel',
      cancellation_code: 'requested_by_student',
    });
    expect((await manager.post('/bookings', stay(), key('k1'))).status).toBe(200);
  });

  test('keeps the answer of a bulk request, also one that was rolled back as a whole', async () => {
    await manager.post('/bookings', stay());
    const rows = [
      { person_id: person, location_id: room },
      { person_id: person, location_id: await lodge.make.room(site) },
    ];
    const body = { site: site.id, contract_start: '2027-01-01', contract_end: '2027-02-01', assignments: rows };
    const some = await manager.post('/bookings/bulk', body, key('some'));
    expect(some.body.summary).toMatchObject({ created: 1, failed: 1 });
    expect((await manager.post('/bookings/bulk', body, key('some'))).text).toBe(some.text);
    const none = await manager.post('/bookings/bulk', { ...body, atomic: true }, key('none'));
    expect(none.body.summary).toMatchObject({ created: 0, failed: 2 });
    expect(
      (await manager.post('/bookings/bulk', { ...body, atomic: true }, key('none'))).headers['idempotent-replayed'],
    ).toBe('true');
    expect(await bookings()).toBe(2);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('is refused when it is not 1 to 255 visible characters', async () => {
    for (const bad of ['', 'with space', 'x'.repeat(256), 'schlüssel']) {
      const answer = await manager.post('/bookings', stay(), key(bad));
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    const unpaired = await manager.post('/bookings', stay({ notes: '\ud800' }), key('k1'));
    expect(unpaired.status).toBe(400);
    expect(await bookings()).toBe(0);
  });

  test('sent a hundred times at once has one effect, and one answer', async () => {
    const answers = await rush(100, 100, (index) =>
      manager.on(lodge.instances[index % 2] ?? lodge.instance).post('/bookings', stay(), key('k1')),
    );
    const done = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(done.length + waiting.length).toBe(100);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
    for (const { body, headers } of waiting) {
      expect(body.code).toBe('idempotency_in_progress');
      expect(headers['retry-after']).toBe('1');
    }
    expect((await manager.post('/bookings', stay(), key('k1'))).text).toBe(done[0]?.text);
    expect(await bookings()).toBe(1);
    expect(await findViolations(lodge)).toEqual([]);
  });

  test('gives an answer that was lost after the commit again', async () => {
    const server = lodge.instance.app.getHttpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as { port: number };
    const body = JSON.stringify(stay());
    const socket = connect(port, '127.0.0.1');
    const request = [
      'POST /bookings HTTP/1.1',
      'host: localhost',
      `cookie: ${manager.cookie}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'idempotency-key: lost',
    ];
    // The client disconnects before there is anything to read.
    socket.write(`${request.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    await until(async () => (await bookings()) === 1);
    const again = await manager.post('/bookings', stay(), key('lost'));
    expect(again).toMatchObject({ status: 200, body: { location: room, version: 1 } });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await bookings()).toBe(1);
  });

  test('is forgotten after 30 days, or later where the installation is set to that', async () => {
    const students = () => ({ site: site.id, first_name: 'Grace', last_name: 'Hopper', location: site.building });
    const { email } = await lodge.make.user({ owner: true });
    manager = await lodge.logIn(email);
    const first = await manager.post('/students', students(), key('k1'));
    expect((await manager.post('/students', students(), key('k1'))).text).toBe(first.text);
    lodge.clock.set(new Date(Date.parse(NOW) + 31 * 86_400_000).toISOString());
    manager = await lodge.logIn(email);
    const expired = async () => (await lodge.sql('SELECT FROM idempotency_keys WHERE site_id = $1', [site.id])).length;
    const sweep = () => lodge.instance.app.get(IdempotencyService).sweep();
    const { config } = lodge.instance;
    config.IDEMPOTENCY_KEEP_DAYS = 32;
    await sweep();
    expect((await manager.post('/students', students(), key('k1'))).text).toBe(first.text);
    expect(await expired()).toBe(1);
    config.IDEMPOTENCY_KEEP_DAYS = 30;
    await sweep();
    expect(await expired()).toBe(0);
    expect((await manager.post('/students', students(), key('k1'))).body._id).not.toBe(first.body._id);
  });

  test('that expired but was not swept yet makes way for a new request', async () => {
    const owner = await lodge.make.user({ owner: true });
    const erase = `/students/${site.id}/${person}/erase`;
    manager = await lodge.logIn(owner.email);
    expect((await manager.post(erase, {}, key('k1'))).status).toBe(200);
    expect((await manager.post(erase, {}, key('k1'))).headers['idempotent-replayed']).toBe('true');
    lodge.clock.set(new Date(Date.parse(NOW) + 31 * 86_400_000).toISOString());
    manager = await lodge.logIn(owner.email);
    expect((await manager.post(erase, {}, key('k1'))).status).toBe(404);
  });
});
