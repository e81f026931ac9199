import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import ICAL from 'ical.js';
import sharp from 'sharp';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { promiseMail } from '#libs/core/mail/outbox.queries';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { DocumentSweepService } from '#libs/documents/document-sweep.service';
import { PrintingService } from '#libs/documents/printing.service';
import { printablePhotos } from '#libs/documents/photos';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import {
  complaintsAbout,
  fontsOf,
  hasPoppler,
  hasQpdf,
  imagesOf,
  infoOf,
  pagesOf,
  structureOf,
  textOf,
} from '../../support/poppler.js';
import { nextMailTo } from '../../support/mails.js';
import { until } from '../../support/until.js';
import { startWorker } from '../../support/test-worker.js';

if (!hasPoppler) console.warn('poppler-utils is not installed: what is IN the PDFs is NOT tested in this run.');
const withPoppler = hasPoppler ? describe : describe.skip;

const PEOPLE = [
  ['Zoë', 'Ångström'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['Дмитрий', 'Достоевский'],
  ['伟', '张'],
  ['ゆうき', 'さとう'],
  ['민준', '김'],
  ['Hương', 'Nguyễn'],
] as const;
const OTHER_SCRIPTS = [
  ['محمد', 'الأحمد'],
  ['דוד', 'כהן'],
  ['अमित', 'शर्मा'],
] as const;

describe('documents', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let folder: string;
  let worker: INestApplicationContext | undefined;
  let manager: Client;
  let desk: Client;
  let bookingId: string;
  const beginWork = async () => (worker = await startWorker(lodge));
  const as = async (role: 'viewer' | 'reception' | 'manager' | 'admin', of = site) =>
    lodge.logIn((await lodge.make.user({ roles: { [of.id]: role } })).email);
  const get = async (url: string, who: Client, headers: Record<string, string> = {}) => {
    const answer = await lodge.instance.app.inject({ method: 'GET', url, headers: { cookie: who.cookie, ...headers } });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      pdf: answer.rawPayload,
      body: /json/.test(String(answer.headers['content-type'])) ? answer.json() : undefined,
    };
  };
  const list = (who = manager, more = '', of = site) => get(`/students/${of.id}/export${more}`, who);
  const isFinished = async (url: string, who: Client) => {
    let job: Awaited<ReturnType<typeof get>>['body'];
    await until(async () => (job = (await get(url, who)).body).finished_at !== null);
    return job;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-documents-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href, DOCUMENT_WAIT_SECONDS: '120' } });
    site = await lodge.make.site({ name: 'Kings Court' });
    manager = await as('manager');
    desk = await as('reception');
    const floor = await lodge.make.location(site.id, site.buildingType, {
      name: 'Floor 1',
      floor: '1',
      parent_id: site.building,
    });
    const flag = await lodge.make.listEntry('flags', site.id, { name: 'Step-free', colour: '#0E7490' });
    const state = await lodge.make.listEntry('welfare_states', site.id, { name: 'Weekly call' });
    const students: string[] = [];
    for (const [index, [first_name, last_name]] of [...PEOPLE, ...OTHER_SCRIPTS].entries()) {
      const room = await lodge.make.room(site, { name: `Room 10${index}`, code: `N-10${index}`, parent_id: floor });
      students.push(
        await lodge.make.student(site, {
          first_name,
          last_name,
          student_id: `KC${index}`,
          location_id: room,
          welfare_flag: index === 2,
          welfare_state_id: index === 2 ? state : null,
        }),
      );
    }
    await lodge.sql('INSERT INTO student_flags VALUES ($1, $2, $3, 0)', [site.id, students[0], flag]);
    await lodge.make.student(site, { last_name: 'Inactive', active: false });
    const [room] = await lodge.sql<{ id: string }>(`SELECT id FROM locations WHERE code = 'N-100'`);
    const booking = await manager.post('/bookings', {
      site: site.id,
      lead_person: students[0],
      additional_people: [students[3]],
      location: room?.id,
      contract_start: '2026-11-21',
      contract_end: '2027-06-30',
      status: 'checked_in',
      vehicle_registration: 'KC26 ABC',
    });
    expect(booking.status).toBe(200);
    bookingId = booking.body._id;
    await beginWork();
  });
  afterAll(async () => {
    await worker?.close();
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  test('the list comes as a PDF to save, with an ETag of its content', async () => {
    const answer = await list();
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="students-kings-court-2026-11-21.pdf"',
        'content-length': String(answer.pdf.length),
      },
    });
    expect(answer.headers.etag).toMatch(/^"[\w-]{43}"$/);
    expect(answer.pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  withPoppler('what is in them', () => {
    const list1 = async (more = '') => (await list(manager, more)).pdf;

    test('each active student once, in every script, with place, flag, welfare and who is in house', async () => {
      const pdf = await list1('?sortBy=student_id');
      const text = textOf(pdf);
      for (const [first, last] of PEOPLE) expect(text.split(`${last}, ${first}`)).toHaveLength(2);
      // Right to left and composed scripts come back in an order of their own.
      const letters = (of: string) => [...of.replace(/[^\p{L}]/gu, '').normalize('NFKC')].sort().join('');
      for (const [first] of OTHER_SCRIPTS)
        expect(text.split('\n').some((line) => letters(line).includes(letters(first).slice(0, 1)))).toBe(true);
      const [page] = pagesOf(pdf);
      for (const word of ['KINGS COURT', 'Students', '10 students', 'North House', 'Floor 1', 'Room 104', 'N-104'])
        expect(page).toContain(word);
      expect(text).toContain('21 November 2026, 12:00 (Europe/London)');
      expect(text.match(/\bYes\b/g)).toHaveLength(2);
      expect(text).toMatch(/Step-free/);
      expect(text).toMatch(/Weekly call/);
      expect(text).not.toMatch(/Inactive/);
    });

    test('welfare is only for those who may see it', async () => {
      const answer = await list(desk);
      expect(answer.headers['x-redacted']).toBe('welfare');
      expect(textOf(answer.pdf)).not.toMatch(/Weekly call|welfare/i);
    });

    test('all fonts are inside, it is tagged, and A4 or Letter', async () => {
      const pdf = await list1();
      expect(fontsOf(pdf).length).toBeGreaterThan(5);
      expect(fontsOf(pdf).filter(({ name, embedded }) => !embedded || !/Noto/.test(name))).toEqual([]);
      expect(infoOf(pdf)).toMatchObject({ Tagged: 'yes', Title: 'Students – Kings Court' });
      expect(infoOf(pdf)['Page size']).toMatch(/A4/);
      expect(infoOf(await list1('?paper=letter'))['Page size']).toMatch(/612 x 792/);
    });

    test('the order on a floor is the one asked for', async () => {
      const order = async (sort: string) => textOf(await list1(`?sortBy=${sort}`)).match(/KC\d/g);
      const ids = PEOPLE.concat(OTHER_SCRIPTS as never).map((_, index) => `KC${index}`);
      expect(await order('student_id')).toEqual(ids);
      expect(await order('-student_id')).toEqual([...ids].reverse());
    });

    test('pictures are in it when asked for', async () => {
      const [student] = await lodge.sql<{ id: string }>(`SELECT id FROM students WHERE student_id = 'KC1'`);
      const pictureId = newId();
      const webp = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#aa5533' } })
        .webp()
        .toBuffer();
      await lodge.instance.app.get(OBJECT_STORE, { strict: false }).put(`pictures/${pictureId}.webp`, webp);
      await lodge.sql('INSERT INTO pictures (id, site_id, student_id) VALUES ($1, $2, $3)', [
        pictureId,
        site.id,
        student?.id,
      ]);
      const [plain, pictured] = [await list1(), await list1('?includePhoto=true')];
      expect(plain.includes('/DCTDecode')).toBe(false);
      expect(pictured.includes('/DCTDecode')).toBe(true);
      await lodge.sql('DELETE FROM pictures WHERE id = $1', [pictureId]);
    });

    test('twelve people with their pictures fit a page, and Thai and Devanagari names are printed in glyphs of their own', async () => {
      // The fullest first page: a logo, an address, and two floors that end on it.
      const contact = {
        address: '1 Queens Road\nLondon N1 1AA',
        phone: '+44 20 7946 0000',
        email: 'office@qc.example',
      };
      const house = await lodge.make.site({ name: 'Queens Court', colour: '#1F4E79', ...contact });
      const logo = sharp({ create: { width: 236, height: 236, channels: 3, background: '#1F4E79' } }).png();
      await lodge.sql('INSERT INTO site_logos (site_id, png) VALUES ($1, $2)', [house.id, await logo.toBuffer()]);
      const names = [
        ['สมชาย', 'ใจดี'],
        ['ณัฐกานต์', 'ศรีสุวรรณ'],
        ['मेघना', 'क्षत्रिय'],
      ] as const;
      for (let n = 0; n < 30; n++) {
        const room = await lodge.make.room(house, {
          name: `Room ${n}`,
          code: `Q-${n}`,
          floor: n < 4 ? '1' : n < 10 ? '2' : '3',
        });
        const [first_name, last_name] = names[n] ?? ['Ada', `Lovelace ${n}`];
        await lodge.make.student(house, { first_name, last_name, student_id: `QC${n}`, location_id: room });
      }
      const { status, pdf } = await list(await as('manager', house), '?includePhoto=true', house);
      expect(status).toBe(200);
      const onPages = pagesOf(pdf).map((page) => page.match(/QC\d+/g)?.length ?? 0);
      expect(onPages.reduce((sum, count) => sum + count, 0)).toBe(30);
      expect(onPages.slice(0, -1).every((count) => count >= 12)).toBe(true);
      const fonts = fontsOf(pdf);
      expect(fonts.filter(({ name, embedded }) => !embedded || !/Noto/.test(name))).toEqual([]);
      // Devanagari is in the same font as Latin.
      expect(fonts.filter(({ name }) => name.includes('NotoSansThai'))).toHaveLength(2);
      const text = textOf(pdf);
      for (const [first] of names) expect(text).toContain([...first][0]);
    }, 60_000);

    test('what is transparent in a picture is white on paper, and a picture that cannot be read is left out', async () => {
      const clear = { r: 0, g: 0, b: 0, alpha: 0 };
      const webp = await sharp({ create: { width: 512, height: 512, channels: 4, background: clear } })
        .webp()
        .toBuffer();
      const store = lodge.instance.app.get<ObjectStore>(OBJECT_STORE, { strict: false });
      const [transparent, broken] = [newId(), newId()];
      await store.put(`pictures/${transparent}.webp`, webp);
      await store.put(`pictures/${broken}.webp`, Buffer.alloc(0));
      const photos = await printablePhotos(store, [transparent, broken]);
      expect([...photos.keys()]).toEqual([transparent]);
      const jpeg = Buffer.from(String(photos.get(transparent)).split(',')[1] ?? '', 'base64');
      expect((await sharp(jpeg).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
    });

    test('rooms of one name are told apart by the flat, also when it is not let as a whole', async () => {
      const flats = await lodge.make.site({ name: 'Flats' });
      const type = await lodge.make.locationType(flats.id, { name: 'Flat', can_be_allocated_to_bookings: false });
      const values = { floor: '1', parent_id: flats.building };
      for (const name of ['Flat 1', 'Flat 2']) {
        const flat = await lodge.make.location(flats.id, type, { ...values, name });
        const room = await lodge.make.room(flats, { name: 'Room B', parent_id: flat });
        await lodge.make.student(flats, { location_id: room });
      }
      const text = textOf((await list(await as('manager', flats), '', flats)).pdf);
      for (const place of ['Flat 1 · Room B', 'Flat 2 · Room B']) expect(text).toContain(place);
    });

    test('the foot of a site and a person with long names leaves the number of the page alone', async () => {
      const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
      const long = 'Maximiliana Theodora Wilhelmina Alexandrina Victoria Elisabeth of the House at the River End';
      await lodge.sql('UPDATE users SET first_name = $2, last_name = $2 WHERE id = $1', [user.id, long]);
      const answer = await get(`/bookings/${bookingId}/document?site=${site.id}`, await lodge.logIn(user.email));
      const foot = pagesOf(answer.pdf)[0]?.split('made 21 November')[1];
      expect(foot).toMatch(/Page 1 of 1\b/);
      expect(foot?.replace('Page 1 of 1', '').replace(/\s+/g, ' ')).toContain(`by ${long} ${long}`);
    });

    test('logo, name and address of the site stand at the head of every kind of document', async () => {
      const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
      const contact = { address: '1 Kings Road\nLondon N1 1AA', phone: '+44 20 7946 0000', email: 'desk@kings.example', colour: '#1F4E79' }; // prettier-ignore
      const drawn = sharp({ create: { width: 300, height: 100, channels: 3, background: '#1f4e79' } });
      await owner.patch(`/sites/${site.id}`, contact);
      await owner.put(`/sites/${site.id}/logo`, { image: (await drawn.png().toBuffer()).toString('base64') });
      const paths = [`/students/${site.id}/export`, `/bookings/${bookingId}/document?site=${site.id}`, `/sites/${site.id}/roll-call/document`]; // prettier-ignore
      for (const path of paths) {
        const { status, pdf } = await get(path, manager);
        expect([path, status]).toEqual([path, 200]);
        const [first] = pagesOf(pdf);
        for (const word of ['Kings Court', '1 Kings Road', 'London N1 1AA', contact.phone, contact.email])
          expect(first).toContain(word);
        expect(imagesOf(pdf)).toBeGreaterThan(0);
      }
      await owner.patch(`/sites/${site.id}`, { address: null, phone: null, email: null, colour: null });
      await owner.delete(`/sites/${site.id}/logo`);
    }, 60_000);

    test('documents are in the language of the site, or else of the caller', async () => {
      const admin = await as('admin');
      const path = `/bookings/${bookingId}/document?site=${site.id}`;
      const asked = async (language: string) => {
        const { status, headers, pdf } = await get(path, manager, { 'accept-language': language });
        expect([status, headers.vary]).toEqual([200, expect.stringContaining('Accept-Language')]);
        return { language: headers['content-language'], text: textOf(pdf) };
      };
      const french = await asked('fr-CH, en;q=0.3');
      expect(french.language).toBe('fr');
      for (const word of ['Confirmation de réservation', 'mercredi 30 juin 2027', 'Page 1 sur 1', 'Véhicule'])
        expect(french.text).toContain(word);
      expect((await asked('ja')).text).toContain('Booking confirmation');
      expect((await admin.patch(`/sites/${site.id}`, { language: 'ar' })).body.language).toBe('ar');
      const arabic = await asked('fr');
      expect(arabic.language).toBe('ar');
      // The letters, in whatever order and form a reader finds them.
      const letters = (text: string) => text.normalize('NFKC').replace(/\s/g, '');
      expect(letters(arabic.text)).toMatch(/الحجز|زجحلا/);
      expect(arabic.text).toContain('2027');
      expect(fontsOf((await get(path, manager)).pdf).some(({ name }) => name.includes('Arabic'))).toBe(true);
      expect(await admin.patch(`/sites/${site.id}`, { language: 'tlh' })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/language' }] },
      });
      await admin.patch(`/sites/${site.id}`, { language: null });
    }, 60_000);

    test('an empty site is a page that says so', async () => {
      const empty = await lodge.make.site({ name: 'Empty Hall' });
      const text = textOf((await list(await as('manager', empty), '', empty)).pdf);
      expect(text).toMatch(/No students were found/);
      expect(text).toMatch(/Page 1 of 1/);
    });

    test('a long list has every student once, and page x of y on every page, although it is printed in parts', async () => {
      const long = await lodge.make.site({ name: 'Long Hall' });
      await lodge.sql(
        `INSERT INTO students (site_id, id, student_id, first_name, last_name, location_id)
         SELECT $1, gen_random_uuid(), 'L' || lpad(n::text, 5, '0'), 'First', 'Last' || n, $2 FROM generate_series(1, 2345) n`,
        [long.id, long.building],
      );
      const answer = await list(await as('manager', long), '?sortBy=student_id', long);
      const pages = pagesOf(answer.pdf);
      expect(pages.length).toBeGreaterThan(60);
      pages.forEach((page, index) => {
        expect(page).toMatch(new RegExp(`Confidential\\s+Page ${index + 1} of ${pages.length}\\s*$`));
        if (index > 0) expect(page).toContain('Long Hall · Students');
        expect(page).toMatch(/Name\s+Student ID\s+Room/);
      });
      const ids = pages.join('\n').match(/L\d{5}/g) ?? [];
      expect(ids).toEqual(Array.from({ length: 2345 }, (_, index) => `L${String(index + 1).padStart(5, '0')}`));
      expect(fontsOf(answer.pdf).filter(({ embedded }) => !embedded)).toEqual([]);
      expect(infoOf(answer.pdf)).toMatchObject({ Tagged: 'yes', Title: 'Students – Long Hall' });
      expect(structureOf(answer.pdf).match(/^ *TR.*\n *TD/gm)).toHaveLength(2345);
      if (hasQpdf) expect(complaintsAbout(answer.pdf)).toBe('');
    });

    test('the rooming list of a block: every room, who has it, and which have no name yet', async () => {
      const places = [await lodge.make.room(site, { name: 'Lark' }), await lodge.make.room(site, { name: 'Wren' })];
      const guest = await lodge.make.student(site, { first_name: 'Nina', last_name: 'Simone' });
      const [location_id, other] = places;
      const body = { site: site.id, contract_start: '2029-07-02', contract_end: '2029-07-14', status: 'provisional', block: { name: 'Jazz week', notes: 'Breakfast at seven' }, assignments: [{ location_id, person_id: guest }, { location_id: other }] }; // prettier-ignore
      const block = (await manager.post('/bookings/bulk', body)).body.block_booking._id;
      const { status, headers, pdf } = await get(`/block-bookings/${block}/document?site=${site.id}`, desk);
      expect(status).toBe(200);
      expect(headers['content-disposition']).toContain('rooming-list-');
      const text = textOf(pdf);
      for (const word of [
        'Jazz week',
        'Breakfast at seven',
        '2 bookings, 1 without a name',
        'Lark',
        'Simone, Nina',
        'Wren',
        'not named yet',
      ])
        expect(text).toContain(word);
      expect((await get(`/block-bookings/${newId()}/document?site=${site.id}`, desk)).status).toBe(404);
      expect((await get(`/block-bookings/${block}/document?site=${site.id}`, await as('viewer'))).status).toBe(403);
    });

    test('the confirmation of a booking: the person, the room, the dates, the reference, the site', async () => {
      const { body } = await manager.get(`/bookings/${bookingId}?site=${site.id}`);
      const answer = await get(`/bookings/${bookingId}/document?site=${site.id}`, await as('viewer'));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="booking-${body.reference.toLowerCase()}.pdf"`,
      );
      const text = textOf(answer.pdf);
      for (const word of [
        'Booking confirmation',
        body.reference,
        'Checked in',
        'Saturday 21 November 2026',
        'Wednesday 30 June 2027',
        '221',
        'Zoë Ångström',
        '伟',
        'Room 100',
        'North House',
        'KC26 ABC',
        'KINGS COURT',
        'Page 1 of 1',
      ])
        expect(text.replaceAll(',', '')).toContain(word);
      expect(infoOf(answer.pdf)).toMatchObject({ Pages: '1', Tagged: 'yes' });
    });
  });

  describe('mailed to the student', () => {
    const address = 'zoe@uni.example';
    const path = () => `/bookings/${bookingId}/confirmation`;
    const promised = async () =>
      (await lodge.sql<{ n: number }>(`SELECT count(*)::int AS n FROM outgoing_mails WHERE kind = 'confirmation'`))[0]
        ?.n ?? 0;
    const setEmail = (email: string | null) =>
      lodge.sql('UPDATE students SET email = $1 WHERE id = (SELECT lead_person_id FROM bookings WHERE id = $2)', [
        email,
        bookingId,
      ]);
    const part = (mail: string, type: string) => {
      const body = mail.split(`Content-Type: ${type}`)[1]?.split('\r\n\r\n')[1] ?? '';
      return Buffer.from(body.split('\r\n--')[0] ?? '', 'base64');
    };

    test('brings the PDF, and arrival and departure for a calendar; a reply goes to the site', async () => {
      await setEmail(address);
      const admin = await as('admin');
      await admin.patch(`/sites/${site.id}`, { email: 'desk@kings.example', phone: '+44 20 7946 0000' });
      const mail = await nextMailTo(address, async () => {
        const answer = await desk.post(path(), { site: site.id });
        expect(answer).toMatchObject({ status: 200, body: { kind: 'booking_document', problem: null } });
        expect(await isFinished(`/jobs/${answer.body._id}`, desk)).toMatchObject({ state: 'completed' });
      });
      expect(mail).toMatch(/Reply-To: desk@kings\.example/);
      expect(mail).toContain('+44 20 7946 0000');
      expect(part(mail, 'application/pdf').subarray(0, 5).toString()).toBe('%PDF-');
      const calendar = new ICAL.Component(ICAL.parse(part(mail, 'text/calendar').toString()) as unknown[]);
      const days = calendar.getAllSubcomponents('vevent').map((each) => String(each.getFirstPropertyValue('dtstart')));
      expect(days).toEqual(['2026-11-21', '2027-06-30']);
      const trail = await lodge.sql(`SELECT subject_id FROM audit_events WHERE action = 'booking.confirmation_mailed'`);
      expect(trail).toEqual([{ subject_id: bookingId }]);
      await admin.patch(`/sites/${site.id}`, { email: null, phone: null });
    }, 60_000);

    test('goes once: for one key sent five times at once, and not for an attempt that another one has taken over', async () => {
      await setEmail(address);
      const before = await promised();
      const key = { 'idempotency-key': 'confirm-once' };
      const answers = await Promise.all(Array.from({ length: 5 }, () => desk.post(path(), { site: site.id }, key)));
      const jobs = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body._id as string));
      expect(jobs.size).toBe(1);
      const [id = ''] = jobs;
      await isFinished(`/jobs/${id}`, desk);
      expect(await promised()).toBe(before + 1);
      const runner = worker
        ?.get(PrintingService, { strict: false })
        .runners.find(({ kind }) => kind === 'booking_document');
      const superseded = () => Promise.reject(new Error('another attempt has taken over'));
      const late = { siteId: site.id, id, advance: () => Promise.resolve(), complete: superseded };
      await expect(runner?.run(late)).rejects.toThrow('taken over');
      expect(await promised()).toBe(before + 1);
    }, 60_000);

    test('is refused without an address and for a booking that is over, by a sentence that says which', async () => {
      await setEmail(null);
      const unmailable = (detail: string) => ({ status: 422, body: { code: 'not_mailable', detail } });
      expect(await desk.post(path(), { site: site.id })).toMatchObject(unmailable('The student has no email address.'));
      const { body } = await manager.post('/bookings', {
        site: site.id,
        lead_person: await lodge.make.student(site, { email: 'away@uni.example' }),
        location: await lodge.make.room(site, { name: 'Room 300' }),
        contract_start: '2027-01-01',
        contract_end: '2027-02-01',
      });
      await manager.post(`/bookings/${body._id}/transitions`, {
        site: site.id,
        type: 'void',
        cancellation_code: 'data_entry_error',
      });
      const over = await desk.post(`/bookings/${body._id}/confirmation`, { site: site.id });
      expect(over).toMatchObject(unmailable('The booking is void.'));
    });

    test('is withdrawn when somebody of the booking is erased before it was sent', async () => {
      const person = await lodge.make.student(site, { email: 'gone@uni.example' });
      const { body } = await manager.post('/bookings', {
        site: site.id,
        lead_person: person,
        location: await lodge.make.room(site, { name: 'Room 301' }),
        contract_start: '2027-01-01',
        contract_end: '2027-02-01',
      });
      const mail = { to: 'gone@uni.example', subject: 'Yours', text: 'Text', kind: 'confirmation' as const };
      const database = lodge.instance.app.get(Database, { strict: false });
      const id = await promiseMail(database, 'x'.repeat(32), { ...mail, booking: { siteId: site.id, id: body._id } });
      await lodge.sql(`UPDATE outgoing_mails SET next_at = now() + interval '1 day' WHERE id = $1`, [id]);
      await manager.post(`/bookings/${body._id}/transitions`, {
        site: site.id,
        type: 'void',
        cancellation_code: 'data_entry_error',
      });
      expect((await manager.post(`/students/${site.id}/${person}/erase`)).status).toBe(200);
      const [row] = await lodge.sql('SELECT state, reason, sealed FROM outgoing_mails WHERE id = $1', [id]);
      expect(row).toEqual({ state: 'failed', reason: 'erased', sealed: null });
    });
  });

  test('a caller who prefers not to wait gets the job, then its file; nobody else does', async () => {
    const answer = await get(`/students/${site.id}/export`, manager, { prefer: 'respond-async' });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'preference-applied': 'respond-async' },
      body: { kind: 'students_document', site: site.id, result_url: null, problem: null, finished_at: null },
    });
    const id = answer.body._id as string;
    const job = await isFinished(`/jobs/${id}`, manager);
    const path = `/documents/${id}/file?site=${site.id}`;
    expect(job).toMatchObject({ _id: id, state: 'completed', result_url: path });
    const { body: events } = await lodge.instance.app.inject({
      url: `/jobs/${id}/events`,
      headers: { cookie: manager.cookie },
    });
    expect(events).toBe(`event: progress\ndata: ${JSON.stringify(job)}\n\n`);
    const file = await get(path, manager);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const again = await get(path, manager, { 'if-none-match': String(file.headers.etag) });
    expect([again.status, again.pdf.length]).toEqual([304, 0]);
    for (const other of [desk, await as('admin')]) expect((await get(path, other)).status).toBe(404);
  });

  test('a user who may not export or see welfare any more does not get what was printed for them, nor does a lesser key', async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const client = await lodge.logIn(user.email);
    const ordered = await get(`/students/${site.id}/export`, client, { prefer: 'respond-async' });
    const { result_url: path } = await isFinished(`/jobs/${ordered.body._id}`, client);
    const admin = await as('admin');
    const have = async (role: string) =>
      expect((await admin.patch(`/sites/${site.id}/members/${user.id}`, { role })).status).toBe(200);
    const scopes = [{ site: site.id, role: 'viewer' }];
    const { key } = (await client.post('/users/@me/api-keys', { name: 'Key', scopes })).body;
    const refused = (required_permission: string) => ({
      status: 403,
      body: { code: 'forbidden', required_permission },
    });
    expect(await lodge.call('GET', path, undefined, { authorization: `Bearer ${key}` })).toMatchObject(
      refused('student.export'),
    );
    await have('viewer');
    expect(await get(path, client)).toMatchObject(refused('student.export'));
    await have('reception');
    expect(await get(path, client)).toMatchObject(refused('student.welfare'));
    await have('manager');
    expect((await get(path, client)).status).toBe(200);
  });

  test('needs the permission, a booking of the site, and parameters that exist', async () => {
    expect(await list(await as('viewer'))).toMatchObject({
      status: 403,
      body: { required_permission: 'student.export' },
    });
    expect(await list(manager, '?sortBy=email')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(await list(manager, '?includePhoto=maybe')).toMatchObject({ status: 400 });
    const other = await lodge.make.site();
    expect(await list(manager, '', other)).toMatchObject({ status: 404 });
    for (const [id, of] of [
      [bookingId, other],
      [newId(), site],
    ] as const)
      expect((await get(`/bookings/${id}/document?site=${of.id}`, await as('admin', of))).status).toBe(404);
  });

  test('without a worker the answer is job_timeout with the address of the job; the worker makes it later', async () => {
    await worker?.close();
    const { config } = lodge.instance;
    const patience = config.DOCUMENT_WAIT_SECONDS;
    config.DOCUMENT_WAIT_SECONDS = 0.3;
    const answer = await list();
    config.DOCUMENT_WAIT_SECONDS = patience;
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'job_timeout' } });
    const url = (answer.body.job_url as string).replace('http://localhost', '');
    expect((await get(url, manager)).body.state).toBe('waiting');
    const file = `/documents/${answer.body.job_id}/file?site=${site.id}`;
    const unfinished = await get(file, manager, { 'if-none-match': '"null"' });
    expect([unfinished.status, unfinished.headers.etag]).toEqual([404, undefined]);
    await beginWork();
    expect((await isFinished(url, manager)).state).toBe('completed');
  });

  test('one that no ring told of is rung for by a worker', async () => {
    await worker?.close();
    const { body } = await get(`/students/${site.id}/export`, manager, { prefer: 'respond-async' });
    await lodge.sql(`DELETE FROM bullmq.job`);
    await lodge.sql(`UPDATE jobs SET heartbeat_at = heartbeat_at - interval '1 hour' WHERE id = $1`, [body._id]);
    await beginWork();
    expect((await isFinished(`/jobs/${body._id}`, manager)).state).toBe('completed');
  });

  test('without a browser the answer says how to get one', async () => {
    await worker?.close();
    worker = await startWorker(lodge, { settings: { CHROMIUM_PATH: '/nowhere/chromium' } });
    expect(await list()).toMatchObject({
      status: 503,
      body: { code: 'dependency_unavailable', detail: expect.stringContaining('CHROMIUM_PATH') },
    });
    await worker.close();
    await beginWork();
  });

  test('a day later documents are gone, rows and files', async () => {
    await list();
    await lodge.sql(`UPDATE documents SET created_at = created_at - interval '23 hours'`);
    const files = async () => (await readdir(join(folder, 'documents'))).length;
    const sweep = new DocumentSweepService(
      lodge.instance.app.get(Database, { strict: false }),
      lodge.instance.app.get(OBJECT_STORE, { strict: false }),
      lodge.clock,
    );
    // A file that an attempt left which another one had overtaken goes first: no row names it.
    const old = new Date(lodge.clock.now().getTime() - 7_200_000);
    for (const file of await readdir(join(folder, 'documents')))
      await utimes(join(folder, 'documents', file), old, old);
    await sweep.sweep();
    const [{ named } = { named: 0 }] = await lodge.sql<{ named: number }>(
      'SELECT count(DISTINCT object_key)::int AS named FROM documents',
    );
    expect([await files(), named > 0]).toEqual([named, true]);
    await lodge.sql(`UPDATE documents SET created_at = created_at - interval '61 minutes'`);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    const rows = await lodge.sql('SELECT id FROM documents UNION ALL SELECT id FROM jobs');
    expect([await files(), rows]).toEqual([0, []]);
  });
});
