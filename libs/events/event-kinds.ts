import type { SiteAccess } from '#libs/accounts/access/access';
import type { Permission } from '#libs/accounts/access/permissions';
import type { SubjectKind } from '#libs/accounts/audit/audit';

/** The kinds of records that events are about, and the permission to read them. */
export const EVENT_KINDS = {
  site: 'site.read',
  booking: 'booking.read',
  block_booking: 'booking.read',
  student: 'student.read',
  location: 'site.read',
  location_type: 'location_type.read',
  closure: 'site.read',
  waiting_entry: 'booking.read',
  flag: 'site.read',
  welfare_state: 'site.read',
  category: 'site.read',
  cancellation_code: 'site.read',
  sla_policy: 'sla.read',
  membership: 'member.read',
  invitation: 'member.read',
  api_key: 'member.read',
  import: 'booking.import',
  document: 'student.export',
  job: 'site.read',
  webhook: 'webhook.write',
} as const satisfies Partial<Record<SubjectKind, Permission>>;

export type EventKind = keyof typeof EVENT_KINDS;
export const KINDS = Object.keys(EVENT_KINDS) as EventKind[];

/** The kinds of records whose events a caller may read in a site. */
export const readableKinds = (access: SiteAccess): EventKind[] => KINDS.filter((kind) => access.may(EVENT_KINDS[kind]));

/** Changes of a person that only those may see who may see welfare data. */
export const WELFARE_TYPES = ['student.welfare_changed'];
const WELFARE_FIELDS = ['welfare_flag', 'welfare_state'];

/** Changes as a caller may see them. */
export const visibleChanges = <Change extends { field: string }>(access: SiteAccess, changes: Change[]): Change[] =>
  changes.filter(({ field }) => {
    if (WELFARE_FIELDS.includes(field)) return access.may('student.welfare');
    return field !== 'date_of_birth' || access.may('student.birth_date');
  });
