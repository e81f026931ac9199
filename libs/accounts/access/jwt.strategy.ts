import { createSecretKey } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, type JwtFromRequestFunction, Strategy } from 'passport-jwt';
import { Together } from '#libs/core/async/together';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import type { AccessRule } from '#libs/core/http/access';
import { requestContext } from '#libs/core/logging/request-context';
import { Clock } from '#libs/core/time/clock';
import { Database } from '#libs/core/database/database';
import { RESERVED_CONNECTIONS } from '#libs/core/database/pool';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { type AccessRequest, type Caller, SiteAccess, siteIdOf } from '#libs/accounts/access/access';
import { assumeAccess } from '#libs/accounts/access/assumed-access';
import { requireAccess } from '#libs/accounts/access/access-rules';
import type { Permission } from '#libs/accounts/access/permissions';
import { RateLimits } from '#libs/accounts/limits/rate-limits';
import { accessCookie } from '#libs/accounts/sessions/session-cookies';
import {
  findSessions,
  type GivenSession,
  type PrincipalRow,
  principalOf,
  sessionLookUp,
} from '#libs/accounts/access/principals.queries';

interface AccessToken {
  sid: string;
  /** When it expires, in seconds since 1970. */
  exp: number;
  /** What its last request found. */
  last?: PrincipalRow;
}

interface User {
  caller: Caller;
  access?: SiteAccess | undefined;
}

/** How many tokens are remembered as verified. */
const MOST_VERIFIED = 10_000;

/** Finds the access token of a request: a bearer, else the cookie. */
export function accessTokenOf(config: Config): JwtFromRequestFunction {
  const cookie = accessCookie(config);
  return ExtractJwt.fromExtractors([
    // What a caller sends on purpose comes before what a browser sends by itself.
    ExtractJwt.fromAuthHeaderAsBearerToken(),
    (request) => (request as unknown as AccessRequest).cookies?.[cookie] ?? null,
  ]);
}

/** How a request is refused whose token is missing, or is no good for a reason. */
export const refusalOf = (reason: Error | undefined): DomainError =>
  reason?.name === 'TokenExpiredError'
    ? new DomainError('session_expired', 'The access credential has expired.')
    : new DomainError('unauthenticated', 'This operation needs a session.');

const ended = () => new DomainError('session_expired', 'The session has ended.');

/** Reads the access credential (cookie or bearer) and looks its session up, so that an ended one is refused at once. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  private readonly tokenOf: JwtFromRequestFunction;
  private readonly verified = new Map<string, AccessToken>();
  /** Look-ups that would have to wait for a connection are made together. */
  private readonly lookUps: Together<GivenSession, Map<GivenSession, PrincipalRow>>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly jwt: JwtService,
    reserved: ReservedDatabase,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
  ) {
    super({
      jwtFromRequest: accessTokenOf(config),
      // A key object: from a string the library would try to read a public key first, for each request.
      secretOrKey: createSecretKey(Buffer.from(config.JWT_SECRET)) as unknown as string,
      algorithms: ['HS256'],
      passReqToCallback: true,
    });
    this.tokenOf = accessTokenOf(config);
    this.lookUps = new Together(RESERVED_CONNECTIONS, (given) => findSessions(reserved, given, clock.now()));
  }

  /** The user of a request to a route without a guard. @throws DomainError `unauthenticated`, `session_expired`, `rate_limited` */
  async of(request: AccessRequest): Promise<User> {
    const token = this.tokenOf(request as never) ?? '';
    const claims = await this.jwt.verifyAsync<AccessToken>(token).catch((error: Error) => {
      throw refusalOf(error);
    });
    return this.validate(request, claims);
  }

  /**
   * The user of a request whose token was verified before and has not expired; its session is looked up as ever. With a rule that allows it,
   * this is done while the operation reads.
   */
  known(request: AccessRequest, rule: AccessRule): Promise<User> | undefined {
    const token = this.verified.get(this.tokenOf(request as never) ?? '');
    if (!token || Math.floor(Date.now() / 1000) >= token.exp) return undefined;
    return this.callerOf(request, token, rule);
  }

  /** Called by passport with the claims of a token that it has verified. */
  async validate(request: AccessRequest, token: AccessToken): Promise<User> {
    this.remember(this.tokenOf(request as never), token);
    return this.callerOf(request, token);
  }

  private async callerOf(request: AccessRequest, token: AccessToken, rule?: AccessRule): Promise<User> {
    if (!isId(token.sid)) throw ended();
    await this.limits.take(request, 'session', token.sid);
    const given = { sessionId: token.sid, siteId: siteIdOf(request) };
    const lookUp = sessionLookUp(given, this.clock.now(), async () => (await this.lookUps.join(given)).get(given));
    const assumed = rule && this.assumed(request, token, rule);
    const context = assumed && requestContext();
    if (!context) return this.userOf(request, token, (await lookUp.rows())[0]);
    const before = token.last;
    assumeAccess(context, lookUp, (found) => {
      if (isDeepStrictEqual(found, before)) return undefined;
      request.user = this.userOf(request, token, found);
      requireAccess(rule, request);
      return request.user.access;
    });
    return assumed;
  }

  /** The user as the last request of the token found them, if they might call the operation then. */
  private assumed(request: AccessRequest, token: AccessToken, rule: AccessRule): User | undefined {
    if (rule.kind !== 'site' || !rule.onlyReads || token.last?.siteId !== siteIdOf(request)) return undefined;
    // Others would wait for a connection, and a caller who may not call it need not.
    if (!this.database.hasFreeConnection) return undefined;
    const user = this.userOf(request, token, token.last);
    return user.access?.may(rule.permission as Permission) ? user : undefined;
  }

  private userOf(request: AccessRequest, token: AccessToken, found: PrincipalRow | undefined): User {
    token.last = found;
    if (!found) throw ended();
    const { user, site, role } = principalOf(found);
    const caller = { ...user, sessionId: token.sid, requestId: request.id };
    return { caller, access: site && role ? new SiteAccess(caller, site, role) : undefined };
  }

  /** The oldest makes way for the newest. */
  private remember(text: string | null, token: AccessToken): void {
    if (text === null || this.verified.has(text)) return;
    if (this.verified.size >= MOST_VERIFIED) this.verified.delete(this.verified.keys().next().value as string);
    this.verified.set(text, token);
  }
}
