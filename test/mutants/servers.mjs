import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL for all specs of a process, with the template that they clone, so that none of them makes one. */
export async function startServers(folder, number) {
  // PostgreSQL runs as another user when this runs as root.
  chmodSync(folder, 0o755);
  // Not before they are built.
  const { startPostgres } = await import('../../dist/apps/local/postgres-server.js');
  const { migrate } = await import('../../dist/libs/core/database/migrate.js');
  const server = await startPostgres({
    directory: join(folder, `postgres-${number}`),
    password: 'test',
    durable: false,
  });
  const makeTemplate = async () => {
    const client = new pg.Client(server.url('postgres'));
    await client.connect();
    await client.query('DROP DATABASE IF EXISTS template_lodge WITH (FORCE)');
    await client.query('CREATE DATABASE template_lodge');
    await client.end();
    await migrate(server.url('template_lodge'));
  };
  await makeTemplate();
  const environment = { TEST_POSTGRES_URL: server.url('postgres') };
  return { environment, makeTemplate, stop: () => server.stop() };
}
