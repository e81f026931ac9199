import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '#apps/local/local-error';
import { say } from '#apps/local/say';

const AGAIN_MS = 300;
const PATIENCE_MS = 1_500;
// Its api ends what it has begun.
const PATIENCE_AFTER_KILL_MS = 30_000;

/** @throws LocalError when something listens there already, also after the wait for a Lodge whose launcher was killed */
export async function requirePort(host: string, port: number, afterKill = false): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LocalError('PORT must be a number from 1 to 65535.');
  const begun = performance.now();
  const patience = afterKill ? PATIENCE_AFTER_KILL_MS : PATIENCE_MS;
  for (let told = false; ;) {
    const error = await tryPort(host, port);
    if (!error) return;
    const waited = performance.now() - begun;
    if (error.code !== 'EADDRINUSE' || waited >= patience) throw refusal(error, host, port);
    if (!told && waited >= PATIENCE_MS) {
      say(`Waiting until port ${port} is free again`);
      told = true;
    }
    await sleep(AGAIN_MS);
  }
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

function refusal({ code }: NodeJS.ErrnoException, host: string, port: number): LocalError {
  const other = `Choose another one: PORT=${port + 1} npm start`;
  if (code === 'EADDRINUSE') return new LocalError(`Port ${port} is taken by another program. ${other}`);
  return new LocalError(`Lodge cannot listen on ${host}:${port} (${code}). ${other}`);
}
