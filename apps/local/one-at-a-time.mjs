import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from './folder-lock.mjs';

const PAUSE_MS = 100;

/** Does the work while no other process does what the same file guards. Installations and builds keep their process busy. */
export async function oneAtATime(file, work, wait = () => undefined) {
  let { release } = await tryLock(file, {}, true);
  for (let waited = false; !release; waited = true) {
    if (!waited) wait();
    await sleep(PAUSE_MS);
    ({ release } = await tryLock(file, {}, true));
  }
  // The work may end the process.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
