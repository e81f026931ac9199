import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLodgeClient, everyBooking, type LodgeClient, unwrap } from '../../clients/typescript/src/index.js';
import { PASSWORD, type SiteFixture } from '../support/factory.js';
import { Lodge } from '../support/lodge.js';

describe('the TypeScript client, against the running service', () => {
  let lodge: Lodge;
  let client: LodgeClient;
  let site: SiteFixture;
  let email: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    site = await lodge.make.site();
    ({ email } = await lodge.make.user({ roles: { [site.id]: 'manager' } }));
    await lodge.instance.app.listen(0, '127.0.0.1');
    client = createLodgeClient({ baseUrl: await lodge.instance.app.getUrl() });
  });
  afterAll(() => lodge.stop());

  test('logs in, keeps the cookies, books, lists and logs out', async () => {
    const refused = await client.GET('/bookings', { params: { query: { site: site.id } } });
    expect(refused.error).toMatchObject({ status: 401, code: 'unauthenticated' });

    const session = await client.POST('/users/sessions', { body: { email, password: PASSWORD } });
    expect(session.error).toBeUndefined();
    const booked = await client.POST('/bookings', {
      body: {
        site: site.id,
        lead_person: await lodge.make.student(site),
        location: await lodge.make.room(site),
        contract_start: '2027-09-18',
        contract_end: '2028-06-30',
      },
    });
    expect(booked.data).toMatchObject({ status: 'confirmed', contract_end: '2028-06-30' });
    const page = await client.GET('/bookings', { params: { query: { site: site.id, limit: 5 } } });
    expect(page.data?.data.map((booking) => booking._id)).toEqual([booked.data?._id]);

    const all = [];
    for await (const each of everyBooking(client, { site: site.id, limit: 1 })) all.push(each._id);
    expect(all).toEqual([booked.data?._id]);
    await client.DELETE('/users/sessions');
    const after = await client.GET('/bookings', { params: { query: { site: site.id } } });
    expect(after.error?.code).toBe('unauthenticated');
  });

  test('gives a problem document as error, with its code and its fields', async () => {
    const { error, data, response } = await client.POST('/users/sessions', { body: { email: 'x', password: '' } });
    expect(data).toBeUndefined();
    expect(response.status).toBe(400);
    expect(error?.code).toBe('validation_failed');
    expect(error?.errors.map(({ pointer }) => pointer)).toEqual(['/email', '/password']);
  });
});

describe('the TypeScript client, when the service is busy', () => {
  const seen: { method?: string; url?: string; key?: string }[] = [];
  const server = createServer((request, response) => {
    const key = request.headers['idempotency-key'] as string | undefined;
    seen.push({ method: request.method, url: request.url, key });
    const busy = seen.filter(({ url }) => url === request.url).length < 3;
    response.writeHead(busy ? 503 : 200, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(JSON.stringify(busy ? { code: 'overloaded', detail: 'Busy.' } : { data: [], success: true }));
  });
  let busyClient: LodgeClient;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    busyClient = createLodgeClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(() => void server.close());

  test('sends again what cannot happen twice, with one key for all attempts', async () => {
    const body = { site: 'x', lead_person: 'x', location: 'x' };
    expect((await busyClient.POST('/bookings', { body })).response.status).toBe(200);
    const attempts = seen.filter(({ url }) => url === '/bookings');
    expect(attempts).toHaveLength(3);
    expect(attempts[0]?.key).toEqual(expect.any(String));
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
    expect((await busyClient.GET('/sites')).response.status).toBe(200);
  });

  test('does not send a log-in again, and unwrap throws the problem', async () => {
    const call = busyClient.POST('/users/sessions', { body: { email: 'a@b.cd', password: 'x' } });
    await expect(unwrap(call)).rejects.toMatchObject({ name: 'LodgeError', code: 'overloaded', message: 'Busy.' });
    expect(seen.filter(({ url }) => url === '/users/sessions')).toHaveLength(1);
  });
});

describe('the types of the client', () => {
  const folder = 'dist/client-types';
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The faults that the compiler finds in each of some programs which use the client. */
  function faultsOf(...programs: string[]): string[][] {
    const names = programs.map((_, index) => `program-${index}.ts`);
    for (const [index, program] of programs.entries())
      writeFileSync(`${folder}/${names[index]}`, program.replace('@lodge/client', '../../clients/typescript/src/index.js')); // prettier-ignore
    const options = { noEmit: true, strict: true, skipLibCheck: false, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] }; // prettier-ignore
    writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: options, files: names }));
    const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { encoding: 'utf8' }); // prettier-ignore
    const faults = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(faults.filter((line) => !names.some((name) => line.includes(`/${name}(`)))).toEqual([]);
    return names.map((name) => faults.filter((line) => line.includes(`/${name}(`)));
  }

  test('compile strictly, with the program of its README', () => {
    const program = /```ts\n(.*?)```/s.exec(readFileSync('clients/typescript/README.md', 'utf8'))?.[1] ?? '';
    expect(program).toContain('createLodgeClient');
    expect(faultsOf(program)).toEqual([[]]);
  });

  test('refuse a path, a parameter, a field and a value that do not exist', () => {
    const begin = `import { createLodgeClient } from '@lodge/client'; const lodge = createLodgeClient({ baseUrl: '' });`;
    const wrong = [
      `await lodge.GET('/booking');`,
      `await lodge.GET('/bookings', { params: { query: { siteId: 'x' } } });`,
      `await lodge.POST('/users/sessions', { body: { email: 'a@b.cd' } });`,
      `const { data } = await lodge.GET('/health/live'); if (data?.status === 'fine') throw 0;`,
      `const { data } = await lodge.GET('/health/live'); data?.nothing;`,
    ];
    const faults = faultsOf(...wrong.map((line) => `${begin}\n${line}`));
    expect(faults.map(({ length }, index) => [wrong[index], length])).toEqual(wrong.map((line) => [line, 1]));
  });
});
