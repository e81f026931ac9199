// Plain JavaScript without dependencies, because it is used before anything is installed.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = '127.0.0.1';
const SETTLED_MS = 100;

/**
 * Takes the lock of a file, which names its holder and a port on which the holder sends its token. A killed holder sends nothing, even if
 * another process has its process id or its port now. `about` is stored with it; with `isBusy` a holder may be too busy to send anything.
 * Returns `release`, or the `holder` that has the lock.
 */
export async function tryLock(file, about = {}, isBusy = false) {
  mkdirSync(dirname(file), { recursive: true });
  const token = randomUUID();
  // The system accepts connections even while the process is busy.
  const server = createServer((socket) => socket.on('error', () => undefined).end(token)).unref();
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const record = { ...about, port: server.address().port, token };
  let holder = await claim(file, record);
  while (holder === undefined || (holder.token !== token && !(await isAlive(holder, isBusy)))) {
    // Read again immediately before, so that only the lock of the dead holder is removed.
    if (holder && readHolder(file)?.token === holder.token) rmSync(file, { force: true });
    holder = await claim(file, record);
  }
  const isMine = holder.token === token;
  if (!isMine) server.close();
  const release = () => {
    server.close();
    if (readHolder(file)?.token === token) rmSync(file, { force: true });
  };
  return isMine ? { release } : { holder };
}

/** Returns the holder after an attempt to become it; undefined when nobody is. */
async function claim(file, record) {
  // The file is linked into place, not written, so that no process reads half of it.
  const draft = `${file}.${record.token}`;
  writeFileSync(draft, JSON.stringify(record));
  try {
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return readHolder(file);
  } finally {
    rmSync(draft, { force: true });
  }
  // Another process may have removed this lock as that of a dead holder: the token in the file after a while is that of the holder.
  await sleep(SETTLED_MS);
  return readHolder(file);
}

/** An unreadable file has no holder: its port is invalid. */
function readHolder(file) {
  try {
    const text = readFileSync(file, 'utf8');
    try {
      return JSON.parse(text);
    } catch {
      return { port: 0, token: text };
    }
  } catch {
    return undefined;
  }
}

function isAlive({ port, token }, isBusy) {
  if (!(port > 0 && port < 65_536)) return false;
  return new Promise((resolve) => {
    let said = '';
    let isRefused = false;
    const socket = connect(port, HOST);
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (piece) => (said += piece.toString()));
    socket.on('error', ({ code }) => (isRefused = code === 'ECONNREFUSED'));
    socket.on('close', () => resolve(said === token || (isBusy && said === '' && !isRefused)));
  });
}
