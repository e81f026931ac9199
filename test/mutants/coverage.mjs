import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIBRARIES } from './sandbox.mjs';
import { runSpecs } from './run-specs.mjs';

// Of other resources, and of programs: what they reach in these libraries, others reach sooner.
const FOLDERS = [
  'rules',
  'model',
  'api/accounts',
  'api/availability',
  'api/bookings',
  'api/closures',
  'api/events',
  'api/imports',
  'api/isolation',
  'api/locations',
  'api/sites',
  'api/waiting-list',
  'jobs/imports-running',
];
const LONGEST_S = 3 * 3_600;

// Of a spec whose time is not known.
const ABOUT_S = 20;

const SPECS = () =>
  readdirSync('test', { recursive: true })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.spec.ts') && FOLDERS.some((folder) => name.startsWith(`test/${folder}`)));

/**
 * For each spec file, how long it takes and which mutants its tests reach; and what was reached before a test. It is measured when asked
 * for, without a mutant, on all servers at once, and kept; not measured, nothing is known of any.
 */
export async function coverage(folder, isMeasured, servers) {
  const record = join(folder, 'coverage.json');
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  if (!isMeasured) return unknown();
  console.log(`Measuring which specs reach which mutants of ${LIBRARIES.join(', ')} ...`);
  const parts = await Promise.all(servers.map((server, part) => measure(folder, server, part, servers.length)));
  const before = [...new Set(parts.flatMap((each) => each.before))];
  writeFileSync(record, JSON.stringify({ files: Object.assign({}, ...parts.map(({ files }) => files)), before }));
  return coverage(folder, false, servers);
}

async function measure(folder, { environment }, part, parts) {
  const output = join(folder, `coverage.${part}.json`);
  const specs = SPECS().filter((_, index) => index % parts === part);
  // Jest takes what follows a reporter for another one.
  const args = [...specs, '--reporters=default', '--reporters=<rootDir>/test/mutants/reporter.mjs'];
  const run = await runSpecs(folder, args, { ...environment, MUTANT_COVERAGE: output }, LONGEST_S);
  if (!existsSync(output)) throw new Error(`Nothing was measured: ${run.output.slice(-2_000)}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}

const unknown = () => ({
  files: Object.fromEntries(SPECS().map((spec) => [spec, { seconds: ABOUT_S, passes: true, reached: [] }])),
  before: [],
});
