import { Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { purge } from '#libs/core/database/purge';
import { Clock } from '#libs/core/time/clock';
import { purgeFailures } from '#libs/accounts/limits/log-in-attempts.queries';
import { purgeInvitations } from '#libs/accounts/members/invitations.queries';
import { purgeSessions } from '#libs/accounts/sessions/sessions.queries';

const DAY_MS = 86_400_000;
const KEEP_SESSIONS_DAYS = 30;
const KEEP_TOKENS_DAYS = 7;

/** Removes what is long over: sessions a month after their end, password links a week after theirs. */
@Injectable()
export class HousekeepingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Any number of workers may run it at once, and twice. */
  async sweep(): Promise<void> {
    const daysAgo = (days: number) => new Date(this.clock.now().getTime() - days * DAY_MS);
    await purgeSessions(this.database, daysAgo(KEEP_SESSIONS_DAYS));
    await purgeFailures(this.database, this.clock.now());
    await purge(this.database, 'password_tokens', 'expires_at < $1', [daysAgo(KEEP_TOKENS_DAYS)]);
    await purgeInvitations(this.database, daysAgo(KEEP_SESSIONS_DAYS));
  }
}
