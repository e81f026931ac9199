import { Readable } from 'node:stream';
import type { SiteAccess } from '#libs/accounts/access/access';
import type { Place } from '#libs/events/cursor';
import type { EventFilter } from '#libs/events/events.queries';
import type { EventResponse } from '#libs/events/events.dto';

/** A reader who lags too far for too long is disconnected, and resumes with the last cursor. */
const BEHIND_BYTES = 1_048_576;
const BEHIND_MS = 10_000;
const MOST_BYTES = 8 * BEHIND_BYTES;

/** An event as it is sent, made once for all who get it. */
export interface Told {
  event: EventResponse;
  position: number;
  bytes: Buffer;
}

export const told = (event: EventResponse, position: string): Told => ({
  event,
  position: Number(position),
  bytes: Buffer.from(`id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
});

/** The stream of one listener. */
export class EventStream extends Readable {
  private behindSince: number | undefined;
  private isFinished = false;

  constructor(
    readonly access: SiteAccess,
    private readonly wanted: EventFilter,
    /** Up to where it has had everything. */
    public at: Place,
  ) {
    super({ highWaterMark: BEHIND_BYTES });
  }

  // What is pushed comes by itself.
  override _read(): void {}

  tell({ event, position, bytes }: Told): void {
    if (position > Number(this.at.position) && this.wants(event)) this.say(bytes);
  }

  /** Sends bytes, unless the reader has not taken what was sent long ago. */
  say(bytes: Buffer): void {
    if (this.destroyed || this.isFinished) return;
    if (this.isTooSlow()) this.destroy();
    else this.push(bytes);
  }

  finish(): void {
    if (!this.destroyed && !this.isFinished) this.push(null);
    this.isFinished = true;
  }

  private isTooSlow(): boolean {
    if (this.readableLength <= BEHIND_BYTES) this.behindSince = undefined;
    else this.behindSince ??= performance.now();
    if (this.readableLength > MOST_BYTES) return true;
    return this.behindSince !== undefined && performance.now() - this.behindSince > BEHIND_MS;
  }

  private wants({ type, resource }: EventResponse): boolean {
    const { types, kind, resource: id } = this.wanted;
    if (kind !== undefined && resource.type !== kind) return false;
    if (id !== undefined && resource._id !== id.toLowerCase()) return false;
    return types === undefined || types.some((pattern) => matches(type, pattern));
  }
}

/** Whether a type is what a pattern of SQL means: itself, or all that begin so. */
function matches(type: string, pattern: string): boolean {
  const plain = pattern.replaceAll('\\', '');
  return plain.endsWith('%') ? type.startsWith(plain.slice(0, -1)) : type === plain;
}
