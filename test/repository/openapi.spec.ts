import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { llmsText } from '#apps/api/llms-text';
import { openapiText } from '#apps/api/openapi-text';

// Its types package is CommonJS that cannot be loaded in here.
const MAKE_SCHEMA = `import('./dist/apps/docs/client-schema.js').then(async ({ clientSchema }) =>
  process.stdout.write(await clientSchema(require('fs').readFileSync('openapi.json', 'utf8'))))`;

interface Operation {
  summary?: string;
  tags?: string[];
  operationId: string;
  responses: Record<string, unknown>;
  security?: unknown[];
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

  test('no two operations share an id', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has nothing that Redocly warns of', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  test('llms.txt and the types of the client are made from it; if not, run: npm run openapi', async () => {
    expect(await readFile('llms.txt', 'utf8')).toBe(llmsText(JSON.parse(text)));
    const made = spawnSync(process.execPath, ['-e', MAKE_SCHEMA], { encoding: 'utf8', maxBuffer: 16_000_000 });
    expect(made.stderr).toBe('');
    expect((await readFile('clients/typescript/src/schema.d.ts', 'utf8')) === made.stdout).toBe(true);
  });
});
