import { Injectable, Logger } from '@nestjs/common';
import { Database } from '#libs/core/database/database';
import { newId } from '#libs/core/http/ids';
import { JobQueue } from '#libs/core/queue/job-queue';
import { EventsService, filterOf } from '#libs/events/events.service';
import { Sequencer } from '#libs/events/journal/sequencer';
import { findBehind, findDue, lockSender, type SenderId, setPosition } from '#libs/webhooks/sending/delivering.queries';
import { accessOf } from '#libs/webhooks/sending/webhook-access';
import { addDeliveries } from '#libs/webhooks/deliveries.queries';

const AT_ONCE = 200;

/** Writes down what is to be sent, and queues the webhooks for which something is. Any number of workers may do so at once. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('webhooks');

  constructor(
    private readonly database: Database,
    private readonly sequencer: Sequencer,
    private readonly events: EventsService,
    private readonly queue: JobQueue,
  ) {}

  async dispatch(): Promise<void> {
    await this.sequencer.number();
    // One page each, so that a webhook with a long backlog does not delay the others.
    for (const sender of await findBehind(this.database)) await this.writeDown(sender);
    for (const sender of await findDue(this.database)) await this.notify(sender);
  }

  /** The next deliveries of a webhook, together with its position in the journal: either both are written, or neither. */
  private writeDown(id: SenderId): Promise<void> {
    return this.database.transaction(async (tx) => {
      const sender = await lockSender(tx, id);
      if (!sender) return;
      const access = await accessOf(tx, sender);
      const filter = sender.types.length > 0 ? filterOf({ type: sender.types.join() }) : {};
      const place = { position: sender.at_position, chain: '' };
      const { events, next } = await this.events.after([access], place, filter, AT_ONCE);
      const deliveries = events.map((event) => {
        const position = this.events.positionOf(event);
        return { id: newId(), event_id: event.id, position, type: event.type };
      });
      if (deliveries.length > 0) await addDeliveries(tx, id.site_id, id.id, deliveries);
      await setPosition(tx, id, next.position);
    });
  }

  // One job for each webhook: while it is queued or runs, another notice changes nothing.
  private async notify({ site_id: siteId, id }: SenderId): Promise<void> {
    await this.queue
      .notify('webhooks', 'send', { siteId, id }, id)
      .catch((error: Error) => this.logger.warn(`a webhook could not be queued: ${error.message}`));
  }
}
