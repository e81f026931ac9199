import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#libs/core/config/config';
import type { Sql } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import type { CountedRequest } from '#libs/core/limits/limit-headers';
import { RateLimiter } from '#libs/core/limits/rate-limiter';
import type { Policy, Usage } from '#libs/core/limits/sliding-window';
import { foldEmail } from '#libs/accounts/users/fold-email';

const LIMITS = {
  session: { setting: 'RATE_LIMIT_SESSION_PER_MINUTE', seconds: 60 },
  bulk: { setting: 'RATE_LIMIT_BULK_PER_MINUTE', seconds: 60 },
  pdf: { setting: 'RATE_LIMIT_PDF_PER_MINUTE', seconds: 60 },
  log_in: { setting: 'RATE_LIMIT_LOG_IN_PER_MINUTE', seconds: 60 },
  // Nobody is known yet: an address may do as much as a session.
  renewal: { setting: 'RATE_LIMIT_SESSION_PER_MINUTE', seconds: 60 },
  feed: { setting: 'RATE_LIMIT_SESSION_PER_MINUTE', seconds: 60 },
  reset: { setting: 'RATE_LIMIT_RESETS_PER_HOUR', seconds: 3_600 },
} as const satisfies Record<string, { setting: keyof Config; seconds: number }>;

type LimitName = keyof typeof LIMITS;

/** The limits that an operation may declare: `log_in`, `renewal` and `feed` count by address, the others by user. */
export type OperationLimit = 'log_in' | 'renewal' | 'feed' | 'bulk' | 'pdf';

export const OPERATION_LIMIT = 'lodge:limit';

/** Every limit of the api, under its name. */
@Injectable()
export class RateLimits {
  private readonly policies: Record<LimitName, Policy>;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly limiter: RateLimiter,
  ) {
    const policies = Object.entries(LIMITS).map(([name, { setting, seconds }]) => [
      name,
      { name, limit: config[setting], seconds },
    ]);
    this.policies = Object.fromEntries(policies) as Record<LimitName, Policy>;
  }

  /** Counts a request, unless it was counted before its body was read. @throws DomainError `rate_limited` */
  async take(request: FastifyRequest, name: LimitName, key: string): Promise<void> {
    if ((request as CountedRequest).isCounted) return;
    const policy = this.policies[name];
    if (policy.limit > 0) admit(request, await this.limiter.consume(policy, key));
  }
}

/** An account as limits count it. What was typed may be anything, and is not kept. */
export const accountKey = async (sql: Sql, email: string): Promise<string> =>
  createHash('sha256')
    .update(await foldEmail(sql, email))
    .digest('base64url');

/** Notes what the caller has left, for the headers. @throws DomainError `rate_limited` when it was one too many */
export function admit(request: FastifyRequest, usage: Usage): void {
  const counted = request as CountedRequest;
  if (!counted.usage || usage.remaining < counted.usage.remaining || !usage.admitted) counted.usage = usage;
  if (usage.admitted) return;
  const { policy, resetSeconds } = usage;
  throw new DomainError('rate_limited', `Too many requests. Wait ${resetSeconds} s and try again.`, {
    limit: policy.name,
  });
}
