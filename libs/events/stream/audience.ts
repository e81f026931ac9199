import { Logger } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Place } from '#libs/events/cursor';
import type { EventResponse } from '#libs/events/events.dto';
import type { EventsService } from '#libs/events/events.service';
import { type EventStream, told } from '#libs/events/stream/event-stream';

const AT_ONCE = 500;
const AGAIN_MS = 1_000;

/** All listeners who may see the same of a site. What they get is read and written as text once for all of them. */
export class Audience {
  readonly streams = new Set<EventStream>();
  private pumping = false;
  private again = false;

  constructor(
    private readonly events: EventsService,
    private readonly access: SiteAccess,
    private at: Place,
    /** Ends the streams whose access ended before this call. What was read before may be sent afterwards. */
    private readonly endDead: () => Promise<void>,
  ) {}

  private readonly told = (event: EventResponse) => told(event, this.events.positionOf(event));

  get siteId(): string {
    return this.access.site.id;
  }

  /** Lets a stream join, after what it missed. */
  async join(stream: EventStream): Promise<void> {
    do {
      const { events, next } = await this.events.after([this.access], stream.at, {}, AT_ONCE);
      await this.endDead();
      if (stream.destroyed) return;
      events.forEach((event) => stream.tell(this.told(event)));
      stream.at = next;
    } while (this.streams.size > 0 && isBefore(stream.at, this.at));
    // There were no listeners, so nothing was read.
    if (this.streams.size === 0) this.at = stream.at;
    this.streams.add(stream);
    // Events in between were sent to nobody.
    void this.pump();
  }

  /** Sends what is new to everybody. Calls meanwhile make it look once more. */
  async pump(): Promise<void> {
    this.again = true;
    if (this.pumping) return;
    this.pumping = true;
    try {
      while (this.again && this.streams.size > 0) {
        this.again = false;
        const { events, next } = await this.events.after([this.access], this.at, {}, AT_ONCE);
        if (events.length > 0) await this.endDead();
        for (const event of events) {
          const text = this.told(event);
          for (const stream of this.streams) stream.tell(text);
        }
        this.at = next;
        if (events.length === AT_ONCE) this.again = true;
      }
    } catch (error) {
      new Logger('events').warn(`Events could not be read: ${(error as Error).message}`);
      setTimeout(() => void this.pump(), AGAIN_MS).unref();
    } finally {
      this.pumping = false;
    }
  }
}

const isBefore = (one: Place, other: Place): boolean => Number(one.position) < Number(other.position);
