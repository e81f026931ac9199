import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { post, type Sent } from '#libs/webhooks/sending/post';
import { addressCheck, checkedLookup, resolverOf } from '#libs/webhooks/sending/public-address';

// By number: all notations that an address parser takes for one that is not on the public internet.
const NUMBERS = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001',
  '127.0.0.1.', '0', '0.0.0.0', '10.0.0.1', '10.255.255.255', '0xa000001', '172.16.0.1', '172.31.255.254', '192.168.0.1',
  '192.168.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '100.64.0.1', '168.63.129.16', '192.0.0.192',
  '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1', '%31%32%37.0.0.1', '１２７.0.0.1',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]',
  '[::127.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::1]', '[fe80::1]', '[fec0::1]',
  '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[2001::1]', '[2002:7f00:1::]', '[100::1]',
]; // prettier-ignore

// By name: what a resolver says of names that look harmless.
const NAMES: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'loopback6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mapped-hex.example': ['::ffff:7f00:1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'metadata6.example': ['fd00:ec2::254'],
  'link-local.example': ['fe80::1'],
  'scoped.example': ['fe80::1%lo'],
  'one-of-two.example': ['203.1.113.7', '127.0.0.1'],
  'nothing.example': [],
  'no-address.example': ['localhost'],
};
const isAllowed = addressCheck([]);

describe('an address to which nothing may be sent', () => {
  let server: Server;
  let connections = 0;
  let port: number;
  let respond: (url: string) => Record<string, string>;
  beforeAll(async () => {
    server = createServer((request, response) => response.writeHead(302, respond(request.url ?? '')).end());
    server.on('connection', () => connections++);
    // On all addresses of the machine, so that whatever gets there is counted.
    server.listen(0, '::');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const resolve = (name: string) =>
    Promise.resolve((NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const send = (host: string, allowed = isAllowed, resolver = resolve): Promise<Sent> =>
    post(`http://${host}:${port}/`, {}, '{}', { isAllowed: allowed, lookup: checkedLookup(allowed, resolver) });

  test.each(NUMBERS)('is %s', async (host) => {
    const before = connections;
    expect(await send(host)).toMatchObject({ status: null, error: 'the address is not on the public internet' });
    expect(connections).toBe(before);
  });

  test.each(Object.keys(NAMES))('is %s by the addresses of its name', async (name) => {
    const before = connections;
    expect(await send(name)).toMatchObject({ status: null, error: 'the address is not on the public internet' });
    expect(connections).toBe(before);
  });

  test('is localhost, by the resolver of the machine', async () => {
    const lookup = checkedLookup(isAllowed);
    const before = connections;
    const sent = await post(`http://localhost:${port}/`, {}, '{}', { isAllowed, lookup });
    expect([sent.error, connections]).toEqual(['the address is not on the public internet', before]);
  });

  test('is a name that means another address from the second time on: each connection asks once, and goes where it was told', async () => {
    // What was checked is what is connected to; a sender that asks twice would check the first and reach the second.
    const inner = createServer((_request, response) => response.end());
    let reached = 0;
    inner.on('connection', () => reached++);
    inner.listen(0, '127.0.0.1');
    await once(inner, 'listening');
    let asked = 0;
    const rebinding = () => Promise.resolve([{ address: asked++ % 2 === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
    const allowed = addressCheck(['127.0.0.2']);
    const rules = { isAllowed: allowed, lookup: checkedLookup(allowed, rebinding) };
    const errors = [];
    for (let round = 0; round < 4; round++) {
      const url = `http://rebinding.example:${(inner.address() as AddressInfo).port}/`;
      errors.push((await post(url, {}, '{}', rules)).error);
    }
    const refused = 'the address is not on the public internet';
    expect([asked, reached, errors]).toEqual([4, 0, ['ECONNREFUSED', refused, 'ECONNREFUSED', refused]]);
    inner.close();
    await once(inner, 'close');
  });

  // Only root may give one process another /etc/resolv.conf, and take the port of DNS.
  const isRoot = spawnSync('unshare', ['--mount', 'true']).status === 0;
  (isRoot ? test : test.skip)(
    'is such a name by the resolver of the system, which asks a server of DNS each time',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'lodge-resolver-'));
      const settings = join(folder, 'resolv.conf');
      writeFileSync(settings, 'nameserver 127.0.0.77\noptions timeout:2 attempts:2\n');
      const command = `mount --bind ${settings} /etc/resolv.conf && exec ${process.execPath} test/rules/rebinding.mjs`;
      const { stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', command], { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      const refused = 'the address is not on the public internet';
      const errors = ['ECONNREFUSED', refused, 'ECONNREFUSED', refused];
      expect([stderr, JSON.parse(stdout || '{}')]).toEqual(['', { asked: 4, reached: 0, errors }]);
    },
  );

  test('is where a receiver sends the sender on: no redirect is followed', async () => {
    const allowed = addressCheck(['127.0.0.1']);
    const targets = [
      `http://127.0.0.1:${port}/inside`,
      `http://[::1]:${port}/`,
      'http://169.254.169.254/',
      '//localhost/',
      '/again',
    ];
    for (const location of targets) {
      respond = () => ({ location });
      const before = connections;
      expect(await send('127.0.0.1', allowed)).toMatchObject({ status: 302, error: null });
      expect(connections).toBe(before + 1);
    }
  });

  test('is any that is not https, outside local mode', async () => {
    const [before, allowed] = [connections, addressCheck(['127.0.0.1'])];
    const rules = { isAllowed: allowed, lookup: checkedLookup(allowed, resolve), httpsOnly: true };
    const sent = await post(`http://127.0.0.1:${port}/`, {}, '{}', rules);
    expect([sent.status, sent.error, connections]).toEqual([null, 'the address is not https', before]);
  });
});

test('addresses of the public internet, and those that the operator allows, may be reached', () => {
  const some = addressCheck(['10.1.0.0/16', 'fd12::/16', '127.0.0.1']);
  const reachable = [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::8a',
    '10.1.200.3',
    'fd12::7',
    '127.0.0.1',
  ];
  expect(reachable.filter((address) => !some(address))).toEqual([]);
  expect(
    ['10.2.0.1', '127.0.0.2', 'fd13::1', '::ffff:127.0.0.1', '::ffff:10.1.0.1', 'localhost', ''].filter(some),
  ).toEqual([]);
});

test('names whose server does not answer keep nobody else waiting, and end', async () => {
  const silent = createSocket('udp4');
  let questions = 0;
  silent.on('message', () => questions++);
  silent.bind(0, '127.0.0.1');
  await once(silent, 'listening');
  const resolve = resolverOf([`127.0.0.1:${silent.address().port}`]);
  const code = (name: string) => resolve(name).then(() => 'found', (error: NodeJS.ErrnoException) => error.code); // prettier-ignore
  const stalled = Promise.all(Array.from({ length: 40 }, (_, index) => code(`stall${index}.example`)));
  const began = performance.now();
  // The look-up of the system, files and passwords share few threads.
  expect(await code('localhost')).toBe('found');
  await stat(tmpdir());
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(new Set(await stalled)).toEqual(new Set(['ETIMEOUT']));
  expect(questions).toBeGreaterThanOrEqual(80);
  silent.close();
});
