import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#apps/local/postgres-server';
import { migrate } from '#libs/core/database/migrate';

/** One PostgreSQL for the whole run, with a migrated template that each spec file clones. */
export default async function setup(): Promise<void> {
  if (process.env.TEST_POSTGRES_URL) return useServer(process.env.TEST_POSTGRES_URL);
  const directory = await mkdtemp(join(tmpdir(), 'lodge-test-'));
  // PostgreSQL runs as another user when this runs as root.
  await chmod(directory, 0o755);
  const server = await startPostgres({ directory: join(directory, 'postgres'), password: 'test', durable: false });
  process.env.TEST_POSTGRES_URL = server.url('postgres');
  Object.assign(globalThis, { lodgeTestPostgres: { server, directory } });
  await useServer(server.url('postgres'));
}

async function useServer(url: string): Promise<void> {
  // The release before, tested on the schema of this one: docs/operating.md, Upgrade.
  if (process.env.TEST_SCHEMA === 'kept') return;
  const client = new pg.Client(url);
  await client.connect();
  await client.query('DROP DATABASE IF EXISTS template_lodge WITH (FORCE)');
  await client.query('CREATE DATABASE template_lodge');
  await client.end();
  const template = new URL(url);
  template.pathname = '/template_lodge';
  await migrate(template.toString());
}
