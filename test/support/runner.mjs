// Runs a spec file with Jest, but lets Node load it. Jest would load the whole of Lodge and of its packages again for each
// file, which takes 5 s; here the files that one process runs share what was loaded, as requests of one api do.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModuleMocker } from 'jest-mock';

const require = createRequire(import.meta.url);
const { default: runFile } = require('jest-circus/runner');
const HANDLERS = Symbol.for('EVENT_HANDLERS');
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const mocker = new ModuleMocker(globalThis);

register('./own-modules.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
globalThis.jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  setTimeout: (milliseconds) => void (globalThis[TIMEOUT] = milliseconds),
};

/** Jest's own runner, given a runtime that loads modules as Node does. */
export default async function run(globalConfig, config, environment, runtime, testPath, send) {
  await import('./own-redis.ts');
  const before = { ...process.env };
  const native = over(runtime, {
    // Its specs and hooks are kept in the module.
    requireInternalModule(path) {
      delete require.cache[path];
      globalThis[HANDLERS] = undefined;
      return require(path);
    },
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  // Jest's does not know what Node compiled: failures would name lines of the compiled text.
  Error.prepareStackTrace = undefined;
  try {
    const own = over(environment, { global: globalThis });
    return await runFile(globalConfig, config, own, native, testPath, send);
  } finally {
    // The next file finds what this one found.
    mocker.restoreAllMocks();
    delete globalThis[TIMEOUT];
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

const over = (object, own) =>
  new Proxy(object, {
    get(target, key) {
      if (key in own) return own[key];
      const value = target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
