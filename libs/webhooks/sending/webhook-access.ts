import { SiteAccess } from '#libs/accounts/access/access';
import type { Permission } from '#libs/accounts/access/permissions';
import type { Sql } from '#libs/core/database/transaction';
import { ownAccess } from '#libs/accounts/access/site-accesses.queries';
import type { Sender } from '#libs/webhooks/sending/delivering.queries';

const NEVER: readonly Permission[] = ['student.welfare', 'student.birth_date'];

/** What a webhook may see: what its role may, and never welfare data and dates of birth, because nobody knows who reads at the other end. */
export class WebhookAccess extends SiteAccess {
  override may(permission: Permission): boolean {
    return !NEVER.includes(permission) && super.may(permission);
  }
}

/** The access with which events are read for a webhook. @throws Error when the site is gone */
export async function accessOf(sql: Sql, { site_id, role }: Pick<Sender, 'site_id' | 'role'>): Promise<SiteAccess> {
  const access = await ownAccess(sql, site_id, role, WebhookAccess);
  if (!access) throw new Error('a webhook without its site');
  return access;
}
