import { Temporal } from 'temporal-polyfill';

/** A stretch of time `[from, to)` in which a zone keeps one offset to UTC. All in milliseconds. */
export interface OffsetSpan {
  from: number;
  to: number;
  offset: number;
}

/** How a zone's offset runs from one instant to another: one span, and one more for each change of the clocks between. */
export function offsetSpans(timeZone: string, from: number, to: number): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let zoned = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (let start = from; start < to;) {
    const change = zoned.getTimeZoneTransition('next');
    const end = Math.min(change?.epochMilliseconds ?? to, to);
    spans.push({ from: start, to: end, offset: zoned.offsetNanoseconds / 1e6 });
    if (change) zoned = change;
    start = end;
  }
  return spans;
}
