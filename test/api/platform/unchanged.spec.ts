import { get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SiteFixture } from '../../support/factory.js';
import { type Client, Lodge } from '../../support/lodge.js';

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

describe('lists that did not change, and compression', () => {
  let lodge: Lodge;
  let site: SiteFixture;
  let desk: Client;
  let port: number;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    desk = await lodge.logIn((await lodge.make.user({ roles: { [site.id]: 'manager' } })).email);
    for (let n = 0; n < 30; n++) await lodge.make.student(site, { last_name: `Ångström ${n}` });
    await lodge.instances[0]!.app.listen(0, '127.0.0.1');
    port = (lodge.instances[0]!.app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => lodge.stop());

  const students = () => `/students/${site.id}`;
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, method, headers: { cookie: desk.cookie, ...headers } };
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end();
    });

  test.each(['students', 'locations', 'day', 'bookings', 'flags'])(
    'the %s come once: with their ETag 304 without a body, until something in them changes',
    async (name) => {
      const path = {
        students: students(),
        locations: `/sites/${site.id}/locations`,
        day: `/sites/${site.id}/day`,
        bookings: `/bookings?site=${site.id}`,
        flags: `/sites/${site.id}/flags`,
      }[name] as string;
      const first = await desk.get(path);
      expect(first.status).toBe(200);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
      const again = await desk.get(path, { 'if-none-match': `"other", ${etag}` });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'no-store' });
      expect(again.headers['content-type']).toBeUndefined();
      expect((await desk.get(path, { 'if-none-match': '"other"' })).text).toBe(first.text);
    },
  );

  test('what changed, or what another may see, comes whole under another ETag', async () => {
    const { headers } = await desk.get(students());
    const etag = String(headers.etag);
    await lodge.make.student(site, { last_name: 'New' });
    const changed = await desk.get(students(), { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    const stranger = await lodge.logIn((await lodge.make.user()).email);
    expect((await stranger.get(students(), { 'if-none-match': String(changed.headers.etag) })).status).toBe(404);
    expect((await desk.get('/nowhere', { 'if-none-match': '*' })).status).toBe(404);
  });

  test('a record keeps its version as ETag, and is always sent', async () => {
    const { body } = await desk.get(`/sites/${site.id}`);
    const answer = await desk.get(`/sites/${site.id}`, { 'if-none-match': `"${body.version}"` });
    expect(answer).toMatchObject({ status: 200, headers: { etag: `"${body.version}"` } });
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('%s gives the same list and the same export in fewer bytes', async (encoding, open) => {
    for (const path of [students(), `/students/${site.id}/export-csv`, '/openapi.json']) {
      const [plain, packed] = [await raw(path), await raw(path, { 'accept-encoding': encoding })];
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, encoding]);
      expect(packed.headers).toMatchObject({ vary: expect.stringContaining('accept-encoding') });
      expect(packed.headers.etag).toBe(plain.headers.etag);
      expect(open(packed.bytes).toString()).toBe(plain.bytes.toString());
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
    const { headers } = await raw(students(), { 'accept-encoding': encoding });
    const unchanged = await raw(students(), { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) });
    expect(unchanged).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
  });

  test('what is small, has failed, repeats what was sent, is no text, or is only asked about is not compressed', async () => {
    const plain = async (path: string, method = 'GET') => {
      const received = await raw(path, { 'accept-encoding': 'br, gzip' }, method);
      expect(received.headers['content-encoding']).toBeUndefined();
      return received;
    };
    await plain(`/sites/${site.id}/flags`);
    const unknown = Array.from({ length: 30 }, (_, n) => `sent_${n}=1`);
    const problem = await plain(`/bookings?site=${site.id}&${unknown.join('&')}`);
    expect([problem.status, problem.bytes.length > 1_024]).toEqual([400, true]);
    expect((await plain(students(), 'HEAD')).bytes.length).toBe(0);
    const workbook = await plain(`/students/${site.id}/export-csv?format=xlsx`);
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('the response to a post is not compressed: it may contain a secret together with text of the request', async () => {
    const body = { name: 'x'.repeat(100), scopes: [{ site: site.id, role: 'viewer' }] };
    const answer = await desk.post('/users/@me/api-keys', body, { 'accept-encoding': 'br' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
    // Long enough to be compressed, if anything were.
    const rows = Array.from({ length: 40 }, (_, n) => ({
      student_id: `N-${n}`,
      first_name: 'A',
      last_name: 'B',
      location: 'X',
    }));
    const large = await desk.post(
      `/students/${site.id}/import`,
      { type: 'partial', dry_run: true, students: rows },
      { 'accept-encoding': 'br' },
    );
    expect(large.text.length).toBeGreaterThan(1_024);
    expect(large.headers['content-encoding']).toBeUndefined();
  });

  test('events leave at once, as they are', async () => {
    const seen = await new Promise<Received['headers']>((resolve, reject) => {
      const headers = { cookie: desk.cookie, 'accept-encoding': 'gzip, br', accept: 'text/event-stream' };
      const stream = request(
        { host: '127.0.0.1', port, path: `/sites/${site.id}/events/stream`, headers },
        (answer) => {
          resolve({ ...answer.headers, status: String(answer.statusCode) });
          stream.destroy();
        },
      );
      stream.on('error', reject);
    });
    expect(seen).toMatchObject({ status: '200', 'content-type': expect.stringContaining('text/event-stream') });
    expect(seen['content-encoding']).toBeUndefined();
  });
});
