import { Injectable } from '@nestjs/common';
import { ReservedDatabase } from '#libs/core/database/reserved';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { Outbox } from '#libs/core/mail/outbox';
import { Clock } from '#libs/core/time/clock';
import { endKeysAndLinksOf } from '#libs/accounts/api-keys/end-keys-and-links';
import { recordAudit } from '#libs/accounts/audit/audit';
import type { LogInRequest } from '#libs/accounts/accounts.dto';
import { passwordChanged } from '#libs/accounts/passwords/password-notice';
import { voidPasswordTokens } from '#libs/accounts/passwords/password-tokens.queries';
import { type Account, PasswordCheck, wrongCredentials } from '#libs/accounts/sessions/password-check';
import { type ClientDevice, type Credentials, SessionsService } from '#libs/accounts/sessions/sessions.service';
import { endSessionsOf } from '#libs/accounts/sessions/sessions.queries';
import { User } from '#libs/accounts/users/user.entity';

const LOCK_PASSWORD =
  'SELECT password_hash, disabled_at IS NOT NULL AS disabled FROM users WHERE id = $1 FOR NO KEY UPDATE';

/** A new password that replaces the one that was used. */
interface Change {
  hash: string;
  endKeys: boolean;
}

/** Logs a user in with email and password, and changes the password if requested. */
@Injectable()
export class LogInService {
  constructor(
    private readonly database: ReservedDatabase,
    private readonly clock: Clock,
    private readonly passwords: PasswordCheck,
    private readonly sessions: SessionsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * `previous` is the refresh credential that the browser had: that session ends, since nobody could reach it any more.
   * @throws DomainError `invalid_credentials`, `password_change_required`, `weak_password`
   */
  async logIn(request: LogInRequest, device: ClientDevice, previous: string | undefined): Promise<Credentials> {
    const account = await this.passwords.accountOf(request, device.address);
    const { password, new_password: wanted, end_api_keys: endKeys = false } = request;
    if (account.password_change_required && !wanted)
      throw new DomainError(
        'password_change_required',
        'Log in with new_password: this account must change its password.',
      );
    const hash = wanted && (await this.passwords.newHash(account, wanted, password));
    const { mailId, ...credentials } = await this.open(account, device, hash ? { hash, endKeys } : undefined);
    await this.sessions.logOut(previous, undefined);
    if (mailId) await this.outbox.send(mailId);
    return credentials;
  }

  private open(
    account: Account,
    device: ClientDevice,
    change: Change | undefined,
  ): Promise<Credentials & { mailId?: string | undefined }> {
    return this.database.transaction(async (tx) => {
      // A reset that came between the check of the password and here has ended every session; this must not outlive it.
      const [current] = await tx.rows<{ password_hash: string; disabled: boolean }>(LOCK_PASSWORD, [account.id]);
      if (current?.password_hash !== account.password_hash || current.disabled) throw wrongCredentials();
      const mailId = change && (await this.changePassword(tx, account, change));
      return { ...(await this.sessions.open(tx, account, device)), mailId };
    });
  }

  /** Returns the id of the mail that informs the owner of the account. */
  private async changePassword(tx: Transaction, account: Account, { hash, endKeys }: Change): Promise<string> {
    const { id, name, email } = account;
    const now = this.clock.now();
    const self = { userId: id, name };
    await endSessionsOf(tx, id, now, 'password_changed');
    await voidPasswordTokens(tx, id, now);
    await tx.repository(User).update({ id }, { passwordHash: hash, passwordChangeRequired: false });
    const auditEntry = { action: 'user.password_changed', subjectKind: 'user' as const, subjectId: id };
    await recordAudit(tx, self, now, { siteId: null, ...auditEntry });
    if (endKeys) await endKeysAndLinksOf(tx, id, now, self);
    return this.outbox.promise(tx, passwordChanged(id, email));
  }
}
