// Plain JavaScript without dependencies, since it is at work before anything is installed.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';
const SETTLED_MS = 100;

/**
 * Does the work while no other process does what the same file guards. The file names a port on which its holder listens:
 * whoever was killed at it listens no more, whichever process has its number by now.
 */
export async function oneAtATime(file, work, wait = () => undefined) {
  mkdirSync(dirname(file), { recursive: true });
  // The system takes connections also while the work keeps the process busy.
  const server = createServer((socket) => socket.destroy()).unref();
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const { port } = server.address();
  for (let waited = false; !(await claimed(file, port)); waited = true) {
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
    server.close();
  }
}

async function claimed(file, port) {
  // Linked, not written, into place, so that nobody reads half of it.
  const draft = `${file}.${port}`;
  writeFileSync(draft, String(port));
  try {
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const holder = holderOf(file);
    // Looked at again in the same breath, so that only the dead holder's goes.
    if (holder !== undefined && !(await isAlive(holder, port)) && holderOf(file) === holder)
      rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
  // Another process may have taken ours for that of the dead one: whoever is in the file after a while has it.
  await sleep(SETTLED_MS);
  return holderOf(file) === port;
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Only a refusal says that nobody listens: a holder at work answers late, or not at all. */
function isAlive(holder, port) {
  // We do not hold it: whoever did was killed, and had our port. What is no port is no holder.
  if (holder === port || !(holder < 65_536)) return false;
  return new Promise((resolve) => {
    const socket = connect(holder, HOST);
    socket.setTimeout(1_000, () => socket.destroy());
    socket.once('connect', () => socket.destroy());
    socket.once('error', ({ code }) => resolve(code !== 'ECONNREFUSED'));
    socket.once('close', () => resolve(true));
  });
}
