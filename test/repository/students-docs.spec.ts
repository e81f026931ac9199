import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { EXAMPLE } from '#libs/core/http/examples';
import { CAUSES } from '#libs/students/import/rows';
import { Lodge } from '../support/lodge.js';

describe('the examples of the import of students, on the demo data', () => {
  let lodge: Lodge;
  let cookie: string;
  beforeAll(async () => {
    lodge = await Lodge.start();
    await loadDemoData(lodge.instance.app, () => undefined);
    const owner = { email: 'owner@lodge.example', password: DEMO_PASSWORD };
    const { headers } = await lodge.call('POST', '/users/sessions', owner);
    cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]).join('; '); // prettier-ignore
  });
  afterAll(() => lodge.stop());

  const send = (body: unknown) => lodge.call('POST', `/students/${EXAMPLE.site}/import`, body, { cookie });
  const expected = {
    status: 200,
    body: {
      students: [{ _id: EXAMPLE.student, student_id: 'KC00001' }, { last_name: 'Hopper' }],
      exceptions: [{ last_name: 'Turing', cause: 'location_not_found', existing_record_id: '' }],
    },
  };

  test('the request that the OpenAPI document sends', async () => {
    const { body } = await lodge.call('GET', '/openapi.json');
    const { requestBody } = body.paths['/students/{site}/import'].post;
    expect(await send(requestBody.content['application/json'].example)).toMatchObject(expected);
  });

  test('the request of README.md', async () => {
    const [, json] = /\/import -d '(\{.*?\})'\n```/s.exec(await readFile('README.md', 'utf8')) ?? [];
    expect(await send(JSON.parse(json ?? ''))).toMatchObject(expected);
  });

  test('docs/students-import.md: request, exception, and each cause', async () => {
    const text = await readFile('docs/students-import.md', 'utf8');
    const [request, exception] = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? ''));
    const answer = await send(request);
    expect(answer).toMatchObject(expected);
    expect(answer.body.exceptions).toEqual([exception]);
    expect([...text.matchAll(/^\| `(\w+)`/gm)].map(([, cause]) => cause)).toEqual([...CAUSES]);
  });
});
