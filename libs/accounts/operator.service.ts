import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { naming } from '#libs/core/errors/postgres-errors';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { recordAudit } from '#libs/accounts/audit';
import { hashPassword } from '#libs/accounts/passwords';
import { endSessionsOf } from '#libs/accounts/sessions.queries';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const CREATE = `
INSERT INTO users (id, email, first_name, last_name, owner, password_hash, password_change_required, created_at, updated_at)
VALUES ($1, $2, $3, $4, true, $5, true, $6, $6)`;
const RESET = `
UPDATE users SET password_hash = $2, password_change_required = true, version = version + 1, updated_at = $3
WHERE lower(email) = lower($1) RETURNING id`;

/** What the operator does to accounts from the command line. Passwords are made here and shown once. */
@Injectable()
export class OperatorService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Creates an owner and answers a password that must be changed at the first log-in. */
  async createOwner({
    email,
    firstName,
    lastName,
  }: {
    email: string;
    firstName: string;
    lastName: string;
  }): Promise<string> {
    if (!EMAIL.test(email)) throw new Error(`${email} is not an email address.`);
    const [id, password, now] = [newId(), newPassword(), this.clock.now()];
    const hash = await hashPassword(password);
    const taken = {
      users_email_1: () => new DomainError('email_in_use', `There is a user with the email ${email} already.`),
    };
    await naming(taken, () =>
      this.database.transaction(async (tx) => {
        await tx.rows(CREATE, [id, email, firstName, lastName, hash, now]);
        await recordAudit(tx, undefined, now, {
          siteId: null,
          action: 'user.owner_created',
          subjectKind: 'user',
          subjectId: id,
        });
      }),
    );
    return password;
  }

  /** Gives a user a new password, to be changed at the next log-in, and ends every session. */
  async resetPassword(email: string): Promise<string> {
    const [password, now] = [newPassword(), this.clock.now()];
    const hash = await hashPassword(password);
    await this.database.transaction(async (tx) => {
      const [user] = await tx.rows<{ id: string }>(RESET, [email, hash, now]);
      if (!user) throw new NotFound(`The user ${email}`);
      await endSessionsOf(tx, user.id, now, 'password_reset');
      await recordAudit(tx, undefined, now, {
        siteId: null,
        action: 'user.password_reset',
        subjectKind: 'user',
        subjectId: user.id,
      });
    });
    return password;
  }
}

const newPassword = (): string => randomBytes(15).toString('base64url');
