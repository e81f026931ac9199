import { createServer } from 'node:net';
import { LocalError } from '#apps/local/local-error';

/** @throws LocalError when something listens there already */
export async function requirePort(host: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new LocalError('PORT must be a number from 1 to 65535.');
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function refusal({ code }: NodeJS.ErrnoException, host: string, port: number): LocalError {
  const other = `Choose another one: PORT=${port + 1} npm start`;
  if (code === 'EADDRINUSE') return new LocalError(`Port ${port} is taken by another program. ${other}`);
  return new LocalError(`Lodge cannot listen on ${host}:${port} (${code}). ${other}`);
}
