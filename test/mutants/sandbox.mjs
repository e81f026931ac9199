// A copy of the repository whose libraries carry every mutant, each switched on by its number.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const LIBRARIES = ['bookings', 'occupancy', 'accounts', 'booking-import'];
const tools = createRequire(resolve('tools/package.json'));
const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };

const listed = (...paths) =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => path && existsSync(path));

/** Makes the copy in a folder, or finds it there. Returns its mutants: id, file, place and what stands there instead. */
export async function sandbox(folder) {
  const record = join(folder, 'mutants.json');
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8'));
  for (const path of listed()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(path, join(folder, path));
  }
  for (const path of ['node_modules', 'tools/node_modules']) symlinkSync(resolve(path), join(folder, path));
  const mutants = await mutate(folder);
  compile(folder);
  writeFileSync(record, JSON.stringify(mutants));
  return mutants;
}

async function mutate(folder) {
  const { Instrumenter } = await import(pathToFileURL(tools.resolve('@stryker-mutator/instrumenter')).href);
  const names = listed(...LIBRARIES.map((name) => `libs/${name}`)).filter((name) => name.endsWith('.ts'));
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: mutated, mutants } = await new Instrumenter(quiet).instrument(files, options);
  for (const { name, content } of mutated) writeFileSync(join(folder, name), content);
  return mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    file: fileName,
    location,
    mutator: mutatorName,
    replacement,
  }));
}

function compile(folder) {
  // Without types: the switches are no business of the compiler.
  const compiler = [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--noCheck'];
  const { status, stdout } = spawnSync(process.execPath, compiler, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The copy in ${folder} does not compile:\n${stdout.slice(0, 5_000)}`);
}
