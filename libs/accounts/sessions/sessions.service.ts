import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ReservedDatabase } from '#libs/core/database/reserved';
import { DomainError } from '#libs/core/errors/domain-error';
import { isId, newId } from '#libs/core/http/ids';
import { promiseMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import { endApiKeysOf } from '#libs/accounts/api-keys/end-api-keys';
import { recordAudit } from '#libs/accounts/audit/audit';
import { LogInAttempts } from '#libs/accounts/limits/log-in-attempts';
import { passwordChanged } from '#libs/accounts/passwords/password-notice';
import { hashPassword, passwordFits } from '#libs/accounts/passwords/passwords';
import { requireStrong } from '#libs/accounts/passwords/password-strength';
import { voidPasswordTokens } from '#libs/accounts/passwords/password-tokens';
import { Session } from '#libs/accounts/sessions/session.entity';
import { endSession, endSessionsOf, findStanding, rotateSession } from '#libs/accounts/sessions/sessions.queries';
import { User } from '#libs/accounts/users/user.entity';

const FIND_ACCOUNT = `
SELECT id, email, first_name || ' ' || last_name AS name, password_hash, password_change_required, disabled_at IS NOT NULL AS disabled
FROM users WHERE lower(email) = lower($1)`;
const LOCK_PASSWORD =
  'SELECT password_hash, disabled_at IS NOT NULL AS disabled FROM users WHERE id = $1 FOR NO KEY UPDATE';
const wrongCredentials = () => new DomainError('invalid_credentials', 'The email or the password is wrong.');

const GRACE_MS = 10_000;
const HOUR_MS = 3_600_000;
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Account {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  password_change_required: boolean;
  disabled: boolean;
}

export interface Credentials {
  access: string | null;
  refresh: string;
}

export interface LoggedIn extends Credentials {
  /** The notice that the password was changed, to be sent now. */
  mailId: string | undefined;
}

export interface LogIn {
  email: string;
  password: string;
  new_password?: string;
  end_api_keys?: boolean;
}

/** Log-in, renewal and end of sessions. A refresh credential is `<session id>.<256 bits>`; only its hash is stored. */
@Injectable()
export class SessionsService {
  private readonly logger = new Logger('sessions');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: ReservedDatabase,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    private readonly attempts: LogInAttempts,
  ) {}

  /** @throws DomainError `invalid_credentials`, alike for an unknown email, a wrong password and a disabled account */
  async logIn(request: LogIn, client: { address: string; userAgent?: string }): Promise<LoggedIn> {
    const user = await this.findAccount(request.email);
    const fits = await passwordFits(user?.password_hash, request.password).catch(async (error: unknown) => {
      await this.attempts.withdraw(request.email);
      throw error;
    });
    if (!user || !fits || user.disabled) {
      if (user) this.noteRefusal(user, client.address);
      throw wrongCredentials();
    }
    await this.attempts.forget(request.email);
    if (user.password_change_required && !request.new_password) {
      throw new DomainError(
        'password_change_required',
        'Log in with new_password: this account must change its password.',
      );
    }
    const newHash = request.new_password && (await this.newHash(user, request.new_password, request.password));
    const change = newHash ? { newHash, endKeys: request.end_api_keys ?? false } : undefined;
    return this.open(user, client, change);
  }

  /** Rotates the refresh credential. The previous one is honoured for 10 s with the same successor; an older one ends the session. */
  async refresh(credential: string | undefined): Promise<Credentials> {
    const [id, secret] = (credential ?? '').split('.');
    if (!isId(id) || !secret) throw new DomainError('unauthenticated', 'There is no session to renew.');
    const now = this.clock.now();
    const successor = this.signed(id, this.mac(`refresh:${id}.${secret}`));
    const idleUntil = new Date(now.getTime() + this.config.SESSION_IDLE_HOURS * HOUR_MS);
    const rotated = await rotateSession(this.database, id, sha256(secret), sha256(successor), now, idleUntil);
    const standing = await findStanding(this.database, id, now);
    if (!standing?.live) throw new DomainError('session_expired', 'The session has ended.');
    if (!rotated) await this.requireGrace(id, standing, secret, now);
    return { access: standing.may_work ? this.accessToken(id, standing.user_id) : null, refresh: `${id}.${successor}` };
  }

  /** Ends the session of a refresh credential or of an access token's session id; quietly, when there is none. */
  async logOut(refresh: string | undefined, access: string | undefined): Promise<void> {
    const [id, secret] = (refresh ?? '').split('.');
    const now = this.clock.now();
    if (isId(id) && secret && (await this.owns(id, secret, now))) await endSession(this.database, id, now, 'log_out');
    const claims = access
      ? await this.jwt.verifyAsync<{ sid: string }>(access, { ignoreExpiration: true }).catch(() => null)
      : null;
    if (claims && isId(claims.sid)) await endSession(this.database, claims.sid, now, 'log_out');
  }

  private async owns(id: string, secret: string, now: Date): Promise<boolean> {
    const standing = await findStanding(this.database, id, now);
    return Boolean(
      standing && [standing.refresh_hash, standing.previous_refresh_hash].some((hash) => hash?.equals(sha256(secret))),
    );
  }

  private async requireGrace(
    id: string,
    standing: { previous_refresh_hash: Buffer | null; rotated_at: string | null },
    secret: string,
    now: Date,
  ) {
    const previous = standing.previous_refresh_hash;
    const isPrevious = previous !== null && timingSafeEqual(previous, sha256(secret));
    const age = now.getTime() - Date.parse(standing.rotated_at ?? '1970-01-01T00:00:00Z');
    if (isPrevious && age <= GRACE_MS) return;
    // Whoever only knows the id of a session, which its tokens name, cannot end it with a guess.
    if (!isPrevious && !this.isSigned(id, secret))
      throw new DomainError('unauthenticated', 'There is no session to renew.');
    await endSession(this.database, id, now, 'reuse_detected');
    throw new DomainError('session_reuse_detected', 'This refresh credential was used before; the session was ended.');
  }

  private mac(text: string): string {
    return createHmac('sha256', this.config.JWT_SECRET).update(text).digest('base64url');
  }

  /** A refresh secret with the mark by which it is known for one of its session, however old it is. */
  private signed(id: string, value: string): string {
    return value + this.mac(`family:${id}.${value}`);
  }

  private isSigned(id: string, secret: string): boolean {
    const value = secret.slice(0, secret.length / 2);
    return timingSafeEqual(sha256(this.signed(id, value)), sha256(secret));
  }

  // Nobody waits for it: the answer must not take longer for an account that exists.
  private noteRefusal({ id }: Account, address: string): void {
    const changes = [{ field: 'address', from: null, to: address }];
    const deed = { siteId: null, action: 'session.refused', subjectKind: 'user' as const, subjectId: id, changes };
    recordAudit(this.database, undefined, this.clock.now(), deed).catch((error: unknown) =>
      this.logger.error({ err: error }, 'A failed log-in could not be written down'),
    );
  }

  // One statement, whether there is such a user or not: anything more would take longer for one of them.
  private async findAccount(email: string): Promise<Account | undefined> {
    return (await this.database.rows<Account>(FIND_ACCOUNT, [email]))[0];
  }

  private async newHash(user: Account, password: string, old: string): Promise<string> {
    if (password === old) throw new DomainError('weak_password', 'The password must differ from the old one.');
    await requireStrong(password, user.email, this.config.PASSWORD_MIN_LENGTH);
    return hashPassword(password);
  }

  private async open(
    user: Account,
    client: { address: string; userAgent?: string },
    change?: { newHash: string; endKeys: boolean },
  ): Promise<LoggedIn> {
    const userId = user.id;
    const now = this.clock.now();
    const id = newId();
    const secret = this.signed(id, randomBytes(32).toString('base64url'));
    const self = { userId, name: user.name };
    let mailId: string | undefined;
    await this.database.transaction(async (tx) => {
      // A reset that came between the check of the password and here has ended every session; this must not outlive it.
      const [current] = await tx.rows<{ password_hash: string; disabled: boolean }>(LOCK_PASSWORD, [userId]);
      if (current?.password_hash !== user.password_hash || current.disabled) throw wrongCredentials();
      if (change) {
        await endSessionsOf(tx, userId, now, 'password_changed');
        await voidPasswordTokens(tx, userId, now);
        await tx
          .repository(User)
          .update({ id: userId }, { passwordHash: change.newHash, passwordChangeRequired: false });
        const deed = { action: 'user.password_changed', subjectKind: 'user' as const, subjectId: userId };
        await recordAudit(tx, self, now, { siteId: null, ...deed });
        if (change.endKeys) await endApiKeysOf(tx, userId, now, self);
        mailId = await promiseMail(tx, this.config.JWT_SECRET, passwordChanged(userId, user.email));
      }
      await tx.repository(Session).insert({
        id,
        userId,
        refreshHash: sha256(secret),
        createdAt: now,
        idleExpiresAt: new Date(now.getTime() + this.config.SESSION_IDLE_HOURS * HOUR_MS),
        expiresAt: new Date(now.getTime() + this.config.SESSION_ABSOLUTE_DAYS * 24 * HOUR_MS),
        address: client.address,
        userAgent: client.userAgent?.slice(0, 300),
      });
      const changes = [{ field: 'address', from: null, to: client.address }];
      const deed = { siteId: null, action: 'session.created', subjectKind: 'session' as const, subjectId: id, changes };
      await recordAudit(tx, self, now, deed);
    });
    return { access: this.accessToken(id, userId), refresh: `${id}.${secret}`, mailId };
  }

  private accessToken(sessionId: string, userId: string): string {
    return this.jwt.sign({ sid: sessionId, sub: userId });
  }
}
