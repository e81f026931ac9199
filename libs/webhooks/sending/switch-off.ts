import { Inject, Injectable, Logger } from '@nestjs/common';
import { getLetterhead } from '#libs/accounts/letterhead/letterhead.queries';
import { recordAudit } from '#libs/accounts/audit/audit';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { type Transaction } from '#libs/core/database/transaction';
import { mailOf } from '#libs/core/mail/letter';
import { promiseMail } from '#libs/core/mail/outbox.queries';
import { Clock } from '#libs/core/time/clock';
import type { Sender } from '#libs/webhooks/sending/delivering.queries';
import { disableWebhook, FAILING_DAYS, findAdmins } from '#libs/webhooks/sending/outcomes.queries';

type Reason = 'gone' | 'failing';
const WHY: Record<Reason, string> = {
  gone: 'said that it is gone (410)',
  failing: `has failed for ${FAILING_DAYS} days`,
};

/** Switches webhooks off whose receiver is gone, or has failed for days, and tells the administrators of the site. */
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
      const deed = { siteId: sender.site_id, subjectKind: 'webhook' as const, subjectId: sender.id, changes };
      await recordAudit(tx, undefined, now, { ...deed, action: 'webhook.disabled' });
      await this.tellAdmins(tx, sender, reason);
      return true;
    });
    if (isOff) this.logger.warn({ msg: 'A webhook was switched off', webhook: sender.id, reason });
  }

  private async tellAdmins(tx: Transaction, { site_id, url }: Sender, reason: Reason): Promise<void> {
    const site = await getLetterhead(tx, site_id);
    for (const { id, email } of await findAdmins(tx, site_id)) {
      const letter = {
        to: email,
        site,
        subject: `Lodge sends no more events to ${new URL(url).hostname}`,
        paragraphs: [
          `The receiver ${url} of the site ${site.name} ${WHY[reason]}. Its webhook was switched off.`,
          'Nothing is lost: switch the webhook on again, and everything that happened meanwhile is sent.',
        ],
      };
      await promiseMail(tx, this.config.JWT_SECRET, { ...mailOf(letter), kind: 'notice', userId: id });
    }
  }
}
