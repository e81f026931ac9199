import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FolderStore } from '#libs/core/storage/folder-store';
import { OBJECT_STORE, type ObjectStore, readAll } from '#libs/core/storage/object-store';
import { LinkSigner } from '#libs/core/storage/signed-links';
import { Clock } from '#libs/core/time/clock';
import { newId } from '#libs/core/http/ids';
import { freePort } from '../support/free-port.js';
import { Lodge } from '../support/lodge.js';

// Any S3-compatible server: s3://key:secret@127.0.0.1:9000/bucket?tls=false
const S3 = process.env.TEST_S3_URL;
if (!S3) console.warn('TEST_S3_URL is not set: the S3 driver is NOT tested in this run.');

const drivers = ['folder', ...(S3 ? ['s3'] : [])];

describe.each(drivers)('the object store on %s', (driver) => {
  let lodge: Lodge;
  let store: ObjectStore;
  let folder: string;
  const prefix = `test-${newId()}/`;
  const bytes = (text: string) => Buffer.from(text);
  const text = async (key: string) => (await readAll(store, key, 1_000_000_000))?.toString();
  const keys = async (from: string) => {
    const found: string[] = [];
    for await (const { key } of store.list(from)) found.push(key);
    return found.sort();
  };
  const fetchUrl = (url: string, options: RequestInit = {}) =>
    fetch(url, { ...options, ...(options.body ? { duplex: 'half' } : {}) } as RequestInit);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-store-'));
    // Signed links hold the public address, so the port must be known before.
    const port = await freePort();
    const STORAGE_URL = driver === 's3' ? (S3 as string) : pathToFileURL(folder).href;
    lodge = await Lodge.start({ settings: { STORAGE_URL, PUBLIC_URL: `http://127.0.0.1:${port}` } });
    lodge.clock.set(new Date().toISOString());
    store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    await lodge.instance.app.listen(port, '127.0.0.1');
  });
  afterAll(async () => {
    for await (const { key } of store.list(prefix)) await store.remove(key);
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  test('keeps what is put, whole; a second put replaces the first', async () => {
    const key = `${prefix}notes/one.pdf`;
    await store.put(key, bytes('first'));
    await store.put(key, bytes('second'));
    expect(await text(key)).toBe('second');
    expect(await store.find(key)).toMatchObject({ key, size: 6 });
    expect(Number((await store.find(key))?.modifiedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('what is not there is undefined, and may be removed again and again', async () => {
    const key = `${prefix}gone`;
    await store.put(key, bytes('x'));
    await store.remove(key);
    await store.remove(key);
    expect([await store.find(key), await store.read(key)]).toEqual([undefined, undefined]);
  });

  test('lists by the beginning of the key', async () => {
    for (const name of ['a/1', 'a/2', 'b/1']) await store.put(`${prefix}list/${name}`, bytes(name));
    expect(await keys(`${prefix}list/a/`)).toEqual([`${prefix}list/a/1`, `${prefix}list/a/2`]);
    expect(await keys(`${prefix}nothing/`)).toEqual([]);
  });

  test('reading stops where the reader has had enough', async () => {
    await store.put(`${prefix}long`, Buffer.alloc(50_000));
    await expect(readAll(store, `${prefix}long`, 49_999)).rejects.toThrow(RangeError);
    expect(await readAll(store, `${prefix}long`, 50_000)).toHaveLength(50_000);
  });

  test('a signed link takes an upload of its type and gives a download, without a session', async () => {
    const key = `${prefix}signed.pdf`;
    const terms = { contentType: 'application/pdf', maxBytes: 1000, seconds: 60 };
    const headers = { 'content-type': 'application/pdf' };
    const link = await store.signUpload(key, terms);
    const other = { method: 'PUT', headers: { 'content-type': 'text/html' }, body: '<script>' };
    expect((await fetchUrl(link, other)).status).toBeGreaterThanOrEqual(400);
    expect(await store.find(key)).toBeUndefined();
    const put = await fetchUrl(link, { method: 'PUT', headers, body: 'a document' });
    expect(put.status).toBe(200);
    const got = await fetchUrl(await store.signDownload(key, 60));
    expect([got.status, await got.text(), got.headers.get('content-type')]).toEqual([
      200,
      'a document',
      'application/pdf',
    ]);
  });

  test('a link works for its own object, method and time only', async () => {
    const [one, other] = [`${prefix}mine`, `${prefix}theirs`];
    await store.put(one, bytes('mine'));
    await store.put(other, bytes('theirs'));
    const link = await store.signDownload(one, 60);
    const refused = [
      link.replace('/mine', '/theirs'),
      link.replace(/ignature=..../, 'ignature=0000'),
      link.split('?')[0] as string,
    ];
    for (const url of refused) expect((await fetchUrl(url)).status).toBeGreaterThanOrEqual(400);
    expect((await fetchUrl(link, { method: 'PUT', body: 'changed' })).status).toBeGreaterThanOrEqual(400);
    expect(await text(one)).toBe('mine');
    const short = await store.signDownload(one, 1);
    // A bucket has a clock of its own.
    if (driver === 's3') await sleep(2_100);
    lodge.clock.set(new Date(lodge.clock.now().getTime() + 2_100).toISOString());
    expect((await fetchUrl(short)).status).toBe(403);
    expect((await fetchUrl(await store.signDownload(`${prefix}nowhere`, 60))).status).toBe(404);
  });
});

describe('signed links of the folder', () => {
  let lodge: Lodge;
  let store: ObjectStore;
  let folder: string;
  let address: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lodge-store-'));
    lodge = await Lodge.start({ settings: { STORAGE_URL: pathToFileURL(folder).href } });
    store = lodge.instance.app.get(OBJECT_STORE, { strict: false });
    await lodge.instance.app.listen(0, '127.0.0.1');
    address = await lodge.instance.app.getUrl();
  });
  afterAll(async () => {
    await lodge.stop();
    await rm(folder, { recursive: true });
  });

  const put = async (body: Buffer | Readable, headers: Record<string, string>, change = (path: string) => path) => {
    const key = `uploads/${newId()}`;
    const link = await store.signUpload(key, { contentType: 'image/png', maxBytes: 100, seconds: 60 });
    const options = { method: 'PUT', headers, body: body as never, duplex: 'half' as const };
    const answer = await fetch(change(link.replace('http://localhost', address)), options);
    const { code } = answer.ok ? { code: undefined } : ((await answer.json()) as { code: string });
    return { status: answer.status, code, stored: await store.find(key) };
  };

  test('hold an uploader to type and size, also when no length was declared', async () => {
    const png = { 'content-type': 'image/png' };
    expect(await put(Buffer.alloc(100), png)).toMatchObject({ status: 200, stored: { size: 100 } });
    const refused = [
      [await put(Buffer.alloc(101), png), 413, 'payload_too_large'],
      [await put(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), png), 413, 'payload_too_large'],
      [await put(Buffer.alloc(9), { 'content-type': 'text/html' }), 415, 'unsupported_media_type'],
      [await put(Buffer.alloc(101), png, (link) => link.replace('max=100', 'max=1000')), 403, 'link_invalid'],
      [await put(Buffer.alloc(9), png, (link) => link.replace('image%2Fpng', 'text%2Fhtml')), 403, 'link_invalid'],
    ] as const;
    for (const [{ status, code, stored }, ...wanted] of refused)
      expect([status, code, stored]).toEqual([...wanted, undefined]);
    expect(await readdir(join(folder, '.drafts'))).toEqual([]);
  });

  test('do not lead out of the folder, even when they are signed', async () => {
    for (const key of ['../secrets', 'a/../../b', '/etc/passwd', 'a//b', '.drafts/x', ''])
      await expect(store.read(key)).rejects.toThrow('is no key of an object');
  });

  test('answer files that a browser cannot run', async () => {
    await store.put('uploads/page', Buffer.from('<script>alert(1)</script>'));
    const answer = await lodge.call(
      'GET',
      (await store.signDownload('uploads/page', 60)).replace(/^http:..localhost/, ''),
    );
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
});

describe('a folder in which a process was killed while it wrote', () => {
  test('loses what it left, not what somebody else is writing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-store-'));
    await mkdir(join(folder, '.drafts'));
    for (const name of ['left', 'young']) await writeFile(join(folder, '.drafts', name), 'half of it');
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(folder, '.drafts/left'), before, before);
    const store = new FolderStore(folder, new LinkSigner('http://localhost', 'secret'), new Clock());
    await store.put('notes/one.pdf', Buffer.from('whole'));
    expect(await readdir(join(folder, '.drafts'))).toEqual(['young']);
    await rm(folder, { recursive: true });
  });
});
