import { expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

// It is noon of 21 November 2026 in London, and the 22nd in Auckland.
const { lodge, site, admin } = await useLodge({ admin: 'admin' });

test('of a site hides nobody who is in house: who came on the date of tomorrow is there, who left on it is not', async () => {
  const inZone = async (time_zone: string) =>
    expect((await admin.patch(`/sites/${site.id}`, { time_zone })).status).toBe(200);
  const book = async () => {
    const stay = { contract_start: '2026-11-22', contract_end: '2026-12-24', status: 'checked_in' };
    const [lead_person, location] = [await lodge.make.student(site), await lodge.make.room(site)];
    const { status, body } = await admin.post('/bookings', { site: site.id, lead_person, location, ...stay });
    expect([status, body.detail]).toEqual([200, undefined]);
    return body._id as string;
  };
  await inZone('Pacific/Auckland');
  const [stays, leaves] = [await book(), await book()];
  lodge.clock.set('2026-11-21T13:00:00Z');
  expect((await admin.post(`/bookings/${leaves}/transitions`, { site: site.id, type: 'check_out' })).status).toBe(200);
  const read = async (path: string) => (await admin.get(path)).body;
  const seen = async (on: string) => {
    const { in_house, today } = await read(`/sites/${site.id}/day?on=${on}`);
    const listed = await read(`/bookings?site=${site.id}&in_house_on=${on}`);
    const ids = ({ data, entries }: { data?: { _id: string }[]; entries?: { _id: string }[] }) =>
      (data ?? entries ?? []).map(({ _id }) => _id);
    return [today, in_house.count, ids(in_house), ids(listed)];
  };
  expect(await seen('2026-11-22')).toEqual(['2026-11-22', 1, [stays], [stays]]);
  await inZone('America/New_York');
  expect(await seen('2026-11-21')).toEqual(['2026-11-21', 1, [stays], [stays]]);
  expect(await seen('2026-11-22')).toEqual(['2026-11-21', 1, [stays], [stays]]);
  expect(await seen('2026-11-20')).toEqual(['2026-11-21', 0, [], []]);
  expect((await read(`/sites/${site.id}/roll-call`)).count).toBe(1);
  expect((await read(`/students/${site.id}?in_house=true`)).length).toBe(1);
});
