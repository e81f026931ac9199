import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config, webUrl } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError } from '#libs/core/errors/domain-error';
import type { Language } from '#libs/core/languages/catalogue';
import { type Speaker, speakerOf } from '#libs/core/languages/say';
import { mailOf } from '#libs/core/mail/letter';
import { Outbox } from '#libs/core/mail/outbox';
import type { PromisedMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { ResetPasswordRequest } from '#libs/accounts/accounts.dto';
import { endKeysAndLinksOf } from '#libs/accounts/api-keys/end-keys-and-links';
import { joinByToken } from '#libs/accounts/members/join-by-token';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { passwordChanged } from '#libs/accounts/passwords/password-notice';
import { issuePasswordToken, redeemPasswordToken } from '#libs/accounts/passwords/password-tokens.queries';
import { requireStrong } from '#libs/accounts/passwords/password-strength';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { endSessionsOf } from '#libs/accounts/sessions/sessions.queries';
import { User } from '#libs/accounts/users/user.entity';

const FIND = 'SELECT id, email FROM users WHERE lower(email) = lower($1) AND disabled_at IS NULL';

@Injectable()
export class PasswordResetsService {
  private readonly logger = new Logger('password-resets');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly attempts: LogInAttempts,
  ) {}

  /**
   * Mails a link in the language of the request, if there is such a user. The request does not wait for it, so that the response does
   * not reveal whether there is one.
   */
  request(email: string, language: Language = 'en'): void {
    void this.mailLink(email, speakerOf(language)).catch((error: unknown) =>
      this.logger.error({ err: error }, 'A reset could not be prepared'),
    );
  }

  /**
   * Sets a new password, or accepts an invitation with one. Ends every session, API key and link of a calendar, forgets failed log-ins,
   * mails a notice; does not log in.
   * @throws DomainError `reset_token_invalid`, `weak_password` (which leaves the token as it was)
   */
  async reset({ token, password, first_name: firstName, last_name: lastName }: ResetPasswordRequest): Promise<void> {
    const now = this.clock.now();
    const hash = async (email: string) => {
      await requireStrong(password, email, this.config.PASSWORD_MIN_LENGTH);
      return hashPassword(password);
    };
    const changed = await this.database.transaction(async (tx) => {
      const found = await redeemPasswordToken(tx, token, now);
      if (!found) {
        if (await joinByToken(tx, { token, firstName, lastName, hash }, now)) return undefined;
        throw new DomainError('reset_token_invalid', 'The link was used, has expired, or was replaced by a newer one.');
      }
      const changed = { passwordHash: await hash(found.email), passwordChangeRequired: false, updatedAt: now };
      await tx.repository(User).update({ id: found.id }, changed);
      await endSessionsOf(tx, found.id, now, 'password_reset');
      const subject = { siteId: null, subjectKind: 'user' as const, subjectId: found.id };
      await recordAudit(tx, undefined, now, { ...subject, action: 'user.password_reset' });
      // A previous user of the account may have made them.
      await endKeysAndLinksOf(tx, found.id, now, undefined);
      const notice = passwordChanged(found.id, found.email);
      return { email: found.email, mailId: await this.outbox.promise(tx, notice) };
    });
    if (!changed) return;
    // The guesses were at the old password; the person who set the new one does not have to wait.
    await this.attempts.forget(changed.email);
    await this.outbox.send(changed.mailId);
  }

  private async mailLink(email: string, speaker: Speaker): Promise<void> {
    const [user] = await this.database.rows<{ id: string; email: string }>(FIND, [email]);
    if (!user) return;
    const mailId = await this.database.transaction(async (tx) => {
      const token = await issuePasswordToken(tx, user.id, 'reset', this.clock.now());
      return this.outbox.promise(tx, this.resetMail(user, token, speaker));
    });
    await this.outbox.send(mailId);
  }

  private resetMail(user: { id: string; email: string }, token: string, speaker: Speaker): PromisedMail {
    const { say } = speaker;
    const letter = mailOf({
      to: user.email,
      speaker,
      subject: say('new_password'),
      paragraphs: [say('new_password_within')],
      action: { label: say('new_password'), url: `${webUrl(this.config)}/reset-password#${token}` },
      after: [say('token_alone', { token }), say('unwanted_password')],
    });
    return { kind: 'password_reset', userId: user.id, usefulForHours: 1, ...letter };
  }
}
