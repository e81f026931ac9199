import type { Sql, Store } from '#libs/core/database/transaction';
import type { BusinessHours, Holiday } from '#libs/core/time/business-hours';
import { SlaPolicyCategory } from '#libs/sla-policies/sla-policy-category.entity';
import { SlaPolicy } from '#libs/sla-policies/sla-policy.entity';
import { columnList, columnsAs, insertInto } from '#libs/core/database/columns';

/** The content of a policy, without author and time. */
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

const STORED =
  'siteId id name enabled firstResponseMinutes resolutionMinutes escalationMinutes businessHoursOnly version createdAt updatedAt createdBy';
const POLICIES = `
SELECT ${columnList(SlaPolicy, STORED, 'p')},
  ARRAY(SELECT c.category_id FROM sla_policy_categories c WHERE c.site_id = p.site_id AND c.policy_id = p.id ORDER BY c.position)
    AS category_ids
FROM sla_policies p WHERE p.site_id = $1`;

export const listPolicies = (sql: Sql, siteId: string): Promise<PolicyRow[]> =>
  sql.rows<PolicyRow>(`${POLICIES} ORDER BY p.name COLLATE natural_order, p.id`, [siteId]);

export async function findPolicy(sql: Sql, siteId: string, id: string): Promise<PolicyRow | undefined> {
  return (await sql.rows<PolicyRow>(`${POLICIES} AND p.id = $2`, [siteId, id]))[0];
}

/** The policy, locked until the transaction ends. */
export async function lockPolicy(store: Store, siteId: string, id: string): Promise<PolicyRow | undefined> {
  // Locked first and read afterwards: a statement that waits for a lock does not see new rows of other tables.
  await store.repository(SlaPolicy).findOne({ where: { siteId, id }, lock: { mode: 'pessimistic_write' } });
  return findPolicy(store, siteId, id);
}

const columnsOf = (fields: PolicyFields) => ({
  name: fields.name,
  enabled: fields.enabled,
  firstResponseMinutes: fields.first_response_minutes,
  resolutionMinutes: fields.resolution_minutes,
  escalationMinutes: fields.escalation_minutes,
  businessHoursOnly: fields.business_hours_only,
});

export async function insertPolicy(
  store: Store,
  siteId: string,
  id: string,
  fields: PolicyFields,
  by: string | null,
  at: Date,
): Promise<string[]> {
  const stamps = { createdAt: at, updatedAt: at, createdBy: by };
  await store.repository(SlaPolicy).insert({ siteId, id, ...columnsOf(fields), ...stamps });
  return coverCategories(store, siteId, id, fields);
}

/** Writes what the policy says now. Its categories go first and come back last, since they carry its `enabled`. */
export async function updatePolicy(
  store: Store,
  siteId: string,
  id: string,
  fields: PolicyFields,
  at: Date,
): Promise<string[]> {
  await uncoverCategories(store, siteId, id);
  await store.repository(SlaPolicy).update({ siteId, id }, { ...columnsOf(fields), updatedAt: at });
  return coverCategories(store, siteId, id, fields);
}

export async function deletePolicy(store: Store, siteId: string, id: string): Promise<void> {
  await uncoverCategories(store, siteId, id);
  await store.repository(SlaPolicy).delete({ siteId, id });
}

const uncoverCategories = (store: Store, siteId: string, policyId: string) =>
  store.repository(SlaPolicyCategory).delete({ siteId, policyId });

// In the order of ids, so that two policies that want the same categories wait for each other instead of dying together.
const COVER = `
${insertInto(SlaPolicyCategory, 'siteId policyId categoryId position enabled')}
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
SELECT ${columnsAs(SlaPolicy, { policy_id: 'id', policy_name: 'name' })} FROM sla_policies
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
