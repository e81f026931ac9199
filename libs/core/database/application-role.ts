import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

// The largest number that PostgreSQL itself takes for a new password by default.
const ITERATIONS = 4_096;
const [DUPLICATE_OBJECT, UNIQUE_VIOLATION, NOT_ALLOWED, NO_DATABASE] = ['42710', '23505', '42501', '3D000'];
/** Rows are added here, and never changed or removed but by functions that run as the owner. */
export const TRAILS = ['booking_transactions', 'audit_events', 'event_journal'];
/** Rows are added by triggers, and taken out when they have their position in the journal. */
const WAITING = 'event_queue';
const BOOKKEEPING = ['schema_migrations', 'schema_functions'];

/** The role of the api and the workers in PostgreSQL; undefined when it is the owner of the tables. */
function applicationOf(ownerUrl: string, url: string): { name: string; password: string } | undefined {
  const { username, password } = new URL(url);
  if (!username || username === new URL(ownerUrl).username) return undefined;
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Lets the role of `url` read and write rows, and nothing more: it owns no table, switches no trigger off, and cannot change
 * or remove what trails say. Makes the role when it is not there. Does nothing when `url` is the owner's own.
 * @returns the name of the role, undefined when only the owner exists
 * @throws Error that says what to run, when the role is not there and the owner may make none
 */
export async function allowApplication(ownerUrl: string, url: string): Promise<string | undefined> {
  const role = applicationOf(ownerUrl, url);
  if (!role) return undefined;
  await queried(ownerUrl, async (client) => {
    await createOnce(client, role);
    await client.query(grantsTo(pg.escapeIdentifier(role.name)));
  });
  return role.name;
}

const ALLOWED = `
SELECT DISTINCT quote_ident(r.rolname) AS role FROM pg_class c, aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
WHERE c.oid = to_regclass('public.sites') AND a.grantee <> c.relowner AND a.privilege_type = 'INSERT'`;

/** Grants the application role of the live database the same rights in another one. Nothing, when there is no live one. */
export async function allowSame(liveUrl: string, otherUrl: string): Promise<void> {
  const roles = await queried(liveUrl, async (live) => (await live.query<{ role: string }>(ALLOWED)).rows).catch(
    (error: { code?: string }) => {
      if (error.code !== NO_DATABASE) throw error;
      return [];
    },
  );
  await queried(otherUrl, async (other) => {
    for (const { role } of roles) await other.query(grantsTo(role));
  });
}

async function queried<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createOnce(client: pg.Client, { name, password }: { name: string; password: string }): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount) return;
  const role = `${pg.escapeIdentifier(name)} LOGIN`;
  const secret = password && ` PASSWORD ${pg.escapeLiteral(verifierOf(password))}`;
  try {
    await client.query(`CREATE ROLE ${role}${secret}`);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    // Another database of the same server was set up at the same moment.
    if (code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION) return;
    if (code !== NOT_ALLOWED) throw error;
    const statement = `CREATE ROLE ${role} PASSWORD '...'`;
    throw new Error(`The role ${name} does not exist, and the owner may not make it. Run: ${statement}`, {
      cause: error,
    });
  }
}

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803), so that the password itself is in no statement and no log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

// ANALYZE after a large import needs MAINTAIN; without it PostgreSQL skips the table.
const grantsTo = (role: string): string => `
BEGIN;
GRANT USAGE ON SCHEMA public, bullmq TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON ALL TABLES IN SCHEMA public TO ${role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO ${role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, bullmq TO ${role};
REVOKE UPDATE, DELETE, MAINTAIN ON ${TRAILS.join()} FROM ${role};
REVOKE UPDATE, MAINTAIN ON ${WAITING} FROM ${role};
REVOKE INSERT, UPDATE, DELETE, MAINTAIN ON ${BOOKKEEPING.join()} FROM ${role};
COMMIT`;
