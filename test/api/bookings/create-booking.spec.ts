import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, clerk } = await useLodge({ clerk: 'reception' });
const person = await lodge.make.student(site);

describe('POST /bookings', () => {
  const stay = (location: string, start: string, end: string | null, more = {}) => ({
    site: site.id,
    lead_person: person,
    location,
    contract_start: start,
    contract_end: end,
    ...more,
  });
  const book = async (...args: Parameters<typeof stay>) => clerk.post('/bookings', stay(...args));

  test('returns the whole record, with the allowed transitions', async () => {
    const flag = await lodge.make.listEntry('flags', site.id);
    const friend = await lodge.make.student(site);
    const room = await lodge.make.room(site);
    const answer = await book(room, '2027-01-10', '2027-06-30', {
      additional_people: [friend],
      flags: [flag],
      notes: '  Two\nlines ',
      vehicle_registration: 'AB12 CDE',
      parking_expiry_at: '2027-06-30T12:00:00',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.body).toMatchObject({
      site: site.id,
      lead_person: person,
      additional_people: [friend],
      location: room,
      status: 'confirmed',
      phase: 'upcoming',
      contract_start: '2027-01-10',
      contract_end: '2027-06-30',
      occupied_from: '2027-01-10',
      occupied_to: '2027-06-30',
      flags: [flag],
      notes: 'Two\nlines',
      // Half past noon in London's summer is half an hour before noon in UTC.
      parking_expiry_at: '2027-06-30T11:00:00.000Z',
      checked_in_at: null,
      block_booking: null,
      source: 'manual',
      version: 1,
      created_at: '2026-11-21T12:00:00.000Z',
      warnings: [],
    });
    expect(answer.body.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{7}$/);
    const allowed = answer.body.allowed_transitions.filter((each: { allowed: boolean }) => each.allowed);
    expect(allowed.map((each: { type: string }) => each.type)).toEqual(['cancel']);
    expect((await clerk.get(`/bookings/${answer.body._id}?site=${site.id}`)).body).toEqual(answer.body);
  });

  test('answers 409 and names the clash when the room is taken for one of the nights', async () => {
    const room = await lodge.make.room(site);
    const first = await book(room, '2027-01-10', '2027-02-10');
    const clash = await book(room, '2027-02-09', '2027-03-01');
    expect(clash).toMatchObject({
      status: 409,
      body: {
        code: 'booking_conflict',
        conflicts: [
          {
            booking_id: first.body._id,
            kind: 'booking',
            status: 'confirmed',
            contract_start: '2027-01-10',
            contract_end: '2027-02-10',
          },
        ],
      },
    });
    expect(clash.body.conflicts[0].lead_person_name).toMatch(/^Byron\d+, Ada$/);
    expect(await lodge.sql('SELECT 1 FROM occupancies WHERE location_id = $1', [room])).toHaveLength(1);
  });

  test('the departure day is free for the next one', async () => {
    const room = await lodge.make.room(site);
    expect((await book(room, '2027-01-10', '2027-02-10')).status).toBe(200);
    expect((await book(room, '2027-02-10', '2027-03-10')).status).toBe(200);
    expect((await book(room, '2027-01-01', '2027-01-10')).status).toBe(200);
  });

  test('an open end holds the room for ever', async () => {
    const room = await lodge.make.room(site);
    const open = await book(room, '2027-01-10', null);
    expect(open.body).toMatchObject({ contract_end: null, occupied_to: null });
    expect((await book(room, '2090-01-01', '2090-02-01')).status).toBe(409);
    expect((await book(room, '2026-12-01', '2027-01-10')).status).toBe(200);
  });

  test('without dates it starts today, on the calendar of the site', async () => {
    const kiritimati = await lodge.make.site({ time_zone: 'Pacific/Kiritimati' });
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const room = await lodge.make.room(kiritimati);
    const lead = await lodge.make.student(kiritimati);
    const answer = await owner.post('/bookings', {
      site: kiritimati.id,
      lead_person: lead,
      location: room,
      status: 'checked_in',
    });
    expect(answer.body).toMatchObject({
      contract_start: '2026-11-22',
      status: 'checked_in',
      phase: 'in_house',
      checked_in_at: '2026-11-21T12:00:00.000Z',
    });
    expect((await owner.get(`/students/${kiritimati.id}/${lead}`)).body.location).toBe(room);
  });

  test.each([
    ['contract_end', { contract_start: '2099-01-01', contract_end: '2100-12-31T23:30:00-05:00' }],
    ['contract_start', { contract_start: '2000-01-01T00:30:00+05:00', contract_end: '2000-05-01' }],
    ['contract_start', { contract_start: '2100-12-31T23:30:00-05:00' }],
  ])('a %s that is out of range on the calendar of the site is refused', async (field, dates) => {
    const location = await lodge.make.room(site);
    const answer = await clerk.post('/bookings', { site: site.id, lead_person: person, location, ...dates });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_date_range', errors: [{ pointer: `/${field}` }] },
    });
  });

  test('a room for two takes two, and no third', async () => {
    const room = await lodge.make.room(site, { capacity: 2 });
    const made = [await book(room, '2027-01-10', '2027-02-10'), await book(room, '2027-01-15', '2027-02-20')];
    expect(made.map((each) => each.status)).toEqual([200, 200]);
    const third = await book(room, '2027-02-01', '2027-02-05');
    expect(third.status).toBe(409);
    expect(third.body.conflicts.map((each: { booking_id: string }) => each.booking_id)).toEqual(
      made.map((each) => each.body._id),
    );
    expect((await book(room, '2027-02-10', '2027-02-15')).status).toBe(200);
  });

  test('a flat and its rooms exclude each other', async () => {
    const flatType = await lodge.make.locationType(site.id);
    const flat = await lodge.make.location(site.id, flatType, { parent_id: site.building });
    const [one, two] = [
      await lodge.make.room(site, { parent_id: flat }),
      await lodge.make.room(site, { parent_id: flat }),
    ];
    const room = await book(one, '2027-01-10', '2027-02-10');
    const refused = await book(flat, '2027-02-01', '2027-03-01');
    expect(refused).toMatchObject({ status: 409, body: { conflicts: [{ booking_id: room.body._id }] } });
    expect(await lodge.sql('SELECT 1 FROM occupancies WHERE location_id = ANY($1)', [[flat, two]])).toHaveLength(0);
    expect((await book(two, '2027-01-10', '2027-02-10')).status).toBe(200);
    const whole = await book(flat, '2027-03-01', '2027-04-01');
    expect(whole.status).toBe(200);
    expect(await lodge.sql('SELECT 1 FROM occupancies WHERE booking_id = $1', [whole.body._id])).toHaveLength(3);
    expect(await book(two, '2027-03-31', '2027-05-01')).toMatchObject({
      status: 409,
      body: { conflicts: [{ booking_id: whole.body._id }] },
    });
  });

  test('a room that becomes a flat while somebody waits for it is booked as a flat, or refused as a closed one', async () => {
    const meanwhile = async (room: string, change: string, values: unknown[]) => {
      const rival = await lodge.pool.connect();
      try {
        await rival.query('BEGIN');
        await rival.query('SELECT FROM locations WHERE id = $1 FOR UPDATE', [room]);
        await rival.query(change, values);
        const answer = book(room, '2027-01-10', '2027-02-10');
        for (let waiting = false; !waiting;)
          waiting =
            (
              await lodge.sql(
                `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
              )
            ).length > 0;
        await rival.query('COMMIT');
        return await answer;
      } finally {
        rival.release();
      }
    };
    const flat = await lodge.make.room(site);
    const below = `INSERT INTO locations (site_id, id, name, location_type_id, parent_id) VALUES ($1, gen_random_uuid(), 'New room', $2, $3)`;
    const whole = await meanwhile(flat, below, [site.id, site.roomType, flat]);
    expect(whole.status).toBe(200);
    expect(await lodge.sql('SELECT FROM occupancies WHERE booking_id = $1', [whole.body._id])).toHaveLength(2);
    const room = await lodge.make.room(site);
    const refused = await meanwhile(room, 'UPDATE locations SET active = false WHERE id = $1', [room]);
    expect(refused).toMatchObject({ status: 422, body: { code: 'location_not_allocatable' } });
  });

  test('a resident who overstays blocks a check-in, not a booking', async () => {
    const room = await lodge.make.room(site);
    const resident = await book(room, '2026-11-01', '2026-11-10', { status: 'confirmed' });
    await lodge.sql(`UPDATE bookings SET status = 'checked_in' WHERE id = $1`, [resident.body._id]);
    await lodge.sql('UPDATE occupancies SET in_house = true WHERE booking_id = $1', [resident.body._id]);
    expect(await book(room, '2026-11-21', '2026-12-01', { status: 'checked_in' })).toMatchObject({
      status: 409,
      body: { code: 'booking_conflict', conflicts: [{ booking_id: resident.body._id, kind: 'occupied' }] },
    });
    expect((await book(room, '2026-11-21', '2026-12-01')).status).toBe(200);
  });

  test('warns when the person has another live booking for some of the nights', async () => {
    const lead_person = await lodge.make.student(site);
    const first = await book(await lodge.make.room(site), '2027-01-10', '2027-02-10', { lead_person });
    const second = await book(await lodge.make.room(site), '2027-02-01', '2027-03-10', { lead_person });
    expect(second.body.warnings).toEqual([
      expect.objectContaining({ code: 'person_overlap', booking_ids: [first.body._id] }),
    ]);
  });

  test.each([
    [
      'an end before the start',
      { contract_start: '2027-03-01', contract_end: '2027-03-01' },
      422,
      'invalid_date_range',
      '/contract_end',
    ],
    [
      'a stay of more than five years',
      { contract_start: '2027-03-01', contract_end: '2032-03-02' },
      422,
      'invalid_date_range',
      '/contract_end',
    ],
    ['a check-in in the future', { status: 'checked_in' }, 422, 'invalid_date_range', '/contract_start'],
    ['a date that does not exist', { contract_start: '2027-02-30' }, 400, 'validation_failed', '/contract_start'],
    ['a year out of reach', { contract_end: '2101-01-01' }, 400, 'validation_failed', '/contract_end'],
    ['a status that no booking starts with', { status: 'checked_out' }, 422, 'initial_status_not_allowed', '/status'],
    ['a status that there is not', { status: 'pending' }, 400, 'validation_failed', '/status'],
    ['an unknown field', { colour: 'red' }, 400, 'unknown_field', '/colour'],
    ['a lead person who is nobody', { lead_person: 'nobody' }, 422, 'unknown_reference', '/lead_person'],
    ['a flag of nowhere', { flags: ['01999999-9999-7999-9999-999999999999'] }, 422, 'unknown_reference', '/flags/0'],
    ['notes that are too long', { notes: 'x'.repeat(4001) }, 400, 'validation_failed', '/notes'],
    ['a NUL in the notes', { notes: 'a\u0000b' }, 400, 'validation_failed', '/notes'],
  ])('refuses %s, and says which field', async (_, more, status, code, pointer) => {
    const room = await lodge.make.room(site);
    const answer = await clerk.post('/bookings', { ...stay(room, '2027-01-01', '2027-02-01'), ...more });
    expect(answer).toMatchObject({ status, body: { code, errors: [{ pointer }] } });
    expect(answer.headers['content-type']).toMatch(/problem\+json/);
    expect(await lodge.sql('SELECT 1 FROM bookings WHERE location_id = $1', [room])).toHaveLength(0);
  });

  test('refuses a building, a closed room and whatever belongs to another site', async () => {
    const other = await lodge.make.site();
    expect(await book(site.building, '2027-01-01', '2027-02-01')).toMatchObject({
      status: 422,
      body: { code: 'location_not_allocatable' },
    });
    const closed = await lodge.make.room(site, { active: false });
    expect(await book(closed, '2027-01-01', '2027-02-01')).toMatchObject({
      status: 422,
      body: { code: 'location_not_allocatable' },
    });
    expect(await book(await lodge.make.room(other), '2027-01-01', '2027-02-01')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/location' }] },
    });
    const foreign = await lodge.make.student(other);
    const answer = await book(await lodge.make.room(site), '2027-01-01', '2027-02-01', {
      additional_people: [foreign],
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/additional_people/0' }] } });
    expect(
      (await clerk.post('/bookings', { ...stay(await lodge.make.room(site), '2027-01-01', null), site: other.id }))
        .status,
    ).toBe(404);
  });

  test('ids may come in capitals, and are the same ids', async () => {
    const [flag, friend] = [await lodge.make.listEntry('flags', site.id), await lodge.make.student(site)];
    const room = await lodge.make.room(site);
    const created = await book(room.toUpperCase(), '2027-01-10', '2027-02-10', {
      lead_person: person.toUpperCase(),
      additional_people: [friend.toUpperCase()],
      flags: [flag.toUpperCase()],
    });
    expect(created.body).toMatchObject({ lead_person: person, location: room, additional_people: [friend], flags: [flag] }); // prettier-ignore
    expect((await clerk.get(`/bookings/${created.body._id}?site=${site.id}`)).body).toEqual(created.body);
    for (const [fault, pointer] of [
      [{ flags: [flag, flag.toUpperCase()] }, '/flags'],
      [{ additional_people: [friend.toUpperCase(), friend] }, '/additional_people'],
      [{ additional_people: [person.toUpperCase()] }, '/additional_people'],
    ] as const)
      expect(await book(room, '2027-03-10', '2027-04-10', fault)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer }] },
      });
  });

  test('empty notes and an empty vehicle registration are none', async () => {
    const blank = { notes: '', vehicle_registration: ' ' };
    expect(await book(await lodge.make.room(site), '2027-01-10', null, blank)).toMatchObject({
      status: 200,
      body: { notes: null, vehicle_registration: null },
    });
  });

  test('a viewer may look, not book', async () => {
    const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const answer = await viewer.post('/bookings', stay(await lodge.make.room(site), '2027-01-01', null));
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', required_permission: 'booking.write' } });
  });
});
