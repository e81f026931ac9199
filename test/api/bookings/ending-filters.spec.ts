import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Archive } from '#libs/core/xlsx/archive';
import { addDays } from '#libs/core/time/site-time';
import type { SiteFixture } from '../../support/factory.js';
import type { Client } from '../../support/lodge.js';
import { rush } from '../../support/rush.js';
import { useLodge } from '../../support/use-lodge.js';

const TODAY = '2026-11-21';
// West of Greenwich: what ends at 23:30 there ends on the next day by UTC.
const ZONE = 'America/New_York';
const DAYS = [-3, -1, 0, 1, 2, 7, 14, 30];
const LIVE = ['provisional', 'confirmed', 'checked_in'];
/** The last moment of a day that counts, and the first that does not. */
const EDGES = ['23:30', '00:00'];

interface Ending {
  _id: string;
  status: string;
  phase: string;
  hold_until: string | null;
  parking_expiry_at: string | null;
  contract_end: string | null;
}

const { lodge } = await useLodge({}, { instances: 2 });

describe('bookings whose hold, permit or stay ends on or before a day', () => {
  let site: SiteFixture;
  let manager: Client;
  let annex: string;
  let all: Ending[];

  beforeAll(async () => {
    site = await lodge.make.site({ time_zone: ZONE, history_window_days: 400, require_confirmed_for_check_in: false });
    manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    annex = await lodge.make.location(site.id, site.buildingType, { name: 'Annex' });
    const ends = DAYS.flatMap((days) => EDGES.map((time) => `${addDays(TODAY, days)}T${time}`));
    // Holds that are over by now, as they are until housekeeping has released them.
    lodge.clock.set('2026-11-10T12:00:00.000Z');
    const book = async (more: object, index: number) => {
      const location = await lodge.make.room(site, index % 2 ? { parent_id: annex } : {});
      const contract_end = index % 3 === 0 ? null : addDays('2026-11-12', 1 + index * 2);
      const stay = { site: site.id, location, contract_start: '2026-11-12', contract_end };
      const { body } = await manager.post('/bookings', {
        ...stay,
        lead_person: await lodge.make.student(site),
        ...more,
      });
      expect(body._id).toEqual(expect.any(String));
      return body._id as string;
    };
    const move = async (id: string, type: string, more: object = {}) =>
      expect((await manager.post(`/bookings/${id}/transitions`, { site: site.id, type, ...more })).status).toBe(200);
    for (const [index, end] of ends.entries()) {
      await book({ hold_until: end }, index);
      await book({ parking_expiry_at: end }, index);
      await book({ hold_until: end, parking_expiry_at: end }, index);
      await move(await book({ hold_until: end }, index), 'confirm');
      const gone = { cancellation_code: 'requested_by_student' };
      await move(await book({ hold_until: end, parking_expiry_at: end }, index), 'cancel', gone);
      const here = await book({ parking_expiry_at: end, contract_start: '2026-11-10' }, index);
      await move(here, 'check_in');
      if (index % 2) await move(here, 'check_out');
    }
    await book({}, 0);
    lodge.clock.set(`${TODAY}T12:00:00.000Z`);
    all = (await manager.get(`/bookings?site=${site.id}&limit=200`)).body.data;
  }, 120_000);

  const dayThere = (instant: string) => new Date(instant).toLocaleDateString('en-CA', { timeZone: ZONE });
  const endsBy = (instant: string | null, day: string) => instant !== null && dayThere(instant) <= day;
  const held = (day: string) => all.filter((each) => each.status === 'provisional' && endsBy(each.hold_until, day));
  const parked = (day: string) =>
    all.filter((each) => LIVE.includes(each.status) && endsBy(each.parking_expiry_at, day));
  const ending = (day: string) =>
    all.filter((each) => each.status === 'checked_in' && each.contract_end !== null && each.contract_end <= day);
  const ids = (bookings: { _id: string }[]) => bookings.map(({ _id }) => _id).sort();

  const list = async (query: string) => {
    const { body } = await manager.get(`/bookings?site=${site.id}&limit=200&${query}`);
    return { total: body.total, ids: ids(body.data) };
  };
  const csv = async (query: string) => {
    const { text } = await manager.get(`/bookings/export?site=${site.id}&${query}`);
    const rows: { booking_id: string }[] = parse(text, { columns: true, bom: true });
    return rows.map(({ booking_id }) => booking_id).sort();
  };
  const workbook = async (query: string): Promise<number> => {
    const server = lodge.instance.app.getHttpAdapter().getInstance() as unknown as {
      inject: (request: object) => Promise<{ rawPayload: Buffer }>;
    };
    const url = `/bookings/export?site=${site.id}&format=xlsx&${query}`;
    const { rawPayload } = await server.inject({ method: 'GET', url, headers: { cookie: manager.cookie } });
    let sheet = '';
    for await (const chunk of (await Archive.open(rawPayload)).read('xl/worksheets/sheet1.xml')) sheet += String(chunk);
    return (sheet.match(/<row>/g)?.length ?? 0) - 1;
  };

  test.each([-4, -3, -2, 0, 1, 2, 13, 14, 31, 400])(
    'are found %i days from today, in the list, the file and the workbook alike',
    async (days) => {
      const day = addDays(TODAY, days);
      for (const [name, expected] of [
        ['hold_until_by', ids(held(day))],
        ['parking_expiry_by', ids(parked(day))],
        ['contract_end_by', ids(ending(day))],
      ] as const) {
        const query = `${name}=${day}`;
        expect([query, await list(query)]).toEqual([query, { total: expected.length, ids: expected }]);
        expect([query, await csv(query)]).toEqual([query, expected]);
        expect([query, await workbook(query)]).toEqual([query, expected.length]);
        if (days > 1) expect(expected.length).toBeGreaterThan(0);
      }
    },
  );

  test('are those that the list of what ends soon has, besides what is over', async () => {
    for (const within of [0, 1, 14]) {
      const { body } = await manager.get(`/sites/${site.id}/expiring?within=${within}`);
      const day = addDays(TODAY, within);
      const open = (bookings: Ending[], end: 'hold_until' | 'parking_expiry_at') =>
        ids(bookings.filter((each) => dayThere(each[end] ?? '') >= TODAY));
      expect(ids(body.holds.entries)).toEqual(open(held(day), 'hold_until'));
      const leaving = ending(day).filter(({ contract_end }) => String(contract_end) >= TODAY);
      expect(ids(body.contracts.entries)).toEqual(ids(leaving));
      expect(ids(body.parking.entries)).toEqual(open(parked(day), 'parking_expiry_at'));
    }
  });

  test('can be combined with each other and with the other filters', async () => {
    const day = addDays(TODAY, 7);
    const both = held(day).filter((each) => parked(day).includes(each));
    expect(both.length).toBeGreaterThan(0);
    const query = `hold_until_by=${day}&parking_expiry_by=${day}`;
    expect([(await list(query)).ids, await csv(query)]).toEqual([ids(both), ids(both)]);
    const status = `parking_expiry_by=${day}&status=checked_in,checked_out`;
    const resident = ids(parked(day).filter((each) => each.status === 'checked_in'));
    expect([(await list(status)).ids, await csv(status)]).toEqual([resident, resident]);
    expect((await list(`hold_until_by=${day}&status=confirmed`)).total).toBe(0);
    const over = ids(parked(day).filter(({ phase }) => phase === 'overstay'));
    expect((await list(`parking_expiry_by=${day}&phase=overstay`)).ids).toEqual(over);
    expect(over.length).toBeGreaterThan(0);
    const tree = (await list(`parking_expiry_by=${day}&location_tree=${annex}`)).ids;
    const there = (await list(`location_tree=${annex}`)).ids;
    expect(tree).toEqual(ids(parked(day)).filter((id) => there.includes(id)));
    expect(tree.length).toBeGreaterThan(0);
    // An instant is its day in the site.
    const instant = encodeURIComponent(`${addDays(day, 1)}T03:00:00Z`);
    expect((await list(`hold_until_by=${instant}`)).ids).toEqual(ids(held(day)));
    for (const name of ['hold_until_by', 'parking_expiry_by', 'contract_end_by'])
      for (const path of ['/bookings', '/bookings/export']) {
        const { status: code, body } = await manager.get(`${path}?site=${site.id}&${name}=soon`);
        expect([code, body.errors[0].pointer]).toEqual([400, name]);
      }
  });

  test('leave the list when they are renewed, many at once, and no page names one twice', async () => {
    const day = addDays(TODAY, 14);
    const soon = [...new Set([...held(day), ...parked(day)])].filter(
      ({ hold_until }) => hold_until === null || hold_until > `${TODAY}T13`,
    );
    expect(soon.length).toBeGreaterThan(20);
    const later = { hold_until: `${addDays(TODAY, 90)}T12:00`, parking_expiry_at: `${addDays(TODAY, 90)}T12:00` };
    const reading = rush(30, 6, () => list(`parking_expiry_by=${day}`));
    const renewed = await rush(soon.length, 8, (n) => {
      const { _id, status, hold_until } = soon[n] as Ending;
      const { hold_until: hold, parking_expiry_at } = later;
      const isHeld = status === 'provisional' && hold_until !== null;
      return manager
        .on(lodge.instances[n % 2] ?? lodge.instance)
        .patch(`/bookings/${_id}`, { site: site.id, parking_expiry_at, ...(isHeld && { hold_until: hold }) });
    });
    expect(renewed.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    for (const { ids: read, total } of await reading) expect(new Set(read).size).toBe(total);
    const left = [...(await list(`hold_until_by=${day}`)).ids, ...(await list(`parking_expiry_by=${day}`)).ids];
    expect(left.filter((id) => soon.some(({ _id }) => _id === id))).toEqual([]);
  });
});
