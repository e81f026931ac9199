import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Lodge } from '../../support/lodge.js';

describe('what is no request of HTTP', () => {
  let lodge: Lodge;
  let port: number;
  beforeAll(async () => {
    lodge = await Lodge.start();
    const { app } = lodge.instance;
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => lodge.stop());

  async function answerOf(...lines: string[]): Promise<{ all: string; head: string; body: string }> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const all = await text(socket);
    const [head = '', body = ''] = all.split('\r\n\r\n');
    return { all, head, body };
  }

  const LOG_IN = ['POST /users/sessions HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const LIVE = ['GET /health/live HTTP/1.1', 'Host: localhost', 'Connection: close'];
  test.each([
    ['a line without a method', ['nonsense'], 400, 'malformed_request'],
    ['a header without a name', [...LIVE, ': empty'], 400, 'malformed_request'],
    ['a body of two lengths', [...LIVE, 'Content-Length: 1', 'Transfer-Encoding: chunked'], 400, 'malformed_request'],
    ['headers of 20 KiB', [...LIVE, `X-Long: ${'a'.repeat(20_000)}`], 431, 'headers_too_large'],
    ['no host', ['GET /health/live HTTP/1.1', 'Connection: close'], 400, 'malformed_request'],
    ['two hosts', [...LIVE, 'Host: localhost'], 400, 'malformed_request'],
    ['two hosts in one header', ['GET /health/live HTTP/1.1', 'Connection: close', 'Host: localhost, evil.example'], 400, 'malformed_request'], // prettier-ignore
    [
      'a host with a user',
      ['GET /health/live HTTP/1.1', 'Connection: close', 'Host: localhost:80@evil.example'],
      400,
      'malformed_request',
    ],
    ['a tunnel', ['CONNECT a.example:443 HTTP/1.1', 'Host: a.example:443'], 400, 'malformed_request'],
    ['a chunk without a length', [...LOG_IN, 'Transfer-Encoding: chunked', '', 'zz'], 400, 'malformed_request'],
    ['a coding that nobody knows', [...LOG_IN, 'Transfer-Encoding: gzip'], 400, 'malformed_request'],
    [
      'a trailer of 20 KiB',
      [...LOG_IN, 'Transfer-Encoding: chunked', '', '0', `X-Long: ${'a'.repeat(20_000)}`],
      431,
      'headers_too_large',
    ],
  ])('gets a problem document: %s', async (_, lines, status, code) => {
    const { head, body } = await answerOf(...lines);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(head.toLowerCase()).toContain('content-type: application/problem+json');
    const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
    expect(length).toBe(Buffer.byteLength(body));
    expect(JSON.parse(body)).toMatchObject({ status, code, instance: expect.any(String), detail: expect.any(String) });
  });

  test('an unknown expectation is ignored', async () => {
    expect((await answerOf(...LIVE, 'Expect: the unexpected')).head).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('a request that asks for another protocol is answered, and nothing after it on the connection', async () => {
    const head = ['GET /health/live HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: h2c'];
    for (const next of [LIVE, LOG_IN]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      socket.write(`${next.join('\r\n')}\r\n\r\n`);
      const all = await text(socket);
      expect(all).toMatch(/^HTTP\/1\.1 200 OK/);
      expect(all.toLowerCase()).toContain('connection: close');
      expect([...all.matchAll(/HTTP\/1\.1 200 /g)]).toHaveLength(1);
    }
  });

  test('gets no second response when it is the body of a request that was refused already', async () => {
    const socket = connect(port, '127.0.0.1');
    const head = ['POST /nowhere HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked'];
    socket.write(`${head.join('\r\n')}\r\n\r\n2\r\n{}\r\n`);
    socket.once('data', () => socket.write('zz\r\n'));
    const all = await text(socket);
    expect([...all.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(['404']);
  });

  test('is answered after the requests that came before it on the connection, each with a response of its own', async () => {
    const keep = LIVE.slice(0, 2);
    const last = ['nonsense', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example'];
    for (const [before, end] of [1, 5].flatMap((each) => last.map((line) => [each, line] as const))) {
      const { all } = await answerOf(...Array.from({ length: before }, () => [...keep, '']).flat(), end);
      const statuses = [...all.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
      expect(statuses).toEqual([...Array<string>(before).fill('200'), '400']);
      expect(all.slice(all.lastIndexOf('HTTP/1.1'))).toContain('malformed_request');
    }
  });
});
