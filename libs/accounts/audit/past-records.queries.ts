import { foldEntries } from '#libs/core/database/past';
import type { SubjectKind } from '#libs/accounts/audit/audit';

/** A table whose changes the audit records. */
export interface AuditedTable {
  table: string;
  kind: SubjectKind;
  /** The columns that a query needs in addition to `site_id` and `id`: the name of each in the audit, and its type. */
  columns: Record<string, { field: string; type: string }>;
  /** Rows of `x` that have no past any more, such as people who were erased. */
  without?: string;
}

/**
 * The table as it was at a moment, as a common table expression of its own name: a query that follows reads the past by the
 * same words. The site and the moment are parameters of the query.
 */
export function pastTable({ table, kind, columns, without = 'false' }: AuditedTable, site: string, at: string): string {
  const names = Object.keys(columns);
  const entries = `
    SELECT a.subject_id AS id, a.at, a.id AS n, a.changes FROM audit_events a
    WHERE a.site_id = ${site} AND a.subject_kind = '${kind}' AND a.subject_id IN (SELECT id FROM ${table}_since)`;
  const now = `jsonb_build_object(${names.map((name) => `'${columns[name]?.field}', x.${name}`).join(', ')})`;
  const values = names.map((name) => `(f.state ->> '${columns[name]?.field}')::${columns[name]?.type} AS ${name}`);
  return `${table}_since AS MATERIALIZED (
  SELECT DISTINCT a.subject_id AS id FROM audit_events a
  WHERE a.site_id = ${site} AND a.subject_kind = '${kind}' AND a.at > ${at} AND a.changes <> '[]'
    AND NOT EXISTS (SELECT FROM public.${table} x WHERE x.site_id = ${site} AND x.id = a.subject_id AND ${without})),
${table} AS MATERIALIZED (
  SELECT x.site_id, x.id, ${names.map((name) => `x.${name}`).join(', ')} FROM public.${table} x
  WHERE x.site_id = ${site} AND x.id NOT IN (SELECT id FROM ${table}_since)
  UNION ALL
  SELECT ${site}::uuid, f.id, ${values.join(', ')} FROM (
    SELECT e.id, coalesce(${now}, '{}') || e.fields AS state
    FROM (${foldEntries(entries, at)}) e LEFT JOIN public.${table} x ON x.site_id = ${site} AND x.id = e.id) f)`;
}
