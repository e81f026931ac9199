import pg from 'pg';
import { LocalError } from '#apps/local/local-error';

export async function createDatabaseOnce(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect().catch((error: Error & { code?: string }) => {
    if (error.code !== '28P01') throw error;
    throw new LocalError(
      'The data was made with another password than the one in secrets.json. Restore that file, or delete the data folder to begin anew.',
    );
  });
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
