import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { DomainError } from '#libs/core/errors/domain-error';
import { sha256 } from '#libs/core/text/sha256';
import { Clock } from '#libs/core/time/clock';
import { type AccessRequest, type Caller, SiteAccess, siteIdOf } from '#libs/accounts/access/access';
import { findByApiKey } from '#libs/accounts/access/principals.queries';
import { RateLimits } from '#libs/accounts/limits/rate-limits';
import { update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

/** What every key begins with, so that a person who finds one knows what it is. */
export const KEY_MARK = 'lodge_';

/** The API key of a request that carries one: `Authorization: Bearer lodge_...`. */
export const apiKeyIn = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(lodge_\S+)$/i.exec(headers.authorization ?? '')?.[1];

const USED = `${update(ApiKey, { lastUsedAt: '$2' })} WHERE id = $1`;

/** Lets a program in with an API key: as its user, with the key's role in each site and never more than the user's. */
@Injectable()
export class ApiKeyAccess {
  constructor(
    private readonly database: ReservedDatabase,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
  ) {}

  /** @throws DomainError `unauthenticated`, `rate_limited` */
  async of(request: AccessRequest, key: string): Promise<{ caller: Caller; access?: SiteAccess }> {
    const now = this.clock.now();
    const found = await this.find(key, siteIdOf(request), now);
    const { user, site, role, key: used } = found;
    await this.limits.take(request, 'session', used.id);
    if (used.useIsNews) await this.database.rows(USED, [used.id, now]);
    const apiKey = { id: used.id, name: used.name };
    // What the owner may do everywhere, a key may not: it is for the sites that it names.
    const caller = { ...user, owner: false, apiKey, requestId: request.id };
    return { caller, access: site && role && used.role ? new SiteAccess(caller, site, role, used.role) : undefined };
  }

  private async find(key: string, siteId: string | null, now: Date) {
    const found = await findByApiKey(this.database, sha256(key), siteId, now);
    if (!found) throw new DomainError('unauthenticated', 'The API key is not valid, or not any more.');
    return found;
  }
}
