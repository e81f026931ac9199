import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Role } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';
import { mannWhitney } from '../../support/mann-whitney.js';
import { nextMailTo, tokenOfNextMail } from '../../support/mails.js';

const OWN = '/users/@me/invitations';
const PASSWORD = 'a lodge is not a lock';

describe('invitations', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start({ instances: 2 });
    site = await lodge.make.site({ name: 'Kings Court' });
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const members = (more = '') => `/sites/${site.id}/members${more}`;
  const invite = (email: string, more: object = {}): Promise<Answer> =>
    admin.post(members(), { email, role: 'viewer', ...more });
  const reset = (token: string, more: object = {}) =>
    lodge.call('POST', '/users/password-reset/reset', { token, password: PASSWORD, ...more });
  const isMember = async (email: string) =>
    (await admin.get(members())).body.some(
      (each: { email: string; state: string }) => each.email === email && each.state === 'active',
    );
  /** Somebody of another site, logged in, with an invitation to this one. */
  const invited = async (role: Role = 'reception') => {
    const elsewhere = await lodge.make.site();
    const user = await lodge.make.user({ roles: { [elsewhere.id]: 'viewer' } });
    const { body } = await invite(user.email, { role });
    return { ...user, invitation: body._id as string, client: await lodge.logIn(user.email) };
  };

  test('tell nothing of whether somebody has the email: not by answer, not by the list, and nobody is a member by it', async () => {
    const known = await lodge.make.user({ roles: { [(await lodge.make.site()).id]: 'admin' } });
    const unknown = 'nobody-has-this@example.org';
    const shapeOf = ({ status, body: { _id, email, ...rest } }: Answer) => [status, typeof _id, typeof email, rest];
    for (const more of [{}, { first_name: 'Kim', last_name: 'Lee' }]) {
      const answers = [await invite(known.email, more), await invite(unknown, more)];
      const [one, other] = answers.map(shapeOf);
      expect(one).toEqual(other);
      expect(answers[0]?.text).not.toContain('Clerk');
      expect(answers[0]?.body._id).not.toBe(known.id);
      const listed = (await admin.get(members())).body as { email: string; _id: string }[];
      const entry = (email: string) => ({ ...listed.find((each) => each.email === email), _id: '', email: '' });
      expect(entry(known.email)).toEqual(entry(unknown));
      for (const { body } of answers) expect((await admin.delete(members(`/${body._id}`))).status).toBe(200);
    }
    expect(await lodge.sql('SELECT FROM memberships WHERE site_id = $1 AND user_id = $2', [site.id, known.id])).toEqual(
      [],
    );
    expect(await lodge.sql('SELECT FROM users WHERE email = $1', [unknown])).toEqual([]);
  });

  test('are mailed with the logo of the site, its colour, and how to reach it', async () => {
    const drawn = sharp({ create: { width: 30, height: 10, channels: 3, background: '#1f4e79' } });
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    await owner.patch(`/sites/${site.id}`, { address: '1 Kings Road\nLondon', phone: '+44 20 7946 0000', colour: '#1f4e79' }); // prettier-ignore
    await owner.put(`/sites/${site.id}/logo`, { image: (await drawn.png().toBuffer()).toString('base64') });
    const mail = await nextMailTo('letterhead@example.org', () => invite('letterhead@example.org'));
    expect(mail).toMatch(/Kings Court\r?\n1 Kings Road\r?\nLondon\r?\n\+44 20 7946 0000/);
    expect(mail).toContain('Kings Court<br>1 Kings Road<br>London<br>+44 20 7946 0000');
    expect(mail).toContain('#1f4e79');
    expect(mail).toMatch(/Content-Type: image\/png[^]*Content-I[dD]: <logo@lodge>/);
    expect(mail).toMatch(/src=3D"cid:logo@lodge"|src="cid:logo@lodge"/);
  });

  test('are in the language of the site, or else of the user who invites; Arabic from right to left', async () => {
    const [german, arabic] = ['german@example.org', 'arabic@example.org'];
    const inviteIn = (email: string, language: string) => () =>
      admin.post(members(), { email, role: 'viewer' }, { 'accept-language': language });
    expect(await nextMailTo(german, inviteIn(german, 'de'))).toMatch(/Content-Language: de[^]*<html lang=3D"de"/);
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    await owner.patch(`/sites/${site.id}`, { language: 'ar' });
    const mail = await nextMailTo(arabic, inviteIn(arabic, 'de'));
    await owner.patch(`/sites/${site.id}`, { language: null });
    expect(mail).toMatch(/Content-Language: ar/);
    const html = Buffer.from(/text\/html[^]*?\r?\n\r?\n([^-]+)/.exec(mail)?.[1] ?? '', 'base64').toString();
    expect(html.includes('dir="rtl"') || mail.includes('dir=3D"rtl"')).toBe(true);
  });

  test('take as long for a known email as for an unknown one', async () => {
    const timed = async (email: string) => {
      const began = performance.now();
      expect((await invite(email)).status).toBe(200);
      return performance.now() - began;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 40; round++) {
      known.push(await timed((await lodge.make.user()).email));
      unknown.push(await timed(`unknown${round}@example.org`));
    }
    expect(mannWhitney(known, unknown)).toBeGreaterThan(0.001);
  });

  test('a known person accepts with their session and is a member from then on', async () => {
    const { client, invitation, email } = await invited();
    expect((await client.get(`/sites/${site.id}`)).status).toBe(404);
    expect((await client.get(OWN)).body).toEqual([
      {
        _id: invitation,
        site: { _id: site.id, name: 'Kings Court' },
        role: 'reception',
        invited_by: expect.stringMatching(/^Robin Clerk/),
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect((await client.post(`${OWN}/${invitation}/accept`)).body).toEqual({ success: true });
    expect((await client.get(`/sites/${site.id}`)).status).toBe(200);
    expect(await isMember(email)).toBe(true);
    expect((await client.get(OWN)).body).toEqual([]);
    expect(await invite(email)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });

  test('of somebody else, declined, revoked, expired or answered: 404', async () => {
    const [one, two] = [await invited(), await invited()];
    const accept = ({ client }: { client: Client }, id: string) => client.post(`${OWN}/${id}/accept`);
    expect((await accept(one, two.invitation)).status).toBe(404);
    expect((await one.client.post(`${OWN}/${one.invitation}/decline`)).status).toBe(200);
    expect((await accept(one, one.invitation)).status).toBe(404);
    expect((await admin.delete(members(`/${two.invitation}`))).status).toBe(200);
    expect((await accept(two, two.invitation)).status).toBe(404);
    const three = await invited();
    await lodge.sql(`UPDATE invitations SET expires_at = $2 WHERE id = $1`, [three.invitation, '2026-11-21T11:00:00Z']);
    expect((await accept(three, three.invitation)).status).toBe(404);
    expect((await invite(three.email)).status).toBe(200);
  });

  test('accepted twenty times at once: one membership, one word in the audit', async () => {
    const { client, invitation, id } = await invited();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.on(lodge.instances[index % 2] ?? lodge.instance).post(`${OWN}/${invitation}/accept`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
    expect(await lodge.sql(`SELECT action FROM audit_events WHERE subject_id = $1`, [id])).toEqual([
      { action: 'member.added' },
    ]);
  });

  test('accepted while it is revoked: one of the two, never both', async () => {
    for (let round = 0; round < 12; round++) {
      const { client, invitation, email } = await invited();
      const [accepted, revoked] = await Promise.all([
        client.post(`${OWN}/${invitation}/accept`),
        admin.delete(members(`/${invitation}`)),
      ]);
      expect([accepted.status, revoked.status].sort()).toEqual([200, 404]);
      expect(await isMember(email)).toBe(accepted.status === 200);
    }
  });

  test('an unknown person accepts by setting a password with the token; who is not named says their name', async () => {
    const email = 'newcomer@example.org';
    const token = await tokenOfNextMail(email, () => invite(email));
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/first_name' }, { pointer: '/last_name' }] },
    });
    const name = { first_name: 'Nu', last_name: 'Komer' };
    expect(await reset(token, { ...name, password: 'short' })).toMatchObject({
      status: 422,
      body: { code: 'weak_password' },
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => reset(token, name)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'reset_token_invalid')).toHaveLength(7);
    expect(await isMember(email)).toBe(true);
    expect((await lodge.call('POST', '/users/sessions', { email, password: PASSWORD })).status).toBe(200);
  });

  test('the link of one site does not set the password of an account that came to be since', async () => {
    const email = 'twice@example.org';
    const name = { first_name: 'Tw', last_name: 'Ice' };
    const token = await tokenOfNextMail(email, () => invite(email, name));
    const other = await lodge.make.site();
    const owner = await lodge.logIn((await lodge.make.user({ owner: true })).email);
    const second = await tokenOfNextMail(email, () =>
      owner.post(`/sites/${other.id}/members`, { email, role: 'viewer', ...name }),
    );
    expect((await reset(token)).status).toBe(200);
    expect(await reset(second, { password: 'another lodge, another lock' })).toMatchObject({
      status: 422,
      body: { code: 'reset_token_invalid' },
    });
    expect((await lodge.call('POST', '/users/sessions', { email, password: PASSWORD })).status).toBe(200);
  });

  test('somebody without any site can renew the session while an invitation waits', async () => {
    const user = await lodge.make.user();
    await invite(user.email);
    const client = await lodge.logIn(user.email);
    expect((await client.post('/users/sessions/refresh')).body).toEqual({ access: true });
  });
});

describe('the access of members', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let other: SiteFixture;
  let admin: Client;
  beforeAll(async () => {
    lodge = await Lodge.start();
    [site, other] = [await lodge.make.site(), await lodge.make.site()];
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const url = (id: string, more = '') => `/sites/${site.id}/members/${id}${more}`;
  const somebody = async () => {
    const user = await lodge.make.user({ roles: { [site.id]: 'manager', [other.id]: 'manager' } });
    const client = await lodge.logIn(user.email);
    const keyFor = async (...sites: string[]) =>
      (
        await client.post('/users/@me/api-keys', {
          name: 'Key',
          scopes: sites.map((each) => ({ site: each, role: 'viewer' })),
        })
      ).body;
    const linkFor = async ({ id, building: location }: SiteFixture) =>
      (await client.post(`/sites/${id}/calendar-feeds`, { location })).body as { _id: string; url: string };
    return { ...user, client, keyFor, linkFor };
  };
  const withKey = ({ key }: { key: string }, of = site) =>
    lodge.call('GET', `/sites/${of.id}`, undefined, { authorization: `Bearer ${key}` });

  test('a suspended member has none, by session or key, until they are resumed; elsewhere nothing changes', async () => {
    const { id, client, keyFor } = await somebody();
    const key = await keyFor(site.id, other.id);
    expect((await admin.post(url(id, '/suspend'))).body).toMatchObject({
      _id: id,
      state: 'suspended',
      role: 'manager',
    });
    expect([(await client.get(`/sites/${site.id}`)).status, (await withKey(key)).status]).toEqual([404, 404]);
    expect([(await client.get(`/sites/${other.id}`)).status, (await withKey(key, other)).status]).toEqual([200, 200]);
    expect((await client.get('/sites')).body).toHaveLength(1);
    expect((await admin.post(url(id, '/resume'))).body).toMatchObject({ state: 'active', role: 'manager' });
    expect([(await client.get(`/sites/${site.id}`)).status, (await withKey(key)).status]).toEqual([200, 200]);
    expect((await admin.post(url(id, '/suspend'))).status).toBe(200);
    expect((await admin.delete(url(id))).status).toBe(200);
    expect((await admin.post(url(id, '/resume'))).status).toBe(404);
  });

  test('the last administrator is not suspended, also when two suspend each other at once', async () => {
    const crowded = await lodge.make.site();
    const users = [
      await lodge.make.user({ roles: { [crowded.id]: 'admin' } }),
      await lodge.make.user({ roles: { [crowded.id]: 'admin' } }),
    ] as const;
    const clients = await Promise.all(users.map(({ email }) => lodge.logIn(email)));
    const suspend = (client: Client | undefined, id: string) =>
      client?.post(`/sites/${crowded.id}/members/${id}/suspend`);
    const answers = await Promise.all([suspend(clients[0], users[1].id), suspend(clients[1], users[0].id)]);
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
    expect(await lodge.sql('SELECT FROM memberships WHERE site_id = $1', [crowded.id])).toHaveLength(1);
  });

  test('an administrator lists and ends sessions and keys of members, and of nobody else', async () => {
    const { id, client, keyFor } = await somebody();
    const [wide, narrow] = [await keyFor(site.id, other.id), await keyFor(site.id)];
    await keyFor(other.id);
    const keys = (await admin.get(url(id, '/api-keys'))).body as { _id: string; scopes: object[] }[];
    expect(keys.map(({ _id }) => _id).sort()).toEqual([wide._id, narrow._id].sort());
    expect(JSON.stringify(keys)).not.toContain(other.id);
    for (const { _id } of keys) expect((await admin.delete(url(id, `/api-keys/${_id}`))).status).toBe(200);
    expect([(await withKey(wide)).status, (await withKey(wide, other)).status]).toEqual([404, 200]);
    expect((await withKey(narrow)).status).toBe(401);
    const [session] = (await admin.get(url(id, '/sessions'))).body;
    expect(session.current).toBe(false);
    expect((await admin.delete(url(id, `/sessions/${session._id}`))).status).toBe(200);
    expect((await client.get('/users/@me')).status).toBe(401);
    const stranger = await lodge.make.user({ roles: { [other.id]: 'viewer' } });
    for (const more of ['/sessions', '/api-keys']) expect((await admin.get(url(stranger.id, more))).status).toBe(404);
    expect((await admin.delete(url(stranger.id, '/sessions'))).status).toBe(404);
    const actions = await lodge.sql('SELECT action FROM audit_events WHERE site_id = $1 AND subject_id = $2', [
      site.id,
      id,
    ]);
    expect(actions).toEqual([{ action: 'member.sessions_ended' }]);
  });

  test('keys and links of calendars end with a reset of the password, and with its change when that is asked for', async () => {
    const { email, keyFor, linkFor } = await somebody();
    const [key, link, ofOther] = [await keyFor(site.id), await linkFor(site), await (await somebody()).linkFor(site)];
    const follow = async ({ url }: { url: string }) =>
      (await lodge.call('GET', url.slice(url.indexOf('/calendars/')))).status;
    const logIn = (more: object) => lodge.call('POST', '/users/sessions', { email, ...more });
    const change = { password: 'correct horse battery', new_password: PASSWORD };
    expect((await logIn(change)).status).toBe(200);
    expect([(await withKey(key)).status, await follow(link)]).toEqual([200, 200]);
    const again = { password: PASSWORD, new_password: `${PASSWORD} again`, end_api_keys: true };
    expect((await logIn(again)).status).toBe(200);
    expect([(await withKey(key)).status, await follow(link), await follow(ofOther)]).toEqual([401, 404, 200]);
    const user = await somebody();
    const [second, links] = [await user.keyFor(site.id), [await user.linkFor(site), await user.linkFor(other)]];
    const token = await tokenOfNextMail(user.email, () =>
      lodge.call('POST', '/users/password-reset/request', { email: user.email }),
    );
    expect((await lodge.call('POST', '/users/password-reset/reset', { token, password: PASSWORD })).status).toBe(200);
    expect((await withKey(second)).status).toBe(401);
    for (const each of links) {
      expect(await follow(each)).toBe(404);
      const [last] = await lodge.sql('SELECT action, actor_type FROM audit_events WHERE subject_id = $1 ORDER BY id DESC', [each._id]); // prettier-ignore
      expect(last).toEqual({ action: 'calendar_feed.revoked', actor_type: 'system' });
    }
    expect(await follow(ofOther)).toBe(200);
    const ended = await lodge.sql('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY id', [second._id]);
    expect(ended).toEqual([{ action: 'api_key.created' }, { action: 'api_key.ended' }]);
  });
});
