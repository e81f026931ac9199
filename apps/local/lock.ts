import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '#apps/local/local-error';

const SETTLED_MS = 100;

interface Holder {
  pid: number;
  port: number;
  token: string;
  url: string;
}

/**
 * Lets one Lodge run on a data folder. Its holder listens on a port and says a token there: a killed holder says nothing,
 * whoever has its process number by now.
 * @throws LocalError when another one runs
 */
export async function acquireLock(file: string, url: string): Promise<() => Promise<void>> {
  const token = randomUUID();
  const server = createServer((socket) => socket.end(token)).unref();
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const holder: Holder = { pid: process.pid, port: (server.address() as AddressInfo).port, token, url };
  // Linked, not written, into place, so that nobody reads half of it.
  const draft = `${file}.${token}`;
  await writeFile(draft, JSON.stringify(holder));
  try {
    await claim(draft, file, token);
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return () => release(server, file, token);
}

async function claim(draft: string, file: string, token: string): Promise<void> {
  for (;;) {
    const claimed = await link(draft, file).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    // Another start may have taken the dead holder's lock for ours: whoever is in the file after a while has it.
    if (claimed) await sleep(SETTLED_MS);
    const other = readHolder(file);
    if (other?.token === token) return;
    if (other && (await isAlive(other))) {
      throw new LocalError(
        `Lodge is running on this folder already, at ${other.url} (process ${other.pid}). Stop it first, or set LODGE_HOME to another folder.`,
      );
    }
    // Looked at again in the same breath, so that only the dead holder's lock goes.
    if (readHolder(file)?.token === other?.token) rmSync(file, { force: true });
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ port, token }: Holder): Promise<boolean> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on('data', (piece) => (said += piece.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said === token));
  });
}

async function release(server: Server, file: string, token: string): Promise<void> {
  server.close();
  if (readHolder(file)?.token === token) await rm(file, { force: true });
}
