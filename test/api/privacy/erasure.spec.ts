import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { filesWith, tablesWith } from '../../support/stored-words.js';
import { startWorker } from '../../support/test-worker.js';
import { placesOf, textFields } from '../../support/text-fields.js';

const WORD = 'canary';
const NAME = { first_name: 'Canaryna', last_name: "O'Canary [x]" };
const WHOLE_NAME = `${NAME.first_name} ${NAME.last_name}`;
const STAY = { contract_start: '2027-01-04', contract_end: '2027-03-20' };
const OTHER = { cancellation_code: 'other' };

/** Not written by people about people: ids, codes, places, and what a client calls its own request. */
const NO_WORDS =
  /\/(location|cancellation_code|content_type|idempotency_key|columns\/\*|status_words\/\*|flags\/\*|additional_people\/\*|bookings\/\*)$/;

describe('erasing a person', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let folder: string;
  let worker: INestApplicationContext;
  let client: Client;
  let other: string;
  const sent = new Set<string>();
  const kept: (() => Promise<Answer>)[] = [];
  let keys = 0;

  const send = async (method: 'post' | 'patch', path: string, body: object, ids: Record<string, string> = {}) => {
    for (const place of placesOf(WORD, body)) sent.add(`${method.toUpperCase()} ${path} ${place}`);
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? site.id);
    const key = { 'idempotency-key': `key-${++keys}` };
    const answer = await client[method](url, body, method === 'post' ? key : {});
    expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
    if (method === 'post' && !/import\/|imports\/|waiting-list|closures/.test(path))
      kept.push(() => client.post(url, body, key));
    return answer.body;
  };
  const somebody = (more: object = {}) =>
    send('post', '/students', {
      site: site.id,
      ...NAME,
      email: `${WORD}${++keys}@uni.example`,
      student_id: `CANARY-${++keys}`,
      location: site.building,
      ...more,
    });
  const book = async (lead_person: string, more: object = {}) =>
    send('post', '/bookings', { site: site.id, lead_person, location: await lodge.make.room(site), ...STAY, ...more });
  const erase = (id: string, headers = {}) => client.post(`/students/${site.id}/${id}/erase`, undefined, headers);
  const cancel = { type: 'cancel', cancellation_code: 'data_entry_error' };
  const end = (bookingId: string) =>
    send('post', '/bookings/{bookingId}/transitions', { site: site.id, ...cancel }, { bookingId });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-erasure-'));
    const settings = {
      STORAGE_URL: pathToFileURL(folder).href,
      IMPORT_WAIT_SECONDS: '60',
      DOCUMENT_WAIT_SECONDS: '120',
    };
    lodge = await Lodge.start({ settings });
    site = await lodge.make.site();
    worker = await startWorker(lodge);
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    other = await lodge.make.student(site, { first_name: 'Bob', last_name: 'Bailey' });
  });
  afterAll(async () => {
    await worker.close();
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  test('leaves nothing of what can be written about them, in no table and no file, and no repeated answer names them', async () => {
    const person = await somebody();
    const people = [person._id];
    const userId: string = person._id;
    const rename = {
      ...NAME,
      first_name: 'Kanari-canary',
      location: site.building,
      student_id: 'CANARY-NEW',
      email: 'canary@new.example',
    };
    await send('patch', '/students/{siteId}/{userId}', rename, { userId });
    await send('patch', '/students/{siteId}/{userId}', { ...rename, ...NAME, welfare_flag: true }, { userId });
    const student = { ...NAME, email: 'canary@new.example', student_id: 'CANARY-NEW', location: 'North House' };
    await send('post', '/students/{site}/import', { type: 'partial', students: [student] });
    const unread = { ...student, date_of_birth: `born as ${WORD}` };
    await send('post', '/students/{site}/import', { type: 'partial', students: [unread] });
    const link = await picture(userId);

    const [first, second, third, fourth] = [
      await book(userId, { notes: `${WORD} sleeps badly`, vehicle_registration: 'CANARY 1' }),
      await book(userId),
      await book(userId),
      await book(userId),
    ];
    const bookingId: string = first._id;
    const change = { site: site.id, notes: `${WORD} snores`, vehicle_registration: 'CANARY 2' };
    await send('patch', '/bookings/{bookingId}', change, { bookingId });
    const swap = { site: site.id, with_booking: (await book(other))._id, notes: `Agreed with ${WHOLE_NAME}.` };
    await send('post', '/bookings/{bookingId}/swap', swap, { bookingId });
    const move = {
      site: site.id,
      location: await lodge.make.room(site),
      on: '2027-02-01',
      notes: `${WORD} wants quiet`,
    };
    await send('post', '/bookings/{bookingId}/moves', move, { bookingId });
    const leaving = { type: 'cancel', ...OTHER, notes: `${WORD} cried`, cancellation_reason: `${WORD} is ill` };
    await send('post', '/bookings/{bookingId}/transitions', { site: site.id, ...leaving }, { bookingId });
    await send('post', '/bookings/transitions/bulk', {
      site: site.id,
      transitions: [{ booking_id: second._id, ...leaving }],
    });
    const override = (booking: { _id: string }) => ({
      conflict_booking_id: booking._id,
      action: 'void',
      ...OTHER,
      cancellation_reason: `${WORD} left for ${WHOLE_NAME}`,
    });
    await book(other, {
      location: third.location,
      override: override(third),
      notes: `was the room of ${WHOLE_NAME}`,
      vehicle_registration: 'BOB 1',
    });
    const bulk = await send('post', '/bookings/bulk', {
      site: site.id,
      ...STAY,
      notes: `friends of ${WHOLE_NAME.toUpperCase()}`,
      block: { name: `Around ${WHOLE_NAME}`, notes: `invoice to canary@new.example` },
      assignments: [
        { person_id: userId, location_id: await lodge.make.room(site) },
        { person_id: other, location_id: fourth.location, override: override(fourth) },
        { person_id: other, location_id: (await book(userId)).location },
      ],
    });
    expect(bulk.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['created', 'created', 'failed']);
    await changeBlock(bulk.block_booking._id, userId);
    await waitAndClose(userId);
    const imported = await bringIn(userId);
    people.push(...imported);
    await print(bookingId);

    const { body: document } = await lodge.call('GET', '/openapi.json');
    const places = textFields(document, (path) => /student|booking|closures|waiting-list/.test(path)).filter(
      (place) => !NO_WORDS.test(place),
    );
    expect(places.length).toBeGreaterThan(25);
    expect(places.filter((place) => !sent.has(place))).toEqual([]);

    await tell([userId, bookingId]);
    const live = await lodge.sql<{ id: string }>(
      `SELECT id FROM bookings WHERE status IN ('provisional', 'confirmed') AND lead_person_id = ANY ($1)`,
      [people],
    );
    for (const { id } of live) await end(id);
    expect(await tablesWith(lodge, WORD)).toEqual([
      'audit_events',
      'block_bookings',
      'booking_transactions',
      'bookings',
      'closures',
      'idempotency_keys',
      'import_mappings',
      'import_previews',
      'import_rows',
      'imports',
      'jobs',
      'students',
      'waiting_entries',
      'webhook_deliveries',
    ]);
    expect(await feed()).toContain(`around ${WHOLE_NAME}`.toLowerCase());
    expect((await filesWith(folder, 'webp')).length).toBeGreaterThan(0);
    expect((await filesWith(folder, WORD)).length).toBeGreaterThan(1);
    for (const id of people) expect((await erase(id, { 'idempotency-key': id })).body).toEqual({ success: true });
    expect(await feed()).not.toContain(WORD);
    expect(await tablesWith(lodge, WORD)).toEqual([]);
    expect(await filesWith(folder, WORD)).toEqual([]);
    expect(await filesWith(folder, 'webp')).toEqual([]);
    expect((await lodge.instance.app.inject(link)).statusCode).toBe(403);

    const answers = await Promise.all(kept.map((again) => again()));
    expect(answers.map(({ text }) => text).filter((text) => text.toLowerCase().includes(WORD))).toEqual([]);
    expect(answers[0]).toMatchObject({ status: 410, body: { code: 'answer_erased' } });
    const [bobs] = await lodge.sql(
      `SELECT notes, vehicle_registration FROM bookings WHERE vehicle_registration IS NOT NULL`,
    );
    expect(bobs).toEqual({ notes: 'was the room of [erased]', vehicle_registration: 'BOB 1' });
    const trail = (await client.get(`/bookings/${bookingId}/transactions?site=${site.id}`)).body;
    expect(trail.data.map(({ type }: { type: string }) => type)).toEqual([
      'created',
      'updated',
      'updated',
      'updated',
      'cancel',
      // That its texts were removed.
      'updated',
    ]);
  });

  test('races with changes of their bookings, and with itself: nothing is left, and it is done once', async () => {
    for (let round = 0; round < 8; round++) {
      const { _id } = await somebody();
      const bookings = [await book(_id, { notes: `${WORD} ${round}` }), await book(_id, { notes: `${WORD} ${round}` })];
      for (const booking of bookings) await end(booking._id);
      const changes = bookings.flatMap((booking) =>
        [1, 2, 3].map((n) => client.patch(`/bookings/${booking._id}`, { site: site.id, notes: `quiet ${n}` })),
      );
      const erased = await Promise.all([erase(_id), erase(_id)]);
      expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
      expect(erased.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await tablesWith(lodge, WORD)).toEqual([]);
      const [events] = await lodge.sql(
        `SELECT count(*)::int AS n FROM audit_events WHERE subject_id = $1 AND action = 'student.erased'`,
        [_id],
      );
      expect(events).toEqual({ n: 1 });
    }
  });

  test('the trails let nobody else empty or change anything', async () => {
    const { _id } = await somebody();
    await book(_id, { notes: 'kept' });
    const emptying = `BEGIN; SET LOCAL lodge.emptying = 'on'; UPDATE booking_transactions SET`;
    const refused = [
      'UPDATE booking_transactions SET notes = NULL',
      `${emptying} notes = 'forged', emptied_at = now()`,
      `${emptying} type = 'updated', emptied_at = now()`,
      `${emptying} changes = '[]', emptied_at = now() WHERE changes <> '[]'`,
      `${emptying} notes = NULL`,
      `BEGIN; SET LOCAL lodge.emptying = 'on'; DELETE FROM booking_transactions`,
    ];
    for (const statement of refused) {
      await expect(lodge.pool.query(`${statement}; COMMIT`)).rejects.toThrow('append-only');
    }
    await expect(lodge.sql('SELECT forget_in_trails($1, $2, $3, now())', [site.id, _id, [WORD]])).rejects.toThrow(
      'nobody was erased',
    );
  });

  test('nobody empties trails for somebody who was erased before, or takes an erasure back', async () => {
    const { _id } = await somebody();
    const others = await book((await somebody())._id, { notes: 'kept, too' });
    const trail = () => lodge.sql('SELECT * FROM booking_transactions WHERE booking_id = $1', [others._id]);
    expect(JSON.stringify(await trail())).toContain('kept, too');
    expect(await client.post(`/students/${site.id}/${_id}/erase`)).toMatchObject({ status: 200 });
    const before = await trail();
    const forget = 'SELECT forget_in_trails($1, $2, $3, now())';
    await expect(lodge.sql(forget, [site.id, _id, ['kept, too']])).rejects.toThrow('nobody was erased');
    for (const value of ['NULL', 'now()'])
      await expect(lodge.sql(`UPDATE students SET erased_at = ${value} WHERE id = $1`, [_id])).rejects.toThrow('an erasure is final'); // prettier-ignore
    expect(await trail()).toEqual(before);
  });

  test('meets other erasures and changes of a booking that names the person, and all of them succeed', async () => {
    const [host, ...named] = await Promise.all(['Otto Host', 'Mira Talbrok', 'Jean Varnique', 'Pia Zubel'].map((name) => {
      const [first_name = '', last_name = ''] = name.split(' ');
      return lodge.make.student(site, { first_name, last_name });
    })); // prettier-ignore
    const stay = { contract_start: '2031-01-04', contract_end: '2031-02-04', notes: 'Mira Talbrok, Jean Varnique, Pia Zubel' }; // prettier-ignore
    const { body } = await client.post('/bookings', { site: site.id, lead_person: host, location: await lodge.make.room(site), ...stay }); // prettier-ignore
    const statuses = await Promise.all([
      ...named.map((id) => client.post(`/students/${site.id}/${id}/erase`)),
      ...[1, 2, 3].map((n) => client.patch(`/bookings/${body._id}`, { site: site.id, notes: `Mira Talbrok ${n}` })),
      client.post(`/bookings/${body._id}/transitions`, { site: site.id, type: 'cancel', cancellation_code: 'requested_by_student' }), // prettier-ignore
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  test('an entry of the waiting list that has only their name keeps nothing that is said beside it', async () => {
    const { _id } = await somebody();
    const stay = { location_type: site.roomType, from: '2029-01-04', contact: '+44 7700 900123', notes: 'asthma' };
    const [alone, both] = [WHOLE_NAME, `Bob, a friend of ${WHOLE_NAME}`].map((name) => send('post', '/sites/{siteId}/waiting-list', { ...stay, name })); // prettier-ignore
    const ids = [(await alone)?._id, (await both)?._id];
    expect(await client.post(`/students/${site.id}/${_id}/erase`)).toMatchObject({ status: 200 });
    const rows = await lodge.sql('SELECT name, contact, notes FROM waiting_entries WHERE id = ANY ($1) ORDER BY length(name)', [ids]); // prettier-ignore
    expect(rows).toEqual([
      { name: '[erased]', contact: null, notes: null },
      { name: 'Bob, a friend of [erased]', contact: '+44 7700 900123', notes: 'asthma' },
    ]);
  });

  /** The whole feed of events of the site, as text. */
  async function feed(): Promise<string> {
    const pages: string[] = [];
    for (let after = ''; ;) {
      const { body } = await client.get(`/sites/${site.id}/events?limit=200${after}`);
      if (body.data.length === 0) return pages.join().toLowerCase();
      pages.push(JSON.stringify(body.data));
      after = `&after=${body.next_cursor}`;
    }
  }

  /** Uploads a picture and shows it; then another one, whose upload is returned. */
  async function picture(userId: string) {
    const payload = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const upload = async () => {
      const { url, object_id } = (
        await client.post(`/students/${site.id}/${userId}/photo`, { content_type: 'image/png' })
      ).body;
      const headers = { 'content-type': 'image/png' };
      const put = { method: 'PUT' as const, url: url.replace('http://localhost', ''), payload, headers };
      expect((await lodge.instance.app.inject(put)).statusCode).toBe(200);
      return { object_id: object_id as string, put };
    };
    const { object_id } = await upload();
    expect((await client.put(`/students/${site.id}/${userId}/photo`, { object_id })).status).toBe(200);
    return (await upload()).put;
  }

  /** The texts about a person in a block booking, and in the changes of many bookings. */
  async function changeBlock(blockId: string, person: string): Promise<void> {
    const [inTheWay, changed] = [await book(person), await book(person)];
    await send('patch', '/bookings/bulk', {
      site: site.id,
      updates: [{ booking_id: changed._id, notes: `${WORD} waits`, vehicle_registration: 'CANARY 5' }],
    });
    const texts = { name: `Without ${WHOLE_NAME}`, notes: `paid by ${WHOLE_NAME}` };
    await send('patch', '/block-bookings/{blockId}', { site: site.id, ...texts }, { blockId });
    const why = { action: 'void', ...OTHER, cancellation_reason: `${WHOLE_NAME} moved` };
    const row = { person_id: person, location_id: inTheWay.location, override: { conflict_booking_id: inTheWay._id, ...why } }; // prettier-ignore
    const more = { site: site.id, ...STAY, notes: `beside ${WHOLE_NAME}`, assignments: [row] };
    const added = await send('post', '/block-bookings/{blockId}/bookings', more, { blockId });
    const end = { site: site.id, ...OTHER, cancellation_reason: `${WHOLE_NAME} is ill`, notes: `${WHOLE_NAME} cried` };
    const bookings = [added.results[0].booking._id];
    await send('post', '/block-bookings/{blockId}/release', { ...end, bookings }, { blockId });
    await send('post', '/block-bookings/{blockId}/cancel', end, { blockId });
  }

  /** What staff write while people wait for a place, and while places are closed: about the person, and with the name about others. */
  async function waitAndClose(person: string): Promise<void> {
    const [path, stay] = ['/sites/{siteId}/waiting-list', { location_type: site.roomType, from: '2029-01-04' }];
    const texts = { contact: `${WORD}, at night only`, notes: `${WORD} is allergic` };
    const entryId = (await send('post', path, { ...stay, person, ...texts }))._id;
    await send('patch', `${path}/{entryId}`, { contact: `a friend of ${WORD}`, notes: `${WORD} snores` }, { entryId });
    const offer = { location: await lodge.make.room(site), hold_until: '2027-01-01T12:00:00Z' };
    await send('post', `${path}/{entryId}/offers`, { ...offer, notes: `${WORD} was told` }, { entryId });
    const named = { name: WHOLE_NAME, contact: 'canary@new.example', notes: `with ${WHOLE_NAME}` };
    const other = (await send('post', path, { ...stay, ...named }))._id;
    const again = { name: `${WHOLE_NAME} and Bob`, contact: 'Canary@new.example', notes: `for ${WHOLE_NAME}` };
    await send('patch', `${path}/{entryId}`, again, { entryId: other });
    const closing = {
      location: await lodge.make.room(site),
      from: '2029-01-04',
      to: '2029-02-04',
      kind: 'maintenance',
    };
    const closed = { reason: `${WHOLE_NAME} broke the window`, notes: `paid by ${WHOLE_NAME}` };
    const closureId = (await send('post', '/sites/{siteId}/closures', { ...closing, ...closed }))._id;
    const changed = { reason: `Glass of ${WHOLE_NAME}`, notes: `not paid by ${WHOLE_NAME}` };
    await send('patch', '/sites/{siteId}/closures/{closureId}', changed, { closureId });
  }

  /** An import that names them in each way; returns the ids of the people that it created. */
  async function bringIn(person: string): Promise<string[]> {
    const room = async () => {
      const code = `C${++keys}x`;
      return { id: await lodge.make.room(site, { code }), code };
    };
    const [one, two, three, four] = [await room(), await room(), await room(), await room()];
    const held = await book(person, { location: four.id });
    const cells = { ...NAME, email: 'canary@new.example', student_id: 'CANARY-NEW', ...STAY };
    const rows = [
      {
        row_index: 0,
        values: { ...cells, room: one.code, notes: `${WORD} imported`, vehicle_registration: 'CANARY 3' },
      },
      { row_index: 1, values: { room: two.code, ...STAY, first_name: 'New', last_name: 'Canary' } },
      { row_index: 2, values: { student_id: 'B-1', room: three.code, ...STAY, notes: `beside ${WHOLE_NAME}` } },
      { row_index: 3, values: { ...STAY, room: four.code, booking_id: held._id, notes: `${WORD} again` } },
      // Of a file without a line of headings, the first person is taken for one.
      { row_index: 4, values: { ...cells, room: 'nowhere', [WHOLE_NAME]: 'x' } },
    ];
    const create_person = { ...NAME, first_name: 'Newcanary', email: 'canary@third.example', student_id: 'CANARY-3' };
    const resolutions = [
      { row_index: 1, action: 'create', create_person, values: { notes: `${WORD} likes it quiet` } },
      {
        row_index: 2,
        action: 'create',
        person_id: other,
        override: { conflict_booking_id: held._id, action: 'void', ...OTHER, cancellation_reason: `${WORD} out` },
      },
    ];
    await send('post', '/bookings/import/preview', { site: site.id, rows });
    const declared = {
      columns: { [WHOLE_NAME]: 'ignore' },
      status_words: { [`Left with ${WHOLE_NAME}`]: 'cancelled' },
    };
    const body = { site: site.id, idempotency_key: 'import-1', rows, resolutions, ...declared };
    const { import_id: importId, results } = await send('post', '/bookings/import/commit', body);
    await send('post', '/bookings/imports/{importId}/undo', { site: site.id }, { importId });
    return results.flatMap(({ person_id }: { person_id: string | null }) =>
      person_id && person_id !== person && person_id !== other ? [person_id] : [],
    );
  }

  /** What other systems said to the site's events, and how a job failed, with the name in both. */
  async function tell(subjects: string[]): Promise<void> {
    await feed();
    const said = JSON.stringify({ thanks: `for ${WHOLE_NAME}`, to: 'canary@new.example' });
    await lodge.sql(
      `WITH hook AS (INSERT INTO webhooks (site_id, id, url, role, secret, at_position, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'https://doors.example/', 'viewer', '\\x00', 0, now(), now()) RETURNING site_id, id)
       INSERT INTO webhook_deliveries (site_id, webhook_id, id, event_id, type, state, ended_at, response)
       SELECT site_id, id, gen_random_uuid(), gen_random_uuid(), 'student.updated', 'delivered', now(), $2 FROM hook
       UNION ALL
       SELECT h.site_id, h.id, gen_random_uuid(), j.event_id, j.type, 'delivered', now(), $4 FROM hook h
         JOIN event_journal j ON j.site_id = h.site_id AND j.subject_id = ANY ($3)`,
      [site.id, said, subjects, `cut off in: ${NAME.first_name} O'Can`],
    );
    const problem = { title: 'Failed', detail: `The booking of ${WHOLE_NAME} cannot be printed.` };
    const [job] = await lodge.sql<{ id: string }>('UPDATE jobs SET problem = $2 WHERE site_id = $1 AND id IN (SELECT id FROM imports) RETURNING id', [site.id, problem]); // prettier-ignore
    expect(job).toBeDefined();
  }

  async function print(bookingId: string): Promise<void> {
    const urls = [`/students/${site.id}/export?includePhoto=true`, `/bookings/${bookingId}/document?site=${site.id}`];
    for (const url of urls) expect((await client.get(url)).status).toBe(200);
  }
});
