/** Nights from `start` to `end`, half-open, as ISO dates. */
export interface Span {
  start: string;
  end: string;
}

export interface Filling<T extends Span> {
  /** The spans of each room, in order of time. */
  rooms: T[][];
  /** Those that found every room taken on their first day. */
  turnedAway: T[];
}

/**
 * Greedy interval partitioning: the first to arrive takes the first free room. Without a maximum it opens a new
 * room only when all are taken, and so uses exactly as many as are needed at once.
 */
export function fillRooms<T extends Span>(spans: readonly T[], maximum = Infinity): Filling<T> {
  const rooms: T[][] = [];
  const turnedAway: T[] = [];
  for (const span of byStart(spans)) {
    const free = rooms.find((room) => isFree(room, span));
    if (free) free.push(span);
    else if (rooms.length < maximum) rooms.push([span]);
    else turnedAway.push(span);
  }
  return { rooms, turnedAway };
}

export const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

const isFree = (room: readonly Span[], span: Span): boolean => (room.at(-1)?.end ?? '') <= span.start;

const byStart = <T extends Span>(spans: readonly T[]): T[] =>
  [...spans].sort((one, other) => compare(one.start, other.start) || compare(one.end, other.end));

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
