import { Injectable } from '@nestjs/common';
import { ReservedDatabase } from '#libs/core/database/reserved';
import type { AccessRule } from '#libs/core/http/access';
import type { CountedRequest } from '#libs/core/limits/limit-headers';
import { type AccessRequest, type Caller, siteOf } from '#libs/accounts/access/access';
import { forbidden, requireAccess } from '#libs/accounts/access/access-rules';
import { JwtStrategy } from '#libs/accounts/access/jwt.strategy';
import { may, type Permission } from '#libs/accounts/access/permissions';
import { findRoles } from '#libs/accounts/access/principals.queries';
import { ApiKeyAccess, apiKeyIn } from '#libs/accounts/api-keys/api-key-access';
import { type OperationLimit, RateLimits } from '#libs/accounts/limits/rate-limits';

/** What the hooks of a route can read of its operation. */
export interface GuardedRoute {
  access: AccessRule;
  limit?: OperationLimit;
}

/** Looks at a request before its body is read, as the guard does afterwards, when it also knows the site that the body names. */
@Injectable()
export class Admission {
  constructor(
    private readonly sessions: JwtStrategy,
    private readonly apiKeys: ApiKeyAccess,
    private readonly limits: RateLimits,
    private readonly database: ReservedDatabase,
  ) {}

  /**
   * Where the body names the site, a large one is read from who has the permission in any site at all.
   * @throws DomainError for a dead credential, a missing permission, or one request too many
   */
  async admit(request: AccessRequest, isLarge: boolean): Promise<Caller> {
    const { access: rule, limit } = request.routeOptions.config as unknown as GuardedRoute;
    const key = apiKeyIn(request);
    const user = key ? await this.apiKeys.of(request, key) : await this.sessions.of(request);
    request.user = user;
    requireAccess(rule, request);
    if (isLarge && rule.kind === 'site' && siteOf(request) === undefined)
      await this.requireSomewhere(rule.permission as Permission, user.caller);
    if (limit) await this.limits.take(request, limit, user.caller.userId);
    (request as unknown as CountedRequest).isCounted = true;
    return user.caller;
  }

  private async requireSomewhere(permission: Permission, { userId, apiKey, owner }: Caller): Promise<void> {
    const roles = owner ? [] : await findRoles(this.database, userId, apiKey?.id ?? null);
    const isAllowed = owner || roles.some((each) => each.every((role) => may(role, permission)));
    if (!isAllowed) throw forbidden(permission, `the permission ${permission}`);
  }
}
