// Builds the package where it was cloned. Whoever installs it needs neither the packages of Lodge nor a compiler before.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);
const isHere = (name) => {
  try {
    return Boolean(require.resolve(name));
  } catch {
    return false;
  }
};

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: FOLDER,
    stdio: 'inherit',
    shell: command.endsWith('.cmd'),
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

// npm links a folder that is installed, and leaves what it depends on to the folder.
if (!['openapi-fetch', 'typescript/bin/tsc'].every(isHere)) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  run(npm, ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']);
}
run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', '.']);
copyFileSync(`${FOLDER}/src/schema.d.ts`, `${FOLDER}/dist/schema.d.ts`);
