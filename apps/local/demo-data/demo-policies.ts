import type { INestApplicationContext } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { EXAMPLE } from '#libs/core/http/examples';
import { newId } from '#libs/core/http/ids';
import { SlaPoliciesService } from '#libs/sla-policies/sla-policies.service';

const hours = (count: number) => ({ hours: count, minutes: 0 });

export const DEMO_HOLIDAYS = [
  { date: '2026-10-28', name: 'Founders’ Day' },
  { date: '2026-12-25', name: 'Christmas Day' },
  { date: '2027-01-01', name: 'New Year’s Day' },
];

/** The targets of the policy that docs/sla.md and the OpenAPI example evaluate. */
export const FURNITURE_TARGETS = {
  first_response: hours(4),
  resolution: hours(16),
  escalation: hours(12),
  business_hours_only: true,
};

const HEATING_TARGETS = { first_response: hours(2), resolution: hours(24), escalation: hours(12) };

/** Covers two of the demo categories; the third is free for a user who tries to create a policy. */
export async function addPolicies(
  app: INestApplicationContext,
  access: SiteAccess,
  { heating, furniture }: { heating: string; furniture: string },
): Promise<void> {
  const policies = app.get(SlaPoliciesService, { strict: false });
  const id = access.site.id === EXAMPLE.site ? EXAMPLE.slaPolicy : newId();
  await policies.create(access, { name: 'Heating', category_ids: [heating], targets: HEATING_TARGETS }, id);
  await policies.create(access, { name: 'Furniture', category_ids: [furniture], targets: FURNITURE_TARGETS });
}
