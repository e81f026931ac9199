import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { llmsText } from '#apps/api/llms-text';
import { asOpenApi30 } from '#apps/docs/openapi-31';
import { referencePages } from '#apps/docs/reference';
import { openapiText } from '#apps/api/openapi-text';
import { BOOKING_WORDS } from '#apps/api/words/booking-words';
import { IMPORT_WORDS } from '#apps/api/words/import-words';
import { OWN_WORDS } from '#apps/api/words/own-words';
import { PARAMETER_WORDS } from '#apps/api/words/parameter-words';
import { RECORD_WORDS } from '#apps/api/words/record-words';
import { loadTool } from '../support/tools.js';

// The packages that make them are CommonJS that cannot be loaded in here.
const MAKE_CLIENTS = `const text = require('fs').readFileSync('openapi.json', 'utf8');
  const made = (file) => import('./dist/apps/docs/' + file + '.js');
  Promise.all([made('client-schema'), made('postman-collection'), made('openapi-31')]).then(async ([types, postman, convert]) =>
    process.stdout.write(JSON.stringify([await types.clientSchema(text),
      await postman.postmanCollection(JSON.stringify(convert.asOpenApi30(JSON.parse(text))))])))`;

// A booking's id is never `imports`; a problem document may have members of its own (RFC 9457).
const RULES = {
  'no-ambiguous-paths': 'off',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
} as const;

interface Redocly {
  createConfig(rules: object): Promise<object>;
  lintFromString(input: { source: string; config: object }): Promise<Problem[]>;
}
interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}

interface Operation {
  summary?: string;
  tags?: string[];
  operationId: string;
  responses: Record<string, unknown>;
  security?: unknown[];
}

interface Described {
  paths: Record<string, Record<string, { parameters?: { name: string; description?: string }[] }>>;
  components: { schemas: Record<string, { properties?: Record<string, { description?: string }> }> };
}

describe('openapi.json', () => {
  let text: string;
  let operations: [name: string, operation: Operation][];
  beforeAll(async () => {
    text = await openapiText();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
    operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  test('is what the code describes; if not, run: npm run openapi', async () => {
    expect(await readFile('openapi.json', 'utf8')).toBe(text);
  });

  test('every operation has a summary, a group, a success and its failures', () => {
    const incomplete = operations.filter(
      ([, { summary, tags, responses }]) =>
        !summary || tags?.length !== 1 || !responses['200'] || !responses['500'] || !responses['400'],
    );
    expect(incomplete.map(([name]) => name)).toEqual([]);
  });

  test('every parameter and every field says what it means, and no words are left over', () => {
    const { paths, components } = JSON.parse(text) as Described;
    const parameters = Object.entries(paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ parameters: of = [] }) =>
        of.map((each) => ({ ...each, at: `${path} ${each.name}` })),
      ),
    );
    const fields = Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
      Object.entries(properties).map(([name, { description }]) => ({ name, at: `${schema}.${name}`, description })),
    );
    const all = [...parameters, ...fields];
    expect(all.length).toBeGreaterThan(1_500);
    expect(all.filter(({ description = '' }) => description.length < 3).map(({ at }) => at)).toEqual([]);
    const written = new Set(all.map(({ name, description }) => `${name}: ${description}`));
    const says = (words: Record<string, string>) =>
      Object.entries(words).filter(([name, said]) => !written.has(`${name.split('.').at(-1)}: ${said}`));
    expect([PARAMETER_WORDS, RECORD_WORDS, BOOKING_WORDS, IMPORT_WORDS, OWN_WORDS].flatMap(says)).toEqual([]);
  });

  test('every reference leads to a schema', () => {
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]*)"/g)].map(([, name = '']) => name);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((name) => !components.schemas[name])).toEqual([]);
  });

  test('no two operations share an id', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has no two classes of one name: the later would take the place of the earlier', async () => {
    const files = (await readdir('libs', { recursive: true })).filter((file) => file.endsWith('.dto.ts'));
    const texts = await Promise.all(files.map((file) => readFile(join('libs', file), 'utf8')));
    const names = texts.flatMap((text) =>
      [...text.matchAll(/export class (\w+(?:Request|Response))/g)].map(([, name]) => name),
    );
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });

  test('has nothing that Redocly warns of', async () => {
    const { createConfig, lintFromString } = (await loadTool('@redocly/openapi-core')) as Redocly;
    const config = await createConfig({ extends: ['recommended'], rules: RULES });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test('the reference in Markdown is made from it; if not, run: npm run openapi', async () => {
    const pages = referencePages(asOpenApi30(JSON.parse(text)));
    expect((await readdir('docs/reference')).sort()).toEqual([...pages.keys()].sort());
    for (const [name, page] of pages) expect((await readFile(`docs/reference/${name}`, 'utf8')) === page).toBe(true);
  });

  test('the reference has every operation, and each of its links leads somewhere', () => {
    const pages = referencePages(asOpenApi30(JSON.parse(text)));
    const anchors = (page: string) =>
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-')); // prettier-ignore
    const all = [...pages.values()].join('\n');
    for (const [name, { summary }] of operations) expect(all).toContain(`## ${summary}\n\n\`${name}\``);
    for (const [name, page] of pages) {
      for (const [, file, anchor] of page.matchAll(/\]\(([\w-]+\.md)?(?:#([^)]+))?\)/g)) {
        const target = pages.get(file ?? name) ?? '';
        if (anchor) expect([name, anchors(target)]).toEqual([name, expect.arrayContaining([anchor])]);
        else expect(target).not.toBe('');
      }
      expect([name, anchors(page).length]).toEqual([name, new Set(anchors(page)).size]);
    }
  });

  test('llms.txt and the clients are made from it; if not, run: npm run openapi', async () => {
    expect(await readFile('llms.txt', 'utf8')).toBe(llmsText(asOpenApi30(JSON.parse(text))));
    const made = spawnSync(process.execPath, ['-e', MAKE_CLIENTS], { encoding: 'utf8', maxBuffer: 16_000_000 });
    expect(made.stderr).toBe('');
    const [types, collection] = JSON.parse(made.stdout) as string[];
    expect((await readFile('clients/typescript/src/schema.d.ts', 'utf8')) === types).toBe(true);
    expect((await readFile('clients/postman/lodge.postman_collection.json', 'utf8')) === collection).toBe(true);
  });
});
