import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import ICAL from 'ical.js';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

interface Read {
  name: unknown;
  events: { uid: string; day: string; summary: string; location: string; description: string; status: unknown }[];
}

/** Reads a calendar as programs do, with a parser that is not the writer, and by the grammar of its lines (RFC 5545, 3.1). */
function readCalendar(text: string): Read {
  const lines = text.split('\r\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // eslint-disable-next-line no-control-regex -- no line may hold one
    expect(line).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    for (const needed of ['dtstamp', 'uid', 'dtstart', 'sequence']) expect(component.hasProperty(needed)).toBe(true);
    expect(event.startDate.isDate).toBe(true);
    return {
      uid: event.uid,
      day: event.startDate.toString(),
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: component.getFirstPropertyValue('status'),
    };
  });
  for (const needed of ['version', 'prodid']) expect(calendar.hasProperty(needed)).toBe(true);
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), events };
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

describe('calendars by a secret link', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let manager: Client;
  let managerId: string;
  let building: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    managerId = user.id;
    manager = await lodge.logIn(user.email);
    const [row] = await lodge.sql<{ parent_id: string }>('SELECT parent_id FROM locations WHERE id = $1', [
      await lodge.make.room(site),
    ]);
    building = row?.parent_id ?? '';
  });
  afterAll(() => lodge.stop());

  const feeds = () => `/sites/${site.id}/calendar-feeds`;
  const make = async (of: object) => {
    const answer = await manager.post(feeds(), of);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { _id: string; url: string };
  };
  // As a calendar program: without a log-in.
  const read = (url: string, headers = {}): Promise<Answer> => lodge.call('GET', pathOf(url), undefined, headers);
  const book = async (more: object) => {
    const lead_person = await lodge.make.student(site, { first_name: 'Zoë', last_name: 'Ångström' });
    const body = { site: site.id, lead_person, contract_start: '2026-12-01', contract_end: '2027-06-30', ...more };
    const answer = await manager.post('/bookings', body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body;
  };

  test('a building has the arrivals and departures of every room below it, without names unless they are wanted', async () => {
    const room = await lodge.make.room(site, { name: 'Room 7; "a, b" \\ c', code: 'N-7' });
    const booking = await book({ location: room });
    const [plain, named] = [await make({ location: building }), await make({ location: building, with_names: true })];
    const answer = await read(plain.url);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const events = readCalendar(answer.text).events.filter(({ uid }) => uid.startsWith(booking._id));
    const shared = { location: 'North House / Room 7; "a, b" \\ c', description: `Booking ${booking.reference}` };
    expect(events).toEqual([
      { ...shared, uid: `${booking._id}-arrival@lodge`, day: '2026-12-01', summary: 'Arrival: Room 7; "a, b" \\ c (N-7)', status: 'CONFIRMED' },
      { ...shared, uid: `${booking._id}-departure@lodge`, day: '2027-06-30', summary: 'Departure: Room 7; "a, b" \\ c (N-7)', status: 'CONFIRMED' },
    ]); // prettier-ignore
    expect(answer.text).not.toContain('ngstr');
    const [first] = readCalendar((await read(named.url)).text).events.filter(({ uid }) => uid.startsWith(booking._id));
    expect(first?.summary).toBe('Arrival: Room 7; "a, b" \\ c (N-7) · Zoë Ångström');
  });

  test('a person has their own stays, also those in which they are not the lead person', async () => {
    const friend = await lodge.make.student(site, { last_name: 'Friend' });
    const led = await book({ location: await lodge.make.room(site), lead_person: friend });
    const shared = await book({
      location: await lodge.make.room(site),
      additional_people: [friend],
      contract_start: '2027-09-01',
      contract_end: null,
    });
    await book({ location: await lodge.make.room(site) });
    const { url } = await make({ person: friend });
    const { events } = readCalendar((await read(url)).text);
    expect(events.map(({ uid }) => uid)).toEqual([
      `${led._id}-arrival@lodge`,
      `${led._id}-departure@lodge`,
      `${shared._id}-arrival@lodge`,
    ]);
  });

  test('hostile names survive folding and escaping, whatever they are', async () => {
    const nasty = ['x'.repeat(99), '👩‍🎓'.repeat(20), 'a\\nb', 'BEGIN:VEVENT', ';,:\\"', 'मेघना', '张'.repeat(60)];
    for (const name of nasty) {
      const room = await lodge.make.room(site, { name });
      const booking = await book({ location: room });
      const { url } = await make({ location: room });
      const { events } = readCalendar((await read(url)).text);
      expect(events.map(({ summary }) => summary)).toEqual([`Arrival: ${name}`, `Departure: ${name}`]);
      expect(events.map(({ description }) => description)).toEqual(Array(2).fill(`Booking ${booking.reference}`));
    }
  });

  test('a changed stay moves its event, a cancelled one disappears, and an unchanged calendar is 304', async () => {
    const room = await lodge.make.room(site);
    const booking = await book({ location: room, status: 'provisional' });
    const { url } = await make({ location: room });
    const before = await read(url);
    expect(readCalendar(before.text).events.map(({ status }) => status)).toEqual(['TENTATIVE', 'TENTATIVE']);
    const known = { 'if-none-match': String(before.headers.etag) };
    expect(await read(url, known)).toMatchObject({ status: 304, text: '' });
    await manager.patch(`/bookings/${booking._id}`, { site: site.id, contract_start: '2026-12-05' });
    const after = await read(url, known);
    expect(readCalendar(after.text).events[0]).toMatchObject({
      uid: `${booking._id}-arrival@lodge`,
      day: '2026-12-05',
    });
    await lodge.sql(
      `INSERT INTO cancellation_codes (site_id, id, code, name) VALUES ($1, gen_random_uuid(), 'left', 'Left')`,
      [site.id],
    );
    const cancel = { site: site.id, type: 'cancel', cancellation_code: 'left' };
    const cancelled = await manager.post(`/bookings/${booking._id}/transitions`, cancel);
    expect(cancelled.status).toBe(200);
    expect(readCalendar((await read(url)).text).events).toEqual([]);
  });

  test('the link is stored as a hash, listed without its token, written down, and gone when it is revoked', async () => {
    const room = await lodge.make.room(site);
    const { _id, url } = await make({ location: room });
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(token).toMatch(/^lodge_feed_[\w-]{43}$/);
    await read(url);
    const list = await manager.get(feeds());
    expect(list.text).not.toContain(token);
    const found = list.body.find((feed: { _id: string }) => feed._id === _id);
    expect(found).toMatchObject({ location: room, person: null, with_names: false, active: true });
    expect(found.last_read_at).toBe(lodge.clock.now().toISOString());
    const [stored] = await lodge.sql<{ text: string }>('SELECT row_to_json(f)::text AS text FROM calendar_feeds f WHERE id = $1', [_id]); // prettier-ignore
    expect(stored?.text).not.toContain(token.slice(11));
    expect((await manager.delete(`${feeds()}/${_id}`)).body).toEqual({ success: true });
    expect((await read(url)).status).toBe(404);
    expect((await manager.delete(`${feeds()}/${_id}`)).status).toBe(404);
    const actions = await lodge.sql<{ action: string; actor_id: string }>(
      'SELECT action, actor_id FROM audit_events WHERE subject_id = $1 ORDER BY id',
      [_id],
    );
    expect(actions).toEqual([
      { action: 'calendar_feed.created', actor_id: managerId },
      { action: 'calendar_feed.revoked', actor_id: managerId },
    ]);
  });

  test('ten who revoke it at once: one does, the others find nothing', async () => {
    const { _id } = await make({ location: building });
    const answers = await Promise.all(Array.from({ length: 10 }, () => manager.delete(`${feeds()}/${_id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  });

  test('it ends with the rights of its maker, and begins again with them', async () => {
    const leaver = await lodge.make.user({ roles: { [site.id]: 'manager' } });
    const client = await lodge.logIn(leaver.email);
    const { url, _id } = (await client.post(feeds(), { location: building })).body;
    const change = (role: string) =>
      lodge.sql('UPDATE memberships SET role = $2 WHERE user_id = $1', [leaver.id, role]);
    expect((await read(url)).status).toBe(200);
    await change('viewer');
    expect((await read(url)).status).toBe(404);
    const listed = (await manager.get(feeds())).body.find((feed: { _id: string }) => feed._id === _id);
    expect(listed.active).toBe(false);
    await change('admin');
    expect((await read(url)).status).toBe(200);
    await lodge.sql('UPDATE users SET disabled_at = now() WHERE id = $1', [leaver.id]);
    expect((await read(url)).status).toBe(404);
    await lodge.sql('UPDATE users SET disabled_at = NULL WHERE id = $1', [leaver.id]);
    await lodge.sql('DELETE FROM memberships WHERE user_id = $1', [leaver.id]);
    expect((await read(url)).status).toBe(404);
  });

  test('it ends when the person is erased or the location is deleted', async () => {
    const person = await lodge.make.student(site);
    const { url, _id } = await make({ person });
    expect((await manager.post(`/students/${site.id}/${person}/erase`)).status).toBe(200);
    expect((await read(url)).status).toBe(404);
    expect(await lodge.sql('SELECT FROM calendar_feeds WHERE id = $1', [_id])).toEqual([]);
    const room = await lodge.make.room(site);
    const ofRoom = await make({ location: room });
    await lodge.sql('DELETE FROM locations WHERE id = $1', [room]);
    expect((await read(ofRoom.url)).status).toBe(404);
  });

  test('reception makes none, other sites are unknown, and a wrong request names its fault', async () => {
    const desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    expect((await desk.post(feeds(), { location: building })).body.required_permission).toBe('calendar_feed.write');
    const other = await lodge.make.site();
    const theirs = await lodge.make.room(other);
    const pointers = async (body: object) => (await manager.post(feeds(), body)).body.errors?.[0]?.pointer;
    expect(await pointers({ location: theirs })).toBe('/location');
    expect(await pointers({ person: await lodge.make.student(other) })).toBe('/person');
    for (const [field, id] of [
      ['location', '-1'],
      ['person', 'nobody'],
      ['location', ''],
    ] as const)
      expect(await pointers({ [field]: id })).toBe(`/${field}`);
    expect(await pointers({})).toBe('/location');
    expect(await pointers({ location: building, person: building })).toBe('/location');
    expect((await read('/calendars/feed.ics?token=lodge_feed_nobody')).status).toBe(404);
    expect((await read('/calendars/feed.ics')).body.code).toBe('invalid_query');
  });
});

describe('calendars that are asked for too often', () => {
  test('are refused with the time to wait, by address', async () => {
    const lodge = await Lodge.start({ settings: { RATE_LIMIT_SESSION_PER_MINUTE: '3' } });
    try {
      const ask = () => lodge.call('GET', '/calendars/feed.ics?token=lodge_feed_guess');
      const statuses = [];
      for (let n = 0; n < 4; n++) statuses.push((await ask()).status);
      expect(statuses).toEqual([404, 404, 404, 429]);
      expect((await ask()).headers).toHaveProperty('retry-after');
    } finally {
      await lodge.stop();
    }
  });
});
