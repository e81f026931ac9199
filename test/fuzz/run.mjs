// The long form of fuzz.spec.ts: 100,000 requests, or as many as are named. FUZZ_SEED repeats a run.
import { spawnSync } from 'node:child_process';
import { prepare } from '../../apps/local/prepare.mjs';

await prepare({ build: true });
const jest = [
  '--experimental-vm-modules',
  '--no-warnings=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
  'test/fuzz',
];
const env = { ...process.env, FUZZ_REQUESTS: process.argv[2] ?? '100000' };
process.exitCode = spawnSync(process.execPath, jest, { stdio: 'inherit', env }).status ?? 1;
