// Installs and builds when, and only when, it is needed. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.mjs';
import { oneAtATime } from './one-at-a-time.mjs';

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
export async function prepare({ build, tools = false }) {
  requireNode();
  process.chdir(ROOT);
  const isReady = () => isInstalled(tools) && (!build || isCompiled());
  if (isReady()) return;
  // Two in one folder would take packages and files away from under each other.
  const work = () => {
    if (!isInstalled(tools)) install(tools);
    if (build && !isCompiled()) compile();
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

function install(tools) {
  if (!hasPackages(ROOT, tools)) installIn(ROOT, 'the packages', tools);
  if (tools && !hasPackages(TOOLS, true)) installIn(TOOLS, 'the tools of tests and releases', true);
}

function installIn(folder, what, withDev) {
  const lock = lockOf(folder);
  const options = [withDev ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  step(`Installing ${what} (npm ci)`, process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', ...options], folder);
  writeFileSync(recordOf(folder), `${lock}\n${withDev ? 'dev' : ''}`);
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

function compile() {
  const { names, state } = sources();
  const [builtNames] = read(BUILT).split('\n');
  // A file that is gone must not live on in dist.
  if (builtNames !== names) rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  step('Building', process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json']);
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

function step(what, command, args, folder = ROOT) {
  const began = Date.now();
  console.log(`${what} ...`);
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    shell: command.endsWith('.cmd'),
  });
  if (status !== 0) {
    console.error(`${what} failed${error ? `: ${error.message}` : ''}. The lines above say why.`);
    process.exit(1);
  }
  console.log(`${what}: done in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}
