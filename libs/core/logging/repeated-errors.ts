const SILENCE_MS = 60_000;
const MOST_KINDS = 100;

interface Known {
  toldAt: number;
  silenced: number;
}

/** Logs an error that repeats at once, and then once a minute with its count: an unavailable dependency must not fill the log. */
export class RepeatedErrors {
  private readonly known = new Map<string, Known>();

  /** The text to log for an error, or undefined for nothing. @param now in ms */
  lineOf(message: string, now = performance.now()): string | undefined {
    const before = this.known.get(message);
    if (before && now - before.toldAt < SILENCE_MS) {
      before.silenced++;
      return undefined;
    }
    if (this.known.size >= MOST_KINDS) this.known.clear();
    this.known.set(message, { toldAt: now, silenced: 0 });
    return before && before.silenced > 0
      ? `${message} (and ${before.silenced} times since this was last written)`
      : message;
  }
}
