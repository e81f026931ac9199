// One program that `npm start` waits for, with the bar. Plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { clearInterval, setInterval } from 'node:timers';
import { bar } from './progress-bar.mjs';

const LOOK_EVERY_MS = 400;

/**
 * Runs a program, says what it writes above the bar, and reads its progress meanwhile: `progress` returns the share that is done
 * and a text. Ends this process when the program fails.
 */
export async function step(stage, what, command, args, folder, progress) {
  const began = Date.now();
  bar.write(`${what} ...\n`);
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['inherit', 'pipe', 'pipe'],
    shell: command.endsWith('.cmd'),
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => bar.write(String(piece)));
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  const look = setInterval(() => {
    const { share, text } = progress((Date.now() - began) / 1000);
    bar.show(stage, share, text);
  }, LOOK_EVERY_MS);
  const [status] = await once(child, 'close').catch((error) => [error.message]);
  clearInterval(look);
  if (status !== 0) {
    const reason = typeof status === 'string' ? `: ${status}` : '';
    bar.write(`${what} failed${reason}. The lines above say why.\n`);
    process.exit(1);
  }
  bar.write(`${what}: done in ${seconds()} s\n`);
  bar.show(stage, 1, what);
}
