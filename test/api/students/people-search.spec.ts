import { describe, expect, test } from '@jest/globals';
import { useLodge } from '../../support/use-lodge.js';

const { lodge, site, desk, owner } = await useLodge({ desk: 'reception', owner: 'owner' });
const [other, stranger] = [await lodge.make.site(), await lodge.make.site()];
const { email } = await lodge.make.user({ roles: { [site.id]: 'reception', [other.id]: 'viewer' } });
const both = await lodge.logIn(email);
const room = await lodge.make.room(site, { name: 'Room 7' });
const ada = { first_name: 'Ada', last_name: 'Zöllner' };
const here = await lodge.make.student(site, { ...ada, location_id: room, email: 'ada@zoll.example' });
const there = await lodge.make.student(other, { ...ada, active: false });
const far = await lodge.make.student(stranger, ada);
await lodge.make.student(site, { ...ada, deleted_at: new Date() });

describe('GET /students?q=', () => {
  const find = async (client: typeof desk, query: string) => (await client.get(`/students?${query}`)).body;
  const ids = async (client: typeof desk, query: string) =>
    (await find(client, query)).data.map(({ _id }: { _id: string }) => _id);

  test('finds people in all sites of the caller, and in no other', async () => {
    expect((await ids(both, 'q=zollner')).sort()).toEqual([here, there].sort());
    expect(await ids(desk, 'q=ZÖLLNER')).toEqual([here]);
    expect(await ids(owner, 'q=zollner')).toEqual(expect.arrayContaining([here, there, far]));
    const key = await both.post('/users/@me/api-keys', { name: 'one', scopes: [{ site: other.id, role: 'viewer' }] });
    const headers = { authorization: `Bearer ${key.body.key}` };
    const answer = await lodge.call('GET', '/students?q=zollner', undefined, headers);
    expect(answer.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([there]);
  });

  test('finds who is spelt nearly so when nobody is spelt so, and says that', async () => {
    for (const text of ['zolner', 'Zöllnre', 'ada zoelner'])
      expect([text, await find(desk, `q=${encodeURIComponent(text)}`)]).toEqual([text, expect.objectContaining({ similar: true, data: [expect.objectContaining({ _id: here })] })]); // prettier-ignore
    expect(await find(desk, 'q=zollner')).toMatchObject({ similar: false, total: 1 });
    expect(await find(desk, 'q=quincy')).toMatchObject({ similar: false, total: 0, data: [] });
    expect(await ids(both, 'q=zolner&active=false')).toEqual([there]);
  });

  test('tells who they are and where, by name, email or id, page by page', async () => {
    const found = await find(both, 'q=ada%40zoll');
    expect(found).toMatchObject({ total: 1, limit: 50, skip: 0 });
    expect(found.data[0]).toMatchObject({
      _id: here,
      site: site.id,
      record_name: 'Zöllner, Ada',
      location: room,
      location_name: 'Room 7',
      active: true,
      type: 'student',
    });
    expect(await ids(both, `q=${encodeURIComponent('Zöllner, A')}&active=false`)).toEqual([there]);
    const pages = [await ids(both, 'q=zollner&limit=1'), await ids(both, 'q=zollner&limit=1&skip=1')];
    expect(pages.flat().sort()).toEqual([here, there].sort());
    expect(await find(both, 'q=nobody%25')).toMatchObject({ data: [], total: 0 });
    expect((await both.get('/students?q=z')).status).toBe(400);
    expect((await both.get('/students')).status).toBe(400);
    expect((await lodge.call('GET', '/students?q=zollner')).status).toBe(401);
  });
});
