import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import type { AccessRule } from '#libs/core/http/access';
import { type AccessRequest, requireOneSite, siteOf } from '#libs/accounts/access/access';
import type { Permission } from '#libs/accounts/access/permissions';

export const forbidden = (permission: string, who: string) =>
  new DomainError('forbidden', `This needs ${who}.`, { required_permission: permission });

/** Holds the user of a request against the rule of its operation. @throws DomainError `forbidden`, `not_found`, `invalid_query` */
export function requireAccess(rule: AccessRule, request: AccessRequest): void {
  if (rule.kind === 'session' && request.user?.caller.apiKey)
    throw forbidden('session', 'a session; an API key is not enough');
  if (rule.kind === 'owner' && !request.user?.caller.owner) throw forbidden('owner', 'the owner of the installation');
  if (rule.kind !== 'site') return;
  requireOneSite(request);
  const access = request.user?.access;
  // A body or query without a site is refused by its validation, which requires one.
  if (!access && siteOf(request) !== undefined) throw new NotFound('The site');
  if (access && !access.may(rule.permission as Permission))
    throw forbidden(rule.permission, `the permission ${rule.permission}`);
}
