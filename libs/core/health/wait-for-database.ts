import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { isConnectionLost, sqlState } from '#libs/core/errors/postgres-errors';
import { problemOf, writtenProblem } from '#libs/core/errors/problem';
import { newId } from '#libs/core/http/ids';

const PAUSE_MS = 500;
const CONNECT_MS = 2_000;
const TOO_MANY_CONNECTIONS = '53300';

/**
 * Waits until PostgreSQL takes connections, for DATABASE_WAIT_SECONDS at most: after a crash it may recover for a
 * while. In the meantime the given ports report that this process is alive and not ready.
 * @throws the error of the last try, at once when waiting cannot help, such as with a wrong password
 */
export async function waitForDatabase(config: Config, logger: Logger, ports: (number | undefined)[]): Promise<void> {
  const end = performance.now() + config.DATABASE_WAIT_SECONDS * 1_000;
  let rooms: Server[] | undefined;
  try {
    for (;;) {
      const error = await connectionError(config.DATABASE_URL);
      if (!error) return;
      if (!mayPass(error) || performance.now() > end) throw error;
      if (!rooms) logger.warn({ err: error }, 'PostgreSQL takes no connections yet: waiting for it');
      rooms ??= await Promise.all(ports.filter((port) => port !== undefined).map((port) => waitingRoom(config, port)));
      await sleep(PAUSE_MS);
    }
  } finally {
    await Promise.all((rooms ?? []).map(closed));
  }
}

const mayPass = (error: unknown): boolean => isConnectionLost(error) || sqlState(error).code === TOO_MANY_CONNECTIONS;

async function connectionError(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Responds to every request like a process whose database is unavailable. */
async function waitingRoom(config: Config, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] === '/health/live')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    const error = new DomainError(
      'dependency_unavailable',
      'PostgreSQL takes no connections yet. Nothing was written.',
    );
    const { headers, body } = writtenProblem(
      problemOf(error, config.PUBLIC_URL, newId()),
      request.headers['accept-language'],
    );
    response.writeHead(503, { ...headers, vary: 'Accept-Language', connection: 'close' }).end(body);
  });
  server.listen(port, config.HOST);
  await once(server, 'listening');
  return server;
}

async function closed(server: Server): Promise<void> {
  const ended = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await ended;
}
