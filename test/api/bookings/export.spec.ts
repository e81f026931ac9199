import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readTextCell } from '#libs/core/csv/cells';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';
import { until } from '../../support/until.js';

const HEADER =
  'student_id,first_name,last_name,email,room,contract_start,contract_end,vehicle_registration,parking_expiry,' +
  'departure_slot,hold_until,notes,booking_id,reference,status,phase,block_booking,flags,additional_people,checked_in_at,' +
  'checked_out_at,cancellation_code,version,created_at,updated_at';

describe('GET /bookings/export', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let desk: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site({ name: 'Örebro, Hus "Å"' });
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
  });
  afterAll(() => lodge.stop());

  const file = async (query = '', client = desk) => {
    const answer = await client.get(`/bookings/export?site=${site.id}${query}`);
    const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true, record_delimiter: '\r\n' });
    return { answer, rows };
  };
  const book = async (more: object) => {
    const answer = await desk.post('/bookings', {
      site: site.id,
      contract_start: '2027-01-01',
      contract_end: '2027-02-01',
      ...more,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };

  test('is UTF-8 with byte order mark, CRLF and every cell quoted, under a name of its own', async () => {
    const { answer, rows } = await file();
    expect(answer.text).toBe(
      `\ufeff${HEADER.split(',')
        .map((name) => `"${name}"`)
        .join(',')}\r\n`,
    );
    expect(rows).toEqual([]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="bookings-orebro-hus-a-2026-11-21.csv"',
    });
  });

  test('has every field of every booking, and gives back every text as it was', async () => {
    const hostile = [
      '=1+1',
      '+44 20',
      '-x',
      '@SUM(A1)',
      "'=quoted",
      "''+",
      "O'Hara",
      'a "b"',
      '"',
      'line\r\n"two"\nthree"',
      '\ttab',
    ];
    const lead = await lodge.make.student(site, { last_name: '=cmd|/c', first_name: "'@x", email: 'ada@example.org' });
    const [friend, flag] = [
      await lodge.make.student(site, { last_name: 'Zorn' }),
      await lodge.make.listEntry('flags', site.id, { name: '-late' }),
    ];
    const plain = await lodge.make.room(site, { code: 'N-101' });
    const nested = await lodge.make.room(site, { name: 'Room 7' });
    for (const [index, notes] of hostile.entries()) {
      const day = new Date(Date.UTC(2027, index, 1)).toISOString().slice(0, 10);
      const end = new Date(Date.UTC(2027, index, 20)).toISOString().slice(0, 10);
      await book({ lead_person: lead, location: plain, contract_start: day, contract_end: end, notes });
    }
    const full = await book({
      lead_person: lead,
      location: nested,
      contract_start: '2026-11-20',
      contract_end: null,
      status: 'checked_in',
      additional_people: [friend],
      flags: [flag],
      vehicle_registration: '-AB 12',
      parking_expiry_at: '2027-06-01T12:00:00',
      departure_slot_at: '2027-06-02T10:00:00+02:00',
    });
    const { rows } = await file();
    // Tabs at the edge of a text are trimmed when it comes in.
    expect(rows.slice(1).map(({ notes }) => readTextCell(notes ?? ''))).toEqual(hostile.map((text) => text.trim()));
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    expect(rows[0]).toEqual({
      student_id: expect.stringMatching(/^S-/),
      first_name: "''@x",
      last_name: "'=cmd|/c",
      email: 'ada@example.org',
      room: 'North House / Room 7',
      contract_start: '2026-11-20',
      contract_end: '',
      vehicle_registration: "'-AB 12",
      parking_expiry: '2027-06-01T11:00:00.000Z',
      departure_slot: '2027-06-02T08:00:00.000Z',
      hold_until: '',
      notes: '',
      booking_id: full._id,
      reference: full.reference,
      status: 'checked_in',
      phase: 'in_house',
      block_booking: '',
      flags: "'-late",
      additional_people: 'Zorn, Ada',
      checked_in_at: full.checked_in_at,
      checked_out_at: '',
      cancellation_code: '',
      version: String(full.version),
      created_at: full.created_at,
      updated_at: full.updated_at,
    });
    expect(rows[1]).toMatchObject({ room: 'N-101', phase: 'upcoming' });
  });

  test('filters by status, sorts as the list does, and says the same phases', async () => {
    const { rows } = await file('&status=confirmed&sort_by=-contract_start');
    const list = await desk.get(`/bookings?site=${site.id}&status=confirmed&sort=-contract_start`);
    expect(rows.length).toBeGreaterThan(5);
    const listed = list.body.data.map(({ _id, phase }: Record<string, string>) => ({ _id, phase }));
    expect(rows.map(({ booking_id, phase }) => ({ _id: booking_id, phase }))).toEqual(listed);
    expect((await desk.get(`/bookings/export?site=${site.id}&sort_by=colour`)).body.code).toBe('invalid_query');
  });

  test('has semicolons and the time of the site on request, and an import reads that as it was', async () => {
    const answer = await desk.get(`/bookings/export?site=${site.id}&delimiter=semicolon&times=local`);
    expect(answer.text.split('\r\n')[0]).toBe(
      `\ufeff${HEADER.split(',')
        .map((name) => `"${name}"`)
        .join(';')}`,
    );
    const { rows: plain } = await file();
    const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true, delimiter: ';' });
    expect(rows.length).toBe(plain.length);
    // In June Europe/London is an hour before UTC.
    expect(rows[0]).toMatchObject({ parking_expiry: '2027-06-01 12:00:00', departure_slot: '2027-06-02 09:00:00' });
    const clocks = /^(parking_expiry|departure_slot|checked_.*_at|created_at|updated_at)$/;
    const others = (row: Record<string, string>) => Object.entries(row).filter(([name]) => !clocks.test(name));
    expect(rows.map(others)).toEqual(plain.map(others));
    const preview = await desk.post(`/bookings/import/preview?site=${site.id}`, answer.text, {
      'content-type': 'text/csv',
    });
    expect(preview.status).toBe(200);
    const unlike = preview.body.rows.filter(
      (row: { planned: string; changes: unknown[] }) => row.changes.length > 0 || row.planned === 'create',
    );
    expect(unlike).toEqual([]);
    expect(preview.body.rows.length).toBe(rows.length);
    const wrong = await desk.get(`/bookings/export?site=${site.id}&delimiter=pipe`);
    expect(wrong.body).toMatchObject({ code: 'invalid_query', errors: [{ pointer: 'delimiter' }] });
  });

  test('is for those at the desk, and HEAD has the headers only', async () => {
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    expect((await viewer.get(`/bookings/export?site=${site.id}`)).body.required_permission).toBe('booking.export');
    const head = await lodge.call('HEAD', `/bookings/export?site=${site.id}`, undefined, { cookie: desk.cookie });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(head.headers).not.toHaveProperty('content-length');
  });
});

describe('GET /bookings/export of 20 MB', () => {
  let lodge: Lodge;
  let reader: Client;
  let port: number;
  let url: string;
  beforeAll(async () => {
    // A reader that stalls is cut off after 1 s and the longest wait for a first byte.
    lodge = await Lodge.start({ settings: { DOCUMENT_WAIT_SECONDS: '2', STALLED_READER_SECONDS: '1' } });
    const big = await lodge.make.site();
    url = `/bookings/export?site=${big.id}`;
    reader = await lodge.logIn((await lodge.make.user({ roles: { [big.id]: 'manager' } })).email);
    const [person, room] = [await lodge.make.student(big), await lodge.make.room(big)];
    await lodge.sql(
      `INSERT INTO bookings (site_id, id, lead_person_id, location_id, status, contract_start, contract_end, occupied_from, segment_from, notes, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, $3, 'cancelled', '2027-01-01', '2027-02-01', '2027-01-01', '2027-01-01',
         (SELECT string_agg(md5(n || '.' || part), '') FROM generate_series(1, 31) AS part), now(), now()
       FROM generate_series(1, 20000) AS n`,
      [big.id, person, room],
    );
    const server = lodge.instance.app.getHttpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => lodge.stop());

  const running = async () =>
    (
      await lodge.sql(
        `SELECT FROM pg_stat_activity WHERE query LIKE 'COPY%' AND state = 'active' AND datname = current_database()`,
      )
    ).length;
  const becomes = (count: number) => until(async () => (await running()) === count);
  const ask = (encoding = 'identity') => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `GET ${url} HTTP/1.1\r\nhost: localhost\r\ncookie: ${reader.cookie}\r\naccept-encoding: ${encoding}\r\nconnection: close\r\n\r\n`,
    );
    return socket;
  };

  test('stops its query when the client goes away', async () => {
    // More often than there are connections: each of them comes back.
    for (let turn = 0; turn < 6; turn++) {
      const socket = ask(['identity', 'gzip', 'br'][turn % 3]);
      try {
        await new Promise((resolve) => socket.once('data', resolve));
        socket.pause();
        await becomes(1);
      } finally {
        socket.destroy();
      }
      await becomes(0);
    }
    expect((await reader.get(url)).text.length).toBeGreaterThan(20_000_000);
  });

  test('is cut off when the client stays and reads nothing, and its connections to PostgreSQL are free again', async () => {
    const began = Date.now();
    const sockets = Array.from({ length: 6 }, () => ask());
    try {
      for (const socket of sockets) socket.pause();
      while ((await running()) === 0) await sleep(20);
      await becomes(0);
      expect(Date.now() - began).toBeGreaterThan(2_500);
      // What the network had taken already is all that there is to read.
      const [first] = sockets as [(typeof sockets)[0]];
      let received = 0;
      first.on('data', (bytes) => (received += bytes.length)).resume();
      await new Promise((resolve) => first.once('close', resolve));
      expect(received).toBeLessThan(20_000_000);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    expect((await reader.get(url)).text.length).toBeGreaterThan(20_000_000);
  });

  test('is whole for a client that reads slowly, however long it takes', async () => {
    const socket = ask();
    let received = 0;
    const began = Date.now();
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      const before = Math.floor(received / 500_000);
      received += bytes.length;
      if (Math.floor(received / 500_000) > before) await sleep(125);
    }
    expect(received).toBeGreaterThan(20_000_000);
    expect(Date.now() - began).toBeGreaterThan(4_000);
  });
});
