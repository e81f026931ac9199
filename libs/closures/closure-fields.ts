import { changesOf } from '#libs/core/collections/changes';
import { InvalidField } from '#libs/core/errors/domain-error';
import { dateOf, isAcceptedDate } from '#libs/core/time/site-time';
import { updatedChanges } from '#libs/accounts/audit/audit-changes';
import type { StoredClosure } from '#libs/closures/closures.queries';

export const fieldsOf = ({ location, from, to, kind, reason, notes }: Omit<StoredClosure, 'id'>) => ({
  location,
  from,
  to,
  kind,
  reason,
  notes,
});

export const changesBetween = (before: Omit<StoredClosure, 'id'>, after: StoredClosure) =>
  updatedChanges(before, changesOf(fieldsOf(before), fieldsOf(after)));

export function datesOf({ from, to }: { from?: string; to?: string | null }, timeZone: string) {
  return {
    ...(from !== undefined && { from: dateOf(from, timeZone) }),
    ...(to !== undefined && { to: to === null ? null : dateOf(to, timeZone) }),
  };
}

/** @throws InvalidField `invalid_date_range` */
export function tidied({ id, location, from, to, kind, reason, notes }: StoredClosure): StoredClosure {
  if (!isAcceptedDate(from)) throw new InvalidField('invalid_date_range', '/from', `is ${from} in this site: too far`);
  if (to !== null && to <= from) throw new InvalidField('invalid_date_range', '/to', `must lie after from, ${from}`);
  return { id, location, from, to, kind, reason: reason || null, notes: notes || null };
}
