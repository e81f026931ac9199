import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLodgeClient, type LodgeClient } from '../../clients/typescript/src/index.js';
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
