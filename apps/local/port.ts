import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalError } from '#apps/local/local-error';

const ATTEMPTS = 6;

/** @throws LocalError when something listens there already */
export async function requirePort(host: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LocalError('PORT must be a number from 1 to 65535.');
  // A Lodge whose launcher was killed needs a moment to let go of it.
  for (let attempt = 1; ; attempt++) {
    const error = await tryPort(host, port);
    if (!error) return;
    if (error.code !== 'EADDRINUSE' || attempt === ATTEMPTS) throw refusal(error, host, port);
    await sleep(300);
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
