import { Injectable, Logger } from '@nestjs/common';
import type { SiteAccess } from '#libs/accounts/access/access';
import { Database } from '#libs/core/database/database';
import { Clock } from '#libs/core/time/clock';
import type { EventStream } from '#libs/events/stream/event-stream';
import { JournalListener } from '#libs/events/stream/journal-listener';
import { findLive } from '#libs/events/stream/live-accesses.queries';

/** The open streams of this process, and which of them have lost their access. */
@Injectable()
export class LiveStreams {
  private readonly streams = new Set<EventStream>();
  /** Streams whose access may have ended since it was last checked. */
  private readonly doubted = new Set<EventStream>();
  private checking: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly listener: JournalListener,
  ) {}

  get open(): ReadonlySet<EventStream> {
    return this.streams;
  }

  add(stream: EventStream): void {
    this.streams.add(stream);
    // The access was read before the stream was here to be told that it ended.
    this.doubted.add(stream);
  }

  delete(stream: EventStream): void {
    this.streams.delete(stream);
    this.doubted.delete(stream);
  }

  /** Checks the streams of a user, or all, at once. */
  doubt(userId?: string): void {
    this.doubtAll((access) => userId === undefined || access.caller.userId === userId);
    this.checkDoubted().catch((error: Error) =>
      new Logger('events').warn(`Accesses could not be checked: ${error.message}`),
    );
  }

  /** Ends the streams whose access ended before this call. */
  readonly endDead = async (): Promise<void> => {
    if (!(await this.listener.hasHeardAll())) this.doubtAll(() => true);
    await this.checkDoubted();
  };

  /** Ends those of the streams whose access is not as it was. */
  async check(streams: EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const accesses = new Map(streams.map(({ access }) => [keyOf(access), access]));
    const live = await findLive(this.database, [...accesses.values()], this.clock.now());
    const liveKeys = new Set([...live].map(keyOf));
    for (const stream of streams) if (!liveKeys.has(keyOf(stream.access))) stream.finish();
  }

  private doubtAll(isDoubted: (access: SiteAccess) => boolean): void {
    for (const stream of this.streams) if (isDoubted(stream.access)) this.doubted.add(stream);
  }

  private async checkDoubted(): Promise<void> {
    // Doubts that come during a check are not answered by it.
    while (this.checking || this.doubted.size > 0)
      await (this.checking ??= this.checkOnce().finally(() => (this.checking = undefined)));
  }

  private async checkOnce(): Promise<void> {
    const streams = [...this.doubted];
    this.doubted.clear();
    try {
      await this.check(streams);
    } catch (error) {
      for (const stream of streams) if (this.streams.has(stream)) this.doubted.add(stream);
      throw error;
    }
  }
}

const keyOf = ({ caller, site, role, keyRole }: SiteAccess): string =>
  [caller.userId, caller.sessionId, caller.apiKey?.id, site.id, role, keyRole].join();
