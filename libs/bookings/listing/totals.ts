import type { Database } from '#libs/core/database/database';
import { allOf, besidesNights, type Conditions, setsOf, withSets } from '#libs/bookings/listing/conditions';

/** Above this a total is the planner's estimate, so that the cost of a page does not grow with the table. */
export const EXACT_TOTAL = 10_000;

/** The conditions of a list with their values. */
export interface Filters extends Conditions {
  values: unknown[];
}

const KEEP_MS = 30_000;
const MOST_KEPT = 1_000;
// Estimates of large lists, by filter. They rest on statistics that are minutes old anyway.
const estimates = new Map<string, { total: number; until: number }>();

function whereOf(filters: Filters): string {
  const { flags, nights } = filters;
  return allOf([besidesNights(filters)], flags ? [`b.id IN (${flags.ids})`] : [], nights ? [nights.usual] : []);
}

const keyOf = (filters: Filters): string => JSON.stringify([whereOf(filters), filters.values]);

/** The estimate of a moment ago, so that a large list is not counted for each of its pages. */
export function knownTotal(filters: Filters): number | undefined {
  const kept = estimates.get(keyOf(filters));
  return kept && kept.until > Date.now() ? kept.total : undefined;
}

/** An estimate of a list that has more bookings than are counted. */
export async function estimateTotal(database: Database, filters: Filters): Promise<number> {
  const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) ${withSets(setsOf(filters))}SELECT FROM bookings b WHERE ${whereOf(filters)}`,
    filters.values,
  );
  const total = Math.max(EXACT_TOTAL + 1, Math.round(row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0));
  if (estimates.size >= MOST_KEPT) estimates.clear();
  estimates.set(keyOf(filters), { total, until: Date.now() + KEEP_MS });
  return total;
}
