import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError, NotFound } from '#libs/core/errors/domain-error';
import { mapConstraintErrors } from '#libs/core/errors/postgres-errors';
import { newId } from '#libs/core/http/ids';
import { Clock } from '#libs/core/time/clock';
import { endKeysAndLinksOf } from '#libs/accounts/api-keys/end-keys-and-links';
import { recordAudit } from '#libs/accounts/audit/audit';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { hashPassword } from '#libs/accounts/passwords/passwords';
import { requireStrong } from '#libs/accounts/passwords/password-strength';
import { voidPasswordTokens } from '#libs/accounts/passwords/password-tokens.queries';
import type { OwnSessionResponse } from '#libs/accounts/sessions/own-sessions.dto';
import { endOwnSession, endSessionsOf, listSessions } from '#libs/accounts/sessions/sessions.queries';
import { User } from '#libs/accounts/users/user.entity';
import { update } from '#libs/core/database/columns';

const RESET = `
${update(User, { passwordHash: '$2', passwordChangeRequired: 'true', version: 'version + 1', updatedAt: '$3' })}
WHERE lower(email) = lower($1) RETURNING id`;

export interface NewOwner {
  email: string;
  firstName: string;
  lastName: string;
  /** The operator's choice; without it one is made, to be changed at the first log-in. */
  password?: string;
}

/** What the operator does to accounts from the command line. Passwords are made here and shown once. */
@Injectable()
export class OperatorService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly attempts: LogInAttempts,
  ) {}

  /** Creates an owner and returns the password. @throws DomainError `email_in_use`, `weak_password` */
  async createOwner({ email, firstName, lastName, password: chosen }: NewOwner): Promise<string> {
    if (chosen !== undefined) await requireStrong(chosen, email, this.config.PASSWORD_MIN_LENGTH);
    const [id, password, now] = [newId(), chosen ?? newPassword(), this.clock.now()];
    const hash = await hashPassword(password);
    const taken = {
      users_email_1: () => new DomainError('email_in_use', `There is a user with the email ${email} already.`),
    };
    await mapConstraintErrors(taken, () =>
      this.database.transaction(async (tx) => {
        await tx.repository(User).insert({
          id,
          email,
          firstName,
          lastName,
          owner: true,
          passwordHash: hash,
          passwordChangeRequired: chosen === undefined,
          createdAt: now,
          updatedAt: now,
        });
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

  /** The id of a user. @throws NotFound */
  async find(email: string): Promise<string> {
    const [user] = await this.database.rows<{ id: string }>('SELECT id FROM users WHERE lower(email) = lower($1)', [
      email,
    ]);
    if (!user) throw new NotFound(`The user ${email}`);
    return user.id;
  }

  /** Gives a user a new password, to be changed at the next log-in; every session, API key and link ends. */
  async resetPassword(email: string): Promise<string> {
    const [password, now] = [newPassword(), this.clock.now()];
    const hash = await hashPassword(password);
    await this.database.transaction(async (tx) => {
      const [user] = await tx.rows<{ id: string }>(RESET, [email, hash, now]);
      if (!user) throw new NotFound(`The user ${email}`);
      await endSessionsOf(tx, user.id, now, 'password_reset');
      await voidPasswordTokens(tx, user.id, now);
      await recordAudit(tx, undefined, now, {
        siteId: null,
        action: 'user.password_reset',
        subjectKind: 'user',
        subjectId: user.id,
      });
      await endKeysAndLinksOf(tx, user.id, now, undefined);
    });
    await this.attempts.forget(email);
    return password;
  }

  /** Locks a user out, or lets them in again; false when that is so already. Every session and mailed link ends. @throws NotFound */
  async setDisabled(email: string, disabled: boolean): Promise<boolean> {
    const id = await this.find(email);
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const before = { id, disabledAt: disabled ? IsNull() : Not(IsNull()) };
      const after = { disabledAt: disabled ? now : null, updatedAt: now };
      if (!(await tx.repository(User).update(before, after)).affected) return false;
      if (disabled) {
        await endSessionsOf(tx, id, now, 'user_disabled');
        await voidPasswordTokens(tx, id, now);
      }
      const action = disabled ? 'user.disabled' : 'user.enabled';
      await recordAudit(tx, undefined, now, { siteId: null, action, subjectKind: 'user', subjectId: id });
      return true;
    });
  }

  /** Forgets wrong passwords, so that the next attempt need not wait; false when there were none. @throws NotFound */
  async unlock(email: string): Promise<boolean> {
    const id = await this.find(email);
    if (!(await this.attempts.forget(email))) return false;
    const auditEntry = { siteId: null, action: 'user.unlocked', subjectKind: 'user' as const, subjectId: id };
    await recordAudit(this.database, undefined, this.clock.now(), auditEntry);
    return true;
  }

  /** The live sessions of a user, the newest first. @throws NotFound */
  async sessionsOf(email: string): Promise<OwnSessionResponse[]> {
    return listSessions(this.database, await this.find(email), null, this.clock.now());
  }

  /** Ends one live session of a user, or all of them; returns how many. @throws NotFound */
  async endSessions(email: string, sessionId?: string): Promise<number> {
    const [id, now] = [await this.find(email), this.clock.now()];
    const live = await listSessions<{ _id: string }>(this.database, id, null, now);
    const chosen = live.filter(({ _id }) => sessionId === undefined || _id === sessionId);
    for (const { _id } of chosen) await endOwnSession(this.database, id, _id, now, 'ended_by_operator');
    return chosen.length;
  }
}

const newPassword = (): string => randomBytes(15).toString('base64url');
