import type { Client } from 'pg';
import { MIGRATIONS } from '#libs/core/database/data-source';
import { type Finding, fault, ok } from '#apps/cli/doctor/finding';

const FIRST_VERSION = 18;
const GUARDS = [
  'occupancies_no_overlap_1',
  'occupancies_one_in_house_1',
  'occupancies_holder_1',
  'booking_transactions_append_only',
  'audit_events_append_only',
];

const PRESENT = `
SELECT conname AS name FROM pg_constraint WHERE convalidated
UNION SELECT i.relname FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indisvalid
UNION SELECT tgname FROM pg_trigger WHERE tgenabled = 'O'`;

/** The server, its migrations, and the constraints that keep the promises of Lodge. */
export async function checkSchema(database: Client): Promise<Finding[]> {
  const [version, done, present] = [await versionOf(database), await migrationsDone(database), await namesIn(database)];
  const pending = MIGRATIONS.map(({ name }) => name).filter((name) => !done.includes(name));
  const missing = GUARDS.filter((name) => !present.includes(name));
  const unknown = done.filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
  return [
    version >= FIRST_VERSION
      ? ok(`PostgreSQL ${version} answers.`)
      : fault(`PostgreSQL ${version} is too old`, `Upgrade it to ${FIRST_VERSION} or later.`),
    pending.length === 0
      ? ok(`The schema is up to date (${done.length} migrations).`)
      : fault(`${pending.length} migrations were not run: ${pending.join(', ')}`, 'Run: npm run lodge -- migrate'),
    ...(unknown.length > 0
      ? [fault(`The schema is newer than this Lodge (${unknown.join(', ')})`, 'Install the version that made it.')]
      : []),
    ...(pending.length > 0
      ? []
      : [
          missing.length === 0
            ? ok('What keeps a place from being sold twice, and trails from being changed, is in force.')
            : fault(`${missing.join(', ')} is gone or switched off`, 'Restore it as the migrations define it.'),
        ]),
  ];
}

const versionOf = async (database: Client): Promise<number> =>
  Math.floor(Number((await database.query('SHOW server_version_num')).rows[0].server_version_num) / 10_000);

/** The names of the migrations that have run. */
export async function migrationsDone(database: Client): Promise<string[]> {
  const { rows } = await database.query(`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS there`);
  if (!rows[0].there) return [];
  return (await database.query('SELECT name FROM schema_migrations ORDER BY id')).rows.map(({ name }) => name);
}

const namesIn = async (database: Client): Promise<string[]> =>
  (await database.query(PRESENT)).rows.map(({ name }) => name);
