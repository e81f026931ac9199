import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InvalidField } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import type { Claim } from '#libs/accounts/access/claim';
import { may, type Permission, type Role } from '#libs/accounts/access/permissions';

/** The user who sent a request. */
export interface Caller {
  userId: string;
  name: string;
  email: string;
  owner: boolean;
  sessionId?: string;
  /** The key that a program acts with on behalf of the user, when it is one. */
  apiKey?: { id: string; name: string };
  requestId: string;
}

export const ACTOR_TYPES = ['user', 'system', 'api_key'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** The actor of a change, as trails name it. */
export interface Actor {
  type: ActorType;
  id: string | null;
  name: string;
}

/** The actor of a caller; without one it was the system. */
export function actorOf(caller: Pick<Caller, 'userId' | 'name' | 'apiKey'> | undefined): Actor {
  if (!caller) return { type: 'system', id: null, name: 'Lodge' };
  const { apiKey } = caller;
  if (apiKey) return { type: 'api_key', id: apiKey.id, name: `${caller.name} (${apiKey.name})` };
  return { type: 'user', id: caller.userId, name: caller.name };
}

/** A site as every operation in it needs it. */
export interface SiteSettings {
  id: string;
  name: string;
  timeZone: string;
  earlyCheckInDays: number;
  historyWindowDays: number;
  /** For how long users may reverse their own transitions, regardless of their role. */
  correctionMinutes: number;
  requireConfirmedForCheckIn: boolean;
}

/** A caller inside one site: who, where, with which role. */
export class SiteAccess {
  constructor(
    readonly caller: Caller,
    readonly site: SiteSettings,
    readonly role: Role,
    /** The role of an API key, which restricts the role of its user and adds nothing. */
    readonly keyRole?: Role,
  ) {}

  may(permission: Permission): boolean {
    return may(this.role, permission) && (this.keyRole === undefined || may(this.keyRole, permission));
  }
}

export interface AccessRequest extends FastifyRequest {
  user?: { caller: Caller; access?: SiteAccess };
  /** The caller that the credential claims, when the database is unavailable. */
  claim?: Claim;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<AccessRequest>();

/** The caller of the request. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).user?.caller,
);

/** The caller's access to the site that the request names. The guard has checked the permission. */
export const Access = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).user?.access);

/** The claim of a request that the database could not confirm; undefined when it could. */
export const Claimed = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).claim);

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

/**
 * Refuses a query whose site could differ from the one in the body, which the operation uses.
 * @throws InvalidField `invalid_query`
 */
export function requireOneSite(request: FastifyRequest): void {
  const { site } = (request.query ?? {}) as MaybeSite;
  if (site === undefined) return;
  if (typeof site !== 'string') throw new InvalidField('invalid_query', 'site', 'must be given once');
  const inBody = ((request.body ?? {}) as MaybeSite).site;
  if (typeof inBody === 'string' && inBody.trim().toLowerCase() !== site.trim().toLowerCase())
    throw new InvalidField('invalid_query', 'site', 'must be the site that the body names');
}

/** The site a request names as an id to look up; null when it cannot be one. */
export function siteIdOf(request: FastifyRequest): string | null {
  const named = siteOf(request);
  return isId(named) ? named.toLowerCase() : null;
}
