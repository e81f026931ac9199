import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { WelfareReads } from '#libs/accounts/audit/welfare-reads';
import { Database } from '#libs/core/database/database';
import { readableKinds } from '#libs/events/event-kinds';
import { findEnd, findGrownSites } from '#libs/events/events.queries';
import { EventsService } from '#libs/events/events.service';
import { Sequencer } from '#libs/events/journal/sequencer';
import { Audience } from '#libs/events/stream/audience';
import type { EventStream } from '#libs/events/stream/event-stream';
import { JournalListener } from '#libs/events/stream/journal-listener';
import { LiveStreams } from '#libs/events/stream/live-streams';
import { Round } from '#libs/events/stream/round';

// The interval of looking for committed changes, as long as there are listeners.
const TICK_MS = 25;
const CHECK_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const LEAVE_MS = 2_000;
const HEARTBEAT = Buffer.from(': heartbeat\n\n');

// An id without data: a reader who is cut off before the first event knows where to resume.
const welcome = (cursor: string): Buffer => Buffer.from(`: welcome\nid: ${cursor}\n\n`);

/** All open streams of this process. */
@Injectable()
export class EventStreams implements OnModuleDestroy {
  private readonly logger = new Logger('events');
  private readonly audiences = new Map<string, Audience>();
  /** Up to which position it is known which sites have new entries. */
  private seen: string | undefined;
  private pumping: Promise<void> | undefined;
  private grown = false;
  private ticking = false;
  private stopping = false;

  constructor(
    private readonly database: Database,
    private readonly live: LiveStreams,
    private readonly events: EventsService,
    private readonly sequencer: Sequencer,
    private readonly listener: JournalListener,
    private readonly reads: WelfareReads,
  ) {}

  get count(): number {
    return this.live.open.size;
  }

  countOf = (userId: string): number =>
    [...this.live.open].filter(({ access }) => access.caller.userId === userId).length;

  /** Sends a stream what it missed, and from then on what comes, until it is closed, or its access ends. */
  add(stream: EventStream): void {
    this.live.add(stream);
    // Whatever comes later has welfare data in it as well.
    if (stream.access.may('student.welfare')) this.reads.note(stream.access);
    stream.once('close', () => this.forget(stream));
    void this.join(stream).catch(() => stream.destroy());
    if (!this.ticking) void this.tick();
  }

  onModuleDestroy(): void {
    this.stopping = true;
    for (const stream of this.live.open) stream.finish();
    // A stop does not wait for who does not read to the end: nothing is lost to them, they have their cursor.
    setTimeout(() => this.live.open.forEach((stream) => stream.destroy()), LEAVE_MS).unref();
  }

  private async join(stream: EventStream): Promise<void> {
    const { access } = stream;
    stream.say(welcome(await this.events.cursorAt(access, stream.at)));
    this.listener.listen(this.heard);
    const key = [
      access.site.id,
      access.may('student.welfare'),
      access.may('student.birth_date'),
      ...readableKinds(access),
    ].join();
    let audience = this.audiences.get(key);
    if (!audience)
      this.audiences.set(key, (audience = new Audience(this.events, access, stream.at, this.live.endDead)));
    await audience.join(stream);
    if (stream.destroyed) this.forget(stream);
  }

  /** Wakes the audiences of the sites that have new entries. Calls meanwhile make it look once more. */
  private readonly pump = (): void => {
    this.grown = true;
    this.pumping ??= this.pumpGrown()
      .catch((error: Error) => {
        this.logger.warn(`New events could not be looked for: ${error.message}`);
        setTimeout(this.pump, CHECK_MS).unref();
      })
      .finally(() => (this.pumping = undefined));
  };

  private readonly heard = { grown: this.pump, accessChanged: (userId?: string) => this.live.doubt(userId) };

  private async pumpGrown(): Promise<void> {
    while (this.grown) {
      this.grown = false;
      const { seen } = this;
      const end = await findEnd(this.database);
      // Without a position that was seen, and after a restore to an earlier one, any site may have new entries.
      const isKnown = seen !== undefined && Number(seen) <= Number(end.position);
      const sites = isKnown ? await findGrownSites(this.database, { after: seen, to: end.position }) : undefined;
      this.seen = end.position;
      for (const audience of this.audiences.values()) if (sites?.has(audience.siteId) ?? true) void audience.pump();
    }
  }

  private forget(stream: EventStream): void {
    this.live.delete(stream);
    for (const audience of this.audiences.values()) audience.streams.delete(stream);
  }

  private async tick(): Promise<void> {
    this.ticking = true;
    const [checks, beats] = [new Round(this.live.open, CHECK_MS), new Round(this.live.open, HEARTBEAT_MS)];
    while (this.live.open.size > 0 && !this.stopping) {
      try {
        await this.sequencer.number();
        await this.live.check(checks.turn());
      } catch (error) {
        this.logger.warn(`The journal could not be brought up to date: ${(error as Error).message}`);
        await sleep(CHECK_MS, undefined, { ref: false });
      }
      for (const stream of beats.turn()) stream.say(HEARTBEAT);
      await sleep(TICK_MS, undefined, { ref: false });
    }
    this.ticking = false;
  }
}
