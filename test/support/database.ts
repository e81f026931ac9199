import { randomBytes } from 'node:crypto';
import pg from 'pg';

const serverUrl = (): string => {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('PostgreSQL was not started by the global set-up');
  return url;
};

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Whatever waits for another clone or drop says so, instead of holding up a spec until its time is over.
  const client = new pg.Client({
    connectionString: serverUrl(),
    connectionTimeoutMillis: 60_000,
    statement_timeout: 120_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const urlOf = (name: string): string => {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.toString();
};

/** The same for who may read and write rows and nothing else, as api and workers are. */
export function applicationUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  [url.username = '', url.password = ''] = (process.env.TEST_APPLICATION ?? '').split(':');
  return url.toString();
}

/** A database of its own for a spec file, cloned from the migrated template. `empty` leaves it without a schema. */
export async function createDatabase({ empty = false } = {}): Promise<{
  url: string;
  applicationUrl: string;
  drop(): Promise<void>;
}> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    // Cloning fails while another clone reads the template.
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : 'template_lodge'}`);
  });
  return {
    url: urlOf(name),
    applicationUrl: applicationUrlOf(urlOf(name)),
    drop: () => onServer(async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
}
