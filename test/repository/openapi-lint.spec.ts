import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { TOOLS } from '../support/tools.js';

// What the rules ask for and Lodge has decided otherwise.
const NOT_ASKED = {
  'owasp:api2:2023-jwt-best-practices': 'an API key is no JWT',
  'owasp:api2:2023-read-restricted': 'who may read without a session is a list of its own in routes.spec.ts',
  'owasp:api2:2023-write-restricted': 'the same for writes',
  'owasp:api3:2023-no-additionalProperties': 'answers hold maps by id; requests refuse unknown fields by themselves',
  'owasp:api3:2023-constrained-additionalProperties': 'the same',
  'owasp:api8:2023-define-cors-origin': 'the header comes with each configured origin, on every path alike',
};

// Spectral is CommonJS through and through; a process of its own is the simplest host.
const LINT = `
const { Spectral, Document } = require('@stoplight/spectral-core');
const { oas } = require('@stoplight/spectral-rulesets');
const { Json } = require('@stoplight/spectral-parsers');
const owasp = require('@stoplight/spectral-owasp-ruleset');
const off = JSON.parse(process.argv[1]);
const spectral = new Spectral();
spectral.setRuleset({ extends: [oas, owasp.default ?? owasp], rules: Object.fromEntries(off.map((rule) => [rule, 'off'])) });
spectral.run(new Document(require('fs').readFileSync('../openapi.json', 'utf8'), Json)).then((found) =>
  process.stdout.write(JSON.stringify(found.map(({ code, path, message }) => [code, path.join(' '), message]))));`;

test('openapi.json satisfies the rules of OpenAPI and of OWASP', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', LINT, JSON.stringify(Object.keys(NOT_ASKED))], {
    cwd: TOOLS,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  expect(stderr).toBe('');
  const found = JSON.parse(stdout) as [string, string, string][];
  // A probe has no session and no limit; what needs no session cannot refuse one. A calendar program knows an address and nothing else.
  const counts = found.filter(
    ([code, path]) =>
      !path.startsWith('paths /health') &&
      !path.startsWith('paths /calendars/feed.ics') &&
      !(code.endsWith('responses-401') && path.includes('/users/')),
  );
  expect(counts).toEqual([]);
});
