import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { ACCESS_RULE, type AccessRule } from '#libs/core/http/access';
import { type AccessRequest, siteOf } from '#libs/accounts/access';
import type { Permission } from '#libs/accounts/permissions';

const forbidden = (permission: string, who: string) =>
  new DomainError('forbidden', `This needs ${who}.`, { required_permission: permission });

/** Stands before every route: a session unless the route is public, then the route's permission in the named site. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    if (!rule) throw new Error(`${context.getClass().name}.${context.getHandler().name} does not say who may call it`);
    if (rule.kind === 'public') return true;
    await super.canActivate(context);
    return allowed(rule, context.switchToHttp().getRequest<AccessRequest>());
  }

  override handleRequest<User>(error: unknown, user: User, info: Error | undefined): User {
    if (error) throw error;
    if (user) return user;
    if (info?.name === 'TokenExpiredError')
      throw new DomainError('session_expired', 'The access credential has expired.');
    throw new DomainError('unauthenticated', 'This operation needs a session.');
  }
}

function allowed(rule: AccessRule, request: AccessRequest): boolean {
  if (rule.kind === 'owner' && !request.user?.caller.owner) throw forbidden('owner', 'the owner of the installation');
  if (rule.kind !== 'site') return true;
  const access = request.user?.access;
  // A body or query without a site is answered by its validation, which requires one.
  if (!access && siteOf(request) !== undefined) throw new NotFound('The site');
  if (access && !access.may(rule.permission as Permission))
    throw forbidden(rule.permission, `the permission ${rule.permission}`);
  return true;
}
