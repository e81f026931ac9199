import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ApiKeyAccess, apiKeyIn } from '#libs/accounts/api-keys/api-key-access';
import { accessTokenOf, refusalOf } from '#libs/accounts/access/jwt.strategy';

/** A first look at the credential of a request, before its body is read. The guard looks at all of it afterwards. */
@Injectable()
export class CredentialCheck {
  private readonly tokenOf: ReturnType<typeof accessTokenOf>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly jwt: JwtService,
    private readonly apiKeys: ApiKeyAccess,
  ) {
    this.tokenOf = accessTokenOf(config);
  }

  /** A live API key, or an access token of Lodge's; its session is not looked up. @throws DomainError as the guard does */
  async require(request: FastifyRequest): Promise<void> {
    const key = apiKeyIn(request);
    if (key) return this.apiKeys.requireLive(key);
    await this.jwt.verifyAsync(this.tokenOf(request as never) ?? '').catch((error: Error) => {
      throw refusalOf(error);
    });
  }
}
