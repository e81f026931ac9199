import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '#libs/accounts/access/permissions';
import type { SiteFixture } from '../../support/factory.js';
import { type Answer, type Client, Lodge } from '../../support/lodge.js';

const URL_OF = 'https://doors.example/lodge';

describe('webhooks', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let admin: Client;
  let base: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    base = `/sites/${site.id}/webhooks`;
    admin = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
  });
  afterAll(() => lodge.stop());

  const ok = async (answer: Promise<Answer>) => {
    const { status, text, body } = await answer;
    expect([status, text]).toEqual([200, text]);
    return body;
  };
  const refused = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    return [status, body.code, body.errors?.[0]?.pointer];
  };
  const auditOf = (id: string) =>
    lodge.sql<{ action: string; changes: object[] }>('SELECT action, changes FROM audit_events WHERE subject_id = $1 ORDER BY id', [id]); // prettier-ignore

  test('are at most fifty of a site, also when they are made at the same time', async () => {
    const other = await lodge.make.site();
    const user = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    const answers = await Promise.all(Array.from({ length: 56 }, () => user.post(`/sites/${other.id}/webhooks`, { url: URL_OF }))); // prettier-ignore
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(6).fill([409, 'webhook_limit']));
    const made = answers.find(({ status }) => status === 200);
    await ok(user.delete(`/sites/${other.id}/webhooks/${made?.body._id}`));
    await ok(user.post(`/sites/${other.id}/webhooks`, { url: URL_OF }));
  });

  test('are made, read, changed and deleted, with the secret shown once and a word in the audit', async () => {
    const { secret, ...made } = await ok(admin.post(base, { url: `${URL_OF}#part`, types: ['booking.*'] }));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({
      url: URL_OF,
      types: ['booking.*'],
      role: 'viewer',
      enabled: true,
      waiting: 0,
      version: 1,
    });
    const path = `${base}/${made._id}`;
    expect(await ok(admin.get(path))).toEqual(made);
    expect(await ok(admin.get(base))).toContainEqual(made);
    const changed = await ok(admin.patch(path, { types: [], description: 'Doors', enabled: false }));
    expect(changed).toMatchObject({
      types: [],
      description: 'Doors',
      enabled: false,
      disabled_reason: null,
      version: 2,
    });
    expect(await ok(admin.patch(path, { description: 'Doors' }))).toMatchObject({ version: 2 });
    expect(await ok(admin.patch(path, { description: null }))).toMatchObject({ description: null, version: 3 });
    expect(await ok(admin.delete(path))).toEqual({ success: true });
    expect(await refused(admin.get(path))).toMatchObject([404, 'not_found']);
    expect(await refused(admin.delete(path))).toMatchObject([404, 'not_found']);
    const audit = await auditOf(made._id);
    expect(audit.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.deleted']); // prettier-ignore
    expect(audit[1]?.changes).toContainEqual({ field: 'enabled', from: true, to: false });
    const everything = await lodge.sql<{ all: string }>(`SELECT string_agg(a::text, '') AS all FROM audit_events a`);
    expect(everything[0]?.all).not.toContain(secret);
  });

  test('keep their secrets out of the database, and out of every response but the first', async () => {
    const { secret, _id } = await ok(admin.post(base, { url: URL_OF }));
    const bytes = Buffer.from(secret.slice(6), 'base64').toString('hex');
    const [row] = await lodge.sql<{ text: string }>('SELECT w::text AS text FROM webhooks w WHERE id = $1', [_id]);
    for (const clear of [secret, secret.slice(6), bytes, Buffer.from(secret).toString('hex')])
      expect(row?.text).not.toContain(clear);
    const rotated = await ok(admin.post(`${base}/${_id}/rotate-secret`));
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previous_secret_until) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    expect(JSON.stringify(await ok(admin.get(base)))).not.toContain('whsec_');
  });

  test.each([
    ['http://169.254.169.254/latest', 422, '/url'],
    ['https://127.0.0.1/', 422, '/url'],
    ['https://0x7f.1/', 422, '/url'],
    ['https://[::ffff:10.0.0.1]/', 422, '/url'],
    ['https://user:pass@doors.example/', 422, '/url'],
    ['ftp://doors.example/', 422, '/url'],
    ['doors.example', 422, '/url'],
    ['', 400, '/url'],
  ])('to %s are refused', async (url, status, pointer) => {
    expect(await refused(admin.post(base, { url }))).toMatchObject([status, expect.any(String), pointer]);
  });

  test.each([
    [{ types: ['booking'] }, '/types'],
    [{ types: ['booking.*,student.*; drop'] }, '/types'],
    [{ types: 'booking.*' }, '/types'],
    [{ types: ['booking.created', 'booking.created'] }, '/types'],
    [{ role: 'owner' }, '/role'],
    [{ secret: 'whsec_mine' }, '/secret'],
  ])('with %j are refused', async (fields, pointer) => {
    expect(await refused(admin.post(base, { url: URL_OF, ...fields }))).toMatchObject([
      400,
      expect.any(String),
      pointer,
    ]);
  });

  test('are for administrators of the site alone', async () => {
    const { _id } = await ok(admin.post(base, { url: URL_OF }));
    const other = await lodge.make.site();
    const stranger = await lodge.logIn((await lodge.make.user({ roles: { [other.id]: 'admin' } })).email);
    const operations = (client: Client, path = base) => [
      client.get(path),
      client.post(path, { url: URL_OF }),
      client.get(`${path}/${_id}`),
      client.patch(`${path}/${_id}`, { enabled: false }),
      client.delete(`${path}/${_id}`),
      client.post(`${path}/${_id}/rotate-secret`),
      client.post(`${path}/${_id}/test`),
      client.post(`${path}/${_id}/replay`, { after: 'AAAAAAAAAAAAAAAAAAAA' }),
      client.get(`${path}/${_id}/deliveries`),
      client.post(`${path}/${_id}/deliveries/${_id}/resend`),
    ];
    for (const role of ['viewer', 'reception', 'welfare', 'manager'] as const) {
      expect(PERMISSIONS['webhook.write']).not.toContain(role);
      const client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: role } })).email);
      for (const answer of await Promise.all(operations(client))) expect(answer.status).toBe(403);
    }
    for (const answer of await Promise.all(operations(stranger))) expect([403, 404]).toContain(answer.status);
    // One of another site is not there in one's own.
    const [, , ...ofAnother] = operations(stranger, `/sites/${other.id}/webhooks`);
    for (const answer of await Promise.all(ofAnother)) expect(answer.status).toBe(404);
    expect(await ok(admin.get(`${base}/${_id}`))).toMatchObject({ enabled: true, version: 1 });
  });

  test('changed by many at the same time count every change once, and with If-Match only one succeeds', async () => {
    const { _id } = await ok(admin.post(base, { url: URL_OF }));
    const texts = Array.from({ length: 8 }, (_, n) => `Text ${n}`);
    const all = await Promise.all(texts.map((description) => admin.patch(`${base}/${_id}`, { description })));
    expect(all.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(await ok(admin.get(`${base}/${_id}`))).toMatchObject({ version: 9 });
    const guarded = await Promise.all(
      texts.map((text) => admin.patch(`${base}/${_id}`, { description: `New ${text}` }, { 'if-match': '"9"' })),
    );
    expect(guarded.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
    const rotations = await Promise.all(texts.map(() => admin.post(`${base}/${_id}/rotate-secret`)));
    expect(rotations.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    const { previous_secret_until: until } = await ok(admin.get(`${base}/${_id}`));
    for (const { body } of rotations.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: 'secret_rotated', previous_secret_until: until });
    await lodge.sql(`UPDATE webhooks SET previous_until = now() WHERE id = $1`, [_id]);
    await ok(admin.post(`${base}/${_id}/rotate-secret`));
    expect(await ok(admin.get(`${base}/${_id}`))).toMatchObject({ version: 12 });
    const gone = await Promise.all([admin.delete(`${base}/${_id}`), admin.delete(`${base}/${_id}`)]);
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('deleted while tests are sent give each test a delivery or 404', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 20; round++) {
      const path = `${base}/${(await ok(admin.post(base, { url: URL_OF })))._id}`;
      const tests = Array.from({ length: 4 }, () => admin.post(`${path}/test`));
      const [gone, ...answers] = await Promise.all([admin.delete(path), ...tests]);
      expect(gone?.status).toBe(200);
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 202 && status !== 404)).toEqual([]);
    expect(statuses).toContain(404);
  });

  test('list their deliveries by pages, and refuse an invalid cursor', async () => {
    const { _id } = await ok(admin.post(base, { url: URL_OF, enabled: false }));
    const pings = [];
    for (let n = 0; n < 5; n++) pings.push((await ok(admin.post(`${base}/${_id}/test`)))._id);
    const again = await ok(admin.post(`${base}/${_id}/deliveries/${pings[0]}/resend`));
    expect(again).toMatchObject({ type: 'webhook.test', state: 'waiting', attempts: 0 });
    const first = await ok(admin.get(`${base}/${_id}/deliveries?limit=4`));
    const second = await ok(admin.get(`${base}/${_id}/deliveries?limit=4&cursor=${first.next_cursor}`));
    const ids = [...first.data, ...second.data].map(({ _id: id }: { _id: string }) => id);
    expect([ids, second.next_cursor]).toEqual([[again._id, ...pings.reverse()], null]);
    expect(await ok(admin.get(`${base}/${_id}/deliveries?state=delivered`))).toEqual({ data: [], next_cursor: null });
    expect(await refused(admin.get(`${base}/${_id}/deliveries?cursor=x`))).toEqual([400, 'invalid_query', 'cursor']);
    expect(await refused(admin.post(`${base}/${_id}/replay`, { after: 'x' }))).toEqual([400, 'validation_failed', '/after']); // prettier-ignore
  });
});

test('webhooks to http are refused outside local mode', async () => {
  const strict = await Lodge.start({ settings: { LODGE_MODE: 'production', COOKIE_SECURE: 'true' } });
  const site = await strict.make.site();
  const client = await strict.logIn((await strict.make.user({ roles: { [site.id]: 'admin' } })).email);
  const { status, body } = await client.post(`/sites/${site.id}/webhooks`, { url: 'http://doors.example/' });
  expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'invalid_webhook_url', '/url']);
  await strict.stop();
});
