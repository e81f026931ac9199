import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import { Mailer } from '#libs/core/mail/mailer';
import { Clock } from '#libs/core/time/clock';
import { recordAudit } from '#libs/accounts/audit/audit';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { passwordChanged } from '#libs/accounts/passwords/password-notice';
import { issuePasswordToken, redeemPasswordToken } from '#libs/accounts/passwords/password-tokens';
import { requireStrong } from '#libs/accounts/passwords/password-strength';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { endSessionsOf } from '#libs/accounts/sessions/sessions.queries';

const FIND = 'SELECT id, email FROM users WHERE lower(email) = lower($1) AND disabled_at IS NULL';
const SET = `
UPDATE users SET password_hash = $2, password_change_required = false, version = version + 1, updated_at = $3 WHERE id = $1`;

@Injectable()
export class PasswordResetsService {
  private readonly logger = new Logger('password-resets');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly mailer: Mailer,
    private readonly attempts: LogInAttempts,
  ) {}

  /** Mails a link, if there is such a user. Nobody waits for it, so that the answer does not tell. */
  request(email: string): void {
    void this.mailLink(email).catch((error: unknown) =>
      this.logger.error({ err: error }, 'A reset could not be prepared'),
    );
  }

  /**
   * Sets a new password, ends every session, forgets failed log-ins, mails a notice; does not log in.
   * @throws DomainError `reset_token_invalid`, `weak_password` (which leaves the token as it was)
   */
  async reset(token: string, password: string): Promise<void> {
    const now = this.clock.now();
    const user = await this.database.transaction(async (tx) => {
      const found = await redeemPasswordToken(tx, token, now);
      if (!found)
        throw new DomainError('reset_token_invalid', 'The link was used, has expired, or was replaced by a newer one.');
      await requireStrong(password, found.email, this.config.PASSWORD_MIN_LENGTH);
      await tx.rows(SET, [found.id, await hashPassword(password), now]);
      await endSessionsOf(tx, found.id, now, 'password_reset');
      await recordAudit(tx, undefined, now, {
        siteId: null,
        action: 'user.password_reset',
        subjectKind: 'user',
        subjectId: found.id,
      });
      return found;
    });
    // The guesses were at a password that is no more; whoever set the new one need not wait for them.
    await this.attempts.forget(user.email);
    await this.mailer.send(passwordChanged(user.email));
  }

  private async mailLink(email: string): Promise<void> {
    const [user] = await this.database.rows<{ id: string; email: string }>(FIND, [email]);
    if (!user) return;
    const token = await this.database.transaction((tx) => issuePasswordToken(tx, user.id, 'reset', this.clock.now()));
    const text = `Set a new password within the next hour:\n\n${webUrl(this.config)}/reset-password#${token}\n\nThe token alone: ${token}\n\nIf you did not ask for this, ignore it.`;
    await this.mailer.send({ to: user.email, subject: 'Set a new password', text });
  }
}
