import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import aws4 from 'aws4';
import { S3Store } from '#libs/core/storage/s3-store';
import { hasNginx, Nginx } from '../support/nginx.js';

const PUBLIC = 'https://lodge.example';
const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret' };
const TERMS = { contentType: 'image/png', maxBytes: 1_000, seconds: 60 };

/** Checks a signed request as a server does that knows the secret: by what reached it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const asked = new URL(url, 'http://any');
  const given = asked.searchParams.get('X-Amz-Signature');
  asked.searchParams.delete('X-Amz-Signature');
  const type: Record<string, string> = headers['content-type'] ? { 'content-type': headers['content-type'] } : {};
  const path = `${asked.pathname}${asked.search}`;
  const region = 'eu-west-2';
  const right = aws4.sign({ method, service: 's3', region, host: headers.host, path, headers: type, signQuery: true }, KEYS); // prettier-ignore
  return given !== null && new URL(right.path ?? '', 'http://any').searchParams.get('X-Amz-Signature') === given;
}

let bucket: Server;
let store: S3Store;
let address: string;
beforeAll(async () => {
  bucket = createServer((asked, answer) => {
    const isOurs = asked.method === 'HEAD' || isSigned(asked);
    asked.resume().on('end', () => answer.writeHead(isOurs ? 200 : 403).end());
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  address = `127.0.0.1:${(bucket.address() as AddressInfo).port}`;
  store = new S3Store(`s3://key:secret@${address}/lodge?region=eu-west-2&tls=false`, undefined, PUBLIC);
});
afterAll(() => void bucket.close());

async function send(to: string, method: string, link: string, headers = {}): Promise<number | undefined> {
  const { host, pathname, search } = new URL(link);
  const sent = request(to + pathname + search, { method, headers: { host, ...headers } }).end(method === 'PUT' ? 'x' : undefined); // prettier-ignore
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer.resume().statusCode;
}

test('links are signed for the address at which people reach the bucket, and the bucket takes them under that name', async () => {
  const [upload, download] = [await store.signUpload('uploads/a', TERMS), await store.signDownload('pictures/a', 60)];
  expect([upload, download].map((link) => new URL(link).origin)).toEqual([PUBLIC, PUBLIC]);
  expect(await send(`http://${address}`, 'PUT', upload, { 'content-type': 'image/png' })).toBe(200);
  expect(await send(`http://${address}`, 'PUT', upload, { 'content-type': 'text/html' })).toBe(403);
  expect(await send(`http://${address}`, 'PUT', upload, { 'content-type': 'image/png', host: address })).toBe(403);
  expect(await send(`http://${address}`, 'GET', download)).toBe(200);
});

(hasNginx ? test : test.skip)('nginx hands such links to the bucket as they are', async () => {
  const nginx = await Nginx.start([`http://${address}`], `http://${address}`);
  try {
    const upload = await store.signUpload('uploads/a', TERMS);
    expect(await send(nginx.url, 'PUT', upload, { 'content-type': 'image/png' })).toBe(200);
    expect(await send(nginx.url, 'PUT', upload.replace('uploads/a', 'uploads/b'), { 'content-type': 'image/png' })).toBe(403); // prettier-ignore
    expect(await send(nginx.url, 'GET', await store.signDownload('pictures/a', 60))).toBe(200);
    expect(await send(nginx.url, 'DELETE', upload)).toBe(403);
  } finally {
    await nginx.stop();
  }
});
