import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '#libs/core/config/config';
import { isId } from '#libs/core/http/ids';
import { sha256 } from '#libs/core/text/sha256';

/** Makes and reads the two credentials of a session. The refresh credential is `<session id>.<secret>`, of 256 random bits. */
@Injectable()
export class SessionTokens {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly jwt: JwtService,
  ) {}

  access(sessionId: string, userId: string): string {
    return this.jwt.sign({ sid: sessionId, sub: userId });
  }

  /** The session of an access token, expired or not. */
  async sessionOf(access: string): Promise<string | undefined> {
    const verified = this.jwt.verifyAsync<{ sid: string }>(access, { ignoreExpiration: true });
    const sid = (await verified.catch(() => undefined))?.sid;
    return isId(sid) ? sid : undefined;
  }

  /** The session id and the secret of a refresh credential; undefined for anything else. */
  read(refresh: string | undefined): { id: string; secret: string } | undefined {
    const [id, secret] = (refresh ?? '').split('.');
    return isId(id) && secret ? { id, secret } : undefined;
  }

  /** The first secret of a session. */
  first(id: string): string {
    return this.signed(id, randomBytes(32).toString('base64url'));
  }

  /** The secret after another: always the same one, so that two tabs that renew at once agree. */
  after(id: string, secret: string): string {
    return this.signed(id, this.mac(`refresh:${id}.${secret}`));
  }

  /** Whether a secret was made for a session, however long ago. */
  isOf(id: string, secret: string): boolean {
    const value = secret.slice(0, secret.length / 2);
    return timingSafeEqual(sha256(this.signed(id, value)), sha256(secret));
  }

  private signed(id: string, value: string): string {
    return value + this.mac(`family:${id}.${value}`);
  }

  private mac(text: string): string {
    return createHmac('sha256', this.config.JWT_SECRET).update(text).digest('base64url');
  }
}
