// Installs and builds when, and only when, it is needed. Plain JavaScript without dependencies.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { bar } from './progress-bar.mjs';
import { step } from './step.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const TOOLS = join(ROOT, 'tools');
const BUILT = join(ROOT, 'dist/.lodge-sources');
const GUARD = join(ROOT, '.lodge/preparing');
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/**
 * Brings node_modules and dist up to date with package-lock.json and the sources, and says so while it does it. Without
 * `tools` only what is needed to build and run is installed; with them also what `npm test` and `npm run openapi` use.
 */
export async function prepare({ build, tools = false, start = false }) {
  requireNode();
  process.chdir(ROOT);
  const isReady = () => isInstalled(tools) && (!build || isCompiled());
  if (isReady()) return;
  const stages = [!isInstalled(tools) && 'packages', build && !isCompiled() && 'build', start && 'start'];
  bar.plan(stages.filter(Boolean));
  // Two in one folder would take packages and files away from under each other.
  const work = async () => {
    if (!isInstalled(tools)) await install(tools);
    if (build && !isCompiled()) await compile();
    if (!start) bar.clear();
  };
  await oneAtATime(GUARD, work, () => console.log('Another one is installing or building here; waiting for it ...'));
}

const recordOf = (folder) => join(folder, 'node_modules/.lodge-lock');
const lockOf = (folder) => sha256(read(join(folder, 'package-lock.json')));
const isInstalled = (tools) => hasPackages(ROOT, tools) && (!tools || hasPackages(TOOLS, true));

function hasPackages(folder, withDev) {
  const [lock, dev] = read(recordOf(folder)).split('\n');
  return (lock === lockOf(folder) && (!withDev || dev === 'dev')) || installedByHand(folder);
}

async function install(tools) {
  if (!hasPackages(ROOT, tools)) await installIn(ROOT, 'the packages', tools);
  if (tools && !hasPackages(TOOLS, true)) await installIn(TOOLS, 'the tools of tests and releases', true);
}

async function installIn(folder, what, withDev) {
  const lock = lockOf(folder);
  const options = [withDev ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']; // prettier-ignore
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const names = packagesOf(folder, withDev);
  const progress = () => {
    const here = names.filter((name) => existsSync(join(folder, name, 'package.json'))).length;
    return { share: here / names.length, text: `${here} of ${names.length} packages` };
  };
  await step('packages', `Installing ${what} (npm ci)`, npm, ['ci', ...options], folder, progress);
  writeFileSync(recordOf(folder), `${lock}\n${withDev ? 'dev' : ''}`);
}

/** The folders of the packages that npm will install here. */
function packagesOf(folder, withDev) {
  const isFor = (list, here) => !list || list.includes(here) || list.some((each) => each.startsWith('!') && each !== `!${here}`); // prettier-ignore
  return Object.entries(JSON.parse(read(join(folder, 'package-lock.json'))).packages)
    .filter(
      ([name, { dev, os, cpu }]) =>
        name && (withDev || !dev) && isFor(os, process.platform) && isFor(cpu, process.arch),
    )
    .map(([name]) => name);
}

// npm leaves its own record; one that is younger than the lock file came from a developer's npm ci.
function installedByHand(folder) {
  const record = join(folder, 'node_modules/.package-lock.json');
  return (
    !existsSync(recordOf(folder)) &&
    existsSync(record) &&
    statSync(record).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  );
}

const isCompiled = () => read(BUILT).split('\n')[1] === sources().state;

async function compile() {
  const { names, state } = sources();
  const [builtNames] = read(BUILT).split('\n');
  // A file that is gone must not live on in dist.
  if (builtNames !== names) rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  // The compiler does not say how far it is, and writes all files at its end.
  const progress = (seconds) => ({ share: 1 - 0.9 ** seconds, text: `compiling, ${seconds.toFixed(0)} s` });
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await step('build', 'Building', process.execPath, [compiler, '-p', 'tsconfig.build.json'], ROOT, progress);
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, `${names}\n${state}`);
}

function sources() {
  const files = ['apps', 'libs']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.ts'))
    .concat('tsconfig.json', 'tsconfig.build.json', 'package-lock.json')
    .sort();
  const states = files.map((name) => {
    const { mtimeMs, size } = statSync(join(ROOT, name));
    return `${name} ${mtimeMs} ${size}`;
  });
  return { names: sha256(files.join()), state: sha256(states.join()) };
}
