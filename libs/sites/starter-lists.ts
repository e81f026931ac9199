import type { Transaction } from '#libs/core/database/transaction';
import { newId } from '#libs/core/http/ids';
import type { BusinessHours } from '#libs/core/time/business-hours';
import { CancellationCode } from '#libs/sites/cancellation-code.entity';
import { Category } from '#libs/sites/category.entity';
import { WelfareState } from '#libs/sites/welfare-state.entity';
import { addStarterPolicies, STARTER_POLICIES } from '#libs/sla-policies/starter-policies';

/** The lists of every new site, in addition to the categories of `STARTER_POLICIES`. */
const STARTER_CANCELLATION_CODES: readonly [code: string, name: string][] = [
  ['student_withdrew', 'Student withdrew'],
  ['deferred_entry', 'Deferred entry'],
  ['visa_refused', 'Visa refused'],
  ['contract_not_signed', 'Contract not signed'],
  ['payment_failed', 'Payment failed'],
  ['no_arrival', 'Did not arrive'],
  ['room_change', 'Changed rooms'],
  ['duplicate', 'Entered twice'],
  ['data_entry_error', 'Entered in error'],
  ['superseded', 'Superseded by another booking'],
  ['room_unavailable', 'Room not available'],
  ['disciplinary', 'Disciplinary'],
  ['requested_by_student', 'Requested by the student'],
  ['other', 'Other'],
];

const STARTER_WELFARE_STATES: readonly [name: string, colour: string][] = [
  ['monitor', '#CA8A04'],
  ['action_required', '#DC2626'],
  ['resolved', '#16A34A'],
];

interface NewSite {
  siteId: string;
  businessHours: BusinessHours[];
  by: string | null;
  at: Date;
}

/** Gives a new site its lists and SLA policies. */
export async function addStarters(tx: Transaction, { siteId, businessHours, by, at }: NewSite): Promise<void> {
  const row = () => ({ siteId, id: newId(), createdAt: at, updatedAt: at });
  const codes = STARTER_CANCELLATION_CODES.map(([code, name]) => ({ ...row(), code, name }));
  await tx.repository(CancellationCode).insert(codes);
  const states = STARTER_WELFARE_STATES.map(([name, colour]) => ({ ...row(), name, colour }));
  await tx.repository(WelfareState).insert(states);
  const categories = STARTER_POLICIES.map(({ category, colour }) => ({ ...row(), name: category, colour }));
  await tx.repository(Category).insert(categories);
  const categoryIds = categories.map(({ id }) => id);
  await addStarterPolicies(tx, siteId, categoryIds, businessHours, by, at);
}
