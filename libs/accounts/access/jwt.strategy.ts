import { createSecretKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, type JwtFromRequestFunction, Strategy } from 'passport-jwt';
import { CONFIG, type Config } from '#libs/core/config/config';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { type AccessRequest, type Caller, SiteAccess, siteIdOf } from '#libs/accounts/access/access';
import { RateLimits } from '#libs/accounts/limits/rate-limits';
import { accessCookie } from '#libs/accounts/sessions/session-cookies';
import { findBySession } from '#libs/accounts/access/principals.queries';

interface AccessToken {
  sid: string;
  /** When it expires, in seconds since 1970. */
  exp: number;
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

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly jwt: JwtService,
    private readonly database: ReservedDatabase,
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
  }

  /** The user of a request to a route without a guard. @throws DomainError `unauthenticated`, `session_expired`, `rate_limited` */
  async of(request: AccessRequest): Promise<{ caller: Caller; access?: SiteAccess }> {
    const token = this.tokenOf(request as never) ?? '';
    const claims = await this.jwt.verifyAsync<AccessToken>(token).catch((error: Error) => {
      throw refusalOf(error);
    });
    return this.validate(request, claims);
  }

  /** The user of a request whose token was verified before and has not expired; its session is looked up as ever. */
  known(request: AccessRequest): Promise<{ caller: Caller; access?: SiteAccess }> | undefined {
    const claims = this.verified.get(this.tokenOf(request as never) ?? '');
    return claims && Math.floor(Date.now() / 1000) < claims.exp ? this.callerOf(request, claims) : undefined;
  }

  /** Called by passport with the claims of a token that it has verified. */
  async validate(request: AccessRequest, token: AccessToken): Promise<{ caller: Caller; access?: SiteAccess }> {
    this.remember(this.tokenOf(request as never), token);
    return this.callerOf(request, token);
  }

  private async callerOf(request: AccessRequest, token: AccessToken): Promise<{ caller: Caller; access?: SiteAccess }> {
    if (!isId(token.sid)) throw ended();
    await this.limits.take(request, 'session', token.sid);
    const found = await findBySession(this.database, token.sid, siteIdOf(request), this.clock.now());
    if (!found) throw ended();
    const { user, site, role } = found;
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
