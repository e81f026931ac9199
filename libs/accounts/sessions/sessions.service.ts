import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { ReservedDatabase } from '#libs/core/database/reserved';
import type { Transaction } from '#libs/core/database/transaction';
import { DomainError } from '#libs/core/errors/domain-error';
import { newId } from '#libs/core/http/ids';
import { sha256 } from '#libs/core/text/sha256';
import { Clock } from '#libs/core/time/clock';
import { recordAudit } from '#libs/accounts/audit/audit';
import { SessionTokens } from '#libs/accounts/sessions/session-tokens';
import { Session } from '#libs/accounts/sessions/session.entity';
import { endSession, findSessionState, rotateSession } from '#libs/accounts/sessions/sessions.queries';

const GRACE_MS = 10_000;
const HOUR_MS = 3_600_000;
const noSession = () => new DomainError('unauthenticated', 'There is no session to renew.');

/** What a browser gets: `access` is null while its user has no site to work on. */
export interface Credentials {
  access: string | null;
  refresh: string;
}

/** The origin of a log-in. */
export interface ClientDevice {
  address: string;
  userAgent?: string | undefined;
}

/** Start, renewal and end of sessions. */
@Injectable()
export class SessionsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: ReservedDatabase,
    private readonly clock: Clock,
    private readonly tokens: SessionTokens,
  ) {}

  /** Opens a session in the transaction that let its user in. */
  async open(tx: Transaction, user: { id: string; name: string }, device: ClientDevice): Promise<Credentials> {
    const now = this.clock.now();
    const id = newId();
    const secret = this.tokens.first(id);
    await tx.repository(Session).insert({
      id,
      userId: user.id,
      refreshHash: sha256(secret),
      createdAt: now,
      idleExpiresAt: this.idleUntil(now),
      expiresAt: new Date(now.getTime() + this.config.SESSION_ABSOLUTE_DAYS * 24 * HOUR_MS),
      address: device.address,
      userAgent: device.userAgent?.slice(0, 300),
    });
    const changes = [{ field: 'address', from: null, to: device.address }];
    const auditEntry = {
      siteId: null,
      action: 'session.created',
      subjectKind: 'session' as const,
      subjectId: id,
      changes,
    };
    await recordAudit(tx, { userId: user.id, name: user.name }, now, auditEntry);
    return { access: this.tokens.access(id, user.id), refresh: `${id}.${secret}` };
  }

  /**
   * Rotates the refresh credential. The previous one is honoured for 10 s with the same successor; an older one ends
   * the session.
   */
  async refresh(credential: string | undefined): Promise<Credentials> {
    const given = this.tokens.read(credential);
    if (!given) throw noSession();
    const { id, secret } = given;
    const now = this.clock.now();
    const successor = this.tokens.after(id, secret);
    const rotated = await rotateSession(this.database, id, sha256(secret), sha256(successor), now, this.idleUntil(now));
    const state = await findSessionState(this.database, id, now);
    if (!state?.live) throw new DomainError('session_expired', 'The session has ended.');
    if (!rotated) await this.requireGrace(id, state, secret, now);
    const access = state.may_work ? this.tokens.access(id, state.user_id) : null;
    return { access, refresh: `${id}.${successor}` };
  }

  /** Ends the session of a refresh credential or of an access token; quietly, when there is none. */
  async logOut(refresh: string | undefined, access: string | undefined): Promise<void> {
    const given = this.tokens.read(refresh);
    const now = this.clock.now();
    if (given && (await this.owns(given.id, given.secret, now)))
      await endSession(this.database, given.id, now, 'log_out');
    const sessionId = access && (await this.tokens.sessionOf(access));
    if (sessionId) await endSession(this.database, sessionId, now, 'log_out');
  }

  private async owns(id: string, secret: string, now: Date): Promise<boolean> {
    const state = await findSessionState(this.database, id, now);
    return Boolean(
      state && [state.refresh_hash, state.previous_refresh_hash].some((hash) => hash?.equals(sha256(secret))),
    );
  }

  private async requireGrace(
    id: string,
    state: { previous_refresh_hash: Buffer | null; rotated_at: string | null },
    secret: string,
    now: Date,
  ) {
    const previous = state.previous_refresh_hash;
    const isPrevious = previous !== null && timingSafeEqual(previous, sha256(secret));
    const age = now.getTime() - Date.parse(state.rotated_at ?? '1970-01-01T00:00:00Z');
    if (isPrevious && age <= GRACE_MS) return;
    // A caller who only knows the id of a session, which its tokens contain, cannot end it with a guess.
    if (!isPrevious && !this.tokens.isOf(id, secret)) throw noSession();
    await endSession(this.database, id, now, 'reuse_detected');
    throw new DomainError('session_reuse_detected', 'This refresh credential was used before; the session was ended.');
  }

  private idleUntil(now: Date): Date {
    return new Date(now.getTime() + this.config.SESSION_IDLE_HOURS * HOUR_MS);
  }
}
