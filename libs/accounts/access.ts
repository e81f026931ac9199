import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { may, type Permission, type Role } from '#libs/accounts/permissions';

/** The user behind a request. */
export interface Caller {
  userId: string;
  name: string;
  email: string;
  owner: boolean;
  sessionId: string;
  requestId: string;
}

/** A site as every operation in it needs it. */
export interface SiteSettings {
  id: string;
  name: string;
  timeZone: string;
  earlyCheckInDays: number;
  historyWindowDays: number;
  requireConfirmedForCheckIn: boolean;
}

/** A caller inside one site: who, where, with which role. */
export class SiteAccess {
  constructor(
    readonly caller: Caller,
    readonly site: SiteSettings,
    readonly role: Role,
  ) {}

  may(permission: Permission): boolean {
    return may(this.role, permission);
  }
}

export interface AccessRequest extends FastifyRequest {
  user?: { caller: Caller; access?: SiteAccess };
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AccessRequest>();

/** The caller of the request. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).user?.caller,
);

/** The caller's access to the site that the request names. The guard has checked the permission. */
export const Access = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).user?.access);

interface MaybeSite {
  siteId?: unknown;
  site?: unknown;
}

/** The site a request names: in the path, else the query, else the body. */
export function siteOf(request: FastifyRequest): string | undefined {
  const path = (request.params ?? {}) as MaybeSite;
  const query = (request.query ?? {}) as MaybeSite;
  const body = (request.body ?? {}) as MaybeSite;
  const named = path.siteId ?? path.site ?? query.site ?? body.site;
  return typeof named === 'string' ? named.trim() : undefined;
}
