import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { domainErrorOf } from '#libs/core/errors/problem';
import { sha256 } from '#libs/core/text/sha256';
import type { AccessRequest } from '#libs/accounts/access/access';
import type { Claim } from '#libs/accounts/access/claim';
import { accessTokenOf } from '#libs/accounts/access/jwt.strategy';
import { apiKeyIn } from '#libs/accounts/api-keys/api-key-access';

// A log-in of this working day. Nobody can log in, or renew a credential, while the database is unavailable.
const OLDEST = '12h';

/** Reads what a credential claims, for the few operations that have something to show without the database. */
@Injectable()
export class ClaimReader {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly jwt: JwtService,
    private readonly database: ReservedDatabase,
  ) {}

  /** The claim of a request that was refused; a session may have expired meanwhile. @throws the refusal, unless the database is the reason */
  async of(request: AccessRequest, refusal: unknown): Promise<Claim> {
    const { code } = domainErrorOf(refusal);
    const isAway = code === 'dependency_unavailable' || (code === 'session_expired' && (await this.isAway()));
    if (!isAway) throw refusal;
    const key = apiKeyIn(request);
    if (key) return { keyHash: sha256(key).toString('hex'), refusal };
    const token = accessTokenOf(this.config)(request as never) ?? '';
    const options = { ignoreExpiration: true, maxAge: OLDEST };
    const { sub } = await this.jwt.verifyAsync<{ sub?: string }>(token, options).catch(() => Promise.reject(refusal));
    return { userId: sub, refusal };
  }

  private async isAway(): Promise<boolean> {
    try {
      await this.database.rows('SELECT 1');
      return false;
    } catch (error) {
      return domainErrorOf(error).code === 'dependency_unavailable';
    }
  }
}
