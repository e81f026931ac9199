import type { Sql } from '#libs/core/database/transaction';
import { DomainError, InvalidField, UnknownReference } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import {
  type Cover,
  findHoursOnly,
  lockBusinessHours,
  lockCategories,
  type PolicyFields,
} from '#libs/sla-policies/sla-policies.queries';

/** Categories that another enabled policy covers. */
export class CategoryAlreadyCovered extends DomainError {
  constructor(taken: string[], covers: Cover[], sent: string[] | undefined) {
    const nameOf = (id: string) => covers.find((cover) => cover.category_id === id)?.policy_name ?? 'another policy';
    // A policy that is only switched on sends no categories to point at.
    const errors = taken.map((id) => ({
      pointer: sent ? `/category_ids/${sent.indexOf(id)}` : '/enabled',
      code: 'category_already_covered',
      detail: `is covered by ${nameOf(id)}`,
    }));
    const detail = errors.map((error) => `${error.pointer} ${error.detail}`).join('; ');
    super('category_already_covered', detail, { covered_by: covers }, errors);
  }
}

/** @throws UnknownReference */
export async function requireCategories(sql: Sql, siteId: string, ids: string[]): Promise<void> {
  const known = await lockCategories(sql, siteId, ids.filter(isId));
  const errors = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ pointer: `/category_ids/${index}`, what: 'category' }],
  );
  if (errors.length > 0) throw new UnknownReference(errors);
}

/** An enabled policy counts business hours only where there are some. @throws InvalidField `business_hours_required` */
export async function requireHours(sql: Sql, siteId: string, fields: PolicyFields): Promise<void> {
  if (!fields.enabled || !fields.business_hours_only || (await lockBusinessHours(sql, siteId))) return;
  const detail = 'counts business hours, and the site has none; give it some first';
  throw new InvalidField('business_hours_required', '/targets/business_hours_only', detail);
}

/** The other side of the same rule, for a site that is about to have none. @throws DomainError `business_hours_required` */
export async function requireNobodyNeedsHours(sql: Sql, siteId: string): Promise<void> {
  const policies = await findHoursOnly(sql, siteId);
  if (policies.length === 0) return;
  const names = policies.map((policy) => policy.policy_name).join(', ');
  const error = {
    pointer: '/business_hours',
    code: 'business_hours_required',
    detail: `must not be empty: ${names} counts them`,
  };
  throw new DomainError('business_hours_required', `${error.pointer} ${error.detail}`, { policies }, [error]);
}
