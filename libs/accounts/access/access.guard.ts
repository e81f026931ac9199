import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ACCESS_RULE, type AccessRule } from '#libs/core/http/access';
import { requestContext } from '#libs/core/logging/request-context';
import { addressKey } from '#libs/core/limits/address';
import type { AccessRequest } from '#libs/accounts/access/access';
import { ClaimReader } from '#libs/accounts/access/claims';
import { requireAccess } from '#libs/accounts/access/access-rules';
import { OPERATION_LIMIT, type OperationLimit, RateLimits } from '#libs/accounts/limits/rate-limits';
import { ApiKeyAccess, apiKeyIn } from '#libs/accounts/api-keys/api-key-access';
import { JwtStrategy, refusalOf } from '#libs/accounts/access/jwt.strategy';

/** Stands before every route: a session unless the route is public, then the route's permission in the named site. */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly sessions: JwtStrategy,
    private readonly apiKeys: ApiKeyAccess,
    private readonly claims: ClaimReader,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    if (!rule) throw new Error(`${context.getClass().name}.${context.getHandler().name} does not say who may call it`);
    const request = context.switchToHttp().getRequest<AccessRequest>();
    if (rule.kind !== 'public') {
      try {
        await this.identify(context, rule, request);
      } catch (refusal) {
        if (rule.kind !== 'site' || !rule.whileAway) throw refusal;
        request.claim = await this.claims.of(request, refusal);
      }
    }
    const limit = this.reflector.get<OperationLimit | undefined>(OPERATION_LIMIT, context.getHandler());
    if (limit) await this.limits.take(request, limit, request.user?.caller.userId ?? addressKey(request.ip));
    const known = requestContext();
    if (known) known.siteId = request.user?.access?.site.id;
    return true;
  }

  private async identify(context: ExecutionContext, rule: AccessRule, request: AccessRequest): Promise<void> {
    const key = apiKeyIn(request);
    const known = key ? undefined : this.sessions.known(request, rule);
    if (key) request.user = await this.apiKeys.of(request, key);
    else if (known) request.user = await known;
    else await super.canActivate(context);
    requireAccess(rule, request);
  }

  override handleRequest<User>(error: unknown, user: User, info: Error | undefined): User {
    if (error) throw error;
    if (user) return user;
    throw refusalOf(info);
  }
}
