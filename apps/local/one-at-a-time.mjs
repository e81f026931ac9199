// Plain JavaScript without dependencies, since it is at work before anything is installed.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SETTLED_MS = 100;

/** Does the work while no other process does what the same file guards. Whoever was killed at it is in nobody's way. */
export async function oneAtATime(file, work, wait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waited = false; !(await claimed(file)); waited = true) {
    if (!waited) wait();
    await sleep(SETTLED_MS);
  }
  const release = () => rmSync(file, { force: true });
  // The work may end the process.
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function claimed(file) {
  // Linked, not written, into place, so that nobody reads half of it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holderOf(file))) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
  // Another process may have taken ours for that of the dead one: whoever is in the file after a while has it.
  await sleep(SETTLED_MS);
  return holderOf(file) === process.pid;
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  // Gone just now.
  if (!pid) return true;
  // We do not hold it: whoever did was killed, and had our number, as happens when a container starts again.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
