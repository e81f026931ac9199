import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ReservedDatabase } from '#libs/core/database/reserved';
import type { Usage } from '#libs/core/limits/sliding-window';
import { Clock } from '#libs/core/time/clock';
import { foldEmail } from '#libs/accounts/users/fold-email';
import { countAttempt, findBlock, forgetAttempt, forgetFailures } from '#libs/accounts/limits/log-in-attempts.queries';

const WINDOW_SECONDS = 900;

/**
 * Guesses at the password of one account, by any caller and on any instance. An attempt counts before the
 * password is checked, so that simultaneous attempts do not circumvent the limit.
 */
@Injectable()
export class LogInAttempts {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: ReservedDatabase,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt and returns the state of the account; it is not admitted while it has to wait. */
  async begin(email: string): Promise<Usage | undefined> {
    const limit = this.config.RATE_LIMIT_LOG_IN_FAILURES;
    if (limit === 0) return undefined;
    const [account, now] = [await this.accountOf(email), this.clock.now()];
    const policy = { name: 'log_in_failures', limit, seconds: WINDOW_SECONDS };
    const failures = await countAttempt(this.database, account, now, limit, WINDOW_SECONDS);
    if (failures !== undefined)
      return { policy, admitted: true, remaining: Math.max(0, limit - failures), resetSeconds: WINDOW_SECONDS };
    const until = (await findBlock(this.database, account)) ?? now.toISOString();
    const resetSeconds = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
    return { policy, admitted: false, remaining: 0, resetSeconds };
  }

  /** Forgets what failed before: the password was right, or an operator unlocks the account. False when nothing had. */
  async forget(email: string): Promise<boolean> {
    return forgetFailures(this.database, await this.accountOf(email));
  }

  /** The password was never looked at. */
  async withdraw(email: string): Promise<void> {
    await forgetAttempt(this.database, await this.accountOf(email));
  }

  private async accountOf(email: string): Promise<Buffer> {
    const folded = await foldEmail(this.database, email);
    return createHmac('sha256', this.config.JWT_SECRET).update(`account:${folded}`).digest();
  }
}
