import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { DomainError, InvalidField } from '#libs/core/errors/domain-error';
import { Clock } from '#libs/core/time/clock';
import { fingerprintOf } from '#libs/core/text/fingerprint';
import { findAnswer, type KeyScope, lockKey, purgeAnswers, storeAnswer } from '#libs/idempotency/idempotency.queries';

const DAY_MS = 86_400_000;
/** What remains of a response that named a person who was erased. */
const ERASED = '';
const KEY = /^[\x21-\x7e]{1,255}$/;

export interface Answer {
  body: unknown;
  replayed: boolean;
}

/** Returns the response of the first request to a repeated one. It was stored in the same transaction as its effect. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Runs work once for a key and what it was sent with. What fails is not stored.
   * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`, `answer_erased`, `validation_failed`
   */
  async once(scope: KeyScope, request: unknown, work: () => Promise<unknown>): Promise<Answer> {
    if (!KEY.test(scope.key))
      throw new InvalidField('validation_failed', 'Idempotency-Key', 'must have 1 to 255 visible ASCII characters');
    const fingerprint = fingerprintOf(request);
    return this.database.joined(async (tx) => {
      if (!(await lockKey(tx, scope)))
        throw new DomainError('idempotency_in_progress', 'A request with this Idempotency-Key is still running.');
      const now = this.clock.now();
      const stored = await findAnswer(tx, scope, this.oldest(now));
      if (stored && stored.fingerprint !== fingerprint)
        throw new InvalidField('idempotency_key_reused', 'Idempotency-Key', 'was sent with another request');
      if (stored?.answer === ERASED)
        throw new DomainError('answer_erased', 'The stored answer named somebody whose data was erased since.');
      if (stored) return { body: JSON.parse(stored.answer), replayed: true };
      const body = await work();
      await storeAnswer(tx, scope, fingerprint, JSON.stringify(body), now);
      return { body, replayed: false };
    });
  }

  /** Forgets stored responses that are older than the installation keeps them. */
  async sweep(): Promise<void> {
    await purgeAnswers(this.database, this.oldest(this.clock.now()));
  }

  private oldest = (now: Date): Date => new Date(now.getTime() - this.config.IDEMPOTENCY_KEEP_DAYS * DAY_MS);
}
