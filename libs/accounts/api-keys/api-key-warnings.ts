import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { mailOf } from '#libs/core/mail/letter';
import { Outbox } from '#libs/core/mail/outbox';
import { promiseMail, type PromisedMail } from '#libs/core/mail/outbox.queries';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Clock } from '#libs/core/time/clock';
import { columnList, update } from '#libs/core/database/columns';
import { ApiKey } from '#libs/accounts/api-keys/api-key.entity';

// A key that was made for less is not worth a mail: who made it knows.
const WARN = `
${update(ApiKey, { warnedAt: '$1' }, 'k')} FROM users u
WHERE u.id = k.user_id AND u.disabled_at IS NULL AND k.warned_at IS NULL AND k.ended_at IS NULL
  AND k.expires_at > $1 AND k.expires_at <= $1::timestamptz + interval '14 days' AND k.expires_at > k.created_at + interval '14 days'
RETURNING u.id AS user_id, u.email, ${columnList(ApiKey, 'name expiresAt', 'k')}`;

interface EndingKey {
  user_id: string;
  email: string;
  name: string;
  expires_at: string;
}

/** Tells people two weeks before one of their API keys ends. */
@Injectable()
export class ApiKeyWarnings {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Any number of workers may run it at once, and twice: each key is announced once. */
  async sweep(): Promise<void> {
    const mails = await this.database.transaction(async (tx) => {
      const due = await tx.rows<EndingKey>(WARN, [this.clock.now()]);
      const promised = due.map((key) => promiseMail(tx, this.config.JWT_SECRET, warningOf(key)));
      return Promise.all(promised);
    });
    for (const id of mails) await this.outbox.send(id);
  }
}

const warningOf = ({ user_id: userId, email, name, expires_at }: EndingKey): PromisedMail => ({
  kind: 'notice',
  userId,
  ...mailOf({
    to: email,
    subject: 'An API key of your account ends soon',
    paragraphs: [
      `The API key "${name}" of your Lodge account ends on ${expires_at.slice(0, 10)}.`,
      'Make a new one before that, and put it where the old one is in use: POST /users/@me/api-keys.',
    ],
  }),
});
