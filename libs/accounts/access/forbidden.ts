import { DomainError } from '#libs/core/errors/domain-error';
import type { Permission } from '#libs/accounts/access/permissions';

/** The caller's role does not hold a permission that the request needs. */
export const forbidden = (permission: Permission): DomainError =>
  new DomainError('forbidden', `This needs the permission ${permission}.`, { required_permission: permission });
