/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  // Of the set-up; what a spec loads is loaded by its runner.
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  testRunner: '<rootDir>/test/support/runner.mjs',
  // Specs wait for other processes for a fifth of their time: two of them would leave two cores idle.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1200MB',
  // Three times what the longest test takes on a busy machine of two cores.
  testTimeout: 180_000,
};
