import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#libs/core/config/config';
import { Database } from '#libs/core/database/database';
import { unseal } from '#libs/core/sealed';
import type { EventResponse } from '#libs/events/events.dto';
import { EventsService } from '#libs/events/events.service';
import {
  type Claimed,
  claimDeliveries,
  findSender,
  releaseDelivery,
  type Sender,
} from '#libs/webhooks/sending/delivering.queries';
import { isSuccess, noteAttempt, noteFailure, noteSuccess } from '#libs/webhooks/sending/outcomes.queries';
import { post, type Sent, Stopped } from '#libs/webhooks/sending/post';
import { addressCheck, checkedLookup } from '#libs/webhooks/sending/public-address';
import { purposeOf, signedHeaders } from '#libs/webhooks/sending/signature';
import { SwitchOff } from '#libs/webhooks/sending/switch-off';
import { accessOf } from '#libs/webhooks/sending/webhook-access';

const AT_ONCE = 10;
const LONGEST_MS = 10_000;
const GONE = 410;

/** Sends what is due for one webhook. */
@Injectable()
export class Courier {
  private readonly stopping = new AbortController();
  private readonly rules;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly switchOff: SwitchOff,
  ) {
    const isAllowed = addressCheck(config.WEBHOOK_ALLOWED_ADDRESSES);
    this.rules = {
      isAllowed,
      lookup: checkedLookup(isAllowed),
      httpsOnly: config.LODGE_MODE !== 'local',
      stopping: this.stopping.signal,
    };
  }

  /** Ends what is under way; it is sent again by another process. */
  stop(): void {
    this.stopping.abort();
  }

  /** Some at a time, for a while; what is left is queued again. It ends when the receiver takes nothing: the rest would fail, too. */
  async send(siteId: string, id: string): Promise<void> {
    const until = performance.now() + LONGEST_MS;
    while (performance.now() < until && !this.stopping.signal.aborted) {
      const sender = await findSender(this.database, siteId, id);
      const claimed = sender ? await claimDeliveries(this.database, siteId, id, AT_ONCE) : [];
      if (!sender || claimed.length === 0) return;
      const results = await this.attemptAll(sender, claimed);
      if (results.some(isSuccess)) await noteSuccess(this.database, sender);
      else if (results.length > 0) return this.fail(sender, results);
    }
  }

  /** The outcomes that say something about the receiver: a test does not, nor an aborted delivery. */
  private async attemptAll(sender: Sender, claimed: Claimed[]): Promise<Sent[]> {
    const positions = claimed.flatMap(({ position }) => position ?? []);
    const events = await this.events.at(await accessOf(this.database, sender), positions);
    const byId = new Map(events.map((event) => [event.id, event]));
    const results = await Promise.all(
      claimed.map((delivery) => this.attempt(sender, delivery, byId.get(delivery.event_id))),
    );
    return results.filter((sent, index) => sent !== undefined && claimed[index]?.position !== null) as Sent[];
  }

  private async attempt(sender: Sender, claimed: Claimed, event?: EventResponse): Promise<Sent | undefined> {
    try {
      const sent = await this.post(sender, claimed, event);
      await noteAttempt(this.database, sender, claimed, sent);
      return sent;
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      await releaseDelivery(this.database, sender, claimed);
      return undefined;
    }
  }

  private async post(sender: Sender, claimed: Claimed, event?: EventResponse): Promise<Sent> {
    const secrets = this.secretsOf(sender);
    if (!secrets)
      return { status: null, durationMs: 0, response: null, error: 'the secret cannot be read; make a new one' };
    const body = bodyOf(sender, claimed, event);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Lodge',
      ...signedHeaders(claimed.event_id, body, secrets, new Date()),
    };
    return post(sender.url, headers, body, this.rules);
  }

  // With another JWT_SECRET than at that time they cannot be decrypted.
  private secretsOf({ id, secret, previous_secret: previous }: Sender): string[] | undefined {
    try {
      return [secret, previous].flatMap((sealed) => (sealed ? [unseal(sealed, purposeOf(id, this.config))] : []));
    } catch {
      return undefined;
    }
  }

  private async fail(sender: Sender, results: Sent[]): Promise<void> {
    await noteFailure(this.database, sender);
    await this.switchOff.ifNeeded(sender, results.some(({ status }) => status === GONE) ? 'gone' : 'failing');
  }
}

/** The event as the role of the webhook may see it now; without the record when it may not any more. */
function bodyOf({ site_id: site }: Sender, { event_id: id, type }: Claimed, event?: EventResponse): string {
  const timestamp = event?.recorded_at ?? new Date().toISOString();
  return JSON.stringify({ type, timestamp, data: event ?? { id, type, site } });
}
