import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { OBJECT_STORE, type ObjectStore } from '#libs/core/storage/object-store';
import { PictureSweepService } from '#libs/pictures/picture-sweep.service';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge, NOW } from '../../support/lodge.js';

const pathOf = (url: string) => url.replace(/^http:..localhost/, '');

describe('avatars', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let folder: string;
  let client: Client;
  let photo: Buffer;
  const files = async (kind: string) => (await readdir(join(folder, kind)).catch(() => [])).sort();
  const picture = (format: 'jpeg' | 'png' | 'webp', width = 800, height = 600) =>
    sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
      .withExif({ IFD0: { Artist: 'Somebody Secret' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toFormat(format)
      .toBuffer();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-avatars-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href } });
    site = await lodge.make.site();
    client = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'reception' } })).email);
    photo = await picture('jpeg');
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const begin = async (contentType = 'image/jpeg', who = client, base = '/users/avatar') =>
    (await who.post(base, { content_type: contentType })).body as { url: string; object_id: string };
  const send = (url: string, body: Buffer, contentType: string) =>
    lodge.call('PUT', pathOf(url), body, { 'content-type': contentType });
  const upload = async (body: Buffer, contentType = 'image/jpeg', who = client, base = '/users/avatar') => {
    const { url, object_id } = await begin(contentType, who, base);
    expect((await send(url, body, contentType)).status).toBe(200);
    return who.put(base, { object_id });
  };
  const raw = async (url: string, who = client) => {
    const answer = await lodge.instance.app.inject({
      method: 'GET',
      url: pathOf(url),
      headers: { cookie: who.cookie },
    });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };

  test('go from a link to an upload to the profile, as WebP of 512 x 512 without metadata', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const answer = await upload(await picture(format), `image/${format}`);
      expect(answer).toMatchObject({ status: 200, body: { uploaded: true } });
      const profile = (await client.get('/users/@me')).body;
      expect(profile.photo_url).toBe(answer.body.raw_url);
      const seen = await raw(profile.photo_url);
      expect(seen).toMatchObject({
        status: 200,
        headers: {
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      });
      expect(await sharp(seen.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect((await sharp(seen.bytes).metadata()).exif).toBeUndefined();
      expect(seen.bytes.includes('Somebody Secret')).toBe(false);
      expect((await raw(answer.body.source_uri)).bytes.equals(seen.bytes)).toBe(true);
    }
    expect([await files('uploads'), (await files('pictures')).length]).toEqual([[], 1]);
  });

  test('a picture that lies on its side is set upright', async () => {
    const halves = { create: { width: 400, height: 200, channels: 3 as const, background: '#ff0000' } };
    const blue = await sharp({ create: { ...halves.create, width: 200, background: '#0000ff' } })
      .png()
      .toBuffer();
    const lying = await sharp(halves)
      .composite([{ input: blue, left: 200, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const seen = await raw((await upload(lying)).body.raw_url);
    const { data } = await sharp(seen.bytes).resize(1, 2, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
    expect([Number(data[0]) > 200, Number(data[5]) > 200]).toEqual([true, true]);
  });

  test('until something is uploaded the answer says so, and the profile keeps its generated picture', async () => {
    const newcomer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
    const { object_id } = await begin('image/png', newcomer);
    const answer = await newcomer.put('/users/avatar', { object_id });
    expect(answer.body).toEqual({ raw_url: '', source_uri: '', uploaded: false, object_id });
    expect((await newcomer.get('/users/@me')).body.photo_url).toMatch(/^data:image\/svg/);
  });

  test('sending a confirmation again, or many at once, makes one picture and one answer', async () => {
    const { url, object_id } = await begin();
    await send(url, photo, 'image/jpeg');
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.put('/users/avatar', { object_id })));
    const again = await client.put('/users/avatar', { object_id });
    const urls = [...answers, again].map(({ body }) => body.raw_url || body.code);
    expect(new Set(urls)).toEqual(new Set([again.body.raw_url]));
    expect(await files('uploads')).toEqual([]);
    expect(await files('pictures')).toContain(`${again.body.raw_url.split('/').at(-1)}.webp`);
  });

  test('a link takes nothing any more once its picture is shown, however many try', async () => {
    const { url, object_id } = await begin();
    expect((await send(url, photo, 'image/jpeg')).status).toBe(200);
    // Until then it may be sent again, because a response can get lost.
    expect((await send(url, photo, 'image/jpeg')).status).toBe(200);
    expect((await client.put('/users/avatar', { object_id })).body.uploaded).toBe(true);
    const again = await Promise.all(Array.from({ length: 8 }, () => send(url, photo, 'image/jpeg')));
    for (const answer of again) expect(answer).toMatchObject({ status: 403, body: { code: 'link_invalid' } });
    expect(await files('uploads')).not.toContain(object_id);
  });

  test('a store that does not remove what was uploaded keeps nobody from the answer', async () => {
    const store = lodge.instance.app.get<ObjectStore>(OBJECT_STORE, { strict: false });
    const removal = jest.spyOn(store, 'remove').mockRejectedValue(new Error('denied'));
    try {
      expect(await upload(photo)).toMatchObject({ status: 200, body: { uploaded: true } });
    } finally {
      removal.mockRestore();
    }
  });

  test('an id of somebody else, of another subject, unknown, malformed or expired is 404', async () => {
    const other = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'admin' } })).email);
    const student = await lodge.make.student(site);
    const { url, object_id } = await begin();
    await send(url, photo, 'image/jpeg');
    const refused = [
      () => other.put('/users/avatar', { object_id }),
      () => client.put(`/students/${site.id}/${student}/photo`, { object_id }),
      () => client.put('/users/avatar', { object_id: newId() }),
      () => client.put('/users/avatar', { object_id: '../etc/passwd' }),
    ];
    for (const call of refused) expect(await call()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    lodge.clock.set('2026-11-21T12:10:01.000Z');
    expect(await client.put('/users/avatar', { object_id })).toMatchObject({ status: 404 });
    expect(await send(url, photo, 'image/jpeg')).toMatchObject({ status: 403, body: { code: 'link_invalid' } });
    lodge.clock.set(NOW);
    expect((await client.put('/users/avatar', { object_id })).body.uploaded).toBe(true);
  });

  test.each(['image/svg+xml', 'image/gif', 'text/html', 'image/jpeg; charset=utf-8', 'constructor', 'IMAGE/JPEG'])(
    'a link for %s is not given',
    async (content_type) => {
      const answer = await client.post('/users/avatar', { content_type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );

  const hugePng = (width: number, height: number) => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, sum]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([1, 0, 0, 0, 0], 8);
    const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * 100));
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const hostile: [string, string, () => Buffer | Promise<Buffer>][] = [
    ['SVG', 'image/png', () => svg],
    ['SVG after the first bytes of a PNG', 'image/png', () => Buffer.concat([hugePng(1, 1).subarray(0, 8), svg])],
    [
      'HTML after the first bytes of a JPEG',
      'image/jpeg',
      () => Buffer.from('\xff\xd8\xff<script>1</script>', 'latin1'),
    ],
    ['a PNG that was announced as JPEG', 'image/jpeg', () => picture('png')],
    ['50,000 x 50,000 pixels', 'image/png', () => hugePng(50_000, 50_000)],
    ['half a picture', 'image/jpeg', async () => photo.subarray(0, photo.length / 2)],
    ['nothing at all', 'image/jpeg', () => Buffer.alloc(0)],
    ['noise', 'image/webp', () => Buffer.from(`RIFF\0\0\0\0WEBP${'noise'.repeat(100)}`)],
  ];
  test.each(hostile)('%s is refused as invalid_image, quickly, and the old picture stays', async (_, type, make) => {
    const before = (await client.get('/users/@me')).body.photo_url;
    const began = Date.now();
    const answer = await upload(await make(), type);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_image' } });
    // Below the 10 s after which decoding is given up.
    expect(Date.now() - began).toBeLessThan(9_000);
    expect((await client.get('/users/@me')).body.photo_url).toBe(before);
  });

  test('a polyglot is a picture afterwards and nothing else', async () => {
    const polyglot = Buffer.concat([photo, Buffer.from('<html><script>alert(document.cookie)</script>')]);
    const seen = await raw((await upload(polyglot)).body.raw_url);
    expect(seen.bytes.includes('script')).toBe(false);
    expect(seen.headers['content-type']).toBe('image/webp');
  });

  test('more than 5 MiB goes neither over the link nor past it', async () => {
    const { url, object_id } = await begin();
    expect(await send(url, Buffer.alloc(5 * 1024 * 1024 + 1), 'image/jpeg')).toMatchObject({ status: 413 });
    const store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    await store.put(`uploads/${object_id}`, Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]));
    expect(await client.put('/users/avatar', { object_id })).toMatchObject({ status: 422 });
  });

  test('a picture is seen by colleagues and the owner of the installation, not by strangers or without a session', async () => {
    const { raw_url } = (await upload(photo)).body;
    const seenBy = async (user: { email: string }) => (await raw(raw_url, await lodge.logIn(user.email))).status;
    const elsewhere = await lodge.make.site();
    expect(await seenBy(await lodge.make.user({ roles: { [site.id]: 'viewer' } }))).toBe(200);
    expect(await seenBy(await lodge.make.user({ owner: true }))).toBe(200);
    expect(await seenBy(await lodge.make.user({ roles: { [elsewhere.id]: 'admin' } }))).toBe(404);
    expect((await lodge.call('GET', pathOf(raw_url))).status).toBe(401);
  });

  describe('of students', () => {
    const url = (id: string, of = site) => `/students/${of.id}/${id}/photo`;

    test('take the same way, and show in the record and the list', async () => {
      const id = await lodge.make.student(site);
      const answer = await upload(photo, 'image/jpeg', client, url(id));
      expect(answer.body.uploaded).toBe(true);
      const student = await client.get(`/students/${site.id}/${id}`);
      expect(student.body).toMatchObject({ photo_url: answer.body.raw_url, version: 2 });
      expect((await raw(answer.body.raw_url)).status).toBe(200);
      const stranger = await lodge.logIn(
        (await lodge.make.user({ roles: { [(await lodge.make.site()).id]: 'admin' } })).email,
      );
      expect((await raw(answer.body.raw_url, stranger)).status).toBe(404);
      const [event] = await lodge.sql('SELECT action FROM audit_events WHERE subject_id = $1', [id]);
      expect(event).toEqual({ action: 'student.photo_changed' });
    });

    test('need student.write, and a student of the site', async () => {
      const id = await lodge.make.student(site);
      const viewer = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'viewer' } })).email);
      const body = { content_type: 'image/png' };
      expect(await viewer.post(url(id), body)).toMatchObject({ status: 403 });
      const foreign = await lodge.make.student(await lodge.make.site());
      for (const unknown of [foreign, newId(), 'nobody'])
        expect(await client.post(url(unknown), body)).toMatchObject({ status: 404 });
    });

    test('go when the student is erased', async () => {
      const id = await lodge.make.student(site);
      const { raw_url } = (await upload(photo, 'image/jpeg', client, url(id))).body;
      const manager = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
      expect((await manager.post(`/students/${site.id}/${id}/erase`)).status).toBe(200);
      expect((await raw(raw_url)).status).toBe(404);
    });
  });

  test('the sweep removes what no row names once it is an hour old, and nothing else', async () => {
    const { raw_url } = (await upload(photo)).body;
    const kept = `${raw_url.split('/').at(-1)}.webp`;
    const store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    const [old, young] = [newId(), newId()];
    for (const id of [old, young]) {
      await store.put(`pictures/${id}.webp`, photo);
      await store.put(`uploads/${id}`, photo);
    }
    const longAgo = new Date(Date.parse(NOW) - 3_700_000);
    for (const path of [`pictures/${old}.webp`, `uploads/${old}`, `pictures/${kept}`])
      await utimes(join(folder, path), longAgo, longAgo);
    const justNow = new Date(Date.parse(NOW) - 3_500_000);
    for (const path of [`pictures/${young}.webp`, `uploads/${young}`])
      await utimes(join(folder, path), justNow, justNow);
    const named = (await lodge.sql<{ id: string }>('SELECT id FROM pictures')).map(({ id }) => `${id}.webp`);
    const sweep = new PictureSweepService(lodge.instance.app.get(Database, { strict: false }), store, lodge.clock);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    const left = await files('pictures');
    expect(left).toEqual(expect.arrayContaining([...named, `${young}.webp`]));
    expect(left).not.toContain(`${old}.webp`);
    expect(await files('uploads')).toContain(young);
    expect(await files('uploads')).not.toContain(old);
  });
});
