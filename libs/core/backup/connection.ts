import pg from 'pg';

// The text of a value must not depend on how a server or a role is set up.
const SESSION = `
SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1;
SET bytea_output = 'hex'; SET xmlbinary = 'base64'; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = '30s';
SET idle_in_transaction_session_timeout = 0`;

/** A connection for work that takes long, with values written the same way everywhere. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lodge-backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that breaks fails the running statement; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SESSION);
    return await work(client);
  } finally {
    await client.end();
  }
}

export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

export function withDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.toString();
}

/** `20261121120000`, in UTC: what the names of backups and databases end with. */
export const stamp = (now: Date): string => now.toISOString().replace(/\D/g, '').slice(0, 14);

/** The moment of a name that ends with such a stamp. */
export function momentOf(name: string): Date {
  const [, y, m, d, hh, mm, ss] = /(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(name) ?? [];
  return new Date(`${y}-${m}-${d}T${hh}:${mm}:${ss}Z`);
}
