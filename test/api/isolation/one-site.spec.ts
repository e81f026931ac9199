import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

const UNKNOWN = '01999999-9999-7999-9999-999999999999';

describe('a request names one site', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let other: SiteFixture;
  let clerk: Client;
  let stranger: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    [site, other] = [await lodge.make.site(), await lodge.make.site()];
    clerk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin', [other.id]: 'viewer' } })).email);
    stranger = await lodge.logIn((await lodge.make.user()).email);
  });
  afterAll(() => lodge.stop());

  const stay = async (of = site) => ({
    site: of.id,
    lead_person: await lodge.make.student(site),
    location: await lodge.make.room(site),
    contract_start: '2027-01-10',
    contract_end: '2027-06-30',
  });
  const refused = { status: 400, body: { code: 'invalid_query', errors: [{ pointer: 'site' }] } };

  test('given twice in the query it is refused, for every caller and wherever else it is', async () => {
    const twice = `site=${site.id}&site=${other.id}`;
    const transition = { site: site.id, type: 'confirm' };
    for (const who of [clerk, stranger]) {
      expect(await who.post(`/bookings?${twice}`, await stay())).toMatchObject(refused);
      expect(await who.post(`/bookings/import/preview?${twice}`, { site: site.id, rows: [] })).toMatchObject(refused);
      expect(await who.post(`/bookings/${UNKNOWN}/transitions?${twice}`, transition)).toMatchObject(refused);
      expect(await who.patch(`/bookings/${UNKNOWN}?${twice}`, { site: site.id, notes: 'x' })).toMatchObject(refused);
      const student = { site: site.id, first_name: 'Ada', last_name: 'Byron', student_id: 'S-1' };
      expect(await who.post(`/students?${twice}`, student)).toMatchObject(refused);
      expect(await who.get(`/bookings?${twice}`)).toMatchObject(refused);
    }
    expect(await lodge.sql('SELECT id FROM bookings')).toEqual([]);
  });

  test('the query does not beat the body', async () => {
    expect(await clerk.post(`/bookings?site=${site.id}`, await stay(other))).toMatchObject(refused);
    expect(await clerk.post(`/bookings?site=${other.id}`, await stay())).toMatchObject(refused);
    expect(await clerk.post('/bookings?site=', await stay())).toMatchObject(refused);
    expect(await lodge.sql('SELECT id FROM bookings')).toEqual([]);
  });

  test('the same site in both is one, in whatever letters', async () => {
    expect((await clerk.post(`/bookings?site=${site.id.toUpperCase()}`, await stay())).status).toBe(200);
    expect((await stranger.post(`/bookings?site=${site.id}`, await stay())).status).toBe(404);
  });

  test('a body whose site is missing or no text is answered by its validation', async () => {
    const sent = await stay();
    for (const each of [undefined, null, 7, [site.id], {}])
      expect(await stranger.post('/bookings', { ...sent, site: each })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ pointer: '/site' }] },
      });
  });
});
