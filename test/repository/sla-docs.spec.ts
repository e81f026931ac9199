import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drawTimeline } from '#apps/docs/sla-timeline';
import { loadDemoData } from '#apps/local/demo-data/demo-data';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { EXAMPLE } from '#libs/core/http/examples';
import { EXAMPLE_CASE } from '#libs/sla-policies/evaluate.dto';
import { Lodge } from '../support/lodge.js';

interface Operation {
  parameters?: { in: string; name: string; example: string }[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

test('docs/sla-timeline.svg is what the clock says; if not, run: npm run timeline', async () => {
  expect(await readFile('docs/sla-timeline.svg', 'utf8')).toBe(drawTimeline());
});

describe('on the demo data', () => {
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

  test('the example of docs/sla.md answers what it says there', async () => {
    const text = await readFile('docs/sla.md', 'utf8');
    const [request, targets] = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => JSON.parse(json ?? ''));
    expect(request).toEqual(EXAMPLE_CASE);
    const answer = await lodge.call('POST', `/sla-policies/${EXAMPLE.site}/evaluate`, request, { cookie });
    expect(answer).toMatchObject({ status: 200, body: { policy: { name: 'Furniture' }, state: 'running' } });
    expect({ targets: answer.body.targets }).toEqual(targets);
  });

  test('every example of the SLA operations works as it stands', async () => {
    const { body } = await lodge.call('GET', '/openapi.json');
    const paths = Object.entries(body.paths as Record<string, Record<string, Operation>>);
    const operations = paths.flatMap(([path, item]) =>
      path.startsWith('/sla-policies')
        ? Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
        : [],
    );
    expect(operations).toHaveLength(6);
    for (const { path, method, operation } of operations) {
      const given = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      const url = given.reduce((so, { name, example }) => so.replace(`{${name}}`, example), path);
      const example = operation.requestBody?.content['application/json']?.example;
      const { status } = await lodge.call(method.toUpperCase(), url, example, { cookie });
      expect([method, path, status]).toEqual([method, path, 200]);
    }
  });
});
