import type { Sql } from '#libs/core/database/transaction';
import type { BusinessHours, Holiday } from '#libs/core/time/business-hours';

/** What a policy says, without who and when. */
export interface PolicyFields {
  name: string;
  enabled: boolean;
  category_ids: string[];
  first_response_minutes: number | null;
  resolution_minutes: number | null;
  escalation_minutes: number | null;
  business_hours_only: boolean;
}

export interface PolicyRow extends PolicyFields {
  site_id: string;
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
  created_by: string | null;
}

const POLICIES = `
SELECT p.site_id, p.id, p.name, p.enabled, p.first_response_minutes, p.resolution_minutes, p.escalation_minutes,
  p.business_hours_only, p.version, p.created_at, p.updated_at, p.created_by,
  ARRAY(SELECT c.category_id FROM sla_policy_categories c WHERE c.site_id = p.site_id AND c.policy_id = p.id ORDER BY c.position)
    AS category_ids
FROM sla_policies p WHERE p.site_id = $1`;

export const listPolicies = (sql: Sql, siteId: string): Promise<PolicyRow[]> =>
  sql.rows<PolicyRow>(`${POLICIES} ORDER BY p.name COLLATE natural_order, p.id`, [siteId]);

export async function findPolicy(sql: Sql, siteId: string, id: string): Promise<PolicyRow | undefined> {
  return (await sql.rows<PolicyRow>(`${POLICIES} AND p.id = $2`, [siteId, id]))[0];
}

/** The policy, locked until the transaction ends. */
export async function lockPolicy(sql: Sql, siteId: string, id: string): Promise<PolicyRow | undefined> {
  // Locked first and read afterwards: a statement that waits for a lock does not see new rows of other tables.
  await sql.rows('SELECT FROM sla_policies WHERE site_id = $1 AND id = $2 FOR UPDATE', [siteId, id]);
  return findPolicy(sql, siteId, id);
}

const INSERT = `
INSERT INTO sla_policies (site_id, id, name, enabled, first_response_minutes, resolution_minutes, escalation_minutes,
  business_hours_only, created_at, updated_at, created_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)`;

const UPDATE = `
UPDATE sla_policies SET name = $3, enabled = $4, first_response_minutes = $5, resolution_minutes = $6, escalation_minutes = $7,
  business_hours_only = $8, updated_at = $9, version = version + 1
WHERE site_id = $1 AND id = $2`;

const columns = (fields: PolicyFields): unknown[] => [
  fields.name,
  fields.enabled,
  fields.first_response_minutes,
  fields.resolution_minutes,
  fields.escalation_minutes,
  fields.business_hours_only,
];

export async function insertPolicy(
  sql: Sql,
  siteId: string,
  id: string,
  fields: PolicyFields,
  by: string | null,
  at: Date,
): Promise<string[]> {
  await sql.rows(INSERT, [siteId, id, ...columns(fields), at, by]);
  return coverCategories(sql, siteId, id, fields);
}

/** Writes what the policy says now. Its categories go first and come back last, since they carry its `enabled`. */
export async function updatePolicy(
  sql: Sql,
  siteId: string,
  id: string,
  fields: PolicyFields,
  at: Date,
): Promise<string[]> {
  await uncoverCategories(sql, siteId, id);
  await sql.rows(UPDATE, [siteId, id, ...columns(fields), at]);
  return coverCategories(sql, siteId, id, fields);
}

export async function deletePolicy(sql: Sql, siteId: string, id: string): Promise<void> {
  await uncoverCategories(sql, siteId, id);
  await sql.rows('DELETE FROM sla_policies WHERE site_id = $1 AND id = $2', [siteId, id]);
}

async function uncoverCategories(sql: Sql, siteId: string, id: string): Promise<void> {
  await sql.rows('DELETE FROM sla_policy_categories WHERE site_id = $1 AND policy_id = $2', [siteId, id]);
}

// In the order of ids, so that two policies that want the same categories wait for each other instead of dying together.
const COVER = `
INSERT INTO sla_policy_categories (site_id, policy_id, category_id, position, enabled)
SELECT $1, $2, wanted.id, wanted.position, $4 FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, position) ORDER BY wanted.id
ON CONFLICT (site_id, category_id) WHERE enabled DO NOTHING
RETURNING category_id`;

/** Returns the categories that another enabled policy covers: PostgreSQL decides who is first. */
async function coverCategories(
  sql: Sql,
  siteId: string,
  id: string,
  { category_ids, enabled }: PolicyFields,
): Promise<string[]> {
  const rows = await sql.rows<{ category_id: string }>(COVER, [siteId, id, category_ids, enabled]);
  const covered = new Set(rows.map((row) => row.category_id));
  return category_ids.filter((category) => !covered.has(category));
}

export interface Cover {
  category_id: string;
  policy_id: string;
  policy_name: string;
}

const COVERS = `
SELECT c.category_id, c.policy_id, p.name AS policy_name FROM sla_policy_categories c
JOIN sla_policies p ON p.site_id = c.site_id AND p.id = c.policy_id
WHERE c.site_id = $1 AND c.enabled AND c.category_id = ANY ($2::uuid[])
ORDER BY p.name COLLATE natural_order, c.category_id`;

/** Which enabled policies cover these categories. */
export const findCovers = (sql: Sql, siteId: string, categoryIds: string[]): Promise<Cover[]> =>
  sql.rows<Cover>(COVERS, [siteId, categoryIds]);

const KNOWN = 'SELECT id FROM categories WHERE site_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE';

/** Those of the categories that the site has. They cannot be deleted until the transaction ends. */
export async function lockCategories(sql: Sql, siteId: string, ids: string[]): Promise<Set<string>> {
  return new Set((await sql.rows<{ id: string }>(KNOWN, [siteId, ids])).map(({ id }) => id));
}

/** Whether the site has business hours. They cannot change until the transaction ends. */
export async function lockBusinessHours(sql: Sql, siteId: string): Promise<boolean> {
  const lock = `SELECT business_hours <> '[]' AS open FROM sites WHERE id = $1 FOR SHARE`;
  return (await sql.rows<{ open: boolean }>(lock, [siteId]))[0]?.open ?? false;
}

const HOURS_ONLY = `
SELECT id AS policy_id, name AS policy_name FROM sla_policies
WHERE site_id = $1 AND enabled AND business_hours_only ORDER BY name COLLATE natural_order, id`;

/** The enabled policies that count business hours, and so need some. */
export const findHoursOnly = (sql: Sql, siteId: string): Promise<Omit<Cover, 'category_id'>[]> =>
  sql.rows(HOURS_ONLY, [siteId]);

/** A category, the enabled policy that covers it if one does, and the calendar of its site. */
export interface CoveredRow {
  category_name: string;
  policy_id: string | null;
  policy_name: string;
  first_response_minutes: number | null;
  resolution_minutes: number | null;
  escalation_minutes: number | null;
  business_hours_only: boolean;
  site_version: number;
  time_zone: string;
  business_hours: BusinessHours[];
  holidays: Holiday[];
}

const COVERED = `
SELECT k.name AS category_name, p.id AS policy_id, p.name AS policy_name, p.first_response_minutes, p.resolution_minutes,
  p.escalation_minutes, p.business_hours_only, s.version AS site_version, s.time_zone, s.business_hours, s.holidays
FROM categories k
JOIN sites s ON s.id = k.site_id
LEFT JOIN sla_policy_categories c ON c.site_id = k.site_id AND c.category_id = k.id AND c.enabled
LEFT JOIN sla_policies p ON p.site_id = c.site_id AND p.id = c.policy_id
WHERE k.site_id = $1 AND k.id = $2`;

/** Undefined when the site has no such category. */
export async function findCovered(sql: Sql, siteId: string, categoryId: string): Promise<CoveredRow | undefined> {
  return (await sql.rows<CoveredRow>(COVERED, [siteId, categoryId]))[0];
}
