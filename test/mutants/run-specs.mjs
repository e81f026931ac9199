import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';

/** Runs specs of the copy in one process. Returns its exit code, or `late` when it was ended after so many seconds, and what it printed. */
export async function runSpecs(folder, specs, environment, mostSeconds) {
  const args = ['--max-semi-space-size=64', resolve('node_modules/jest/bin/jest.js'), '--runInBand', ...specs];
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)));
  const closed = once(child, 'close');
  const first = await Promise.race([closed, sleep(mostSeconds * 1_000, 'late', { ref: false })]);
  // With what it has started, and left when it gave up.
  const end = () => spawn('kill', ['-KILL', '--', `-${child.pid}`], { stdio: 'ignore' });
  if (first === 'late') end();
  const [code] = await closed;
  end();
  return { code: first === 'late' ? 'late' : code, output };
}
