// Everything that has to hold, in one command: `npm test`. With arguments, only the specs that match them;
// `--fuzz [requests]` is the long run of the fuzz spec, `--figures` that of the promised figures,
// `--kills [times]` that of imports whose workers are killed, `--chaos [faults]` that of everything that can go wrong,
// `--events [kills]` that of the feed and webhooks while everything is killed, and of a transaction that is open for a minute,
// `--soak [minutes]` that of a Lodge under steady load,
// `--history [instants]` that of what was known at instants of a random history,
// `--days [students]` that of three days of a housing office,
// `--model [sequences]` that of the model of bookings, of about 80 steps each, `--adversaries [seeds]` that of files that try to be read
// wrongly (SEED is the first).
// What is random comes from SPEC_SEED: the same in every short run, another in each long one unless it is given.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { prepare } from '../apps/local/prepare.mjs';

const node = process.execPath;
const bin = (path) => join('node_modules', path);
const results = join(tmpdir(), `lodge-test-${process.pid}.json`);
const LONG = {
  '--fuzz': { specs: ['test/fuzz'], setting: 'FUZZ_REQUESTS', times: '100000' },
  '--figures': {
    specs: ['test/api/accounts/figures', 'test/api/bookings/kill', 'test/jobs/printing-leaks'],
    setting: 'FIGURE_ROUNDS',
    times: '1000',
  },
  '--soak': { specs: ['test/chaos/soak'], setting: 'SOAK_MINUTES', times: '60' },
  '--chaos': { specs: ['test/chaos/chaos'], setting: 'CHAOS_FAULTS', times: '500' },
  '--events': {
    specs: ['test/chaos/events', 'test/api/events/feed-order'],
    setting: 'EVENT_KILLS',
    times: '50',
    also: { HELD_SECONDS: '60' },
  },
  '--model': {
    specs: ['test/model/bookings', 'test/model/rules-removed'],
    setting: 'MODEL_RUNS',
    times: '1400',
    also: { MODEL_STEPS: '200' },
  },
  '--history': { specs: ['test/api/events/as-of'], setting: 'AS_OF_INSTANTS', times: '1000' },
  '--days': { specs: ['test/api/days'], setting: 'DAYS_SIZE', times: '200' },
  '--kills': { specs: ['test/jobs/imports'], setting: 'IMPORT_KILLS', times: '50' },
  '--adversaries': { specs: ['test/api/imports/adversar'], setting: 'SEEDS', times: '20', also: { ROWS: '5000' } },
};
const [first = '', times] = process.argv.slice(2);
const long = LONG[first];
const only = long ? long.specs : process.argv.slice(2);
if (long) {
  Object.assign(process.env, { ...long.also, ...process.env, [long.setting]: times ?? long.times });
  process.env.SPEC_SEED ??= String(Date.now() % 2 ** 30);
  console.log(`SPEC_SEED=${process.env.SPEC_SEED}`);
}

const CHECKS = [
  ['types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['lint', [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0']],
  ['format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  [
    'arrows',
    [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.js', 'apps', 'libs'],
  ],
];

const SPECS = [
  // A larger young generation is collected less often.
  '--max-semi-space-size=64',
  bin('jest/bin/jest.js'),
  '--json',
  `--outputFile=${results}`,
];

async function run(name, args) {
  const began = Date.now();
  console.log(`\n${name} ...`);
  const [status] = await once(spawn(node, args, { stdio: 'inherit' }), 'close');
  console.log(`${name}: ${status === 0 ? 'ok' : 'FAILED'}, ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return status === 0;
}

// Specs of programs and pages wait for other processes, which this machine may hold up. What fails there runs once more, alone, and is named
// either way; specs of rules, races and kills never do.
const REPEATED = /test\/(?:api\/(?:pages|platform)|cli|image|jobs|local|pdf|repository|start)\//;
const AT_MOST = 3;
// They run processes enough for a machine of two cores, and say how long Lodge may take: nothing runs beside them.
const ALONE = 'test/chaos';

/** The spec files that failed, with what they counted. */
function outcome() {
  const { testResults, numPassedTests: passed, numPendingTests: skipped } = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results, { force: true });
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));
  const count = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  );
  return { files: failed, passed, failed: Math.max(count.length, failed.length), skipped };
}

await prepare({ build: true, tools: true });
// The checks use one core each.
const checks = only.length > 0 ? [] : await Promise.all(CHECKS.map(([name, args]) => run(name, args)));
const parts =
  only.length > 0
    ? [only]
    : [
        ['--runInBand', ALONE],
        ['--testPathIgnorePatterns', ALONE],
      ];
const whole = { files: [], passed: 0, failed: 0, skipped: 0 };
let hold = true;
for (const part of parts) {
  hold = (await run('specs', [...SPECS, ...part])) && hold;
  for (const [name, value] of Object.entries(outcome()))
    whole[name] = Array.isArray(value) ? [...whole[name], ...value] : whole[name] + value;
}
let { passed, failed } = whole;
const repeatable =
  whole.files.length <= AT_MOST && whole.files.every((file) => REPEATED.test(file) && !file.includes('kill'));
if (failed > 0 && repeatable) {
  hold = await run(`once more: ${whole.files.join(', ')}`, [...SPECS, '--runInBand', ...whole.files]);
  failed = outcome().failed;
  passed += Math.max(0, whole.failed - failed);
  if (hold) console.log(`\nPassed at the second attempt only: ${whole.files.join(', ')}`);
}
failed += checks.filter((holds) => !holds).length + (hold || failed > 0 ? 0 : 1);
console.log(`\n${checks.filter(Boolean).length + passed} passed, ${failed} failed, ${whole.skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
