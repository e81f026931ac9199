import type { Client } from 'pg';
import { TRAILS } from '#libs/core/database/application-role';
import { type Finding, ok, warning } from '#apps/cli/doctor/finding';

const POWERS = `
SELECT current_user AS name, ARRAY_REMOVE(ARRAY[
  CASE WHEN r.rolsuper THEN 'is a superuser' END,
  CASE WHEN r.rolbypassrls AND NOT r.rolsuper THEN 'passes row security by' END,
  CASE WHEN r.rolcreaterole AND NOT r.rolsuper THEN 'may make roles' END,
  CASE WHEN EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND pg_has_role(c.relowner, 'MEMBER'))
    THEN 'owns tables, and so may switch off what guards them' END,
  CASE WHEN EXISTS (SELECT FROM unnest($1::text[]) AS t (name) WHERE has_table_privilege(t.name, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))
    THEN 'may change trails' END,
  CASE WHEN has_schema_privilege('public', 'CREATE') THEN 'may make tables' END], NULL) AS powers
FROM pg_roles r WHERE r.rolname = current_user`;

/** Whether the role of api and workers may do more than read and write rows. */
export async function checkPrivileges(database: Client): Promise<Finding> {
  const { rows } = await database.query<{ name: string; powers: string[] }>(POWERS, [TRAILS]);
  const { name = '', powers = [] } = rows[0] ?? {};
  if (powers.length === 0) return ok(`The role ${name} may read and write rows, and nothing else.`);
  return warning(
    `The role ${name} of DATABASE_URL ${powers.join(', ')}`,
    'Set DATABASE_OWNER_URL to this address for migrate only, DATABASE_URL to one with a role of its own, and run migrate.',
  );
}
