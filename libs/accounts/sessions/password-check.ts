import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { DomainError } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { recordAudit } from '#libs/accounts/audit/audit';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { DEMO_PASSWORD } from '#libs/accounts/passwords/demo-password';
import { hashPassword, passwordFits } from '#libs/accounts/passwords/passwords';
import { requireStrong } from '#libs/accounts/passwords/password-strength';

const FIND_ACCOUNT = `
SELECT id, email, first_name || ' ' || last_name AS name, password_hash, password_change_required, disabled_at IS NOT NULL AS disabled
FROM users WHERE lower(email) = lower($1)`;

/** Alike for an unknown email, a wrong password and a disabled account. */
export const wrongCredentials = () => new DomainError('invalid_credentials', 'The email or the password is wrong.');

/** The user who logs in, with the account as it was when the password was checked. */
export interface Account {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  password_change_required: boolean;
  disabled: boolean;
}

/** Tells who knows a password, without telling anybody else whether there is such an account. */
@Injectable()
export class PasswordCheck {
  private readonly logger = new Logger('sessions');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: ReservedDatabase,
    private readonly clock: Clock,
    private readonly attempts: LogInAttempts,
  ) {}

  /** @throws DomainError `invalid_credentials` */
  async accountOf({ email, password }: { email: string; password: string }, address: string): Promise<Account> {
    const account = await this.find(email);
    const fits = await passwordFits(account?.password_hash, password).catch(async (error: unknown) => {
      await this.attempts.withdraw(email);
      throw error;
    });
    const isPublic = password === DEMO_PASSWORD && this.config.LODGE_MODE !== 'local';
    if (!account || !fits || isPublic || account.disabled) {
      if (account) this.noteRefusal(account, address);
      throw wrongCredentials();
    }
    await this.attempts.forget(email);
    return account;
  }

  /** The hash of a password that takes the place of another. @throws DomainError `weak_password` */
  async newHash(account: Account, password: string, old: string): Promise<string> {
    if (password === old) throw new DomainError('weak_password', 'The password must differ from the old one.');
    await requireStrong(password, account.email, this.config.PASSWORD_MIN_LENGTH);
    return hashPassword(password);
  }

  // One statement, whether there is such an account or not: anything more would take longer for one of them.
  private async find(email: string): Promise<Account | undefined> {
    return (await this.database.rows<Account>(FIND_ACCOUNT, [email]))[0];
  }

  // Nobody waits for it: the response must not take longer for an account that exists.
  private noteRefusal({ id }: Account, address: string): void {
    const changes = [{ field: 'address', from: null, to: address }];
    const auditEntry = {
      siteId: null,
      action: 'session.refused',
      subjectKind: 'user' as const,
      subjectId: id,
      changes,
    };
    recordAudit(this.database, undefined, this.clock.now(), auditEntry).catch((error: unknown) =>
      this.logger.error({ err: error }, 'A failed log-in could not be written down'),
    );
  }
}
