import type { Store } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import type { BusinessHours } from '#libs/core/time/business-hours';
import { insertPolicy } from '#libs/sla-policies/sla-policies.queries';

interface Resolution {
  resolution_minutes: number;
  business_hours_only: boolean;
}

const DAY = 24 * 60;
const allHours = (days: number): Resolution => ({ resolution_minutes: days * DAY, business_hours_only: false });

/** The start of a new site: a category, its colour, the policy that covers it, and its allowance. */
export const STARTER_POLICIES: readonly {
  category: string;
  colour: string;
  policy: string;
  allows: (hours: BusinessHours[]) => Resolution;
}[] = [
  { category: 'Emergency', colour: '#DC2626', policy: 'Emergency: 24 hours', allows: () => allHours(1) },
  { category: 'Urgent', colour: '#CA8A04', policy: 'Urgent: 5 working days', allows: fiveWorkingDays },
  { category: 'Routine', colour: '#2563EB', policy: 'Routine: 28 days', allows: () => allHours(28) },
];

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Five days as the site is open on a day on average; a whole week where it has no business hours. */
export function fiveWorkingDays(hours: BusinessHours[]): Resolution {
  if (hours.length === 0) return allHours(7);
  const open = hours.reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0);
  const days = new Set(hours.map(({ day }) => day)).size;
  return { resolution_minutes: Math.ceil((5 * open) / days), business_hours_only: true };
}

/** Covers the starter categories of a new site, whose ids come in the order of `STARTER_POLICIES`. */
export async function addStarterPolicies(
  store: Store,
  siteId: string,
  categoryIds: string[],
  hours: BusinessHours[],
  by: string | null,
  at: Date,
): Promise<void> {
  for (const [index, { policy, allows }] of STARTER_POLICIES.entries()) {
    const category_ids = categoryIds.slice(index, index + 1);
    const targets = { first_response_minutes: null, escalation_minutes: null, ...allows(hours) };
    await insertPolicy(store, siteId, newId(), { name: policy, enabled: true, category_ids, ...targets }, by, at);
  }
}
