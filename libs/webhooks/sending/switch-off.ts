import { Inject, Injectable, Logger } from '@nestjs/common';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { recordAudit } from '#libs/accounts/audit/audit';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { speakerOf } from '#libs/core/languages/say';
import { mailOf } from '#libs/core/mail/letter';
import { promiseMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import type { Sender } from '#libs/webhooks/sending/delivering.queries';
import { disableWebhook, FAILING_DAYS, findAdmins } from '#libs/webhooks/sending/outcomes.queries';

type Reason = 'gone' | 'failing';
const WHY = { gone: 'webhook_gone', failing: 'webhook_failing' } as const satisfies Record<Reason, string>;

/** Switches webhooks off whose receiver is gone, or has failed for days, and notifies the administrators of the site. */
@Injectable()
export class SwitchOff {
  private readonly logger = new Logger('webhooks');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async ifNeeded(sender: Sender, reason: Reason): Promise<void> {
    const isOff = await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      if (!(await disableWebhook(tx, sender, reason, now))) return false;
      const changes = [{ field: 'enabled', from: true, to: false }];
      const auditEntry = { siteId: sender.site_id, subjectKind: 'webhook' as const, subjectId: sender.id, changes };
      await recordAudit(tx, undefined, now, { ...auditEntry, action: 'webhook.disabled' });
      await this.tellAdmins(tx, sender, reason);
      return true;
    });
    if (isOff) this.logger.warn({ msg: 'A webhook was switched off', webhook: sender.id, reason });
  }

  private async tellAdmins(tx: Transaction, { site_id, url }: Sender, reason: Reason): Promise<void> {
    const site = await getLetterhead(tx, site_id);
    const speaker = speakerOf(site.language ?? 'en');
    const { say } = speaker;
    for (const { id, email } of await findAdmins(tx, site_id)) {
      const letter = {
        to: email,
        site,
        speaker,
        subject: say('webhook_off', { host: new URL(url).hostname }),
        paragraphs: [say(WHY[reason], { url, site: site.name, days: FAILING_DAYS }), say('webhook_again')],
      };
      await promiseMail(tx, this.config.JWT_SECRET, { ...mailOf(letter), kind: 'notice', userId: id });
    }
  }
}
