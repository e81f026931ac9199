import { isDeepStrictEqual } from 'node:util';
import type { AuditEntry } from '#libs/accounts/audit/audit';
import type { SiteResponse } from '#libs/sites/sites.dto';

const fieldsOf = ({ settings, name, time_zone, date_order, business_hours, holidays, ...contact }: SiteResponse) => {
  const named = Object.entries(settings).map(([setting, value]): [string, unknown] => [`settings/${setting}`, value]);
  const { address, phone, email, colour, language, logo } = contact;
  const fields = { name, time_zone, date_order, ...Object.fromEntries(named), business_hours, holidays };
  return Object.entries({ ...fields, address, phone, email, colour, language, logo });
};

/** What a trail says of a change of a site, in the names of the interface. */
export function siteChanges(from: SiteResponse, to: SiteResponse): Required<AuditEntry>['changes'] {
  const now = new Map(fieldsOf(to));
  return fieldsOf(from)
    .map(([field, value]) => ({ field, from: value, to: now.get(field) }))
    .filter((change) => !isDeepStrictEqual(change.from, change.to));
}
